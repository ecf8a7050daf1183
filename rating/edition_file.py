"""Reading an edition file into an `Edition`, refusing everything that is not exactly right."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from datetime import date, datetime
from itertools import pairwise
from types import MappingProxyType
from typing import Any

import rating.articles  # noqa: F401  (registers the article functions)
from rating.citation import REGISTRY, cited_for
from rating.edition import Edition, Entry, Value
from rating.errors import EditionError, Problem
from rating.reasons import REASONS
from rating.rulings import RULINGS
from rating.shapes import Shapes
from rating.tables import read_percentages, read_steps

HEADER = {"id", "title", "in_force_from", "in_force_until", "seeds", "prevailing", "article"}
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
}
TABLES: Mapping[str, Callable[[str], Value]] = {"expected_scores": read_steps, "dp": read_percentages}
_PLACES = (re.compile(r"(\d+)\((\d+)\)"), re.compile(r"Table (\d+)"), re.compile(r"Note (\d+)"))


@dataclass(slots=True)
class _Reading:
    source: str
    problems: list[Problem]

    def refuse(self, line: int, code: str, expected: str, found: str) -> None:
        self.problems.append(Problem(code, f"{self.source}, line {line}", expected, found))


def read_edition(text: str, source: str) -> Edition:
    """The edition a file holds. EditionError with every problem and its line where it does not load."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise EditionError(Problem("edition-file", source, "a TOML file", str(error))) from None
    reading = _Reading(source, [])
    for key in sorted(set(data) - HEADER):
        reading.refuse(_line_of(text, key), "unknown-key", f"one of {sorted(HEADER)}", key)
    for key in ("id", "title", "seeds", "prevailing"):
        if not data.get(key):
            reading.refuse(1, "missing-key", key, "nothing")
    for key in ("in_force_from", "in_force_until"):
        if not _is_date(data.get(key)) and (key == "in_force_from" or key in data):
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
        title=data["title"],
        in_force_from=data["in_force_from"],
        in_force_until=data.get("in_force_until"),
        seeds=tuple(data["seeds"]),
        prevailing=data["prevailing"],
        entries=tuple(entries),
        values=MappingProxyType({k: v for entry in entries for k, v in entry.values.items()}),
        shapes=Shapes(**{role: REGISTRY[name].function for role, name in roles.items()}),
    )


def _entry(item: dict[str, Any], line: int, seeds: list[str], reading: _Reading) -> Entry:
    for key in sorted(set(item) - ENTRY):
        reading.refuse(line, "unknown-key", f"one of {sorted(ENTRY)}", key)
    if not isinstance(item.get("article"), str) or _place(item["article"]) is None:
        reading.refuse(
            line, "missing-citation", "article, as 5(1), Table 1 or Note 1", repr(item.get("article"))
        )
    if not item.get("seeds") or not set(item["seeds"]) <= set(seeds):
        reading.refuse(line, "missing-citation", f"seeds among {seeds}", repr(item.get("seeds")))
    if not _is_date(item.get("effective")):
        reading.refuse(line, "missing-citation", "effective, a date", repr(item.get("effective")))
    if not item.get("says"):
        reading.refuse(line, "missing-citation", "says, what the paragraph asks", "nothing")
    if not any(item.get(key) for key in ("values", "functions", "reasons", "elsewhere")):
        reading.refuse(line, "empty-entry", "values, functions, reasons or elsewhere", "none of them")
    for reason in item.get("reasons", ()):
        if reason not in REASONS:
            reading.refuse(line, "unknown-reason", f"one of {REASONS}", reason)
    for ruling in item.get("rulings", ()):
        if ruling not in RULINGS:
            reading.refuse(line, "unknown-ruling", f"one of {tuple(RULINGS)}", ruling)
    return Entry(
        article=str(item.get("article", "")),
        seeds=tuple(item.get("seeds", ())),
        effective=item.get("effective", date.min),
        says=str(item.get("says", "")),
        values=MappingProxyType(
            {name: _value(name, value, line, reading) for name, value in item.get("values", {}).items()}
        ),
        functions=MappingProxyType(dict(item.get("functions", {}))),
        reasons=tuple(item.get("reasons", ())),
        rulings=tuple(item.get("rulings", ())),
        elsewhere=item.get("elsewhere"),
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
        if (_place(before.article) or (0,)) >= (_place(entry.article) or (0,)):
            reading.refuse(entry.line, "out-of-order", f"an article after {before.article}", entry.article)
    known_roles = {field.name for field in fields(Shapes)}
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
    for role in sorted(known_roles - {name for kind, name in first_line if kind == "role"}):
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


def _place(article: str) -> tuple[int, ...] | None:
    """Where an article stands in the text: paragraphs, then tables, then notes."""
    for rank, pattern in enumerate(_PLACES):
        if match := pattern.fullmatch(article):
            return (rank, *map(int, match.groups()))
    return None


def _line_of(text: str, key: str) -> int:
    return next((n for n, line in enumerate(text.splitlines(), 1) if line.startswith(key)), 1)


def _is_date(value: object) -> bool:
    return isinstance(value, date) and not isinstance(value, datetime)
