"""All pages of one event, in the order in which each tells what to ask next.

The start list with details says how many rounds there are; then the crosstable, the list of those not
paired, and the rounds: rounds + 3 pages. Source: shared/chess-results.md, sections 2 and 3.
"""

from __future__ import annotations

from collections.abc import Callable

from scraper.addresses import Address
from scraper.client import Answer, Client
from scraper.fetch_errors import RoundsUnknown
from scraper.page import read_page
from scraper.records import SavedPage

START_LIST, PAIRINGS, CROSSTABLE, NOT_PAIRED = 0, 2, 5, 40
"""The values of `art` of an individual event."""

EVENT_SECONDS = 1800.0
"""How long one event may take, with every wait."""

MOST_ROUNDS = 50

Progress = Callable[[int, int | None, str], None]
"""Told after each page: pages done, pages in all (None until the start list is read), what was done."""


def fetch_event(address: Address, client: Client, *, progress: Progress | None = None) -> list[SavedPage]:
    """The pages of an event as received: start list, crosstable, not paired, then rounds 1 to the last.

    Raises FetchError where the site does not give a page and PageError where the start list is no page
    of this tournament. What was received until then is in the client's archive.
    """
    deadline = client.clock.monotonic() + EVENT_SECONDS
    tell = progress or _silent
    tell(0, None, f"tournament {address.tournament}")

    start = client.page(address.page(START_LIST, details=True), deadline=deadline)
    rounds = _round_count(start)
    total = rounds + 3
    pages = [start.page]
    tell(1, total, f"start list; {rounds} rounds")

    asked: list[tuple[int, int | None, str]] = [
        (CROSSTABLE, None, "crosstable"),
        (NOT_PAIRED, None, "not paired"),
    ]
    asked += [(PAIRINGS, number, f"round {number}") for number in range(1, rounds + 1)]
    for art, number, words in asked:
        answer = client.get(address.page(art, number), deadline=deadline)
        if answer.gate is not None and _needs_links(art, answer):
            answer = client.open_gate(answer, deadline=deadline)
        pages.append(answer.page)
        tell(len(pages), total, words)
    return pages


def _silent(_done: int, _total: int | None, _text: str) -> None:
    """Nobody listens."""


def _round_count(start: Answer) -> int:
    """The number of rounds as the details say, else the menu (`Rd.7/9`)."""
    reading = read_page(start.page)
    stated = reading.details.round_count if reading.details else None
    count = stated or reading.head.round_count
    if not count or count > MOST_ROUNDS:
        found = f"{count} rounds" if count else "neither in the details nor in the menu"
        raise RoundsUnknown(start.page.origin, f"a number of rounds, 1 to {MOST_ROUNDS}", found)
    return count


def _needs_links(art: int, answer: Answer) -> bool:
    """Whether a gated page is of no use: it has the whole list, but names without links. Pairings without
    a number column (F: the British pages) then say no starting number at all."""
    return art == PAIRINGS and b">No.<" not in answer.page.body
