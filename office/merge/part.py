"""Two entries that were merged are two members again: whose the players of published events are.

A player whom a report named by the entry that was given up, while it was merged, was taken for the member who
was kept, and is stored as him. An event that no list holds is matched anew by the next look; one of a
published list is not, and a correction would leave these games with the wrong member.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlmodel import Session, col, select

from importer.merged import merged
from importer.review import Taken, answers, store_players
from importer.rulings import Rulings
from importer.tables import EventPlayerRow, EventRow, MemberRow, RulingRow
from importer.view import EventView, load, reading
from office.desk.sight import Sight
from office.families import day_here
from office.merge.listed import numbers_of
from office.merge.touched import published_of, touched
from office.words import _, p_
from rating.interpretations import Interpretations

if TYPE_CHECKING:
    from importer.ahead import Entered


def part(session: Session, ruling: RulingRow) -> None:
    """The players of published events who were taken for the kept member, and whom rulings and register now
    give to the other one, are his: the next correction says so. `ruling`: the merge that was taken back."""
    gone = _entries(session, numbers_of(ruling)[0])
    found = _taken_for_kept(session, ruling)
    store_players(session, {one.id: taken for _, one, taken in found if taken.member_id in gone})


def parted_lines(session: Session, ruling: RulingRow) -> list[str]:
    """Of a merge that was taken back: what of published lists is touched, and whose players of
    them stay with the kept member though the register cannot say which of the two they are."""
    gone, kept = numbers_of(ruling)
    assert ruling.taken_back_at is not None
    day = day_here(session, ruling.taken_back_at)
    events = published_of(session, _entries(session, gone), day)
    of_lists = touched(session, gone, events, day)
    lines = [of_lists.words()] if of_lists else []
    for view, one, taken in _taken_for_kept(session, ruling):
        if taken.member_id is None and gone in {c["federation_id"] for c in json.loads(taken.candidates)}:
            facts = {"event": f"E{view.event.id} {view.event.called}", "player": f"{one.number} {one.name}"}
            told = _(
                "{event}, player {player}: {gone} or {kept}; stays {kept}", gone=gone, kept=kept, **facts
            )
            lines.append(f"{told}{p_('punctuation', ': ')}banzuke correction open E{view.event.id}")
    return lines


def _taken_for_kept(session: Session, ruling: RulingRow) -> Iterator[tuple[EventView, Entered, Taken]]:
    """The players of published events who are taken for the kept member, each with whom rulings and register
    have him as now."""
    kept = _entries(session, numbers_of(ruling)[1])
    seen = Sight.of(session, Interpretations())
    player = EventPlayerRow
    theirs = select(player.event_id).where(col(player.member_id).in_(kept))
    for event in session.exec(select(EventRow).where(col(EventRow.id).in_(theirs))).all():
        if not seen.stands(event):
            continue
        view = load(session, event, Rulings.in_force(session), seen.read_as)
        for one, _found, taken in answers(view, reading(session, event.reading_id), seen.beside.register):
            if one.member_id in kept:
                yield view, one, taken


def _entries(session: Session, federation_id: str) -> set[int]:
    """The rows of a member and of everybody who is he."""
    own = session.exec(select(MemberRow.id).where(MemberRow.federation_id == federation_id)).one() or 0
    rows = merged(session).rows
    end = rows.get(own, own)
    return {end, *(row for row, to in rows.items() if to == end)}
