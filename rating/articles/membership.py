"""Membership on the day of the game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING

from rating.citation import article

if TYPE_CHECKING:
    from rating.edition import Edition


@article("ncs-2019-09", "1(1)")
@article("jcf-2024-10", "3(5)")
def first_day_without_membership(
    _law: Edition,
    membership: Sequence[tuple[date, date]],
    first_day: date,
    last_day: date,
    one_time: bool = False,
) -> date | None:
    """The first day from `first_day` to `last_day` on which no interval holds, None if all are covered.

    Intervals hold on their first and last day; a game without a day of its own needs every day of
    its event. A membership for one event is none here.
    """
    return _first_gap(membership, first_day, last_day)


@article("ncs-2022-09", "2(2)")
def first_day_without_any_membership(
    _law: Edition,
    membership: Sequence[tuple[date, date]],
    first_day: date,
    last_day: date,
    one_time: bool = False,
) -> date | None:
    """The same where a one-time membership holds for the days of its event."""
    return None if one_time else _first_gap(membership, first_day, last_day)


def _first_gap(membership: Sequence[tuple[date, date]], first_day: date, last_day: date) -> date | None:
    day = first_day
    for start, end in sorted(membership):
        if start <= day <= end:
            if end >= last_day:
                return None
            day = end + timedelta(days=1)
    return day
