"""The players of an event, by starting number and by name.

The start list is the authority. Where it is missing or older than a late entry, players are taken as
the crosstable or a round prints them, and a problem says so.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import Any

from scraper.event.gather import Gathered, Met
from scraper.event.view import View
from scraper.pages.crosstable import CrossRow, Crosstable, Grid, Mark
from scraper.pages.pairing_rows import Seat
from scraper.problems import At, place, problem
from scraper.records import Player, Problem
from scraper.values import name_key


@dataclass(slots=True)
class Roster:
    """Players by number; `by_name` maps a normalised name to all numbers that have it."""

    players: dict[int, Player] = field(default_factory=dict)
    by_name: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    def add(self, player: Player) -> None:
        """One more player, if his number is free."""
        if player.number not in self.players:
            self.players[player.number] = player
            self.by_name[name_key(player.name)].append(player.number)

    def number(self, seat: Seat, where: Callable[[], str], problems: list[Problem]) -> int | None:
        """The starting number of a seat: as printed, else of the one player who has that very name.

        None, with a problem, if nobody or more than one has it.
        """
        if seat.number is not None:
            return seat.number
        having = self.by_name.get(name_key(seat.name), [])
        if len(having) == 1:
            return having[0]
        if having:
            expected, found = "a number, or a name of one player", f"{seat.name}: numbers {having}"
            problems.append(problem("player-ambiguous", where(), expected, found))
        else:
            expected = "a number, or a name of the start list"
            problems.append(problem("player-unknown", where(), expected, seat.name))
        return None


def read_roster(gathered: Gathered, problems: list[Problem]) -> Roster:
    """The players of the lists: start list, rankings, alphabetical list, cards.

    A number of another list that a whole start list lacks is named.
    """
    roster = Roster()
    start = gathered.start
    if start is not None:
        for player in start.content.players:
            roster.add(player)
    else:
        found = "only other views"
        problems.append(problem("start-list-missing", gathered.origin, "a start list (art=0)", found))
    for player, view, at in chain(gathered.in_lists(), gathered.in_cards()):
        if player.number:
            _meet(gathered, roster, player, view, at, problems)
    return roster


def meet_others(gathered: Gathered, roster: Roster, problems: list[Problem]) -> None:
    """Adds every player whom a crosstable, a grid, a round or the list "not paired" names with a number, in
    that order."""
    others: Iterator[tuple[Met, View[Any], At]] = chain(
        gathered.in_tables(), gathered.in_rounds(), gathered.in_not_paired()
    )
    for met, view, at in others:
        if met.number is not None and met.number not in roster.players:
            _meet(gathered, roster, player_of(met), view, at, problems)


def player_of(met: Met) -> Player:
    """The player whom a row or a seat with a number names, with what it tells of him."""
    title, federation, rating = (getattr(met, fact, None) for fact in ("title", "federation", "rating"))
    return Player(met.number or 0, met.name, title, federation, rating=rating)


def _meet(
    gathered: Gathered, roster: Roster, player: Player, view: View[Any], at: At, problems: list[Problem]
) -> None:
    """A player of another view; one who is not in a whole start list is named."""
    if player.number in roster.players:
        return
    if gathered.start is not None and not gathered.start.cut:
        found = f"{player.number} {player.name}"
        problems.append(view.flaw("player-unknown", "a number of the start list", found, **at))
    roster.add(player)


def with_starting_numbers(gathered: Gathered, roster: Roster, problems: list[Problem]) -> Gathered:
    """The pages with their crosstable and grid by starting number, or without them."""
    table, grid = gathered.crosstable, gathered.grid
    if table is not None and table.content.by_rank:
        numbers = _numbers(table.content.rows, table.origin, roster, problems)
        crossed = _crosstable(table.content, numbers) if numbers is not None else None
        table = View(table.reading, crossed) if crossed is not None else None
    if grid is not None and grid.content.by_rank:
        numbers = _numbers(grid.content.rows, grid.origin, roster, problems)
        grid = View(grid.reading, _grid(grid.content, numbers)) if numbers is not None else None
    if table is gathered.crosstable and grid is gathered.grid:
        return gathered
    return replace(gathered, crosstable=table, grid=grid)


def _numbers(
    rows: Mapping[int, CrossRow[Any]], origin: str, roster: Roster, problems: list[Problem]
) -> dict[int, int] | None:
    """Rank to starting number, None if one cannot be told or two are alike."""
    if not roster.players and not any(row.linked for row in rows.values()):
        expected, found = "starting numbers: links, or a start list", "ranks and names only"
        problems.append(problem("player-unknown", place(origin, table=1), expected, found))
        return None
    numbers: dict[int, int] = {}
    for rank, row in rows.items():
        where = partial(place, origin, row=row.row)
        number = roster.number(Seat(row.linked, row.name), where, problems)
        if number is not None and number in numbers.values():
            found = f"number {number} again"
            problems.append(problem("player-unknown", where(), "each player once", found))
            number = None
        if number is not None:
            numbers[rank] = number
    return numbers if len(numbers) == len(rows) else None


def _crosstable(table: Crosstable, numbers: dict[int, int]) -> Crosstable:
    def mark(m: Mark) -> Mark | None:
        if m.opponent is None:
            return m
        number = numbers.get(m.opponent)
        return None if number is None else replace(m, opponent=number, text=f"{number}{m.colour}{m.score}")

    rows = {
        numbers[rank]: replace(
            row,
            number=numbers[rank],
            marks={r: told for r, m in row.marks.items() if (told := mark(m)) is not None},
        )
        for rank, row in table.rows.items()
    }
    return replace(table, rows=dict(sorted(rows.items())), by_rank=False)


def _grid(grid: Grid, numbers: dict[int, int]) -> Grid:
    rows = {
        numbers[rank]: replace(
            row, number=numbers[rank], marks={numbers[o]: s for o, s in row.marks.items() if o in numbers}
        )
        for rank, row in grid.rows.items()
    }
    return Grid(dict(sorted(rows.items())))
