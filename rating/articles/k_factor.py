"""K, the rating coefficient of one player in one game, with the rule that gave it."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from rating.citation import article
from rating.interpretations import Interpretations
from rating.steps import KFactor, KFacts

if TYPE_CHECKING:
    from rating.edition import Edition


@article(
    "jcf-2024-10",
    "5(1)",
    reads=(
        "k_usual",
        "k_new",
        "k_new_below_games",
        "k_junior",
        "k_junior_below_age",
        "k_junior_below_peak",
        "k_top",
        "k_top_from_peak",
    ),
)
def top_new_junior_usual(law: Edition, facts: KFacts, switches: Interpretations) -> KFactor:
    """K by the counts and peaks of the list before, and by age: the first rule that holds.

    `top` who ever reached the top mark, `new` with few games, `junior` under age and never at the
    junior mark, else `usual`. Without a birth date no junior rule applies, and that is noted.
    """
    peak, games = _peak_and_games(facts, switches)
    return _first_that_holds(
        law,
        switches,
        top=peak >= law.number("k_top_from_peak"),
        new=games < law.number("k_new_below_games") and _counts_games(facts, switches),
        could_be_junior=peak < law.number("k_junior_below_peak"),
        young=_under(facts, law.number("k_junior_below_age"), switches),
    )


@article(
    "ncs-2022-09",
    "5(2)",
    reads=(
        "k_usual",
        "k_new",
        "k_new_below_games",
        "k_junior",
        "k_junior_below_age",
        "k_junior_below_rating",
        "k_top",
        "k_top_from_peak",
    ),
)
def top_new_junior_by_rating(law: Edition, facts: KFacts, switches: Interpretations) -> KFactor:
    """The same where a junior's rating of the list before decides, not his peak."""
    peak, games = _peak_and_games(facts, switches)
    return _first_that_holds(
        law,
        switches,
        top=peak >= law.number("k_top_from_peak"),
        new=games < law.number("k_new_below_games") and _counts_games(facts, switches),
        could_be_junior=_rating(facts) < law.number("k_junior_below_rating"),
        young=_under(facts, law.number("k_junior_below_age"), switches),
    )


@article(
    "ncs-2019-09",
    "4(3)",
    reads=(
        "k_usual",
        "k_new",
        "k_new_below_games",
        "k_junior",
        "k_junior_below_age",
        "k_top",
        "k_top_from_rating",
    ),
)
def top_now_new_junior(law: Edition, facts: KFacts, switches: Interpretations) -> KFactor:
    """The same where the top mark is for who stands at it now, and every junior has a junior's K."""
    _, games = _peak_and_games(facts, switches)
    return _first_that_holds(
        law,
        switches,
        top=_rating(facts) >= law.number("k_top_from_rating"),
        new=games < law.number("k_new_below_games") and _counts_games(facts, switches),
        could_be_junior=True,
        young=_under(facts, law.number("k_junior_below_age"), switches),
    )


def _first_that_holds(
    law: Edition,
    switches: Interpretations,
    *,
    top: bool,
    new: bool,
    could_be_junior: bool,
    young: bool | None,
) -> KFactor:
    """R4: top before new before junior before usual. `young` is None where no birth date is known."""
    junior = could_be_junior and bool(young)
    if top and (switches.r4 == "ten-first" or not (new or junior)):
        return KFactor(law.number("k_top"), "top")
    if new:
        return KFactor(law.number("k_new"), "new")
    if junior:
        return KFactor(law.number("k_junior"), "junior")
    missing = could_be_junior and young is None
    return KFactor(law.number("k_usual"), "usual", birth_date_missing=missing)


def _rating(facts: KFacts) -> int:
    return facts.standing.rating or 0


def _under(facts: KFacts, age: int, switches: Interpretations) -> bool | None:
    return None if facts.born is None else _age(facts, facts.born, switches) < age


def _peak_and_games(facts: KFacts, switches: Interpretations) -> tuple[int, int]:
    """R12: type by type, or both types together."""
    counted = facts.all_types if switches.r12 == "both-types" else (facts.standing,)
    return max(item.peak or 0 for item in counted), sum(item.games for item in counted)


def _counts_games(facts: KFacts, switches: Interpretations) -> bool:
    """R14: whether the few-games rule holds for who took his rating over."""
    return not (facts.standing.adopted and switches.r14 == "initial-only")


def _age(facts: KFacts, born: date, switches: Interpretations) -> int:
    """Whole years on 1 January of the year that R3 names, as R22 counts birthdays."""
    year = facts.list_date.year if switches.r3 == "year-of-list" else facts.day.year
    reached = born - timedelta(days=1) if switches.r22 == "day-before" else born
    new_year = (1, 1)
    return year - reached.year - ((reached.month, reached.day) > new_year)
