"""The Japanese editions once more, list by list, as literally as their texts have them: nothing is taken from
`rating` or `office`. `jcf` is jcf-2024-10, `ncs22` ncs-2022-09, `ncs19` ncs-2019-09; R numbers and their
other readings are those of docs/interpretations.md."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from fractions import Fraction
from math import floor

from tests.independent.japanese_terms import (
    DP,
    FLOOR,
    JCF,
    NCS19,
    NCS22,
    POINTS,
    STEPS,
    TYPES,
    Event,
    Game,
    Held,
    Law,
    Ledger,
    Member,
    Past,
    Undecided,
    month,
    period,
    years_before,
)


def type_of(law: Law, minutes: Fraction) -> str | None:
    """jcf 2(2); ncs22 4(6) and Reference, R72; ncs19 1(1), R11. None is too fast."""
    ten = law.edition == JCF or (law.edition == NCS19 and law.reads("R11=ten-is-rapid"))
    if minutes < 10 or (minutes == 10 and not ten):
        return None
    if law.edition == NCS19:
        return "ncs"
    return (
        "standard" if minutes >= (60 if law.edition == NCS22 and law.reads("R72=rapid") else 45) else "rapid"
    )


def is_late(law: Law, event: Event, game: Game) -> bool:
    """jcf 3(7): three calendar months, from 30 November to the end of February; ncs22 3(6): game by game."""
    if law.edition == NCS19 or event.late_accepted:
        return False
    if law.edition == NCS22:
        return event.reported > game.day + timedelta(days=90)
    there = month(event.last_day, 3)
    length = (month(there, 1) - there).days
    return event.reported > there.replace(day=min(event.last_day.day, length))


def is_paid(law: Law, event: Event, list_date: date) -> bool:
    """ncs22 3(5), R36, R37."""
    if law.edition != NCS22 or isinstance(event.fee, bool):
        return event.fee is not False or law.edition != NCS22
    of = event.reported if law.reads("R37=of-report") else period(list_date)[1]
    return event.fee < month(of, 1) if event.fee else not law.reads("R36=not-rated")


def is_member(law: Law, who: Member | None, day: date) -> bool:
    """jcf 3(5), ncs22 2(2), ncs19 1(1), R39."""
    if who is None:
        return False
    spans = who.memberships + (() if law.reads("R39=annual-only") else who.collegiate)
    return any(first <= day <= last for first, last in spans)


def expected(own: int, other: int) -> int:
    """PD in hundredths: jcf 5(1), ncs22 5(2)(4), ncs19 4(4)."""
    high = 49 + bisect_right(STEPS, min(abs(own - other), 400))
    return high if own >= other else 100 - high


def k_factor(law: Law, held: Held, born: date | None, year: int, played: int = 0) -> int:
    """jcf 5(1); ncs22 5(1)(2); ncs19 4(3). R4: 10, 40, 20. R3, R22: age by birthdays on 1 January.
    `played`: the games of the period (R68)."""
    of_age = (1, 2) if law.reads("R22=day-before") else (1, 1)
    age = 99 if born is None else year - born.year - ((born.month, born.day) > of_age)
    few = held.games < (30 if law.edition == JCF else 18)
    few &= not law.reads("R14=initial-only") or held.first != "taken"
    if law.edition == JCF:
        top, young = held.peak >= 2400, age < 19 and held.peak < 2000
    elif law.edition == NCS22:
        top, young = held.peak >= 2400, age < 18 and held.rating < 2300
    else:
        top, young = held.rating >= 2400, age < 18
    forty = few or young
    k = 40 if forty and (not top or law.reads("R4=forty-first")) else 10 if top else 20
    return min(k, 700 // played) if played and law.reads("R68=seven-hundred") else k


def half_up(number: Fraction) -> int:
    return floor(number + Fraction(1, 2))


def rounded(law: Law, number: Fraction) -> int:
    """R1; ncs19 2(2), 4(5): half up."""
    if law.edition == NCS19 or law.reads("R1=half-up"):
        return half_up(number)
    return (1 if number > 0 else -1) * half_up(abs(number))


def held_before(
    law: Law, before: Ledger, members: Mapping[str, Member], list_date: date
) -> dict[str, dict[str, Held]]:
    """Who holds a rating while the games of a list are reckoned."""
    goes_on = {"standard": "ncs"} if "ncs" in before.ratings and law.edition != NCS19 else {}  # R13
    held = {
        t: {who: replace(one, how="rated") for who, one in before.ratings.get(goes_on.get(t, t), {}).items()}
        for t in TYPES[law.edition]
    }
    if law.reads("R13=from-last-list"):
        for rows in held.values():
            rows |= {w: replace(o, rating=max(o.rating, FLOOR[law.edition])) for w, o in rows.items()}
    if law.edition == JCF:  # 6(1), R19; games of before count as for who adopts (R5)
        until = period(list_date)[1] if law.reads("R19=period-end") else list_date
        for who in members.values():
            for t in {*TYPES[JCF]} & {*who.fide}:
                if who.id not in held[t] and who.joined <= until:
                    rating = max(who.fide[t], FLOOR[JCF])
                    games = counted(law, before.past.get((t, who.id), ()))
                    held[t][who.id] = Held(rating, games, rating, "joined", first="taken")
    return held


def adoptable(law: Law, held: Mapping[str, Mapping[str, Held]], type_: str, who: Member) -> int | None:
    """jcf 6(2); ncs22 6(1)(2); ncs19 2(3), R15, R96. The other type's rating is taken as it is (R13)."""
    if law.edition == NCS19:
        fide = who.fide.values() if law.reads("R15=any-fide") else [who.fide.get("standard")]
        outside = [r for r in (who.jca, *fide) if r is not None]
        if who.foreign is not None and (not outside or law.reads("R96=highest")):
            outside.append(who.foreign)
        return max(outside, default=None)
    other = held["rapid" if type_ == "standard" else "standard"].get(who.id)
    if other is not None:
        return other.rating
    fides = [who.fide[kind] for kind in ("standard", "rapid", "blitz") if kind in who.fide]
    return max(fides[0], FLOOR[NCS22]) if fides and law.edition == NCS22 else None


