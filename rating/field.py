"""What all games of a list are judged by: where every member stands in every type before it is made, and how
each player is seen in each event."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from rating.edition import Edition
from rating.errors import Problem
from rating.interpretations import Interpretations
from rating.records import EarlierLists, Event, Held, Member
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
        complete = held
        for type, before in held.items():
            taken = shapes.taken_over(law, member, type, held, switches)
            if taken is not None:
                complete = dict(complete)
                complete[type] = Standing(
                    "adopted", taken.rating, before.games, taken.peak, adopted=True, earlier=before.earlier
                )
                taken_from[member.id, type] = taken.source
                taken_under[member.id, type] = taken.article
        by_member[member.id] = complete
    return Standings(by_member, taken_from, taken_under)


@dataclass(frozen=True, slots=True)
class Field:
    """What all games of a list are judged by.

    `then`: of each event that is rated from an older list than the one before, everybody's standings on that
    list. `matches`: of each event that is a match, the round with which it was won, None where that is not
    known.
    """

    law: Edition
    members: Mapping[str, Member]
    standings: Standings
    list_date: date
    switches: Interpretations
    then: Mapping[str, Standings] = field(default_factory=dict)
    matches: Mapping[str, int | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Seen:
    """Everybody's standings for one player of an event: of the list before, or as the edition makes them of
    that and of the list under which the event began (`then`)."""

    field: Field
    then: Standings | None
    player: str

    def of(self, player: str, type: str) -> Standing:
        """How a player stands in a type."""
        now = self.field.standings.of(player, type)
        if self.then is None:
            return now
        law, then, own = self.field.law, self.then.of(player, type), player == self.player
        return law.shapes.in_event(law, now, then, own, self.field.switches)

    def asked(self, player: str, type: str) -> Standing:
        """The same where an article asks whether a game can be rated by who plays it."""
        seen = self.of(player, type)
        if self.then is None:
            return seen
        law = self.field.law
        return law.shapes.asked_in_event(law, seen, self.then.of(player, type), self.field.switches)


def seen_by_both(field: Field, event: Event, white: str, black: str) -> tuple[Seen, Seen]:
    """What White and Black see; the same object where that cannot differ."""
    then = field.then.get(event.id)
    mine = Seen(field, then, white)
    return (mine, mine) if then is None else (mine, Seen(field, then, black))


def begun_earlier(
    law: Edition,
    register: Sequence[Member],
    reports: Sequence[Event],
    list_date: date,
    switches: Interpretations,
    earlier_lists: EarlierLists,
) -> tuple[dict[str, Standings], list[Problem]]:
    """The standings of the list under which each event began that did so before the list before; a problem
    for each event whose list is not given."""
    if not law.has("list_following"):
        return {}, []
    before = law.shapes.previous_list(law, list_date)
    of_list: dict[date, Standings] = {}
    found: dict[str, Standings] = {}
    problems: list[Problem] = []
    for event in reports:
        began, following = list_in_force(law, event)
        if began >= before:
            continue
        if began not in earlier_lists:
            expected = f"the ratings of the list of {began.isoformat()}, under which it began"
            where, remedy = f"event {event.id}", "give that list"
            problems.append(Problem("earlier-list-needed", where, expected, "no such list", remedy))
            continue
        if began not in of_list:
            people = [_on(earlier_lists[began], member) for member in register]
            of_list[began] = standings(law, people, following, switches)
        found[event.id] = of_list[began]
    return found, problems


def list_in_force(law: Edition, event: Event) -> tuple[date, date]:
    """The list in force on the first day of an event, and the one after it."""
    first = min((game.first_day for game in event.games), default=event.last_day)
    following = law.shapes.list_following(law, first)
    return law.shapes.previous_list(law, following), following


def matches_of(law: Edition, reports: Sequence[Event], switches: Interpretations) -> dict[str, int | None]:
    """The reports that are matches, each with the round that won it."""
    if not law.has("match"):
        return {}
    found = (event for event in reports if law.shapes.match(law, event, switches))
    return {event.id: law.shapes.match_won(law, event, switches) for event in found}


def _on(ratings: Mapping[str, Mapping[str, int]], member: Member) -> Member:
    """A member as he stood on a list; who is not on it had no rating."""
    held = {type: Held(rating, 0, rating) for type, rating in ratings.get(member.id, {}).items()}
    return replace(member, ratings=held, earlier_games=())
