"""The Japanese editions once more, list by list, as literally as their texts have them: nothing is taken from
`rating` or `office`. `jcf` is jcf-2024-10, `ncs22` ncs-2022-09, `ncs19` ncs-2019-09; R numbers are those of
docs/interpretations.md."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from fractions import Fraction
from math import floor

JCF, NCS22, NCS19 = "jcf-2024-10", "ncs-2022-09", "ncs-2019-09"
FLOOR = {JCF: 1000, NCS22: 400, NCS19: 0}  # jcf 5(3), ncs22 5(5), ncs19 2(2)
TYPES = {JCF: ("standard", "rapid"), NCS22: ("standard", "rapid"), NCS19: ("ncs",)}
POINTS = {"1-0": (2, 0), "0-1": (0, 2), "=": (1, 1)}
"""Halves of White and Black; every other result is no game."""

STEPS = [
    *(0, 4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154, 163, 171),
    *(180, 189, 198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358, 375, 392, 412),
]
"""Table 1: the least difference of .50, .51 and so on, up to where 400 lies."""
DP = [
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175),
    *(184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422),
    *(444, 470, 501, 538, 589, 677, 800),
]
"""Table 2 from 50 % up."""


@dataclass(frozen=True)
class Member:
    id: str
    born: date | None
    joined: date
    memberships: tuple[tuple[date, date], ...]
    fide: Mapping[str, int] = field(default_factory=dict)
    """By standard, rapid, blitz."""
    jca: int | None = None


@dataclass(frozen=True)
class Game:
    """White and Black by ID; None is who is no member."""

    round: int
    day: date
    white: str | None
    black: str | None
    result: str


@dataclass(frozen=True)
class Event:
    name: str
    last_day: date
    reported: date
    minutes: Fraction
    """At move 60."""
    games: tuple[Game, ...]
    late_accepted: bool = False
    fee_unpaid: bool = False


@dataclass(frozen=True)
class Past:
    """A game of who was unrated."""

    day: date
    opponent: int
    score: Fraction
    against_rated: bool = True


@dataclass(frozen=True)
class Held:
    """A rating as a list has it."""

    rating: int
    games: int
    peak: int
    how: str = "opening"
    period_games: int = 0
    previous: int | None = None


@dataclass(frozen=True)
class Ledger:
    """What stands after a list: ratings by type and ID; the games of unrated players, and the day of the last
    rated game, by the same."""

    edition: str | None
    ratings: Mapping[str, Mapping[str, Held]]
    past: Mapping[tuple[str, str], Sequence[Past]]
    last_game: Mapping[str, date]


class Undecided(Exception):
    """ncs19 2(4): who won or lost all games; the office decides."""

    def __init__(self, who: Collection[str]) -> None:
        super().__init__(*who)
        self.who = who


def month(day: date, later: int) -> date:
    """The first of a month."""
    months = day.year * 12 + day.month - 1 + later
    return date(months // 12, months % 12 + 1, 1)


def period(list_date: date) -> tuple[date, date]:
    """jcf 3(6), ncs22 3(3), ncs19 2(1)."""
    return month(list_date, -2).replace(day=21), month(list_date, -1).replace(day=20)


def type_of(edition: str, minutes: Fraction) -> str | None:
    """jcf 2(2); ncs22 4(6) and Reference, R72; ncs19 1(1), R11. None is too fast."""
    if minutes < 10 or (minutes == 10 and edition != JCF):
        return None
    if edition == NCS19:
        return "ncs"
    return "standard" if minutes >= 45 else "rapid"


def is_late(edition: str, event: Event, game: Game) -> bool:
    """jcf 3(7): three calendar months, from 30 November to the end of February; ncs22 3(6): game by game."""
    if edition == NCS19 or event.late_accepted:
        return False
    if edition == NCS22:
        return event.reported > game.day + timedelta(days=90)
    there = month(event.last_day, 3)
    length = (month(there, 1) - there).days
    return event.reported > there.replace(day=min(event.last_day.day, length))


def is_member(who: Member | None, day: date) -> bool:
    """jcf 3(5), ncs22 2(2), ncs19 1(1)."""
    return who is not None and any(first <= day <= last for first, last in who.memberships)


def expected(own: int, other: int) -> int:
    """PD in hundredths: jcf 5(1), ncs22 5(2)(4), ncs19 4(4)."""
    high = 49 + bisect_right(STEPS, min(abs(own - other), 400))
    return high if own >= other else 100 - high


def k_factor(edition: str, held: Held, born: date | None, year: int) -> int:
    """jcf 5(1); ncs22 5(1)(2); ncs19 4(3). R4: 10, 40, 20. R3, R22: age by birthdays on 1 January."""
    age = 99 if born is None else year - born.year - ((born.month, born.day) > (1, 1))
    if edition == JCF:
        top, few, young = held.peak >= 2400, held.games < 30, age < 19 and held.peak < 2000
    elif edition == NCS22:
        top, few, young = held.peak >= 2400, held.games < 18, age < 18 and held.rating < 2300
    else:
        top, few, young = held.rating >= 2400, held.games < 18, age < 18
    return 10 if top else 40 if few or young else 20


def half_up(number: Fraction) -> int:
    return floor(number + Fraction(1, 2))


def held_before(
    edition: str, before: Ledger, members: Mapping[str, Member], list_date: date
) -> dict[str, dict[str, Held]]:
    """Who holds a rating while the games of a list are reckoned."""
    goes_on = {"standard": "ncs"} if "ncs" in before.ratings and edition != NCS19 else {}  # R13
    held = {
        t: {who: replace(one, how="rated") for who, one in before.ratings.get(goes_on.get(t, t), {}).items()}
        for t in TYPES[edition]
    }
    if edition == JCF:  # 6(1), R19; games of before count as for who adopts (R5)
        for who in members.values():
            for t in {*TYPES[JCF]} & {*who.fide}:
                if who.id not in held[t] and who.joined <= list_date:
                    rating = max(who.fide[t], FLOOR[JCF])
                    games = counted(JCF, before.past.get((t, who.id), ()))
                    held[t][who.id] = Held(rating, games, rating, "joined")
    return held


def adoptable(edition: str, held: Mapping[str, Mapping[str, Held]], type_: str, who: Member) -> int | None:
    """jcf 6(2); ncs22 6(1)(2); ncs19 2(3), R15. The other type's rating is taken as it is (R13)."""
    if edition == NCS19:
        outside = [r for r in (who.jca, who.fide.get("standard")) if r is not None]
        return max(outside, default=None)
    other = held["rapid" if type_ == "standard" else "standard"].get(who.id)
    if other is not None:
        return other.rating
    fide = [who.fide[kind] for kind in ("standard", "rapid", "blitz") if kind in who.fide]
    return max(fide[0], FLOOR[NCS22]) if fide and edition == NCS22 else None


