"""The days and numbers that an event, a member or a list can have. What is beyond them is a slip or an
attack: it is named where it comes in, and nothing is reckoned with it.

No text sets these bounds; they are wide enough for every person and event there can be, and narrow enough
for every calendar and database.
"""

import re
from collections.abc import Iterator
from datetime import date
from operator import attrgetter

from importer.errors import ImportRefused
from scraper.records import EventRecord, Problem

FIRST_DAY, LAST_DAY = date(1850, 1, 1), date(2099, 12, 31)
"""Nobody who plays was born earlier (so FIDE's list is read, too), and no list is of a later day."""

MOST = 99_999
"""Players, rounds, boards, ratings and minutes; TRF has four digits for most of them."""

LONGEST = 2_000
"""Letters of a name, a place or any other text of an event."""

WITHIN = f"from {FIRST_DAY} to {LAST_DAY}"


_YEAR = re.compile(r"(?<![0-9])[0-9]{4}(?![0-9])")


class OutOfBounds(ValueError):
    """A day that no event, member or list has."""


def bounded(day: date) -> date:
    """The day; `OutOfBounds` where it is none that can be."""
    if not FIRST_DAY <= day <= LAST_DAY:
        raise OutOfBounds(day.isoformat())
    return day


def wanted(form: str, text: str) -> str:
    """What is expected in place of a text that is no day: the form, and the bounds if its year is beyond."""
    far = any(not FIRST_DAY.year <= int(year) <= LAST_DAY.year for year in _YEAR.findall(text))
    return f"{form}, {WITHIN}" if far else form


def refuse_beyond(record: EventRecord) -> None:
    """Refuses an event with a day, number or text beyond the bounds, or with NUL, which no text has and
    PostgreSQL does not store; whatever it was read from."""
    place = record.source.pages[0].origin if record.source.pages else "the event"
    remedy = "ask for a corrected report; what was received is kept"
    problems = [
        Problem("value-out-of-bounds", f"{place}, {what}", expected, found, remedy)
        for what, expected, found in _beyond(record)
    ]
    if problems:
        raise ImportRefused(problems)


def _beyond(record: EventRecord) -> Iterator[tuple[str, str, str]]:
    days = {"first day": record.first_day, "last day": record.last_day}
    days |= {f"round {r.number}": r.date for r in record.rounds}
    for what, day in days.items():
        if day is not None and not FIRST_DAY <= day <= LAST_DAY:
            yield what, f"a day {WITHIN}", day.isoformat()
    if _plain(record):  # nearly every event: then nobody names each of its cells
        return
    for what, value in _numbers(record):
        if value is not None and not 0 <= value <= MOST:
            yield what, f"a number up to {MOST}", str(value)[:40]
    for what, text in _texts(record):
        if text is not None and len(text) > LONGEST:
            yield what, f"at most {LONGEST} letters", f"{len(text)}, which begin “{text[:40]}”"
        if text is not None and "\0" in text:
            yield what, "text", f"a NUL character behind “{text.partition(chr(0))[0][-40:]}”"


OF_EVENT = ("name", "group", "federation", "organizer", "place", "arbiter", "run_by", "reporter")
NUMBERS, PAIRED = (
    ("number", "rating", "rating_national", "rating_international"),
    ("round", "board", "white", "black"),
)
TEXTS = ("name", "title", "federation", "national_id", "fide_id", "club")


def _plain(record: EventRecord) -> bool:
    """Whether no number or text is beyond its bounds."""
    numbers = {record.round_count, record.time_control.minutes_at_60, *(r.number for r in record.rounds)}
    numbers.update(*map(attrgetter(*NUMBERS), record.players), *map(attrgetter(*PAIRED), record.pairings))
    texts = {getattr(record, word) for word in OF_EVENT} | {record.time_control.text}
    texts.update(*map(attrgetter(*TEXTS), record.players))
    return all(n is None or 0 <= n <= MOST for n in numbers) and all(
        text is None or (len(text) <= LONGEST and "\0" not in text) for text in texts
    )


def _numbers(record: EventRecord) -> Iterator[tuple[str, int | None]]:
    yield "rounds", record.round_count
    yield "minutes at move 60", record.time_control.minutes_at_60
    for r in record.rounds:
        yield "round", r.number
    for p in record.players:
        for what, value in (
            ("number", p.number),
            ("rating", p.rating),
            ("national rating", p.rating_national),
            ("international rating", p.rating_international),
        ):
            yield f"player {p.number}, {what}", value
    for g in record.pairings:
        yield from (("a pairing's round", g.round), ("a pairing's board", g.board))
        yield from (("a pairing's player", g.white), ("a pairing's player", g.black))


def _texts(record: EventRecord) -> Iterator[tuple[str, str | None]]:
    for word in OF_EVENT:
        yield word.replace("_", " "), getattr(record, word)
    yield "time control", record.time_control.text
    for p in record.players:
        for word in TEXTS:
            yield f"player {p.number}, {word.replace('_', ' ')}", getattr(p, word)
