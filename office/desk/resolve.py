"""Decisions: what the officer says to a numbered problem or to an event becomes a ruling."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from sqlmodel import Session, col, or_, select

from importer.findings import Finding
from importer.rulings import InForce, Kind, Made, Subject, answered, in_force, record
from importer.tables import EventRow, ProblemRow, RulingRow
from office.desk.answers import Decision, told
from office.desk.aside import WITHOUT_EFFECT
from office.desk.decision import ruling_of
from office.desk.desk import Desk, DeskEvent
from office.desk.possible import deferred_late
from office.desk.refresh import refresh
from office.desk.seen import Seen, answered_meanwhile, last_number, refuse_unseen
from office.desk.targets import event_named, number_of, targets_of
from office.desk.withdraw import held_published, refuse_rested_on
from office.errors import OfficeError, refusal
from office.families import day_here
from office.mail.waiting import mail_of
from office.rules.decisions import CODE as DECISION
from office.rules.decisions import decide
from office.words import _
from office.words.problems import place as place_told


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling made: its row, the words it is shown in, and whether its problem is settled by it."""

    ruling: RulingRow
    about: str
    settled: bool


def resolve_all(
    session: Session,
    targets: Sequence[str],
    decision: Decision,
    *,
    seen: Seen,
    made: Made,
    code: str | None = None,
) -> list[Ruled]:
    """Records one decision on several targets, problems and events; the desk is looked at once before and
    once after. `targets` and `code` as `targets_of` reads them; `seen`: what whoever decides was shown.

    Refused, with what would be taken, if there is no such target, if the decision does not fit it, if its
    value cannot be read, or if another one has answered since.
    """
    last = last_number(session)
    made = replace(made, seen=seen.rulings)
    desk = refresh(session)
    standing = seen.standing(session)
    chosen = targets_of(session, desk.events, targets, decision, code)
    questions = {f.key: (event, f) for event in desk.events for f in event.findings}
    among = in_force(session)
    ruled = [_decide(session, desk, questions, t, decision, seen, last, among, made=made) for t in chosen]
    refresh(session)
    seen.answered(session, [*standing, *(row.id for _, _, row in ruled if row is not None and row.id)])
    return [
        Ruled(ruling, about, row is None or session.get_one(ProblemRow, row.id).state != "open")
        for ruling, about, row in ruled
    ]


def _decide(
    session: Session,
    desk: Desk,
    questions: Mapping[str, tuple[DeskEvent, Finding]],
    target: str,
    decision: Decision,
    seen: Seen,
    last: int,
    among: InForce,
    *,
    made: Made,
) -> tuple[RulingRow, str, ProblemRow | None]:
    number = number_of(target)
    asked = session.get(ProblemRow, number) if number is not None else None
    if asked is not None and asked.code == DECISION and asked.state != "gone":  # of a list, of no event
        refuse_unseen(session, asked, seen, last, decision.kind, decision.value, made)
        ruling = decide(session, asked, decision.kind, decision.value, made=replace(made, seen=None))
        return ruling, _asked_there(asked.id, asked.code, asked.place), asked
    if number is not None:
        row, event, finding = _problem(session, questions, number)
        about = _asked_there(row.id, finding.code, finding.place)
    else:
        event, finding, row = event_named(desk.events, target, or_problem=True), None, None
        about = f"E{event.view.event.id} {event.view.label}"
    on_record = decision.kind is Kind.FEE or (
        finding is not None and decision.kind is Kind.ACCEPT and not decision.names
    )
    if event.published is not None and not event.reopened and not on_record:
        raise held_published(event.view.label, event.published, event.view.key, session)
    today = day_here(session, made.now)
    kind = decision.kind
    _refuse_aside(session, desk, event, kind)
    subject, facts, value = ruling_of(session, desk.events, event, finding, decision, target, today)
    if row is not None:  # that its question is as it was seen says more than which decisions were
        refuse_unseen(session, row, seen, last, kind, value, made)
        made = replace(made, seen=None)
    if kind is Kind.DEFER and row is None:
        subject, facts = _deferred(desk, event, made) or (subject, facts)
    ruling = record(
        session,
        kind,
        event_key=None if kind in (Kind.ALIAS, Kind.PERSON) else event.view.key,
        subject=subject,
        facts=facts,
        code=finding.code if kind is Kind.ACCEPT and finding else None,
        value=value,
        made=made,
        among=among,
    )
    return ruling, about + told(session, kind, subject, value), row


