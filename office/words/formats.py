"""Dates, numbers and lists as the language spoken writes them (Unicode's CLDR).

What nearly every command says, days and lists of words, stands here as the CLDR has it: Babel, which reads it
all, takes a tenth of a second to load. A test compares every day, month and list with Babel's.
"""

import re
from collections.abc import Iterable
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache
from typing import Literal, NamedTuple

from office.words import _, language

LOCALES = {"en": "en_GB", "ja": "ja"}


class _Cldr(NamedTuple):
    """Patterns of a language: `d`, `m`, `y` in figures, `month` by its name; what joins two words, and the
    last one of several to those before it."""

    months: tuple[str, ...]
    short_months: tuple[str, ...]
    day: str
    short_day: str
    month: str
    comma: str
    ands: tuple[str, str]
    ors: tuple[str, str]


_FIGURES = tuple(map(str, range(1, 13)))
CLDR = {
    "en": _Cldr(
        ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
         "November", "December"),
        ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"),
        "{d} {month} {y}", "{d} {month} {y}", "{month} {y}",
        ", ", ("{} and {}", "{} and {}"), ("{} or {}", "{} or {}"),
    ),
    "ja": _Cldr(
        _FIGURES, _FIGURES, "{y}年{m}月{d}日", "{y}/{m:02}/{d:02}", "{y}年{m}月",
        "、", ("{}、{}", "{}、{}"), ("{}または{}", "{}、または{}"),
    ),
}  # fmt: skip


def day(of: date | str) -> str:
    """1 November 2026, 2026年11月1日; also of a text YYYY-MM-DD."""
    # A moment is no key: one of another zone is equal to it, and can be on another day.
    return day_in(of.date() if isinstance(of, datetime) else of, language())


@lru_cache(maxsize=8192)  # the same days stand all over a site
def day_in(of: date | str, language: str) -> str:
    """A day, or a text YYYY-MM-DD, in a language that a template names: `{{ list_date | day("ja") }}`."""
    here, of = CLDR[language], date.fromisoformat(of) if isinstance(of, str) else of
    return here.day.format(d=of.day, m=of.month, month=here.months[of.month - 1], y=of.year)


def kept_day(of: date | str) -> str:
    """2026-11-01, 2026年11月1日: in texts whose English is kept and compared with what was kept before."""
    return str(of) if language() == "en" else day(of)


def days(first: date | str | None, last: date | str | None, unknown: str = "?") -> str:
    """1 November 2026 to 2 November 2026, or the one day; `unknown` for a day, or two, that nobody states."""
    if first == last or str(first) == str(last):
        return day(first) if first else unknown
    return _("{first} to {last}", first=day(first) if first else unknown, last=day(last) if last else unknown)


def short_day(of: date) -> str:
    """1 Nov 2026, 2026/11/01."""
    return _short_day(of, language())


@lru_cache(maxsize=8192)
def _short_day(of: date, language: str) -> str:
    here = CLDR[language]
    return here.short_day.format(d=of.day, m=of.month, month=here.short_months[of.month - 1], y=of.year)


def month(of: date) -> str:
    """November 2026, 2026年11月."""
    here = CLDR[language()]
    return here.month.format(m=of.month, month=here.months[of.month - 1], y=of.year)


def moment(of: datetime) -> str:
    """1 November 2026, 09:30; 2026年11月1日 9:30. In the moment's own zone."""
    return f"{day(of)} {of.hour}:{of:%M}" if language() == "ja" else f"{day(of)}, {of:%H:%M}"


def number(of: int | Decimal) -> str:
    """1,234 in both languages."""
    from babel.numbers import format_decimal

    return format_decimal(of, locale=LOCALES[language()])


def listed(items: Iterable[str], style: Literal["standard", "or"] = "standard") -> str:
    """a, b and c; a、b、c. With `or`: a, b or c; a、b、またはc."""
    here, words = CLDR[language()], list(items)
    if len(words) < 2:
        return "".join(words)
    of_two, last = here.ors if style == "or" else here.ands
    if len(words) == 2:
        return of_two.format(*words)
    return last.format(here.comma.join(words[:-1]), words[-1])


def natural(text: str) -> list[tuple[int, str]]:
    """By what texts stand in the order in which people read them: 9 before 10."""
    return [(int(part) if part.isdecimal() else -1, part) for part in re.split(r"(\d+)", text)]


def joined(sentences: Iterable[str]) -> str:
    """Sentences as one text: Japanese has no blank between them."""
    return ("" if language() == "ja" else " ").join(sentences)
