"""Reading an edition file into an `Edition`, refusing everything that is not exactly right."""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from types import MappingProxyType, SimpleNamespace
from typing import Any

import rating.articles  # noqa: F401  (registers the article functions)
from rating.citation import REGISTRY
from rating.edition import Edition, Entry, not_of_this_family
from rating.edition_kinds import TABLES, Value, read_value
from rating.edition_whole import check_whole, place_of, roles_of
from rating.errors import EditionError, Problem
from rating.families import every, family_named, usual
from rating.interpretations import NUMBERS
from rating.nested import is_deeper
from rating.reasons import REASONS
from rating.shapes import Shapes, no_such_article, roles_in
from rating.shapes_queensland import QueenslandShapes

DEEPEST = 12
"""So many tables and lists stand within one another at most; in editions it is five."""

# What may stand in the head of a file and in an entry, and the form of each.
HEADER: Mapping[str, str] = {
    "id": "a text",
    "family": "a text",
    "title": "a text",
    "in_force_from": "a date",
    "in_force_until": "a date",
    "undated": "true",
    "seeds": "a list of texts",
    "prevailing": "a text",
    "amends": "a text",
    "article": "[[article]] entries",
}
ENTRY: Mapping[str, str] = {
    "article": "a text",
    "seeds": "a list of texts",
    "effective": "a date",
    "says": "a text",
    "values": "a table of values",
    "functions": "a table of texts",
    "reasons": "a list of texts",
    "rulings": "a list of texts",
    "repeats": "a list of texts",
    "for_types": "a list of texts",
    "elsewhere": "a text",
    "source": "a text",
}
FORMS: Mapping[str, Callable[[object], bool]] = {
    "a text": lambda value: isinstance(value, str),
    "a date": lambda value: isinstance(value, date) and not isinstance(value, datetime),
    "true": lambda value: value is True,
    "a list of texts": lambda value: isinstance(value, list) and all(isinstance(item, str) for item in value),
    "a table of values": lambda value: isinstance(value, dict),
    "a table of texts": lambda value: (
        isinstance(value, dict) and all(isinstance(item, str) for item in value.values())
    ),
    "[[article]] entries": lambda value: (
        isinstance(value, list) and all(isinstance(item, dict) for item in value)
    ),
}
# A missing one of these has a code of its own.
CITATION = {"article", "seeds", "effective", "says"}


@dataclass(slots=True)
class _Reading:
    """A file being read: its lines, on which of them entries begin, and what was found wrong."""

    source: str
    lines: tuple[str, ...]
    starts: tuple[int, ...]
    problems: list[Problem]
    family: str = field(default_factory=usual)
    undated: bool = False

    def refuse(self, line: int, code: str, expected: str, found: str, key: str = "") -> None:
        """Note a problem on a line, or on that of a key of the entry that begins there."""
        line = self.at(line, key) if key else line
        self.problems.append(Problem(code, f"{self.source}, line {line}", expected, found))

    def at(self, start: int, key: str) -> int:
        """The line on which a key of the entry (0: of the head) that begins on a line stands, or its own."""
        stands = re.compile(rf"(?:^|[{{,])\s*{re.escape(key)}\s*=|\.{re.escape(key)}\]")
        return next((n for n, line in self._of(start) if stands.search(line)), start or 1)

    def holding(self, start: int, told: str) -> int | None:
        """The line of an entry whose words are named in what is told of a table."""
        return next((n for n, line in self._of(start) if line.strip() and repr(line.strip()) in told), None)

    def formed(self, item: Mapping[str, Any], forms: Mapping[str, str], start: int) -> dict[str, Any]:
        """What of an item has its form; the rest is refused, each with its line."""
        good = {}
        for key, value in item.items():
            if key in forms and FORMS[forms[key]](value):
                good[key] = value
            elif key in forms:
                code = "missing-citation" if start and key in CITATION else "edition-value"
                code = "missing-date" if not start and forms[key] in ("a date", "true") else code
                self.refuse(self.at(start, key), code, f"{key}, {forms[key]}", repr(value))
        return good

    def _of(self, start: int) -> Iterator[tuple[int, str]]:
        end = next((n for n in self.starts if n > start), len(self.lines) + 1)
        return ((n, self.lines[n - 1]) for n in range(max(start, 1), end))


def read_draft(text: str | bytes, source: str) -> tuple[Edition, str]:
    """The edition that a draft of an amendment makes, and the name of the one it amends: that of its own
    name, or the one that it says it `amends`. It can name any function that fills a role in some edition,
    without a citation. EditionError like `read_edition`."""
    edition = read_edition(text, source, draft=True)
    return edition, edition.amends or edition.id


def read_edition(text: str | bytes, source: str, *, draft: bool = False) -> Edition:
    """The edition a file holds. EditionError with every problem and its line where it does not load."""
    if isinstance(text, bytes):
        text = _decoded(text, source)
    try:
        data = tomllib.loads(text)
        if is_deeper(data, DEEPEST):  # whatever looks at it would go down without end
            raise ValueError(f"tables within tables, more than {DEEPEST} of them")
    except (ValueError, RecursionError) as error:  # tomllib names the line and column itself, where it can
        raise EditionError(Problem("edition-file", source, "a TOML file", str(error))) from None
    lines = tuple(text.splitlines())
    starts = tuple(n for n, line in enumerate(lines, 1) if line.strip() == "[[article]]")
    reading = _Reading(source, lines, starts, [])
    for key in sorted(set(data) - (set(HEADER) if draft else set(HEADER) - {"amends"})):
        reading.refuse(reading.at(0, key), "unknown-key", f"one of {sorted(HEADER)}", key)
    data = reading.formed(data, HEADER, 0)
    _check_head(data, reading)
    raw = data.get("article", [])
    if not raw or len(raw) != len(starts):
        reading.refuse(1, "no-articles", "[[article]] entries, each on a line of its own", str(len(raw)))
    entries = [
        _entry(item, line, data.get("seeds", ()), reading) for item, line in zip(raw, starts, strict=False)
    ]
    until = data.get("in_force_until")
    for entry in entries:
        if until and entry.effective and entry.effective >= until:
            expected, found = f"a day before {until.isoformat()}", entry.effective.isoformat()
            reading.refuse(entry.line, "missing-citation", f"effective, {expected}", found, key="effective")
    if not reading.problems:
        check_whole(data["id"], reading.family, entries, reading.refuse, draft=draft)
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
        shapes=_filled(Shapes, roles, reading),
        queensland=_filled(QueenslandShapes, roles, reading),
        amends=data.get("amends"),
        repeated=MappingProxyType(
            {(a, t): e.article for e in entries for a in e.repeats for t in e.for_types}
        ),
    )


