"""Each player stands exactly once in each round that is paired."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from scraper.event.placed import Placed
from scraper.problems import place, problem
from scraper.records import Problem


def once_each_round(placed: Iterable[Placed], numbers: set[int], origin: str) -> Iterator[Problem]:
    """One problem per player who stands twice, and one per round for those who are nowhere in it.

    A round is paired when somebody has an opponent in it.
    """
    rounds: dict[int, list[Placed]] = defaultdict(list)
    for p in placed:
        rounds[p.pairing.round].append(p)
    for round, here in sorted(rounds.items()):
        standing = [n for p in here for n in p.players]
        counted = Counter(standing)
        for p in here if len(counted) < len(standing) else ():
            twice = [n for n in p.players if counted[n] > 1 or (p.pairing.white == p.pairing.black)]
            if twice:
                found = f"number {', '.join(map(str, sorted(set(twice))))} again"
                yield problem("player-twice", p.where(), "each player once in the round", found)
        missing = sorted(numbers - counted.keys())
        if missing and any(p.pairing.black is not None for p in here):
            where = place(next((p.origin for p in here if p.row), origin), round=round)
            found = f"not number {', '.join(map(str, missing))}"
            yield problem("player-missing", where, f"all {len(numbers)} players", found)
