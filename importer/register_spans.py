"""The memberships on a line of a register file, such as
`2025-04-01/2026-03-31; 2026-04-01/2027-03-31 paid 2026-03-20`, both days inclusive (3(5)). After the days may
stand `annual` (which is meant where nothing stands), `collegiate`, or `one-time EVENT`, and `paid DAY`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from importer.bounds import WITHIN, OutOfBounds
from importer.cell_values import each_of, ends_of, parse_day, waves_joined
from importer.csv_file import Line
from importer.register_history import ANNUAL, COLLEGIATE, ONE_TIME

KINDS = (ANNUAL, COLLEGIATE, ONE_TIME)
TAKEN_BACK = "-"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """One membership as a file states it."""

    first: date
    last: date
    kind: str = ANNUAL
    event_key: str = ""
    paid_on: str = ""

    @property
    def paid_day(self) -> date | None:
        """The day it was paid, None if nobody says."""
        return date.fromisoformat(self.paid_on) if self.paid_on else None

    def text(self) -> str:
        """As it is written in a file."""
        parts = [f"{self.first}/{self.last}"]
        parts += filter(None, ("" if self.kind == ANNUAL else self.kind, self.event_key))
        if self.paid_on:
            parts += ["paid", self.paid_on]
        return " ".join(parts)


class Backwards(ValueError):
    """The last day of an interval is before its first."""


def parse_span(text: str) -> Span:
    """One membership as a file states it; ValueError if it is not one, `Backwards` for its days alone."""
    days, *words = waves_joined(text).split()
    first, _, last = ends_of(days)
    begins, ends = parse_day(first), parse_day(last)
    if begins > ends:
        raise Backwards(text)
    kind, event, paid = ANNUAL, "", ""
    while words:
        word = words.pop(0)
        if word == "paid" and words and not paid:
            paid = parse_day(words.pop(0)).isoformat()
        elif word in KINDS and kind == ANNUAL and not event:
            kind = word
            if word == ONE_TIME:
                event = _event_key(words.pop(0) if words else "")
        else:
            raise ValueError(text)
    return Span(begins, ends, kind, event, paid)


def _event_key(text: str) -> str:
    if text.isascii() and text.isdigit():
        return f"chess-results:{text}"
    source, colon, number = text.partition(":")
    if not (source and colon and number):
        raise ValueError(text)
    return text


def spans_on(line: Line) -> tuple[Span, ...] | None:
    """The memberships of a line, whole; None where it says nothing of them."""
    text = line.text("Memberships") or ""
    if text == TAKEN_BACK:
        return ()
    parts = [part for part in each_of(text) if part]
    if not parts:
        return None
    spans = []
    for part in parts:
        try:
            spans.append(parse_span(part))
        except ValueError as error:
            what = f"days {WITHIN}"
            if isinstance(error, Backwards):
                what = "a last day not before the first"
            elif not isinstance(error, OutOfBounds):
                what = (
                    "intervals like 2025-04-01/2026-03-31, separated by semicolons; after one: collegiate,"
                    " one-time EVENT (tournament number, or the key that banzuke events shows),"
                    " paid YYYY-MM-DD"
                )
            line.fault("Memberships", what, f"“{part}”", "correct the interval")
    begins = [(s.kind, s.event_key, s.first) for s in spans]
    if len(set(begins)) != len(begins):
        line.fault("Memberships", "each first day once", "one that stands twice", "leave one out")
    return tuple(sorted(spans))
