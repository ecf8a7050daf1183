"""The players of each team: art=1 with a column for each round, art=8 without.

A row `1. TEAM (RtgAvg:1896, Captain: X / TB1: 12 / TB2: 0)` opens a team, a row of headings follows,
then its players. The columns of the rounds are headed by their numbers; a cell is the player's result
(`1`, `0`, `½`, `+`, `-`), empty where he was not put up. Who never played can be missing.
"""

import re
from dataclasses import dataclass, field

from scraper.errors import OtherPageKind
from scraper.languages import ENGLISH, Language
from scraper.pages.facts import HIGHEST_RATING, NO_ID, RATINGS, TEXTS
from scraper.pages.head import Head
from scraper.pages.marks import Marks
from scraper.pages.team_lines import Line, has_digit, name_cell, team_lines
from scraper.pages.tokens import SCORE_HALF_POINTS
from scraper.problems import problem
from scraper.records import Player, Problem
from scraper.values import half_points, whole
from scraper.words import SEXES

SHEET_HEADINGS = ("Bo.", "Name")
"""A team's list is known by these; the others vary. FED, FideID and Rtg are seen; ID, RtgI, RtgN, sex and
Club/City are headings of start lists."""

SHEET_MARKS = ("1", "0", "½", "+", "-")
"""What a round's cell can hold; all are seen in portugal2026_team_standings, `-` as lost by forfeit."""

_FEDERATION = re.compile(r"[A-Z]{3}")
_TEAM = re.compile(r"(\d{1,4})\.\s*(\S.*)")


@dataclass(frozen=True, slots=True)
class SheetPlayer:
    """A player of a team. `board` is his place in the team, `number` his starting number in the event.

    `marks` are the results by round; `points` half points, None where the list has none.
    """

    table: int
    row: int
    number: int | None
    board: int | None
    name: str
    title: str | None
    ratings: dict[str, int | None]
    texts: dict[str, str | None]
    marks: dict[int, str]
    points: int | None

    def player(self, number: int) -> Player:
        """The player of the record, under his starting number."""
        return Player(number, self.name, self.title, **self.texts, **self.ratings)  # type: ignore[arg-type]

    @property
    def half_points(self) -> int:
        """The sum of the marks, in half points."""
        return sum(SCORE_HALF_POINTS[m] for m in self.marks.values())

    def half_points_of(self, round: int) -> int:
        """What the mark of one round is worth, in half points; 0 where there is none."""
        return SCORE_HALF_POINTS[self.marks.get(round, "")]


@dataclass(frozen=True, slots=True)
class TeamSheet:
    """One team and its players, in the order of the page. `rank` is the number printed before the name."""

    table: int
    row: int
    rank: int
    name: str
    players: tuple[SheetPlayer, ...]


@dataclass(frozen=True, slots=True)
class Composition:
    """All teams; `rounds` are the round columns, none on a page without results."""

    teams: tuple[TeamSheet, ...]
    rounds: tuple[int, ...]


@dataclass(slots=True)
class _Sheet:
    line: Line
    rank: int
    name: str
    columns: "_Columns | None" = None
    players: list[SheetPlayer] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Columns:
    headings: tuple[str, ...]
    rounds: dict[int, int]
    at: dict[str, int]

    def of(self, heading: str) -> int | None:
        return self.at.get(heading)


def read_composition(marks: Marks, head: Head, origin: str) -> tuple[Composition, list[Problem]]:
    """All teams of the page; a row or cell that cannot be read is left out and named.

    OtherPageKind if a team is not headed as it should be.
    """
    problems: list[Problem] = []
    sheets: list[_Sheet] = []
    numbers: set[int] = set()
    rounds: set[int] = set()
    for line in team_lines(marks.lists, head.language):
        if line.heads and len(line.texts) == 1:
            sheets.append(_team(line, origin))
            continue
        if not sheets:
            raise _not_a_team(line, origin)
        sheet = sheets[-1]
        if line.heads:
            sheet.columns = _columns(line, origin)
            rounds.update(sheet.columns.rounds)
            continue
        if sheet.columns is None:
            raise _not_a_team(line, origin)
        player = _player(line, sheet.columns, origin, problems)
        if player is None:
            continue
        if player.number is not None and player.number in numbers:
            where = line.where(origin, "Name")
            found = f"{player.number} again"
            problems.append(problem("number-twice", where, expected="each number once", found=found))
            continue
        numbers.update({player.number} if player.number else ())
        sheet.players.append(player)
    teams = tuple(TeamSheet(s.line.table, s.line.number, s.rank, s.name, tuple(s.players)) for s in sheets)
    return Composition(teams, tuple(sorted(rounds))), problems


