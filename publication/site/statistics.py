"""Figures about the lists: how ratings are spread, how much is played, whether ratings drift."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from statistics import median_high

from publication.site.calibration import Apart, together
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
    """Of one type: `bands` (from, how many) and `ages` (class, how many, median rating) on the newest list,
    `months` over all lists, and how the games of all of them went (`apart`)."""

    type: str
    bands: tuple[tuple[int, int], ...]
    ages: tuple[tuple[str, int, int], ...]
    months: tuple[Month, ...]
    apart: tuple[Apart, ...]

    @property
    def year(self) -> int:
        """Games on the lists of the twelve months up to the newest."""
        last = self.months[-1].list_date
        since = last.replace(year=last.year - 1)
        return sum(m.games for m in self.months if m.list_date > since)


def statistics(
    versions: Sequence[Version],
    months: Mapping[str, Mapping[str, Sequence[int | None]]],
    newest: Mapping[str, Sequence[tuple[str, int, tuple[str, ...]]]],
    calibration: Mapping[str, Mapping[str, Sequence[Sequence[int]]]],
    ages: Mapping[str, Mapping[str, Sequence[int]]],
) -> list[Statistics]:
    """The statistics of each type of the newest list. `months` and `calibration`: the figures of each version
    that stands, by its mark; `newest`: the ratings on the newest list, `ages`: those by type and age class,
    the youngest first."""
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
        spread = tuple((b, bands.get(b, 0)) for b in filled)
        classes = tuple((name, len(rs), median_high(rs)) for name, rs in ages.get(type_, {}).items())
        apart = together((calibration[v.mark] for v in standing), type_)
        found.append(Statistics(type_, spread, classes, course, apart))
    return found
