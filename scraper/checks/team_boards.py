"""The boards of each match: numbered without a gap, each player once in a round; and the scores of matches,
against the results of their boards, and between the two pages of a round."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from scraper.checks.facts import COMPARED
from scraper.checks.points import printed
from scraper.event.gather import TeamGathered
from scraper.event.placed import Running, in_play
from scraper.event.team_roster import TeamRoster
from scraper.event.team_rounds import PlacedBoard
from scraper.event.view import View
from scraper.pages.team_boards import BoardMatch
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
            met = [(b.match, b.number) for b in match.boards]
            wanted = [(ordinal, board) for board in range(1, len(met) + 1)]
            if met != wanted:
                expected = f"boards {ordinal}.1 to {ordinal}.{max(len(met), 1)}"
                found = ", ".join(f"{m or '?'}.{b or '?'}" for m, b in met) or "none"
                yield part.flaw("boards-not-numbered", expected, found, **match.at(number))


def players_once(placed: Iterable[PlacedBoard]) -> Iterator[Problem]:
    """One problem per board with a player who has another board in the round, or both of this one."""
    rounds: dict[int, list[PlacedBoard]] = defaultdict(list)
    for p in placed:
        rounds[p.placed.pairing.round].append(p)
    for _, here in sorted(rounds.items()):
        counted = Counter(n for p in here for n in p.placed.players)
        for p in here:
            if twice := sorted({n for n in p.placed.players if counted[n] > 1}):
                found = f"number {', '.join(map(str, twice))} again"
                yield problem("player-twice", p.where(), "each player once in the round", found)


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
            (m.first.name, m.second.name): m.score for m in boards.content.matches if m.second is not None
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
                        yield seat.player(seat.number), page, board.at(number)


def teams_known(gathered: TeamGathered) -> Iterator[Problem]:
    """Each team of a match against the teams of the composition, where there is one."""
    names = {team.name for part in gathered.compositions for team in part.content.teams}
    for team, view, at in _teams(gathered) if names else ():
        if team is not None and team not in names:
            expected = f"one of the {len(names)} teams of the composition"
            yield view.flaw("team-unknown", expected, team, **at)


def _teams(gathered: TeamGathered) -> Iterator[tuple[str | None, View[Any], At]]:
    for number, boards in sorted(gathered.boards.items()):
        for match in boards.content.matches:
            yield match.first.name, boards, match.at(number)
            yield match.second.name if match.second else None, boards, match.at(number)
    for number, page in sorted(gathered.matches.items()):
        for row in page.content.matches:
            yield row.first, page, row.at(number)
            yield row.second, page, row.at(number)
