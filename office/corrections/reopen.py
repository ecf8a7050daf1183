"""Taking an event of a published list up again, or a late one into a list that is out."""

import json
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from sqlmodel import Session, col, select

from importer.keys import is_named
from importer.rulings import Kind, Made, Rulings, fingerprint, record, take_back
from importer.store import take_reading
from importer.tables import EventPlayerRow, EventRow, MemberRow, RulingRow
from office.chain.link import ENDED, Ledger, covers, links
from office.corrections.open_lists import of_corrections, require_open
from office.desk.desk import DeskEvent
from office.desk.refresh import refresh
from office.desk.seen import answered_here
from office.errors import refusal
from office.families import day_here
from office.lists.chain import published_events, standing_versions
from office.lists.packing import unpacked
from office.runs.inputs import players_in
from office.tables import ListVersionRow, VersionEventRow

FACTS = fingerprint("correction")
"""What was decided is to look again: that stands whatever the event says."""


def reopen(session: Session, target: str, *, reported: date, made: Made) -> tuple[RulingRow, DeskEvent]:
    """Takes a published event up again, with the newer reading that waits for it if there is one; from
    then on everything about it can be decided anew, and nothing changes before the correction is made.

    `reported`: the day the error was pointed out. An event that came after its list was published is put
    into a correction of that list. Refused where that day is still to come, or the list is closed on it.
    """
    event = _event(session, target)
    placed = refresh(session).event(event.key)
    list_date = list_of(placed)
    kind = Kind.REOPEN if placed.published is not None else Kind.INTO
    row = _taken_up(session, event)
    if row is not None:  # another one may have taken it up meanwhile, for another day and reason
        remedy = f"banzuke correction close E{event.id} first, if it is to be taken up otherwise"
        expected = "an event that nobody has taken up"
        raise refusal(
            "answered-meanwhile", f"E{event.id} {event.called}", expected, answered_here(session, row), remedy
        )
    refuse_impossible(session, list_date, reported, day_here(session, made.now))
    require_open(session, list_date, reported)
    told = json.dumps({"list": list_date.isoformat(), "reported": reported.isoformat()})
    ruling = record(session, kind, event_key=event.key, subject={}, facts=FACTS, value=told, made=made)
    if event.newer_reading_id is not None and kind is Kind.REOPEN:
        take_reading(session, event, event.newer_reading_id)
    return ruling, refresh(session).event(event.key)


def refuse_impossible(session: Session, list_date: date, reported: date, today: date) -> None:
    """Stops where nobody can have pointed the error out: the day is still to come; or the period of the list
    was not over, and no list is published before."""
    version = ListVersionRow
    out = select(version).where(version.list_date == list_date, version.state == "published")
    first = session.exec(out.order_by(col(version.id)).limit(1)).first()
    last = None if first is None else first.period_last
    remedy = "give the day on which the error was pointed out"
    if last is not None and reported <= last:
        expected = f"a day after {last}, on which the list's period ended"
        raise refusal("not-a-day", "--reported", expected, str(reported), remedy)
    if reported > today:
        raise refusal("day-to-come", "--reported", f"a day not after {today}", str(reported), remedy)


def list_of(event: DeskEvent) -> date:
    """The published list that the event is on, or came too late for; refused where it is neither."""
    if event.published is not None:
        return event.published
    if event.list_date is not None and any(f.code == "list-already-published" for f in event.findings):
        return event.list_date
    expected, found = "an event of a published list, or one that came after its list", "neither"
    remedy = "what no published list holds is decided with: banzuke resolve"
    raise refusal("not-published", event.view.label, expected, found, remedy)


def _taken_up(session: Session, event: EventRow) -> RulingRow | None:
    return session.exec(of_corrections().where(RulingRow.event_key == event.key)).first()


def close(session: Session, target: str, *, made: Made) -> tuple[RulingRow, bool]:
    """Leaves the event as its list has it after all: its published reading stands again, the newer one
    waits as before, and what was decided about it since is as it was. Gives whether it does: of one that no
    list has here, as where another office took it up, only the ruling is taken back."""
    event = _event(session, target)
    row = _taken_up(session, event)
    if row is None:
        raise refusal("not-reopened", target, "an event taken up again", "none")
    take_back(session, row, made)
    as_published = row.kind == Kind.REOPEN and event.key in published_events(session)
    if as_published:
        _decide_as_published(session, row, made)
        restore(session, event)
    refresh(session)
    return row, as_published


