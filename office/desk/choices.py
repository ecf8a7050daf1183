"""The answers that fit a question or an event."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from sqlmodel import Session, col, select

from importer.rulings import CODES, Kind
from importer.tables import EventPlayerRow, EventRow, ProblemRow, RulingRow
from office.desk.answers import ANSWERS, LEFT_OUT, SET_ASIDE, UNACCEPTABLE, accepted
from office.desk.groups import Group
from office.desk.options import OPTIONS, as_typed
from office.desk.seen import answered_here
from office.words import N_, _

if TYPE_CHECKING:
    from office.desk.desk import DeskEvent


TAKE_BACK = "--take-back"
"""The answer that decides nothing: a decision that was made is taken back."""

ASKED = {
    "ID": N_("federation ID"),
    "EVENT": N_("event, as E3"),
    "RULING": N_("number of the decision"),
    "YYYY-MM-DD": N_("day, YYYY-MM-DD"),
    "YYYY-MM-DD/YYYY-MM-DD": N_("first day/last day"),
    "45+30": N_("minutes+seconds a move, as 45+30"),
    "N": N_("rating"),
    "NAME": N_("name, as it is published"),
}
"""What stands in place of a value that is still to be given, and how it is asked for."""

OF_AN_EVENT = {
    **dict.fromkeys(("--exclude", "--defer"), ""),
    **dict.fromkeys(("--match", "--alias"), N_("federation ID")),
    "--no-member": "",
    "--date": N_("day, YYYY-MM-DD"),
    "--days": N_("first day/last day"),
    "--time-control": N_("minutes+seconds a move, as 45+30"),
    "--reported": N_("day, YYYY-MM-DD"),
    "--accept-late": "",
    "--same-as": N_("event, as E3"),
    **dict.fromkeys(("--form tournament", "--form meeting"), ""),
    **dict.fromkeys((f"--class {name}" for name in ("lightning", "open", "short", "club", "junior")), ""),
    **dict.fromkeys(("--organizer accepted", "--organizer refused"), ""),
    **dict.fromkeys(("--reported-by", "--run-by"), N_("federation ID")),
    **dict.fromkeys(("--fide-official", "--not-fide-official", "--regional", "--not-regional"), ""),
    "--fee-paid": N_("day, YYYY-MM-DD"),
    **dict.fromkeys(("--fee-unpaid", "--fee-accepted"), ""),
}
"""What can be decided about an event that nothing asks for, with its value or what is asked for as one."""

VALUES = {
    "accepted": N_("accepted"),
    "refused": N_("not accepted"),
    "organizer": N_("the organizer"),
    "tournament": N_("tournament"),
    "meeting": N_("meeting"),
    "lightning": N_("lightning"),
    "open": N_("open event"),
    "short": N_("short event"),
    "club": N_("club event"),
    "junior": N_("junior event"),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question. `value`: with it, None where it needs none or it is still to be given: then
    `asks` says what for, "" otherwise. `about`: who is meant by the value, and why; `against` what speaks
    against it; `words`: what it says here, where it is not what it says otherwise."""

    option: str
    value: str | None = None
    asks: str = ""
    about: str = ""
    against: tuple[str, ...] = ()
    words: str = ""

    @property
    def label(self) -> str:
        """The answer in words, with its value."""
        told = (
            _("take the decision back")
            if self.option == TAKE_BACK
            else _(self.words or OPTIONS[self.option].label)
        )
        if self.value is None:
            return told
        return _("{what}: {value}", what=told, value=_(VALUES.get(self.value, self.value)))

    @property
    def asked(self) -> str:
        """What is still to be given, in words."""
        return _(ASKED[self.asks])

    @property
    def is_day(self) -> bool:
        """Whether it is a single day."""
        return self.asks == "YYYY-MM-DD"


def answers_of_event(session: Session, event: DeskEvent) -> list[tuple[str, str]]:
    """The decisions on an event that nothing asks for, each in words with the value that it needs; none of
    which the edition of its list, or the office's text, makes no use."""
    from office.families import family_of
    from office.lists.law import law_if_held
    from office.rules.enter import has_effect

    of_list = event.published or event.list_date
    law = law_if_held(of_list, event.view.rulings) if of_list is not None else None
    told = []
    for answer, asks in OF_AN_EVENT.items():
        option, _blank, value = answer.partition(" ")
        kind = OPTIONS[option].kind
        if kind is Kind.EVENT_CLASS and not family_of(session).event_classes:
            continue
        if law is not None and (not has_effect(kind, law) or (kind is Kind.FEE and not law.has("fees"))):
            continue
        label = Choice(option, value or None, words=outsider(session) if option == OUTSIDER else "").label
        told.append((answer, _("{what}: {value}", what=label, value=_(asks)) if asks else label))
    return told


