"""Dates, numbers and lists as the language spoken writes them (Unicode's CLDR, by Babel)."""

from collections.abc import Iterable
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from office.words import language, speaking

LOCALES = {"en": "en_GB", "ja": "ja"}


def day(of: date) -> str:
    """1 November 2026, 2026年11月1日."""
    return _date(of, "long", LOCALES[language()])


def short_day(of: date) -> str:
    """1 Nov 2026, 2026/11/01."""
    return _date(of, "medium", LOCALES[language()])


@lru_cache(maxsize=4096)  # pages by the thousand say the same days
def _date(of: date, style: Literal["long", "medium"], locale: str) -> str:
    from babel.dates import format_date

    return format_date(of, style, locale=locale)


def month(of: date) -> str:
    """November 2026, 2026年11月."""
    from babel.dates import format_skeleton

    return format_skeleton("yMMMM", of, locale=LOCALES[language()])


def moment(of: datetime) -> str:
    """1 November 2026, 09:30; 2026年11月1日 9:30. In the moment's own zone."""
    from babel.dates import format_time

    between = " " if language() == "ja" else ", "
    return (
        f"{day(of.date())}{between}{format_time(of, 'short', tzinfo=of.tzinfo, locale=LOCALES[language()])}"
    )


def number(of: int | Decimal) -> str:
    """1,234 in both languages."""
    from babel.numbers import format_decimal

    return format_decimal(of, locale=LOCALES[language()])


def listed(items: Iterable[str], style: Literal["standard", "or"] = "standard") -> str:
    """a, b and c; a、b、c. With `or`: a, b or c; a、b、またはc."""
    from babel.lists import format_list

    return format_list(list(items), style, locale=LOCALES[language()])


def day_in(of: date | str, language: str) -> str:
    """A day, or a text YYYY-MM-DD, in a language that a template names: `{{ list_date | day("ja") }}`."""
    with speaking(language):
        return day(date.fromisoformat(of) if isinstance(of, str) else of)
