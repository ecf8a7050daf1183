"""The players of each team: art=1 with a column for each round, art=8 without.

A row `1. TEAM (RtgAvg:1896, Captain: X / TB1: 12 / TB2: 0)` opens a team, a row of headings follows,
then its players. The columns of the rounds are headed by their numbers; a cell is the player's result
(`1`, `0`, `½`, `+`, `-`), empty where he was not put up. Who never played can be missing.
"""

import re
from dataclasses import dataclass, field, replace

from scraper.errors import OtherPageKind
from scraper.languages import Language
from scraper.pages.facts import Columns, read_player, row_fits, unreadable
from scraper.pages.head import Head, Marks
from scraper.pages.team_lines import InTable, Line, has_digit, number_and_colour, team_lines
from scraper.pages.tokens import SCORE_HALF_POINTS
from scraper.problems import Notes
from scraper.records import Player
from scraper.tables import Table
from scraper.values import half_points, name_as_printed, whole

SHEET_HEADINGS = ("Bo.", "Name")
"""A team's list is known by these; the others vary. FED, FideID and Rtg are seen; ID, RtgI, RtgN, sex and
Club/City are headings of start lists."""

SHEET_MARKS = ("1", "0", "½", "+", "-")
"""What a round's cell can hold; all are seen in portugal2026_team_standings, `-` as lost by forfeit."""

_TEAM = re.compile(r"(\d{1,4})\.\s*(\S.*)")


@dataclass(frozen=True, slots=True)
class SheetPlayer(InTable):
    """A player of a team, under his starting number in the event, 0 where the row has none. `board` is his
    place in the team.

    `marks` are the results by round; `points` half points, None where the list has none.
    """

    listed: Player
    board: int | None
    marks: dict[int, str]
    points: int | None

    @property
    def number(self) -> int | None:
        """His starting number, if the row has one."""
        return self.listed.number or None

    @property
    def name(self) -> str:
        """His name."""
        return self.listed.name

    @property
    def half_points(self) -> int:
        """The sum of the marks, in half points."""
        return sum(SCORE_HALF_POINTS[m] for m in self.marks.values())


@dataclass(frozen=True, slots=True)
class TeamSheet(InTable):
    """One team and its players, in the order of the page. `rank` is the number printed before the name."""

    rank: int
    name: str
    players: list[SheetPlayer] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Composition:
    """All teams; `rounds` are the round columns, none on a page without results."""

    teams: tuple[TeamSheet, ...]
    rounds: tuple[int, ...]


class _Columns(Columns):
    """Where a team's list has what; `rounds` are the columns of the rounds."""

    __slots__ = ("board", "headings", "points", "rounds")

    def __init__(self, line: Line, notes: Notes) -> None:
        headings = line.headings
        numbers = [(number, column) for column, text in enumerate(headings) if (number := whole(text))]
        self.headings, self.rounds = headings, dict(numbers)
        if not {*SHEET_HEADINGS} <= {*headings} or len(self.rounds) < len(numbers):
            raise _not_a_team(line, notes)
        table = Table(headings)
        super().__init__(table, None)
        self.board, self.points = table.column("Bo."), table.column("Pts.")


def read_composition(marks: Marks, head: Head, notes: Notes) -> Composition:
    """All teams of the page; a row or cell that cannot be read is left out and named.

    OtherPageKind if a team is not headed as it should be.
    """
    teams: list[TeamSheet] = []
    numbers: set[int] = set()
    rounds: set[int] = set()
    columns: _Columns | None = None
    for line in team_lines(marks.lists, head.language):
        if line.heads and len(line.texts) == 1:
            m = _TEAM.fullmatch(line.texts[0])
            if m is None:
                raise _not_a_team(line, notes)
            teams.append(TeamSheet(line.table, line.number, int(m[1]), team_name(m[2], line.language)))
            columns = None
        elif line.heads and teams:
            columns = _Columns(line, notes)
            rounds.update(columns.rounds)
        elif columns is None:
            raise _not_a_team(line, notes)
        elif (player := _player(line, columns, notes)) is not None:
            if player.number in numbers:
                found = f"{player.number} again"
                notes.met("number-twice", "each number once", found, **line.at("Name"))
                continue
            numbers.update({player.number} if player.number else ())
            teams[-1].players.append(player)
    return Composition(tuple(teams), tuple(sorted(rounds)))


def team_name(text: str, language: Language) -> str:
    """A team's name without the average, captain and tie-breaks that stand in brackets behind it."""
    ends = [at for at in (text.rfind(printed) for printed in language.team_facts) if at > 0]
    return text[: min(ends)].rstrip() if ends else text


def _not_a_team(line: Line, notes: Notes) -> OtherPageKind:
    expected = "a team, as 1. TEAM (RtgAvg:1896 …), then the headings Bo. and Name, then its players"
    return line.refused(notes, expected)


def _player(line: Line, columns: _Columns, notes: Notes) -> SheetPlayer | None:
    if not row_fits(line, columns.headings, notes):
        return None
    printed = line.text(columns.board)
    board = whole(printed)
    if not board and name_as_printed(line.texts[columns.name]):
        unreadable(notes, line, "Bo.", "the player's place in the team", printed)
    number, _ = number_and_colour(line.cells[columns.name])
    player = read_player(line, columns, number or 0, notes, lettered=True)
    if player is None:
        return None
    marks: dict[int, str] = {}
    for round, column in columns.rounds.items():
        text = line.texts[column]
        if text in SHEET_MARKS:
            marks[round] = text
        elif text:
            at = line.at(columns.headings[column], round)
            notes.met("result-unknown", " or ".join(SHEET_MARKS), text, **at)
    printed = line.text(columns.points)
    points = half_points(printed)
    if printed and points is None:
        unreadable(notes, line, "Pts.", "points", printed)
    if has_digit(player.title or ""):
        notes.met("cell-unreadable", "a title or nothing", player.title or "", **line.at("title"))
        player = replace(player, title=None)
    return SheetPlayer(line.table, line.number, player, board or None, marks, points)