def counted(edition: str, past: Iterable[Past]) -> int:
    """How many games an initial or adopted rating begins with: jcf 6(3); ncs22 R70; ncs19 R65."""
    return sum(edition == NCS22 or game.against_rated for game in past)


def performance(edition: str, games: Sequence[Past]) -> int:
    """jcf 6(4), R6; ncs22 6(4) and ncs19 2(4): FIDE's calculator, 20 points for each half point over 50 %."""
    score = sum((game.score for game in games), Fraction(0))
    average = Fraction(sum(game.opponent for game in games), len(games))
    if edition != JCF and 2 * score > len(games):
        return half_up(average + 20 * (2 * score - len(games)))
    percent = half_up(100 * score / len(games))
    return half_up(average + (DP[percent - 50] if percent >= 50 else -DP[50 - percent]))


def first_rating(edition: str, past: Sequence[Past], new: int, end: date, decided: int | None) -> int | None:
    """jcf 6(3); ncs22 6(3), R8; ncs19 2(4). The `new` last games came in this period; None stays unrated."""
    games, fresh = list(past), list(past)[len(past) - new :]
    if edition == JCF:  # two years that end with the period (R63)
        since = end.replace(year=end.year - 2)
        games, fresh = ([g for g in some if since < g.day <= end] for some in (games, fresh))
    if edition != NCS22:
        games = [g for g in games if g.against_rated]
    if not fresh or len(games) < (6 if edition == JCF else 4):
        return None
    score = sum(game.score for game in games)
    if score == 0 or (score == len(games) and edition != NCS22):
        if edition == NCS19 and decided is None:
            raise Undecided(())
        return decided or None if edition == NCS19 else None
    return max(performance(edition, games), FLOOR[edition])


