"""How the scraper makes a `Problem`: a listed code, and a place in words a person can follow."""

from scraper.codes import CODES
from scraper.records import Problem


def problem(code: str, place: str, *, expected: str, found: str, remedy: str | None = None) -> Problem:
    """The problem of a listed `code`; without a `remedy` of its own it carries the code's."""
    return Problem(code, place, expected, found, remedy or CODES[code].remedy)


def place(
    origin: str,
    *,
    round: int | None = None,
    table: int | None = None,
    row: int | None = None,
    column: str | None = None,
) -> str:
    """Where, from the large to the small: `round 5, table 1, row 12, column Result (r5.html)`.

    Tables and rows count from 1; rows are those under the headings.
    """
    parts = [
        f"{word} {value}"
        for word, value in (("round", round), ("table", table), ("row", row), ("column", column))
        if value is not None
    ]
    return f"{', '.join(parts)} ({origin})" if parts else origin
