"""The games of a round of a team event, art=3: every match with its boards.

A row of headings opens a match, `Bo. | 13 | TEAM | Rtg | - | 1 | TEAM | Rtg | 0 : 4`, and its boards
follow: `1.1 | (title) | name | 1608 | - | (title) | name | 1946 | 0 - 1`. Columns are known by these
headings: a name stands before its rating, the result under the score, and others can stand between and
behind them (seen: names in another script, PGN). The result is told from the team named first, whichever
colour its player had; the mark before a name says the colour.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import date

from scraper.errors import OtherPageKind
from scraper.pages.head import Head
from scraper.pages.marks import Marks
from scraper.pages.round_heading import RoundHeading
from scraper.pages.team_lines import Line, NameCell, has_digit, name_cell, round_heading, team_lines
from scraper.pages.team_round import round_asked, starts_once
from scraper.pages.team_words import TEAM_ALONE
from scraper.pages.tokens import GAMES, Token, game_token, why_refused
from scraper.problems import problem
from scraper.records import Kind, Problem
from scraper.values import half_points, whole

BOARD_HEADING = "Bo."
RATING_HEADINGS = ("Rtg", "RtgI", "RtgN")
"""`Rtg` is seen; the others are headings of start lists."""

_BOARD = re.compile(r"(\d{1,4})\.(\d{1,2})", re.ASCII)
_SCORE = re.compile(r"([\d½.,]*) ?: ?([\d½.,]*)", re.ASCII)
_BEHIND = ("PGN",)
"""Columns that can follow the result (seen: league668636_art3_german_transcribed)."""


@dataclass(frozen=True, slots=True)
class Team:
    """A team as a match names it; `number` is the team's starting number, None where not printed."""

    number: int | None
    name: str


@dataclass(frozen=True, slots=True)
class TeamSeat:
    """One side of a board. `number` is the player's starting number in the event, of the name's link."""

    number: int | None
    name: str
    title: str | None = None
    rating: int | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """One row. A seat is None where no player is printed; `first_white` is None where no colour is.

    `match` and `number` are those of `4.2`: board 2 of match 4. `token` is None where it is unknown.
    """

    table: int
    row: int
    match: int | None
    number: int | None
    first: TeamSeat | None
    second: TeamSeat | None
    first_white: bool | None
    token: Token | None


@dataclass(frozen=True, slots=True)
class BoardMatch:
    """A match: `score` in half points, None before it is played; `alone` is the word where it has no
    second team."""

    table: int
    row: int
    first: Team
    second: Team | None
    score: tuple[int, int] | None
    boards: tuple[Board, ...]
    alone: str | None = None


@dataclass(frozen=True, slots=True)
class BoardRound:
    """A round's matches in the order of the page; `stated` says that the page itself names the round."""

    number: int
    date: date | None
    time: str | None
    matches: tuple[BoardMatch, ...]
    stated: bool = True


@dataclass(frozen=True, slots=True)
class BoardPairings:
    """The rounds of a page of board pairings; without rounds none is there yet."""

    rounds: tuple[BoardRound, ...]


@dataclass(frozen=True, slots=True)
class _Side:
    number: int | None
    name: int
    rating: int | None


@dataclass(slots=True)
class _Match:
    line: Line
    first: Team
    second: Team | None
    alone: str | None
    score: tuple[int, int] | None
    sides: tuple[_Side, _Side]
    result: int
    boards: list[Board] = field(default_factory=list)

    def done(self) -> BoardMatch:
        """The match; `0 : 0` over boards without a result is not played yet (cnyt2026_g14_boards_r1)."""
        line, boards = self.line, tuple(self.boards)
        open_ = all(b.token is not None and b.token.kind == Kind.PENDING for b in boards)
        score = None if self.score == (0, 0) and open_ else self.score
        return BoardMatch(line.table, line.number, self.first, self.second, score, boards, self.alone)


@dataclass(slots=True)
class _Round:
    heading: RoundHeading
    stated: bool
    matches: list[_Match] = field(default_factory=list)

    def done(self) -> BoardRound:
        h = self.heading
        return BoardRound(h.number, h.date, h.time, tuple(m.done() for m in self.matches), self.stated)


def read_board_pairings(marks: Marks, head: Head, origin: str) -> tuple[BoardPairings, list[Problem]]:
    """The rounds of the page; a row that cannot be read is left out and named.

    OtherPageKind if a match is not headed as it should be.
    """
    problems: list[Problem] = []
    rounds: list[_Round] = []
    for line in team_lines(marks.lists, head.language):
        heading = round_heading(line)
        if heading is not None:
            starts_once(heading, [r.heading.number for r in rounds], line, origin, problems)
            rounds.append(_Round(heading, True))
            continue
        if not rounds:
            assumed = round_asked(head, origin, problems)
            if assumed is None:
                break
            rounds.append(_Round(assumed, False))
        here = rounds[-1]
        if line.heads:
            here.matches.append(_match(line, here.heading.number, origin, problems))
        elif not here.matches:
            raise _not_a_match(line, origin)
        else:
            board = _board(line, here.matches[-1], here.heading.number, origin, problems)
            if board is not None:
                here.matches[-1].boards.append(board)
    return BoardPairings(tuple(r.done() for r in rounds)), problems


def _not_a_match(line: Line, origin: str) -> OtherPageKind:
    expected = "the heading of a match: Bo. | number | team | Rtg | - | number | team | Rtg | score"
    found = " | ".join(line.texts)[:200] or "an empty row"
    return OtherPageKind(problem("headings-unknown", line.where(origin), expected=expected, found=found))


