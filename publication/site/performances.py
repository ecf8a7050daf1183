"""What an event did to its players, as the list that rated it has it: rating, games, change, performance. And
the best events of a member: what he performed in each, by the formula of the list's own text."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple

from sqlmodel import Session, col, select

from office.tables import EventLineRow, GameLineRow
from publication.account.model import Account, Game, Part
from publication.site.versions import Version
from rating.edition import Edition
from rating.editions import load
from rating.interpretations import Interpretations, stored
from rating.records import EarlierGame
from rating.steps import Performance as Worked

FEWEST_GAMES = 4
"""An event with fewer rated games than this is no measure of anything."""

BEST = 5


class Performance(NamedTuple):
    """What a member performed in one event: score in halves, over so many rated games."""

    key: str
    event: str
    day: date | None
    type: str
    performance: int
    score: int
    games: int


def performances(accounts: Iterable[Account]) -> Iterator[Performance]:
    """What a member performed in each event that is a measure. Exact: worked from stored ratings and scores
    by the article that gives initial ratings, or as stored where a list moves ratings event by event."""
    for account in accounts:
        for part in account.parts:
            yield from (p for p in _of(account, part) if p.games >= FEWEST_GAMES)


def best(found: Iterable[Performance]) -> list[Performance]:
    """The highest of these, the earlier of equals first."""
    return sorted(found, key=lambda p: (-p.performance, p.day or date.min, p.key))[:BEST]


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
    games = [(x.type or "", x.first_day, x.opponent_rating or 0, x.score or 0) for x in counted]
    return _worked(law, switches, tuple(games))


@lru_cache(maxsize=65_536)  # what a list rates stands on the page of the event and on that of the player
def _worked(law: Edition, switches: Interpretations, games: tuple[tuple[str, date, int, int], ...]) -> Worked:
    earlier = [EarlierGame(type=t, date=day, opponent_rating=r, score=s) for t, day, r, s in games]
    return law.shapes.performance(law, earlier, switches)


class Effect(NamedTuple):
    """A rating before an event, the games that counted, the change in hundredths, and the performance over
    those games: None under four of them."""

    rating: int | None = None
    counted: int = 0
    change: int | None = None
    performance: int | None = None


class Side(NamedTuple):
    """A side of a game, as it is stored."""

    event_key: str
    player_name: str
    opponent_name: str
    federation_id: str | None
    type: str | None
    rating: int | None
    opponent_rating: int | None
    score: int | None
    first_day: date
    counts: bool
    c: int | None
    reasons: str
    round: int
    board: int | None


def lines_by_event(session: Session, version: Version) -> dict[str, list[Side]]:
    """The sides of a version's games by event, in stored order."""
    g = GameLineRow
    found: dict[str, list[Side]] = {}
    columns = [getattr(g, name) for name in Side._fields]
    query = select(*columns).where(g.version_id == version.id).order_by(col(g.id))
    for side in map(Side._make, session.connection().execute(query).all()):
        found.setdefault(side.event_key, []).append(side)
    return found


def effects(session: Session, version: Version, lines: Mapping[str, Sequence[Side]]) -> "Effects":
    """The effects of each event by its key and by the IDs of its players."""
    if version.by_events:
        return _as_stored(session, version)
    return {key: of_games(version, mine) for key, mine in lines.items()}


Effects = dict[str, dict[str, Effect]]


def _as_stored(session: Session, version: Version) -> Effects:
    found: Effects = {}
    for x in session.exec(select(EventLineRow).where(EventLineRow.version_id == version.id)):
        if x.federation_id is not None:
            told = Effect(x.rating, x.games, x.change, x.performance if x.games >= FEWEST_GAMES else None)
            found.setdefault(x.event_key, {})[x.federation_id] = told
    return found


def of_games(version: Version, lines: Sequence[Side]) -> dict[str, Effect]:
    """By member: his rating in this event, the games that counted, the sum of their changes, and what he
    performed in them."""
    by_member: dict[str, list[Side]] = {}
    for line in lines:
        if line.federation_id is not None:
            by_member.setdefault(line.federation_id, []).append(line)
    law, switches = load(version.edition or ""), stored(dict(version.interpretations))
    found = {}
    for number, mine in by_member.items():
        counted = [x for x in mine if x.counts]
        rating = next((x.rating for x in mine if x.rating is not None), None)
        change = sum(x.c or 0 for x in counted) if counted else None
        worked = performed(law, switches, counted)
        found[number] = Effect(rating, len(counted), change, worked.pr if worked else None)
    return found
