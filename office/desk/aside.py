"""What is decided of one report, and another one of the same event (R113): whether it is asked; and what was
decided of a report that is set aside and would come out otherwise for the one that counts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from importer.rulings import Kind
from scraper.records import Kind as Pairing

if TYPE_CHECKING:
    from importer.ahead import Entered, Paired
    from importer.findings import Finding
    from importer.rulings import Subject
    from importer.tables import RulingRow
    from importer.view import EventView
    from office.desk.desk import DeskEvent
    from office.desk.sight import Sight
    from rating.interpretations import Interpretations

OF_THE_EVENT = (
    *(Kind.EXCLUDE, Kind.TIME_CONTROL, Kind.EVENT_CLASS, Kind.DAYS, Kind.ROUND_DATE, Kind.ORGANIZER),
    *(Kind.FORM, Kind.FIDE_OFFICIAL, Kind.REGIONAL, Kind.FEE),
)
"""Kinds of which the report that counts may say nothing by itself. Whether it is late is asked of it again
where it is, by the day of the first report; its players are its own, and so is who sent it."""

WITHOUT_EFFECT = (*(kind for kind in OF_THE_EVENT if kind is not Kind.DAYS), Kind.ACCEPT_LATE)
"""Kinds that change nothing of a report that is set aside."""


def asks_again(switches: Interpretations) -> bool:
    """Whether the officer is asked if what is decided of one report holds for another one (R113)."""
    return switches.r113 == "asked"


def asked_of_aside(seen: Sight, desk: Sequence[DeskEvent]) -> list[DeskEvent]:
    """The desk with the question, on each event that no list holds yet, for each decision on a report that is
    set aside for it."""
    if not asks_again(seen.switches):
        return list(desk)
    return [e.asked_too(_lost(seen, e)) if _is_asked(e) else e for e in desk]


def _is_asked(event: DeskEvent) -> bool:
    view = event.view
    return bool(
        view.aside
        and event.published is None
        and event.list_date is not None
        and any(view.rulings.any_on(other.key) for other in view.aside)
        and view.excluded() is None
    )


def _lost(seen: Sight, event: DeskEvent) -> Iterator[Finding]:
    rulings = event.view.rulings
    for other in event.view.aside:
        rows = [row for kind in OF_THE_EVENT for row in rulings.of_event(other.key, kind)]
        for row in sorted(rows, key=lambda row: row.id or 0):
            if row.kind != Kind.EXCLUDE:
                if _is_lost(seen, event, row):
                    yield _decided(event.view, other, row)
            elif row.subject == "{}":
                yield _decided(event.view, other, row)
            else:
                for game in _games(seen, event.view, other, json.loads(row.subject)):
                    yield _left_out(event.view, other, row, event.view.game(game))


def _is_lost(seen: Sight, event: DeskEvent, row: RulingRow) -> bool:
    """Whether the event would come out otherwise by this decision than it does: nothing of the kind is
    decided of it or asked, and its report says something else."""
    from office.desk.answers import ANSWERS
    from office.desk.options import OPTIONS
    from office.lists.law import law_if_held
    from office.rules.enter import has_effect
    from office.rules.standing import ACCEPTED, NO
    from office.time_controls import officer_minutes

    view, kind = event.view, Kind(row.kind)
    if any(own.subject == row.subject for own in view.rulings.of_event(view.key, kind)):
        return False
    answers = (answer.split()[0] for f in event.findings if f.blocks for answer in ANSWERS.get(f.code, ()))
    if any(answer in OPTIONS and OPTIONS[answer].kind is kind for answer in answers):
        return False
    assert event.list_date is not None
    law = law_if_held(event.list_date, view.rulings, seen.switches)
    if law is not None and (not has_effect(kind, law) or (kind is Kind.FEE and not law.has("fees"))):
        return False
    match kind:
        case Kind.TIME_CONTROL:
            return officer_minutes(row.value or "", seen.switches) != view.event.minutes_at_60
        case Kind.DAYS:
            return f"{view.event.first_day}/{view.event.last_day}" != row.value
        case Kind.ROUND_DATE:
            number = json.loads(row.subject)["round"]
            played = number in {pairing.round for pairing in view.pairings}
            return played and {str(day) for day in view.days(number) or ()} != {row.value}
        case Kind.ORGANIZER:
            return row.value != ACCEPTED
        case Kind.FIDE_OFFICIAL | Kind.REGIONAL:
            return row.value != NO
        case _:
            return True


def _games(seen: Sight, view: EventView, other: EventView, told: Mapping[str, str | int]) -> Iterator[Paired]:
    """The games of the report that counts between those who played the one that was left out: of its round,
    or where that has none, of any; without those that are left out."""
    from importer.view import UnreadView

    there = UnreadView(seen.session, other.event, seen.rulings, seen.read_as)
    white, black = (
        {_who(seen, player) for player in there.players.values() if player.name == told[side]}
        for side in ("white", "black")
    )
    who = {number: _who(seen, player) for number, player in view.players.items()}
    between = []
    for pairing in view.pairings:
        one, two = who.get(pairing.white), who.get(pairing.black or 0)
        met = (one in white and two in black) or (one in black and two in white)
        if met and pairing.kind == Pairing.GAME.value:
            between.append(pairing)
    of_round = [pairing for pairing in between if pairing.round == told["round"]]
    return (pairing for pairing in of_round or between if view.excluded_game(pairing) is None)


def _who(seen: Sight, player: Entered) -> int | str:
    """The member he is taken for, else the key of his name."""
    from importer.names import name_key

    return name_key(player.name) if player.member_id is None else seen.merged.row(player.member_id)


def _decided(view: EventView, other: EventView, row: RulingRow) -> Finding:
    from office.desk.options import as_typed

    kind, reason, label = row.kind, " ".join(row.reason.split()), other.label_in_facts
    what = kind if row.value is None else f"{kind} ({row.value})"
    answer = " ".join(filter(None, as_typed(Kind(kind), row.value)))
    about: Subject = {"event": other.key, "kind": kind, "value": row.value, **json.loads(row.subject)}
    return _asked(
        view,
        about,
        f"E{other.event.id} {label}, set aside for this one, has the decision {what} with"
        f" the reason “{reason}”",
        f"banzuke resolve PROBLEM {answer} decides the same here; --accept: it does not hold for this report",
    )


def _left_out(view: EventView, other: EventView, row: RulingRow, game: Subject) -> Finding:
    number, white, black = game["round"], game["white"], game["black"]
    reason, label = " ".join(row.reason.split()), other.label_in_facts
    return _asked(
        view,
        {"event": other.key, "kind": row.kind, **game},
        f"of E{other.event.id} {label}, set aside for this one, the game {white} – {black} of"
        f" round {number} is left out with the reason “{reason}”",
        "banzuke resolve PROBLEM --exclude leaves this game out; --accept: it is rated",
    )


def _asked(view: EventView, about: Subject, found: str, remedy: str) -> Finding:
    from importer.findings import OnEvent
    from office.desk.answers import SET_ASIDE

    number = about.get("round")
    place = "" if number is None else f"round {number}"
    expected = "the same decided of the report that counts"
    return OnEvent(view).finding(SET_ASIDE, about, place, expected, found, remedy)
