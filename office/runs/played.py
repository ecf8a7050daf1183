"""What each event did to the ratings of a version."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, func, select

from office.lists.event_names import EventNames
from office.tables import GameLineRow, ListVersionRow


@dataclass(frozen=True, slots=True)
class Played:
    """What an event did to a rating: how many of its games counted, and what they came to in hundredths of a
    point; None where the edition does not add games up one by one."""

    event_name: str
    games: int
    change: int | None


def played(session: Session, version: ListVersionRow) -> Mapping[tuple[str, str], Sequence[Played]]:
    """By ID and type, what moved each rating of a version: the events with games that counted."""
    g = GameLineRow
    by = (g.federation_id, g.type, g.event_key, g.event_name)
    query = select(*by, func.count(), func.sum(g.c)).where(g.version_id == version.id)  # type: ignore[call-overload]
    query = query.where(col(g.counts) | col(g.for_initial)).group_by(*by)
    rows = session.execute(query.order_by(func.min(g.first_day), col(g.event_key)))
    names = EventNames(session)
    found: dict[tuple[str, str], list[Played]] = {}
    for member, type_, key, name, games, change in rows:
        told = Played(names.called(version.id, key, name), games, change)
        found.setdefault((member, type_), []).append(told)
    return found
