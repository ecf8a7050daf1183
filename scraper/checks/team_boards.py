"""The boards of each match: numbered without a gap, each player once in a round."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from scraper.event.team_gather import TeamGathered
from scraper.event.team_rounds import PlacedBoard
from scraper.problems import place, problem
from scraper.records import Problem


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
                where = place(part.origin, round=number, table=match.table, row=match.row)
                expected = f"boards {ordinal}.1 to {ordinal}.{max(len(met), 1)}"
                found = ", ".join(f"{m or '?'}.{b or '?'}" for m, b in met) or "none"
                yield problem("boards-not-numbered", where, expected=expected, found=found)


def players_once(placed: Iterable[PlacedBoard]) -> Iterator[Problem]:
    """One problem per board with a player who has another board in the round, or both of this one."""
    rounds: dict[int, list[PlacedBoard]] = defaultdict(list)
    for p in placed:
        rounds[p.placed.pairing.round].append(p)
    for _, here in sorted(rounds.items()):
        counted = Counter(n for p in here for n in p.placed.players)
        yield from [
            problem(
                "player-twice",
                p.where(),
                expected="each player once in the round",
                found=f"number {', '.join(map(str, _twice(p, counted)))} again",
            )
            for p in here
            if _twice(p, counted)
        ]


def _twice(p: PlacedBoard, counted: Counter[int]) -> Sequence[int]:
    return sorted({n for n in p.placed.players if counted[n] > 1})
