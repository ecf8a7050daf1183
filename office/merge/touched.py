"""What a merge, or one that was taken back, touches of published lists, and whether a correction is due."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from sqlmodel import Session, col, select

from importer.merged import entries_of, merged
from importer.tables import EventPlayerRow, EventRow, MemberRow
from office.corrections.open_lists import chain
from office.lists.chain import published_events
from office.merge.listed import held_otherwise, merges, numbers_of
from office.tables import GameLineRow
from office.words import _, n_, p_
from office.words.formats import listed


@dataclass(frozen=True, slots=True)
class Touched:
    """How many `events` of published lists have one of two members as whom he no longer is; how many `lists`
    have `who` as one with the other, or beside him, where now it is the other way."""

    events: int
    lists: int = 0
    who: Sequence[str] = ()

    def __bool__(self) -> bool:
        return bool(self.events or self.lists)

    def what(self) -> str:
        """The same in words."""
        told = []
        if self.lists:
            who = listed(self.who)
            told.append(
                n_(
                    "{n} published list has {who} otherwise than is decided now",
                    "{n} published lists have {who} otherwise than is decided now",
                    self.lists,
                    who=who,
                )
            )
        if self.events:
            told.append(
                n_(
                    "{n} event of published lists is touched",
                    "{n} events of published lists are touched",
                    self.events,
                )
            )
        return p_("sentences", "; ").join(told)

    def words(self) -> str:
        """The same, and what shows how."""
        return self.what() + p_("punctuation", ": ") + _("banzuke correction preview shows what changes")


def due(session: Session, today: date) -> Touched:
    """What of lists that can be corrected is otherwise, since members were merged or are two again."""
    return Touched(_events(session, today), *_lists(session, today))


def due_lines(session: Session, today: date) -> list[str]:
    """That a correction is due for it; nothing where none is."""
    found = due(session, today)
    return [_("Members merged, or two again: {what}", what=found.words())] if found else []


def touched(session: Session, federation_id: str, events: int, today: date) -> Touched:
    """What one merge or its end touches: `events`, and the lists that have this member, or an entry that is
    he now, otherwise."""
    return Touched(events, *_lists(session, today, entries_of(session, federation_id)))


def _lists(session: Session, today: date, only: Collection[str] | None = None) -> tuple[int, tuple[str, ...]]:
    found = held_otherwise(session, chain(session, today))
    of = sorted(number for number in found if only is None or number in only)
    named = select(MemberRow.federation_id, MemberRow.name).where(col(MemberRow.federation_id).in_(of))
    names = dict(session.exec(named).all())
    return len({day for number in of for day in found[number]}), tuple(f"{n} {names[n]}" for n in of)


def _events(session: Session, today: date) -> int:
    numbers = {number for ruling in merges(session) for number in numbers_of(ruling)}
    if not numbers:
        return 0
    line, player = GameLineRow, EventPlayerRow
    lists = [version.id for version in chain(session, today)]
    query = select(line.event_key, line.federation_id).distinct()
    query = query.where(col(line.federation_id).in_(numbers), col(line.version_id).in_(lists))
    listed = set(session.exec(query))
    of_events = select(EventRow.key, player.member_id).join(EventRow)
    of_events = of_events.where(col(EventRow.key).in_({key for key, _ in listed}))
    named = select(MemberRow.id, MemberRow.federation_id).where(col(MemberRow.federation_id).in_(numbers))
    one, ids = merged(session), dict(session.exec(named).all())
    stands = [(key, one.row(row)) for key, row in session.exec(of_events) if row is not None]
    now = {(key, ids[row]) for key, row in stands if row in ids}
    return len({key for key, _ in listed - now})


def published_of(session: Session, rows: Collection[int], today: date) -> int:
    """How many events of published lists that can be corrected these entries of the register are players
    of."""
    query = select(EventRow.key).join(EventPlayerRow).where(col(EventPlayerRow.member_id).in_(rows))
    mine, lists = set(session.exec(query)), {version.list_date for version in chain(session, today)}
    return sum(key in mine and day in lists for key, day in published_events(session).items())
