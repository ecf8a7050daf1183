"""The players of a team event, by starting number, with the team of each, and its games: every board of every
match, as a pairing of two starting numbers.

A result is printed from the side of the team named first; the record tells it from White's side. The
number is the one in the link of a name (`snr=`), the same in every view; `No.` of the list of players
(art=16) is their order by rating (seen). A gated page and an export have no links: there a player is known
by his name within his team, if nobody else has it; otherwise he is left out and named.
"""

from collections import defaultdict
from dataclasses import dataclass, field, fields, replace

from scraper.event.gather import TeamGathered
from scraper.event.placed import Placed
from scraper.event.roster import Roster, player_of
from scraper.event.view import View
from scraper.pages.pairing_rows import Seat
from scraper.pages.team_boards import Board, BoardMatch, BoardRound
from scraper.pages.team_composition import Composition, SheetPlayer
from scraper.pages.tokens import MIRRORED
from scraper.problems import At, place, problem
from scraper.records import Kind, Pairing, Player, Problem
from scraper.values import name_key
from scraper.words import PAIRINGS_MENU

Named = Seat | SheetPlayer


@dataclass(slots=True)
class TeamRoster(Roster):
    """Players by number; `team_of` maps a number to the team's name, for those whom a page gives one."""

    team_of: dict[int, str] = field(default_factory=dict)
    unnumbered: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """By page: the rows whose players have no number and cannot be told otherwise."""

    def add(self, player: Player, team: str | None = None) -> None:
        """One more player, or what another view knows of him beyond the first."""
        known = self.players.get(player.number)
        if known is None:
            Roster.add(self, player)
        else:
            self.players[player.number] = _filled(known, player)
        if team is not None:
            self.team_of.setdefault(player.number, team)

    def number_in(self, seat: Named, team: str | None) -> int | list[int] | None:
        """The number of a name in a team, if that is known: as linked, else of the one who can be meant.

        Several players who can be meant are a list; nobody is None.
        """
        if seat.number is not None:
            return seat.number
        having = self.by_name.get(name_key(seat.name), [])
        if team is not None:
            having = [n for n in having if self.team_of.get(n, team) == team]
        if len(having) > 1:
            return having
        return having[0] if having else None

    def told(self, seat: Named, team: str | None, origin: str, at: At, problems: list[Problem]) -> int | None:
        """As `number_in`, with a problem for several; rows of nobody are gathered in `unnumbered`."""
        if seat.number is not None:
            return seat.number
        where = place(origin, **at)
        number = self.number_in(seat, team)
        if isinstance(number, list):
            expected, found = "a name of one player", f"{seat.name}: numbers {', '.join(map(str, number))}"
            problems.append(problem("player-ambiguous", where, expected, found))
            return None
        if number is None:
            self.unnumbered[origin].append(where)
        return number


def read_team_roster(gathered: TeamGathered, problems: list[Problem]) -> TeamRoster:
    """Every player whom a page of the event names with a number, and to whom the pages tell his team."""
    roster = TeamRoster()
    where, found = gathered.origin, "only other views"
    if gathered.players is None:
        remedy = "Give the starting rank list of players (art=16&zeilen=99999): it has the national IDs."
        problems.append(problem("start-list-missing", where, "the list of players (art=16)", found, remedy))
    if gathered.results is None:
        expected = "the composition of the teams with results (art=1)"
        problems.append(problem("composition-missing", where, expected, found))
    rows = gathered.players.content.rows if gathered.players is not None else ()
    for row in rows:
        if row.player.number:
            roster.add(row.player, row.others.get("Team") or None)
    for part in gathered.compositions:
        _of_composition(part, roster, problems)
    whole = gathered.players is not None and not gathered.players.cut and all(r.player.number for r in rows)
    for _, boards in sorted(gathered.boards.items()):
        _of_boards(boards, roster, whole, problems)
    for row in rows:
        if not row.player.number and gathered.players is not None:
            seat, team = Seat(None, row.player.name), row.others.get("Team") or None
            at = At(row=row.row, column="Name")
            number = roster.told(seat, team, gathered.players.origin, at, problems)
            if number is not None:
                roster.add(replace(row.player, number=number), team)
    return roster


def with_teams(roster: TeamRoster) -> tuple[Player, ...]:
    """The players by number; who has no club in the source has his team for it."""
    return tuple(
        player
        if player.club or number not in roster.team_of
        else replace(player, club=roster.team_of[number])
        for number, player in sorted(roster.players.items())
    )


def numbers_missing(roster: TeamRoster) -> list[Problem]:
    """One problem per page that names players without a number whom nothing else tells."""
    expected = "a starting number in the link of each name"
    return [
        problem(
            "team-numbers-missing", origin, expected, f"{len(rows)} players without, the first at {where}"
        )
        for origin, rows in sorted(roster.unnumbered.items())
        for where in rows[:1]
    ]


def _of_composition(part: View[Composition], roster: TeamRoster, problems: list[Problem]) -> None:
    for team in part.content.teams:
        for row in team.players:
            number = roster.told(row, team.name, part.origin, row.at(column="Name"), problems)
            if number is not None:
                roster.add(replace(row.listed, number=number), team.name)


def _of_boards(part: View[BoardRound], roster: TeamRoster, whole: bool, problems: list[Problem]) -> None:
    for match in part.content.matches:
        for board in match.boards:
            for seat, team in ((board.first, match.first), (board.second, match.second)):
                if seat is None or seat.number is None or team is None:
                    continue
                if whole and seat.number not in roster.players:
                    expected, found = "a number of the list of players", f"{seat.number} {seat.name}"
                    at = board.at(part.content.number)
                    problems.append(part.flaw("player-unknown", expected, found, **at))
                roster.add(player_of(seat), team)


def _filled(known: Player, other: Player) -> Player:
    """The first view's facts; the other's where the first has none."""
    missing = {f.name: getattr(other, f.name) for f in fields(known) if getattr(known, f.name) is None}
    return replace(known, **missing)


BOARDS_OF_A_MATCH = 100
"""Board 2 of match 4 is board 402 of the round: no two boards of a round have one number."""

SWAPPED = {result: MIRRORED[black, white][0] for (white, black), (result, _) in MIRRORED.items()}
"""A result told from the other side."""


class PlacedBoard(Placed):
    """A pairing with the board it stands on; what the checks of team events compare.

    `first` and `second` are the numbers of the players of the team named first and second.
    """

    __slots__ = ("board", "first", "match", "second")

    def __init__(
        self,
        pairing: Pairing,
        part: View[BoardRound],
        match: BoardMatch,
        board: Board,
        first: int | None,
        second: int | None,
    ) -> None:
        super().__init__(pairing, part.origin, part.updated, unread=board.token is None)
        self.match, self.board, self.first, self.second = match, board, first, second

    def where(self, column: str | None = None) -> str:
        """The place of the board's row."""
        return place(self.origin, **self.board.at(self.pairing.round, column))


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

    def told(seat: Seat | None, team: str | None) -> int | None:
        if seat is None or team is None:
            return None
        return roster.told(seat, team, part.origin, board.at(round, "Name"), problems)

    first, second = told(board.first, match.first), told(board.second, match.second)
    if (first is None and board.first is not None) or (second is None and board.second is not None):
        return None
    pairing = _pairing(round, board, first, second)
    if pairing is None:
        return None
    return PlacedBoard(pairing, part, match, board, first, second)


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