@dataclass
class _Played:
    """The games of a period by type and ID: those that are rated, with the opponent's rating and the halves
    won; and of unrated players all they have, and how many are new."""

    past: dict[tuple[str, str], list[Past]]
    rated: dict[tuple[str, str], list[tuple[Game, int, int]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    new: dict[tuple[str, str], int] = field(default_factory=lambda: defaultdict(int))


def _carried(edition: str, before: Ledger) -> dict[tuple[str, str], list[Past]]:
    """R13: games kept for `ncs` go on for `standard`."""
    past: dict[tuple[str, str], list[Past]] = defaultdict(list)
    for (t, who), games in before.past.items():
        past["standard" if t == "ncs" and edition != NCS19 else t, who].extend(games)
    return past


def _play(
    edition: str,
    held: Mapping[str, Mapping[str, Held]],
    members: Mapping[str, Member],
    event: Event,
    played: _Played,
) -> None:
    t = type_of(edition, event.minutes)
    if t is None or (edition == NCS22 and event.fee_unpaid):  # 3(5)
        return
    for game in event.games:
        two = [members.get(game.white or ""), members.get(game.black or "")]
        unfit = game.result not in POINTS or is_late(edition, event, game)
        if unfit or not all(is_member(who, game.day) for who in two):
            continue
        met = [held[t][w.id].rating if w.id in held[t] else adoptable(edition, held, t, w) for w in two]  # R5
        for own, other in ((0, 1), (1, 0)):
            key, halves = (t, two[own].id), POINTS[game.result][own]
            if met[own] is not None and met[other] is not None:
                played.rated[key].append((game, met[other], halves))
            elif met[own] is None and (met[other] is not None or edition == NCS22):  # ncs22 6(4): 1000
                known = 1000 if met[other] is None else met[other]
                played.past[key].append(Past(game.day, known, Fraction(halves, 2), met[other] is not None))
                played.new[key] += 1


def _moved(
    edition: str, now: Held, born: date | None, rated: Sequence[tuple[Game, int, int]], added: int
) -> Held:
    """jcf 5(2)(3), ncs22 5(2)(5), R1; ncs19 2(2), 4(5). `added`: points by decision."""
    total = sum(
        (50 * halves - expected(now.rating, opponent)) * k_factor(edition, now, born, game.day.year)
        for game, opponent, halves in rated
    )
    if edition == NCS19:
        rating = half_up(now.rating + Fraction(total, 100))
    else:
        rating = now.rating + (1 if total > 0 else -1) * half_up(Fraction(abs(total), 100))
    rating = max(rating + added, FLOOR[edition])
    previous = None if now.how in ("joined", "adopted") else now.rating
    how = "adopted" if now.how == "adopted" else "rated"
    return Held(rating, now.games + len(rated), max(now.peak, rating), how, len(rated), previous)


def reckon(
    edition: str,
    list_date: date,
    before: Ledger,
    members: Mapping[str, Member],
    events: Iterable[Event],
    decided: Mapping[str, int] | None = None,
    added: Mapping[tuple[str, str], int] | None = None,
) -> Ledger:
    """The list of a date, from the one before it and the events that were reported in its period. `decided`:
    first ratings, 0 for none yet (ncs19 2(4)); `added`: points (ncs19 5(2))."""
    held = held_before(edition, before, members, list_date)
    played = _Played(_carried(edition, before))
    for event in events:
        _play(edition, held, members, event, played)
    after: dict[str, dict[str, Held]] = {t: {} for t in TYPES[edition]}
    days = {who: [day] for who, day in before.last_game.items()}
    undecided = []
    for t, who in ((t, who) for t in TYPES[edition] for who in members.values()):
        key, now = (t, who.id), held[t].get(who.id)
        rated = played.rated.get(key, [])
        if now is None and rated:
            taken = adoptable(edition, held, t, who)
            now = Held(taken, counted(edition, played.past[key]), taken, "adopted")
        if now is not None:
            after[t][who.id] = _moved(edition, now, who.born, rated, (added or {}).get(key, 0))
            played.past.pop(key, None)
            days.setdefault(who.id, []).extend(game.day for game, _, _ in rated)
            continue
        games, new = played.past[key], played.new[key]
        try:
            first = first_rating(edition, games, new, period(list_date)[1], (decided or {}).get(who.id))
        except Undecided:
            undecided.append(who.id)
            continue
        if first is not None:  # R95
            after[t][who.id] = Held(first, counted(edition, games), first, "initial", new)
            days.setdefault(who.id, []).extend(game.day for game in played.past.pop(key))
    if undecided:
        raise Undecided(undecided)
    return Ledger(edition, after, played.past, {who: max(some) for who, some in days.items() if some})


def merged(ledger: Ledger, edition: str, twice: Mapping[str, str]) -> Ledger:
    """R53: `twice` has by the ID of a second entry that of the first."""
    ratings = {t: dict(rows) for t, rows in ledger.ratings.items()}
    past, last = {key: list(games) for key, games in ledger.past.items()}, dict(ledger.last_game)
    for second, first in twice.items():
        for t, rows in ratings.items():
            both = [rows.pop(one) for one in (first, second) if one in rows]
            games = past.pop((t, first), []) + past.pop((t, second), [])
            if both:
                count = sum(one.games for one in both) + counted(edition, games)
                rows[first] = replace(both[0], games=count, peak=max(one.peak for one in both))
            elif games:
                past[t, first] = games
        days = [last.pop(one) for one in (first, second) if one in last]
        last |= {first: max(days)} if days else {}
    return replace(ledger, ratings=ratings, past=past, last_game=last)


def printed(
    edition: str, ledger: Ledger, members: Mapping[str, Member], list_date: date
) -> dict[tuple[str, str], dict[str, object]]:
    """What the list says by type and ID: R18, R23; marks by ncs19 5(1), and by ncs22 6(3), R31."""
    valid = {who.id for who in members.values() if is_member(who, list_date)}
    year = month(list_date, -12)
    rows: dict[tuple[str, str], dict[str, object]] = {}
    for t, held in ledger.ratings.items():
        ranked = [one.rating for who, one in held.items() if who in valid]
        for who, one in held.items():
            marks = ["provisional"] if edition == NCS19 and one.games < 18 else []
            marks += ["not-for-qualification"] if edition == NCS22 and one.how == "initial" else []
            rows[t, who] = {
                "rating": one.rating,
                "games": one.games,
                "period_games": one.period_games,
                "k": k_factor(edition, one, members[who].born, list_date.year),
                "rank": 1 + sum(rating > one.rating for rating in ranked) if who in valid else None,
                "previous": one.previous,
                "change": None if one.previous is None else one.rating - one.previous,
                "how": one.how,
                "marks": marks,
                "active": year <= ledger.last_game.get(who, date.min) < list_date,
                "member": who in valid,
            }
    return rows
