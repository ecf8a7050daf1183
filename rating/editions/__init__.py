"""The editions that are held, and which one a list falls under (R0)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING

from rating.amendments import Amendment, check_windows, in_force, read_amendments
from rating.edition_file import read_edition
from rating.errors import EditionError, Problem
from rating.families import every, family_named, usual
from rating.interpretations import Interpretations

if TYPE_CHECKING:
    from rating.edition import Edition


def names() -> Mapping[str, str]:
    """Every edition held, with the package its file stands in, family by family; last those of families that
    are only compared with."""
    return {edition: package for name in every() for edition, package in family_named(name).editions.items()}


@cache
def load(edition: str) -> Edition:
    """The edition of this name. EditionError where it is not held."""
    known = names()
    if edition not in known:
        raise EditionError(
            Problem(
                "unknown-edition",
                "edition",
                f"one of {', '.join(known)}",
                edition or "nothing",
                "name an edition held",
            )
        )
    name = f"{edition}.toml"
    return read_edition(files(known[edition]).joinpath(name).read_text(encoding="utf-8"), name)


@cache
def amendments() -> tuple[Amendment, ...]:
    """Every amendment the texts name, the oldest first."""
    name = "amendments.toml"
    return read_amendments(files(__package__).joinpath(name).read_text(encoding="utf-8"), name)


def _dated(near: date | None = None) -> tuple[Edition, ...]:
    """The editions with a date; `near`: those alone that can be in force at the end of the period of a list
    of this date. The others are not even read."""
    own = [load(name) for name in family_named(usual()).editions if near is None or _can_be(name, near)]
    dated = [edition for edition in own if edition.in_force_from is not None]
    check_windows(amendments(), dated)
    return tuple(sorted(dated, key=lambda edition: edition.in_force_from or date.min))


def _can_be(edition: str, list_date: date) -> bool:
    """False where the amendments say that this edition came in later than twelve months after the date, or
    was replaced earlier than twelve months before it: no text's period ends further from its list."""
    starts = {item.edition: item.effective for item in amendments()}
    ends = {before.edition: after.effective for before, after in pairwise(amendments())}
    start, end = starts.get(edition), ends.get(edition)
    month = _month(list_date)
    return (start is None or _month(start) - month <= 12) and (end is None or month - _month(end) <= 12)


def _month(day: date) -> int:
    return day.year * 12 + day.month


@cache
def held() -> tuple[Edition, ...]:
    """The editions held that are in force at some time, the oldest first. An undated text is asked for
    by name alone."""
    return _dated()


@cache
def _held_near(list_date: date) -> tuple[Edition, ...]:
    return _dated(list_date)


@cache
def _usual() -> Interpretations:
    return Interpretations()


def edition_for(list_date: date, switches: Interpretations | None = None) -> Edition:
    """The edition a list falls under (R0): the one in force on the last day of its period.

    EditionError, with the date, the editions held and the one that was in force, where that is none of
    them. "The latest" is never taken.
    """
    switches = switches or _usual()
    day = list_date
    for editions in (_held_near, lambda _date: held()):
        for edition in editions(list_date):
            period = edition.shapes.period(edition, list_date)
            day = list_date if switches.r0 == "list-date" else period.last
            if edition.in_force_on(day):
                return edition
    other = in_force(amendments(), day)
    found = "none" if other is None else f"{other.edition} from {other.effective}, whose text is not held"
    raise EditionError(
        Problem(
            "no-edition",
            f"list of {list_date.isoformat()}",
            "an edition in force on the last day of its period; held are " + ", ".join(map(_span, held())),
            found,
            "a recorded ruling can name the edition to use",
        )
    )


def _span(edition: Edition) -> str:
    until = f" until {edition.in_force_until}" if edition.in_force_until else ""
    return f"{edition.id} from {edition.in_force_from}{until}"
