"""Reading an event with all checks, against a bare selectolax walk of the same pages.

`python -m benchmarks.reading` prints every ratio; the short run of all benchmarks takes the first of them.
`--elsewhere`: against the package `chess-results` of PyPI (requirements/bench.txt) on the same pages.
The floor parses the page and takes what no reading of it can do without, and understands nothing of it: the
headings (which event, view and round it is), the line with the last update, the text of every cell of the
tables within the page's boxes (menu, details, list), and the addresses of the lists' links, in which alone a
round names the players' numbers. The site's own frame around them and the classes of rows are left out. As
the reader does, it keeps a parsed page until the next one is parsed: freed at once, its memory can go back
to the system, which would make the floor up to twice as slow.
"""

import hashlib
import re
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser, LexborNode

from benchmarks.timing import Ratio, compare
from rating.time_control import minutes_at_60
from scraper.reading import read_event, read_page
from scraper.records import SavedPage

HERE = Path(__file__).parent.parent
CASSETTE = HERE / "cassettes" / "autumn-2026"
EVENT = "1499612"
SAMPLES = HERE.parent / "shared" / "samples" / "chess-results"
ROUNDS = 15
OF_PAGE = "h2, h3, p.CRsmall, div.defaultDialog table"
"""What a bare walk takes of a page: headings, small paragraphs, and the tables of its boxes."""

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
    """The cassette's event against the walk."""
    return next(measures())


def measures() -> Iterator[Ratio]:
    """Both events against the floor, as far as their pages are there."""
    floor = "parsing, then rows, cells and their texts by child and next"
    for event, pages in (("the cassette's", cassette_pages()), ("the British", british_pages())):
        if pages:
            yield compare(
                f"reading {event} event of {len(pages)} pages with all checks / {floor}",
                partial(read_event, pages, minutes_at_60=minutes_at_60),
                partial(walked, pages),
                ROUNDS,
            )


def elsewhere() -> Iterator[Ratio]:
    """The floor is ours here: the ratio says how many times longer the other package takes, once beside the
    fields alone, which is what it reads, and once beside our whole event with all its checks."""
    from chess_results import parse

    pages = cassette_pages()
    texts = {page.origin: page.body.decode() for page in pages}

    def theirs() -> int:
        found = 0
        for name, text in texts.items():
            if "art0" in name:
                parse.parse_starting_rank(text)
                parse.parse_tournament_details(text)
            elif "art5" in name:
                parse.parse_crosstable(text)
            elif "art40" in name:
                parse.parse_not_paired(text)
            elif m := re.search(r"rd(\d+)", name):
                found += sum(p.black is not None for p in parse.parse_pairings(text, int(m[1])))
        return found

    record = read_event(pages, minutes_at_60=minutes_at_60)
    assert theirs() >= sum(p.black is not None for p in record.pairings), "both have to find the games"
    for what, ours in (
        ("our reading of the same nine pages", lambda: [read_page(page) for page in pages]),
        ("our event of these pages with all checks", lambda: read_event(pages, minutes_at_60=minutes_at_60)),
    ):
        yield compare(f"chess-results of PyPI / {what}", theirs, ours)


def walked(pages: Iterable[SavedPage]) -> int:
    """Each page parsed and walked: how many letters were met."""
    letters = 0
    for page in pages:
        tree = LexborHTMLParser(page.body)
        _PARSED_LAST[:] = (tree,)
        for node in tree.css(OF_PAGE):
            if node.tag != "table":
                letters += len(node.text())
                continue
            letters += letters_of(node)
            if node.attributes.get("class") == "CRs1":
                letters += sum(len(link.attributes.get("href") or "") for link in node.css("a"))
    return letters


def letters_of(table: LexborNode) -> int:
    """Every row and cell of a table by child and next, which is twice as fast as selectors: how many letters
    its cells have."""
    letters = 0
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


def _pages(files: Iterable[Path]) -> list[SavedPage]:
    return [
        SavedPage(body=(body := file.read_bytes()), origin=file.name, sha256=hashlib.sha256(body).hexdigest())
        for file in sorted(files)
    ]


if __name__ == "__main__":
    for ratio in elsewhere() if "--elsewhere" in sys.argv else measures():
        print(ratio)
