"""The site's lists: `table.CRs1`, known by their headings.

Rows are walked by their children (twice as fast as a selector per row), and only the table's own
rows are met: names can hold a nested table. A row may be shorter or longer than the headings; each
page kind says which rows may. Headings are put into English words at once; the rest of the reader
knows no other.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from selectolax.lexbor import LexborHTMLParser, LexborNode

from scraper.errors import OtherPageKind, TruncatedPage
from scraper.languages import ENGLISH, Language
from scraper.problems import At, Notes, place
from scraper.values import CLEANED

ONE_TABLE = "one table of class CRs1"
HEADING_ROWS = ("CRg1b", "CRng1b")
"""Classes of a row of headings; round robins and teams repeat them, and head rounds with one cell of it."""

_TABLE = LexborHTMLParser("<table><thead><tbody><tfoot><tr><td><th>")
_CELL_IDS, _PART_IDS = (
    frozenset(node.tag_id for node in _TABLE.css(tags)) for tags in ("td, th", "tbody, thead, tfoot")
)
(_ROW_ID,) = (node.tag_id for node in _TABLE.css("tr"))
"""The parser's numbers of tags: twice as fast to ask for as their names, for every cell of a page."""

_NUMBERED = re.compile(r"(?:\d{1,3}\.Rd|\d{1,4})?", re.ASCII)
"""Headings without words: rounds, numbers of players, and columns without a heading."""


WITH_NODES = frozenset({"Name", "White", "Black", "Res."})
"""Columns whose cells say more than their texts: numbers in links, colours."""


@dataclass(slots=True, eq=False)
class Row:
    """One row under the headings. `number` counts from 1, `css` is the row's class attribute, `table` the
    place of its table where a page has several that are read alike.

    `texts` are the cells' texts with every run of blanks made one; `cells` the nodes by column, in a row
    under headings only those of `WITH_NODES`: all of them would be most of what a reading holds in memory.
    """

    number: int
    cells: dict[int, LexborNode]
    texts: tuple[str, ...]
    css: str
    table: int = 1

    def text(self, column: int | None) -> str:
        """The cell's text; empty where the table has no such column or the row ends before it."""
        return "" if column is None or column >= len(self.texts) else self.texts[column]

    def at(self, column: str | None = None, round: int | None = None) -> At:
        """The place of the row, or of its cell in a column, for a problem."""
        return {"round": round, "table": self.table, "row": self.number, "column": column}

    @property
    def federation(self) -> str | None:
        """The federation that lists print in the row's class, `CRng2 JPN`; they need no column for it."""
        words = self.css.split()
        return words[1] if len(words) == 2 and len(words[1]) == 3 and words[1].isupper() else None


@dataclass(frozen=True, slots=True)
class Table:
    """Headings, in English, from left to right and the rows under them; `unknown` are words of no table."""

    headings: tuple[str, ...]
    rows: tuple[Row, ...] = ()
    unknown: tuple[str, ...] = ()

    def column(self, heading: str | None) -> int | None:
        """The first column of that heading, or None."""
        return self.headings.index(heading) if heading in self.headings else None

    def title_column(self, name: int) -> int | None:
        """The title stands in the column without heading just before a name (the flag's is further left)."""
        return name - 1 if name > 0 and self.headings[name - 1] == "" else None


def one_table(
    lists: Sequence[LexborNode],
    origin: str,
    needed: tuple[str, ...],
    language: Language,
    *,
    may_be_empty: bool,
) -> Table:
    """The only one of a page's `lists`, with the headings it is known by; with at least one row, unless it
    `may_be_empty`, with nothing to show.

    OtherPageKind if there is none, several, or one with other headings; TruncatedPage if it has no rows.
    """
    if not lists:
        raise OtherPageKind.because("table-missing", origin, ONE_TABLE, "none")
    if len(lists) > 1:
        raise OtherPageKind.because("table-twice", origin, ONE_TABLE, f"{len(lists)} tables")
    table = read_table(lists[0], language)
    check_table(table, origin, needed, may_be_empty=may_be_empty)
    return table


def check_table(
    table: Table, origin: str, needed: tuple[str, ...], *, number: int = 1, may_be_empty: bool = False
) -> None:
    """OtherPageKind for a table without the headings it is known by, TruncatedPage for one without rows."""
    where = place(origin, table=number)
    if any(heading not in table.headings for heading in needed):
        headings = " | ".join(table.headings) or "no row of headings"
        expected = f"the headings {', '.join(needed)}"
        raise OtherPageKind.because("headings-unknown", where, expected, headings)
    if not table.rows and not may_be_empty:
        raise TruncatedPage.because("table-empty", where, "at least one row", "headings only")


def read_table(node: LexborNode, language: Language) -> Table:
    """The table's headings (its first row of class CRg1b or CRng1b) and all later rows."""
    headings: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    rows: list[Row] = []
    kept: list[int] = []
    for tr in own_rows(node):
        # As `cells_of` and `clean`, without a call for each: a page has a thousand cells and more.
        cells = [cell for cell in tr.iter() if cell.tag_id in _CELL_IDS]
        texts = [CLEANED[cell.text_lexbor()] for cell in cells]
        css = tr.attributes.get("class") or ""
        if not headings and css in HEADING_ROWS and len(texts) > 1:
            headings, unknown = in_english(tuple(texts), language)
            kept = [i for i, heading in enumerate(headings) if heading in WITH_NODES]
        elif texts:
            nodes = {i: cells[i] for i in kept} if len(texts) == len(headings) else dict(enumerate(cells))
            rows.append(Row(len(rows) + 1, nodes, tuple(texts), css))
    return Table(headings, tuple(rows), unknown)


@lru_cache(maxsize=256)
def in_english(printed: tuple[str, ...], language: Language) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Headings in English, and the words that are in no table. English words stand in every language.

    Where a round's two players are both headed "Name" they are White and Black (seen: kids2020_r5_russian).
    """
    headings: list[str] = []
    unknown: list[str] = []
    for text in printed:
        english = language.columns.get(text) or ENGLISH.columns.get(text)
        if english is None:
            for prefix in (language.tie_break, ENGLISH.tie_break):
                if text.startswith(prefix) and text[len(prefix) :].isdigit():
                    english = f"{ENGLISH.tie_break}{text[len(prefix) :]}"
        if english is None:
            english = text
            if not _NUMBERED.fullmatch(text):
                unknown.append(text)
        headings.append(english)
    if "Result" in headings and headings.count("Name") == 2:
        first = headings.index("Name")
        second = headings.index("Name", first + 1)
        if first < headings.index("Result") < second:
            headings[first], headings[second] = "White", "Black"
    return tuple(headings), tuple(unknown)


def note_unknown(table: Table, notes: Notes, language: Language) -> None:
    """One problem for each heading that is a word of no table; nothing is taken from its column."""
    for word in table.unknown:
        notes.met("word-unknown", f"a heading that is known in {language.name}", repr(word), table=1)


def own_rows(table: LexborNode) -> Iterator[LexborNode]:
    """The rows of a table itself, not those of tables within its cells."""
    for part in table.iter():
        if part.tag_id == _ROW_ID:
            yield part
        elif part.tag_id in _PART_IDS:
            for row in part.iter():
                if row.tag_id == _ROW_ID:
                    yield row


def cells_of(row: LexborNode) -> Iterator[LexborNode]:
    """The cells of a row, th and td alike: the site mixes them within one row."""
    for cell in row.iter():
        if cell.tag_id in _CELL_IDS:
            yield cell
