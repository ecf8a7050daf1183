"""The starting rank, art=0: every player with number, IDs and ratings.

Columns vary in choice and order and are known by heading. Lists are cut at 150 rows unless the
address says `zeilen=99999`; a cut list ends with the link "Show complete list".
"""

from dataclasses import dataclass

from scraper.pages.facts import Columns, read_player, row_fits
from scraper.problems import place, problem
from scraper.records import Player, Problem
from scraper.tables import Table
from scraper.values import whole

HEADINGS = ("No.", "Name")
"""The list is known by these; all others can be missing."""


@dataclass(frozen=True, slots=True)
class StartList:
    """The players in the order of the page. `rows` are the rows the page has, read or not."""

    players: tuple[Player, ...]
    rows: int


def read_start_list(table: Table, origin: str) -> tuple[StartList, list[Problem]]:
    """Players of a start list; a row that cannot be read is left out and named."""
    problems: list[Problem] = []
    players: dict[int, Player] = {}
    columns = Columns(table, "No.")

    def name_problem(code: str, row: int, expected: str, found: str) -> None:
        where = place(origin, table=1, row=row, column="No.")
        problems.append(problem(code, where, expected=expected, found=found))

    for row in table.rows:
        if not row_fits(row, table, origin, problems):
            continue
        printed = row.text(columns.number)
        number = whole(printed)
        if not number:
            name_problem("cell-unreadable", row.number, "a starting number", printed or "an empty cell")
            continue
        player = read_player(row, columns, number, origin, problems)
        if player is None:
            continue
        if number in players:
            name_problem("number-twice", row.number, "each number once", str(number))
            continue
        players[number] = player
    return StartList(tuple(players.values()), len(table.rows)), problems
