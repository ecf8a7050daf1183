"""What an amended edition changes in the text of another: article by article, number by number."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rating.edition import Edition, Entry
from rating.edition_kinds import Value
from rating.tables import Step


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that differs. `name`: a value, `function ROLE`, `reason NAME`, `says`, or `article` where
    the whole of it is new or left out; of a table, each line of it. `before` None: it is new, `after` None:
    left out."""

    article: str
    name: str
    before: str | None
    after: str | None


def changes(before: Edition, after: Edition) -> tuple[Change, ...]:
    """Everything that differs, in the order of the amended text; then what it leaves out."""
    old = {entry.article: entry for entry in before.entries}
    new = {entry.article: entry for entry in after.entries}
    # What moves from one article to another differs in neither.
    here, there = _all(before), _all(after)
    found = []
    for article, entry in new.items():
        if article not in old:
            found.append(Change(article, "article", None, entry.says))
            found += (Change(article, name, None, told) for name, told in _stated(entry).items())
            continue
        mine, theirs = _facts(old[article]), _facts(entry)
        for name in (*theirs, *(name for name in mine if name not in theirs)):
            if mine.get(name) == theirs.get(name):
                continue
            if name in mine and name in theirs:
                found.append(Change(article, name, mine[name], theirs[name]))
            elif name in theirs and here.get(name) != theirs[name]:
                found.append(Change(article, name, here.get(name), theirs[name]))
            elif name in mine and name not in there:
                found.append(Change(article, name, mine[name], None))
    found += (Change(a, "article", entry.says, None) for a, entry in old.items() if a not in new)
    return tuple(found)


def _all(edition: Edition) -> dict[str, str]:
    return {name: told for entry in edition.entries for name, told in _stated(entry).items()}


def _facts(entry: Entry) -> dict[str, str]:
    return {"says": entry.says} | _stated(entry)


def _stated(entry: Entry) -> dict[str, str]:
    """What an entry states beside its words, by name."""
    found: dict[str, str] = {}
    for name, value in entry.values.items():
        found.update(_told(name, value))
    found.update((f"function {role}", function) for role, function in entry.functions.items())
    if entry.repeats:
        found["repeats"] = f"{', '.join(entry.repeats)} ({', '.join(entry.for_types)})"
    return found | {f"reason {reason}": reason for reason in entry.reasons}


def _told(name: str, value: Value) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        yield from ((f"{name}, {p} %", str(points)) for p, points in value.items())
    elif isinstance(value, tuple):
        words = [item for item in value if isinstance(item, str)]
        if words:
            yield name, ", ".join(words)
        for step in value:
            if isinstance(step, Step):
                span = f"{step.first}–{step.last}" if step.last is not None else f"from {step.first}"
                yield f"{name}, {span}", f".{step.high:02d} .{step.low:02d}" if step.low else "1.0 .00"
    else:
        yield name, str(value)