def _decoded(data: bytes, source: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        expected, remedy = "a TOML file in UTF-8", "save it as UTF-8"
        raise EditionError(
            Problem("edition-file", f"{source}, line {line}", expected, "other bytes", remedy)
        ) from None


def _check_head(data: Mapping[str, Any], reading: _Reading) -> None:
    """A name, a family, seeds, the one that prevails, and days that are in order or none."""
    for key in ("id", "title", "seeds", "prevailing"):
        if not data.get(key):
            reading.refuse(reading.at(0, key), "missing-key", key, "nothing")
    if data.get("family") in every():
        reading.family = data["family"]
    else:
        found = str(data.get("family", "none"))
        reading.refuse(reading.at(0, "family"), "missing-key", f"family, one of {sorted(every())}", found)
    if data.get("prevailing") and data["prevailing"] not in data.get("seeds", ()):
        reading.refuse(reading.at(0, "prevailing"), "missing-key", "one of the seeds", data["prevailing"])
    first, until = data.get("in_force_from"), data.get("in_force_until")
    reading.undated = "undated" in data
    if reading.undated and (first or until):
        reading.refuse(reading.at(0, "undated"), "missing-date", "undated = true and no dates", "both")
    if not reading.undated and not first and not any(p.code == "missing-date" for p in reading.problems):
        reading.refuse(1, "missing-date", "in_force_from, a date", "None")
    if first and until and until <= first:
        expected = f"a day after {first.isoformat()}"
        reading.refuse(reading.at(0, "in_force_until"), "missing-date", expected, until.isoformat())


def _filled(kind: type, roles: Mapping[str, str], reading: _Reading) -> Any:
    free = roles_of(reading.family)[1]
    return SimpleNamespace(
        **{
            role: REGISTRY[roles[role]].function
            if role in roles
            else (no_such_article if role in free else not_of_this_family)
            for role in roles_in(kind)
        }
    )


def _entry(item: dict[str, Any], line: int, seeds: Sequence[str], reading: _Reading) -> Entry:
    for key in sorted(set(item) - set(ENTRY)):
        reading.refuse(reading.at(line, key), "unknown-key", f"one of {sorted(ENTRY)}", key)
    item = reading.formed(item, ENTRY, line)
    if place_of(reading.family, item.get("article", "")) is None:
        expected, found = f"article, as {family_named(reading.family).example}", repr(item.get("article"))
        reading.refuse(reading.at(line, "article"), "missing-citation", expected, found)
    if not item.get("seeds") or not set(item["seeds"]) <= set(seeds):
        expected, found = f"seeds among {list(seeds)}", repr(item.get("seeds"))
        reading.refuse(reading.at(line, "seeds"), "missing-citation", expected, found)
    if "effective" not in item and not reading.undated:
        reading.refuse(line, "missing-citation", "effective, a date", "None")
    if not item.get("says"):
        found = "says, what the paragraph asks"
        reading.refuse(reading.at(line, "says"), "missing-citation", found, "nothing")
    if not any(item.get(key) for key in ("values", "functions", "reasons", "repeats", "elsewhere")):
        reading.refuse(
            line, "empty-entry", "values, functions, reasons, repeats or elsewhere", "none of them"
        )
    for reason in item.get("reasons", ()):
        if reason not in REASONS:
            reading.refuse(line, "unknown-reason", f"one of {REASONS}", reason, key="reasons")
    for ruling in item.get("rulings", ()):
        if ruling not in NUMBERS:
            reading.refuse(line, "unknown-ruling", f"one of {NUMBERS}", ruling, key="rulings")
    values = {name: _value(name, value, line, reading) for name, value in item.get("values", {}).items()}
    return Entry(
        article=item.get("article", ""),
        seeds=tuple(item.get("seeds", ())),
        effective=item.get("effective"),
        says=item.get("says", ""),
        values=MappingProxyType(values),
        functions=MappingProxyType(dict(item.get("functions", {}))),
        reasons=tuple(item.get("reasons", ())),
        rulings=tuple(item.get("rulings", ())),
        elsewhere=item.get("elsewhere"),
        source=item.get("source"),
        line=line,
        repeats=tuple(item.get("repeats", ())),
        for_types=tuple(item.get("for_types", ())),
    )


def _value(name: str, raw: object, line: int, reading: _Reading) -> Value:
    try:
        return read_value(name, raw)
    except ValueError as error:
        if name in TABLES and isinstance(raw, str):
            place = reading.holding(line, str(error)) or reading.at(line, name)
            reading.refuse(place, "table-gap", f"{name} as printed", str(error))
        else:
            reading.refuse(reading.at(line, name), "edition-value", f"{name}: {error}", repr(raw))
        return 0
