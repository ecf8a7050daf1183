"""The site's lists: `table.CRs1`, known by their headings.

Rows are walked by `child` and `next` (twice as fast as a selector per row), and only the table's own
rows are met: names can hold a nested table. A row may be shorter or longer than the headings; each
page kind says which rows may.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

from scraper.codes import HEADINGS_UNKNOWN, TABLE_EMPTY, TABLE_MISSING, TABLE_TWICE
from scraper.errors import OtherPageKind, TruncatedPage
from scraper.problems import place, problem
from scraper.values import clean

ONE_TABLE = "one table of class CRs1"
HEADING_ROWS = ("CRg1b", "CRng1b")
"""Classes of a row of headings; round robins and teams repeat them, and head rounds with one cell of it."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row under the headings. `number` counts from 1, `css` is the row's class attribute."""

    number: int
    cells: tuple[LexborNode, ...]
    css: str

    def text(self, column: int | None) -> str:
        """The cell's text; empty where the table has no such column or the row ends before it."""
        if column is None or column >= len(self.cells):
            return ""
        return clean(self.cells[column].text())


@dataclass(frozen=True, slots=True)
class Table:
    """Headings from left to right and the rows under them."""

    headings: tuple[str, ...]
    rows: tuple[Row, ...]
    node: LexborNode

    def column(self, heading: str, start: int = 0, stop: int | None = None) -> int | None:
        """The first column of that heading between `start` and `stop`, or None."""
        stop = len(self.headings) if stop is None else stop
        for i in range(max(start, 0), stop):
            if self.headings[i] == heading:
                return i
        return None

    def title_column(self, name: int) -> int | None:
        """The title stands in the column without heading just before a name (the flag's is further left)."""
        return name - 1 if name > 0 and self.headings[name - 1] == "" else None


def tables(tree: LexborHTMLParser) -> list[LexborNode]:
    """Every list of the page, in the order of the page (`class=` and `Class=` alike)."""
    return tree.css("table.CRs1")


def one_table(tree: LexborHTMLParser, origin: str, needed: tuple[str, ...]) -> Table:
    """The page's only list, with the headings it is known by and at least one row.

    OtherPageKind if there is none, several, or one with other headings; TruncatedPage if it has no rows.
    """
    table = table_if_any(tree, origin, needed)
    if table is None:
        raise OtherPageKind(problem(TABLE_MISSING, origin, expected=ONE_TABLE, found="none"))
    return table


def table_if_any(
    tree: LexborHTMLParser, origin: str, needed: tuple[str, ...], *, may_be_empty: bool = False
) -> Table | None:
    """As `one_table`, for views that have no list, or one that `may_be_empty`, with nothing to show."""
    found = tables(tree)
    if not found:
        return None
    if len(found) > 1:
        raise OtherPageKind(problem(TABLE_TWICE, origin, expected=ONE_TABLE, found=f"{len(found)} tables"))
    table = read_table(found[0])
    where = place(origin, table=1)
    if any(heading not in table.headings for heading in needed):
        headings = " | ".join(table.headings) or "no row of headings"
        expected = f"the headings {', '.join(needed)}"
        raise OtherPageKind(problem(HEADINGS_UNKNOWN, where, expected=expected, found=headings))
    if not table.rows and not may_be_empty:
        raise TruncatedPage(problem(TABLE_EMPTY, where, expected="at least one row", found="headings only"))
    return table


def read_table(node: LexborNode) -> Table:
    """The table's headings (its first row of class CRg1b or CRng1b) and all later rows."""
    headings: tuple[str, ...] = ()
    rows: list[Row] = []
    for tr in own_rows(node):
        css = tr.attributes.get("class") or ""
        cells = tuple(cells_of(tr))
        if not headings and css in HEADING_ROWS and len(cells) > 1:
            headings = tuple(clean(c.text()) for c in cells)
        elif cells:
            rows.append(Row(len(rows) + 1, cells, css))
    return Table(headings, tuple(rows), node)


def own_rows(table: LexborNode) -> Iterator[LexborNode]:
    """The rows of a table itself, not those of tables within its cells."""
    part = table.child
    while part is not None:
        if part.tag == "tr":
            yield part
        elif part.tag in ("tbody", "thead", "tfoot"):
            row = part.child
            while row is not None:
                if row.tag == "tr":
                    yield row
                row = row.next
        part = part.next


def cells_of(row: LexborNode) -> Iterator[LexborNode]:
    """The cells of a row, th and td alike: the site mixes them within one row."""
    cell = row.child
    while cell is not None:
        if cell.tag in ("td", "th"):
            yield cell
        cell = cell.next
