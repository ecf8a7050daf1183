"""The best events of a member: what he performed in each, by the formula of the list's own text."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from publication.account.model import Account, Game, Part
from rating.edition import Edition
from rating.interpretations import Interpretations
from rating.records import EarlierGame
from rating.steps import Performance as Worked

FEWEST_GAMES = 4
"""An event with fewer rated games than this is no measure of anything."""

BEST = 5


@dataclass(frozen=True, slots=True)
class Performance:
    """What a member performed in one event: score in halves, over so many rated games."""

    key: str
    event: str
    day: date | None
    type: str
    performance: int
    score: int
    games: int


def best_performances(accounts: Iterable[Account]) -> tuple[Performance, ...]:
    """The highest performances, the earlier of equals first. Exact: worked from stored ratings and scores by
    the article that gives initial ratings, or as stored where a list moves ratings event by event."""
    found = [p for account in accounts for part in account.parts for p in _of(account, part)]
    found = [p for p in found if p.games >= FEWEST_GAMES]
    return tuple(sorted(found, key=lambda p: (-p.performance, p.day or date.min, p.key))[:BEST])


def _of(account: Account, part: Part) -> Iterator[Performance]:
    type_ = part.type or ""
    for e in part.beside.events:
        yield Performance(e.event_key, e.event_name, e.day, type_, e.performance, e.score, e.games)
    law, switches = account.version.rules, account.version.switches
    if part.beside.events or law is None or switches is None:
        return
    by_event: dict[str, list[Game]] = {}
    for x in part.counted:
        by_event.setdefault(x.event_key, []).append(x)
    for key, mine in by_event.items():
        if worked := performed(law, switches, mine):
            first = mine[0]
            yield Performance(
                key, first.event_name, first.first_day, type_, worked.pr, worked.score, worked.games
            )


def performed(law: Edition, switches: Interpretations, counted: Sequence[Any]) -> Worked | None:
    """The performance over games that counted, all of one event and type, by the article of an edition that
    also gives initial ratings; None under four games, or where the edition has no such article. The games
    are rows with `type`, `first_day`, `opponent_rating` and `score`."""
    if len(counted) < FEWEST_GAMES or not law.has("performance"):
        return None
    games = [
        EarlierGame(
            type=x.type or "", date=x.first_day, opponent_rating=x.opponent_rating or 0, score=x.score or 0
        )
        for x in counted
    ]
    return law.shapes.performance(law, games, switches)
