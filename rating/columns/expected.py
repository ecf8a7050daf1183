"""PD on columns: Table 1 as an array over the signed difference of two ratings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from rating.columns.counterparts import Counterparts
from rating.edition import Edition
from rating.errors import EditionError, Problem

CERTAIN = 100
"""Hundredths of a certain win; it fits the signed bytes of `own` and `opponent`, as any sum of the two
that makes one does."""


@dataclass(frozen=True, slots=True, eq=False)
class ExpectedTable:
    """Expected scores in hundredths at every signed difference, own rating less the opponent's.

    `own[d + reach]` is the player's and `opponent[d + reach]` his opponent's at the difference d; beyond
    `reach` nothing changes any more. `make_one`: the two are 100 together at every difference. `limit`:
    differences above it count as it, but for who is rated `free_from` or more, in the types `free_types`, for
    whom the difference itself counts.
    """

    own: NDArray[np.int8]
    opponent: NDArray[np.int8]
    reach: int
    make_one: bool
    limit: int
    free_from: int | None = None
    free_types: tuple[str, ...] = ()

    def limits(self, ratings: NDArray[np.int32], types: Sequence[str]) -> NDArray[np.int32] | None:
        """Above which difference nothing changes any more, by slot, from ratings of shape (types, players);
        None where that is `reach` for everybody."""
        if self.free_from is None:
            return None
        may_be_free = np.array([type in self.free_types for type in types])[:, None]
        free = may_be_free & (ratings >= self.free_from)
        return np.where(free, np.int32(self.reach), np.int32(self.limit)).ravel()

    def used(
        self, d: NDArray[np.int64], own: NDArray[np.int64], type: NDArray[np.int64], types: Sequence[str]
    ) -> NDArray[np.int64]:
        """The difference that counts for players of these ratings; `type`: the number of each game's."""
        held = np.minimum(d, self.limit)
        if self.free_from is None:
            return held
        may_be_free = np.array([name in self.free_types for name in types])
        return np.where(may_be_free[type] & (own >= self.free_from), d, held)


EXPECTED: Counterparts[Callable[[Edition], ExpectedTable]] = Counterparts("expected_score")


@EXPECTED.of("table_1_up_to_limit")
def up_to_limit(law: Edition) -> ExpectedTable:
    """Table 1 for the absolute difference, held to the limit."""
    return _table(law, whole=False)


@EXPECTED.of("table_1_limited_below_rating")
def limited_below_rating(law: Edition) -> ExpectedTable:
    """The same for who is rated below a mark; from it on, in some types, the whole of Table 1."""
    whole, types = _table(law, whole=True), law.words("no_limit_types")
    return replace(whole, free_from=law.number("no_limit_from_rating"), free_types=types)


def _table(law: Edition, *, whole: bool) -> ExpectedTable:
    steps, limit = law.steps("expected_scores"), law.number("difference_limit")
    reach = steps[-1].first if whole else limit
    high = np.full(reach + 1, -1)
    low = np.full(reach + 1, -1)
    for step in steps:
        past = reach + 1 if step.last is None else step.last + 1
        high[step.first : past] = step.high
        low[step.first : past] = step.low
    both = np.concatenate((high, low))
    if both.min() < 0 or both.max() > CERTAIN:
        found = f"{both.min()} to {both.max()}"
        raise EditionError(
            Problem("table-gap", f"{law.id} Table 1", "0 to 100 hundredths at every difference", found)
        )
    # With equal ratings the player reads column H, and so does his opponent.
    own = np.concatenate((low[:0:-1], high)).astype(np.int8)
    opponent = own[::-1].copy()
    return ExpectedTable(own, opponent, reach, bool((own + opponent == CERTAIN).all()), limit)
