"""How long what people write may be. Longer is no name and no reason, and is refused where it comes in."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass

from importer.errors import ImportRefused
from scraper.records import EventRecord, Problem

NAME = 500
"""Signs of a name or an address."""
CELL = 2000
"""Signs of one text of an event: a name, an organizer with his helpers, a page's address."""
TEXT = 5000
"""Signs of a reason, a note, what a decision holds."""


def bounded(texts: Mapping[str, str | None], most: int = TEXT) -> None:
    """Refuses texts that are too long, each under the name of what it is."""
    faults = [_too_long(what, text, most) for what, text in texts.items() if text and len(text) > most]
    if faults:
        raise ImportRefused(faults)


def bounded_event(record: EventRecord) -> None:
    """Refuses an event of which a text is too long: its name, a player's, a club's, whatever it is."""
    faults = [_too_long(place, text, CELL) for place, text in _texts(record, "") if len(text) > CELL]
    if faults:
        raise ImportRefused(faults[:20])


def _texts(value: object, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, tuple):
        for number, item in enumerate(value, start=1):
            yield from _texts(item, f"{place} {number}")
    elif is_dataclass(value) and not isinstance(value, Problem):
        for field in fields(value):
            yield from _texts(getattr(value, field.name), f"{place}, {field.name}".removeprefix(", "))


def _too_long(place: str, text: str, most: int) -> Problem:
    found = f"{len(text)}, beginning “{text[:40]}”"
    return Problem("too-long", place, f"at most {most} signs", found, "shorten it")
