"""A second, slower reading of real pages with the standard library alone: the rows of lists, cell by cell.

Nothing of the reader is used, so that what it makes of a page can be compared with the page itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

from tests.samples import saved


@dataclass
class Cell:
    """A cell's text with single blanks, the starting number in its link, the mark of a colour."""

    text: str = ""
    number: int | None = None
    mark: str = ""


@dataclass
class Row:
    """A row's cells; `heads` for a row of headings."""

    heads: bool
    cells: list[Cell] = field(default_factory=list)

    @property
    def texts(self) -> list[str]:
        """The texts alone."""
        return [c.text for c in self.cells]


class _Lists(HTMLParser):
    """Tables of class CRs1; a table within a cell belongs to the cell."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: list[Row] = []
        self.depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        css = given.get("class", "")
        if tag == "table" and (self.depth or css == "CRs1"):
            self.depth += 1
        elif self.depth == 1 and tag == "tr":
            self.rows.append(Row(css in ("CRg1b", "CRng1b")))
        elif self.depth == 1 and tag in ("td", "th"):
            self.rows[-1].cells.append(Cell())
        elif self.depth and self.rows and self.rows[-1].cells:
            cell = self.rows[-1].cells[-1]
            if tag == "a" and (m := re.search(r"[?&]snr=(\d+)", given.get("href", ""))):
                cell.number = int(m[1])
            if tag == "div" and css in ("FarbewT", "FarbesT"):
                cell.mark = css

    def handle_endtag(self, tag: str) -> None:
        if tag == "table" and self.depth:
            self.depth -= 1

    def handle_data(self, data: str) -> None:
        if self.depth and self.rows and self.rows[-1].cells:
            cell = self.rows[-1].cells[-1]
            cell.text = " ".join((cell.text + data).split())


def rows(name: str) -> list[Row]:
    """The rows of the lists of a real page, headings among them."""
    parser = _Lists()
    parser.feed(saved(name).body.decode())
    assert parser.rows, name
    return parser.rows
