"""What merging two entries of the register would do, for whoever decides it; and the decisions about a member
that can be taken back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from importer.rulings import Made, Rulings
from importer.tables import EventRow, MemberRow
from office.merge.merge import merge
from office.register.find import find_member
from office.register.hangs import Hangs, hangs_on
from office.register.member import mark, member_lines
from office.rules.standing import ruling_words, subject_words

if TYPE_CHECKING:
    from sqlmodel import Session

    from scraper.records import Problem


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two entries: what is known of it, what hangs on it, and the mark it was shown with."""

    member: MemberRow
    lines: Sequence[str]
    hangs: Hangs
    mark: str


@dataclass(frozen=True, slots=True)
class Preview:
    """`gone` is given up, `kept` stays; `against`: what speaks against their being one person; `after`: what
    would be known of the kept one; `moved`: the events that would then be his; `published`: how many events
    of published lists are touched, which a correction brings in."""

    gone: Side
    kept: Side
    against: Sequence[Problem]
    after: Sequence[str]
    moved: Sequence[EventRow]
    published: int


def preview(session: Session, duplicate: str, into: str, made: Made) -> Preview:
    """The same as `merge`, anyway, of which nothing is kept: the session has to be one that stores nothing.
    Refused where the two cannot be merged at all."""
    gone, kept = (_side(session, number) for number in (duplicate, into))
    done = merge(session, duplicate, into, anyway=True, made=made)
    session.flush()
    after = [line.strip() for line in member_lines(session, done.kept, None)][1:]
    before = {event.id for event in kept.hangs.events}
    moved = [event for event in gone.hangs.events if event.id not in before]
    return Preview(gone, kept, done.against, after, moved, done.published)


def _side(session: Session, number: str) -> Side:
    member = find_member(session, number)
    lines = [line.strip() for line in member_lines(session, member, None)][1:]
    return Side(member, lines, hangs_on(session, member), mark(session, member))


def decisions_about(session: Session, member: MemberRow) -> list[tuple[int, str]]:
    """Every decision in force that no event has and that names the member: its number, and in words."""
    number, found = member.federation_id, []
    for row in Rulings.in_force(session).in_order():
        about = json.loads(row.subject).values()
        if row.event_key is None and (number in about or row.value == number):
            words = f"{ruling_words(row)}: {subject_words(row)}"
            found.append((row.id or 0, f"{words}: {row.reason} ({row.who}, {row.made_at:%Y-%m-%d})"))
    return found
