"""Which published lists are still recalculated."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from rating.citation import article

if TYPE_CHECKING:
    from rating.edition import Edition


@article("jcf-2024-10", "7(3)", reads=("closed_after_days",))
def published_after_closing_day(law: Edition, published: date, error_reported: date) -> bool:
    """True where a list of this day is open to an error reported on that day: lists published so many
    days before, or earlier, are closed."""
    return published > error_reported - timedelta(days=law.number("closed_after_days"))
