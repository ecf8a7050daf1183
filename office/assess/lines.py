"""The games of a list side by side: as stored with a version, or as the engine gives them."""

from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from office.assess.columns import Key
from rating.editions import held as editions_held
from rating.outcome import GameLine

PERCENT = 100.0


class Line(NamedTuple):
    """One side of a game: the columns of `office.lists.rows.GAME`. Who is on no register is None."""

    player: str | None
    opponent: str | None
    event: str
    round: int
    board: int | None
    type: str | None
    score: int | None
    rating: int | None
    opponent_rating: int | None
    pd: int | None
    k: int | None
    counts: bool
    for_initial: bool
    colour: str | None


_LINE = attrgetter(*Line._fields)

Percentages = Mapping[tuple[str, str], tuple[int | None, int | None]]
"""Where ratings come event by event: by event and player the percentage that Table 1 expects, and K."""


class Period:
    """The games of one list as they come: who played with which K, and who of them had no rating."""

    def __init__(self, by_event: Percentages) -> None:
        self.by_event = by_event
        self.k: dict[tuple[str, str], int] = {}
        self.played: dict[str, dict[str, bool]] = {}

    def take(self, white: Line, black: Line) -> bool:
        """Whether a game is rated for somebody, or counts towards an initial rating; if so it is noted."""
        if white.type is None or white.score is None:
            return False
        if not any(side.counts or side.for_initial for side in (white, black)):
            return False
        type_ = became(white.type)
        for side in (white, black):
            if side.player is None:
                continue
            self.played.setdefault(type_, {})[side.player] = side.rating is None
            if (k := self.factor(side)) is not None:
                self.k[side.player, type_] = max(k, self.k.get((side.player, type_), 0))
        return True

    def factor(self, side: Line) -> int | None:
        """The K of a side."""
        return self.by_event.get((side.event, side.player or ""), (None, side.k))[1]

    def expected(self, side: Line) -> float | None:
        """The score a side was to expect; None where the rules say nothing."""
        if not side.counts:
            return None
        percent = self.by_event.get((side.event, side.player or ""), (side.pd, None))[0]
        return None if percent is None else percent / PERCENT

    def unrated(self) -> dict[str, tuple[int, int]]:
        """By type how many played, and how many of them had no rating."""
        return {type_: (len(who), sum(who.values())) for type_, who in self.played.items()}


def became(type_: str) -> str:
    """A type of rating under the name it has today: where an edition changes, one goes on as another
    (R13)."""
    return _BECAME.get(type_, type_)


_BECAME = {
    old: new
    for law in editions_held()
    if law.has("carried_over")
    for old, new in (law.shapes.carried_over(law) or {}).items()
}


def pairs(lines: Iterable[Line]) -> Iterator[tuple[Line, Line]]:
    """White's side of each game with Black's: they follow each other."""
    those = iter(lines)
    return zip(those, those, strict=True)


def of_outcome(line: GameLine, register: set[str]) -> Line:
    """A side of a game as the engine gives it; who is not on this register is nobody."""
    mine = Line._make(_LINE(line))
    return mine._replace(
        player=mine.player if mine.player in register else None,
        opponent=mine.opponent if mine.opponent in register else None,
    )


def key(white: Line) -> Key:
    """The game within its list."""
    return (white.event, white.round, white.board, white.player or "", white.opponent or "")


def difference(white: Line) -> float:
    """White's rating less Black's; NaN where either has none."""
    if white.rating is None or white.opponent_rating is None:
        return np.nan
    return float(white.rating - white.opponent_rating)
