"""Rulings on the people of an organizer: who may report for him (4(2)), and who runs his events (3(3)).

They say what the organizers' file can say, with a reason, and can be taken back. A sender's address stands in
them as `mail:` and digits of its SHA-256, since rulings can be exported and addresses never leave (7(1)).
"""

import json
from dataclasses import dataclass
from datetime import date

from sqlmodel import Session, col, select

from importer.guests import NO_MEMBER
from importer.ids import member_number
from importer.names import is_person, name_key
from importer.organizers import organizers
from importer.organizers_people import REPORTS, REPRESENTS, RUNS, Person, address_of, sender_key
from importer.rulings import Kind, Made, Rulings, Subject
from importer.tables import EventRow, RulingRow
from office.desk.answers import member_id
from office.errors import OfficeError, refusal
from office.families import require_organizers
from office.rules.payers import by_name
from office.rules.standing import stand

ORGANIZER = "organizer"
"""Says of somebody that he is the organizer himself."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """What such a ruling says: of the person named by `key`, that he is the organizer or the member of an ID,
    in a role, on some days."""

    ruling: int
    organizer: str
    role: str
    key: str
    person: Person


def person_subject(organizer: str, role: str, key: str) -> Subject:
    """`key`: a federation ID, or `mail:` and digits (`sender_key`)."""
    return {"organizer": organizer, "role": role, "person": key}


def person_value(known_as: str, first: date | None = None, last: date | None = None) -> str:
    """`known_as`: a federation ID, or `organizer`."""
    days = f"{first or ''}/{last or ''}" if first or last else None
    return json.dumps({"as": known_as, **({"valid": days} if days else {})}, ensure_ascii=False)


def ruled_people(rulings: Rulings) -> list[Ruled]:
    """Every such ruling in force."""
    found = []
    for row in rulings.of_kind(Kind.PERSON):
        subject, value = json.loads(row.subject), json.loads(row.value or "{}")
        first, _, last = value.get("valid", "/").partition("/")
        as_organizer = value["as"] == ORGANIZER
        person = Person(
            federation_id=None if as_organizer else value["as"],
            first_day=date.fromisoformat(first) if first else None,
            last_day=date.fromisoformat(last) if last else None,
        )
        role = REPRESENTS if as_organizer else subject["role"]
        found.append(Ruled(row.id or 0, subject["organizer"], role, subject["person"], person))
    return found


def known_as(session: Session, person: str, answer: str | None) -> str:
    """Who somebody is, as the officer says: `organizer`, or the ID of a member. Refused where a member was
    named and another one is given."""
    if (answer or "").strip().casefold() == ORGANIZER:
        return ORGANIZER
    number = member_id(session, answer, "--authorised")
    theirs = member_number(person)  # None of who is known by an address or a name
    if number == NO_MEMBER or theirs not in (None, number):
        expected = f"organizer, or {theirs or 'the ID of a member'}"
        remedy = "--reported-by says that another person reported the event"
        raise refusal("person-of-organizer", "--authorised", expected, f"“{answer}”", remedy)
    return number


def person_of_event(session: Session, kind: Kind, answer: str | None) -> str:
    """Who reported or ran an event, as the officer says: a member's ID; who reported can be the organizer."""
    if kind is Kind.REPORTER and (answer or "").strip().casefold() == ORGANIZER:
        return ORGANIZER
    return _member(session, answer, "--reported-by" if kind is Kind.REPORTER else "--run-by")


def _member(session: Session, given: str | None, place: str) -> str:
    number = member_id(session, given, place)
    if number == NO_MEMBER:
        raise _refused(place, "the ID of a member", f"“{given}”", "name a member of the register")
    return number


def rule_person(
    session: Session,
    organizer: str,
    person: str,
    role: str,
    *,
    member: str | None,
    first: date | None,
    last: date | None,
    made: Made,
) -> RulingRow:
    """Rules that somebody, by federation ID or e-mail address, represents an organizer, reports for him or
    runs his events. `member`: which member an address belongs to.

    Refused where nobody knows the organizer, where who has to be a member is none, and for days the wrong way
    round.
    """
    require_organizers(session, "banzuke rule person")
    address = address_of(person)
    if first and last and first > last:
        raise _refused("--until", f"a day from {first} on", str(last), "write the first day before the last")
    if address is None:
        number = _member(session, person, "PERSON")
        if member is not None and _member(session, member, "--member") != number:
            raise _refused("--member", number, member, "leave --member out: the person is named by the ID")
        key, named = number, ORGANIZER if role == REPRESENTS else number
    elif role == RUNS:
        remedy = "name the member who runs the events"
        raise _refused("PERSON", "a federation ID", "an e-mail address", remedy)
    elif role == REPORTS and member is None:
        expected = "--member ID: who reports for an organizer is a member"
        raise _refused("PERSON", expected, "an e-mail address alone", "or: --as representative")
    elif role == REPRESENTS and member is not None:
        expected = "an address alone: it is the organizer's own"
        remedy = "leave --member out; or, for a member who reports for the organizer: --as reporter"
        raise _refused("--member", expected, f"“{member}”", remedy)
    else:
        key = sender_key(address)
        named = ORGANIZER if role == REPRESENTS else _member(session, member, "--member")
    subject = person_subject(_organizer(session, organizer), role, key)
    return stand(session, Kind.PERSON, subject, person_value(named, first, last), made)


def _organizer(session: Session, named: str) -> str:
    """The organizer's name on the register, else as an event names him."""
    key = name_key(named)
    if key and (registered := by_name(session).get(key)):
        called_so = [o for o in registered if name_key(o.row.name) == key] or list(registered)
        if len(called_so) > 1:
            known = "; ".join(o.row.name for o in called_so)
            expected, remedy = f"one of: {known}", "give the name under which it is registered"
            raise refusal("no-such-organizer", "ORGANIZER", expected, f"“{named}”, of several", remedy)
        return called_so[0].row.name
    names = session.exec(select(EventRow.organizer).where(col(EventRow.organizer).is_not(None))).all()
    for name in names:
        if name and key and name_key(name) == key:
            return name
    known = "; ".join(sorted({o.row.name for o in organizers(session)} | {str(n) for n in names})) or "none"
    remedy = "name one of these, or enter it on the register: banzuke organizers import FILE"
    raise refusal("no-such-organizer", "ORGANIZER", f"one of: {known}", f"“{named}”", remedy)


def _refused(place: str, expected: str, found: str, remedy: str) -> OfficeError:
    return refusal("person-of-organizer", place, expected, found, remedy)


def reporter_named(text: str) -> str:
    """As a report keeps it: `organizer`, an ID, an address, or a name; refused where it is none of these."""
    plain = " ".join(text.split())
    if plain.casefold() == ORGANIZER:
        return ORGANIZER
    found = member_number(plain) or address_of(plain)
    if found is None and "@" not in plain and is_person(plain):
        return plain
    if found is None:
        expected = "organizer, a member's ID, a name, or an e-mail address"
        raise refusal("person-of-organizer", "--reporter", expected, f"“{text}”", "correct it")
    return found
