"""Ranks on a list."""

from collections.abc import Mapping


def shared_ranks(ratings: Mapping[str, int]) -> Mapping[str, int]:
    """1, 2, 2, 4: who has the same rating shares the place."""
    ordered = sorted(ratings.items(), key=lambda item: -item[1])
    ranks: dict[str, int] = {}
    for place, (player, rating) in enumerate(ordered, start=1):
        before = ordered[place - 2] if place > 1 else None
        ranks[player] = ranks[before[0]] if before is not None and before[1] == rating else place
    return ranks
