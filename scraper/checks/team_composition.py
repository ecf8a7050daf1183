"""The composition of the teams with results against the boards and the scores of the matches."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from scraper.checks.points import printed
from scraper.checks.team_boards import score_text
from scraper.event.gather import TeamGathered
from scraper.event.placed import Running, in_play
from scraper.event.team_roster import TeamRoster
from scraper.event.team_rounds import PlacedBoard
from scraper.event.view import View
from scraper.pages.team_composition import Composition, SheetPlayer, TeamSheet
from scraper.pages.tokens import SCORE_HALF_POINTS
from scraper.problems import At, problem
from scraper.records import Kind, Problem

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
        board, side = met
        placed = board.placed
        score = "" if placed.pairing.kind == Kind.PENDING else placed.score(number)
        if side is not None and side != team.name:
            expected, found = f"a player of {side}, as {board.where()}", f"number {number} in {team.name}"
        elif (
            placed.unread
            or mark == score
            or (not mark and (played_now or _later(placed.updated, part.updated)))
            or (not score and (played_now or _later(part.updated, placed.updated)))
        ):
            return
        else:
            expected, found = f"{score or 'no result'}, as {board.where()}", mark or "no result"
    elif not mark:
        return
    yield part.flaw("composition-disagrees", expected, found, **row.at(round, str(round)))


def _later(one: datetime | None, other: datetime | None) -> bool:
    return one is not None and other is not None and one > other


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
            if not {first, second} <= names or _later(view.updated, part.updated) or in_play(round, now):
                continue
            summed = (sums[round, first], sums[round, second])
            if summed != score:
                expected = f"{score_text(summed)}, the sum of the teams' results in {part.origin}"
                yield view.flaw("match-score-disagrees", expected, score_text(score), **at)


def _scores(gathered: TeamGathered, round: int) -> Iterator[tuple[str, str, tuple[int, int], View[Any], At]]:
    """The matches of a round with a score: of the board pairings, else of the team pairings."""
    boards, matches = gathered.boards.get(round), gathered.matches.get(round)
    if boards is not None:
        for m in boards.content.matches:
            if m.second is not None and m.score is not None:
                yield m.first.name, m.second.name, m.score, boards, m.at(round)
    elif matches is not None:
        for n in matches.content.matches:
            if n.second is not None and n.score is not None:
                yield n.first, n.second, n.score, matches, n.at(round)
