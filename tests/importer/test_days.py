"""Days as people write them: what can only be one day is that day, what could be two is none."""

from __future__ import annotations

from datetime import date
from types import SimpleNamespace
from typing import Any

import pytest

from importer.checks.report import event_without_days
from importer.days import YEAR_FIRST, day, days, event_days
from importer.files import read_files
from importer.given import GivenFile
from rating.time_control import minutes_at_60
from tests.importer.test_trf import row
from tests.samples import samples


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("May 29, 2020", date(2020, 5, 29)),
        ("29 May 2020", date(2020, 5, 29)),
        ("Sunday, 4th Oct. 2026", date(2026, 10, 4)),
        ("28. 07. 2005", date(2005, 7, 28)),
        ("25/02/2011", date(2011, 2, 25)),
        ("10/24/2026", date(2026, 10, 24)),
        ("05/05/2026", date(2026, 5, 5)),
        ("2026/10/4（日）", date(2026, 10, 4)),
        ("令和8年10月4日", date(2026, 10, 4)),
        ("令和元年５月６日（月）", date(2019, 5, 6)),
        ("R8.10.4", date(2026, 10, 4)),
        ("２０２６年10月4日 日曜日", date(2026, 10, 4)),
        ("2026年5月4日（月・祝）", date(2026, 5, 4)),
        ("2026/05/04 (Mon)", date(2026, 5, 4)),
        ("26/25/02", date(2026, 2, 25)),
    ],
)
def test_a_day_that_is_certain_is_read(text: str, expected: date) -> None:
    assert day(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("02/10/2010", "11.25.02", "26/10/04", "10月4日", "May 2020", "May 29", "31. 6. 2026", "2026-13-01"),
        *("ma 29, 2020", "tomorrow", "20261004", "29 May 29, 2020", "令和8年13月4日", "1/2", ""),
    ],
)
def test_a_day_that_could_be_two_or_is_none_is_none(text: str) -> None:
    assert day(text) is None


def test_the_order_that_one_day_proves_holds_for_the_whole_file() -> None:
    assert days(["24/09/2010", "02/10/2010"]) == [date(2010, 9, 24), date(2010, 10, 2)]
    assert days(["02/10/2010", "09/24/2010"]) == [date(2010, 2, 10), date(2010, 9, 24)]
    assert days(["24/09/2010", "09/24/2010", "02/10/2010"])[2] is None  # no order fits all: none is proven
    assert days(["24/09/2010", "02-03-11"])[1] is None  # years of two digits are another way of writing


def test_the_events_days_settle_how_its_rounds_are_written() -> None:
    within = (date(2011, 2, 25), date(2011, 2, 27))
    assert days(["11.25.02", "11.27.02"], within, usual=YEAR_FIRST) == [date(2011, 2, 25), date(2011, 2, 27)]
    whole = (date(2011, 2, 1), date(2011, 12, 31))
    assert days(["11.02.03"], whole, usual=YEAR_FIRST) == [date(2011, 2, 3)]
    assert days(["11.02.03", "11.25.02"], whole, usual=YEAR_FIRST)[0] == date(2011, 3, 2)


@pytest.mark.parametrize(
    ("first", "last", "rounds", "expected"),
    [
        ("03.10.26", "04.10.26", [], (None, None)),
        ("26.10.03", "26.10.04", [], (None, None)),
        ("31.10.26", "07.11.26", [], (date(2026, 10, 31), date(2026, 11, 7))),  # else the end is before it
        ("26.10.31", "26.11.07", [], (date(2026, 10, 31), date(2026, 11, 7))),
        ("03.10.26", "04.10.2026", [], (None, date(2026, 10, 4))),  # also the 10th of March, and in 2003
        ("03.10.26", "25.10.26", ["2026/10/03"], (date(2026, 10, 3), date(2026, 10, 25))),
        ("03.10.26", "04.10.26", ["26/10/03", "26/10/04"], (None, None)),  # or in 2003 and 2004, by either
        ("03.10.26", "04.10.26", ["26/10/03", "26/10/31"], (None, None)),  # one of them is wrong
        ("04.10.2026", "03.10.2026", [], (date(2026, 10, 4), date(2026, 10, 3))),  # asked as what it is
        ("03.10.26", "", ["03.10.2026"], (None, None)),
        ("2026/10/03", "", [], (date(2026, 10, 3), None)),
    ],
)
def test_a_day_of_an_event_that_its_file_does_not_settle_is_none(
    first: str, last: str, rounds: list[str], expected: tuple[date | None, date | None]
) -> None:
    assert event_days(first, last, rounds) == expected


def test_the_days_of_real_and_of_mixed_trf_files_are_not_asked() -> None:
    def read(data: bytes) -> tuple[list[date | None], list[str]]:
        (reading,) = read_files([GivenFile("a.trf", data)], minutes_at_60)
        assert reading.record is not None
        event = reading.record
        return [event.first_day, event.last_day, *(r.date for r in event.rounds)], [
            p.code for p in event.problems
        ]

    found, codes = read((samples("trf") / "bunratty_masters_2011.tab").read_bytes())
    assert [when.day for when in found if when] == [25, 27, 25, 26, 26, 26, 27, 27]
    assert {(when.year, when.month) for when in found if when} == {(2011, 2)}
    assert codes == []
    found, codes = read((samples("trf") / "armstrong_2012_with_bom.tab").read_bytes())
    assert (found[:2], codes) == ([date(2011, 9, 26), date(2012, 4, 1)], [])  # 11.09.26 to 12.04.01
    player = row(1, "A", "0000 - U")
    found, codes = read(f"012 X\n042 24/09/2010\n052 02/10/2010\n{player}".encode())
    assert (found[:2], codes) == ([date(2010, 9, 24), date(2010, 10, 2)], [])
    found, codes = read(f"012 X\n042 02/09/2010\n052 02/10/2010\n{player}".encode())
    assert (found[:2], codes) == ([None, None], ["trf-day", "trf-day"])
    found, codes = read(f"012 X\n042 03.10.26\n052 04.10.26\n{rounds('03.10.26')}\n{player}".encode())
    assert (found, codes) == ([None, None, None], ["trf-day"] * 3)
    found, codes = read(f"012 X\n042 2026/10/03\n{rounds('03.10.26')}\n{player}".encode())
    assert (found, codes) == ([date(2026, 10, 3), None, date(2026, 10, 3)], [])
    for text, met in (("03.10.26", None), ("26/10/03", date(2026, 10, 3))):  # the format's own: YY/MM/DD
        found, codes = read(f"012 X\n{rounds(text)}\n{player}".encode())
        assert (found[2:], codes) == ([met], [] if met else ["trf-day"])


def rounds(*texts: str) -> str:
    return "132".ljust(91) + "".join(text.ljust(10) for text in texts)


def test_an_event_of_which_one_day_is_known_is_asked_about_with_that_day() -> None:
    def found(first: date | None, last: date | None) -> str:
        facts: Any = SimpleNamespace(
            view=SimpleNamespace(event=SimpleNamespace(first_day=first, last_day=last)),
            finding=lambda _code, _subject, _place, _expected, found, _remedy: found,
        )
        (told,) = event_without_days(facts)
        return str(told)

    day_ = date(2026, 10, 3)
    assert found(day_, None) == "the first day alone, 2026-10-03"
    assert found(None, day_) == "the last day alone, 2026-10-03"
    assert found(None, None) == "none"
