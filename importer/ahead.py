"""Rows of events that are looked at one after the other, asked for some events at a time."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from importer.tables import EventPlayerRow, EventRow, PairingRow, ReadingRow, RoundRow

MOST = 100
"""Events that are asked for together: their readings are some ten thousand characters each."""


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


class Rows(NamedTuple):
    """What is stored of one event. `reading`: held so that the session finds it again."""

    rounds: Mapping[int, Dated]
    players: Mapping[int, EventPlayerRow]
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
    players: dict[int | None, dict[int, EventPlayerRow]] = {number: {} for number in numbers}
    for player in session.exec(
        select(EventPlayerRow)
        .where(col(EventPlayerRow.event_id).in_(numbers))
        .order_by(col(EventPlayerRow.event_id), col(EventPlayerRow.number))
    ):
        players[player.event_id][player.number] = player
    row, game = RoundRow, PairingRow
    rounds = columns(*map(col, (row.event_id, row.number, row.played_on, row.time)))
    dated = _by_event(session.execute(rounds.where(col(row.event_id).in_(numbers)).order_by(col(row.number))))
    pairings = columns(
        *map(col, (game.event_id, game.round, game.board, game.white, game.black)),
        *map(col, (game.result, game.kind, game.colours)),
    ).order_by(*map(col, (game.round, game.board, game.white)))
    paired = _by_event(session.execute(pairings.where(col(game.event_id).in_(numbers))))
    return {
        event.id: Rows(
            {told[0]: Dated(*told) for told in dated.get(event.id, ())},
            players[event.id],
            tuple(map(Paired._make, paired.get(event.id, ()))),
            readings.get(event.reading_id),
        )
        for event in events
    }


def _by_event(rows: Iterable[Any]) -> dict[int | None, list[Any]]:
    found: dict[int | None, list[Any]] = {}
    for number, *cells in rows:
        found.setdefault(number, []).append(cells)
    return found
