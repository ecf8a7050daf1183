"""Reading an edition file into an `Edition`, refusing everything that is not exactly right."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from datetime import date, datetime
from itertools import pairwise
from types import MappingProxyType
from typing import Any

import rating.articles  # noqa: F401  (registers the article functions)
from rating.citation import REGISTRY, cited_for
from rating.edition import Edition, Entry, Value, not_of_this_family
from rating.edition_places import EXAMPLES, FAMILIES, place_of
from rating.errors import EditionError, Problem
from rating.reasons import REASONS
from rating.rulings import RULINGS
from rating.shapes import COMMON, OPTIONAL, Shapes, no_such_article
from rating.shapes_queensland import QueenslandShapes
from rating.tables import read_differences, read_percent_steps, read_percentages, read_steps

HEADER = {
    "id",
    "family",
    "title",
    "in_force_from",
    "in_force_until",
    "undated",
    "seeds",
    "prevailing",
    "article",
}
ENTRY = {
    "article",
    "seeds",
    "effective",
    "says",
    "values",
    "functions",
    "reasons",
    "rulings",
    "elsewhere",
    "source",
}
TABLES: Mapping[str, Callable[[str], Value]] = {
    "expected_scores": read_steps,
    "dp": read_percentages,
    "percentage_expected": read_percent_steps,
    "performance_difference": read_differences,
}
# By family: the roles an edition has to fill, and those it may fill.
ROLES: Mapping[str, tuple[frozenset[str], frozenset[str]]] = {
    "japanese": (frozenset(role.name for role in fields(Shapes)) - OPTIONAL, OPTIONAL),
    "queensland": (COMMON | {role.name for role in fields(QueenslandShapes)}, frozenset()),
}


@dataclass(slots=True)
class _Reading:
    source: str
    problems: list[Problem]
    family: str = "japanese"
    undated: bool = False

    def refuse(self, line: int, code: str, expected: str, found: str) -> None:
        self.problems.append(Problem(code, f"{self.source}, line {line}", expected, found))


def read_edition(text: str, source: str) -> Edition:
    """The edition a file holds. EditionError with every problem and its line where it does not load."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        # tomllib names the line and column itself.
        raise EditionError(Problem("edition-file", source, "a TOML file", str(error))) from None
    reading = _Reading(source, [])
    for key in sorted(set(data) - HEADER):
        reading.refuse(_line_of(text, key), "unknown-key", f"one of {sorted(HEADER)}", key)
    for key in ("id", "title", "seeds", "prevailing"):
        if not data.get(key):
            reading.refuse(1, "missing-key", key, "nothing")
    if data.get("family") in FAMILIES:
        reading.family = data["family"]
    else:
        reading.refuse(_line_of(text, "family"), "missing-key", f"family, one of {sorted(FAMILIES)}", "none")
    reading.undated = data.get("undated") is True
    if "undated" in data and (not reading.undated or "in_force_from" in data or "in_force_until" in data):
        reading.refuse(_line_of(text, "undated"), "missing-date", "undated = true and no dates", "both")
    for key in ("in_force_from", "in_force_until"):
        if not _is_date(data.get(key)) and (key in data or (key == "in_force_from" and not reading.undated)):
            reading.refuse(_line_of(text, key), "missing-date", f"{key}, a date", repr(data.get(key)))
    lines = [n for n, line in enumerate(text.splitlines(), 1) if line.strip() == "[[article]]"]
    raw = data.get("article", [])
    if not raw or len(raw) != len(lines):
        reading.refuse(1, "no-articles", "[[article]] entries, each on a line of its own", str(len(raw)))
    entries = [
        _entry(item, line, data.get("seeds", []), reading) for item, line in zip(raw, lines, strict=False)
    ]
    if not reading.problems:
        _check_whole(str(data["id"]), entries, reading)
    if reading.problems:
        raise EditionError(reading.problems)
    roles = {role: name for entry in entries for role, name in entry.functions.items()}
    return Edition(
        id=data["id"],
        family=reading.family,
        title=data["title"],
        in_force_from=data.get("in_force_from"),
        in_force_until=data.get("in_force_until"),
        seeds=tuple(data["seeds"]),
        prevailing=data["prevailing"],
        entries=tuple(entries),
        values=MappingProxyType({k: v for entry in entries for k, v in entry.values.items()}),
        shapes=Shapes(**{role.name: _filled(role.name, roles, reading) for role in fields(Shapes)}),
        queensland=QueenslandShapes(
            **{role.name: _filled(role.name, roles, reading) for role in fields(QueenslandShapes)}
        ),
    )


def _filled(role: str, roles: Mapping[str, str], reading: _Reading) -> Any:
    if role in roles:
        return REGISTRY[roles[role]].function
    return no_such_article if role in ROLES[reading.family][1] else not_of_this_family


