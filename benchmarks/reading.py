"""Reading an event with all checks, against a bare selectolax walk of the same pages."""

import hashlib
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser, LexborNode

from benchmarks.timing import Ratio, compare
from rating.time_control import minutes_at_60
from scraper.reading import read_event
from scraper.records import SavedPage

CASSETTE = Path(__file__).parent.parent / "cassettes" / "autumn-2026"
EVENT = "1499612"


def measure() -> Ratio:
    """The rapid event of the cassette: start list, crosstable, not paired, six rounds."""
    pages = [
        SavedPage(body=(body := file.read_bytes()), origin=file.name, sha256=hashlib.sha256(body).hexdigest())
        for file in sorted(CASSETTE.glob(f"*tnr{EVENT}*.html"))
    ]
    assert len(pages) == 9
    return compare(
        "reading an event of nine pages with all checks / a bare walk of their nodes",
        lambda: read_event(pages, minutes_at_60=minutes_at_60),
        lambda: [_walk(LexborHTMLParser(page.body)) for page in pages],
    )


def _walk(tree: LexborHTMLParser) -> int:
    count, node = 0, tree.root
    stack: list[LexborNode] = [node] if node is not None else []
    while stack:
        node = stack.pop()
        count += 1
        child = node.child
        while child is not None:
            stack.append(child)
            child = child.next
    return count
