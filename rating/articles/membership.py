"""Membership on the day of the game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING

from rating.citation import article
from rating.interpretations import Interpretations

if TYPE_CHECKING:
    from rating.edition import Edition


Spans = Sequence[tuple[date, date]]
"""The first and the last day of each membership."""


@article("jcf-2024-10", "3(5)")
def first_day_without_membership(
    _law: Edition,
    membership: Spans,
    first_day: date,
    last_day: date,
    one_time: bool,
    switches: Interpretations,
) -> date | None:
    """The first day from `first_day` to `last_day` on which no interval holds, None if all are covered.

    Intervals hold on their first and last day; a game without a day of its own needs every day of
    its event. A membership for one event is none here.
    """
    return _first_gap(membership, first_day, last_day)


@article("ncs-2022-09", "2(2)")
def first_day_without_any_membership(
    _law: Edition,
    membership: Spans,
    first_day: date,
    last_day: date,
    one_time: bool,
    switches: Interpretations,
) -> date | None:
    """The same where a one-time membership holds for the days of its event."""
    return None if one_time else _first_gap(membership, first_day, last_day)


@article("ncs-2019-09", "1(1)")
def first_day_without_membership_of_some_kind(
    _law: Edition,
    membership: Spans,
    first_day: date,
    last_day: date,
    one_time: bool,
    switches: Interpretations,
) -> date | None:
    """The same where the text only says "members": whether one for one event makes a member of it (R122)."""
    counts = one_time and switches.r122 == "one-time-too"
    return None if counts else _first_gap(membership, first_day, last_day)


@article("ncs-2019-09", "1(1)")
@article("ncs-2022-09", "3(5)")
def counts_for_the_member(_law: Edition, switches: Interpretations) -> bool:
    """Whether a game with somebody who is no member counts for the member (R123)."""
    return switches.r123 == "for-the-member"


def _first_gap(membership: Spans, first_day: date, last_day: date) -> date | None:
    day = first_day
    for start, end in sorted(membership):
        if start <= day <= end:
            if end >= last_day:
                return None
            day = end + timedelta(days=1)
    return day
