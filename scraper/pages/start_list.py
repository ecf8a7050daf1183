"""The starting rank, art=0: every player with number, IDs and ratings.

Columns vary in choice and order and are known by heading. Lists are cut at 150 rows unless the
address says `zeilen=99999`; a cut list ends with the link "Show complete list".
"""

from dataclasses import dataclass

from scraper.pages.facts import Columns, by_number, read_player, unreadable
from scraper.problems import Notes
from scraper.records import Player
from scraper.tables import Row, Table
from scraper.values import whole

HEADINGS = ("No.", "Name")
"""The list is known by these; all others can be missing."""


@dataclass(frozen=True, slots=True)
class StartList:
    """The players in the order of the page. `rows` are the rows the page has, read or not."""

    players: tuple[Player, ...]
    rows: int


def read_start_list(table: Table, notes: Notes) -> StartList:
    """Players of a start list; a row that cannot be read is left out and named."""
    columns = Columns(table, "No.")

    def read(row: Row) -> Player | None:
        printed = row.text(columns.number)
        if number := whole(printed):
            return read_player(row, columns, number, notes)
        unreadable(notes, row, "No.", "a starting number", printed)
        return None

    return StartList(tuple(by_number(table, "No.", notes, read).values()), len(table.rows))
