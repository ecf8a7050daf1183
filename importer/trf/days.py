"""Days as TRF files write them. The format says YYYY/MM/DD and YY/MM/DD; points, hyphens and, with a year of
four digits at the end, days first are met as well. What could be two days is none."""

import re
from datetime import date

_DAY = re.compile(r"(\d{4})[/.\-](\d{1,2})[/.\-](\d{1,2})")
_DAY_FIRST = re.compile(r"(\d{1,2})([/.\-])(\d{1,2})\2(\d{4})")
_SHORT = re.compile(r"(\d{2})[/.\-](\d{1,2})[/.\-](\d{1,2})")
_BORN = re.compile(r"(\d{4})(?:[/.\-](\d{2})[/.\-](\d{2}))?")


def day(text: str) -> date | None:
    """A day of the event (lines 042, 052); None where the text says none for certain."""
    if match := _DAY.fullmatch(text):
        return _date(*map(int, match.groups()))
    if match := _DAY_FIRST.fullmatch(text):
        first, second, year = int(match[1]), int(match[3]), int(match[4])
        # 02/03/2011 is two days; with points the day comes first, and 25 is no month anywhere.
        if match[2] != "." and first <= 12 and first != second:
            return None
        return _date(year, second, first)
    return short_day(text)


def short_day(text: str) -> date | None:
    """The day of a round (line 132), YY/MM/DD; also written with a year of four digits."""
    if match := _SHORT.fullmatch(text):
        year, month, of_month = map(int, match.groups())
        return _date(2000 + year, month, of_month)
    match = _DAY.fullmatch(text)
    return _date(*map(int, match.groups())) if match else None


def born(text: str) -> str | None:
    """A birth date as `YYYY-MM-DD`, or `YYYY` where only the year is known; None where it is neither."""
    match = _BORN.fullmatch(text)
    if match is None or match[1] == "0000":
        return None
    if match[2] is None or (match[2], match[3]) == ("00", "00"):
        return match[1]
    known = _date(int(match[1]), int(match[2]), int(match[3]))
    return known.isoformat() if known else None


def written(when: date) -> str:
    """YYYY/MM/DD."""
    return when.strftime("%Y/%m/%d")


def written_short(when: date) -> str:
    """YY/MM/DD."""
    return when.strftime("%y/%m/%d")


def _date(year: int, month: int, of_month: int) -> date | None:
    try:
        return date(year, month, of_month)
    except ValueError:
        return None
