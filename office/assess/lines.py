"""The games of one list as columns: from its stored rows, or from what the engine gives."""

from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

import numpy as np

from office.assess.columns import UNKNOWN, Flags, Floats, Key, Whole
from rating.editions import held as editions_held
from rating.outcome import Outcome

PERCENT = 100.0

_ENGINE = attrgetter(
    "player", "opponent", "event", "round", "board", "type", "score", "rating", "opponent_rating",
    "pd", "k", "counts", "for_initial", "colour",
)  # fmt: skip
"""What the engine calls the columns of `office.lists.rows.GAME`."""

ByEvent = Mapping[tuple[str, str], tuple[int | None, int | None]]
"""Where ratings come event by event: by event and player the percentage that Table 1 expects, and K."""


@dataclass(frozen=True, slots=True, eq=False)
class Period:
    """The games of a list that are rated for somebody or count towards an initial rating, both players being
    on the register; columns as in `Games` and `Model`. `left_out`: how many more with somebody on none.
    `unrated`: by type how many played, and how many of these had no rating."""

    keys: Sequence[Key]
    type: Whole
    who: Whole
    score: Floats
    colours: Flags
    rating: Whole
    k: Whole
    expected: Floats
    difference: Floats
    left_out: int
    unrated: Mapping[str, tuple[int, int]]

    def largest_k(self, type_: int | None, people: int) -> Whole:
        """The largest K used for each of so many people in a type."""
        found = np.full(people, UNKNOWN, np.int64)
        if type_ is not None:
            mine = self.type == type_
            np.maximum.at(found, self.who[:, mine].ravel(), self.k[:, mine].ravel())
        return found


def period(
    rows: Sequence[Sequence[Any]],
    by_event: ByEvent,
    place: Callable[[str], int],
    types: MutableMapping[str, int],
) -> Period:
    """The columns of rows of `office.lists.rows.GAME`: White's side of each game, then Black's. `place`:
    where a person stands in `History.people`, `UNKNOWN` where nowhere; new types are added."""
    columns = list(zip(*rows, strict=True)) if rows else [()] * 14
    player, _opponent, event, round_, board, type_, halves, rating, other, pd, k, *flags = columns
    if by_event:
        found = [by_event.get((e, p or ""), (None, None)) for e, p in zip(event, player, strict=True)]
        pd, k = zip(*found, strict=True)
    counts, initial, colour = (np.array([bool(v) for v in flag], np.bool_).reshape(-1, 2).T for flag in flags)
    taken = (counts | initial).any(axis=0) & (_sides(halves)[0] != UNKNOWN)
    taken &= np.array([name is not None for name in type_[::2]], np.bool_)
    who = np.array([UNKNOWN if p is None else place(p) for p in player], np.int64).reshape(-1, 2).T
    known = (who != UNKNOWN).all(axis=0)
    on = np.flatnonzero(taken & known)
    code = [types.setdefault(became(type_[2 * n]), len(types)) for n in on.tolist()]
    ratings, percents = _sides(rating), _sides(pd)
    against = _sides(other)[0]
    apart = np.where((ratings[0] == UNKNOWN) | (against == UNKNOWN), np.nan, ratings[0] - against)
    expected = np.where(counts & (percents != UNKNOWN), percents / PERCENT, np.nan)
    kinds, people, rated = np.array(code, np.int64), who[:, on], ratings[:, on]
    return Period(
        keys=[(event[n], round_[n], board[n], player[n], player[n + 1]) for n in (2 * on).tolist()],
        type=kinds,
        who=people,
        score=_sides(halves)[0, on] / 2,
        colours=colour[0, on],
        rating=rated,
        k=np.where(counts, _sides(k), UNKNOWN)[:, on],
        expected=expected[:, on],
        difference=apart[on],
        left_out=int((taken & ~known).sum()),
        unrated={
            name: _unrated(people[:, kinds == n], rated[:, kinds == n])
            for name, n in types.items()
            if (kinds == n).any()
        },
    )


def of_engine(outcome: Outcome) -> list[tuple[Any, ...]]:
    """The rows of an outcome."""
    return [_ENGINE(line) for line in outcome.lines]


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


def _sides(column: Sequence[int | None]) -> Whole:
    """A column of whole numbers, White's above Black's."""
    return np.array([UNKNOWN if v is None else v for v in column], np.int64).reshape(-1, 2).T


def _unrated(who: Whole, rating: Whole) -> tuple[int, int]:
    return np.unique(who).size, np.unique(who[rating == UNKNOWN]).size
