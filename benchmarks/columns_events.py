"""Events on columns, against a bare kernel and the article functions: 60,000 games in 400 events."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from rating.columns.events import UNRATED, Entries, EventGames, after_events, reckon_events
from rating.editions import load
from rating.interpretations import Interpretations
from rating.steps import Crosstable

LAW = load("qjrl")
OURS = Interpretations()
EVENTS, GAMES_OF_EVENT, PLAYERS_OF_EVENT, PLAYERS = 400, 150, 30, 3000
CLASSES = ("lightning", "open", "club", "short")


@dataclass(frozen=True, slots=True)
class Season:
    """Entries and games of all events, and every player's rating before."""

    entries: Entries
    games: EventGames
    previous: Any


def season() -> Season:
    """The same every time; three players in ten are estimated."""
    chance = np.random.default_rng(2)
    player = np.concatenate([chance.permutation(PLAYERS)[:PLAYERS_OF_EVENT] for _ in range(EVENTS)])
    previous = np.where(chance.random(PLAYERS) < 0.3, UNRATED, chance.integers(300, 2000, PLAYERS))
    first = np.repeat(np.arange(EVENTS) * PLAYERS_OF_EVENT, GAMES_OF_EVENT)
    white = chance.integers(0, PLAYERS_OF_EVENT, first.size)
    black = (white + chance.integers(1, PLAYERS_OF_EVENT, first.size)) % PLAYERS_OF_EVENT
    k = np.array([LAW.queensland.event_k(LAW, name) for name in CLASSES])
    return Season(
        Entries(
            event=np.repeat(np.arange(EVENTS), PLAYERS_OF_EVENT),
            player=player,
            rating=previous[player],
            moves=previous[player] > UNRATED,
            k=k[np.arange(EVENTS) % len(k)],
        ),
        EventGames(first + white, first + black, chance.integers(0, 3, first.size)),
        previous,
    )


def ours(data: Season) -> Any:
    """The second engine: every entry of every event, and every new rating."""
    reckoned = reckon_events(LAW, data.entries, data.games)
    return reckoned, after_events(LAW, data.entries, reckoned, data.previous)


def tables() -> tuple[Any, Any, Any]:
    """What the bare kernel is given: dp by percentage, percentages expected by difference."""
    performance, expected = LAW.queensland.event_performance, LAW.queensland.expected_of_event
    dp = [performance(LAW, Fraction(0), p, 50, OURS).dp for p in range(101)]
    high = [expected(LAW, d, Fraction(0)).percentage for d in range(737)]
    low = [expected(LAW, -d, Fraction(0)).percentage for d in range(737)]
    low[0] = high[0]
    return np.array(dp), np.array(high), np.array(low)


def bare(data: Season, dp: Any, high: Any, low: Any) -> tuple[Any, ...]:
    """Estimates, performances and changes as one would write them for one set of numbers, nothing
    checked and nothing explained, averages in floating point."""
    entries, games = data.entries, data.games
    own, other = np.concatenate((games.white, games.black)), np.concatenate((games.black, games.white))
    size = entries.event.size
    n = np.bincount(own, minlength=size)
    n1 = np.maximum(n, 1)
    score = np.bincount(own, np.concatenate((games.halves, 2 - games.halves)), size)
    new = entries.rating == UNRATED
    stands = ~new & (n > 0)
    start = np.bincount(entries.event[stands], entries.rating[stands]) / np.bincount(entries.event[stands])
    add = dp[np.floor(50 * score / n1 + 0.5).astype(int)]
    strength = np.where(new, np.floor(start[entries.event] + 0.5), entries.rating)
    estimates = [strength]
    asked = new[own]
    mine, theirs = own[asked], other[asked]
    for _ in range(5):
        met = np.clip(strength[theirs], strength[mine] - 400, strength[mine] + 500)
        performed = np.floor(np.bincount(mine, met, size) / n1 + add + 0.5)
        strength = np.where(new & (n > 0), performed, strength)
        estimates.append(strength)
    met = np.clip(strength[other], strength[own] - 400, strength[own] + 500)
    average = np.bincount(own, met, size) / n1
    performance = np.where(new, strength, np.floor(average + add + 0.5))
    less = strength - average
    d = np.minimum(np.floor(np.abs(less) + 0.5).astype(int), 736)
    percentage = np.where(less >= 0, high[d], low[d])
    change = np.where(entries.moves, (score * 50 - n * percentage) * entries.k[entries.event], 0)
    sums = np.bincount(entries.player, change, PLAYERS)
    return np.array(estimates), performance, change, sums


def plain(data: Season, count: int) -> list[tuple[int, int]]:
    """Performance and change of every entry of the first `count` events by the article functions."""
    do, entries, games = LAW.queensland, data.entries, data.games
    opponents: list[list[int]] = [[] for _ in range(count * PLAYERS_OF_EVENT)]
    scores = [0] * len(opponents)
    played = slice(0, count * GAMES_OF_EVENT)
    for white, black, halves in zip(
        *(column[played].tolist() for column in (games.white, games.black, games.halves)), strict=True
    ):
        opponents[white].append(black)
        opponents[black].append(white)
        scores[white] += halves
        scores[black] += 2 - halves
    ratings = entries.rating.tolist()
    found = []
    for event in range(count):
        here = range(event * PLAYERS_OF_EVENT, (event + 1) * PLAYERS_OF_EVENT)
        playing = [n for n in here if opponents[n]]
        cross = {str(n): Crosstable(tuple(map(str, opponents[n])), scores[n]) for n in playing}
        rated = {str(n): ratings[n] for n in playing if ratings[n] != UNRATED}
        estimates = do.estimates(LAW, rated, cross, OURS)
        strength = {**rated, **{n: steps[-1] for n, steps in estimates.items()}}
        k = int(entries.k[event])
        for name, table in cross.items():
            if name in estimates:
                found.append((estimates[name][-1], 0))
                continue
            met = [strength[opponent] for opponent in table.opponents]
            average = do.average_opposition(LAW, strength[name], met)
            performance = do.event_performance(LAW, average, table.score, len(met), OURS)
            expected = do.expected_of_event(LAW, strength[name], average)
            change = do.event_change(LAW, table.score, len(met), expected.percentage, k)
            found.append((performance.pr, change))
    return found


def check(data: Season) -> None:
    """All have to reckon the same."""
    reckoned, result = ours(data)
    estimates, performance, change, sums = bare(data, *tables())
    here = reckoned.games > 0
    assert (reckoned.estimates == estimates)[:, reckoned.estimated].all()
    assert (reckoned.performance == performance)[here].all()
    assert (reckoned.change == change).all()
    assert (result.change == sums).all()
    count = 5
    some = slice(0, count * PLAYERS_OF_EVENT)
    mine = zip(
        reckoned.performance[some][here[some]].tolist(),
        reckoned.change[some][here[some]].tolist(),
        strict=True,
    )
    assert list(mine) == plain(data, count)
