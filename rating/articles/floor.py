"""The lowest rating there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rating.citation import article

if TYPE_CHECKING:
    from rating.edition import Edition


@article("jcf-2024-10", "5(3)", reads=("floor",))
def not_below_floor(law: Edition, rating: int) -> int:
    """The rating, or the floor where it is below."""
    return max(rating, law.number("floor"))
