"""K, the rating coefficient of one player in one game, with the rule that gave it."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Literal

from rating.citation import article
from rating.families.fide import EDITIONS as FIDE
from rating.interpretations import Interpretations
from rating.steps import KFactor, KFacts

if TYPE_CHECKING:
    from rating.edition import Edition


K_AND_GAMES = ("k_usual", "k_new", "k_new_below_games", "k_junior", "k_top")
K_AND_COUNTS = (*K_AND_GAMES, "k_junior_below_age")


@article("jcf-2024-10", "5(1)", reads=(*K_AND_COUNTS, "k_junior_below_peak", "k_top_from_peak"))
def top_new_junior_usual(law: Edition, facts: KFacts, switches: Interpretations) -> KFactor:
    """K by the counts and peaks of the list before, and by age: the first rule that holds.

    `top` who ever reached the top mark, `new` with few games, `junior` under age and never at the
    junior mark, else `usual`. Without a birth date no junior rule applies, and that is noted.
    """
    peak = _peak(facts, switches)
    top, could_be_junior = peak >= law.number("k_top_from_peak"), peak < law.number("k_junior_below_peak")
    return _first_that_holds(law, facts, switches, top=top, could_be_junior=could_be_junior)


@article("ncs-2022-09", "5(2)", reads=(*K_AND_COUNTS, "k_junior_below_rating", "k_top_from_peak"))
def top_new_junior_by_rating(law: Edition, facts: KFacts, switches: Interpretations) -> KFactor:
    """The same where a junior's rating of the list before decides, not his peak."""
    top = _peak(facts, switches) >= law.number("k_top_from_peak")
    could_be_junior = _rating(facts) < law.number("k_junior_below_rating")
    return _first_that_holds(law, facts, switches, top=top, could_be_junior=could_be_junior)


@article("ncs-2019-09", "4(3)", reads=(*K_AND_COUNTS, "k_top_from_rating"))
def top_now_new_junior(law: Edition, facts: KFacts, switches: Interpretations) -> KFactor:
    """The same where the top mark is for who stands at it now, and every junior has a junior's K."""
    top = _rating(facts) >= law.number("k_top_from_rating")
    return _first_that_holds(law, facts, switches, top=top, could_be_junior=True)


@article(
    FIDE, "8.3.3", reads=(*K_AND_GAMES, "k_junior_until_age", "k_junior_below_rating", "k_top_from_peak")
)
def top_junior_new_usual(law: Edition, facts: KFacts, switches: Interpretations) -> KFactor:
    """The same with juniors before who is new: 40 until the end of the year of the birthday, while below
    the junior mark (R80). The year is that of the list before, whose K holds, or that of the game (R81)."""
    peak = facts.standing.peak or 0
    if peak >= law.number("k_top_from_peak"):
        return KFactor(law.number("k_top"), "top")
    mark = law.number("k_junior_below_rating")
    could_be_junior = (peak if switches.r80 == "never-reached" else _rating(facts)) < mark
    list_before = law.shapes.previous_list(law, facts.list_date)
    year = (list_before if switches.r81 == "list-before" else facts.day).year
    young = facts.born is not None and year - facts.born.year <= law.number("k_junior_until_age")
    if could_be_junior and young:
        return KFactor(law.number("k_junior"), "junior")
    if facts.standing.games < law.number("k_new_below_games"):
        return KFactor(law.number("k_new"), "new")
    missing = could_be_junior and facts.born is None
    return KFactor(law.number("k_usual"), "usual", birth_date_missing=missing)


def _first_that_holds(
    law: Edition, facts: KFacts, switches: Interpretations, *, top: bool, could_be_junior: bool
) -> KFactor:
    """R4: top before new before junior before usual; R12: the games of the type or of both types; R14:
    whether the few-games rule holds for who took his rating over."""
    counted = facts.all_types if switches.r12 == "both-types" else (facts.standing,)
    few = sum(item.games for item in counted) < law.number("k_new_below_games")
    new = few and not (facts.standing.adopted and switches.r14 == "initial-only")
    age = None if facts.born is None else _age(facts, facts.born, switches)
    junior = could_be_junior and age is not None and age < law.number("k_junior_below_age")
    if top and (switches.r4 == "ten-first" or not (new or junior)):
        return KFactor(law.number("k_top"), "top")
    if new:
        return KFactor(law.number("k_new"), "new")
    if junior:
        return KFactor(law.number("k_junior"), "junior")
    missing = could_be_junior and age is None
    return KFactor(law.number("k_usual"), "usual", birth_date_missing=missing)


def _rating(facts: KFacts) -> int:
    return facts.standing.rating or 0


def _peak(facts: KFacts, switches: Interpretations) -> int:
    """R62: the peak of the type, or the higher of both types."""
    asked = facts.all_types if switches.r62 == "both-types" else (facts.standing,)
    return max(item.peak or 0 for item in asked)


def _age(facts: KFacts, born: date, switches: Interpretations) -> int:
    """Whole years on 1 January of the year that R3 names, as R22 counts birthdays."""
    year = facts.list_date.year if switches.r3 == "year-of-list" else facts.day.year
    reached = born - timedelta(days=1) if switches.r22 == "day-before" else born
    new_year = (1, 1)
    return year - reached.year - ((reached.month, reached.day) > new_year)


@article(FIDE, "8.3.3")
@article("ncs-2019-09", "4(3)")
@article("ncs-2022-09", "5(2)")
@article("jcf-2024-10", "5(1)")
def list_before_or_since(_law: Edition, switches: Interpretations) -> Literal["event", "game"] | None:
    """Whether the games of a period count for K within it (R115): those of the events that are over, or game
    by game. None: they do not."""
    reading = switches.r115
    if reading == "list-before":
        return None
    return "event" if reading == "by-event" else "game"


@article("ncs-2019-09", "2(2)", reads=("k_times_games",))
@article("ncs-2022-09", "7(2)", reads=("k_times_games",))
@article("jcf-2024-10", "7(2)", reads=("k_times_games",))
def k_times_games_at_most(law: Edition, k: int, games: int, switches: Interpretations) -> int:
    """K for each of so many rated games of one type in one period (at least one): as it is, or so low that
    all of them together do not pass FIDE's limit (R68)."""
    if switches.r68 == "no-limit":
        return k
    return min(k, law.number("k_times_games") // games)


@article(FIDE, "8.3.3", reads=("k_times_games",))
def largest_k_within_limit(law: Edition, k: int, games: int, switches: Interpretations) -> int:
    """The same where the text has the limit itself: the largest whole K that keeps it."""
    return min(k, law.number("k_times_games") // games)
