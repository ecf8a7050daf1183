"""Ranks on a list."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

One = TypeVar("One")


def places(values: Sequence[int]) -> list[int]:
    """1, 2, 2, 4: the places of values that stand in order; who has the same shares the place."""
    found: list[int] = []
    shared, before = 0, None
    for place, value in enumerate(values, start=1):
        if value != before:
            shared, before = place, value
        found.append(shared)
    return found


def rank_of_each(values: Iterable[int]) -> dict[int, int]:
    """By value the place of who has it, the highest first; who has the same shares the place."""
    found, before = {}, 0
    for value, times in sorted(Counter(values).items(), reverse=True):
        found[value] = before + 1
        before += times
    return found


def shared_ranks(ratings: Mapping[str, int]) -> Mapping[str, int]:
    """Everybody's place, highest rating first."""
    ordered = sorted(ratings, key=ratings.__getitem__, reverse=True)
    return dict(zip(ordered, places([*map(ratings.__getitem__, ordered)]), strict=True))


def first(ordered: Sequence[One], value: Callable[[One], int], most: int) -> Sequence[One]:
    """The first so many of what stands in order, and who ties with the last of them."""
    if len(ordered) <= most:
        return ordered
    last = value(ordered[most - 1])
    return [one for n, one in enumerate(ordered) if n < most or value(one) == last]