def _decide_as_published(session: Session, opened: RulingRow, made: Made) -> None:
    """What was decided about the event since it was taken up no longer is, and what was taken back since is
    decided again; else the next correction of its list would have it otherwise. Fees stay."""
    about = select(RulingRow).where(RulingRow.event_key == opened.event_key, RulingRow.kind != Kind.FEE)
    row = RulingRow
    for since in session.exec(about.where(col(row.id) > opened.id, col(row.taken_back_at).is_(None))).all():
        take_back(session, since, made)
    earlier = session.exec(about.where(col(row.id) < opened.id)).all()
    for one in _ended_since(session, opened, [*earlier, *_set_aside_for(session, opened)]):
        record(
            session,
            Kind(one.kind),
            event_key=one.event_key,
            code=one.code,
            subject=json.loads(one.subject),
            facts=one.fingerprint,
            value=one.value,
            made=replace(made, reason=one.reason),
        )


def _set_aside_for(session: Session, opened: RulingRow) -> Iterator[RulingRow]:
    """What was decided before of the reports that were set aside for this event, of which nothing is decided
    now."""
    row, rulings = RulingRow, Rulings.in_force(session)
    naming = select(row).where(row.kind == Kind.SAME_EVENT, row.value == opened.event_key)
    for one in session.exec(naming.where(col(row.id) < opened.id)).all():
        if not rulings.has(Kind.SAME_EVENT, one.event_key):
            yield one


def _ended_since(session: Session, opened: RulingRow, earlier: Sequence[RulingRow]) -> Iterator[RulingRow]:
    """Those of the earlier decisions that stood when the event was taken up, and were taken back since. Their
    order and what the chain had then say which, the clock only where neither does: it can be set back."""
    standing, ended = _chained(session, opened)
    in_order = sorted(earlier, key=lambda row: row.id or 0)
    about_same = {(r.event_key, r.kind, r.code, r.subject): r.id for r in in_order}
    closed = {r.taken_back_at for r in earlier if r.kind == Kind.REOPEN}
    for row in in_order:
        decided_anew = about_same[row.event_key, row.kind, row.code, row.subject] != row.id
        if row.taken_back_at is None or decided_anew or row.id in ended or row.kind == Kind.REOPEN:
            continue
        if row.id in standing or row.made_at in closed or row.taken_back_at > opened.made_at:
            yield row


def _chained(session: Session, opened: RulingRow) -> tuple[Container[int | None], Container[int | None]]:
    """The decisions that the chain had when this one was made, and those of them that were taken back."""
    had, name = Ledger(), str(RulingRow.__tablename__)
    for link in links(session):
        covered = covers(link)
        if name in covered and opened.id in covered[name].rows:
            break
        had.take(covered)
    return had.of(name), had.of(name + ENDED)


def restore(session: Session, event: EventRow) -> None:
    """Puts the event back as its standing list was reckoned from it: the reading, what it was called, and
    who was whom."""
    standing = {v.id: v for v in standing_versions(session)}
    query = select(VersionEventRow).where(VersionEventRow.event_key == event.key)
    held = session.exec(query.where(col(VersionEventRow.version_id).in_(standing))).one()
    newer = event.newer_reading_id
    if event.reading_id != held.reading_id:
        newer = event.reading_id
        take_reading(session, event, held.reading_id)
    event.newer_reading_id = newer
    event.name = _held_in(standing[held.version_id], event)["name"]
    session.add(event)
    _match_as_published(session, event, standing[held.version_id])
    session.flush()


def match_taken_up(session: Session, versions: Iterable[ListVersionRow]) -> None:
    """Players of events taken up are the members that the version has them as which takes the event: these
    can read the texts otherwise, and who was whom was asked for one of them last."""
    keys = {row.event_key for row in session.exec(of_corrections())}
    for version in versions:
        held = keys.intersection(e["key"] for e in unpacked(version.inputs)["events"])
        for event in session.exec(select(EventRow).where(col(EventRow.key).in_(held))).all():
            _match_as_published(session, event, version)
    session.flush()


def _held_in(version: ListVersionRow, event: EventRow) -> dict[str, Any]:
    """The event in the frozen inputs of a list."""
    found: dict[str, Any] = next(e for e in unpacked(version.inputs)["events"] if e["key"] == event.key)
    return found


def _match_as_published(session: Session, event: EventRow, version: ListVersionRow) -> None:
    """Players are the members that the frozen inputs of the list have them as."""
    taken = players_in(_held_in(version, event))
    members = {m.federation_id: m.id for m in session.exec(select(MemberRow))}
    for player in session.exec(select(EventPlayerRow).where(EventPlayerRow.event_id == event.id)):
        if player.number in taken:
            player.member_id = members.get(taken[player.number])
            player.match = "no-member" if player.member_id is None else "matched"
            player.match_rule = f"as on the list of {version.list_date}, version {version.version}"
            session.add(player)


def _event(session: Session, target: str) -> EventRow:
    for row in session.exec(select(EventRow)):
        if is_named(row, target):
            return row
    remedy = "name an event (E3, or its tournament number); see: banzuke events"
    raise refusal("no-such-event", target, "an event", "none", remedy)
