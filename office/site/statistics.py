"""Figures about the lists: how ratings are spread, how much is played, whether ratings drift."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import text
from sqlmodel import Session

from office.site.list_pages import listed
from office.site.versions import Version

BAND = 100
"""Width of a band of the distribution, in points."""


@dataclass(frozen=True, slots=True)
class Month:
    """One list and type: ratings on it, who played, games, and the median rating of the active members
    (a median does not move with who joins at the ends)."""

    list_date: date
    rated: int
    players: int
    games: int
    median: int | None


@dataclass(frozen=True, slots=True)
class Statistics:
    """Of one type: `bands` (from, how many) on the newest list, `months` over all lists."""

    type: str
    bands: tuple[tuple[int, int], ...]
    months: tuple[Month, ...]


_ROWS = "SELECT r.type, r.rating, r.period_games, CASE WHEN m.active THEN 1 ELSE 0 END"

_RATINGS = "SELECT r.rating, r.type"


def month_of(session: Session, version: Version) -> dict[str, list[int | None]]:
    """The figures of one version by type, as plain values that can be kept: it does not change any more."""
    query = listed(version, _ROWS) + " ORDER BY r.type, r.rating"
    active: dict[str, list[int]] = {}
    sums: dict[str, list[int]] = {}
    for type_, rating, games, is_active, _ in session.execute(text(query), {"version": version.id}):
        mine = sums.setdefault(type_, [0, 0, 0])
        mine[0] += 1
        if games:
            mine[1] += 1
            mine[2] += games
        if is_active:
            active.setdefault(type_, []).append(rating)
    found: dict[str, list[int | None]] = {}
    for type_, (rated, players, sides) in sums.items():
        ratings = active.get(type_, [])
        games = 0 if version.how == "opening" else sides // 2
        found[type_] = [rated, players, games, ratings[len(ratings) // 2] if ratings else None]
    return found


def statistics(
    session: Session, versions: Sequence[Version], months: dict[str, dict[str, list[int | None]]]
) -> list[Statistics]:
    """The statistics of each type of the newest list."""
    standing = [v for v in versions if v.newest]
    if not standing:
        return []
    found = []
    for type_ in standing[-1].types:
        bands: dict[int, int] = {}
        query = listed(standing[-1], _RATINGS) + " AND r.type = :type"
        for found_row in session.execute(text(query), {"version": standing[-1].id, "type": type_}):
            rating = found_row[0]
            bands[rating // BAND * BAND] = bands.get(rating // BAND * BAND, 0) + 1
        course = tuple(
            Month(v.list_date, row[0] or 0, row[1] or 0, row[2] or 0, row[3])
            for v in standing
            if (row := months[v.mark].get(type_)) is not None
        )
        filled = range(min(bands), max(bands) + BAND, BAND) if bands else ()
        found.append(Statistics(type_, tuple((b, bands.get(b, 0)) for b in filled), course))
    return found
