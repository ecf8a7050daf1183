"""Days as people write them in files. What can only be one day is that day; what could be two is none.

Numbers alone have an order (year, month, day; or another), and a file keeps to one: a day that can be read in
one order only (24/09/2010) settles the others (02/10/2010), and so do the days of the event for its rounds.
An event does not end before it starts, and its rounds lie between.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import date

from importer.bounds import bounded
from importer.names import evened

YEAR_FIRST = "ymd"
_ORDERS = (YEAR_FIRST, "ydm", "dmy", "mdy")
_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
_WEEKDAYS = re.compile(
    r"\(\s*[月火水木金土日](?:曜日?)?(?:\s*[・,、]?\s*(?:祝日?|休日?|振休))?\s*\)|[月火水木金土日]曜日?"
    r"|\(?\b(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b\.?,?\)?"
)
_ERA = re.compile(r"(?:令和|r)\s*(元|\d{1,2})\s*[年./-]\s*(\d{1,2})\s*[月./-]\s*(\d{1,2})\s*日?")
_KANJI = re.compile(r"(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日")
_WORDS = re.compile(
    r"(?:(\d{1,2})(?:st|nd|rd|th)?[ .,-]+)?([a-z]+)[ .,-]+(?:(\d{1,2})(?:st|nd|rd|th)?[ .,-]+)?(\d{4})"
)
_NUMBERS = re.compile(r"(\d{1,4})\s*([/.-])\s*(\d{1,2})\s*\2\s*(\d{1,4})\.?")
_BEFORE_REIWA = 2018
_IN_ERA = re.compile(
    r"(令和|平成|昭和|[rhs])\.?\s*(元|[1-9]\d?)\s*[年./-]\s*(\d{1,2})\s*[月./-]\s*(\d{1,2})\s*日?"
)
_ERAS = {
    ("令和", "r"): (date(2019, 5, 1), date.max),
    ("平成", "h"): (date(1989, 1, 8), date(2019, 4, 30)),
    ("昭和", "s"): (date(1926, 12, 25), date(1989, 1, 7)),
}
"""First and last day of each era."""

Readings = Mapping[str, date]
"""Every day a text can be, by the order of its numbers; by "" if it says its order itself."""


def day(text: str) -> date | None:
    """The day of a text that stands alone; None if it is none or could be two."""
    return days([text])[0]


def days(
    texts: Sequence[str], within: tuple[date, date] | None = None, usual: str | None = None
) -> list[date | None]:
    """The day of each text of one file. `within`: first and last day of the event, in which they should lie;
    `usual`: the order that the format has, taken where the file does not keep to another."""
    options = [_inside(readings(text), within) for text in texts]
    common: dict[bool, frozenset[str]] = {}
    for text, found in zip(texts, options, strict=True):
        if found and "" not in found:
            short = _is_short(text)
            common[short] = common.get(short, frozenset(found)) & frozenset(found)
    return [
        _chosen(found, common.get(_is_short(text), frozenset()), usual)
        for text, found in zip(texts, options, strict=True)
    ]


def event_days(first: str, last: str, rounds: Sequence[str]) -> tuple[date | None, date | None]:
    """An event's first and last day, each None where the file does not settle it; "" for one not given.
    Settled by one order of both, an end not before the start, and rounds of one order that lie between."""
    nothing: list[tuple[str, date | None]] = [("", None)]
    starts, ends = list(readings(first).items()) or nothing, list(readings(last).items()) or nothing
    every = [(start, end) for start in starts for end in ends]
    one_way = _is_short(first) == _is_short(last)
    alike = [(a, b) for a, b in every if not one_way or a[0] == b[0] or "" in (a[0], b[0])]
    spans = [(start, end) for (_, start), (_, end) in alike or every]
    spans = [(start, end) for start, end in spans if not (start and end) or start <= end] or spans
    if len(spans) > 1:
        played = [readings(text) for text in dict.fromkeys(rounds)]
        spans = [span for span in spans if _between(played, *span)] or spans
    firsts, lasts = {start for start, _ in spans}, {end for _, end in spans}
    return firsts.pop() if len(firsts) == 1 else None, lasts.pop() if len(lasts) == 1 else None


def _between(played: Sequence[Readings], start: date | None, end: date | None) -> bool:
    """Whether there is an order by which all rounds lie between two days; an open one is no bound."""
    ways = ([found.get("", found.get(order)) for found in played] for order in _ORDERS)
    return any(all(on and (start or on) <= on <= (end or on) for on in way) for way in ways)


def written_out(text: str) -> date | None:
    """The day of a text that says in Japanese which number is which (平成22年2月3日, 2010年2月3日), or
    names an era (H22.2.3); None where it is none, or lies outside its era: then one of the two is a slip."""
    plain = evened(text).strip()
    if met := _KANJI.fullmatch(plain):
        return _one(int(met[1]), int(met[2]), int(met[3])).get("")
    if (met := _IN_ERA.fullmatch(plain)) is None:
        return None
    first, last = next(days for names, days in _ERAS.items() if met[1] in names)
    year = 1 if met[2] == "元" else int(met[2])
    found = _one(first.year + year - 1, int(met[3]), int(met[4])).get("")
    return found if found is not None and first <= found <= last else None


def readings(text: str) -> Readings:
    """Every day that a text can be."""
    plain = _WEEKDAYS.sub("", evened(text)).strip()
    if met := _ERA.fullmatch(plain):
        return _one(_BEFORE_REIWA + (1 if met[1] == "元" else int(met[1])), int(met[2]), int(met[3]))
    if met := _KANJI.fullmatch(plain):
        return _one(int(met[1]), int(met[2]), int(met[3]))
    if (met := _WORDS.fullmatch(plain)) and bool(met[1]) != bool(met[3]):
        months = [n for n, name in enumerate(_MONTHS, start=1) if len(met[2]) > 2 and name.startswith(met[2])]
        return _one(int(met[4]), months[0], int(met[1] or met[3])) if months else {}
    if met := _NUMBERS.fullmatch(plain):
        return _of_numbers(*met.groups())
    return {}


def _of_numbers(first: str, mark: str, second: str, third: str) -> Readings:
    numbers = (int(first), int(second), int(third))
    if len(first) == 4 and len(third) <= 2:
        return _one(*numbers)
    if len(first) > 2 or len(third) == 3:
        return {}
    if len(third) == 4:
        orders = ["dmy"] if mark == "." else ["dmy", "mdy"]  # with points the day comes first
    else:
        orders = [YEAR_FIRST, "ydm"] if len(first) == 2 else []
        orders += ["dmy", "mdy"] if len(third) == 2 else []
    found: dict[str, date] = {}
    for order in orders:
        part = dict(zip(order, numbers, strict=True))
        year = part["y"] if part["y"] > 99 else 2000 + part["y"]
        found |= _one(year, part["m"], part["d"], order)
    return found


def _is_short(text: str) -> bool:
    """Whether it has no year of four digits: such days have an order of their own."""
    return re.search(r"\d{4}", unicodedata.normalize("NFKC", text)) is None


def _inside(found: Readings, within: tuple[date, date] | None) -> Readings:
    if within is None:
        return found
    inside = {order: when for order, when in found.items() if within[0] <= when <= within[1]}
    return inside or found


def _chosen(found: Readings, common: frozenset[str], usual: str | None) -> date | None:
    orders = (common & found.keys()) or frozenset(found)
    if usual in orders:
        return found[usual]
    met = {found[order] for order in orders}
    return met.pop() if len(met) == 1 else None


def _one(year: int, month: int, of_month: int, order: str = "") -> Readings:
    """The day of these numbers by their order; nothing where there is none that can be."""
    try:
        return {order: bounded(date(year, month, of_month))}
    except ValueError:
        return {}
