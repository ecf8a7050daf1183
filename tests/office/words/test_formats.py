"""Days and lists of words as Babel, another reader of the CLDR, writes them."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from babel.dates import format_date, format_skeleton, format_time
from babel.lists import format_list

from office.words import LANGUAGES, speaking
from office.words.formats import LOCALES, day, days, kept_day, listed, moment, month, natural, short_day

DAYS = [date(2023, 12, 25) + timedelta(days=n) for n in range(380)] + [date(1899, 1, 9), date(2199, 12, 31)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_days_and_months_are_those_of_the_cldr(language: str) -> None:
    locale = LOCALES[language]
    with speaking(language):
        for of in DAYS:
            assert day(of) == format_date(of, "long", locale=locale)
            assert short_day(of) == format_date(of, "medium", locale=locale)
            assert month(of) == format_skeleton("yMMMM", of, locale=locale)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_time_of_a_moment_is_that_of_the_cldr(language: str) -> None:
    with speaking(language):
        for minutes in range(0, 1440, 7):
            of = datetime(2026, 11, 1, tzinfo=UTC) + timedelta(minutes=minutes)
            told = format_time(of, "short", tzinfo=UTC, locale=LOCALES[language])
            assert moment(of).removeprefix(day(of)).lstrip(", ") == told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("style", ["standard", "or"])
def test_lists_are_those_of_the_cldr(language: str, style: str) -> None:
    words = ["Kita {0}", "みなみ", "c, d", "e", "f"]
    with speaking(language):
        for many in range(len(words) + 1):
            told = format_list(words[:many], style, locale=LOCALES[language])
            assert listed(words[:many], style) == told  # type: ignore[arg-type]


def test_the_day_of_a_moment_is_that_of_its_own_zone() -> None:
    of = datetime(2026, 11, 2, 20, 0, tzinfo=UTC)
    there = of.astimezone(ZoneInfo("Asia/Tokyo"))
    assert (moment(of), moment(there)) == ("2 November 2026, 20:00", "3 November 2026, 05:00")
    assert (day(of), day(there)) == ("2 November 2026", "3 November 2026")


def test_a_day_says_what_it_says_by_hand() -> None:
    assert (day(date(2026, 9, 1)), short_day(date(2026, 9, 1))) == ("1 September 2026", "1 Sept 2026")
    with speaking("ja"):
        assert (day(date(2026, 9, 1)), short_day(date(2026, 9, 1))) == ("2026年9月1日", "2026/09/01")


def test_a_text_of_a_day_says_the_same_and_what_is_kept_in_english_stands_as_it_was() -> None:
    first, last = date(2026, 9, 1), date(2026, 9, 2)
    assert (day("2026-09-01"), kept_day("2026-09-01")) == ("1 September 2026", "2026-09-01")
    assert (kept_day(first), days(first, last)) == ("2026-09-01", "1 September 2026 to 2 September 2026")
    assert days(first, "2026-09-01") == "1 September 2026"
    assert days(None, last, "nobody says") == "nobody says to 2 September 2026"
    assert days(None, None, "nobody says") == "nobody says"
    with speaking("ja"):
        assert (day("2026-09-01"), kept_day("2026-09-01")) == ("2026年9月1日", "2026年9月1日")
        assert (kept_day(first), days(first, None)) == ("2026年9月1日", "2026年9月1日～?")


def test_figures_within_texts_stand_as_numbers() -> None:
    groups = ["U12", "Open", "U8", "第10回", "Group B", "第9回", "Group A", "U8 girls"]
    in_order = ["Group A", "Group B", "Open", "U8", "U8 girls", "U12", "第9回", "第10回"]
    assert sorted(groups, key=natural) == in_order
