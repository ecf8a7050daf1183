"""Where every member stands in every type before the list is made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
    taken_under: Mapping[tuple[str, str], str]

    def of(self, player: str, type: str) -> Standing:
        """The standing of anyone; who is on no register is UR."""
        return self.by_member.get(player, {}).get(type, UNRATED)

    def all_of(self, player: str) -> tuple[Standing, ...]:
        return tuple(self.by_member.get(player, {}).values())


def standings(
    law: Edition, members: Sequence[Member], list_date: date, switches: Interpretations
) -> Standings:
    """What everyone has before the list, and where that is nothing, what he may take over."""
    by_member: dict[str, dict[str, Standing]] = {}
    taken_from: dict[tuple[str, str], str] = {}
    taken_under: dict[tuple[str, str], str] = {}
    shapes, types = law.shapes, law.shapes.types(law)
    for member in members:
        held = {type: shapes.standing_before(law, member, type, list_date, switches) for type in types}
        complete = dict(held)
        for type, before in held.items():
            taken = shapes.taken_over(law, member, type, held, switches)
            if taken is not None:
                complete[type] = Standing(
                    "adopted", taken.rating, before.games, taken.rating, adopted=True, earlier=before.earlier
                )
                taken_from[member.id, type] = taken.source
                taken_under[member.id, type] = taken.article
        by_member[member.id] = complete
    return Standings(by_member, taken_from, taken_under)
