"""The Japanese editions once more, list by list, as literally as their texts have them: nothing is taken from
`rating` or `office`. `jcf` is jcf-2024-10, `ncs22` ncs-2022-09, `ncs19` ncs-2019-09; R numbers and their
other readings are those of docs/interpretations.md."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction

from tests.independent.japanese_articles import (
    adoptable,
    counted,
    counts_for,
    day_of,
    expected,
    first_rating,
    is_late,
    is_paid,
    k_factor,
    rounded,
    type_of,
)
from tests.independent.japanese_terms import (
    FLOOR,
    JCF,
    NCS19,
    NCS22,
    POINTS,
    TYPES,
    Event,
    Game,
    Held,
    Law,
    Ledger,
    Member,
    Past,
    Undecided,
    period,
)


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
    if law.edition == JCF:  # 6(1), R19, R118; games of before count as for who adopts (R5)
        until = period(list_date)[1] if law.reads("R19=period-end") else list_date
        for who in members.values():
            for t in {*TYPES[JCF]} & {*who.fide}:
                early = law.reads("R118=joined-since") and who.joined < date(2024, 10, 1)
                if who.id not in held[t] and who.joined <= until and not early:
                    rating = max(who.fide[t], FLOOR[JCF])
                    games = counted(law, before.past.get((t, who.id), ()))
                    held[t][who.id] = Held(rating, games, rating, "joined", first="taken")
    return held


NOBODY = Member("", None, date.max, ())
"""Who is on no register, as he is met (R123)."""
Rated = tuple[Game, int, int, tuple[date, str]]
"""A game, the opponent's rating, the halves won; the last day of its event, and the event (R115)."""


@dataclass
class _Played:
    """The games of a period by type and ID: those that are rated; of who is unrated all, and how many are
    new."""

    past: dict[tuple[str, str], list[Past]]
    rated: dict[tuple[str, str], list[Rated]] = field(default_factory=lambda: defaultdict(list))
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
        if game.result not in POINTS or is_late(law, event, game):
            continue
        for own, other in ((two[0], two[1] or NOBODY), (two[1], two[0] or NOBODY)):
            if own is None or not counts_for(law, own, two, game):
                continue
            key, halves = (t, own.id), POINTS[game.result][own is two[1]]
            mine, theirs = (_met(law, held, t, *pair) for pair in ((own, other), (other, own)))
            if theirs is None and law.edition == NCS22 and law.reads("R7=rated-at-zero"):
                mine, theirs = _against_unrated(law, held, t, own, other, mine)
            if mine is not None and theirs is not None:
                played.rated[key].append((game, theirs, halves, (event.last_day, event.key)))
            elif _may_have(law, held, t, own) is None and (theirs is not None or law.edition == NCS22):
                known = 1000 if theirs is None else theirs  # ncs22 6(4)
                played.past[key].append(
                    Past(day_of(law, game, "R20"), known, Fraction(halves, 2), theirs is not None, other.id)
                )
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


def _entering(
    law: Law,
    held: Mapping[str, Mapping[str, Held]],
    members: Mapping[str, Member],
    t: str,
    who: Member,
    past: Sequence[Past],
) -> Sequence[Past]:
    """R105: the games of who was unrated, at the ratings with which the opponents enter his first one."""
    found = []
    for game in past if law.reads("R105=of-list-before") else ():
        other = members.get(game.who or "")
        if other is not None and _may_have(law, held, t, other) is not None:
            now = _met(law, held, t, other, who)
            if now is not None or law.edition == NCS22:
                game = replace(game, opponent=1000 if now is None else now, against_rated=now is not None)
        found.append(game)
    return found or past


def counts_for_k(
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


def since(law: Law, rated: Sequence[Rated], one: Rated) -> int:
    """R115: how many games of the period count for K in this one."""
    if law.reads("R115=by-event"):
        return sum(other[3] < one[3] for other in rated)
    if not law.reads("R115=by-game"):
        return 0
    return sum(_in_order(law, other) < _in_order(law, one) for other in rated)


def _in_order(law: Law, one: Rated) -> tuple[date, str, int]:
    return day_of(law, one[0]), one[3][1], one[0].round


def _moved(
    law: Law,
    now: Held,
    born: date | None,
    rated: Sequence[Rated],
    also: Sequence[Rated],
    added: int,
    elsewhere: tuple[int, int],
    list_date: date,
) -> Held:
    """jcf 5(2)(3), ncs22 5(2)(5), R1, R2; ncs19 2(2), 4(5). `also`: rated games of the other type, where they
    count for K (R12); `added`: points by decision."""
    for_k = replace(now, games=now.games + elsewhere[0], peak=max(now.peak, elsewhere[1]))
    changes = []
    for one in rated:
        game, opponent, halves, _ = one
        year = list_date.year if law.reads("R3=year-of-list") else game.day.year
        then = replace(for_k, games=for_k.games + since(law, (*rated, *also), one))
        k = k_factor(law, then, born, year, len(rated))
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
    everything = {key: list(games) for key, games in played.past.items()}
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
            elsewhere = counts_for_k(law, t, who.id, held, carried)
            points = (added or {}).get(key, 0) if now.how == "rated" else 0
            others = [o for o in TYPES[law.edition] if o != t and law.reads("R12=both-types")]
            also = [one for o in others for one in played.rated.get((o, who.id), ())]
            after[t][who.id] = _moved(law, now, who.born, rated, also, points, elsewhere, list_date)
            played.past.pop(key, None)
            days.setdefault(who.id, []).extend(day_of(law, game) for game, *_ in rated)
            continue
        past, new = played.past[key], played.new[key]
        entering = _entering(law, held, members, t, who, past)
        try:
            asked = taken is None or new  # who may take a rating over is not UR
            end = period(list_date)[1]
            others = [o for o in TYPES[law.edition] if o != t and law.reads("R117=both-types")]
            also = [game for o in others for game in everything.get((o, who.id), ())]
            told = (decided or {}).get(who.id)
            first = first_rating(law, entering, new, end, told, also) if asked else None
        except Undecided:
            undecided.append(who.id)
            continue
        if first is not None:  # R95
            fresh = Held(0, counted(law, carried.get(key, ())), 0, first="initial")
            k = k_factor(law, fresh, who.born, list_date.year)
            games = counted(law, entering)
            after[t][who.id] = Held(first, games, first, "initial", new, first="initial", period_k=k)
            played.past.pop(key)
            if not law.reads("R95=not-by-these"):
                days.setdefault(who.id, []).extend(game.day for game in past)
    if undecided:
        raise Undecided(undecided)
    return Ledger(law.edition, after, played.past, {who: max(some) for who, some in days.items() if some})
