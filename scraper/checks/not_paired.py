"""The list "not paired" against the pairings that the rounds and the crosstable tell."""

from collections.abc import Iterator

from scraper.event.placed import PairingMap, Placed
from scraper.event.view import View
from scraper.pages.not_paired import NotPaired
from scraper.pages.tokens import MARK_TOKENS
from scraper.problems import At
from scraper.records import Kind, Problem


def not_paired_against_rounds(view: View[NotPaired], pairings: PairingMap) -> Iterator[Problem]:
    """Each mark against the player's pairing, and each bye or round off against the marks.

    Nothing is said of pairings without a result, nor of a page that is newer than the list.
    """
    marked = {(m.round, m.number): m for m in view.content.missed}
    for (round, number), m in marked.items():
        placed = pairings.get((round, number))
        if placed is None or placed.origin == view.origin or _fits(m.mark, placed, number):
            continue
        expected = f"{placed.cell(number)}, as {placed.where()}"
        at = At(round=round, row=m.row, column=f"{round}.Rd")
        yield view.flaw("not-paired-disagrees", expected, repr(m.mark), **at)
    for (round, number), placed in pairings.items():
        if (round, number) in marked or placed.origin == view.origin or placed.pairing.black is not None:
            continue
        if view.updated is None or placed.updated is None or view.updated < placed.updated:
            continue
        expected = f"a mark of number {number}, who is {placed.pairing.kind} at {placed.where()}"
        yield view.flaw("not-paired-disagrees", expected, "none", round=round, table=1)


def _fits(mark: str, placed: Placed, number: int) -> bool:
    pairing = placed.pairing
    if pairing.kind == Kind.PENDING:
        return True
    if pairing.kind == Kind.FORFEIT:
        return mark == "0F" and placed.score(number) == "-"
    return pairing.kind in MARK_TOKENS[mark].kinds
