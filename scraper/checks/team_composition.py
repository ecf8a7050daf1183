"""The composition of the teams with results against the boards and the scores of the matches."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from functools import partial

from scraper.checks.points import printed
from scraper.checks.team_scores import score_text
from scraper.event.placed import score_of
from scraper.event.running import Running, in_play
from scraper.event.team_gather import TeamGathered
from scraper.event.team_roster import TeamRoster
from scraper.event.team_rounds import PlacedBoard
from scraper.event.view import View
from scraper.pages.team_composition import Composition, SheetPlayer, TeamSheet
from scraper.problems import place, problem
from scraper.records import Kind, Pairing, Problem

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
                boards.setdefault((p.placed.pairing.round, seated), (p, side.name if side else None))
    rounds = {p.placed.pairing.round for p in placed} & set(part.content.rounds)
    for team in part.content.teams:
        for row in team.players:
            number = roster.number(row, team.name)
            if isinstance(number, int):
                for round in sorted(rounds):
                    met = boards.pop((round, number), None)
                    yield from _compared(part, row, team, round, number, met, in_play(round, now))
    listed = set(part.content.rounds)
    for (round, seated), (p, _) in sorted(boards.items(), key=lambda item: item[0]):
        if round in listed:
            expected, found = f"number {seated} in {part.origin}", "nowhere in a team"
            yield problem("composition-disagrees", p.where(), expected=expected, found=found)


def _compared(
    part: View[Composition],
    row: SheetPlayer,
    team: TeamSheet,
    round: int,
    number: int,
    met: tuple[PlacedBoard, str | None] | None,
    played_now: bool,
) -> list[Problem]:
    mark = row.marks.get(round, "")
    if not mark and met is None:
        return []
    where = place(part.origin, round=round, table=row.table, row=row.row, column=str(round))
    if met is None:
        expected = "no result: the player has no board in the round"
        return [problem("composition-disagrees", where, expected=expected, found=mark)]
    board, side = met
    if side is not None and side != team.name:
        expected, found = f"a player of {side}, as {board.where()}", f"number {number} in {team.name}"
        return [problem("composition-disagrees", where, expected=expected, found=found)]
    score = _score(board.placed.pairing, number)
    if board.placed.unread or mark == score:
        return []
    if not mark and (played_now or _later(board.placed.updated, part.updated)):
        return []
    if not score and (played_now or _later(part.updated, board.placed.updated)):
        return []
    expected, found = f"{score or 'no result'}, as {board.where()}", mark or "no result"
    return [problem("composition-disagrees", where, expected=expected, found=found)]


def _score(pairing: Pairing, number: int) -> str:
    """A player's result as the composition prints it; without an opponent it is a forfeit, won or lost."""
    if pairing.kind == Kind.PENDING:
        return ""
    return score_of(pairing, number)


def _later(one: datetime | None, other: datetime | None) -> bool:
    return one is not None and other is not None and one > other


def points_add_up(gathered: TeamGathered) -> list[Problem]:
    """The printed points of each player against his results, forfeits included (seen)."""
    part = gathered.results
    if part is None:
        return []
    return [
        problem(
            "points-disagree",
            place(part.origin, table=row.table, row=row.row, column="Pts."),
            expected=f"{printed(row.half_points)}, the sum of the results",
            found=printed(row.points),
        )
        for team in part.content.teams
        for row in team.players
        if row.points is not None and row.points != row.half_points
    ]


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
            for round in row.marks:
                sums[round, team.name] += row.half_points_of(round)
    names = {team.name for team in part.content.teams}
    for round in part.content.rounds:
        for first, second, score, where, updated in _scores(gathered, round):
            if not {first, second} <= names or _later(updated, part.updated) or in_play(round, now):
                continue
            summed = (sums[round, first], sums[round, second])
            if summed != score:
                expected = f"{score_text(summed)}, the sum of the teams' results in {part.origin}"
                found = score_text(score)
                yield problem("match-score-disagrees", where, expected=expected, found=found)


def _scores(
    gathered: TeamGathered, round: int
) -> list[tuple[str, str, tuple[int, int], str, datetime | None]]:
    """The matches of a round with a score: of the board pairings, else of the team pairings."""
    boards, matches = gathered.boards.get(round), gathered.matches.get(round)
    if boards is not None:
        where = partial(place, boards.origin, round=round)
        return [
            (m.first.name, m.second.name, m.score, where(table=m.table, row=m.row), boards.updated)
            for m in boards.content.matches
            if m.second is not None and m.score is not None
        ]
    if matches is None:
        return []
    where = partial(place, matches.origin, round=round)
    return [
        (m.first, m.second, m.score, where(table=m.table, row=m.row), matches.updated)
        for m in matches.content.matches
        if m.second is not None and m.score is not None
    ]
