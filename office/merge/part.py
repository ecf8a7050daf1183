"""Two entries that were merged are two members again: whose the players of published events are.

A player whom a report named by the entry that was given up, while it was merged, was taken for the member who
was kept, and is stored as him. An event that no list holds is matched anew by the next look; one of a
published list is not, and a correction would leave these games with the wrong member.
"""

import json

from sqlmodel import Session, col, select

from importer.merged import merged
from importer.review import Taken, answers, store_players
from importer.rulings import Rulings
from importer.tables import EventPlayerRow, EventRow, MemberRow, RulingRow
from importer.view import load, reading
from office.desk.sight import Sight
from rating.interpretations import Interpretations


def part(session: Session, ruling: RulingRow) -> None:
    """The players of published events who were taken for the kept member, and whom rulings and register now
    give to the other one, are his: the next correction says so. `ruling`: the merge that was taken back."""
    gone, kept = (
        _entries(session, number) for number in (json.loads(ruling.subject)["member"], ruling.value or "")
    )
    seen = Sight.of(session, Interpretations())
    player = EventPlayerRow
    theirs = select(player.event_id).where(col(player.member_id).in_(kept))
    taken: dict[int, Taken] = {}
    for event in session.exec(select(EventRow).where(col(EventRow.id).in_(theirs))).all():
        if not seen.stands(event):
            continue
        view = load(session, event, Rulings.in_force(session), seen.read_as)
        for one, _answer, found in answers(view, reading(session, event.reading_id), seen.beside.register):
            if one.member_id in kept and found.member_id in gone:
                taken[one.id] = found
    store_players(session, taken)


def _entries(session: Session, federation_id: str) -> set[int]:
    """The rows of a member and of everybody who is he."""
    own = session.exec(select(MemberRow.id).where(MemberRow.federation_id == federation_id)).one() or 0
    rows = merged(session).rows
    end = rows.get(own, own)
    return {end, *(row for row, to in rows.items() if to == end)}
