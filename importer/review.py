"""One look at an event: find the members behind its names, and everything the office has to ask."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Update, bindparam, update
from sqlalchemy.orm import class_mapper
from sqlmodel import Session

from importer.differences import differences
from importer.findings import Facts, Finding
from importer.guests import NO_MEMBER, Guests
from importer.ids import fide_number
from importer.matching import Match, Register, Seen
from importer.merged import Spans
from importer.names import keep_keys
from importer.rulings import CODES, GUEST_SINCE, Kind, Rulings, fingerprint, player_facts
from importer.store import placeholder
from importer.tables import EventPlayerRow, EventRow
from importer.view import EventView, ReadAs, load, reading
from scraper.records import EventRecord

if TYPE_CHECKING:
    from importer.ahead import Entered, Rows


def review(
    session: Session,
    event: EventRow,
    register: Register,
    rulings: Rulings,
    read_as: ReadAs,
    *,
    guests: Guests | None,
    checks: Sequence[Callable[[Facts], Iterator[Finding]]],
    rows: Rows,
    spans: Callable[[set[int]], Spans],
    changed: dict[int, Taken],
    record: EventRecord | None,
) -> tuple[Facts, list[Finding]]:
    """The event with its players matched anew, and every finding, answered or not. `guests`: R69, who stays
    one; None asks. `rows` of the event, and where the `spans` of its members are had from. `changed`: where
    the rows of players are gathered that are others now. `record`: the reading, where it is at hand."""
    if record is None:
        record = reading(session, event.reading_id)
    apply_days(event, record, rulings)
    apply_name(event, record, rulings)
    view = load(session, event, rulings, read_as, rows)
    for player, answer, found in answers(view, record, register):
        if guests is not None and found.match in CODES:
            before = guests.decided(session, view, player, answer)
            if before is not None:
                rule = f"{GUEST_SINCE}{before.id}: {before.reason}"
                found = found._replace(match=NO_MEMBER, match_rule=rule)
        if found != (player.match, player.match_rule, player.member_id, player.candidates):
            changed[player.id] = found
            player.match, player.match_rule, player.member_id, player.candidates = found
    changes: tuple[str, ...] = ()
    if event.newer_reading_id is not None:
        changes = differences(record, reading(session, event.newer_reading_id))
    members = {p.member_id for p in view.players.values() if p.member_id is not None}
    facts = Facts(view, record, spans(members), changes)
    return facts, [finding for check in checks for finding in check(facts)]


def answers(
    view: EventView, record: EventRecord, register: Register
) -> Iterator[tuple[Entered, Match, Taken]]:
    """Every player with what the register answers, and for whom he is taken by that and by the rulings."""
    born = {p.number: p.born for p in record.players if p.born and p.born[:4].isdecimal()}
    told = any(player.federation for player in view.players.values())
    held = (register.by_id.get(player.national_id or "") for player in view.players.values())
    keep_keys([*(player.name for player in view.players.values()), *(one.name for one in held if one)])
    decided = view.rulings.has(Kind.MATCH, view.key) or view.rulings.has(Kind.ALIAS, None)
    for player in view.players.values():
        answer = register.match(_seen(player, born.get(player.number), federations=told))
        yield player, answer, _match(player, view, register, answer) if decided else _answered(answer)


def apply_days(event: EventRow, record: EventRecord, rulings: Rulings) -> None:
    """Sets the event's days: as ruled, else as its source has them (which the reading keeps)."""
    ruled = rulings.find(Kind.DAYS, event.key, {}, days_facts(record))
    days = record.first_day, record.last_day
    if ruled is not None:
        first, _, last = (ruled.value or "").partition("/")
        days = date.fromisoformat(first), date.fromisoformat(last)
    if (event.first_day, event.last_day) != days:  # else the session would look at the whole row again
        event.first_day, event.last_day = days


NAMELESS = "event-name-missing"


