"""The amendments the texts name leave no gap and no overlap."""

import re
from dataclasses import replace
from datetime import date
from importlib.resources import files
from itertools import pairwise

import pytest

from rating import editions
from rating.editions import amendments, check_windows, edition_for, held, in_force, read_amendments
from rating.errors import EditionError

from .shared import seed

TEXT = (files("rating.editions") / "amendments.toml").read_text(encoding="utf-8")


def test_every_day_from_the_first_falls_under_exactly_one_amendment():
    days = [item.effective for item in amendments()]
    assert days == sorted(set(days))
    for before, after in pairwise(amendments()):
        assert in_force(amendments(), before.effective) == before
        assert in_force(amendments(), after.effective) == after
    assert in_force(amendments(), date(2019, 2, 4)) is None


def test_an_edition_held_is_in_force_until_the_next_amendment_held_or_not():
    windows = {law.id: (law.in_force_from, law.in_force_until) for law in held()}
    assert windows == {
        "ncs-2019-09": (date(2019, 9, 1), date(2020, 5, 1)),
        "ncs-2022-09": (date(2022, 9, 1), date(2023, 8, 1)),
        "jcf-2024-10": (date(2024, 10, 1), None),
    }


@pytest.mark.parametrize("days", [(date(2022, 9, 2), date(2023, 8, 1)), (date(2022, 9, 1), date(2024, 1, 1))])
def test_a_window_that_leaves_a_gap_or_overlaps_is_refused_by_name(days):
    laws = [
        replace(law, in_force_from=days[0], in_force_until=days[1]) if law.id == "ncs-2022-09" else law
        for law in held()
    ]
    with pytest.raises(EditionError, match=r"ncs-2022-09\.toml, head: in-force-window"):
        check_windows(amendments(), laws)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("effective = 2020-05-01", "effective = 2022-05-01", "out-of-order"),
        ("effective = 2020-05-01", 'effective = "spring"', "missing-date"),
        ("decided = 2020-03-31\n", "", "unknown-key"),
        ("decided = 2020-03-31", "decided = 2020-03-31\nby = 1", "unknown-key"),
        ("[[amendment]]", "[[amendments]]", "no-articles"),
        ("effective = 2020-05-01", "effective = ", "edition-file"),
    ],
)
def test_a_fault_is_refused_with_its_line(old, new, code):
    with pytest.raises(EditionError) as refusal:
        read_amendments(TEXT.replace(old, new), "a.toml")
    (problem,) = refusal.value.problems
    assert problem.code == code
    assert "line" in str(problem) or code == "no-articles"


MONTHS = {date(2000, month, 1).strftime("%B"): month for month in range(1, 13)}
ENGLISH = r"(?P<m>\w+) (?P<d>\d+), (?P<y>\d{4}) \([Ee]ffective (?:on )?(?P<from_m>\w+) (?P<from_d>\d+)"
JAPANESE = r"(?P<y>\d{4})年(?P<m>\d+)月(?P<d>\d+)日改[定訂]（(?P<from_m>\d+)月(?P<from_d>\d+)日から施行）"


@pytest.mark.parametrize(
    ("number", "pattern"), [("000", ENGLISH), ("001", ENGLISH), ("002", JAPANESE), ("003", JAPANESE)]
)
def test_the_amendments_are_those_of_the_lists_of_revisions(number, pattern):
    """Decided and in force on these days; the year of the second is that of the first."""
    text = seed(number) if pattern == ENGLISH else re.sub(r"\s", "", seed(number))
    told = [
        [MONTHS.get(part) or int(part) for part in found.group("y", "m", "d", "from_m", "from_d")]
        for found in re.finditer(pattern, text)
    ]
    first, *revised = (item for item in amendments() if number in item.seeds)
    assert first.effective == date(2019, 2, 5)
    assert told == [
        [*item.decided.timetuple()[:3], item.effective.month, item.effective.day] for item in revised
    ]
    assert all(item.effective.year == item.decided.year for item in revised)


TWO = """[[amendment]]
effective = 2030-01-01
decided = 2029-12-01
edition = "a"
article = "1"
seeds = ["000"]

[[amendment]]
effective = {}
decided = 2030-01-15
edition = "b"
article = "1"
{} = ["000"]
"""


@pytest.mark.parametrize(
    ("effective", "key", "code", "found"),
    [
        ("2030-01-01", "seeds", "out-of-order", "2030-01-01"),
        ("2029-12-31", "seeds", "out-of-order", "2029-12-31"),
        ("2030-02-01T00:00:00", "seeds", "missing-date", "something else"),
        ("2030-02-01", "zeeds", "unknown-key", "seeds, zeeds"),
        ("2030-02-01", "a", "unknown-key", "a, seeds"),
    ],
)
def test_a_fault_in_an_amendment_is_told_with_its_line(effective, key, code, found):
    with pytest.raises(EditionError) as refusal:
        read_amendments(TWO.format(effective, key), "a.toml")
    (problem,) = refusal.value.problems
    assert (problem.code, problem.place, problem.found) == (code, "a.toml, line 8", found)


def test_two_amendments_in_order_are_read():
    found = read_amendments(TWO.format("2030-01-02", "seeds"), "a.toml")
    assert [(item.edition, item.line) for item in found] == [("a", 1), ("b", 8)]


@pytest.mark.parametrize(
    ("edition", "list_date", "can_be"),
    [
        ("jcf-2024-10", date(2023, 9, 1), False),
        ("jcf-2024-10", date(2023, 10, 1), True),
        ("ncs-2022-09", date(2021, 8, 1), False),
        ("ncs-2022-09", date(2021, 9, 1), True),
        ("ncs-2022-09", date(2024, 8, 1), True),
        ("ncs-2022-09", date(2024, 9, 1), False),
        ("named by no amendment", date(2024, 9, 1), True),
    ],
)
def test_an_edition_is_read_for_lists_of_twelve_months_before_and_after(edition, list_date, can_be):
    assert editions._can_be(edition, list_date) is can_be


def test_the_editions_of_days_are_taken_in_their_order_whatever_order_names_them(monkeypatch):
    family = editions.family_named("japanese")
    there = dict.fromkeys(("jcf-2024-10", "qjrl", "ncs-2022-09", "ncs-2019-09"), "rating.editions")
    monkeypatch.setattr(editions, "family_named", lambda _name: replace(family, editions=there))
    assert [law.id for law in editions._dated()] == ["ncs-2019-09", "ncs-2022-09", "jcf-2024-10"]


def test_windows_are_looked_at_when_the_editions_are_read(monkeypatch):
    monkeypatch.setattr(editions, "amendments", lambda: amendments()[:-1])
    with pytest.raises(EditionError, match=r"jcf-2024-10\.toml, head: in-force-window"):
        editions._dated()


def test_a_list_under_no_edition_is_told_which_are_held():
    with pytest.raises(EditionError) as refused:
        edition_for(date(2021, 5, 1))
    assert refused.value.problems[0].expected == (
        "an edition in force on the last day of its period; held are ncs-2019-09 from 2019-09-01 until"
        " 2020-05-01, ncs-2022-09 from 2022-09-01 until 2023-08-01, jcf-2024-10 from 2024-10-01"
    )