def team_name(text: str, language: Language = ENGLISH) -> str:
    """A team's name without the average, captain and tie-breaks that stand in brackets behind it."""
    ends = [at for at in (text.rfind(word.printed) for word in language.team_facts) if at > 0]
    return text[: min(ends)].rstrip() if ends else text


def _team(line: Line, origin: str) -> _Sheet:
    m = _TEAM.fullmatch(line.texts[0])
    if m is None:
        raise _not_a_team(line, origin)
    return _Sheet(line, int(m[1]), team_name(m[2], line.language))


def _not_a_team(line: Line, origin: str) -> OtherPageKind:
    expected = "a team, as 1. TEAM (RtgAvg:1896 …), then the headings Bo. and Name, then its players"
    found = " | ".join(line.texts)[:200] or "an empty row"
    return OtherPageKind(problem("headings-unknown", line.where(origin), expected=expected, found=found))


def _columns(line: Line, origin: str) -> _Columns:
    headings = line.headings
    if any(heading not in headings for heading in SHEET_HEADINGS):
        raise _not_a_team(line, origin)
    found: dict[int, int] = {}
    for column, text in enumerate(headings):
        number = whole(text)
        if number:
            if number in found:
                raise _not_a_team(line, origin)
            found[number] = column
    first = {text: column for column, text in reversed(list(enumerate(headings)))}
    return _Columns(headings, found, first)


def _player(line: Line, columns: _Columns, origin: str, problems: list[Problem]) -> SheetPlayer | None:
    def name_problem(code: str, column: str | None, expected: str, round: int | None = None) -> None:
        found = line.text(columns.of(column)) if column else f"{len(line.texts)} cells"
        where = line.where(origin, column, round)
        problems.append(problem(code, where, expected=expected, found=found or "an empty cell"))

    if len(line.texts) != len(columns.headings):
        name_problem("row-width", None, f"{len(columns.headings)} cells")
        return None
    at = columns.headings.index("Name")
    cell = name_cell(line.cells[at])
    if not cell.name:
        name_problem("cell-unreadable", "Name", "a name")
        return None
    board = whole(line.text(columns.of("Bo.")))
    if not board:
        name_problem("cell-unreadable", "Bo.", "the player's place in the team")
    ratings: dict[str, int | None] = {}
    for field_name, heading in RATINGS.items():
        text = line.text(columns.of(heading))
        value = whole(text)
        if text and (value is None or value > HIGHEST_RATING):
            name_problem("cell-unreadable", heading, "a rating, or 0 for unrated")
            value = None
        ratings[field_name] = value or None
    texts = {name: line.text(columns.of(heading)) or None for name, heading in TEXTS.items()}
    for name in ("national_id", "fide_id"):
        if (texts[name] or "") in NO_ID:
            texts[name] = None
        elif name == "fide_id" and whole(texts[name] or "") is None:
            name_problem("cell-unreadable", "FideID", "a FIDE ID of digits")
            texts[name] = None
    if texts["federation"] and not _FEDERATION.fullmatch(texts["federation"]):
        name_problem("cell-unreadable", "FED", "a code of three letters")
        texts["federation"] = None
    if (texts["sex"] or "") not in SEXES:
        name_problem("cell-unreadable", "sex", "w, M or empty")
    texts["sex"] = SEXES.get(texts["sex"] or "")
    marks: dict[int, str] = {}
    for round, column in columns.rounds.items():
        text = line.text(column)
        if text in SHEET_MARKS:
            marks[round] = text
        elif text:
            name_problem("result-unknown", columns.headings[column], " or ".join(SHEET_MARKS), round)
    printed = line.text(columns.of("Pts."))
    points = half_points(printed)
    if printed and points is None:
        name_problem("cell-unreadable", "Pts.", "points")
    title = line.text(at - 1) if at > 0 and columns.headings[at - 1] == "" else ""
    if has_digit(title):
        where = line.where(origin, "title")
        problems.append(problem("cell-unreadable", where, expected="a title or nothing", found=title))
    return SheetPlayer(
        table=line.table,
        row=line.number,
        number=cell.number,
        board=board or None,
        name=cell.name,
        title=None if has_digit(title) else title or None,
        ratings=ratings,
        texts=texts,
        marks=marks,
        points=points,
    )