def counted(law: Law, past: Iterable[Past]) -> int:
    """How many games an initial or adopted rating begins with: jcf 6(3); ncs22 R70; ncs19 R65."""
    if law.edition == NCS19 and law.reads("R65=not-counted"):
        return 0
    all_ = law.edition == NCS22 and not law.reads("R70=not-counted")
    return sum(all_ or game.against_rated for game in past)


def performance(law: Law, games: Sequence[Past]) -> int:
    """jcf 6(4), R6; ncs22 6(4) and ncs19 2(4): FIDE's calculator, 20 points for each half point over 50 %."""
    score = sum((game.score for game in games), Fraction(0))
    average = Fraction(sum(game.opponent for game in games), len(games))
    if law.reads("R6=cut-mean"):
        average = Fraction(floor(average))
    if law.edition != JCF and 2 * score > len(games):
        return half_up(average + 20 * (2 * score - len(games)))
    percent = (floor if law.reads("R6=cut-percentage") else half_up)(100 * score / len(games))
    return half_up(average + (DP[percent - 50] if percent >= 50 else -DP[50 - percent]))


def one_sided(games: Sequence[Past]) -> bool:
    """All won or all lost."""
    return sum(game.score for game in games) in (0, len(games))


def two_years(law: Law, past: Sequence[Past], new: int, end: date) -> Sequence[Past] | None:
    """jcf 6(3), R63, R64: the games of which an initial rating is worked."""
    fresh = list(past)[len(past) - new :]
    ends = {game.day for game in fresh} if law.reads("R63=any-game-day") else {end}
    for last in sorted(ends, reverse=True):
        since = years_before(last, 2)
        within = [game for game in past if since < game.day <= last]
        enough = len(within) >= 6 or (law.reads("R64=six-once") and waited(past))
        if any(since < game.day <= last for game in fresh) and enough and not one_sided(within):
            return within
    return None


