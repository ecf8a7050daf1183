"""Applications for rated events (3(4)) from a file or one by one, and which event each is for.

One line an application: `Event, Organizer, First day, Last day, Applied, Type`, and if they are known `Form`
(`tournament` or `meeting`), `Announced` (whether the announcement called it rated, and how) and `Report`
(the number or address of its upload). An application for the same event and first day is the same one.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime
from typing import TYPE_CHECKING

from sqlmodel import Session, col, select

from importer.names import name_key
from importer.standing import Done
from importer.tables import ApplicationRow, EventRow

if TYPE_CHECKING:
    from importer.csv_file import Line
    from importer.organizers import Organizer

COLUMNS = ("Event", "Organizer", "First day", "Last day", "Applied", "Type")
OPTIONAL = ("Form", "Announced", "Report")
DAYS = frozenset({"First day", "Last day", "Applied"})
TYPES = ("standard", "rapid")
FORMS = ("tournament", "meeting")
_TYPES = {word: word for word in TYPES} | {"スタンダード": "standard", "ラピッド": "rapid"}
_FORMS = {word: word for word in FORMS} | {"大会": "tournament", "例会": "meeting"}
"""The ways to write a type and a form."""
_TOURNAMENT = re.compile(
    r"(?:(?:.*/)?tnr0*([1-9][0-9]*)\.aspx.*|(?:chess-results:)?0*([1-9][0-9]*))", re.IGNORECASE
)

_NUMBERS = re.compile(r"tnr0*([1-9][0-9]*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ApplicationEntry:
    """One application as somebody stated it."""

    event_name: str
    organizer: str
    first_day: date
    last_day: date
    applied_on: date
    type: str
    form: str | None = None
    announced: bool | None = None
    event_key: str | None = None


def read_applications(
    data: bytes, file: str, encoding: str | None = None, unread: list[str] | None = None
) -> list[ApplicationEntry]:
    """The entries in the file's order; `ImportRefused` with every fault otherwise. `unread`:
    importer/table_file.py."""
    from importer.also_called import also_called
    from importer.csv_file import refuse_faults, refuse_repeats
    from importer.table_file import table_lines

    lines = table_lines(
        data,
        file,
        required=COLUMNS,
        optional=OPTIONAL,
        days=DAYS,
        encoding=encoding,
        unread=unread,
        called=also_called("applications"),
    )
    entries = [entry_of(line) for line in lines]
    events = [line for line in lines if line.text("Event") and line.text("First day")]
    begins = {line.number: entry.first_day for line, entry in zip(lines, entries, strict=True)}
    refuse_repeats(events, "Event", lambda line: (name_key(line.text("Event") or ""), begins[line.number]))
    refuse_faults(lines)
    return entries


def entry_of(line: "Line") -> ApplicationEntry:
    """The application on this line; what cannot be taken is noted on the line."""
    from importer.cell_values import YES_OR_NO, one_of, parse_day

    event = line.needed("Event", "the event's name")
    organizer = line.needed("Organizer", "who applied")
    days = {}
    for column in ("First day", "Last day", "Applied"):
        line.needed(column, "a day, YYYY-MM-DD")
        days[column] = line.value(column, parse_day, "a day, YYYY-MM-DD") or date.min
    first, last = days["First day"], days["Last day"]
    if date.min not in (first, last) and first > last:
        found = f"{days['First day']} to {days['Last day']}"
        line.fault("Last day", "a day not before the first", found, "correct one of the two")
    line.needed("Type", " or ".join(TYPES))
    types, forms = one_of(_TYPES), one_of(_FORMS)
    return ApplicationEntry(
        event_name=event,
        organizer=organizer,
        first_day=first,
        last_day=last,
        applied_on=days["Applied"],
        type=line.value("Type", types, " or ".join(TYPES)) or "",
        form=line.value("Form", forms, " or ".join(FORMS)),
        announced=line.value("Announced", one_of(YES_OR_NO), "yes or no"),
        event_key=line.value("Report", report_key, "the number or address of the upload"),
    )


def report_key(text: str) -> str:
    """The key of the event that an upload's number or address names, also in full width; ValueError if it
    names none, or several."""
    plain = unicodedata.normalize("NFKC", text).strip()
    found = _TOURNAMENT.fullmatch(plain)
    if found is None or len(set(_NUMBERS.findall(plain))) > 1:
        raise ValueError(text)
    return f"chess-results:{next(g for g in found.groups() if g)}"


def apply_applications(session: Session, entries: Sequence[ApplicationEntry], now: datetime) -> Done:
    """Enters applications, counted by event; one that is stated otherwise than before replaces it,
    which stays on record."""
    known = {_identity(row): row for row in applications(session)}
    done: dict[str, list[str]] = {"created": [], "changed": [], "unchanged": []}
    for entry in entries:
        row = known.get(_identity(entry))
        if row is not None:
            entry = replace(entry, event_key=entry.event_key or row.event_key)
            if all(getattr(row, name) == value for name, value in asdict(entry).items()):
                done["unchanged"].append(entry.event_name)
                continue
            row.known_until = now
            session.add(row)
        done["created" if row is None else "changed"].append(entry.event_name)
        session.add(ApplicationRow(**asdict(entry), known_since=now))
    session.flush()
    return Done(tuple(done["created"]), tuple(done["changed"]), tuple(done["unchanged"]))


def applications(session: Session) -> list[ApplicationRow]:
    """Every application that stands, by first day."""
    query = select(ApplicationRow).where(col(ApplicationRow.known_until).is_(None))
    order = (col(ApplicationRow.first_day), col(ApplicationRow.id))
    return list(session.exec(query.order_by(*order)))


@dataclass(frozen=True, slots=True)
class Applied:
    """The applications that stand, by the event that they name; those that name none by first day."""

    named: Mapping[str, Sequence[ApplicationRow]]
    free: Mapping[date, Sequence[ApplicationRow]]

    @classmethod
    def of(cls, standing: Iterable[ApplicationRow]) -> "Applied":
        """These applications."""
        named: dict[str, list[ApplicationRow]] = defaultdict(list)
        free: dict[date, list[ApplicationRow]] = defaultdict(list)
        for row in standing:
            if row.event_key is None:
                free[row.first_day].append(row)
            else:
                named[row.event_key].append(row)
        return cls(named, free)


def application_among(
    applied: Applied, event: EventRow, known: "Mapping[str, Sequence[Organizer]]"
) -> ApplicationRow | None:
    """The application for an event among these: the one that names it, else for its first day the only one of
    its organizer, under whichever of his names, and of its name; or else of one of the two. None if there is
    none, or if it cannot be said which. One that names the event's group comes before one of its name alone.
    `known`: the organizers by the key of each of their names."""

    def who(name: str) -> int | str | None:
        found = {one.row.id for one in known.get(name_key(name), ())}
        return found.pop() if len(found) == 1 else name_key(name)

    if named := applied.named.get(event.key):
        return named[0] if len(named) == 1 else None
    free = applied.free.get(event.first_day, ()) if event.first_day else ()
    organizer, names = who(event.organizer or ""), (_plain(event.called), _plain(event.name))
    his = [a for a in free if organizer and who(a.organizer) == organizer]
    called = [[a for a in free if name and _plain(a.event_name) == name] for name in names]
    called_so = called[0] or called[1]
    both = [a for a in his if a in called_so]
    found = both or [*his, *(a for a in called_so if a not in his)]
    return found[0] if len(found) == 1 else None


def _plain(name: str) -> str:
    """A name with its group as names are compared, in brackets as the site has it or without."""
    return name_key(name.translate(dict.fromkeys(map(ord, "[]［］"), " ")))


def _identity(application: ApplicationEntry | ApplicationRow) -> tuple[str, date]:
    return name_key(application.event_name), application.first_day
