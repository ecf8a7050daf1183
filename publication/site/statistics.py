"""Figures about the lists: how ratings are spread, how much is played, whether ratings drift."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from publication.site.versions import Version

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


def statistics(
    versions: Sequence[Version],
    months: Mapping[str, Mapping[str, Sequence[int | None]]],
    newest: Mapping[str, Sequence[tuple[str, int, tuple[str, ...]]]],
) -> list[Statistics]:
    """The statistics of each type of the newest list. `months`: the figures of each version that stands, by
    its mark; `newest`: the ratings on the newest list."""
    standing = [v for v in versions if v.newest]
    if not standing:
        return []
    ratings: dict[str, Counter[int]] = {type_: Counter() for type_ in standing[-1].types}
    for mine in newest.values():
        for type_, rating, _ in mine:
            ratings[type_][rating // BAND * BAND] += 1
    found = []
    for type_, bands in ratings.items():
        course = tuple(
            Month(v.list_date, row[0] or 0, row[1] or 0, row[2] or 0, row[3])
            for v in standing
            if (row := months[v.mark].get(type_)) is not None
        )
        filled = range(min(bands), max(bands) + BAND, BAND) if bands else ()
        found.append(Statistics(type_, tuple((b, bands.get(b, 0)) for b in filled), course))
    return found
