"""The crosstable against the pages of the rounds: opponent, colour and result of every cell."""

from __future__ import annotations

from scraper.codes import CROSSTABLE_DISAGREES
from scraper.event.gather import View
from scraper.event.placed import PairingMap, Placed, cell_of
from scraper.pages.crosstable import Crosstable, Mark
from scraper.problems import place, problem
from scraper.records import Kind, Problem


def crosstable_against_rounds(table: View[Crosstable], pairings: PairingMap) -> list[Problem]:
    """Each cell against the pairing of the round's page, and each pairing against its cell.

    A result on one side and none on the other is no contradiction where the two pages were updated at
    different times: play was going on at the earlier one.
    """
    problems: list[Problem] = []
    for row in table.content.rows.values():
        for round in table.content.rounds:
            placed = pairings.get((round, row.number))
            if placed is None or placed.row is None:
                continue
            mark = row.marks.get(round)
            if _agree(mark, placed, row.number, table):
                continue
            where = place(table.origin, round=round, table=1, row=row.row, column=f"{round}.Rd")
            expected = f"{cell_of(placed.pairing, row.number)}, as {placed.where()}"
            found = mark.text if mark else "an empty cell"
            problems.append(problem(CROSSTABLE_DISAGREES, where, expected=expected, found=found))
    return problems


def round_told_by(table: View[Crosstable], round: int, pairings: PairingMap) -> bool:
    """Whether the crosstable tells that a page without its number is that of `round`.

    All its games stand in the crosstable's column of that round, and there is at least one.
    """
    games = [
        (number, placed)
        for (r, number), placed in pairings.items()
        if r == round and placed.row is not None and placed.pairing.black is not None
    ]
    return bool(games) and all(
        (mark := table.content.mark(number, round)) is not None
        and mark.opponent is not None
        and _agree(mark, placed, number, table)
        for number, placed in games
    )


def _agree(mark: Mark | None, placed: Placed, number: int, table: View[Crosstable]) -> bool:
    at_once = table.updated is None or placed.updated is None or table.updated == placed.updated
    if mark is None:
        return (
            not at_once
            and placed.updated is not None
            and table.updated is not None
            and (table.updated < placed.updated)
        )
    if placed.unread:
        return True
    pairing = placed.pairing
    if mark.token is not None or pairing.black is None:
        return mark.text == cell_of(pairing, number)
    opponent, colour = (pairing.black, "w") if pairing.white == number else (pairing.white, "b")
    if (mark.opponent, mark.colour) != (opponent, colour):
        return False
    if mark.text == cell_of(pairing, number):
        return True
    going_on = not mark.score or pairing.kind == Kind.PENDING
    return going_on and not at_once