def _entry(item: dict[str, Any], line: int, seeds: list[str], reading: _Reading) -> Entry:
    for key in sorted(set(item) - ENTRY):
        reading.refuse(line, "unknown-key", f"one of {sorted(ENTRY)}", key)
    if not isinstance(item.get("article"), str) or place_of(reading.family, item["article"]) is None:
        example = EXAMPLES[reading.family]
        reading.refuse(line, "missing-citation", f"article, as {example}", repr(item.get("article")))
    if not item.get("seeds") or not set(item["seeds"]) <= set(seeds):
        reading.refuse(line, "missing-citation", f"seeds among {seeds}", repr(item.get("seeds")))
    if not _is_date(item.get("effective")) and (not reading.undated or "effective" in item):
        reading.refuse(line, "missing-citation", "effective, a date", repr(item.get("effective")))
    if not item.get("says"):
        reading.refuse(line, "missing-citation", "says, what the paragraph asks", "nothing")
    if not any(item.get(key) for key in ("values", "functions", "reasons", "elsewhere")):
        reading.refuse(line, "empty-entry", "values, functions, reasons or elsewhere", "none of them")
    for key in ("says", "elsewhere", "source"):
        if not isinstance(item.get(key, ""), str):
            reading.refuse(line, "edition-value", f"{key}, a text", repr(item[key]))
    for reason in item.get("reasons", ()):
        if reason not in REASONS:
            reading.refuse(line, "unknown-reason", f"one of {REASONS}", reason)
    for ruling in item.get("rulings", ()):
        if ruling not in RULINGS:
            reading.refuse(line, "unknown-ruling", f"one of {tuple(RULINGS)}", ruling)
    return Entry(
        article=str(item.get("article", "")),
        seeds=tuple(item.get("seeds", ())),
        effective=item.get("effective"),
        says=str(item.get("says", "")),
        values=MappingProxyType(
            {name: _value(name, value, line, reading) for name, value in item.get("values", {}).items()}
        ),
        functions=MappingProxyType(dict(item.get("functions", {}))),
        reasons=tuple(item.get("reasons", ())),
        rulings=tuple(item.get("rulings", ())),
        elsewhere=item.get("elsewhere"),
        source=item.get("source"),
        line=line,
    )


def _value(name: str, value: object, line: int, reading: _Reading) -> Value:
    if isinstance(value, str) and name in TABLES:
        try:
            return TABLES[name](value)
        except ValueError as error:
            reading.refuse(line, "table-gap", f"{name} as printed", str(error))
            return ()
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return tuple(value)
    if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    reading.refuse(line, "edition-value", f"{name}: a whole number, a text or a list of texts", repr(value))
    return 0


def _check_whole(edition: str, entries: list[Entry], reading: _Reading) -> None:
    """Order, no value, role or reason twice, none missing, none unused, every function cited alike."""
    for before, entry in pairwise(entries):
        places = [place_of(reading.family, item.article) or () for item in (before, entry)]
        if places[0] >= places[1]:
            reading.refuse(entry.line, "out-of-order", f"an article after {before.article}", entry.article)
    needed, free = ROLES[reading.family]
    known_roles = needed | free
    first_line: dict[tuple[str, str], int] = {}
    for entry in entries:
        for kind, names in (("value", entry.values), ("role", entry.functions), ("reason", entry.reasons)):
            for name in names:
                if (kind, name) in first_line:
                    reading.refuse(
                        entry.line, "twice", f"{kind} {name} once", f"also line {first_line[kind, name]}"
                    )
                first_line[kind, name] = entry.line
        for role, name in entry.functions.items():
            if role not in known_roles:
                reading.refuse(entry.line, "unknown-role", f"one of {sorted(known_roles)}", role)
            cited = REGISTRY.get(name)
            if cited is None or cited.articles.get(edition) != entry.article:
                found = cited.articles.get(edition, "no citation") if cited else "no such function"
                reading.refuse(entry.line, "function-citation", f"{name} cited for {entry.article}", found)
    for role in sorted(needed - {name for kind, name in first_line if kind == "role"}):
        reading.refuse(1, "missing-role", f"a function for {role}", "none")
    _check_use(edition, entries, reading)


def _check_use(edition: str, entries: list[Entry], reading: _Reading) -> None:
    named = {name for entry in entries for name in entry.functions.values()}
    values = {name: entry for entry in entries for name in entry.values}
    read: set[str] = set()
    for name, cited in cited_for(edition):
        if name not in named:
            reading.refuse(
                1, "unused-function", f"{name}, cited for {cited.articles[edition]}, with a role", "none"
            )
            continue
        read.update(cited.reads)
        for value in cited.reads:
            if value not in values:
                reading.refuse(1, "missing-value", f"{value}, read by {name}", "nothing")
    for value, entry in values.items():
        if value not in read and not entry.elsewhere:
            reading.refuse(entry.line, "unused-value", f"a function that reads {value}", "none")


def _line_of(text: str, key: str) -> int:
    return next((n for n, line in enumerate(text.splitlines(), 1) if line.startswith(key)), 1)


def _is_date(value: object) -> bool:
    return isinstance(value, date) and not isinstance(value, datetime)
