"""Lists of players: the starting rank (art=0), every player with number, IDs and ratings; in another order
than that of their numbers: rankings (art=1), alphabetical (art=3), the players of a team event (art=16).

Columns vary in choice and order and are known by heading. Lists are cut at 150 rows unless the address says
`zeilen=99999`; a cut list ends with the link "Show complete list".
In a ranking the starting number stands under SNo, a blank Rk. is a rank shared with the row above. In the
last two "No." is the place in the list; a starting number stands only in the name's link.
"""

from dataclasses import dataclass

from scraper.pages import facts
from scraper.problems import At, Notes
from scraper.records import Player
from scraper.tables import Row, Table
from scraper.values import whole

TEAM_PLAYERS_HEADINGS = ("No.", "Name", "Team", "Bo.")
"""Seen: cnyt2026_g14_playerrank, where number 1 of the list is starting number 13. By the last two the list
is told from a start list of an individual event, which has the same heading."""
_READ = frozenset({"No.", "Rk.", "SNo", "Name", "Pts.", "", *facts.TEXTS.values(), *facts.RATINGS.values()})


@dataclass(frozen=True, slots=True)
class StartList:
    """The players in the order of the page. `rows` are the rows the page has, read or not."""

    players: tuple[Player, ...]
    rows: int


def read_start_list(table: Table, notes: Notes) -> StartList:
    """Players of a start list; a row that cannot be read is left out and named."""
    columns = facts.Columns(table, "No.")

    def read(row: Row) -> Player | None:
        printed = row.text(columns.number)
        if number := whole(printed):
            return facts.read_player(row, columns, number, notes)
        facts.unreadable(notes, row, "No.", "a starting number", printed)
        return None

    return StartList(tuple(facts.by_number(table, "No.", notes, read).values()), len(table.rows))


@dataclass(frozen=True, slots=True)
class Listed:
    """One row. `player.number` is 0 where the row has no starting number; then only his name tells him.

    `points` are half points; `others` are the columns that are not read, as printed, by heading.
    """

    row: int
    player: Player
    rank: int | None
    points: int | None
    others: dict[str, str]


@dataclass(frozen=True, slots=True)
class PlayerList:
    """Rows in the order of the page; `after` is the round a ranking stands after."""

    rows: tuple[Listed, ...]
    after: int | None = None


def read_team_players(table: Table, notes: Notes) -> PlayerList:
    """The players of a team event by rating, each with his team under `others`; a number that stands twice is
    named, and the later row left out."""
    rows: dict[int, Listed] = {}
    for row in read_player_list(table, notes).rows:
        number = row.player.number
        if number and number in rows:
            at = At(row=row.row, column="Name")
            notes.met("number-twice", "each number once", f"{number} again", **at)
        else:
            rows[number or -row.row] = row
    return PlayerList(tuple(rows.values()))


def read_player_list(
    table: Table, notes: Notes, number_heading: str | None = None, after: int | None = None
) -> PlayerList:
    """A ranking after a round, or an alphabetical list, which has no heading of starting numbers. Tie-breaks
    are never points: only the column Pts. is."""
    rows: list[Listed] = []
    columns = facts.Columns(table, number_heading)
    rank_column, points_column = table.column("Rk."), table.column("Pts.")
    others = [(h, i) for i, h in enumerate(table.headings) if h not in _READ]
    rank = None
    for row in table.rows:
        if not facts.row_fits(row, table.headings, notes):
            continue
        printed = row.text(columns.number)
        number = whole(printed) if printed else facts.linked_number(row.cells[columns.name])
        if printed and not number:
            notes.met("cell-unreadable", "a starting number", printed, **row.at(number_heading))
            continue
        player = facts.read_player(row, columns, number or 0, notes)
        if player is None:
            continue
        rank = whole(row.text(rank_column)) or rank
        points = facts.points_of(row, points_column, notes)
        rows.append(Listed(row.number, player, rank, points, {h: row.texts[i] for h, i in others}))
    return PlayerList(tuple(rows), after)
