"""Reading an event with all checks, against a bare selectolax walk of the same pages.

`python -m benchmarks.reading` prints every ratio; the short run of all benchmarks takes the first of them.
Both floors parse the page and take what no reading of it can do without, and understand nothing of it: the
headings (which event, view and round it is), the line with the last update, the text of every cell of the
tables within the page's boxes (menu, details, list), and the addresses of the lists' links, in which alone a
round names the players' numbers. The site's own frame around them and the classes of rows are left out. As
the reader does, they keep a parsed page until the next one is parsed: freed at once, its memory can go back
to the system, which would make the floor up to twice as slow.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser, LexborNode

from benchmarks.timing import Ratio, compare
from rating.time_control import minutes_at_60
from scraper.reading import read_event
from scraper.records import SavedPage

HERE = Path(__file__).parent.parent
CASSETTE = HERE / "cassettes" / "autumn-2026"
EVENT = "1499612"
SAMPLES = HERE.parent / "shared" / "samples" / "chess-results"
ROUNDS = 15
OF_PAGE = "h2, h3, p.CRsmall, div.defaultDialog table"
"""What a bare walk takes of a page: headings, small paragraphs, and the tables of its boxes."""

Walk = Callable[[LexborHTMLParser], int]
_PARSED_LAST: list[LexborHTMLParser] = []


def cassette_pages() -> list[SavedPage]:
    """The rapid event of the cassette: start list, crosstable, not paired, six rounds."""
    pages = _pages(CASSETTE.glob(f"*tnr{EVENT}*.html"))
    assert len(pages) == 9
    return pages


def british_pages() -> list[SavedPage]:
    """The real pages of an event of nine rounds, some of them twice; empty where there are no samples."""
    return _pages(SAMPLES.glob("british2026*.html"))


def measure() -> Ratio:
    """The cassette's event against the walk by `next`."""
    return next(measures())


def measures() -> Iterator[Ratio]:
    """Both events against both floors, as far as their pages are there."""
    floors: tuple[tuple[str, Walk], ...] = (
        ("parsing, then rows, cells and their texts by child and next", by_next),
        ('parsing, then rows, cells and their texts by css("tr") and css("td, th")', by_selector),
    )
    for event, pages in (("the cassette's", cassette_pages()), ("the British", british_pages())):
        for what, floor in floors if pages else ():
            yield compare(
                f"reading {event} event of {len(pages)} pages with all checks / {what}",
                lambda pages=pages: read_event(pages, minutes_at_60=minutes_at_60),
                lambda pages=pages, floor=floor: walked(pages, floor),
                ROUNDS,
            )


def walked(pages: Iterable[SavedPage], walk: Walk) -> int:
    """Each page parsed and walked: how many letters were met."""
    letters = 0
    for page in pages:
        tree = LexborHTMLParser(page.body)
        _PARSED_LAST[:] = (tree,)
        letters += walk(tree)
    return letters


def by_next(tree: LexborHTMLParser) -> int:
    """Every row and cell of the tables by child and next, and each cell's text."""
    letters = 0
    for node in tree.css(OF_PAGE):
        if node.tag != "table":
            letters += len(node.text())
            continue
        part = node.child
        while part is not None:
            row = part.child
            while row is not None:
                cell = row.child
                while cell is not None:
                    if cell.tag in ("td", "th"):
                        letters += len(cell.text())
                    cell = cell.next
                row = row.next
            part = part.next
        letters += _addresses(node)
    return letters


def by_selector(tree: LexborHTMLParser) -> int:
    """The same by selectors: the rows of the tables, and the cells of each row."""
    letters = 0
    for node in tree.css(OF_PAGE):
        if node.tag != "table":
            letters += len(node.text())
            continue
        letters += sum(len(cell.text()) for row in node.css("tr") for cell in row.css("td, th"))
        letters += _addresses(node)
    return letters


def _addresses(table: LexborNode) -> int:
    if table.attributes.get("class") != "CRs1":
        return 0
    return sum(len(link.attributes.get("href") or "") for link in table.css("a"))


def _pages(files: Iterable[Path]) -> list[SavedPage]:
    return [
        SavedPage(body=(body := file.read_bytes()), origin=file.name, sha256=hashlib.sha256(body).hexdigest())
        for file in sorted(files)
    ]


if __name__ == "__main__":
    for ratio in measures():
        print(ratio.line())
