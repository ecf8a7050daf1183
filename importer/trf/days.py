"""Birth dates as TRF files have them, and days as the format writes them: YYYY/MM/DD and YY/MM/DD."""

import re
from datetime import date

_BORN = re.compile(r"(\d{4})(?:[/.\-](\d{2})[/.\-](\d{2}))?")


def born(text: str) -> str | None:
    """A birth date as `YYYY-MM-DD`, or `YYYY` where only the year is known; None where it is neither."""
    match = _BORN.fullmatch(text)
    if match is None or match[1] == "0000":
        return None
    if match[2] is None or (match[2], match[3]) == ("00", "00"):
        return match[1]
    try:
        return date(int(match[1]), int(match[2]), int(match[3])).isoformat()
    except ValueError:
        return None


def written(when: date) -> str:
    """YYYY/MM/DD."""
    return when.strftime("%Y/%m/%d")


def written_short(when: date) -> str:
    """YY/MM/DD."""
    return when.strftime("%y/%m/%d")
