"""Days and lists of words as Babel, another reader of the CLDR, writes them."""

from datetime import date, timedelta

import pytest
from babel.dates import format_date, format_skeleton
from babel.lists import format_list

from office.words import LANGUAGES, speaking
from office.words.formats import LOCALES, day, listed, month, short_day

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
@pytest.mark.parametrize("style", ["standard", "or"])
def test_lists_are_those_of_the_cldr(language: str, style: str) -> None:
    words = ["Kita {0}", "みなみ", "c, d", "e", "f"]
    with speaking(language):
        for many in range(len(words) + 1):
            told = format_list(words[:many], style, locale=LOCALES[language])
            assert listed(words[:many], style) == told  # type: ignore[arg-type]


def test_a_day_says_what_it_says_by_hand() -> None:
    assert (day(date(2026, 9, 1)), short_day(date(2026, 9, 1))) == ("1 September 2026", "1 Sept 2026")
    with speaking("ja"):
        assert (day(date(2026, 9, 1)), short_day(date(2026, 9, 1))) == ("2026年9月1日", "2026/09/01")
