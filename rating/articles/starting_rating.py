"""With which rating a player enters a list: what comes before what, until he is UR."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from rating.citation import article
from rating.families.fide import EDITIONS as FIDE
from rating.interpretations import Interpretations
from rating.records import Member
from rating.steps import Standing, TakenOver

if TYPE_CHECKING:
    from rating.edition import Edition


@article("ncs-2019-09", "2(3)")
@article("ncs-2022-09", "6(3)")
@article("jcf-2024-10", "6(3)")
def list_then_fide_then_unrated(
    law: Edition, member: Member, type: str, list_date: date, switches: Interpretations
) -> Standing:
    """What a player has whether or not he plays: the rating of the list before (of this type, or carried
    over to it), else FIDE's at joining where the edition has it, else none: he is UR."""
    carried = law.shapes.carried_over(law)
    here = {type, *(old for old, new in carried.items() if new == type)} if carried else {type}
    for name in member.ratings:
        if name in here:  # one at most: both the old name and the new are refused
            held = law.shapes.opening(law, member.ratings[name], switches)
            # His earlier games of this type are in the count already.
            return Standing("list", held.rating, held.games, held.peak, held.adopted)
    return _not_on_list(law, member, type, here, list_date, switches)


@article(FIDE, "7.2.1", reads=("listed_from",))
def listed_or_unrated(
    law: Edition, member: Member, type: str, list_date: date, switches: Interpretations
) -> Standing:
    """The same where a rating below the lowest of the list is none, whoever gave it: he is treated like any
    other unrated player; his games and his peak begin anew, or stay, or his results do (R102)."""
    held = member.ratings.get(type)
    found = _not_on_list(law, member, type, {type}, list_date, switches)
    if held is not None and held.rating >= law.number("listed_from"):
        earlier = found.earlier if law.shapes.keeps_results(law, switches) else ()
        return Standing("list", held.rating, held.games, held.peak, adopted=held.adopted, earlier=earlier)
    if held is None or _of_fallen(switches) != "counts-stay":
        return found
    return replace(found, games=found.games + held.games, peak=max(held.peak, found.peak or 0))


@article(FIDE, "7.2.1")
def results_of_rated(_law: Edition, switches: Interpretations) -> bool:
    """Whether the results of a rated player are kept, for the case that he falls off the list (R102)."""
    return _of_fallen(switches) == "results-stay"


def _of_fallen(switches: Interpretations) -> str:
    """What stays of who fell off the list."""
    return switches.r102


def _not_on_list(
    law: Edition, member: Member, type: str, here: set[str], list_date: date, switches: Interpretations
) -> Standing:
    """Without a rating of the list before: FIDE's at joining, or none."""
    earlier = law.shapes.earlier(law, [game for game in member.earlier_games if game.type in here], switches)
    games = law.shapes.games_of_unrated(law, earlier, switches)
    fide = law.shapes.fide(law, member, type, list_date, switches)
    if fide is not None:
        return Standing("fide", fide, games, fide, adopted=True, earlier=earlier)
    return Standing(None, None, games, None, earlier=earlier)


@article("ncs-2019-09", "2(3)")
@article("ncs-2022-09", "6(2)")
@article("jcf-2024-10", "6(2)")
def other_type_then_outside(
    law: Edition, member: Member, type: str, held: Mapping[str, Standing], switches: Interpretations
) -> TakenOver | None:
    """What a player may take over who has no rating of a type: the other type's, else one from outside, as
    far as the edition has them. None: he has a rating, or stays UR. `held`: what he has, by type."""
    if held[type].rating is not None:
        return None
    other = law.shapes.other_type(law, type, held)
    if other is not None:
        return TakenOver(*other, law.article_of_role("other_type"), peak=other[1])
    outside = law.shapes.outside_rating(law, member, switches)
    if outside is None:
        return None
    return TakenOver(*outside, law.article_of_role("outside_rating"), peak=outside[1])


@article(FIDE, "RB 7.2.1")
def standard_reached_or_not(
    law: Edition, member: Member, type: str, held: Mapping[str, Standing], switches: Interpretations
) -> TakenOver | None:
    """The same of one type alone: a rating published in another type counts as reached in this one or does
    not (R100)."""
    other = None if held[type].rating is not None else law.shapes.other_type(law, type, held)
    if other is None:
        return None
    before = held[type].peak or 0
    peak = max(other[1], before) if switches.r100 == "reached" else before
    return TakenOver(*other, law.article_of_role("other_type"), peak)
