"""How the scraper makes a `Problem`: a listed code, and a place in words a person can follow.

What each code means and what to do about it, says codes.toml, of the reading of pages, and fetch_codes.toml,
of what can go wrong between an address and its saved page. A code that is in neither is refused, so that
nothing undocumented can be emitted.
"""

import tomllib
from pathlib import Path
from typing import NamedTuple, TypedDict, Unpack

from scraper.records import Problem


class Code(NamedTuple):
    """One kind of problem: its `meaning` in one line, and the `remedy` told where none is nearer."""

    meaning: str
    remedy: str


def _listed(name: str) -> dict[str, Code]:
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return {code: Code(**told) for code, told in tomllib.loads(text).items()}


CODES = _listed("codes.toml")
FETCH_CODES = _listed("fetch_codes.toml")
_EVERY = CODES | FETCH_CODES


class At(TypedDict, total=False):
    """Where on a page. Tables and rows count from 1; rows are those under the headings, of the first table if
    none is named."""

    round: int | None
    table: int | None
    row: int | None
    column: str | None


def place(origin: str, **at: Unpack[At]) -> str:
    """Where, from the large to the small: `round 5, table 1, row 12, column Result (r5.html)`."""
    told = {word: value for word, value in at.items() if value is not None}
    if "row" in told:
        told.setdefault("table", 1)
    parts = [f"{word} {told[word]}" for word in At.__annotations__ if word in told]
    return f"{', '.join(parts)} ({origin})" if parts else origin


def problem(code: str, place: str, expected: str, found: str, remedy: str | None = None) -> Problem:
    """The problem of a listed `code`; without a `remedy` of its own it carries the code's."""
    return Problem(code, place, expected, found, remedy or _EVERY[code].remedy)


class Notes:
    """The problems of one page as they are met; `origin` is how people call the page."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.problems: list[Problem] = []

    def met(self, code: str, expected: str, found: str, remedy: str | None = None, **at: Unpack[At]) -> None:
        """One more."""
        self.problems.append(problem(code, place(self.origin, **at), expected, found, remedy))
