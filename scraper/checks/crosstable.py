"""The crosstable against the pages of the rounds: opponent, colour and result of every cell."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from scraper.event.placed import PairingMap, Placed, Running, in_play
from scraper.event.view import View
from scraper.pages.crosstable import Crosstable, Mark
from scraper.pages.tokens import MIRRORED
from scraper.problems import place, problem
from scraper.records import Kind, Problem


def crosstable_against_rounds(
    table: View[Crosstable], pairings: PairingMap, now: Running | None
) -> Iterator[Problem]:
    """Each cell against the pairing of the round's page, and each pairing against its cell.

    A result on one side and none on the other is no contradiction where the two pages were updated at
    different times, or the round is in play: play was going on at the earlier one.
    """
    for row in table.content.rows.values():
        number, marks = row.number, row.marks
        for round in table.content.rounds:
            placed = pairings.get((round, number))
            if placed is None or placed.row is None:
                continue
            mark = marks.get(round)
            if mark is not None and mark.text == placed.cell(number):
                continue  # nearly every cell
            if _agree(mark, placed, number, table, in_play(round, now)):
                continue
            expected = f"{placed.cell(number)}, as {placed.where()}"
            found = mark.text if mark else "an empty cell"
            yield table.flaw(
                "crosstable-disagrees", expected, found, round=round, row=row.row, column=f"{round}.Rd"
            )


def games_counted(table: View[Crosstable], placed: Iterable[Placed]) -> Iterator[Problem]:
    """One problem for each round whose page lacks games that the crosstable has; they were taken from it.

    Nothing is said of a page without any game: that is a round not paired yet.
    """
    paged: dict[int, list[Placed]] = defaultdict(list)
    added: dict[int, list[Placed]] = defaultdict(list)
    for p in placed:
        if p.pairing.black is not None:
            (added if p.row is None else paged)[p.pairing.round].append(p)
    for round, games in sorted(added.items()):
        if on_page := paged[round]:
            expected = f"{len(on_page) + len(games)} games, as {table.origin}"
            which = ", ".join("/".join(map(str, p.players)) for p in games)
            found = f"{len(on_page)}; not numbers {which}"
            yield problem("crosstable-disagrees", place(on_page[0].origin, round=round), expected, found)


def games_mirrored(table: View[Crosstable]) -> Iterator[Problem]:
    """Each game stands in two cells, which must answer each other: opponent back, other colour, fitting
    score; one problem per cell that is not answered."""
    rows = table.content.rows
    for row in rows.values():
        number = row.number
        for round, mark in row.marks.items():
            if mark.opponent is None:
                continue
            other = rows.get(mark.opponent)
            answer = None if other is None else other.marks.get(round)
            if answer is not None and answer.opponent == number and answer.colour != mark.colour:
                white, black = (mark, answer) if mark.colour == "w" else (answer, mark)
                if (white.score, black.score) in MIRRORED:
                    continue
            if other is None and table.cut:
                continue  # the opponent's row was cut off
            expected = f"a cell of number {mark.opponent} that answers {mark.text}"
            found = answer.text if answer else "none"
            yield table.flaw(
                "crosstable-not-mirrored", expected, found, round=round, row=row.row, column=f"{round}.Rd"
            )


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


def _agree(
    mark: Mark | None, placed: Placed, number: int, table: View[Crosstable], played_now: bool = False
) -> bool:
    at_once = table.updated is None or placed.updated is None or table.updated == placed.updated
    if mark is None:
        return _earlier(table, placed)
    if placed.unread:
        return True
    pairing = placed.pairing
    if mark.token is not None or pairing.black is None:
        return mark.text == placed.cell(number)
    if (mark.opponent, mark.colour) != placed.opposite(number):
        return False
    if mark.text == placed.cell(number):
        return True
    if pairing.kind == Kind.PENDING and mark.score and _earlier(table, placed):
        return False  # a result that an earlier page had does not go away
    going_on = not mark.score or pairing.kind == Kind.PENDING
    return going_on and (played_now or not at_once)


def _earlier(table: View[Crosstable], placed: Placed) -> bool:
    """Whether the crosstable was updated before the page of the pairing."""
    return table.updated is not None and placed.updated is not None and table.updated < placed.updated
