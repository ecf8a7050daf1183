"""One look at an event: find the members behind its names, and everything the office has to ask."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from datetime import date
from itertools import count

from sqlmodel import Session, and_, col, func, or_, select

from importer.checks import Facts
from importer.checks.people import CODES, GUEST_SINCE, player_facts
from importer.findings import Finding
from importer.guests import NO_MEMBER, Guests
from importer.matching import Match, Register, Seen
from importer.rulings import Kind, Rulings, fingerprint, subject_text
from importer.store import differences
from importer.tables import EventPlayerRow, EventRow, ProblemRow
from importer.view import EventView, load, reading
from scraper.records import EventRecord


def review(
    session: Session,
    event: EventRow,
    register: Register,
    rulings: Rulings,
    memberships: dict[int, list[tuple[date, date]]],
    *,
    on_arrival: bool = False,
    from_first_link: bool = True,
    guests: Guests | None = None,
    checks: Sequence[Callable[[Facts], Iterator[Finding]]],
) -> tuple[EventView, list[Finding]]:
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
    facts = Facts(view, record, memberships, changes)
    return view, [finding for check in checks for finding in check(facts)]


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


def note_problems(
    session: Session, event_keys: Iterable[str], closed: Iterable[str], findings: Sequence[Finding]
) -> None:
    """Brings the numbered problems of these events in line with what was found just now. What was settled
    of `closed` events stays as it was: a published list stands on it."""
    found = {f.key: f for f in findings}
    still_open = and_(col(ProblemRow.event_key).in_(list(closed)), col(ProblemRow.state) == "open")
    rows = {
        r.key: r
        for r in session.exec(
            select(ProblemRow).where(
                or_(
                    col(ProblemRow.event_key).in_(list(event_keys)),
                    still_open,
                    col(ProblemRow.key).in_(list(found)),
                )
            )
        )
    }
    numbers = next_numbers(session)
    for key, finding in found.items():
        row = rows.get(key)
        if row is None:
            row = ProblemRow(
                id=next(numbers),
                key=key,
                event_key=finding.event_key,
                code=finding.code,
                subject=subject_text(finding.subject),
                place="",
                expected="",
                found="",
                remedy="",
                blocks=True,
                state="",
            )
        row.place, row.expected, row.found = finding.place, finding.expected, finding.found
        row.remedy, row.blocks = finding.remedy, finding.blocks
        row.state = "open" if finding.settled_by is None else "settled"
        row.ruling_id = finding.settled_by
        session.add(row)
    for key in rows.keys() - found.keys():
        rows[key].state = "gone"
        session.add(rows[key])
    session.flush()


def next_numbers(session: Session) -> Iterator[int]:
    """The numbers of questions that are asked for the first time: the same for who only looks as for the
    command that stores them."""
    return count((session.exec(select(func.max(ProblemRow.id))).one() or 0) + 1)


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
