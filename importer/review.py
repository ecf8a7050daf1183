"""One look at an event: find the members behind its names, and everything the office has to ask."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from datetime import date

from sqlmodel import Session

from importer.checks import Facts
from importer.findings import Finding
from importer.guests import NO_MEMBER, Guests
from importer.matching import Match, Register, Seen
from importer.rulings import Kind, Rulings, fingerprint
from importer.store import differences
from importer.tables import EventPlayerRow, EventRow
from importer.unmatched import CODES, GUEST_SINCE, player_facts
from importer.view import EventView, load, reading, spans_by_member
from scraper.records import EventRecord


def review(
    session: Session,
    event: EventRow,
    register: Register,
    rulings: Rulings,
    *,
    on_arrival: bool = False,
    from_first_link: bool = True,
    guests: Guests | None = None,
    checks: Sequence[Callable[[Facts], Iterator[Finding]]],
) -> tuple[Facts, list[Finding]]:
    """The event with its players matched anew, and every finding, answered or not. `guests`: R69, who stays
    one; None asks."""
    record = reading(session, event.reading_id)
    apply_days(event, record, rulings)
    view = load(session, event, rulings, on_arrival=on_arrival, from_first_link=from_first_link)
    born = {p.number: int(p.born[:4]) for p in record.players if p.born and p.born[:4].isdecimal()}
    told = any(player.federation for player in view.players.values())
    for player in view.players.values():
        answer = register.match(_seen(player, born.get(player.number), federations=told))
        _match(player, view, register, answer)
        if guests is not None and player.match in CODES:
            before = guests.decided(session, view, player, answer)
            if before is not None:
                player.match, player.match_rule = NO_MEMBER, f"{GUEST_SINCE}{before.id}: {before.reason}"
        session.add(player)
    session.flush()
    changes: tuple[str, ...] = ()
    if event.newer_reading_id is not None:
        changes = differences(record, reading(session, event.newer_reading_id))
    members = {p.member_id for p in view.players.values() if p.member_id is not None}
    facts = Facts(view, record, spans_by_member(session, members), changes)
    return facts, [finding for check in checks for finding in check(facts)]


def apply_days(event: EventRow, record: EventRecord, rulings: Rulings) -> None:
    """Sets the event's days: as ruled, else as its source has them (which the reading keeps)."""
    ruled = rulings.find(Kind.DAYS, event.key, {}, days_facts(record))
    event.first_day, event.last_day = record.first_day, record.last_day
    if ruled is not None:
        first, _, last = (ruled.value or "").partition("/")
        event.first_day, event.last_day = date.fromisoformat(first), date.fromisoformat(last)


def days_facts(record: EventRecord) -> str:
    """What a decision on the event's days was made on."""
    return fingerprint(record.first_day, record.last_day)


def _match(player: EventPlayerRow, view: EventView, register: Register, answer: Match) -> None:
    """Sets the player's match: as ruled, else by an alias, else as the register answers."""
    subject = view.subject_of(player)
    ruled = view.rulings.find(Kind.MATCH, view.key, subject, player_facts(player))
    alias = view.rulings.standing(Kind.ALIAS, subject)
    player.candidates = json.dumps([asdict(c) for c in answer.candidates], ensure_ascii=False)
    player.match, player.match_rule, player.member_id = answer.state, answer.rule, None
    if answer.member is not None:
        player.member_id = answer.member.member_id
    for ruling, word in ((alias, "alias"), (ruled, "ruling")):
        if ruling is None:
            continue
        if ruling.value == NO_MEMBER:
            player.match, player.member_id = "no-member", None
        elif (member := register.by_id.get(ruling.value or "")) is not None:
            player.match, player.member_id = "matched", member.member_id
        else:
            answer = Match("unknown", f"{word} {ruling.id} names {ruling.value}, who is not on the register")
            player.match, player.match_rule, player.member_id = answer.state, answer.rule, None
            continue
        player.match_rule = f"{word} {ruling.id}: {ruling.reason}"


def _seen(player: EventPlayerRow, born: int | None, *, federations: bool) -> Seen:
    """The player as matching sees him; the national rating where the source tells it from the FIDE one.
    `born`: the year, where the source has it; `federations`: whether it names anybody's."""
    return Seen(
        player.name,
        player.national_id,
        player.fide_id,
        player.federation or ("" if federations else None),
        player.sex,
        born,
        player.rating_national or player.rating,
    )
