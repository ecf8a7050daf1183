"""The best events of a member: what he performed in each, by the formula of the list's own text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache

from publication.site.story import Entry, EventPart, Line
from publication.site.versions import Version
from rating.edition import Edition
from rating.editions import load
from rating.interpretations import Interpretations, interpretations
from rating.records import EarlierGame

FEWEST_GAMES = 4
"""An event with fewer rated games than this is no measure of anything."""

BEST = 5


@dataclass(frozen=True, slots=True)
class Performance:
    """What a member performed in one event: score in halves, over so many rated games."""

    slug: str
    event: str
    day: date | None
    type: str
    performance: int
    score: int
    games: int


def best_performances(entries: Sequence[Entry]) -> tuple[Performance, ...]:
    """The highest performances, the earlier of equals first. Exact: worked from stored ratings and scores by
    the article that gives initial ratings, or as stored where a list is reckoned event by event."""
    found: list[Performance] = []
    for entry in entries:
        for part in entry.parts:
            if part.events:
                found += _stored(part.type, part.events)
            else:
                found += _worked(entry.version, part.type, part.lines)
    found = [p for p in found if p.games >= FEWEST_GAMES]
    return tuple(sorted(found, key=lambda p: (-p.performance, p.day or date.min, p.slug))[:BEST])


def _stored(type_: str, events: Iterable[EventPart]) -> Iterable[Performance]:
    for x in events:
        yield Performance(x.slug, x.event, x.day, type_, x.performance, x.score, x.games)


def _worked(version: Version, type_: str, lines: Iterable[Line]) -> Iterable[Performance]:
    if version.edition is None:
        return
    law, switches = _law(version.edition), _switches(version.interpretations)
    if not law.has("performance"):
        return
    for slug, mine in _by_event(lines).items():
        games = [
            EarlierGame(type=type_, date=x.day, opponent_rating=x.opponent_rating or 0, score=x.score or 0)
            for x in mine
        ]
        if len(games) < FEWEST_GAMES:
            continue
        worked = law.shapes.performance(law, games, switches)
        first = mine[0]
        yield Performance(slug, first.event, first.day, type_, worked.pr, worked.score, worked.games)


def _by_event(lines: Iterable[Line]) -> Mapping[str, list[Line]]:
    found: dict[str, list[Line]] = {}
    for x in lines:
        if x.counts and x.opponent_rating is not None and x.score is not None:
            found.setdefault(x.slug, []).append(x)
    return found


@cache
def _law(edition: str) -> Edition:
    return load(edition)


@cache
def _switches(told: str) -> Interpretations:
    return interpretations(**{k.lower(): v for k, v in json.loads(told).items()})
