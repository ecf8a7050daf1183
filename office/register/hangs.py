"""What hangs on a member: the lists he stands on, the events he played in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sqlmodel import col, select

from importer.merged import merged
from importer.tables import EventPlayerRow, EventRow
from office.tables import ListRatingRow, ListVersionRow

if TYPE_CHECKING:
    from sqlmodel import Session

    from importer.tables import MemberRow


class Stood(NamedTuple):
    """A rating on a version of a list."""

    version: ListVersionRow
    type: str
    rating: int
    games: int


@dataclass(frozen=True, slots=True)
class Hangs:
    """`ratings`: on the newest list first; `events`: in which he is a player, the newest first."""

    ratings: Sequence[Stood]
    events: Sequence[EventRow]


def hangs_on(session: Session, member: MemberRow) -> Hangs:
    """Everything that rests on this entry of the register; of its events also those in which another entry
    played that was merged into it."""
    r, v = ListRatingRow, ListVersionRow
    query = select(v, r.type, r.rating, r.games).join(r, col(r.version_id) == v.id)
    order = (col(v.list_date).desc(), col(v.version).desc(), col(r.type).desc())
    rows = session.exec(query.where(r.federation_id == member.federation_id).order_by(*order))
    ratings = [Stood(*row) for row in rows]
    entries = [member.id, *(gone for gone, kept in merged(session).rows.items() if kept == member.id)]
    mine = select(EventPlayerRow.event_id).where(col(EventPlayerRow.member_id).in_(entries))
    played = select(EventRow).where(col(EventRow.id).in_(mine)).order_by(col(EventRow.id).desc())
    return Hangs(ratings, session.exec(played).all())
