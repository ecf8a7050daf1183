"""What a cell's text says: numbers, points, days and moments, as Chess-Results prints them.

Each function returns None for what it cannot read; the caller knows the place and names the problem.
"""

import re
import unicodedata
from datetime import date, datetime
from functools import lru_cache

_FOOTNOTE = re.compile(r"\s*\*\)$")
_POINTS = re.compile(r"(\d{0,4})(?:([.,])([05])|(½))?", re.ASCII)
_MOMENT = re.compile(r"(\d\d)\.(\d\d)\.(\d{4}) (\d\d):(\d\d):(\d\d)", re.ASCII)
_DAY = re.compile(r"(\d{4})/(\d{1,2})/(\d{1,2})", re.ASCII)
_DOTTED_DAY = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})", re.ASCII)


def clean(text: str) -> str:
    """Text with every run of blanks, line breaks and no-break spaces made one blank."""
    return " ".join(text.split())


class _Cleaned(dict[str, str]):
    """`clean` by looking up; begun anew when it is full. An event's cells repeat from round to round."""

    MOST = 32_768

    def __missing__(self, text: str) -> str:
        if len(self) >= self.MOST:
            self.clear()
        cleaned = self[text] = clean(text)
        return cleaned


CLEANED = _Cleaned()
"""The text of a cell to the same text `clean`, for lists: half the time of a call for each of their cells."""


@lru_cache(maxsize=8192)
def whole(text: str) -> int | None:
    """A whole number of at most nine digits."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


@lru_cache(maxsize=1024)
def half_points(text: str) -> int | None:
    """Points in half points: `4½`, `½`, `6,5` and `6` are 9, 1, 13 and 12.

    Rounds print halves, lists print a decimal comma, in every language.
    """
    m = _POINTS.fullmatch(text)
    if m is None or not text or (m[2] and not m[1]):
        return None
    return 2 * int(m[1] or 0) + (1 if m[4] or m[3] == "5" else 0)


YEARS = range(1850, 2100)
"""Of a day that a page can print; a far one is a slip (importer/bounds.py)."""


def day(text: str) -> date | None:
    """A day printed as 2026/08/01, or as 01.08.2026 on German pages (seen: league1479341_*)."""
    if m := _DAY.fullmatch(text):
        return _date(m[1], m[2], m[3])
    m = _DOTTED_DAY.fullmatch(text)
    return _date(m[3], m[2], m[1]) if m else None


def _date(year: str, month: str, number: str) -> date | None:
    try:
        found = date(int(year), int(month), int(number))
    except ValueError:
        return None
    return found if found.year in YEARS else None


@lru_cache(maxsize=256)
def moment(text: str) -> datetime | None:
    """The first moment printed as 07.08.2026 21:04:32 in a text; the site states no zone."""
    m = _MOMENT.search(text)
    if m is None:
        return None
    try:
        return datetime(int(m[3]), int(m[2]), int(m[1]), int(m[4]), int(m[5]), int(m[6]))  # noqa: DTZ001
    except ValueError:
        return None


def name_as_printed(text: str) -> str:
    """A name without the footnote mark ` *)` (a player assigned to a fixed board)."""
    return _FOOTNOTE.sub("", text) if "*)" in text else text


@lru_cache(maxsize=8192)
def name_key(name: str) -> str:
    """What two printings of one name share: lists print `Last, First`, the crosstable `Last First`."""
    return clean(unicodedata.normalize("NFKC", name).replace(",", " ")).casefold()


SHORTEST_CUT = 15
"""Some views cut long names; a beginning of at least so many letters is the same name."""


def same_name(one: str, other: str) -> bool:
    """Whether two names, each as `name_key` gives it, can be one person's in two views."""
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    return short == long or (len(short) >= SHORTEST_CUT and long.startswith(short))
