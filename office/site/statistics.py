"""Figures about the lists: how ratings are spread, how much is played, whether ratings drift."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import text
from sqlmodel import Session

from office.site.list_pages import LISTED
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


_COUNTS = f"""
SELECT r.type, count(*), sum(CASE WHEN r.period_games > 0 THEN 1 ELSE 0 END), sum(r.period_games)
{LISTED} GROUP BY r.type
"""

_ACTIVE = f"SELECT r.type, r.rating {LISTED} AND m.active = :yes ORDER BY r.type, r.rating"

_RATINGS = f"SELECT r.rating {LISTED} AND r.type = :type"


def month_of(session: Session, version: Version) -> dict[str, list[int | None]]:
    """The figures of one version by type, as plain values that can be kept: it does not change any more."""
    rows = session.execute(text(_COUNTS), {"version": version.id}).all()
    active: dict[str, list[int]] = {}
    for type_, rating in session.execute(text(_ACTIVE), {"version": version.id, "yes": True}):
        active.setdefault(type_, []).append(rating)
    found: dict[str, list[int | None]] = {}
    for type_, rated, players, sides in rows:
        ratings = active.get(type_, [])
        games = 0 if version.how == "opening" else (sides or 0) // 2
        found[type_] = [rated, players or 0, games, ratings[len(ratings) // 2] if ratings else None]
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
        for (rating,) in session.execute(text(_RATINGS), {"version": standing[-1].id, "type": type_}):
            bands[rating // BAND * BAND] = bands.get(rating // BAND * BAND, 0) + 1
        course = tuple(
            Month(v.list_date, row[0] or 0, row[1] or 0, row[2] or 0, row[3])
            for v in standing
            if (row := months[v.mark].get(type_)) is not None
        )
        filled = range(min(bands), max(bands) + BAND, BAND) if bands else ()
        found.append(Statistics(type_, tuple((b, bands.get(b, 0)) for b in filled), course))
    return found
