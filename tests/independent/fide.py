"""FIDE's rating regulations (B.02, and RB: its rapid and blitz chapter) reckoned a second time, list by list.

Nothing of the program is imported: numbers and rules are those of the sheet of facts, corrected as
docs/interpretations.md says, with R20 as it is followed and with all readings of R6, R74, R75, R80 to R84,
R99 to R103, R109 to R112 and R115.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction

from tests.independent.arithmetic import EXPECTED, half_away, half_up, months_before
from tests.independent.fide_terms import (
    FOLLOWED,
    TYPES,
    Event,
    Game,
    Law,
    Ratings,
    Readings,
    Result,
    Row,
    State,
    closes,
)

DIFF = """0 7 14 21 29 36 43 50 57 65 72 80 87 95 102 110 117 125 133 141 149 158 166 175 184 193 202 211 220
230 240 251 262 273 284 296 309 322 336 351 366 383 401 422 444 470 501 538 589 677 800"""
PERFORMED = tuple(int(n) for n in DIFF.split())
"""8.1.1: dp at 50, 51, 52 … 100 per cent."""
LOWEST = 1400


def percent_expected(law: Law, type_: str, own: int, other: int) -> int:
    """8.1.2, 8.3.1, RB 7.3.1."""
    difference = abs(own - other)
    if law.limit_for_all or type_ != "standard" or own < 2650:
        difference = min(difference, 400)
    higher = 50 + sum(difference > last for last in EXPECTED)
    return higher if own >= other else 100 - higher


def first_rating(results: list[Result], words: Readings) -> int:
    """8.2.2, 8.2.3 (R6)."""
    n = len(results) + 2
    average = Fraction(sum(r.opponent or 0 for r in results) + 2 * 1800, n)
    percent = (sum(r.score for r in results) + 1) * 100 / n
    percent = int(percent) if words.r6 == "cut-percentage" else half_up(percent)
    average = Fraction(int(average)) if words.r6 == "cut-mean" else average
    far = PERFORMED[abs(percent - 50)]
    return min(2200, half_up(average + (far if percent >= 50 else -far)))


def rated_as(ratings: Ratings, type_: str, player: str) -> int | None:
    """RB 7.2.1: an unrated player with a standard rating is rated at it."""
    found = ratings[type_].get(player)
    return found if found is not None else ratings["standard"].get(player)


def in_force(state: State, day: date) -> Ratings:
    """The list in force on a day; for days before all lists the first one."""
    return state.lists[max((d for d in state.lists if d <= day), default=min(state.lists))]


def is_match(event: Event, words: Readings) -> bool:
    """6.1 (R75): two players and nobody else."""
    players = {w for g in event.games for w in (g.white, g.black)}
    two = words.r75 == "two-players" and len(players) == 2 and len(event.games) > 1
    return event.match_of is not None or two


def to_be_rated(event: Event, words: Readings) -> list[Game]:
    """5.1, 6.2 (R112): games over the board, of a match of so many games those until it is won."""
    found = []
    points: dict[str, Fraction] = defaultdict(Fraction)
    for g in sorted(event.games, key=lambda g: g.round):
        if event.match_of and any(p * 2 > event.match_of for p in points.values()):
            break
        if g.score is not None:
            found.append(g)
            points[g.white] += g.score
            points[g.black] += 1 - g.score
        elif g.forfeit and words.r112 == "with-forfeits":
            points[g.forfeit] += 1
    return found


def fast_enough(event: Event, higher: int) -> bool:
    """1.1: by the higher rated of the two."""
    if event.type != "standard":
        return True
    return event.minutes >= (120 if higher >= 2400 else 90 if higher >= 1800 else 60)


def too_far_apart(law: Law, type_: str, own: int | None, other: int) -> bool:
    """RB 7.3.1, since December 2024."""
    if not law.apart or type_ == "standard" or own is None:
        return False
    return abs(own - other) >= 600 and max(own, other) > 2600


def late(event: Event, words: Readings) -> bool:
    """9.1 (R84): not in time for the third list after the end of the event."""
    last = months_before(event.last_day.replace(day=1), -3 if words.r84 == "third-list" else -2)
    return event.reported > closes(last) and not event.accepted_late


@dataclass(frozen=True)
class Moved:
    """A rated game of a player."""

    event: tuple[date, str]
    """Its last day and its name."""
    day: date
    round: int
    points: Fraction
    """Score less PD."""


@dataclass
class Did:
    """What a player did in one type in a period."""

    moved: list[Moved] = field(default_factory=list)
    first: tuple[date, str, int] | None = None
    """His first rated game: day, event, and the rating he had in it."""
    played: list[Result] = field(default_factory=list)
    """His rated games."""
    results: list[Result] = field(default_factory=list)


def without_zero_start(results: list[Result]) -> list[Result]:
    """8.2.1: a first event without a point is disregarded."""
    first = min(results, key=lambda r: (r.day, r.event)).event if results else ""
    if any(r.score for r in results if r.event == first):
        return results
    return [r for r in results if r.event != first]


def against_rated(results: Iterable[Result]) -> int:
    return sum(r.opponent is not None for r in results)


def counted(results: list[Result], words: Readings) -> int:
    """How many games of an unrated player are among his 30 (R82, R110)."""
    if words.r82 == "not-counted":
        return 0
    return against_rated(results if words.r110 == "counted" else without_zero_start(results))


def since(moved: list[Moved], one: Moved, words: Readings) -> int:
    """How many games of the period count for K in this one beside those of before (R115)."""
    if words.r115 == "by-event":
        return sum(other.event < one.event for other in moved)
    mine = one.day, one.event[1], one.round
    return sum((o.day, o.event[1], o.round) < mine for o in moved) if words.r115 == "by-game" else 0


def k_factor(
    state: State,
    key: tuple[str, str],
    own: int,
    born: date | None,
    before: date,
    moved: list[Moved],
    one: Moved,
    words: Readings,
) -> int:
    """8.3.3 (R80, R81). `own`: the rating, which is another type's for who takes it over (R100)."""
    reached = own if key[1] in state.held[key[0]] or words.r100 == "reached" else 0
    peak = max(reached, state.peak.get(key, 0))
    if peak >= 2400:
        k = 10
    elif (
        born
        and (before if words.r81 == "list-before" else one.day).year <= born.year + 18
        and (peak if words.r80 == "never-reached" else own) < 2300
    ):
        k = 40
    else:
        # Of who takes a rating over, those of when he was unrated (R82).
        earlier = [] if key[1] in state.held[key[0]] else state.results.get(key, [])
        games = state.games.get(key, 0) + counted(earlier, words) + since(moved, one, words)
        k = 40 if games < 30 else 20
    return min(k, 700 // len(moved))


def play(law: Law, event: Event, state: State, did: dict[tuple[str, str], Did], words: Readings) -> None:
    """One event: by the list under which it began (8.2.4, R74)."""
    type_ = event.type
    if type_ is None:
        return
    then = in_force(state, event.first_day)
    for g in to_be_rated(event, words):
        assert g.score is not None
        was = {w: rated_as(then, type_, w) for w in (g.white, g.black)}
        now = {w: rated_as(state.held, type_, w) for w in (g.white, g.black)}
        for who, other, score in ((g.white, g.black, g.score), (g.black, g.white, 1 - g.score)):
            theirs = None if now[other] is None and words.r74 == "unrated" else was[other]
            own = now[who] if was[who] is None or now[who] is None else was[who]
            in_standard = was[who] is None and who not in state.held[type_]
            if in_standard and words.r103 != "of-list-before":
                own = None
            if theirs is None and (own is not None or words.r101 != "all-games"):
                continue
            asked = (own, theirs) if words.r99 == "as-reckoned" else (was[who], was[other])
            # R111: who is unrated is not rated below 1800, or nothing.
            unrated = 1800 if words.r111 == "as-from-1800" else 0
            if not fast_enough(event, max(unrated if r is None else r for r in asked)):
                continue
            if asked[1] is not None and too_far_apart(law, type_, asked[0], asked[1]):
                continue
            if None in asked and is_match(event, words):
                continue
            his = did.setdefault((type_, who), Did())
            if own is None or theirs is None:
                his.results.append(Result(event.name, g.day, theirs, score))
                continue
            points = score - Fraction(percent_expected(law, type_, own, theirs), 100)
            his.moved.append(Moved((event.last_day, event.name), g.day, g.round, points))
            his.played.append(Result(event.name, g.day, theirs, score))
            his.first = min(his.first or (g.day, event.name, own), (g.day, event.name, own))


def pooled(results: list[Result], list_date: date, words: Readings) -> list[Result]:
    """7.1.4 (R83), 8.2.1: the results of 26 months, but for a first event without a point."""
    results = [r for r in without_zero_start(results) if r.opponent is not None]
    begins = closes(months_before(list_date, 26)) + timedelta(1)
    if words.r83 == "valid-lists":
        begins = months_before(list_date, 26)
    elif words.r83 == "newest-game" and results:
        newest = max(r.day for r in results)
        month = months_before(newest.replace(day=1), 26)
        # 26 months before the 31st of a month that had none is its last day.
        begins = min(month + timedelta(newest.day - 1), months_before(month, -1) - timedelta(1)) + timedelta(
            1
        )
    return [r for r in results if r.day >= begins]


def reckon(
    law: Law,
    list_date: date,
    events: list[Event],
    state: State,
    born: dict[str, date],
    words: Readings = FOLLOWED,
) -> tuple[dict[str, dict[str, Row]], State]:
    """The list with the events reported for it, and what it leaves to the next."""
    before = months_before(list_date, 1)
    state.lists[before] = state.held
    did: dict[tuple[str, str], Did] = {}
    for event in sorted(events, key=lambda e: (e.first_day, e.name)):
        if not late(event, words):
            play(law, event, state, did, words)
    after = State(results=dict(state.results), lists=state.lists)
    rows: dict[str, dict[str, Row]] = {t: {} for t in TYPES}
    for type_ in TYPES:
        known = {w for t, w in (*did, *state.fell, *state.results) if t == type_}
        for who in known | set(state.held[type_]):
            key, his = (type_, who), did.get((type_, who), Did())
            held = state.held[type_].get(who)
            own = held if held is not None else rated_as(state.held, type_, who) if his.moved else None
            results = [*state.results.get(key, ()), *his.results]
            games, peak = state.games.get(key, 0), state.peak.get(key, 0)
            change, started, rating = None, own, None
            new = against_rated(his.results)
            if own is not None:
                change = Fraction(0)
                for one in his.moved:
                    change += one.points * k_factor(
                        state, key, own, born.get(who), before, his.moved, one, words
                    )
                if held is None and his.first and words.r103 == "at-beginning":
                    started = his.first[2]
                assert started is not None
                rating = started + half_away(change)
                games += len(his.moved)
                peak = max(peak, rating, own if held is not None or words.r100 == "reached" else 0)
            else:
                enough = pooled(results, list_date, words)
                on_this_list = new or (words.r109 == "any-list" and rated_as(state.held, type_, who) is None)
                rating = first_rating(enough, words) if on_this_list and len(enough) >= 5 else None
            here = [*results, *his.played] if words.r102 == "results-stay" else results
            if rating is None or rating < LOWEST:
                if here:
                    after.results[key] = here
                fell = own is not None or key in state.fell
                if fell and words.r102 == "counts-stay":
                    after.games[key], after.peak[key] = games, peak
                    after.fell[key] = state.fell.get(key, 0) if rating is None or own is None else rating
                continue
            after.results.pop(key, None)
            if here and words.r102 == "results-stay":
                after.results[key] = here
            # Those of who was rated already are in the number.
            more = 0 if held is not None else counted(results, words)
            after.held[type_][who], after.games[key] = rating, games + more
            after.peak[key] = max(rating, peak)
            rows[type_][who] = Row(
                started, change, rating, len(his.moved) if own is not None else new, after.games[key]
            )
    return rows, after
