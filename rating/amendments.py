"""The amendments the texts name: which edition is in force from which day, held or not."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from itertools import pairwise
from typing import TYPE_CHECKING

from rating.errors import EditionError, Problem

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
        if not all(_is_date(item[key]) for key in ("effective", "decided")):
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


def _is_date(value: object) -> bool:
    return isinstance(value, date) and not isinstance(value, datetime)
