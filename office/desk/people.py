"""The people of an event's organizer: who of them may report, who runs events, and who is a member."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from sqlmodel import Session, col, or_, select

from importer.matching import Register, Seen
from importer.names import name_key
from importer.organizers import Organizer
from importer.organizers_people import REPORTS, REPRESENTS, Person, same_name, sender_key
from importer.register_history import ANNUAL, ONE_TIME
from importer.tables import MemberRow, MembershipRow
from office.rules.people import ruled_people

if TYPE_CHECKING:
    from importer.checks import Facts
    from rating.interpretations import Interpretations

FEDERATION = "federation"


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody who reported or ran an event. `key` names him in a ruling: a federation ID, `mail:…`,
    `name:…`; `member` is his ID where he is one on the register. `named`: by a report or the officer, and not
    only by the sender of a mail; `day` the day on which he reported."""

    key: str
    shown: str
    place: str
    member: str | None
    name: str | None
    named: bool
    day: date


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

    def __init__(
        self,
        session: Session,
        facts: Facts,
        register: Register,
        organizers: Sequence[Organizer],
        switches: Interpretations,
    ) -> None:
        self.session, self._register, self._switches = session, register, switches
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
        return Who(member or key or "", shown, place, member, name, True, day)

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
        return row.kind == ANNUAL or self._switches.r39 == "annual-and-collegiate"

    def _keys(self, person: Person) -> frozenset[str]:
        found = {self.id(person.federation_id) or person.federation_id}
        if person.email:
            found.add(sender_key(person.email))
        return frozenset(key for key in found if key)
