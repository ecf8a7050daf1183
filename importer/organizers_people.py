"""The people of an organizer (3(3), 4(2)): who reports for him, and who runs his events.

Three columns of the organizers' file: `Representatives` (they are the organizer), `Reporters` (members whom
he authorised), `In charge` (members who run his events). Each holds people separated by semicolons, a person
by name, federation ID, e-mail address and interval, of which what is known: `Sato Hana N90000001
hana@example.jp 2026-04-01/`. Whoever has to be a member needs the ID. `none` says that there is nobody.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, TypeVar

from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from importer.ids import member_number
from importer.names import name_key
from importer.standing import restated
from importer.tables import OrganizerNameRow, OrganizerPersonRow, OrganizerSpanRow

if TYPE_CHECKING:
    from importer.csv_file import Line

REPRESENTS, REPORTS, RUNS = "represents", "reports", "runs"
ROLES: Mapping[str, str] = {"Representatives": REPRESENTS, "Reporters": REPORTS, "In charge": RUNS}
"""The roles by the column that names who has them."""

Told = tuple[str, str, str]
"""A column of an organizer that is other than before: what stood in it, and what stands."""

R = TypeVar("R", OrganizerNameRow, OrganizerSpanRow, OrganizerPersonRow)
NOBODY = "none"
ADDRESS = re.compile(r"[^\s@;,<>\"“”]{1,64}@[^\s@;,<>\"“”]{1,255}")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of an organizer; what is not known of him is None. Both days inclusive."""

    name: str | None = None
    federation_id: str | None = None
    email: str | None = None
    first_day: date | None = None
    last_day: date | None = None

    def on(self, day: date) -> bool:
        """Whether he stands for the organizer on a day."""
        return (self.first_day is None or self.first_day <= day) and (
            self.last_day is None or day <= self.last_day
        )

    @property
    def shown(self) -> str:
        """The person for the officer; of an address only whose it can be."""
        address = f"{self.email[0]}…@{self.email.rpartition('@')[2]}" if self.email else None
        days = f"{self.first_day or ''}/{self.last_day or ''}"
        parts = (self.name, self.federation_id, address, days if days != "/" else None)
        return " ".join(filter(None, parts))


def address_of(text: str) -> str | None:
    """An e-mail address as addresses are compared, however it is written; None if the text is none."""
    plain = unicodedata.normalize("NFKC", text).strip().casefold()
    return plain if ADDRESS.fullmatch(plain) else None


def stands_in(address: str, text: str) -> bool:
    """Whether an address stands in a text, and not as a part of a longer one."""
    whole = rf"(?<![\w.+-]){re.escape(address)}(?![\w-]|\.\w)"
    return re.search(whole, text, re.IGNORECASE) is not None


def sender_key(address: str) -> str:
    """How a ruling names the sender of a mail: rulings can leave the office, addresses do not (7(1))."""
    return "mail:" + hashlib.sha256((address_of(address) or address).encode()).hexdigest()[:16]


def person_of(text: str) -> Person:
    """The person a text names; ValueError if it names none or says something twice."""
    from importer.cell_values import parse_day  # who only asks for stored people reads no file

    found: dict[str, str] = {}
    days: tuple[date | None, date | None] = (None, None)
    name = []
    for word in unicodedata.normalize("NFKC", text).split():
        number, address = member_number(word), address_of(word.strip("<>()"))
        if number is not None or address is not None:
            field = "federation_id" if number is not None else "email"
            if field in found:
                raise ValueError(text)
            found[field] = number or address or ""
        elif "/" in word:
            first, _, last = word.partition("/")
            if days != (None, None):
                raise ValueError(text)
            days = parse_day(first) if first else None, parse_day(last) if last else None
            if days == (None, None) or (days[0] and days[1] and days[0] > days[1]):
                raise ValueError(text)
        else:
            name.append(word)
    if any("@" in word or not any(c.isalpha() for c in word) for word in name) or not (name or found):
        raise ValueError(text)
    return Person(" ".join(name) or None, found.get("federation_id"), found.get("email"), *days)


def people_on(line: "Line") -> dict[str, tuple[Person, ...]]:
    """The people of each role that the line states; what cannot be taken is noted on it. A role whose cell
    is empty is not stated."""
    return {role: _cell(line, column, role) for column, role in ROLES.items() if line.text(column)}


def parts_of(text: str) -> list[str]:
    """What stands between semicolons."""
    from importer.cell_values import each_of

    return [part for part in each_of(text) if part]


def _cell(line: "Line", column: str, role: str) -> tuple[Person, ...]:
    told = parts_of(line.text(column) or "")
    if [part.casefold() for part in told] == [NOBODY]:
        return ()
    people = []
    for part in told:
        try:
            person = person_of(part)
        except ValueError:
            expected = "a name, federation ID, e-mail address, interval, as Sato Hana N90000001 2026-04-01/"
            line.fault(column, expected, f"“{part}”", "correct it; separate people by semicolons")
            continue
        if role != REPRESENTS and person.federation_id is None:
            article = "4(2)" if role == REPORTS else "3(3)"
            expected = f"a federation ID beside the name: it has to be a member ({article})"
            line.fault(column, expected, f"“{part}”", "add the ID, or name a representative")
        people.append(person)
    return tuple(dict.fromkeys(people))


def people(session: Session) -> dict[int, dict[str, tuple[Person, ...]]]:
    """Everybody who stands, by the organizer's row and role."""
    found: dict[int, dict[str, tuple[Person, ...]]] = {}
    standing = select(OrganizerPersonRow).where(col(OrganizerPersonRow.known_until).is_(None))
    for row in session.exec(standing.order_by(col(OrganizerPersonRow.id))):
        mine = found.setdefault(row.organizer_id, {})
        mine[row.role] = (*mine.get(row.role, ()), _person(row))
    return found


def standing_of(table: type[R], organizer_id: int) -> SelectOfScalar[R]:
    """What stands of an organizer in one of his tables."""
    return select(table).where(table.organizer_id == organizer_id, col(table.known_until).is_(None))


def apply_people(
    session: Session, organizer_id: int, stated: Mapping[str, Sequence[Person]], now: datetime
) -> list[Told]:
    """Brings each role that is stated in line with it; who does not stand any more keeps the time he was
    known. What changed."""
    told = []
    for column, role in ROLES.items():
        if role not in stated:
            continue
        rows = standing_of(OrganizerPersonRow, organizer_id).where(OrganizerPersonRow.role == role)
        held = {_person(row): row for row in session.exec(rows.order_by(col(OrganizerPersonRow.id)))}
        if held.keys() == set(stated[role]):
            continue
        told.append((column, people_text(held), people_text(stated[role])))
        session.add_all(
            OrganizerPersonRow(organizer_id=organizer_id, role=role, **asdict(p), known_since=now)
            for p in restated(session, held, stated[role], now)
        )
    return told


def people_text(given: Iterable[Person]) -> str:
    """People as they are shown."""
    return "; ".join(person.shown for person in given) or NOBODY


def same_name(one: str | None, other: str | None) -> bool:
    """Whether two names are the same words, in whatever order and spelling of signs."""
    return bool(one and other and name_key(one) and name_key(one) == name_key(other))


def _person(row: OrganizerPersonRow) -> Person:
    return Person(row.name, row.federation_id, row.email, row.first_day, row.last_day)
