"""What heads a round, `Round 6 on 2026/08/06 at 14:30`: its number, day and time, each read by itself.

The day is printed by the site; the time is what the organizer typed. One that cannot be read takes nothing
from the number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from scraper.languages import Language
from scraper.pages.head import Head
from scraper.problems import At, Notes
from scraper.values import day, whole

EXPECTED = "a heading such as Round 6 on 2026/08/06 at 14:30"


@dataclass(frozen=True, slots=True)
class RoundHeading:
    """The `number` of a round with day and time, "HH:MM"; `unread` is what is printed and cannot be read."""

    number: int
    date: date | None = None
    time: str | None = None
    unread: str = ""


@dataclass(frozen=True, slots=True)
class TimeForm:
    """One way in which a time is printed: groups `hour`, `minute` and `half` (a of am, p of pm)."""

    example: str
    pattern: str
    seen: str | None = None


TIMES: tuple[TimeForm, ...] = (
    TimeForm("14:30", r"(?P<hour>\d{1,2}):(?P<minute>\d\d)", "british2026_champ_r6_finished"),
    TimeForm("1900", r"(?P<hour>\d\d)(?P<minute>\d\d)", "frome2026_open_r1"),
    TimeForm("14.30", r"(?P<hour>\d{1,2})\.(?P<minute>\d\d)"),
    TimeForm("15h00", r"(?P<hour>\d{1,2}) ?h ?(?P<minute>\d\d)?"),
    TimeForm("2 pm", r"(?P<hour>\d{1,2})(?:[:.](?P<minute>\d\d))? ?(?P<half>[ap])\.?m\.?"),
    TimeForm("14:00 Uhr", r"(?P<hour>\d{1,2})(?:[:.](?P<minute>\d\d))? ?Uhr"),
)
"""How times are printed, in headings of rounds and in playing schedules; upper and lower case alike."""


@lru_cache(maxsize=512)
def read_round_heading(text: str, language: Language) -> RoundHeading | None:
    """What a heading says of its round; None for any other text."""
    m = language.round_pattern.fullmatch(text) if language.round_pattern else None
    number = whole(m["n"]) if m else None
    if m is None or not number:
        return None
    printed_day, printed_time = (m["day"] or "").strip(), (m["time"] or "").strip()
    on, at = day(printed_day), time_of_day(printed_time)
    unread = [text for text, value in ((printed_day, on), (printed_time, at)) if text and value is None]
    return RoundHeading(number, on, at, ", ".join(unread))


def note_unread(heading: RoundHeading, notes: Notes) -> None:
    """A problem for a day or time that cannot be read."""
    if heading.unread:
        expected = "a day such as 2026/08/06 or 06.08.2026, and a time such as 14:30"
        remedy = "Record a ruling with the day of the round if it is missing; nothing rests on the time."
        at = At(round=heading.number, column="heading of the round")
        notes.met("cell-unreadable", expected, heading.unread, remedy, **at)


def round_asked(head: Head, notes: Notes) -> int | None:
    """The round of the address, for a page that names none, with a problem; None or 0 if neither tells it."""
    number = whole(head.asked.get("rd", ""))
    found = f"none; the address asks for round {number}" if number else "none"
    notes.met("round-not-stated", EXPECTED, found)
    return number


@lru_cache(maxsize=256)
def time_of_day(text: str) -> str | None:
    """A time in any of the forms of `TIMES` as "14:30"; None for any other text and for times no day has."""
    for form in TIMES:
        m = re.fullmatch(form.pattern, text, re.ASCII | re.IGNORECASE)
        if m is None:
            continue
        told = m.groupdict()
        hour, minute, half = int(m["hour"]), int(told["minute"] or 0), told.get("half")
        if half is not None:
            if not 1 <= hour <= 12:
                return None
            hour = hour % 12 + (12 if half in "pP" else 0)
        if hour > 23 or minute > 59:
            return None
        # Of the usual form the text as printed: readings that are kept have it so.
        return text if form is TIMES[0] else f"{hour:02d}:{minute:02d}"
    return None
