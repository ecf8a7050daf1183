"""The games of a round of a team event, art=3: every match with its boards.

A row of headings opens a match, `Bo. | 13 | TEAM | Rtg | - | 1 | TEAM | Rtg | 0 : 4`, and its boards
follow: `1.1 | (title) | name | 1608 | - | (title) | name | 1946 | 0 - 1`. Columns are known by these
headings: a name stands before its rating, the result under the score, and others can stand between and
behind them (seen: names in another script, PGN). The result is told from the team named first, whichever
colour its player had; the mark before a name says the colour.
"""

import re
from dataclasses import dataclass, field

from scraper.errors import OtherPageKind
from scraper.pages.head import Head, Marks
from scraper.pages.pairing_rows import Seat
from scraper.pages.team_lines import (
    InTable,
    Line,
    TeamMatch,
    TeamRound,
    TeamRounds,
    has_digit,
    number_and_colour,
    team_lines,
)
from scraper.pages.tokens import GAME_TOKENS, GAMES, Token, ruling_on
from scraper.problems import Notes
from scraper.records import Kind
from scraper.values import half_points, name_as_printed, whole
from scraper.words import TEAM_ALONE

BOARD_HEADING = "Bo."
RATING_HEADINGS = ("Rtg", "RtgI", "RtgN")
"""`Rtg` is seen; the others are headings of start lists."""

_BOARD = re.compile(r"(\d{1,4})\.(\d{1,2})", re.ASCII)
_SCORE = re.compile(r"([\d½.,]*) ?: ?([\d½.,]*)", re.ASCII)
_BEHIND = ("PGN",)
"""Columns that can follow the result (seen: league668636_art3_german_transcribed)."""
_WITHOUT_A_PLAYER = (Kind.FORFEIT, Kind.PENDING)
"""A side without a player can only have lost by forfeit, or wait for one: no game was played there."""


@dataclass(frozen=True, slots=True)
class Board(InTable):
    """One row. A seat is None where no player is printed, its number is that of the name's link;
    `first_white` is None where no colour is.

    `match` and `number` are those of `4.2`: board 2 of match 4. `token` is None where it is unknown.
    """

    match: int | None
    number: int | None
    first: Seat | None
    second: Seat | None
    first_white: bool | None
    token: Token | None


@dataclass(frozen=True, slots=True)
class BoardMatch(TeamMatch):
    """A match: `printed` is the score of its heading, in half points; `numbers` are those of all its rows, in
    their order, also of boards at which nobody sat."""

    printed: tuple[int, int] | None
    boards: list[Board] = field(default_factory=list)
    numbers: list[tuple[int | None, int | None]] = field(default_factory=list)

    @property
    def score(self) -> tuple[int, int] | None:
        """None before it is played: `0 : 0` over boards without a result is (cnyt2026_g14_boards_r1)."""
        open_ = all(b.token is not None and b.token.kind == Kind.PENDING for b in self.boards)
        return None if self.printed == (0, 0) and open_ else self.printed


BoardRound = TeamRound[BoardMatch]


@dataclass(frozen=True, slots=True)
class BoardPairings:
    """The rounds of a page of board pairings; without rounds none is there yet."""

    rounds: tuple[BoardRound, ...]


@dataclass(frozen=True, slots=True)
class _Side:
    number: int | None
    name: int
    rating: int | None


@dataclass(frozen=True, slots=True)
class _Columns:
    """Of the boards of one match: as many as its heading has, the sides', and the result's."""

    headings: tuple[str, ...]
    sides: tuple[_Side, _Side]
    result: int


def read_board_pairings(marks: Marks, head: Head, notes: Notes) -> BoardPairings:
    """The rounds of the page; a row that cannot be read is left out and named.

    OtherPageKind if a match is not headed as it should be.
    """
    rounds = TeamRounds[BoardMatch](head, notes)
    for line in team_lines(marks.lists, head.language):
        if rounds.begun_by(line):
            continue
        here = rounds.here()
        if here is None:
            break
        if line.heads:
            match, columns = _match(line, here.number, notes)
            here.matches.append(match)
        elif not here.matches:
            raise _not_a_match(line, notes)
        else:
            _add_board(line, columns, here.number, notes, here.matches[-1])
    return BoardPairings(tuple(rounds))


def _not_a_match(line: Line, notes: Notes) -> OtherPageKind:
    expected = "the heading of a match: Bo. | number | team | Rtg | - | number | team | Rtg | score"
    return line.refused(notes, expected)