def choices(session: Session, group: Group) -> list[Choice]:
    """The answers to a question, the likeliest first."""
    if len(group.rows) == 1:
        return list(_choices(session, group.first))
    code = group.first.code
    if code in CODES.values():
        return [Choice(OUTSIDER, words=outsider(session))]
    return [Choice("--leave-out") if code in LEFT_OUT else Choice("--accept", words=accepted(group.first))]


OUTSIDER = "--no-member"


def outsider(session: Session) -> str:
    """What it says there of a player who stays off the register: where nobody is a member, not that he is
    none (Players 1); "" where it says what it says otherwise."""
    from office.families import family_of

    return "" if family_of(session).memberships else N_("an opponent only: not on the register, no rating")


CORRECTED = ("changed-after-publication", "list-already-published")
"""Questions that a correction of a published list answers (7(3))."""

REASON = '--reason "…"'
DAYS_LISTED = 5
"""The days of an event with more of them are not written out one by one."""


def answer_lines(session: Session, group: Group) -> list[str]:
    """The command lines that answer a question, the likeliest first."""
    typed = [" ".join(filter(None, (c.option, c.value or c.asks))) for c in choices(session, group)]
    lines = [
        # A decision is taken back by its number alone.
        f"banzuke resolve {words} {REASON}"
        if words.startswith(TAKE_BACK)
        else f"banzuke resolve {group.target} {words} {REASON}"
        for words in typed
    ]
    if group.first.code in CORRECTED:
        event = session.exec(select(EventRow).where(EventRow.key == group.first.event_key)).one()
        lines.insert(0, f"banzuke correction open E{event.id} --reported YYYY-MM-DD {REASON}")
    return lines


def _choices(session: Session, row: ProblemRow) -> Iterator[Choice]:
    subject = json.loads(row.subject)
    if row.code == "ruling-no-longer-fits":
        ruling = session.get(RulingRow, subject["ruling"])
        about = answered_here(session, ruling) if ruling else ""
        yield Choice(TAKE_BACK, str(subject["ruling"]), about=about)
        return
    if row.code == SET_ASIDE:
        yield Choice(*as_typed(Kind(subject["kind"]), subject.get("value")))
    if row.code in CODES.values():
        for one in candidates_of(session, row):
            about, against = f"{one['name']}: {one['why']}", tuple(one["against"])
            yield Choice("--match", one["federation_id"], "", about, against)
    for words in ANSWERS.get(row.code, ()):
        option, _blank, value = words.partition(" ")
        values = [value] if value else []
        if option == "--same-as":
            other = session.exec(select(EventRow).where(EventRow.key == subject["event"])).one_or_none()
            values = [f"E{other.id}"] if other else values
        elif option == "--date":
            values = _days(session, row.event_key) or values
        for given in values:
            asks = given in ASKED and not (given == "N" and option != "--rating")
            yield Choice(option, asks=given) if asks else Choice(option, given)
        if not values:
            said = {"--accept": accepted(row), OUTSIDER: outsider(session)}
            yield Choice(option, words=said.get(option, ""))
    if row.code not in ANSWERS or (row.code in UNACCEPTABLE and not row.blocks):
        yield Choice("--accept", words=accepted(row))


def candidates_of(session: Session, row: ProblemRow) -> list[dict[str, Any]]:
    """Those who could be meant by the player whom a question is about, best first: ID, name, why, and what
    speaks against each (`importer.matching.records.Candidate`)."""
    subject: dict[str, object] = json.loads(row.subject)
    query = select(EventPlayerRow.candidates).join(EventRow, col(EventRow.id) == EventPlayerRow.event_id)
    query = query.where(EventRow.key == row.event_key).order_by(col(EventPlayerRow.id))
    told = (getattr(EventPlayerRow, name) == value for name, value in subject.items() if name != "nth")
    found: list[dict[str, Any]] = json.loads(session.exec(query.where(*told)).first() or "[]")
    return found


def _days(session: Session, event_key: str | None) -> list[str]:
    """The days of a short event, of which one is the round's."""
    event = session.exec(select(EventRow).where(EventRow.key == event_key)).one_or_none()
    if event is None or event.first_day is None or event.last_day is None:
        return []
    days = range(event.first_day.toordinal(), event.last_day.toordinal() + 1)
    return [date.fromordinal(day).isoformat() for day in days] if len(days) <= DAYS_LISTED else []
