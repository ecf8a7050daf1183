"""Rows of events that are looked at one after the other, asked for some events at a time."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from functools import cache
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import BindParameter, Select, bindparam
from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from importer.tables import EventPlayerRow, EventRow, PairingRow, ReadingRow, RoundRow

EVENTS: BindParameter[Any] = bindparam("events", expanding=True)
"""The numbers of the events of which a query asks; the queries are made once."""

MOST = 100
"""Events that are asked for together: their readings are some ten thousand characters each."""


ORDER: dict[Any, tuple[str, ...]] = {
    EventPlayerRow: ("event_id", "number"),
    RoundRow: ("number",),
    PairingRow: ("round", "board", "white"),
}


class Dated(NamedTuple):
    """A round as the source dates it."""

    number: int
    played_on: date | None
    time: str | None


class Paired(NamedTuple):
    """A pairing as the source has it; white and black are starting numbers."""

    round: int
    board: int | None
    white: int
    black: int | None
    result: str | None
    kind: str
    colours: bool


Told = TypeVar("Told", Dated, Paired)


@dataclass(slots=True)
class Entered:
    """A player as the source has him, and for whom he is taken: a row of `EventPlayerRow`, which says what
    each column is, without what a mapped object costs."""

    id: int
    event_id: int
    number: int
    name: str
    title: str | None
    federation: str | None
    national_id: str | None
    fide_id: str | None
    rating: int | None
    rating_national: int | None
    rating_international: int | None
    sex: str | None
    club: str | None
    match: str
    match_rule: str
    member_id: int | None
    candidates: str


ENTERED = tuple(field.name for field in fields(Entered))
"""The columns of a player, in the order in which `Entered` takes them."""


class Rows(NamedTuple):
    """What is stored of one event. `reading`: held so that the session finds it again."""

    rounds: Mapping[int, Dated]
    players: Mapping[int, Entered]
    pairings: tuple[Paired, ...]
    reading: ReadingRow | None


class Ahead:
    """The rows of some events in the order in which they are looked at. Who asks for one gets one; who goes
    on asking, twice as many at a time."""

    def __init__(self, session: Session, events: Sequence[EventRow]) -> None:
        self._session, self._events = session, events
        self._places = {event.id: place for place, event in enumerate(events)}
        self._held: dict[int | None, Rows] = {}
        self._next = 1

    def of(self, event: EventRow) -> Rows:
        """The rows of an event; what was read of it is handed out once."""
        if event.id not in self._held:
            place = self._places.get(event.id)
            some = [event] if place is None else self._events[place : place + self._next]
            self._held = read_rows(self._session, some)
            self._next = min(2 * self._next, MOST)
        return self._held.pop(event.id)


def read_rows(session: Session, events: Sequence[EventRow]) -> dict[int | None, Rows]:
    """The rows of these events, by the number of each."""
    numbers = [event.id for event in events]
    wanted = col(ReadingRow.id).in_({event.reading_id for event in events})
    readings = {row.id: row for row in session.exec(select(ReadingRow).where(wanted))}
    session.flush()
    connection, of = session.connection(), {"events": numbers}  # past the session: there are hundreds of rows
    players: dict[int | None, dict[int, Entered]] = {number: {} for number in numbers}
    for cells in connection.execute(rows_of(EventPlayerRow, *ENTERED), of).all():
        player = Entered(*cells)
        players[player.event_id][player.number] = player
    dated = _by_event(connection.execute(rows_of(RoundRow, *Dated._fields, "event_id"), of).all(), Dated)
    games = connection.execute(rows_of(PairingRow, *Paired._fields, "event_id"), of).all()
    paired = _by_event(games, Paired)
    return {
        event.id: Rows(
            {told.number: told for told in dated.get(event.id, ())},
            players[event.id],
            tuple(paired.get(event.id, ())),
            readings.get(event.reading_id),
        )
        for event in events
    }


@cache
def rows_of(table: Any, *names: str) -> Select[Any]:
    """These columns of the rows of events, in the order in which each table's rows are looked at."""
    row = table.__table__.c
    order = (row[name] for name in ORDER[table])
    return columns(*(row[name] for name in names)).where(row.event_id.in_(EVENTS)).order_by(*order)


def _by_event(rows: Iterable[Any], kind: type[Told]) -> dict[int | None, list[Told]]:
    """Rows as what they tell of, by the number of the event, which each has as its last cell."""
    found: dict[int | None, list[Told]] = defaultdict(list)
    made: Any = tuple.__new__  # a named tuple's own is written in Python
    for row in rows:
        found[row[-1]].append(made(kind, row[:-1]))
    return found
