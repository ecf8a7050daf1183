"""The games of a team event: every board of every match, as a pairing of two starting numbers.

A result is printed from the side of the team named first; the record tells it from White's side.
"""

from dataclasses import dataclass

from scraper.event.gather import TeamGathered
from scraper.event.placed import Placed
from scraper.event.team_roster import TeamRoster
from scraper.event.view import View
from scraper.pages.team_boards import Board, BoardMatch, BoardRound, Team, TeamSeat
from scraper.pages.tokens import MIRRORED
from scraper.problems import place
from scraper.records import Kind, Pairing, Problem
from scraper.words import PAIRINGS_MENU

BOARDS_OF_A_MATCH = 100
"""Board 2 of match 4 is board 402 of the round: no two boards of a round have one number."""

SWAPPED = {result: MIRRORED[black, white][0] for (white, black), (result, _) in MIRRORED.items()}
"""A result told from the other side."""


@dataclass(frozen=True, slots=True)
class PlacedBoard:
    """A pairing with the board it stands on; what the checks of team events compare.

    `first` and `second` are the numbers of the players of the team named first and second.
    """

    placed: Placed
    match: BoardMatch
    board: Board
    first: int | None
    second: int | None

    def where(self, column: str | None = None) -> str:
        """The place of the board's row."""
        return place(self.placed.origin, **self.board.at(self.placed.pairing.round, column))


def read_team_rounds(
    gathered: TeamGathered, roster: TeamRoster, problems: list[Problem]
) -> list[PlacedBoard]:
    """All boards by round and in the order of the page; boards whose players cannot be told are left out."""
    placed: list[PlacedBoard] = []
    for number in sorted(gathered.boards):
        part = gathered.boards[number]
        if not _published(part):
            expected = f"a round of the menu, 1 to {part.reading.head.rounds_paired}"
            found = f"round {number}, without a result"
            problems.append(part.flaw("line-up-not-published", expected, found, round=number))
            continue
        for match in part.content.matches:
            for board in match.boards:
                one = _board(part, match, board, roster, problems)
                if one is not None:
                    placed.append(one)
    return placed


def _published(part: View[BoardRound]) -> bool:
    """Whether the menu of the page lists the round's boards, or a result stands on one of them.

    Reported: some events fill the boards of a round that is not listed yet with each team's first players.
    An event whose menu has no such row at all is taken as it is.
    """
    head = part.reading.head
    if PAIRINGS_MENU not in head.menu or not head.rounds_paired or part.content.number <= head.rounds_paired:
        return True
    return any(
        b.token is None or b.token.kind != Kind.PENDING for m in part.content.matches for b in m.boards
    )


def _board(
    part: View[BoardRound], match: BoardMatch, board: Board, roster: TeamRoster, problems: list[Problem]
) -> PlacedBoard | None:
    round = part.content.number

    def told(seat: TeamSeat | None, team: Team | None) -> int | None:
        if seat is None or team is None:
            return None
        return roster.told(seat, team.name, part.origin, board.at(round, "Name"), problems)

    first, second = told(board.first, match.first), told(board.second, match.second)
    if (first is None and board.first is not None) or (second is None and board.second is not None):
        return None
    pairing = _pairing(round, board, first, second)
    if pairing is None:
        return None
    placed = Placed(pairing, part.origin, part.updated, None, board.token is None)
    return PlacedBoard(placed, match, board, first, second)


def _pairing(round: int, board: Board, first: int | None, second: int | None) -> Pairing | None:
    """The pairing from White's side; without colours White is the lower number, as in the record.

    Where a side has no player the other one stands as White, and `colours` says whether he was to have it.
    """
    number = None
    if board.match is not None and board.number is not None:
        number = board.match * BOARDS_OF_A_MATCH + board.number
    result, kind = (None, Kind.PENDING) if board.token is None else (board.token.result, board.token.kind)
    swapped = SWAPPED[result]
    if first is None:
        if second is None:
            return None
        return Pairing(round, number, second, None, swapped, kind, colours=board.first_white is False)
    if second is None:
        return Pairing(round, number, first, None, result, kind, colours=board.first_white is True)
    first_is_white = first < second if board.first_white is None else board.first_white
    colours = board.first_white is not None
    if first_is_white:
        return Pairing(round, number, first, second, result, kind, colours)
    return Pairing(round, number, second, first, swapped, kind, colours)
