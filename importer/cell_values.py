"""What a cell of a table says: a word of a few, a day, an interval, several things, a rating, a count. Each
reader raises ValueError for what it cannot be."""

import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import TypeVar

from importer.bounds import bounded
from importer.days import written_out

T = TypeVar("T")

YES_OR_NO = {"yes": True, "1": True, "はい": True, "no": False, "0": False, "いいえ": False}


def one_of(words: Mapping[str, T]) -> Callable[[str], T]:
    """What reads one of these words, in whatever case, as what it stands for; ValueError for another."""

    def read(text: str) -> T:
        if text.lower() not in words:
            raise ValueError(text)
        return words[text.lower()]

    return read


_DAY = re.compile(r"(\d{4})(?:-(\d\d)-(\d\d)|/(\d\d?)/(\d\d?))", re.ASCII)


def parse_day(text: str) -> date:
    """A day written YYYY-MM-DD, as Excel in Japan saves it in CSV (2026/10/1), or in Japanese (2026年10月1日,
    令和8年10月1日), that can be; ValueError otherwise."""
    met = _DAY.fullmatch(text)
    if met is not None:
        return bounded(date(*(int(number) for number in met.groups() if number)))
    if (day := written_out(text)) is not None:
        return bounded(day)
    raise ValueError(text)


def each_of(text: str) -> list[str]:
    """What stands between semicolons, of either width."""
    return [part.strip() for part in re.split("[;；]", text)]


_WAVE = re.compile(r"([^\s~〜～]+)\s*[~〜～]\s*")


def waves_joined(text: str) -> str:
    """A text that begins with an interval, its days parted by a wave with blanks or not, as one word."""
    return _WAVE.sub(r"\1~", text, count=1) if _WAVE.match(text) else text


def ends_of(interval: str) -> tuple[str, str, str]:
    """The first day, what parts it from the last, and the last day: `2025-04-01/2026-03-31`, or with a wave
    in place of the stroke as `2025/4/1～2026/3/31`; without either the last two are empty."""
    met = _WAVE.match(interval)
    return (met[1], "~", interval[met.end() :]) if met else interval.partition("/")


def parse_rating(text: str) -> int:
    """A rating as a whole number of 1 to 4 digits; ValueError otherwise (0 is no rating)."""
    if not (text.isascii() and text.isdigit() and len(text) < 5 and 0 < int(text) < 4000):
        raise ValueError(text)
    return int(text)


def parse_count(text: str) -> int:
    """A count of games; ValueError if it is not digits or beyond what anyone plays."""
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) < 100_000):
        raise ValueError(text)
    return int(text)
