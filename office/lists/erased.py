"""Whom lists print under a name that an erasure took since (R94). Where their rows are told, the ID stands
for the name; what is stored, compared, signed and handed on keeps it."""

import re
from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import cached_property
from json import dumps, loads
from typing import Any

from sqlmodel import Session, col, select

from importer.rulings import Kind
from importer.tables import MemberRow, RulingRow
from office.lists.rows import rows_of
from office.tables import GameLineRow, ListMemberRow, ListVersionRow


def erased(session: Session) -> set[str]:
    """The IDs of who was erased, which nobody takes back: what the office still holds of them is shown to
    nobody (7(1))."""
    subjects = session.exec(select(RulingRow.subject).where(RulingRow.kind == Kind.ERASURE))
    return {member for subject in subjects if (member := loads(subject).get("member"))}


class Erased:
    """The `ids` of who was erased and of whom no name is known again: the register has the ID for it. `but`:
    of whom everything is told all the same."""

    def __init__(self, session: Session, but: Collection[str] = ()) -> None:
        self._session, m = session, MemberRow
        ids = erased(session).difference(but)
        unnamed = select(m.federation_id).where(col(m.federation_id).in_(ids), m.name == m.federation_id)
        self.ids: Collection[str] = frozenset(session.exec(unnamed)) if ids else frozenset()

    @cached_property
    def _names(self) -> Mapping[str, Collection[str]]:
        """By ID every other name that a list or one of its games has of them."""
        p, g, found = ListMemberRow, GameLineRow, defaultdict[str, set[str]](set)
        for number, name in ((p.federation_id, p.name), (g.federation_id, g.player_name)):
            query = select(number, name).where(col(number).in_(self.ids)).distinct()
            for one, printed in self._session.exec(query):
                found[one or ""].add(printed)
        return {number: sorted(names - {number}, key=len, reverse=True) for number, names in found.items()}

    def told(self, text: str) -> str:
        """A report, or a reason why a game does not count, with the ID for each name beside it."""
        for number in self.ids:
            for name in self._names.get(number, ()) if number in text else ():
                text = text.replace(f"{name} ({number})", f"{number} ({number})")
                text = re.sub(rf"({number} +){re.escape(name)}", rf"\g<1>{number}", text)
        return text

    def told_of(self, value: Any) -> Any:
        """Rows as they are stored with the ID for each name in them."""
        if isinstance(value, list):
            return [self.told_of(item) for item in value]
        if isinstance(value, dict):
            told = {key: self._column(key, item) for key, item in value.items()}
            beside = ((told.get(who), name) for who, name in BESIDE if name in told)
            return told | {name: number for number, name in beside if number in self.ids}
        return self.told(value) if isinstance(value, str) else value

    def _column(self, name: str, value: Any) -> Any:
        if name in IN_JSON and isinstance(value, str):
            return dumps(self.told_of(loads(value)), ensure_ascii=False)
        return self.told_of(value)


BESIDE = (
    *(("federation_id", "player_name"), ("opponent_id", "opponent_name")),
    *(("player", "who"), ("id", "name")),
)
"""An ID in a row of a list or within a column of it, and the name that stands there for it."""
IN_JSON = frozenset({"initial", "reasons", "opponents"})
"""Columns with such rows within."""


def people_of(session: Session, version: ListVersionRow) -> dict[str, ListMemberRow]:
    """The members of a version by ID, to be told: who is erased without name and kanji, in a row that is
    never stored."""
    people, erased = {p.federation_id: p for p in rows_of(session, ListMemberRow, version)}, Erased(session)
    for number in people.keys() & erased.ids:
        shown = {**people[number].model_dump(), "name": number, "kanji": None}
        people[number] = ListMemberRow(**shown)
    return people
