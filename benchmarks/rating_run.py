"""Rating a month, against looking every game up in Table 1 and adding, with nothing kept."""

import random
from datetime import date

from benchmarks.timing import Ratio, compare
from rating.editions import load
from rating.engine import rate
from rating.records import Event, Game, Held, Member

PLAYERS, GAMES = 1000, 5000
DAY = date(2026, 10, 4)


def measure() -> Ratio:
    """5,000 games of 1,000 players in ten events."""
    chance = random.Random(1)
    ids = [f"N{n:08}" for n in range(PLAYERS)]
    ratings = {i: chance.randrange(1000, 2400) for i in ids}
    members = [
        Member(
            id=i,
            born=date(1980, 1, 1),
            membership=((date(2020, 1, 1), date(2030, 1, 1)),),
            ratings={"standard": Held(ratings[i], 100, ratings[i])},
        )
        for i in ids
    ]
    pairs = [(*chance.sample(ids, 2), chance.choice(("1-0", "0-1", "1/2-1/2"))) for _ in range(GAMES)]
    events = [
        Event(
            id=f"E{e}",
            reported=DAY,
            last_day=DAY,
            type="standard",
            games=tuple(
                Game(round=1, board=b, white=w, black=k, result=r, first_day=DAY, last_day=DAY)
                for b, (w, k, r) in enumerate(pairs[e::10], start=1)
            ),
        )
        for e in range(10)
    ]
    law = load("jcf-2024-10")
    steps = law.steps("expected_scores")
    higher = [next(s.high for s in reversed(steps) if s.first <= d) for d in range(401)]
    points = {"1-0": (100, 0), "0-1": (0, 100), "1/2-1/2": (50, 50)}

    def bare() -> dict[str, int]:
        sums = dict.fromkeys(ids, 0)
        for white, black, result in pairs:
            d = ratings[white] - ratings[black]
            pd = higher[min(abs(d), 400)]
            mine, theirs = points[result]
            sums[white] += (mine - (pd if d >= 0 else 100 - pd)) * 20
            sums[black] += (theirs - (pd if d < 0 else 100 - pd)) * 20
        return sums

    outcome = rate(members, events, list_date=date(2026, 11, 1))
    changes = {row.id: row.change for row in outcome.lists["standard"]}
    assert changes == bare(), "both have to reckon the same"
    return compare(
        f"rating {GAMES} games with all reasons kept / bare sums of the same games",
        lambda: rate(members, events, list_date=date(2026, 11, 1)),
        bare,
        rounds=5,
    )
