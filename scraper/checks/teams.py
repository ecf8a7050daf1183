"""The views of a team event against each other.

The boards of each match: numbered without a gap, each player once in a round. The scores of matches:
against the results of their boards, and between the two pages of a round. The composition with results:
against the boards and the scores. The same players and teams, under the same names and with the same
facts, in every view.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from scraper.checks.players import COMPARED
from scraper.checks.points import printed
from scraper.event.gather import TeamGathered
from scraper.event.placed import Running, in_play
from scraper.event.roster import player_of
from scraper.event.teams import PlacedBoard, TeamRoster
from scraper.event.view import View, later
from scraper.pages.team_boards import BoardMatch
from scraper.pages.team_composition import Composition, SheetPlayer, TeamSheet
from scraper.pages.tokens import MIRRORED, SCORE_HALF_POINTS
from scraper.problems import At, problem
from scraper.records import Kind, Player, Problem
from scraper.values import name_key, same_name

HALF_POINTS = {
    result: (SCORE_HALF_POINTS[white], SCORE_HALF_POINTS[black])
    for (white, black), (result, _) in MIRRORED.items()
}
"""What a board's result brings the team named first and the other, in half points."""

Teams = tuple[str, str | None]
Score = tuple[int, int] | None


def boards_numbered(gathered: TeamGathered) -> Iterator[Problem]:
    """`4.1`, `4.2` and so on in the fourth match of a round; one problem per match that is not so."""
    for number, part in sorted(gathered.boards.items()):
        ordinal = 0
        for match in part.content.matches:
            if match.second is None:
                continue  # a team without an opponent has no boards
            ordinal += 1
            met = match.numbers
            wanted = [(ordinal, board) for board in range(1, len(met) + 1)]
            if met != wanted:
                expected = f"boards {ordinal}.1 to {ordinal}.{max(len(met), 1)}"
                found = ", ".join(f"{m or '?'}.{b or '?'}" for m, b in met) or "none"
                yield part.flaw("boards-not-numbered", expected, found, **match.at(number))


def boards_add_up(gathered: TeamGathered) -> Iterator[Problem]:
    """The results of all boards against the match's score; nothing is said while a result is missing."""
    for number, part in sorted(gathered.boards.items()):
        for match in part.content.matches:
            sums = _sums(match)
            if match.score is None or sums is None or match.score == sums:
                continue
            expected, found = f"{score_text(sums)}, the sum of the boards", score_text(match.score)
            yield part.flaw("match-score-disagrees", expected, found, **match.at(number))


def matches_agree(gathered: TeamGathered, now: Running | None) -> Iterator[Problem]:
    """The team pairings against the board pairings of each round that has both: same matches, same scores.

    A score on one page and none on the other is a contradiction only where both have the same "Last
    update"; `0 : 0` is none on boards without a result. Scores of a round in play are not compared. Teams
    without an opponent stand in the team pairings only (seen).
    """
    for number in sorted(gathered.matches.keys() & gathered.boards.keys()):
        matches, boards = gathered.matches[number], gathered.boards[number]
        same_update = matches.updated == boards.updated
        played: dict[Teams, Score] = {
            (m.first, m.second): m.score for m in boards.content.matches if m.second is not None
        }
        listed: set[Teams] = set()
        for match in matches.content.matches:
            if match.second is None:
                continue
            teams = (match.first, match.second)
            listed.add(teams)
            expected, found = "a match of the board pairings", f"{match.first} – {match.second}"
            if teams in played:
                a, b = played[teams], match.score
                open_ = a is None or b is None
                if a == b or in_play(number, now) or (open_ and not same_update):
                    continue
                if a is None and b == (0, 0):
                    continue
                expected, found = f"{score_text(a)}, as {boards.origin}", score_text(b)
            yield matches.flaw("matches-disagree", expected, found, **match.at(number))
        for first, second in sorted(played.keys() - listed, key=str):
            expected = f"the match {first} – {second} of {boards.origin}"
            yield matches.flaw("matches-disagree", expected, "no such match", round=number)


def score_text(score: Score) -> str:
    """A score as printed, `2½ : 1½`; "none" before it is played."""
    return "none" if score is None else f"{printed(score[0])} : {printed(score[1])}"


def _sums(match: BoardMatch) -> Score:
    """The sums of a match's boards; None while a result is missing or cannot be read, or without boards."""
    first = second = 0
    for board in match.boards:
        if board.token is None or board.token.kind == Kind.PENDING or board.token.result is None:
            return None
        a, b = HALF_POINTS[board.token.result]
        first, second = first + a, second + b
    return (first, second) if match.boards else None


def team_players_alike(gathered: TeamGathered, roster: TeamRoster) -> Iterator[Problem]:
    """Each numbered player of a composition or a board against the roster: name, then ratings, IDs and the
    like. A row whose name is not that of its number tells nothing more."""
    keys = {number: name_key(player.name) for number, player in roster.players.items()}
    for met, view, at in _met(gathered):
        known = roster.players.get(met.number)
        if known is None or met == known:
            continue
        if not same_name(keys[met.number], name_key(met.name)):
            expected, found = f"{met.number} {known.name}", f"{met.number} {met.name}"
            yield view.flaw("name-disagrees", expected, found, **at)
            continue
        for field, heading in COMPARED.items():
            value, before = getattr(met, field), getattr(known, field)
            if value is not None and value != before:
                expected, found = f"{before} for number {met.number}", f"{value} ({heading})"
                yield view.flaw("player-disagrees", expected, found, **at)


