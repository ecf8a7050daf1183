"""The values of a rating case: texts, numbers, dates and lists, or a problem with its place."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from rating.checks import SCORES
from rating.errors import Problem

NO_DAY = date.min
MOST = 99_999
"""Of games and rounds; no text has a bound, and TRF has four digits (importer/bounds.py)."""
LONGEST_SHOWN, LONGEST_NUMBER = 300, 10**100
# Python would also read 2026-W01-1; far years have no months before or after them.
_DAY = re.compile(r"[12][0-9]{3}-[0-9]{2}-[0-9]{2}")


HIGHEST = 3999
"""No rating of anybody is above it."""


class Cells:
    """Reads one value after another. `problems` grows; a value that cannot be read is replaced by a
    harmless one, which nobody sees because the case is refused."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def refuse(self, place: str, code: str, expected: str, found: object) -> None:
        """Note a problem."""
        self.problems.append(Problem(code, place, expected, _shown(found)))

    def _keys(self, item: object, known: set[str], place: str) -> Mapping[str, Any]:
        if not isinstance(item, Mapping):
            self.refuse(place, "not-an-object", f"an object with {typed_list(sorted(known))}", item)
            return {}
        for key in item:
            if key not in known:
                where = at(place, key) if place != "case" else named(key)
                self.refuse(where, "unknown-key", f"one of {typed_list(sorted(known))}", named(key))
        return {key: value for key, value in item.items() if key in known}

    def _items(
        self, data: Mapping[str, Any], key: str, place: str, *, needed: bool = True
    ) -> Sequence[object]:
        value = data.get(key)
        if value is None and not needed:
            return ()
        if not isinstance(value, list):
            self.refuse(at(place, key), "not-a-list", "a list", value)
            return ()
        return value

    def _text(self, data: Mapping[str, Any], key: str, place: str) -> str:
        value = data.get(key)
        if not isinstance(value, str) or not value.strip():
            self.refuse(at(place, key), "not-a-text", "a text", value)
            return ""
        return value

    def _id(self, data: Mapping[str, Any], key: str, place: str) -> str:
        """A text that names somebody or something: two that look alike are one."""
        text = self._text(data, key, place)
        if text != " ".join(text.split()) or not text.isprintable():
            expected = "no blank at its ends, no two in a row, nothing that cannot be seen"
            self.refuse(at(place, key), "id-blank", expected, repr(text))
        return text

    def _rating(self, data: Mapping[str, Any], key: str, place: str, *, lowest: int = 0) -> int:
        known = len(self.problems)
        value = self._whole(data, key, place, lowest=min(lowest, 0))
        if len(self.problems) == known and not lowest <= value <= HIGHEST:
            self.refuse(at(place, key), "rating-range", f"a rating from {lowest} to {HIGHEST}", value)
            return lowest
        return value

    def _whole(self, data: Mapping[str, Any], key: str, place: str, *, lowest: int = 0) -> int:
        value = data.get(key)
        if not isinstance(value, int) or isinstance(value, bool) or not lowest <= value <= MOST:
            self.refuse(
                at(place, key), "not-a-number", f"a whole number from {lowest} to {MOST}", _quoted(value)
            )
            return 0
        return value

    def _flag(self, data: Mapping[str, Any], key: str, place: str) -> bool:
        value = data.get(key, False)
        if not isinstance(value, bool):
            self.refuse(at(place, key), "not-a-flag", "true or false", _quoted(value))
            return False
        return value

    def _score(self, value: object, place: str) -> int:
        for halves in SCORES:
            # JSON has one kind of number; ½ is exact in it.
            if not isinstance(value, bool) and value == Fraction(halves, SCORES[-1]):
                return halves
        self.refuse(place, "score", "0, 0.5 or 1", _quoted(value))
        return 0

    def _date(self, data: Mapping[str, Any], key: str, place: str) -> date:
        return self._day(data.get(key), at(place, key))

    def _day(self, value: object, place: str) -> date:
        if isinstance(value, str) and _DAY.fullmatch(value):
            try:
                return date.fromisoformat(value)
            except ValueError:
                pass
        self.refuse(place, "not-a-date", "a date, as 2026-11-01", value)
        return NO_DAY


def at(place: str, key: str) -> str:
    """The place of a key: the places of its parents by dots."""
    return f"{place}.{named(key)}" if place else named(key)


def named(key: str) -> str:
    """A key as it is told: one without a sign by its quotation marks."""
    return key or '""'


def typed_list(words: Iterable[str]) -> str:
    """Words of a case as they are to be written, in quotes: no language tells them otherwise."""
    return ", ".join(f"'{word}'" for word in words)


def _quoted(value: object) -> object:
    """A text where none belongs, by its quotation marks: “1500” is no number."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else value


def _shown(value: object) -> str:
    if value in (None, ""):
        return "nothing"
    if isinstance(value, int) and abs(value) > LONGEST_NUMBER:
        return f"a number of {value.bit_length() * 3 // 10} digits"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=repr)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
