"""Reading an event with all checks, against a bare selectolax walk of the same pages.

`python -m benchmarks.reading` prints every ratio; the short run of all benchmarks takes the first of them.
Both floors parse the page and take the text of every cell of its lists, and understand nothing of it.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

from benchmarks.timing import Ratio, compare
from rating.time_control import minutes_at_60
from scraper.reading import read_event
from scraper.records import SavedPage

HERE = Path(__file__).parent.parent
CASSETTE = HERE / "cassettes" / "autumn-2026"
EVENT = "1499612"
SAMPLES = HERE.parent / "shared" / "samples" / "chess-results"
ROUNDS = 15


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
    floors: tuple[tuple[str, Callable[[bytes], int]], ...] = (
        ("parsing, then rows, cells and their texts by child and next", by_next),
        ('parsing, then rows, cells and their texts by css("tr") and css("td, th")', by_selector),
    )
    for event, pages in (("the cassette's", cassette_pages()), ("the British", british_pages())):
        for what, floor in floors if pages else ():
            yield compare(
                f"reading {event} event of {len(pages)} pages with all checks / {what}",
                lambda pages=pages: read_event(pages, minutes_at_60=minutes_at_60),
                lambda pages=pages, floor=floor: [floor(page.body) for page in pages],
                ROUNDS,
            )


def by_next(body: bytes) -> int:
    """Every row and cell of the lists by child and next, and each cell's text: how many letters."""
    letters = 0
    for table in LexborHTMLParser(body).css("table.CRs1"):
        part = table.child
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
    return letters


def by_selector(body: bytes) -> int:
    """The same by selectors: the rows of the lists, and the cells of each row."""
    return sum(
        len(cell.text())
        for table in LexborHTMLParser(body).css("table.CRs1")
        for row in table.css("tr")
        for cell in row.css("td, th")
    )


def _pages(files: Iterable[Path]) -> list[SavedPage]:
    return [
        SavedPage(body=(body := file.read_bytes()), origin=file.name, sha256=hashlib.sha256(body).hexdigest())
        for file in sorted(files)
    ]


if __name__ == "__main__":
    for ratio in measures():
        print(ratio.line())
