"""Which published lists are still recalculated."""

# ruff: noqa: ARG001 - the role fixes the signature, whether or not an edition asks for all of it

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


@article("ncs-2022-09", "3(7)", reads=("closed_after_days",))
def published_on_closing_day_or_after(law: Edition, published: date, error_reported: date) -> bool:
    """True where a list of this day is open to an inquiry of that day: only what was published before the
    day so many days back is closed, a list of that very day is not."""
    return published >= error_reported - timedelta(days=law.number("closed_after_days"))


@article("ncs-2019-09", "5(4)")
def never_closed(_law: Edition, published: date, error_reported: date) -> bool:
    """True: the text closes no list; what it does not settle the rating department decides."""
    return True
