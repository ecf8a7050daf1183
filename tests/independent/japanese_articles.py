"""Articles of the Japanese editions that look at one game or one player: types, lateness, fees, membership,
K, rounding, and how a rating is first come by."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction
from math import floor

from tests.independent.arithmetic import half_away, half_up
from tests.independent.japanese_terms import (
    DP,
    FLOOR,
    JCF,
    NCS19,
    NCS22,
    STEPS,
    Event,
    Game,
    Held,
    Law,
    Member,
    Past,
    Unasked,
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


def day_of(law: Law, game: Game, point: str = "") -> date:
    """The last day on which it can have been played, or the first one where R20 or R30 is read so."""
    if game.between is None:
        return game.day
    return game.between[0 if law.reads(f"{point}=first-day") else 1]


def both_are_members(law: Law, two: Sequence[Member | None], game: Game) -> bool:
    """3(5): on the day of the game; of who plays without a day, on each of the event, or on none."""
    if game.between is None:
        return all(is_member(law, who, game.day) for who in two)
    first, last = game.between
    days = [first + timedelta(n) for n in range((last - first).days + 1)]
    held = {all(is_member(law, who, day) for who in two) for day in days}
    if len(held) > 1 or first.year != last.year:
        raise Unasked(game)
    return held == {True}


def counts_for(law: Law, own: Member, two: Sequence[Member | None], game: Game) -> bool:
    """3(5); ncs19 1(1) and ncs22 3(5) can be read so that a member has his game with who is none (R123)."""
    both = both_are_members(law, two, game)
    alone = law.edition != JCF and law.reads("R123=for-the-member")
    return both or (alone and both_are_members(law, [own], game))


def is_late(law: Law, event: Event, game: Game) -> bool:
    """jcf 3(7): three calendar months, from 30 November to the end of February; ncs22 3(6): game by game."""
    if law.edition == NCS19 or event.late_accepted:
        return False
    if law.edition == NCS22:
        return event.reported > day_of(law, game, "R30") + timedelta(days=90)
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


def rounded(law: Law, number: Fraction) -> int:
    """R1; ncs19 2(2), 4(5): half up."""
    if law.edition == NCS19 or law.reads("R1=half-up"):
        return half_up(number)
    return half_away(number)


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


def two_years(
    law: Law, past: Sequence[Past], new: int, end: date, others: Sequence[Past]
) -> Sequence[Past] | None:
    """jcf 6(3), R63, R64: the games of which an initial rating is worked. `others`: R117."""
    fresh = list(past)[len(past) - new :]
    ends = {game.day for game in fresh} if law.reads("R63=any-game-day") else {end}
    for last in sorted(ends, reverse=True):
        since = years_before(last, 2)
        within = [game for game in past if since < game.day <= last]
        count = len(within) + sum(since < game.day <= last for game in others)
        enough = count >= 6 or (law.reads("R64=six-once") and waited(past, others))
        if any(since < game.day <= last for game in fresh) and enough and not one_sided(within):
            return within
    return None


def waited(past: Sequence[Past], others: Sequence[Past]) -> bool:
    """R64: six games within any two years, those of the type all won or all lost."""
    for last in {one.day for one in (*past, *others)}:
        mine, also = ([g for g in games if years_before(last, 2) < g.day <= last] for games in (past, others))
        if mine and len(mine) + len(also) >= 6 and one_sided(mine):
            return True
    return False


def first_rating(
    law: Law, past: Sequence[Past], new: int, end: date, decided: int | None, others: Sequence[Past]
) -> int | None:
    """jcf 6(3); ncs22 6(3), R8; ncs19 2(4), R106. The `new` last games came in this period; `others`: those
    of the other type that are counted with them (R117). None: unrated."""
    if law.edition == JCF:
        rated, elsewhere = ([g for g in games if g.against_rated] for games in (past, others))
        within = two_years(law, rated, new, end, elsewhere)
        return max(performance(law, within), FLOOR[JCF]) if within else None
    games = past if law.edition == NCS22 else [game for game in past if game.against_rated]
    if len(games) + len(others) < 4 or not (new or law.reads("R106=every-list")):
        return None
    if law.edition == NCS19 and one_sided(games):
        if decided is None:
            raise Undecided(())
        return decided or None
    if not new:
        return None
    if not any(game.score for game in games) and not law.reads("R8=dp-of-zero"):
        return None
    return max(performance(law, games), FLOOR[law.edition])
