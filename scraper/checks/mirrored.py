"""Each game of the crosstable stands in two cells, which must answer each other."""

from collections.abc import Iterator

from scraper.event.view import View
from scraper.pages.crosstable import Crosstable
from scraper.pages.tokens import MIRRORED
from scraper.problems import place, problem
from scraper.records import Problem


def games_mirrored(table: View[Crosstable]) -> Iterator[Problem]:
    """Opponent back, other colour, fitting score; one problem per cell that is not answered."""
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
            where = place(table.origin, round=round, table=1, row=row.row, column=f"{round}.Rd")
            expected = f"a cell of number {mark.opponent} that answers {mark.text}"
            found = answer.text if answer else "none"
            yield problem("crosstable-not-mirrored", where, expected=expected, found=found)