def _match(line: Line, round: int, origin: str, problems: list[Problem]) -> _Match:
    """The heading of a match: the sides stand left and right of the cell with a hyphen."""
    texts, language = line.texts, line.language
    middle = [i for i, t in enumerate(texts) if t == "-"]
    result = _result_column(line, middle[0]) if len(middle) == 1 else None
    opens = language.heading_of.get(texts[0], texts[0]) == BOARD_HEADING
    if result is None or not opens or middle[0] < 2 or middle[0] > result - 2:
        raise _not_a_match(line, origin)
    sides = _side(line, 1, middle[0]), _side(line, middle[0] + 1, result)
    first, second = (Team(whole(line.text(s.number)), texts[s.name]) for s in sides)
    if not first.name or not second.name:
        raise _not_a_match(line, origin)
    alone = language.alone_of.get(second.name, second.name)
    if alone in TEAM_ALONE:
        return _Match(line, first, None, alone, None, sides, result)
    score: tuple[int, int] | None = None
    if texts[result]:
        m = _SCORE.fullmatch(texts[result])
        a, b = (half_points(m[1]), half_points(m[2])) if m else (None, None)
        if a is not None and b is not None:
            score = (a, b)
        elif texts[result] != ":":
            expected = "a score such as 2½:1½, or nothing before the match"
            where = line.where(origin, "score", round)
            problems.append(problem("cell-unreadable", where, expected=expected, found=texts[result]))
    return _Match(line, first, second, None, score, sides, result)


def _result_column(line: Line, middle: int) -> int | None:
    """The column headed by the score; where none is printed, the last one that has no other heading."""
    right = range(middle + 1, len(line.texts))
    scores = [i for i in right if _SCORE.fullmatch(line.texts[i])]
    if not scores:
        scores = [i for i in right if line.texts[i] not in _BEHIND][-1:]
    return scores[0] if len(scores) == 1 else None


def _side(line: Line, start: int, stop: int) -> _Side:
    """The name stands just before the first rating, else last; the team's number before the name.

    A player's title stands under the team's number (seen: cnyt2026_g14_boards_r1).
    """
    texts, heading_of = line.texts, line.language.heading_of
    rating = next(
        (i for i in range(start, stop) if heading_of.get(texts[i], texts[i]) in RATING_HEADINGS), None
    )
    name = max((stop if rating is None else rating) - 1, start)
    number = next((i for i in range(start, name) if whole(texts[i]) is not None), None)
    return _Side(number, name, rating)


def _board(line: Line, match: _Match, round: int, origin: str, problems: list[Problem]) -> Board | None:
    def name_problem(code: str, column: str | None, expected: str, found: str) -> None:
        problems.append(problem(code, line.where(origin, column, round), expected=expected, found=found))

    width = len(match.line.texts)
    short = width - len(line.texts)
    if short and not (short == 1 and match.line.texts[-1] in _BEHIND):
        name_problem("row-width", None, f"{width} cells", f"{len(line.texts)} cells")
        return None
    m = _BOARD.fullmatch(line.texts[0])
    if m is None:
        name_problem("cell-unreadable", BOARD_HEADING, "match and board, as 4.2", line.texts[0] or "nothing")
    text = line.texts[match.result]
    first, second = (_cell(line, s) for s in match.sides)
    players = [_seat(line, s, c.name, c.number) for s, c in zip(match.sides, (first, second), strict=True)]
    if players == [None, None] and not text:
        return None  # a board that nobody was named for
    token = _token(text, players)
    if token is None:
        known = " or ".join(repr(t.text) for t in GAMES if None not in players or t.kind == Kind.FORFEIT)
        found = repr(text) if None not in players else f"{text!r} (a side without a player)"
        why = why_refused(text)
        remedy = f"Record a ruling on this game: {why}." if why else None
        where = line.where(origin, "result", round)
        problems.append(problem("result-unknown", where, expected=known, found=found, remedy=remedy))
    if players == [None, None]:
        return None
    colours = {c.colour for c in (first, second) if c.name}
    white: bool | None = None
    if colours in ({"w", "b"}, {"w"}, {"b"}) and (len(colours) == 2 or None in players):
        white = (first.colour or _other(second.colour)) == "w"
    elif colours != {None}:
        printed = f"{first.colour or 'none'} and {second.colour or 'none'}"
        name_problem("colours-unclear", None, "one player with White, the other with Black", printed)
    return Board(
        table=line.table,
        row=line.number,
        match=int(m[1]) or None if m else None,
        number=int(m[2]) or None if m else None,
        first=players[0],
        second=players[1],
        first_white=white,
        token=token,
    )


def _other(colour: str | None) -> str | None:
    return {"w": "b", "b": "w"}.get(colour or "")


def _cell(line: Line, side: _Side) -> NameCell:
    """The cell of a name; the words that stand for nobody are no name."""
    cell = name_cell(line.cells[side.name])
    return replace(cell, name="") if cell.name in line.language.nobody_words else cell


def _seat(line: Line, side: _Side, name: str, number: int | None) -> TeamSeat | None:
    if not name:
        return None
    title = line.text(side.number)
    rating = whole(line.text(side.rating))
    return TeamSeat(number, name, title if title and not has_digit(title) else None, rating or None)


def _token(text: str, players: list[TeamSeat | None]) -> Token | None:
    """A side without a player can only have lost by forfeit, or wait for one: no game was played there."""
    token = game_token(text)
    if token is None or None not in players or token.kind in (Kind.FORFEIT, Kind.PENDING):
        return token
    return None
