"""The boards of each match: numbered without a gap, each player once in a round; and the scores of matches,
against the results of their boards, and between the two pages of a round."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from scraper.checks.points import printed
from scraper.event.running import Running, in_play
from scraper.event.team_gather import TeamGathered
from scraper.event.team_rounds import PlacedBoard
from scraper.pages.team_boards import BoardMatch
from scraper.pages.tokens import MIRRORED, SCORE_HALF_POINTS
from scraper.problems import problem
from scraper.records import Kind, Problem

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
