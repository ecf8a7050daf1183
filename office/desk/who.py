"""Who reported an event and who ran it: what reports, mails and the register of organizers say of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from sqlmodel import col, or_, select

from importer.checks import who as checks
from importer.checks.asked import Asked
from importer.findings import Facts, Finding
from importer.ids import member_number
from importer.matching import Seen
from importer.names import name_key
from importer.organizers import Organizer
from importer.organizers_people import REPORTS, REPRESENTS, RUNS, Person, address_of, same_name, sender_key
from importer.register_history import ANNUAL, ONE_TIME
from importer.tables import MemberRow, MembershipRow, ReportRow
from office.desk.reports import reports_behind
from office.rules.people import ORGANIZER, ruled_people
from rating.edition import Edition

if TYPE_CHECKING:
    from office.desk.sight import Sight


FEDERATION = "federation"


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody who reported or ran an event. `key` names him in a ruling: a federation ID, `mail:…`,
    `name:…`; `member` is his ID where he is one on the register. `named`: by a report or the officer, and not
    only by the sender of a mail; `day` the day on which he reported."""

    key: str
    shown: str
    place: str
    day: date
    member: str | None = None
    name: str | None = None
    named: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """Somebody who stands for the organizer, by the register of organizers or by a ruling."""

    role: str
    keys: frozenset[str]
    person: Person
    ruling: int | None


@dataclass(frozen=True, slots=True)
class Judged:
    """Whether somebody may report: for the organizer, with the ruling that says so; or why he may not."""

    who: Who
    allowed: bool = False
    ruling: int | None = None
    no_member: str | None = None


class People:
    """The people of one event's organizer, and who of them is a member."""

    def __init__(self, seen: Sight, facts: Facts, organizers: Sequence[Organizer]) -> None:
        self.session, self._register, self.switches = seen.session, seen.beside.register, seen.switches
        self.view, self.facts = facts.view, facts
        self.federation = any(o.row.kind == FEDERATION for o in organizers)
        self.organizer = organizers[0].row.name if organizers else (facts.view.event.organizer or "")
        names = {name_key(n) for o in organizers for n in (o.row.name, *o.names)}
        names |= {name_key(facts.view.event.organizer or "")}
        self.standing = [
            Standing(role, self._keys(person), person, None)
            for o in organizers
            for role, people in o.people.items()
            for person in people
        ]
        self.standing += [
            Standing(r.role, frozenset({self.id(r.key) or r.key}) | self._keys(r.person), r.person, r.ruling)
            for r in ruled_people(facts.view.rulings)
            if name_key(r.organizer) in names - {""}
        ]

    def id(self, number: str | None) -> str | None:
        """The ID of the member that an ID stands for; None where it is nobody's."""
        member = self._register.by_id.get(number or "")
        return member.federation_id if member else None

    def named(self, name: str | None, number: str | None, place: str, day: date) -> Who | None:
        """Somebody who is named; whether he is on the register is found as for a player."""
        if not name and not number:
            return None
        shown = " ".join(filter(None, (f"“{name}”" if name else None, number)))
        member, key = self.id(number), number
        if name:  # an ID that does not go with the name is not his
            match = self._register.match(Seen(name, number, None, None, None))
            member = match.member.federation_id if match.member else None
            key = f"name:{name_key(name)}"
        return Who(member or key or "", shown, place, day, member, name, True)

    def judged(self, who: Who, word: str) -> Judged:
        """Whether he may report for the organizer on his day; `word` says what kind of member."""
        why: str | None = None
        for standing in self.standing:
            person = standing.person
            by_name = not person.federation_id and who.named and same_name(person.name, who.name)
            if not person.on(who.day) or not (standing.keys & {who.key, who.member} or by_name):
                continue
            if standing.role == REPRESENTS:
                return Judged(who, True, standing.ruling)
            if standing.role == REPORTS:
                number = self.id(person.federation_id) or person.federation_id
                why = self.no_member(number, who.day, who.day, word)
                if why is None:
                    return Judged(who, True, standing.ruling)
        return Judged(who, no_member=why)

    def no_member(self, number: str | None, first: date, last: date, word: str) -> str | None:
        """Why the member of an ID is none on every one of these days; None where he is."""
        member = self._register.by_id.get(number or "")
        if member is None:
            return f"{number} is not on the register" if number else "nobody on the register"
        same = or_(MemberRow.id == member.member_id, MemberRow.merged_into == member.member_id)
        held = col(MembershipRow.member_id).in_(select(MemberRow.id).where(same))
        query = select(MembershipRow).where(held, col(MembershipRow.known_until).is_(None))
        spans = [(r.first_day, r.last_day) for r in self.session.exec(query) if self._counts(r, word)]
        for ordinal in range(first.toordinal(), last.toordinal() + 1):
            day = date.fromordinal(ordinal)
            if not any(begins <= day <= ends for begins, ends in spans):
                return f"{member.federation_id} {member.name} has no membership on {day}"
        return None

    def _counts(self, row: MembershipRow, word: str) -> bool:
        if row.kind == ONE_TIME:
            return word == "member" and row.event_key == self.view.key
        return row.kind == ANNUAL or self.switches.r39 == "annual-and-collegiate"

    def _keys(self, person: Person) -> frozenset[str]:
        found = {self.id(person.federation_id) or person.federation_id}
        if person.email:
            found.add(sender_key(person.email))
        return frozenset(key for key in found if key)


