"""A small invented federation: members, events and games with everything ordinary left out."""

from datetime import date
from typing import Any

from rating.engine import rate
from rating.outcome import GameLine, Outcome, Row
from rating.records import EarlierGame, Event, Game, Held, Member

LIST = date(2026, 11, 1)
PLAYED = date(2026, 10, 4)
REPORTED = date(2026, 10, 5)
ALWAYS = ((date(2015, 4, 1), date(2035, 3, 31)),)


def held(rating: int, games: int = 100, peak: int | None = None, *, adopted: bool = False) -> Held:
    return Held(rating, games, rating if peak is None else peak, adopted)


def member(
    id: str, standard: Held | int | None = None, rapid: Held | int | None = None, **more: Any
) -> Member:
    ratings = {
        type: held(rating) if isinstance(rating, int) else rating
        for type, rating in (("standard", standard), ("rapid", rapid))
        if rating is not None
    }
    return Member(id, **{"membership": ALWAYS, "ratings": ratings, **more})


def game(white: str, black: str, result: str = "1-0", round: int = 1, **more: Any) -> Game:
    return Game(
        **{
            "round": round,
            "white": white,
            "black": black,
            "result": result,
            "first_day": PLAYED,
            "last_day": PLAYED,
            **more,
        }
    )


def event(*games: Game, id: str = "E1", type: str | None = "standard", **more: Any) -> Event:
    return Event(id, **{"reported": REPORTED, "last_day": PLAYED, "games": games, "type": type, **more})


def earlier(count: int, type: str = "standard", rating: int = 1500, score: int = 1, day: date = PLAYED):
    return tuple(EarlierGame(type, day, rating, score) for _ in range(count))


def outcome(members, *events: Event, list_date: date = LIST, **more: Any) -> Outcome:
    return rate(members, events, list_date=list_date, **more)


def row(result: Outcome, id: str, type: str = "standard") -> Row:
    (found,) = (row for row in result.lists[type] if row.id == id)
    return found


def ids(result: Outcome, type: str = "standard") -> list[str]:
    return [row.id for row in result.lists[type]]


def line(result: Outcome, player: str, round: int = 1, event: str = "E1") -> GameLine:
    (found,) = (
        line for line in result.lines if (line.player, line.round, line.event) == (player, round, event)
    )
    return found


def reasons(result: Outcome, player: str, round: int = 1) -> list[str]:
    return [item.reason for item in line(result, player, round).reasons]


def rows(*args: Any, **more: Any) -> dict[str, list[tuple[str, int, int]]]:
    """ID, rating and games of everyone on each list that comes out."""
    result = outcome(*args, **more)
    return {type: [(row.id, row.rating, row.games) for row in rows] for type, rows in result.lists.items()}