def _met(gathered: TeamGathered) -> Iterator[tuple[Player, View[Any], At]]:
    """Every player with a number, and where he stands."""
    for part in gathered.compositions:
        for team in part.content.teams:
            for row in team.players:
                if row.number is not None:
                    yield row.listed, part, row.at()
    for number, page in sorted(gathered.boards.items()):
        for match in page.content.matches:
            for board in match.boards:
                for seat in (board.first, board.second):
                    if seat is not None and seat.number is not None:
                        yield player_of(seat), page, board.at(number)


def teams_known(gathered: TeamGathered) -> Iterator[Problem]:
    """Each team of a match against the teams of the composition, where there is one."""
    names = {team.name for part in gathered.compositions for team in part.content.teams}
    pages: list[tuple[int, View[Any]]] = [*sorted(gathered.boards.items()), *sorted(gathered.matches.items())]
    for number, page in pages if names else ():
        for match in page.content.matches:
            for team in (match.first, match.second):
                if team is not None and team not in names:
                    expected = f"one of the {len(names)} teams of the composition"
                    yield page.flaw("team-unknown", expected, team, **match.at(number))


Met = tuple[int, int]
"""A round and a player's number."""


def results_as_on_boards(
    gathered: TeamGathered, roster: TeamRoster, placed: list[PlacedBoard], now: Running | None
) -> Iterator[Problem]:
    """Each player's result of each round that has its boards, in both directions, and for the same team.

    A result on one page and none on the other is a contradiction only where both pages carry the same
    "Last update" and the round is not in play, or where the page without it was updated later.
    """
    part = gathered.results
    if part is None:
        return
    boards: dict[Met, tuple[PlacedBoard, str | None]] = {}
    for p in placed:
        for seated, side in ((p.first, p.match.first), (p.second, p.match.second)):
            if seated is not None:
                boards.setdefault((p.pairing.round, seated), (p, side))
    rounds = {p.pairing.round for p in placed} & set(part.content.rounds)
    for team in part.content.teams:
        for row in team.players:
            number = roster.number_in(row, team.name)
            if isinstance(number, int):
                for round in sorted(rounds):
                    met = boards.pop((round, number), None)
                    yield from _compared(part, row, team, round, number, met, in_play(round, now))
    listed = set(part.content.rounds)
    for (round, seated), (p, _) in sorted(boards.items(), key=lambda item: item[0]):
        if round in listed:
            expected, found = f"number {seated} in {part.origin}", "nowhere in a team"
            yield problem("composition-disagrees", p.where(), expected, found)


def _compared(
    part: View[Composition],
    row: SheetPlayer,
    team: TeamSheet,
    round: int,
    number: int,
    met: tuple[PlacedBoard, str | None] | None,
    played_now: bool,
) -> Iterator[Problem]:
    mark = row.marks.get(round, "")
    expected, found = "no result: the player has no board in the round", mark
    if met is not None:
        placed, side = met
        score = "" if placed.pairing.kind == Kind.PENDING else placed.score(number)
        if side is not None and side != team.name:
            expected, found = f"a player of {side}, as {placed.where()}", f"number {number} in {team.name}"
        elif (
            placed.unread
            or mark == score
            or (not mark and (played_now or later(placed.updated, part.updated)))
            or (not score and (played_now or later(part.updated, placed.updated)))
        ):
            return
        else:
            expected, found = f"{score or 'no result'}, as {placed.where()}", mark or "no result"
    elif not mark:
        return
    yield part.flaw("composition-disagrees", expected, found, **row.at(round, str(round)))


def points_add_up(gathered: TeamGathered) -> Iterator[Problem]:
    """The printed points of each player against his results, forfeits included (seen)."""
    part = gathered.results
    for team in part.content.teams if part is not None else ():
        for row in team.players:
            if part is not None and row.points is not None and row.points != row.half_points:
                expected = f"{printed(row.half_points)}, the sum of the results"
                yield part.flaw("points-disagree", expected, printed(row.points), **row.at(column="Pts."))


def teams_add_up(gathered: TeamGathered, now: Running | None) -> Iterator[Problem]:
    """The sum of a team's results of a round against the score of its match, of either page of the round.

    Rounds without a score or in play, and a composition that is older than the score, say nothing.
    """
    part = gathered.results
    if part is None:
        return
    sums: dict[tuple[int, str], int] = defaultdict(int)
    for team in part.content.teams:
        for row in team.players:
            for round, mark in row.marks.items():
                sums[round, team.name] += SCORE_HALF_POINTS[mark]
    names = {team.name for team in part.content.teams}
    for round in part.content.rounds:
        for first, second, score, view, at in _scores(gathered, round):
            if not {first, second} <= names or later(view.updated, part.updated) or in_play(round, now):
                continue
            summed = (sums[round, first], sums[round, second])
            if summed != score:
                expected = f"{score_text(summed)}, the sum of the teams' results in {part.origin}"
                yield view.flaw("match-score-disagrees", expected, score_text(score), **at)


def _scores(gathered: TeamGathered, round: int) -> Iterator[tuple[str, str, tuple[int, int], View[Any], At]]:
    """The matches of a round with a score: of the board pairings, else of the team pairings."""
    page: View[Any] | None = gathered.boards.get(round) or gathered.matches.get(round)
    for match in page.content.matches if page is not None else ():
        if page is not None and match.second is not None and match.score is not None:
            yield match.first, match.second, match.score, page, match.at(round)