def apply_name(event: EventRow, record: EventRecord, rulings: Rulings) -> None:
    """Sets the name of the event: where its source says none, as answered to that; else as it was read."""
    name = record.name
    for problem in record.problems:
        if problem.code == NAMELESS:
            facts = fingerprint(problem.code, problem.expected, problem.found)
            ruled = rulings.find(Kind.ACCEPT, event.key, {"place": problem.place}, facts, NAMELESS)
            name = (ruled and ruled.value) or name
    if event.name != name:
        event.name = name


def days_facts(record: EventRecord) -> str:
    """What a decision on the event's days was made on."""
    return fingerprint(record.first_day, record.last_day)


class Taken(NamedTuple):
    """For whom a player is taken, as his row has it."""

    match: str
    match_rule: str
    member_id: int | None
    candidates: str


def _match(player: Entered, view: EventView, register: Register, answer: Match) -> Taken:
    """For whom a player is taken: as ruled, else by an alias, else as the register answers."""
    subject = view.subject_of(player)
    ruled = view.rulings.find(Kind.MATCH, view.key, subject, player_facts(player))
    alias = view.rulings.standing(Kind.ALIAS, subject)
    match, rule, member_id, candidates = _answered(answer)
    for ruling, word in ((alias, "alias"), (ruled, "ruling")):
        if ruling is None:
            continue
        if ruling.value == NO_MEMBER:
            match, member_id = "no-member", None
        elif (member := register.by_id.get(ruling.value or "")) is not None:
            match, member_id = "matched", member.member_id
        else:
            match, member_id = "unknown", None
            rule = f"{word} {ruling.id} names {ruling.value}, who is not on the register"
            continue
        rule = f"{word} {ruling.id}: {ruling.reason}"
    return Taken(match, rule, member_id, candidates)


def _answered(answer: Match) -> Taken:
    """For whom a player is taken as the register answers."""
    listed = [asdict(c) for c in answer.candidates]
    member_id = None if answer.member is None else answer.member.member_id
    candidates = json.dumps(listed, ensure_ascii=False) if listed else "[]"
    return Taken(answer.state, answer.rule, member_id, candidates)


def store_players(session: Session, taken: Mapping[int, Taken]) -> None:
    """Writes these players' rows, past the session: it would look at every cell of every row. What it holds
    of them already is read again by who asks for it."""
    session.flush()
    if not taken:
        return
    connection, ((one, told), *more) = session.connection(), taken.items()
    # Who only looks stores into a table beside, which this statement makes; the driver's own call costs half.
    connection.execute(_told(), {"of_player": one, **{f"new_{n}": v for n, v in told._asdict().items()}})
    if more:
        name, place = connection.dialect.identifier_preparer.quote, placeholder(connection)
        cells = ", ".join(f"{name(column)} = {place}" for column in Taken._fields)
        table = name(str(EventPlayerRow.__tablename__))
        rows = [(*told, number) for number, told in more]
        connection.exec_driver_sql(f"UPDATE {table} SET {cells} WHERE id = {place}", rows)
    named = class_mapper(EventPlayerRow).identity_key_from_primary_key
    for number in taken:
        held = session.identity_map.get(named((number,)))
        if held is not None:
            session.expire(held)


@cache
def _told() -> Update:
    table = EventPlayerRow.__table__  # type: ignore[attr-defined]
    told: dict[str, Any] = {name: bindparam(f"new_{name}") for name in Taken._fields}
    return update(table).where(table.c.id == bindparam("of_player")).values(told)


def _seen(player: Entered, born: str | None, *, federations: bool) -> Seen:
    """The player as matching sees him; the national rating where the source tells it from the FIDE one.
    `born`: the year or the day, where the source has it; `federations`: whether it names anybody's."""
    return Seen(
        player.name,
        player.national_id,
        fide_number(player.fide_id),
        player.federation or ("" if federations else None),
        player.sex,
        int(born[:4]) if born else None,
        player.rating_national or player.rating,
        _day(born) if born else None,
    )


def _day(born: str) -> date | None:
    """The day of birth. None for a year alone, which many programs write as the first of January, and for
    what is no day."""
    if born.endswith("-01-01"):
        return None
    try:
        return date.fromisoformat(born)
    except ValueError:
        return None
