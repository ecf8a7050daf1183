"""The editions that are held, and which one a list falls under (R0)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING

from rating.edition_file import FORMS, read_edition
from rating.errors import EditionError, Problem
from rating.families import every, family_named, usual
from rating.interpretations import OURS, Interpretations

if TYPE_CHECKING:
    from rating.edition import Edition

KEYS = {"effective", "edition", "decided", "seeds", "article"}


@dataclass(frozen=True, slots=True)
class Amendment:
    """An edition that came into force on a day: who decided when, and where that is read."""

    effective: date
    edition: str
    decided: date
    seeds: tuple[str, ...]
    article: str
    line: int


def read_amendments(text: str, source: str) -> tuple[Amendment, ...]:
    """The amendments a file holds, oldest first. EditionError with the line where it is not right."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise EditionError(Problem("edition-file", source, "a TOML file", str(error))) from None
    lines = [n for n, line in enumerate(text.splitlines(), 1) if line.strip() == "[[amendment]]"]
    found: list[Amendment] = []
    problems: list[Problem] = []
    for item, line in zip(data.get("amendment", ()), lines, strict=True):
        place = f"{source}, line {line}"
        if set(item) != KEYS:
            keys = ", ".join(sorted(set(item) ^ KEYS))
            problems.append(Problem("unknown-key", place, f"exactly {sorted(KEYS)}", keys))
            continue
        if not all(FORMS["a date"](item[key]) for key in ("effective", "decided")):
            problems.append(Problem("missing-date", place, "effective and decided, dates", "something else"))
            continue
        found.append(
            Amendment(
                item["effective"],
                item["edition"],
                item["decided"],
                tuple(item["seeds"]),
                item["article"],
                line,
            )
        )
    for before, after in pairwise(found):
        if before.effective >= after.effective:
            place = f"{source}, line {after.line}"
            expected = f"a day after {before.effective.isoformat()}"
            problems.append(Problem("out-of-order", place, expected, after.effective.isoformat()))
    if problems or not found:
        raise EditionError(problems or Problem("no-articles", source, "[[amendment]] entries", "none"))
    return tuple(found)


def check_windows(amendments: tuple[Amendment, ...], editions: Iterable[Edition]) -> None:
    """EditionError where an edition is not in force exactly from its amendment to the next one: there
    would be a gap, an overlap, or a time under a text that is not held."""
    starts = {item.edition: item for item in amendments}
    ends = {before.edition: after.effective for before, after in pairwise(amendments)}
    problems = []
    for edition in editions:
        start = starts.get(edition.id)
        wanted = (start.effective if start else None, ends.get(edition.id))
        if (edition.in_force_from, edition.in_force_until) != wanted:
            expected = f"in force from {wanted[0]} until {wanted[1]}, as amendments.toml has it"
            found = f"from {edition.in_force_from} until {edition.in_force_until}"
            problems.append(Problem("in-force-window", f"{edition.id}.toml, head", expected, found))
    if problems:
        raise EditionError(problems)


def in_force(amendments: Iterable[Amendment], day: date) -> Amendment | None:
    """The amendment in force on a day, None before the first."""
    return max(
        (item for item in amendments if item.effective <= day), key=lambda item: item.effective, default=None
    )


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


def edition_for(list_date: date, switches: Interpretations | None = None) -> Edition:
    """The edition a list falls under (R0): the one in force on the last day of its period.

    EditionError, with the date, the editions held and the one that was in force, where that is none of
    them. "The latest" is never taken.
    """
    switches = switches or OURS
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
