"""Lists that are reckoned event by event, on columns: all events of a period at once.

An *entry* is one player in one event. Averages are kept exact, as the sum of what the opponents count
and the number of games; everything is whole numbers in 64 bits. What a player has in one event stays
below games × LARGEST_RATING, so that no sum leaves them below 2^38 games.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rating.columns.arrays import LARGEST_RATING, Flags, Ints, shape_problem, whole_problems
from rating.columns.event_rules import EventRules, rules_of
from rating.edition import Edition
from rating.errors import Problem, RatingError
from rating.interpretations import OURS, Interpretations

Whole = NDArray[np.int64]
Places = NDArray[np.intp]
HUNDREDTHS_OF_HALF = 50
UNRATED = -LARGEST_RATING
"""Below every rating: these can be negative (QJ 2)."""


@dataclass(frozen=True, slots=True, eq=False)
class Entries:
    """Who plays in which event: numbers of events and players, the rating he counts with (UNRATED: he
    is estimated), and whether it is a full rating that the event moves. `k`: of each event."""

    event: Ints
    player: Ints
    rating: Ints
    moves: Flags
    k: Ints


@dataclass(frozen=True, slots=True, eq=False)
class EventGames:
    """Games that count: the entries of White and Black, and White's score in halves."""

    white: Ints
    black: Ints
    halves: Ints


@dataclass(frozen=True, slots=True, eq=False)
class EventsReckoned:
    """What every event makes of every entry; nothing (0) where the event or the entry is not rated.

    `rated`: by event, whether it is rated at all. By entry: `games`, `score` in halves, `estimated`:
    whether he is, `estimates`: the start and each cycle, of shape (cycles + 1, entries), `strength`:
    what he counts after the last cycle, `opposition`: the sum of what his opponents count, `p`, `dp`,
    `performance`; and where the event moves his rating `d`, `table`, `percentage` and `change` in
    hundredths.
    """

    rated: Flags
    games: Whole
    score: Whole
    estimated: Flags
    estimates: Whole
    strength: Whole
    opposition: Whole
    p: Whole
    dp: Whole
    performance: Whole
    d: Whole
    table: Whole
    percentage: Whole
    change: Whole


def reckon_events(
    law: Edition, entries: Entries, games: EventGames, switches: Interpretations = OURS
) -> EventsReckoned:
    """Estimates, performances and changes of every entry of every event.

    RatingError where the arrays are not of one length, numbers are out of bounds, a game is between
    events or of one entry with itself, or the edition has a shape without a counterpart.
    """
    rules = rules_of(law, switches)
    _check(entries, games)
    own = np.concatenate((games.white, games.black)).astype(np.intp, copy=False)
    other = np.concatenate((games.black, games.white)).astype(np.intp, copy=False)
    halves = games.halves.astype(np.int64, copy=False)
    count = entries.event.size
    played = np.bincount(own, minlength=count)
    score = _sum(own, np.concatenate((halves, 2 - halves)), count)
    event = entries.event.astype(np.intp, copy=False)

    strength = entries.rating.astype(np.int64)
    stands = (strength > UNRATED) & (played > 0)
    of_rated = np.bincount(event[stands], minlength=entries.k.size)
    rated = of_rated >= rules.rated_players_needed
    here = rated[event] & (played > 0)
    estimated = here & (strength == UNRATED)
    full = here & ~estimated
    games_or_one = np.maximum(played, 1)
    p = np.where(here, _half_up(100 * score, 2 * games_or_one), 0)
    dp: Whole = np.where(here, rules.difference[p], 0)

    start = _half_up(_sum(event[stands], strength[stands], entries.k.size), np.maximum(of_rated, 1))
    new = np.flatnonzero(estimated)
    estimates = np.zeros((rules.cycles + 1, count), np.int64)
    strength[new] = estimates[0, new] = start[event[new]]
    met = _Met(rules, own, other, new, count)
    add, games_of_new = dp[new] * played[new], played[new]
    opposition = np.zeros(count, np.int64)
    performance = np.zeros(count, np.int64)
    for cycle in range(1, rules.cycles + 1):
        # All together from the estimates before; what is kept of the last cycle is its own opposition.
        opposition[new] = counted = met.sums(strength)
        strength[new] = performance[new] = estimates[cycle, new] = _half_up(counted + add, games_of_new)

    rest = np.flatnonzero(full)
    opposition[rest] = _Met(rules, own, other, rest, count).sums(strength)
    performance[rest] = _half_up(opposition[rest] + dp[rest] * played[rest], played[rest])

    moved = full & entries.moves
    less = strength * played - opposition
    d = np.where(moved, _half_up(np.abs(less), games_or_one), 0)
    column = np.where(less >= 0, rules.high.take(d, mode="clip"), rules.low.take(d, mode="clip"))
    table = np.where(moved, column, 0)
    percentage = np.where(moved, rules.less[table], 0)
    change = (score * HUNDREDTHS_OF_HALF - played * percentage) * entries.k[event]
    return EventsReckoned(
        rated=rated,
        games=played,
        score=score,
        estimated=estimated,
        estimates=estimates,
        strength=strength,
        opposition=opposition,
        p=p,
        dp=dp,
        performance=performance,
        d=d,
        table=table,
        percentage=percentage,
        change=np.where(moved, change, 0),
    )


