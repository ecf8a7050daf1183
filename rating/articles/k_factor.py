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
    top = peak >= law.number("k_top_from_peak")
    new = games < law.number("k_new_below_games") and _counts_games(facts, switches)
    below_junior_mark = peak < law.number("k_junior_below_peak")
    junior = (
        facts.born is not None
        and below_junior_mark
        and _age(facts, facts.born, switches) < law.number("k_junior_below_age")
    )
    if top and (switches.r4 == "ten-first" or not (new or junior)):
        return KFactor(law.number("k_top"), "top")
    if new:
        return KFactor(law.number("k_new"), "new")
    if junior:
        return KFactor(law.number("k_junior"), "junior")
    return KFactor(
        law.number("k_usual"),
        "usual",
        birth_date_missing=facts.born is None and below_junior_mark,
    )


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