def waited(past: Sequence[Past]) -> bool:
    """R64: six games within any two years, all won or all lost."""
    spans = [[g for g in past if years_before(one.day, 2) < g.day <= one.day] for one in past]
    return any(len(span) >= 6 and one_sided(span) for span in spans)


def first_rating(law: Law, past: Sequence[Past], new: int, end: date, decided: int | None) -> int | None:
    """jcf 6(3); ncs22 6(3), R8; ncs19 2(4). The `new` last games came in this period; None stays unrated."""
    if law.edition == JCF:
        within = two_years(law, past, new, end)
        return max(performance(law, within), FLOOR[JCF]) if within else None
    games = past if law.edition == NCS22 else [game for game in past if game.against_rated]
    if not new or len(games) < 4:
        return None
    if law.edition == NCS19 and one_sided(games):
        if decided is None:
            raise Undecided(())
        return decided or None
    if not any(game.score for game in games) and not law.reads("R8=dp-of-zero"):
        return None
    return max(performance(law, games), FLOOR[law.edition])


@dataclass
class _Played:
    """The games of a period by type and ID: those that are rated, with the opponent's rating and the halves
    won; and of unrated players all they have, and how many are new."""

    past: dict[tuple[str, str], list[Past]]
    rated: dict[tuple[str, str], list[tuple[Game, int, int]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    new: dict[tuple[str, str], int] = field(default_factory=lambda: defaultdict(int))


def _carried(law: Law, before: Ledger) -> dict[tuple[str, str], list[Past]]:
    """R13: games kept for `ncs` go on for `standard`. R8: four without half a point can be disregarded."""
    past: dict[tuple[str, str], list[Past]] = defaultdict(list)
    for (t, who), games in before.past.items():
        nothing = len(games) >= 4 and not any(game.score for game in games)
        if nothing and law.edition == NCS22 and law.reads("R8=disregarded"):
            continue
        past["standard" if t == "ncs" and law.edition != NCS19 else t, who].extend(games)
    return past


def _play(
    law: Law,
    held: Mapping[str, Mapping[str, Held]],
    members: Mapping[str, Member],
    event: Event,
    played: _Played,
) -> None:
    t = type_of(law, event.minutes)
    if t is None or event.excluded:
        return
    for game in event.games:
        two = [members.get(game.white or ""), members.get(game.black or "")]
        unfit = game.result not in POINTS or is_late(law, event, game)
        if unfit or not all(is_member(law, who, game.day) for who in two):
            continue
        for own, other in ((two[0], two[1]), (two[1], two[0])):
            key, halves = (t, own.id), POINTS[game.result][own is two[1]]
            mine, theirs = (_met(law, held, t, *pair) for pair in ((own, other), (other, own)))
            if theirs is None and law.edition == NCS22 and law.reads("R7=rated-at-zero"):
                mine, theirs = _against_unrated(law, held, t, own, other, mine)
            if mine is not None and theirs is not None:
                played.rated[key].append((game, theirs, halves))
            elif _may_have(law, held, t, own) is None and (theirs is not None or law.edition == NCS22):
                known = 1000 if theirs is None else theirs  # ncs22 6(4)
                played.past[key].append(Past(game.day, known, Fraction(halves, 2), theirs is not None))
                played.new[key] += 1


def _may_have(law: Law, held: Mapping[str, Mapping[str, Held]], t: str, who: Member) -> int | None:
    """The rating held, or else adopted with a rated game; who has neither is UR (jcf 6(3), ncs22 6(3))."""
    return held[t][who.id].rating if who.id in held[t] else adoptable(law, held, t, who)


def _met(law: Law, held: Mapping[str, Mapping[str, Held]], t: str, who: Member, by: Member) -> int | None:
    """The rating at which somebody is met: R5."""
    holders = law.reads("R5=rated-for-holders") and who.id not in held[t] and by.id not in held[t]
    return None if holders else _may_have(law, held, t, who)


def _against_unrated(
    law: Law, held: Mapping[str, Mapping[str, Held]], t: str, own: Member, other: Member, mine: int | None
) -> tuple[int | None, int | None]:
    """ncs22 6(3), R7, R97: the ratings of the two for who has one, against a rating of zero."""
    if mine is None and law.reads("R97=rated"):
        mine = _may_have(law, held, t, own)
    at_zero = mine is not None and _may_have(law, held, t, other) is None
    return mine, 0 if at_zero else None


def _counts_for_k(
    law: Law,
    t: str,
    who: str,
    held: Mapping[str, Mapping[str, Held]],
    past: Mapping[tuple[str, str], Sequence[Past]],
) -> tuple[int, int]:
    """R12, R62: games and peak that the other type adds."""
    games = peak = 0
    for other in {*held} - {t}:
        if one := held[other].get(who):
            games, peak = one.games, one.peak
        else:
            games = counted(law, past.get((other, who), ()))
    return games if law.reads("R12=both-types") else 0, peak if law.reads("R62=both-types") else 0


def _moved(
    law: Law,
    now: Held,
    born: date | None,
    rated: Sequence[tuple[Game, int, int]],
    added: int,
    elsewhere: tuple[int, int],
    list_date: date,
) -> Held:
    """jcf 5(2)(3), ncs22 5(2)(5), R1, R2; ncs19 2(2), 4(5). `added`: points by decision."""
    for_k = replace(now, games=now.games + elsewhere[0], peak=max(now.peak, elsewhere[1]))
    changes = []
    for game, opponent, halves in rated:
        year = list_date.year if law.reads("R3=year-of-list") else game.day.year
        k = k_factor(law, for_k, born, year, len(rated))
        changes.append(Fraction((50 * halves - expected(now.rating, opponent)) * k, 100))
    if law.reads("R2=game-by-game"):
        total = sum(rounded(law, change) for change in changes)
    else:
        total = rounded(law, sum(changes, Fraction(0)))
    rating = max(now.rating + total + added, FLOOR[law.edition])
    previous = None if now.how in ("joined", "adopted") else now.rating
    how = "adopted" if now.how == "adopted" else "rated"
    games, peak = now.games + len(rated), max(now.peak, rating)
    period_k = k_factor(law, for_k, born, list_date.year)
    return Held(rating, games, peak, how, len(rated), previous, now.first, period_k)


def reckon(
    law: Law,
    list_date: date,
    before: Ledger,
    members: Mapping[str, Member],
    events: Iterable[Event],
    decided: Mapping[str, int] | None = None,
    added: Mapping[tuple[str, str], int] | None = None,
) -> Ledger:
    """The list of a date, from the one before it and the events that were reported in its period. `decided`:
    first ratings, 0 for none yet (ncs19 2(4)); `added`: points (ncs19 5(2))."""
    held = held_before(law, before, members, list_date)
    carried = _carried(law, before)
    played = _Played(defaultdict(list, {key: list(games) for key, games in carried.items()}))
    for event in events:
        if is_paid(law, event, list_date):
            _play(law, held, members, event, played)
    after: dict[str, dict[str, Held]] = {t: {} for t in TYPES[law.edition]}
    days = {who: [day] for who, day in before.last_game.items()}
    undecided = []
    for t, who in ((t, who) for t in TYPES[law.edition] for who in members.values()):
        key, now = (t, who.id), held[t].get(who.id)
        rated = played.rated.get(key, [])
        taken = adoptable(law, held, t, who) if now is None else None
        if rated or (taken is not None and law.edition == NCS19 and law.reads("R66=at-once")):
            games = counted(law, played.past[key])
            now = now or Held(taken, games, taken, "adopted", first="taken")
        if now is not None:
            elsewhere = _counts_for_k(law, t, who.id, held, carried)
            points = (added or {}).get(key, 0)
            after[t][who.id] = _moved(law, now, who.born, rated, points, elsewhere, list_date)
            played.past.pop(key, None)
            days.setdefault(who.id, []).extend(game.day for game, _, _ in rated)
            continue
        past, new = played.past[key], played.new[key]
        try:
            first = first_rating(law, past, new, period(list_date)[1], (decided or {}).get(who.id))
        except Undecided:
            undecided.append(who.id)
            continue
        if first is not None:  # R95
            fresh = Held(0, counted(law, carried.get(key, ())), 0, first="initial")
            k = k_factor(law, fresh, who.born, list_date.year)
            games = counted(law, past)
            after[t][who.id] = Held(first, games, first, "initial", new, first="initial", period_k=k)
            played.past.pop(key)
            if not law.reads("R95=not-by-these"):
                days.setdefault(who.id, []).extend(game.day for game in past)
    if undecided:
        raise Undecided(undecided)
    return Ledger(law.edition, after, played.past, {who: max(some) for who, some in days.items() if some})


def merged(ledger: Ledger, law: Law, twice: Mapping[str, str]) -> Ledger:
    """R53: `twice` has by the ID of a second entry that of the first."""
    ratings = {t: dict(rows) for t, rows in ledger.ratings.items()}
    past, last = {key: list(games) for key, games in ledger.past.items()}, dict(ledger.last_game)
    for second, first in twice.items():
        if law.reads("R53=own-alone"):
            for rows in (*ratings.values(), last):
                rows.pop(second, None)
            past = {key: games for key, games in past.items() if key[1] != second}
        for t, rows in ratings.items():
            both = [rows.pop(one) for one in (first, second) if one in rows]
            games = past.pop((t, first), []) + past.pop((t, second), [])
            if both:
                count = sum(one.games for one in both) + counted(law, games)
                if law.reads("R53=more-games"):
                    both.sort(key=lambda one: -one.games)
                rows[first] = replace(both[0], games=count, peak=max(one.peak for one in both))
            elif games:
                past[t, first] = games
        days = [last.pop(one) for one in (first, second) if one in last]
        last |= {first: max(days)} if days else {}
    return replace(ledger, ratings=ratings, past=past, last_game=last)


def printed(
    law: Law, ledger: Ledger, members: Mapping[str, Member], list_date: date
) -> dict[tuple[str, str], dict[str, object]]:
    """What the list says by type and ID: R18, R23; marks by ncs19 5(1), and by ncs22 6(3), R31."""
    valid = {who.id for who in members.values() if is_member(law, who, list_date)}
    ranked_ = {*members} if law.reads("R18=everyone-ranked") else valid
    year = month(list_date, -12)
    rows: dict[tuple[str, str], dict[str, object]] = {}
    for t, held in ledger.ratings.items():
        ranked = [one.rating for who, one in held.items() if who in ranked_]
        for who, one in held.items():
            games, peak = _counts_for_k(law, t, who, ledger.ratings, ledger.past)
            for_k = replace(one, games=one.games + games, peak=max(one.peak, peak))
            k = k_factor(law, for_k, members[who].born, list_date.year)
            rows[t, who] = {
                "rating": one.rating,
                "games": one.games,
                "period_games": one.period_games,
                "k": one.period_k if law.reads("R23=this-period") else k,
                "rank": 1 + sum(rating > one.rating for rating in ranked) if who in ranked_ else None,
                "previous": one.previous,
                "change": None if one.previous is None else one.rating - one.previous,
                "how": one.how,
                "marks": marks(law, one),
                "active": year <= ledger.last_game.get(who, date.min) < list_date,
                "member": who in valid,
            }
    return rows


def marks(law: Law, one: Held) -> list[str]:
    """ncs19 5(1); ncs22 6(3), R31."""
    if law.edition == NCS19:
        return ["provisional"] if one.games < 18 else []
    first = one.games < 18 and one.first != "taken" if law.reads("R31=first-games") else one.how == "initial"
    return ["not-for-qualification"] if law.edition == NCS22 and first else []
