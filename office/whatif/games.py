"""Hypothetical games of one member, reckoned like real ones of the coming period; and what a
question about them can name."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from unicodedata import normalize

from sqlmodel import Session

from importer.ids import member_number
from importer.merged import merged
from importer.rulings import Rulings
from office.errors import refusal, typed_list
from office.families import family_of, require
from office.families.family import Answer
from office.lists.chain import list_after, require_published
from office.runs.decisions import adjustments_of, with_rated_adjustments
from office.runs.inputs import gather, members_of
from office.runs.rate import edition_of, refusing
from office.words import _
from rating.engine import rate
from rating.interpretations import Interpretations
from rating.records import Event, Game

EVENT = "what-if"
RESULTS = {
    **dict.fromkeys(("1", "win"), "1-0"),
    **dict.fromkeys(("0", "loss"), "0-1"),
    **dict.fromkeys((normalize("NFKC", "½"), "0.5", "1/2", "draw"), "1/2-1/2"),
}
"""By the words for a score, as they stand in a text that was made even (NFKC)."""


@dataclass(frozen=True, slots=True)
class Supposed:
    """A supposed game: the score of the member, and the opponent by ID or by rating alone."""

    result: str
    opponent: str | int


def supposed(text: str) -> Supposed:
    """A game from words like `win 1850`, `draw N10210137`, `0 1500`; refused with what would be taken. A
    Japanese keyboard types wide digits and blanks, too."""
    score, _, opponent = normalize("NFKC", text).strip().partition(" ")
    opponent = opponent.strip()
    number = member_number(opponent)
    rated = re.fullmatch("[0-9]{1,4}", opponent) is not None and 0 < int(opponent) < 4000
    if score.lower() not in RESULTS or not (number or rated):
        expected = (
            "a score (win, draw, loss, 1, 0.5, 0) and an opponent's rating, 1 to 3999, or ID, e.g. “win 1850”"
        )
        raise refusal("whatif-game", "--game", expected, f"“{text}”", "write it so")
    return Supposed(RESULTS[score.lower()], int(opponent) if rated else number or "")


def what_if(
    session: Session,
    federation: str,
    type_: str | None,
    games: Sequence[Supposed],
    *,
    event_class: str | None,
    day: date | None,
    switches: Interpretations,
) -> str:
    """The member's rating on the next list, in words, if these were his only games of the coming period, with
    the points that were decided for that list (7(3)).

    `type_` None: the first of the edition's types. `day`: when they are played; by default the last day of
    that list's period. Refused if they are played later, an opponent is not on the register, the type is none
    of the edition's, or the class of the event is missing or asked for in vain.
    """
    family = family_of(session)
    if event_class is not None:
        require(session, "--class", lambda family: family.event_classes)
    last = require_published(session)
    list_date = list_after(last)
    law = edition_of(list_date, Rulings.in_force(session), switches)
    types = law.shapes.types(law)
    type_ = types[0] if type_ is None else type_
    if type_ not in types:
        raise refusal("whatif-type", "--type", f"one of {typed_list(types)}", f"“{type_}”")
    inputs = gather(session, list_date, last, [], law, switches)
    names = {m["id"]: m["name"] for m in inputs["members"]}
    members = {m.id: m for m in members_of(inputs)}
    last_day = law.shapes.period(law, list_date).last
    day, one = day or last_day, merged(session)
    if day > last_day:
        expected = f"a day up to {last_day}, the last of the period of the list of {list_date}"
        raise refusal("day-to-come", "--day", expected, str(day), "give an earlier day")
    played = []
    for round_, game in enumerate(games, start=1):
        if isinstance(game.opponent, int):
            opponent = f"{EVENT} {round_}"
            members[opponent] = family.what_if_opponent(opponent, type_, game.opponent, day)
            names[opponent] = _("a player rated")
        else:
            opponent = one.id(game.opponent)
        if opponent not in members or opponent == federation:
            found = "the member himself" if opponent == federation else f"{opponent}, who is nobody"
            raise refusal("whatif-game", "--game", "another member's ID", found, "correct the ID")
        played.append(
            Game(
                round=round_,
                white=federation,
                black=opponent,
                result=game.result,
                first_day=day,
                last_day=day,
                ref=f"{EVENT} {round_}",
            )
        )
    about = family.what_if_event(law, type_, event_class) | {"for_list": list_date}
    event = Event(id=EVENT, reported=last_day, last_day=day, games=tuple(played), **about)
    points = [a for a in adjustments_of(with_rated_adjustments(inputs, law)) if a.member == federation]
    people = members.values()
    with refusing():
        outcome = rate(
            people, [event], list_date=list_date, edition=law, switches=switches, adjustments=points
        )
    row = next((r for r in outcome.lists[type_] if r.id == federation), None)
    lines = tuple(x for x in outcome.lines if x.player == federation)
    answer = Answer(outcome, last.list_date, members[federation], type_, event_class, row, lines, names)
    return "\n".join(family.what_if_lines(answer))


@dataclass(frozen=True, slots=True)
class Choices:
    """`types`: of the next list's edition, its first one first; `classes`: where K hangs on them."""

    types: Sequence[str]
    classes: Sequence[str]


def choices(session: Session) -> Choices:
    """Those of the next list. Refused where there is no list to start from."""
    coming = list_after(require_published(session))
    law = edition_of(coming, Rulings.in_force(session), Interpretations())
    return Choices(law.shapes.types(law), family_of(session).event_classes)