def _match(line: Line, round: int, notes: Notes) -> tuple[BoardMatch, _Columns]:
    """The heading of a match: the sides stand left and right of the cell with a hyphen."""
    texts, language = line.texts, line.language
    middle = [i for i, t in enumerate(texts) if t == "-"]
    result = _result_column(line, middle[0]) if len(middle) == 1 else None
    opens = language.columns.get(texts[0], texts[0]) == BOARD_HEADING
    if result is None or not opens or middle[0] < 2 or middle[0] > result - 2:
        raise _not_a_match(line, notes)
    sides = _side(line, 1, middle[0]), _side(line, middle[0] + 1, result)
    first, second = (texts[s.name] for s in sides)
    if not first or not second:
        raise _not_a_match(line, notes)
    columns = _Columns(texts, sides, result)
    if language.alone.get(second, second) in TEAM_ALONE:
        return BoardMatch(line.table, line.number, first, None, None), columns
    score: tuple[int, int] | None = None
    if texts[result]:
        m = _SCORE.fullmatch(texts[result])
        a, b = (half_points(m[1]), half_points(m[2])) if m else (None, None)
        if a is not None and b is not None:
            score = (a, b)
        elif texts[result] != ":":
            expected = "a score such as 2½:1½, or nothing before the match"
            notes.met("cell-unreadable", expected, texts[result], **line.at("score", round))
    return BoardMatch(line.table, line.number, first, second, score), columns


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
    texts, heading_of = line.texts, line.language.columns
    rating = next(
        (i for i in range(start, stop) if heading_of.get(texts[i], texts[i]) in RATING_HEADINGS), None
    )
    name = max((stop if rating is None else rating) - 1, start)
    number = next((i for i in range(start, name) if whole(texts[i]) is not None), None)
    return _Side(number, name, rating)


def _add_board(line: Line, columns: _Columns, round: int, notes: Notes, match: BoardMatch) -> None:
    width = len(columns.headings)
    short = width - len(line.texts)
    if short and not (short == 1 and columns.headings[-1] in _BEHIND):
        notes.met("row-width", f"{width} cells", f"{len(line.texts)} cells", **line.at(round=round))
        return
    m = _BOARD.fullmatch(line.texts[0])
    if m is None:
        found = line.texts[0] or "nothing"
        notes.met("cell-unreadable", "match and board, as 4.2", found, **line.at(BOARD_HEADING, round))
    numbers = (int(m[1]) or None, int(m[2]) or None) if m else (None, None)
    match.numbers.append(numbers)
    text = line.texts[columns.result]
    (first, its_colour), (second, other_colour) = (_seat(line, side) for side in columns.sides)
    players = (first, second)
    if players == (None, None) and not text:
        return  # a board that nobody was named for
    token = GAME_TOKENS.get(text)
    if None in players and token is not None and token.kind not in _WITHOUT_A_PLAYER:
        token = None
    if token is None:
        known = " or ".join(repr(t.text) for t in GAMES if None not in players or t.kind == Kind.FORFEIT)
        found = repr(text) if None not in players else f"{text!r} (a side without a player)"
        notes.met("result-unknown", known, found, ruling_on(text), **line.at("result", round))
    if players == (None, None):
        return
    colours = {colour for seat, colour in ((first, its_colour), (second, other_colour)) if seat}
    white: bool | None = None
    if colours == {"w", "b"} or (None in players and colours in ({"w"}, {"b"})):
        white = its_colour == "w" if its_colour else other_colour == "b"
    elif colours != {None}:
        found = f"{its_colour or 'none'} and {other_colour or 'none'}"
        expected = "one player with White, the other with Black"
        notes.met("colours-unclear", expected, found, **line.at(round=round))
    board = Board(line.table, line.number, *numbers, first, second, white, token)
    match.boards.append(board)


def _seat(line: Line, side: _Side) -> tuple[Seat | None, str | None]:
    """The player of a side, if any, and the colour of his mark; words that stand for nobody are no name."""
    number, colour = number_and_colour(line.cells[side.name])
    name = name_as_printed(line.texts[side.name])
    if not name or name in line.language.nobody:
        return None, colour
    title = line.text(side.number)
    rating = whole(line.text(side.rating))
    return Seat(number, name, title if title and not has_digit(title) else None, rating or None), colour
