"""Reading an event's pages, against the package `chess-results` of PyPI on the same pages and fields.

Optional: needs requirements/bench.txt. `python -m benchmarks.reading_elsewhere`; not part of the short run.
Both read start list, crosstable, not paired and every round of the cassette's rapid event; ours checks too.
"""

import re

from chess_results.parse import (
    parse_crosstable,
    parse_not_paired,
    parse_pairings,
    parse_starting_rank,
    parse_tournament_details,
)

from benchmarks.reading import cassette_pages
from benchmarks.timing import Ratio, compare
from rating.time_control import minutes_at_60
from scraper.reading import read_event, read_page


def measure() -> tuple[Ratio, Ratio]:
    """The floor is ours here: the ratio says how many times longer the other package takes.

    Once for the fields alone, which is what it reads, and once with our whole event and all its checks.
    """
    pages = cassette_pages()
    texts = {page.origin: page.body.decode() for page in pages}
    record = read_event(pages, minutes_at_60=minutes_at_60)
    games = sum(p.black is not None for p in record.pairings)

    def elsewhere() -> int:
        found = 0
        for name, text in texts.items():
            if "art0" in name:
                parse_starting_rank(text)
                parse_tournament_details(text)
            elif "art5" in name:
                parse_crosstable(text)
            elif "art40" in name:
                parse_not_paired(text)
            elif m := re.search(r"rd(\d+)", name):
                found += sum(p.black is not None for p in parse_pairings(text, int(m[1])))
        return found

    assert elsewhere() >= games, "both have to find the games"
    return (
        compare(
            "chess-results of PyPI / our reading of the same nine pages",
            elsewhere,
            lambda: [read_page(page) for page in pages],
        ),
        compare(
            "chess-results of PyPI / our event of these pages with all checks",
            elsewhere,
            lambda: read_event(pages, minutes_at_60=minutes_at_60),
        ),
    )


if __name__ == "__main__":
    for ratio in measure():
        print(ratio.line())
