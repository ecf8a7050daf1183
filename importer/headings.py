"""The heading row of a table from outside: what is wrong with it, and which columns can be judged even so."""

from collections import Counter
from collections.abc import Iterator, Sequence

from importer.also_called import Called
from importer.errors import ImportRefused
from importer.workbook.sheet import letters
from scraper.records import Problem

NOTHING: frozenset[str] = frozenset()
CORRECT = "correct the heading row and import the file again"
LEAVE_OUT = "correct these headings, or leave their columns out, and import the file again"
Row = tuple[int, list[str]]


def look_at(
    rows: Sequence[Row],
    file: str,
    headings: Sequence[str],
    required: Sequence[str],
    optional: Sequence[str],
    called: Called,
) -> tuple[list[Problem], frozenset[str] | None]:
    """Every fault of the heading row, the first of the rows, and the columns that can be judged even so: None
    where there is no fault. `headings`: the columns that it names, as `Called.columns` has them.
    `ImportRefused` where no known heading is among them."""
    number, cells = rows[0]
    place = f"{file}, line {number}"
    if not any(headings):
        raise ImportRefused([_fault(place, f"the columns {', '.join(required)}", "an empty line")])
    known = [*required, *optional]
    if not set(known) & set(headings):  # such as one cell: parted by semicolons, or no table at all
        found = f"“{' '.join(','.join(h.strip() for h in cells).split())[:100]}”"
        raise ImportRefused([_fault(place, f"the columns {', '.join(required)}, parted by commas", found)])
    times = Counter(h for h in headings if h)
    either = [h for h in times if called.is_unclear(h)]
    lacking = [h for h in required if h not in headings]
    if called.unclear is not None and either:
        lacking = [h for h in lacking if h != called.unclear.first]
    faults = [_fault(place, f"the column “{h}”", "no such heading") for h in lacking]
    faults += _unclear(either, called, place)
    unknown = ", ".join(f"“{h}”" for h in times if h not in known and h not in either)
    if unknown:
        faults.append(_fault(place, f"one of {', '.join(known)}", unknown, LEAVE_OUT))
    for heading in (h for h, n in times.items() if n > 1):
        ways = [_plain(cell) for cell, h in zip(cells, headings, strict=True) if h == heading]
        names = ", ".join(f"“{way}”" for way in ways)
        found = "it twice" if len(set(ways)) == 1 else f"{names}, which mean the same column"
        faults.append(_fault(place, f"the column “{heading}” once", found))
    faults += _bare(rows, headings, place)
    return faults, frozenset(h for h in known if times[h] == 1) if faults else None


def as_written(cells: Sequence[str], headings: Sequence[str]) -> dict[str, str]:
    """How the file calls the columns that it calls otherwise than we do."""
    return {h: _plain(cell) for cell, h in zip(cells, headings, strict=True) if h != cell.strip()}


def _plain(cell: str) -> str:
    return " ".join(cell.split())


def _unclear(headings: Sequence[str], called: Called, place: str) -> Iterator[Problem]:
    """A fault for each heading that can be either of two columns."""
    if called.unclear is not None:
        first, second = called.unclear.instead
        remedy = "write in its place which of the two it is, and import the file again"
        for heading in headings:
            found = f"“{heading}”, which can be either of the two"
            yield _fault(place, f"the heading “{first}” or “{second}”", found, remedy)


def is_filled(needed: Sequence[str], number: str) -> bool:
    """Whether the cells of a row above the headings, in the columns that are needed, are those of a row that
    belongs below them, as where somebody sorted the sheet: no title, and no headings in another language.
    `number`: what holds a number in each row of the table; beside “Date” a title has one too."""
    return bool(needed) and all(needed) and any(sign.isnumeric() for sign in number)


def _bare(rows: Sequence[Row], headings: Sequence[str], place: str) -> Iterator[Problem]:
    """A fault for each column that has cells and no heading, with the first of them."""
    for n in (n for n, h in enumerate(headings) if not h):
        for number, row in rows[1:]:
            if len(row) > n and row[n].strip():
                column = letters(n + 1)
                found = f"none over “{row[n].strip()[:100]}” in {column}{number}"
                yield _fault(f"{place}, column {column}", "a heading over every column with cells", found)
                break


def _fault(place: str, expected: str, found: str, remedy: str = CORRECT) -> Problem:
    return Problem("bad-heading", place, expected, found, remedy)
