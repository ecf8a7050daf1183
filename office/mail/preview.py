"""What mails would bring, before anything of them is kept: for whoever hands them in."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from sqlmodel import col, select

from importer.given import GivenFile
from importer.tables import MessageRow
from office.errors import refusal
from office.mail.read import Mail, read_mail
from office.mail.sources import MBOX, Given, mails_in

if TYPE_CHECKING:
    from sqlmodel import Session

MOST = 200
"""So many mails are looked at in one go; `banzuke inbox` takes any number."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A mail that was read: as it came, what it says, the day on which it arrived where the office is, and
    whether the office has it already."""

    given: Given
    mail: Mail
    day: str
    known: bool


def mails_of(files: Sequence[GivenFile]) -> list[Given]:
    """Every mail of files as a mail program saves them: `.eml`, or mbox with many. Refused beyond `MOST`."""
    found: list[Given] = []
    for file in files:
        if not file.data.startswith(MBOX):
            found.append(Given(file.name, file.data))
            continue
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "mbox"
            path.write_bytes(file.data)
            for number, one in enumerate(mails_in([str(path)]), start=1):
                found.append(Given(f"{file.name}, mail {number}", one.raw, one.problem))
                if len(found) > MOST:
                    break
    if len(found) > MOST:
        remedy = "hand in fewer at once, or take the whole file: banzuke inbox FILE"
        raise refusal("too-many-mails", "what was sent", f"at most {MOST} mails", "more of them", remedy)
    return found


def looked_at(session: Session, given: Iterable[Given], now: datetime, zone: ZoneInfo) -> list[Seen]:
    """Each mail as the office would read it (apart, within its bounds), the ones that came first in front."""
    kept = set(session.exec(select(MessageRow.sha256).where(col(MessageRow.sha256).is_not(None))))
    found = []
    for one in given:
        if one.problem is not None:
            mail = Mail("", problems=(one.problem,))
        else:
            mail = read_mail(one.raw, now, one.origin)
        moment = mail.arrived.moment if mail.arrived else now
        found.append((moment, Seen(one, mail, str(moment.astimezone(zone).date()), mail.sha256 in kept)))
    return [seen for _moment, seen in sorted(found, key=lambda pair: pair[0])]