def _deferred(desk: Desk, event: DeskEvent, made: Made) -> tuple[Subject, str] | None:
    """What a deferral is about that was given just so already, and made on, out of a list that is still to
    come, or of those that were out when the event came: a second one would put the event one list further.
    Refused where it was deferred so, and that was not seen."""
    came_late = deferred_late(event.view.reported_on())
    for row in event.view.deferrals():
        subject: Subject = json.loads(row.subject)
        out_of = date.fromisoformat(str(subject["list"]))
        is_out = desk.last is not None and out_of <= desk.last.list_date
        if row.fingerprint == came_late:
            is_out = desk.last is not None and out_of < desk.last.list_date
        if is_out or event.list_date is None or out_of >= event.list_date:
            continue
        if (row.reason, row.who) == (made.reason.strip(), made.who.strip()):
            return subject, row.fingerprint
        if made.seen is not None and row.id not in made.seen:
            expected, found = "nothing decided yet that you did not see", answered(row, made.zone)
            remedy = (
                f"see: banzuke rulings; then decide again, or first: banzuke resolve --take-back {row.id}"
            )
            raise refusal("answered-meanwhile", event.named, expected, found, remedy)
    return None


def _asked_there(number: int | None, code: str, where: str) -> str:
    return _(", ").join((f"P{number} {code}", place_told(where)))


def _refuse_aside(session: Session, desk: Desk, event: DeskEvent, kind: Kind) -> None:
    """Refuses what changes nothing of a report that is set aside for another one; and to name another one
    where a published list rests on which of them counts."""
    aside = event.view.set_aside()
    if kind in WITHOUT_EFFECT and aside is not None:
        other = next((e for e in desk.events if e.view.key == aside.value), None)
        counts = other.named if other is not None else str(aside.value)
        target = f"E{other.view.event.id}" if other is not None else str(aside.value)
        expected, found = "a decision about the report that counts", f"one that is set aside for {counts}"
        remedy = f"decide about that one: banzuke resolve {target}"
        raise refusal("decision-without-effect", event.named, expected, found, remedy)
    for row in (
        event.view.rulings.of_event(event.view.key, Kind.SAME_EVENT) if kind is Kind.SAME_EVENT else ()
    ):
        refuse_rested_on(session, row)


def _problem(
    session: Session, questions: Mapping[str, tuple[DeskEvent, Finding]], number: int
) -> tuple[ProblemRow, DeskEvent, Finding]:
    row = session.get(ProblemRow, number)
    if row is None or row.key not in questions:
        raise _no_such(session, f"P{number}", row)
    return row, *questions[row.key]


def asked(session: Session, desk: Desk, targets: Sequence[str]) -> list[ProblemRow]:
    """The questions that are meant, as `targets_of` reads them; refused if one is not there."""
    rows = []
    for target in targets_of(session, desk.events, targets):
        row = session.get(ProblemRow, number_of(target) or 0)
        if row is None or row.state == "gone":
            raise _no_such(session, target, row)
        rows.append(row)
    return rows


def _no_such(session: Session, target: str, row: ProblemRow | None) -> OfficeError:
    """That nothing is asked under a number; where a decision about the same has seen to that, which one."""
    if row is not None:
        same = select(RulingRow).where(
            RulingRow.subject == row.subject, col(RulingRow.taken_back_at).is_(None)
        )
        about = or_(col(RulingRow.event_key) == row.event_key, col(RulingRow.event_key).is_(None))
        ruling = session.exec(same.where(about).order_by(col(RulingRow.id).desc())).first()
        if ruling is not None:
            place, expected = f"{target} {row.code}, {row.place}", "a question that is asked"
            return answered_meanwhile(session, place, expected, ruling)
    found = "no problem of this number" if row is None else "one that is no longer there"
    return refusal("no-such-problem", target, "a problem that is there", found, "see: banzuke problems")


def rulings_of(session: Session, *, taken_back: bool) -> list[tuple[RulingRow, str]]:
    """Every ruling, oldest first, each with the name of its event (its key where it is not here), or the
    number of its mail; "" for an alias or an edition."""
    names = {e.key: e.called for e in session.exec(select(EventRow))}
    query = select(RulingRow).order_by(col(RulingRow.id))
    if not taken_back:
        query = query.where(col(RulingRow.taken_back_at).is_(None))
    rows = session.exec(query).all()
    return [(r, names.get(r.event_key or "", r.event_key or "") or mail_of(session, r)) for r in rows]