def who_reported(people: People, law: Edition, article: str, asks: bool, blocks: bool) -> Iterator[Finding]:
    """4(2): reported by the organizer, or by a member whom he authorised. Unless it is asked of every event
    (`asks`), only whom the report itself names is looked at."""
    view = people.view
    asking = Asked(article, blocks=blocks)
    word = law.words("reporters")[1]
    ruling = view.reporter_ruling()
    ruled = None
    if ruling is not None and ruling.value != ORGANIZER:
        ruled = people.named(None, ruling.value, "report", view.event.arrived_on)
    candidates = _reporters(people)
    settled = ruling.id if ruling else None
    if candidates is not None:
        yield from _of_reporters(people, asking, candidates, asks, word, settled)
    if ruled is not None:
        yield from _of_reporters(people, asking, [ruled], asks, word, None)


def _of_reporters(
    people: People, asking: Asked, candidates: Sequence[Who], asks: bool, word: str, settled: int | None
) -> Iterator[Finding]:
    facts, ruling = people.facts, None
    judged = [people.judged(who, word) for who in candidates]
    allowed = [j for j in judged if j.allowed]
    if any(j.ruling is None for j in allowed):
        return
    if not asks:
        who = next((j.who for j in judged if j.who.named), None)
        why = people.no_member(who.member, who.day, who.day, word) if who else None
    elif judged:
        first = (allowed or [j for j in judged if j.no_member is not None] or judged)[0]
        who, why, ruling = first.who, first.no_member, first.ruling
    else:
        yield from checks.reporter_unknown(facts, asking, settled)
        return
    if who is not None and why is not None:
        yield from checks.reporter_not_a_member(facts, asking, who.shown, who.key, who.place, why, settled)
    elif who is not None and asks:
        settled = ruling or settled
        yield from checks.reporter_not_authorised(
            facts, asking, who.shown, who.key, who.place, people.organizer, settled
        )


def sender_shown(name: str) -> str:
    """The sender of a mail as a question tells of him."""
    if name:
        return f"the sender of the mail, “{name}”"
    return "the sender of the mail"


def _reporters(people: People) -> list[Who] | None:
    """Everybody by whom the report can be (R55); None where it is the organizer himself."""
    record, view, switches = people.facts.record, people.view, people.switches
    reports = reports_behind(people.session, view.event.reading_id)
    by_mail = []
    for report, mail in reports:
        if mail is not None and mail.sender:
            shown = sender_shown(mail.sender_name)
            by_mail.append(Who(sender_key(mail.sender), shown, f"mail M{mail.id}", report.arrived_on))
    if by_mail and switches.r55 == "sender":
        return by_mail
    named = [people.named(record.reporter, record.reporter_id, "report", view.event.arrived_on)]
    named += [_stated(people, r) for r, _ in reports if r.reporter and r.reporter != ORGANIZER]
    told = [who for who in named if who is not None]
    if any(report.reporter == ORGANIZER for report, _ in reports):
        return None
    first = reports[0][1] if reports else None  # what the office fetches later says nothing
    own = people.federation and not told and first is None
    return None if own and switches.r55 != "federation-too" else [*told, *by_mail]


def _stated(people: People, report: ReportRow) -> Who | None:
    """Whom the officer named with a report, or who sent the mail that he pasted."""
    text = report.reporter or ""
    if address_of(text):
        shown = "the sender of the mail that was pasted"
        return Who(sender_key(text), shown, "report", report.arrived_on)
    number = member_number(text)
    return people.named(None if number else text, number, "report", report.arrived_on)


def who_ran(people: People, article: str, asks: bool, blocks: bool) -> Iterator[Finding]:
    """3(3): run by an annual member on every day of the event; who is named in the report goes first, then
    who is in charge of the organizer's events."""
    facts, view = people.facts, people.view
    first, last = view.event.first_day, view.event.last_day
    if first is None or last is None or first > last:
        return
    asking, word = Asked(article, blocks=blocks), "annual-member"
    ruling = view.run_by_ruling()
    settled = ruling.id if ruling else None
    named = people.named(facts.record.run_by, facts.record.run_by_id, "report", first)
    in_charge = [s for s in people.standing if s.role == RUNS and s.person.on(first) and s.person.on(last)]
    if named is not None:
        why = people.no_member(named.member, first, last, word)
        if why is not None:
            yield from checks.not_run_by_a_member(facts, asking, named.shown, named.key, why, settled)
    elif in_charge:
        numbers = [s.person.federation_id for s in in_charge]
        reasons = [
            (s, people.no_member(people.id(number) or number, first, last, word))
            for s, number in zip(in_charge, numbers, strict=True)
        ]
        members = [s for s, why in reasons if why is None]
        if not members:
            who = ", ".join(number or "" for number in numbers)
            why = "; ".join(why for _, why in reasons if why)
            shown = f"in charge at “{people.organizer}”"
            yield from checks.not_run_by_a_member(facts, asking, shown, who, why, settled)
        elif asks and all(s.ruling is not None for s in members):
            yield from checks.run_by_unknown(facts, asking, members[0].ruling)
    elif asks:
        yield from checks.run_by_unknown(facts, asking, settled)
    if ruling is not None:
        ruled = people.named(None, ruling.value, "ruling", first)
        why = people.no_member(ruling.value, first, last, word)
        if ruled is not None and why is not None:
            yield from checks.not_run_by_a_member(facts, asking, ruled.shown, ruled.key, why, None)