@dataclass(frozen=True, slots=True, eq=False)
class AfterEvents:
    """By player: the sum of the changes in hundredths, in whole points, the games, and for who has a
    full rating the new one and whether overshooting was held back."""

    change: Whole
    rounded: Whole
    played: Whole
    rating: Whole
    capped: Flags


def after_events(
    law: Edition, entries: Entries, reckoned: EventsReckoned, previous: Ints, switches: Interpretations = OURS
) -> AfterEvents:
    """The period of every player with a full rating; `previous`: UNRATED for everyone else."""
    rules = rules_of(law, switches)
    count = previous.size
    counted = reckoned.rated[entries.event] & (reckoned.games > 0)
    player = entries.player[counted].astype(np.intp)
    games, performance = reckoned.games[counted], reckoned.performance[counted]
    changes = reckoned.change[counted]
    change = _sum(player, changes, count)
    if rules.rounding.by_game:
        rounded = _sum(player, rules.rounding.whole(changes), count)
    else:
        rounded = rules.rounding.whole(change)
    played = _sum(player, games, count)
    full = previous > UNRATED
    gained = np.where(full, previous + rounded, UNRATED)
    weights = games if rules.overshoot_by_games else np.ones_like(games)
    weight = _sum(player, weights, count)
    mean = _half_up(_sum(player, performance * weights, count), np.maximum(weight, 1))
    many = (
        (played >= rules.overshoot_from_games)
        & (np.bincount(player, minlength=count) >= rules.overshoot_from_events)
        & (gained - previous >= rules.overshoot_from_points)
    )
    acts = full & many & rules.overshoot_acts
    rating = np.where(acts, np.maximum(previous, np.minimum(gained, mean)), gained)
    return AfterEvents(change, rounded, played, rating, rating != gained)


class _Met:
    """The opponents of some entries, to be summed as often as their strengths change."""

    def __init__(self, rules: EventRules, own: Places, other: Places, some: Places, count: int) -> None:
        self.rules, self.some = rules, some
        place = np.full(count, -1)
        place[some] = np.arange(some.size)
        place_of_own = place.take(own)
        sides = np.flatnonzero(place_of_own >= 0)
        self.own, self.other = place_of_own.take(sides), other.take(sides)

    def sums(self, strength: Whole) -> Whole:
        """What the opponents of each of them count for him in all."""
        mine = strength.take(self.some).take(self.own)
        return _sum(self.own, self.rules.held(mine, strength.take(self.other)), self.some.size)


def _sum(place: Places, values: Whole, count: int) -> Whole:
    sums = np.zeros(count, np.int64)
    np.add.at(sums, place, values)
    return sums


def _half_up(numerator: Whole, denominator: Whole) -> Whole:
    """The quotient rounded half up: the floor of the quotient and a half."""
    return (2 * numerator + denominator) // (2 * denominator)


def _check(entries: Entries, games: EventGames) -> None:
    last_entry, last_event = entries.event.size - 1, entries.k.size - 1
    problems: list[Problem] = []
    for name, column, size, lowest, highest in (
        ("entries, event", entries.event, entries.event.size, 0, last_event),
        ("entries, player", entries.player, entries.event.size, 0, LARGEST_RATING),
        ("entries, rating", entries.rating, entries.event.size, UNRATED, LARGEST_RATING),
        ("events, k", entries.k, entries.k.size, 0, LARGEST_RATING),
        ("games, white", games.white, games.white.size, 0, last_entry),
        ("games, black", games.black, games.white.size, 0, last_entry),
        ("games, halves", games.halves, games.white.size, 0, 2),
    ):
        if column.shape != (size,):
            problems.append(shape_problem(name, f"({size},)", column))
        problems.extend(whole_problems(name, column, lowest, highest))
    if not problems:
        himself = games.white == games.black
        apart = entries.event[games.white] != entries.event[games.black]
        for wrong, code in ((himself, "against-himself"), (apart, "columns-bound")):
            if wrong.any():
                place = f"game {int(wrong.argmax())}"
                problems.append(Problem(code, place, "two entries of one event", "others"))
    if problems:
        raise RatingError(problems)
