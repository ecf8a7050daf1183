"""Where every member stands in every type before the list is made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from rating.edition import Edition
from rating.interpretations import Interpretations
from rating.records import Member
from rating.steps import UNRATED, Standing


@dataclass(frozen=True, slots=True)
class Standings:
    """Standings by member and type, and for who may adopt a rating, whose it is and by which article."""

    by_member: Mapping[str, Mapping[str, Standing]]
    taken_from: Mapping[tuple[str, str], str]
    taken_under: Mapping[tuple[str, str], str] = field(default_factory=dict)

    def of(self, player: str, type: str) -> Standing:
        """The standing of anyone; who is on no register is UR."""
        return self.by_member.get(player, {}).get(type, UNRATED)

    def all_of(self, player: str) -> tuple[Standing, ...]:
        return tuple(self.by_member.get(player, {}).values())


def standings(
    law: Edition, members: Sequence[Member], list_date: date, switches: Interpretations
) -> Standings:
    """The list before, else FIDE at joining, else the other type's rating, else one from outside, else
    UR; each where the edition has it."""
    by_member: dict[str, dict[str, Standing]] = {}
    taken_from: dict[tuple[str, str], str] = {}
    taken_under: dict[tuple[str, str], str] = {}
    for member in members:
        held = {type: _held(law, member, type, list_date, switches) for type in law.shapes.types(law)}
        complete = dict(held)
        for type, standing in held.items():
            if standing.rating is not None:
                continue
            role, found = "other_type", law.shapes.other_type(law, type, held)
            if found is None:
                role, found = "outside_rating", law.shapes.outside_rating(law, member, switches)
            if found is not None:
                source, rating = found
                complete[type] = Standing(
                    "adopted", rating, standing.games, rating, adopted=True, earlier=standing.earlier
                )
                taken_from[member.id, type] = source
                taken_under[member.id, type] = law.article_of_role(role)
        by_member[member.id] = complete
    return Standings(by_member, taken_from, taken_under)


def _held(law: Edition, member: Member, type: str, list_date: date, switches: Interpretations) -> Standing:
    carried = law.shapes.carried_over(law) or {}
    here = {type, *(old for old, new in carried.items() if new == type)}
    for name in sorted(here & set(member.ratings)):
        held = law.shapes.opening(law, member.ratings[name], switches)
        # His earlier games of this type are in the count already.
        return Standing("list", held.rating, held.games, held.peak, adopted=held.adopted)
    earlier = law.shapes.earlier(law, [game for game in member.earlier_games if game.type in here])
    fide = law.shapes.fide(law, type, member.fide, member.joined, list_date, switches)
    if fide is not None:
        return Standing("fide", fide, len(earlier), fide, adopted=True, earlier=earlier)
    return Standing(None, None, len(earlier), None, earlier=earlier)
