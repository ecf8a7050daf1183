"""An Excel export of a view (`prt=4&excel=2010`), written as the page it was made from.

One sheet: where it is from, the event, `Last update`, the details if they were shown (reported), the view's
heading, for rounds their heading, the row of headings, the rows, an empty row, and at the foot the event's
address (seen: start-list-2018). Written as a page it is read by the same readers as every other one; what
an export does not have (menu, links, gate, flags) is then simply absent. A sheet holds no `-0`: the 0 of a
crosstable in a round, where a score never stands alone, can only be that.
"""

import io
import zipfile
from html import escape

from scraper.errors import NotATournamentPage, PageTooLarge, ScraperError
from scraper.languages import ENGLISH, LANGUAGES, Language
from scraper.pages.crosstable import round_columns
from scraper.pages.head import tournament_of
from scraper.tables import in_english

MAGIC = b"PK\x03\x04"
MOST_UNPACKED = 60_000_000
"""Bytes of all parts together; a small file can unpack to much more than it is."""

MOST_ROWS = 10_000
_EXPECTED = "an export of Chess-Results: heading, event, update, view, a table, the event's address"


def as_page(body: bytes, origin: str) -> str:
    """The page's text. NotATournamentPage or PageTooLarge for anything that is no such export."""
    rows = _rows(body, origin)
    filled = [(i, [c for c in row if c]) for i, row in enumerate(rows)]
    single = [(i, cells[0]) for i, cells in filled if len(cells) == 1]
    number = next((n for _, text in reversed(single) if (n := tournament_of(text))), None)
    prefixes = tuple(x.update for x in LANGUAGES)
    update = next(((i, text) for i, text in single if text.startswith(prefixes)), None)
    # The row of headings is the first one after the view's heading with more than two filled cells.
    header = next((i for i, cells in filled if len(cells) > 2 and update and i > update[0]), None)
    if number is None or update is None or header is None or update[0] == 0:
        raise _unreadable(origin, " | ".join(text for _, text in single[:6]) or "no such rows")
    above = [(i, text) for i, text in single if update[0] < i < header]
    if not above:
        raise _unreadable(origin, f"no heading between rows {update[0] + 1} and {header + 1}")
    details = [cells for i, cells in filled if update[0] < i < header and len(cells) == 2]
    view, remarks = above[0][1], [text for _, text in above[1:]]
    end = next((i for i, cells in filled if i > header and not cells), len(rows))
    again = next((i for i, cells in filled if (i > end and len(cells) > 2) or _heads(rows, header, i)), None)
    if again is not None:
        raise _unreadable(origin, f"a second table, from row {again + 1} on")
    name = next((text for i, text in reversed(single) if i < update[0]), "")
    language = next((x for x in LANGUAGES if update[1].startswith(x.update)), ENGLISH)
    table = _minus_zero(rows[header:end], language)
    shown = "".join(f"<tr>{_cells(row)}</tr>" for row in details)
    headed = [("CRg1" if i else "CRg1b", row) for i, row in enumerate(table)]
    listed = "".join(f'<tr class="{css}">{_cells(row)}</tr>' for css, row in headed)
    return (
        f'<html lang="{language.code}"><body>'
        f'<form action="./tnr{number}.aspx?lan={language.lan}" id="form1">'
        f'<div class="defaultDialog"><h2>{escape(name)}</h2><table><tr><td><table>{shown}</table>'
        f'<p class="CRsmall">{escape(update[1])}</p></td></tr></table></div>'
        f'<div class="defaultDialog"><h2>{escape(view)}</h2>'
        + "".join(f"<h3>{escape(text)}</h3>" for text in remarks)
        + f'<table class="CRs1">{listed}</table></div></form></body></html>'
    )


def _heads(rows: list[list[str]], header: int, at: int) -> bool:
    """Whether a row says the headings again, as over the next of several rounds: under them it would be
    filed under the first."""
    return at > header and rows[at] == rows[header]


def _minus_zero(table: list[list[str]], language: Language) -> list[list[str]]:
    """The table with `-0` for `0` in the rounds of a crosstable; the list "not paired" has no such cells."""
    headings = in_english(tuple(table[0]), language)[0]
    if "SNo" in headings:
        return table
    rounds = set(round_columns(headings).values())
    rows = [["-0" if i in rounds and c == "0" else c for i, c in enumerate(row)] for row in table[1:]]
    return [table[0], *rows]


def _rows(body: bytes, origin: str) -> list[list[str]]:
    from python_calamine import CalamineWorkbook  # only where an export is read

    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            unpacked = sum(part.file_size for part in archive.infolist())
            if unpacked > MOST_UNPACKED:
                expected = f"at most {MOST_UNPACKED} bytes unpacked"
                raise PageTooLarge.because("page-too-large", origin, expected, f"{unpacked} bytes")
            # Checked first: a damaged part never reaches the reader of workbooks.
            if (damaged := archive.testzip()) is not None:
                raise _unreadable(origin, f"a damaged part, {damaged}")
        sheet = CalamineWorkbook.from_filelike(io.BytesIO(body)).get_sheet_by_index(0)
        if sheet.total_height > MOST_ROWS:
            found = f"{sheet.total_height} rows"
            raise PageTooLarge.because("page-too-large", origin, f"at most {MOST_ROWS} rows", found)
        cells = sheet.to_python(skip_empty_area=False)
    except (ScraperError, KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    except BaseException as error:
        # A damaged archive raises whatever its codec raises, and the reader's panics are no Exception.
        raise _unreadable(origin, f"{type(error).__name__}: {error}") from error
    return [[_text(cell) for cell in row] for row in cells]


def _text(cell: object) -> str:
    """A cell as the page prints it: whole numbers bare, halves with a decimal comma."""
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() else str(cell).replace(".", ",")
    return " ".join(str(cell).split())


def _unreadable(origin: str, found: str) -> NotATournamentPage:
    return NotATournamentPage.because("export-unreadable", origin, _EXPECTED, found)


def _cells(row: list[str]) -> str:
    return "".join(f"<td>{escape(cell)}</td>" for cell in row)
