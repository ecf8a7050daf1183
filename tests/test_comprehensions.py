"""A name that one comprehension binds is none that another of the same function looks up elsewhere: Python
3.12 up to 3.12.3 takes it for the first one's (cpython issue 118513), and every later one too where a
function stands around it (156664).
"""

import symtable
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PARTS = (
    *("benchmarks", "cli", "docs", "importer", "office"),
    *("publication", "rating", "scraper", "tests", "web"),
)
INLINED = ("dictcomp", "listcomp", "setcomp")
"""Comprehensions that Python 3.12 and later works out within the function around them."""


pytestmark = pytest.mark.skipif(
    sys.version_info >= (3, 12), reason="Python up to 3.11 keeps the symbols of each comprehension apart"
)


def inlined(scope: symtable.SymbolTable, around: frozenset[str]) -> Iterator[tuple[set[str], set[str]]]:
    """Of each such comprehension in a scope the names that it binds, and those it looks up outside of all."""
    for inner in scope.get_children():
        if inner.get_name() in INLINED:
            names = inner.get_symbols()
            bound = {name.get_name() for name in names if name.is_local()}
            sought = {name.get_name() for name in names if name.is_global() or name.is_free()}
            yield bound, sought - around
            yield from inlined(inner, around | bound)


def confused(scope: symtable.SymbolTable) -> Iterator[str]:
    """The names in a scope and in those within that one comprehension binds and another looks up."""
    if scope.get_name() not in INLINED:
        found = [*inlined(scope, frozenset())]
        own = {name.get_name() for name in scope.get_symbols() if name.is_local()}
        for at, (bound, _sought) in enumerate(found):
            for _bound, sought in found[:at] + found[at + 1 :]:
                yield from (f"{scope.get_name()}: {name}" for name in (bound & sought) - own)
    for inner in scope.get_children():
        yield from confused(inner)


def test_no_name_of_one_comprehension_is_looked_up_by_another() -> None:
    files = [file for part in PARTS for file in (ROOT / part).rglob("*.py")]
    assert len(files) > 500
    found = {
        str(file.relative_to(ROOT)): names
        for file in files
        if (names := [*confused(symtable.symtable(file.read_text("utf-8"), file.name, "exec"))])
    }
    assert found == {}


def test_such_a_name_is_found() -> None:
    text = "def told(rows):\n    seen = {a for a, _ in rows}\n    return [_(a) for a in seen]\n"
    assert [*confused(symtable.symtable(text, "told.py", "exec"))] == ["told: _"]
