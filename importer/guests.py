"""Guests of earlier events: who was decided to be no member stays a guest at the next one (R69)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeGuard

from sqlmodel import Session, col, select

from importer.ids import fide_number, member_number
from importer.names import turned_key
from importer.rulings import Kind, Rulings, player_facts, player_subject

if TYPE_CHECKING:
    from importer.ahead import Entered
    from importer.matching import Match
    from importer.tables import RulingRow
    from importer.view import EventView

NO_MEMBER = "no-member"
"""The value of a match ruling that says: a guest, on no register."""


class Guests:
    """The decisions on players of all events, by FIDE ID and by printed name with federation and sex; of
    several about one, the latest."""

    def __init__(self, rulings: Rulings) -> None:
        self._by_fide_id: dict[str, RulingRow] = {}
        self._by_name: dict[tuple[str, str], RulingRow] = {}
        for row in sorted(rulings.of_kind(Kind.MATCH), key=lambda row: row.id or 0):
            seen = json.loads(row.subject)
            if number := fide_number(seen["fide_id"]):
                self._by_fide_id[number] = row
            if seen.keys() == player_subject("", None, None).keys():  # no namesakes in that event
                self._by_name[turned_key(seen["name"]), row.fingerprint] = row

    def keys(self, player: Entered) -> list[str | None]:
        """Under what a decision on this player at another event is found."""
        return [fide_number(player.fide_id), turned_key(player.name), player_facts(player)]

    def standing(self, keys: Iterable[Sequence[str | None]]) -> list[int | None]:
        """The numbers of the decisions that stand under these keys."""
        found = []
        for fide_id, name, facts in keys:
            found += [self._by_fide_id.get(fide_id or ""), self._by_name.get((name or "", facts or ""))]
        return [row.id if row else None for row in found]

    def decided(self, session: Session, view: EventView, player: Entered, answer: Match) -> RulingRow | None:
        """The decision at another event that makes this player a guest, whom `answer` found nobody for. Facts
        that have changed in one event are a question of that event, and so is a federation ID that was not
        there: a guest who joined has one before the register says so."""
        row = self._by_fide_id.get(fide_number(player.fide_id) or "")
        if _guest(row, view, player):
            now = {c.federation_id for c in answer.candidates if c.likeness is None}
            if not _entered_since(session, row, now):
                return row
        if answer.state != "unknown" or not player.federation:
            return None
        row = self._by_name.get((turned_key(player.name), player_facts(player)))
        return row if _guest(row, view, player) and "nth" not in view.subject_of(player) else None


def _guest(row: RulingRow | None, view: EventView, player: Entered) -> TypeGuard[RulingRow]:
    """Whether a decision at another event says that a player is no member, whatever ID is printed for him now
    that a member could have."""
    from importer.matching.identifiers import plain_id  # with all that matching needs

    if row is None or row.value != NO_MEMBER or row.event_key == view.key:
        return False
    number = member_number(plain_id(player.national_id or ""))
    return number in (None, member_number(plain_id(json.loads(row.subject)["national_id"] or "")))


_TOLD = ("fide_id", "name", "kanji", "kana")
"""The facts of a member by which a player can be taken for him."""


def _entered_since(session: Session, row: RulingRow, numbers: set[str]) -> bool:
    """Whether one of these members, or his FIDE ID or a name of his, came on the register after a decision:
    nobody could see it then."""
    from importer.tables import MemberNameRow, MemberRow, RegisterFactRow

    if not numbers:
        return False
    members = select(MemberRow.id).where(col(MemberRow.federation_id).in_(numbers))
    named, fact = MemberNameRow, RegisterFactRow
    since = (
        members.where(col(MemberRow.known_since) > row.made_at),
        select(named.id).where(
            *(col(named.member_id).in_(members), col(named.known_until).is_(None)),
            col(named.known_since) > row.made_at,
        ),
        select(fact.id).where(
            *(col(fact.member_id).in_(members), col(fact.known_until).is_(None)),
            *(col(fact.field).in_(_TOLD), col(fact.value).is_not(None)),
            col(fact.known_since) > row.made_at,
        ),
    )
    return any(session.exec(query.limit(1)).first() is not None for query in since)
