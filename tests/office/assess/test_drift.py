"""Inflation with a fixed cohort, on histories of a few people worked by hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from office.assess.columns import UNKNOWN, Course, History, Holders
from office.assess.drift import crossings, gains, points, shifts, trends
from rating.calendar import add_months
from tests.office.assess.invented import Invented

ADULT, JUNIOR, NEWCOMER, NOBODY_KNOWS = range(4)


def on(*rows: tuple[int, int, int]) -> dict[str, Holders]:
    """A list: who, rating, K (0: did not play)."""
    who, rating, k = np.array(rows, np.int64).T
    return {"standard": Holders(who, rating, np.full(who.size, 50), np.where(k == 0, UNKNOWN, k))}


def history(*lists: dict[str, Holders], months: int = 1) -> History:
    """The lists from October 2026 on, so many months apart."""
    made = Invented(players=4, lists=len(lists) - 1, games=1).history
    dates = [add_months(date(2026, 10, 1), n * months) for n in range(len(lists))]
    born = np.array([date(1980, 1, 1), date(2012, 6, 1), date(1990, 1, 1), date(1990, 1, 1)], dtype=object)
    ordinals = np.array([day.toordinal() for day in born], np.int64)
    ordinals[NOBODY_KNOWS] = UNKNOWN
    return replace(
        made,
        dates=dates,
        born=[ordinals] * len(lists),
        course=Course("published", "published", lists, [{"standard": (2, 1)}] * len(lists)),
    )


THREE = (
    on((ADULT, 1990, 0), (JUNIOR, 1500, 0), (NOBODY_KNOWS, 1700, 0)),
    on((ADULT, 2005, 20), (JUNIOR, 1540, 40), (NOBODY_KNOWS, 1700, 0)),
    on((ADULT, 1998, 20), (JUNIOR, 1600, 40), (NEWCOMER, 1200, 0), (NOBODY_KNOWS, 1700, 0)),
)


def test_the_cohort_its_juniors_and_the_newcomers_are_told_apart() -> None:
    told = history(*THREE)
    _first, second, third = points(told, told.course)
    # +15, +40, 0; then +8, +100, 0 since the first list.
    assert second.cohort.mean == pytest.approx(55 / 3)
    assert (second.juniors.mean, second.adults.mean) == (40, 15)
    assert third.cohort.mean == 36
    assert (third.cohort.players, third.juniors.players, third.adults.players) == (3, 1, 1)
    assert (third.newcomers.players, third.newcomers.mean) == (1, 1200)
    assert third.everybody.mean == (1998 + 1600 + 1200 + 1700) / 4
    assert third.median == 1650
    assert third.spread == pytest.approx(np.std([1998, 1600, 1200, 1700]))
    assert (third.played, third.unrated) == (2, 1)


def test_points_of_a_year_are_those_of_its_groups() -> None:
    told = history(*THREE)
    found = {(g.year, g.group): (g.lists, g.points) for g in gains(told, told.course)}
    assert found == {
        (2026, "k-20"): (2, 15 - 7),
        (2026, "k-40"): (2, 40 + 60),
        (2026, "resting"): (2, 0),
        (2026, "junior"): (2, 100),
        (2026, "adult"): (2, 8),
        (2026, "age-unknown"): (2, 0),
        (2026, "newcomers"): (1, 1200),
    }


def test_who_rests_a_year_has_left_and_nobody_has_before() -> None:
    lists = [on((ADULT, 1600, 0), (JUNIOR, 1500, 0))]
    lists += [on((ADULT, 1600 + 2 * n, 20), (JUNIOR, 1500, 0)) for n in range(1, 4)]
    told = history(*lists, months=6)  # October 2026 to April 2028
    found = list(points(told, told.course))
    assert [p.left.players for p in found] == [0, 0, 1, 1]
    assert (found[-1].stayed.mean, found[-1].left.mean) == (6, 0)
    leavers = [g for g in gains(told, told.course) if g.group == "leavers"]
    assert [(g.year, g.lists, g.points) for g in leavers] == [(2027, 1, 1500)]


def test_a_drift_in_a_year_is_the_slope_and_none_is_given_within_one() -> None:
    lists = [on((ADULT, 1600 + 10 * n, 20)) for n in range(5)]
    (trend,) = trends(list(points(history(*lists, months=6), history(*lists, months=6).course)))
    assert trend.per_year == pytest.approx(20, abs=0.1)
    (short,) = trends(list(points(history(*lists), history(*lists).course)))
    assert short.per_year is None


def test_who_crosses_a_mark_is_named_up_and_down() -> None:
    told = history(*THREE)
    found = list(crossings(told, told.course))
    assert [(c.id, c.mark, c.before, c.after, c.up) for c in found] == [
        ("N00000000", 2000, 1990, 2005, True),
        ("N00000000", 2000, 2005, 1998, False),
    ]


def test_places_are_among_all_and_equals_share_one() -> None:
    told = history(
        on((ADULT, 1600, 0), (JUNIOR, 1500, 0), (NOBODY_KNOWS, 1500, 0)),
        on((ADULT, 1600, 20), (JUNIOR, 1650, 40), (NOBODY_KNOWS, 1500, 0)),
    )
    found = {s.id[-1]: (s.place_before, s.place) for s in shifts(told, told.course)}
    assert found == {"0": (1, 2), "1": (2, 1), "3": (2, 3)}


def test_nobody_on_the_first_list_is_no_cohort() -> None:
    told = history(on((ADULT, 1600, 0)), on((ADULT, 1610, 20)))
    told = replace(told, course=replace(told.course, lists=[{}, told.course.lists[1]]))
    first, second = points(told, told.course)
    assert (first.everybody.mean, first.spread, second.cohort.mean) == (None, None, None)
    assert second.newcomers.players == 1
