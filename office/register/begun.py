"""How far an office is set up: what it has of what it needs before its first list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlmodel import col, func, select

from importer.tables import MemberRow, MessageRow
from office.errors import OfficeError
from office.lists.chain import latest_published
from office.mail.settings import mailbox_settings

if TYPE_CHECKING:
    from sqlmodel import Session

    from office.place import Place
    from office.tables import ListVersionRow
    from scraper.records import Problem


@dataclass(frozen=True, slots=True)
class Begun:
    """`members` on the register, `last` published list, `mails` seen; `mailbox` that is looked into, or what
    its settings lack (`lacks`)."""

    members: int
    last: ListVersionRow | None
    mails: int
    mailbox: str
    lacks: Sequence[Problem]

    @property
    def next(self) -> str:
        """What comes next: `register`, `opening`, `mailbox`."""
        if not self.members:
            return "register"
        return "opening" if self.last is None else "mailbox"


def begun(session: Session, place: Place, environment: Mapping[str, str]) -> Begun:
    """How far the office is. `environment`: where the mailbox can stand beside `banzuke.toml`."""
    members = session.exec(select(func.count(col(MemberRow.id)))).one()
    mails = session.exec(select(func.count(col(MessageRow.id)))).one()
    lacks: Sequence[Problem] = ()
    mailbox = ""
    try:
        found = mailbox_settings(place, {}, environment)
        mailbox = f"{found.account}, {found.folder}"
    except OfficeError as error:
        lacks = error.problems
    return Begun(members, latest_published(session), mails, mailbox, lacks)
