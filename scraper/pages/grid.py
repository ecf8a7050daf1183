"""The grid of a round robin: art=5, columns are starting numbers, or art=4, columns are ranks.

Cells are `*` (oneself), 1, 0, ½, and + or - by forfeit; empty is not played. There are no colours and no
rounds. A double round robin prints both results in one cell, `1½`: leg 1, then leg 2 (reported).
"""

from dataclasses import dataclass

from scraper.pages.cross_rows import CrossRow, read_cross_rows
from scraper.pages.facts import other_headings, unreadable
from scraper.pages.tokens import GRID_OWN, GRID_SCORES
from scraper.problems import Notes
from scraper.tables import Row, Table

MOST_LEGS = 2

Legs = tuple[str, ...]
"""The scores of a player against one opponent, one for each leg."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows by the number of their column: starting numbers, or ranks where `by_rank`; with the scores against
    each opponent."""

    rows: dict[int, CrossRow[Legs]]
    by_rank: bool = False

    @property
    def legs(self) -> int:
        """How often a pair meets, as far as results are printed; 0 before the first."""
        return max((len(s) for row in self.rows.values() for s in row.marks.values()), default=0)


def is_grid(table: Table) -> bool:
    """Whether a crosstable's columns are players instead of rounds."""
    return {"1", "2"} <= set(table.headings)


def read_grid(table: Table, notes: Notes, *, by_rank: bool) -> Grid:
    """The grid; a row or cell that cannot be read is left out and named."""
    key = "Rk." if by_rank else "No."
    opponents = {int(h): i for i, h in enumerate(table.headings) if h.isascii() and h.isdigit()}
    if sorted(opponents) != list(range(1, len(opponents) + 1)) or key not in table.headings:
        expected = f"{key} and the columns 1, 2 and so on, one for each player"
        raise other_headings(table, notes.origin, expected)

    def scores(row: Row, number: int) -> dict[int, Legs]:
        found: dict[int, Legs] = {}
        for opponent, column in opponents.items():
            text = row.texts[column].replace(" ", "")
            if (text == GRID_OWN) != (opponent == number):
                expected = f"{GRID_OWN} in a player's own column, and nowhere else"
                unreadable(notes, row, str(opponent), expected, text)
            elif text and opponent != number:
                if len(text) <= MOST_LEGS and all(score in GRID_SCORES for score in text):
                    found[opponent] = tuple(text)
                else:
                    expected = f"{', '.join(GRID_SCORES)}, or two of them"
                    notes.met("result-unknown", expected, repr(text), **row.at(str(opponent)))
        return found

    rows = read_cross_rows(
        table,
        notes,
        scores,
        by_rank=by_rank,
        points=table.column("Pts."),
        numbers=opponents,
        a_number=f"the number of a column, 1 to {len(opponents)}",
        a_name="a name",
    )
    return Grid(rows, by_rank)
