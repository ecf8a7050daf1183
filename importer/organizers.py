"""Organizers of rated games (3(3)) from a file, and who is registered under a name on a day.

One line an organizer: `Name, Kind, Valid`, and if there are any `Names`, separated by semicolons, and his
people (importer/organizers_people.py). Kinds are `federation`, `club` and `circle`; Valid holds intervals,
both days inclusive, `2024-10-01/` to this day.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from sqlmodel import Session, col, select

from importer.names import name_key
from importer.organizers_people import (
    NOBODY,
    ROLES,
    Person,
    Told,
    apply_people,
    parts_of,
    people,
    people_on,
    standing_of,
)
from importer.standing import Done, restated
from importer.tables import OrganizerNameRow, OrganizerRow, OrganizerSpanRow

if TYPE_CHECKING:
    from importer.csv_file import Line

KINDS = ("federation", "club", "circle")
_KINDS = {kind: kind for kind in KINDS} | {"連盟": "federation", "公認クラブ": "club", "クラブ": "club"}
_KINDS |= {"サークル": "circle", "学生チェス連盟加盟サークル": "circle"}
"""The ways to write a kind."""
COLUMNS = ("Name", "Kind", "Valid")
Span = tuple[date, date | None]


@dataclass(frozen=True, slots=True)
class OrganizerEntry:
    """One organizer as the file has him; `names` None: the file does not say. `people` by the roles that the
    file states."""

    name: str
    kind: str
    spans: tuple[Span, ...]
    names: tuple[str, ...] | None
    people: Mapping[str, tuple[Person, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Organizer:
    """An organizer with everything that stands."""

    row: OrganizerRow
    names: tuple[str, ...]
    spans: tuple[Span, ...]
    people: Mapping[str, tuple[Person, ...]] = field(default_factory=dict)

    def on(self, day: date) -> bool:
        """Whether he is registered on a day."""
        return any(first <= day and (last is None or day <= last) for first, last in self.spans)

    def throughout(self, first: date, last: date) -> bool:
        """Whether he is registered on every day from the first to the last; registrations that follow each
        other are one."""
        day = first
        for begins, ends in sorted(self.spans, key=lambda span: span[0]):
            if begins <= day and (ends is None or day <= ends):
                if ends is None or last <= ends:
                    return True
                day = ends + timedelta(days=1)
        return False


def read_organizers(
    data: bytes, file: str, encoding: str | None = None, unread: list[str] | None = None
) -> list[OrganizerEntry]:
    """The entries in the file's order; `ImportRefused` with every fault otherwise. `unread`:
    importer/table_file.py."""
    from importer.also_called import also_called
    from importer.csv_file import refuse_faults, refuse_repeats
    from importer.table_file import table_lines

    optional = ("Names", *ROLES)
    called = also_called("organizers")
    lines = table_lines(
        data, file, required=COLUMNS, optional=optional, encoding=encoding, unread=unread, called=called
    )
    refuse_repeats(lines, "Name", lambda line: name_key(line.text("Name") or "") or line.number)
    entries = [organizer_of(line) for line in lines]
    refuse_faults(lines)
    return entries


def apply_organizers(session: Session, entries: Sequence[OrganizerEntry], now: datetime) -> Done:
    """Enters organizers and changes those that are known by this name; who is not in the file stays. The
    intervals, and the names where there are any, are stated whole; what stood before keeps the time it was
    known."""
    known = {name_key(o.row.name): o for o in organizers(session)}
    done: dict[str, list[str]] = {"created": [], "changed": [], "unchanged": []}
    changes = []
    for entry in entries:
        held = known.get(name_key(entry.name))
        if held is not None:
            told = _apply(session, held, entry, now)
            changes += [(entry.name, *one) for one in told]
            done["changed" if told else "unchanged"].append(entry.name)
            continue
        row = OrganizerRow(name=entry.name, kind=entry.kind, known_since=now)
        session.add(row)
        session.flush()
        _apply(session, Organizer(row, (), ()), entry, now)
        done["created"].append(entry.name)
    session.flush()
    return Done(**{what: tuple(told) for what, told in done.items()}, changes=tuple(changes))


def organizers(session: Session) -> list[Organizer]:
    """Every organizer, by kind and name."""
    names: dict[int, list[str]] = {}
    known = select(OrganizerNameRow).where(col(OrganizerNameRow.known_until).is_(None))
    for name in session.exec(known.order_by(col(OrganizerNameRow.id))):
        names.setdefault(name.organizer_id, []).append(name.name)
    spans: dict[int, list[Span]] = {}
    standing = select(OrganizerSpanRow).where(col(OrganizerSpanRow.known_until).is_(None))
    for span in session.exec(standing.order_by(col(OrganizerSpanRow.first_day))):
        spans.setdefault(span.organizer_id, []).append((span.first_day, span.last_day))
    rows = sorted(session.exec(select(OrganizerRow)), key=lambda r: (KINDS.index(r.kind), r.name))
    theirs = people(session)
    return [
        Organizer(r, tuple(names.get(i, ())), tuple(spans.get(i, ())), theirs.get(i, {}))
        for r in rows
        for i in (r.id or 0,)
    ]


def spans_text(spans: Sequence[Span]) -> str:
    """Intervals as they are written in a file."""
    return "; ".join(f"{first}/{last or ''}" for first, last in spans)


def organizer_of(line: "Line") -> OrganizerEntry:
    """The organizer on this line; what cannot be taken is noted on the line."""
    name = line.needed("Name", "the organizer's name")
    told = line.needed("Kind", " or ".join(KINDS)).lower()
    kind = _KINDS.get(told, "")
    if told and not kind:
        line.fault("Kind", " or ".join(KINDS), f"“{line.text('Kind')}”", "correct the cell")
    valid = parts_of(line.needed("Valid", "intervals like 2024-10-01/2026-03-31, or 2024-10-01/"))
    spans = dict.fromkeys(span for part in valid for span in _span(line, part))
    names = line.text("Names")
    others = tuple(dict.fromkeys(parts_of(names))) if names else None
    others = () if names and names.casefold() == NOBODY else others
    return OrganizerEntry(name, kind, tuple(sorted(spans, key=lambda s: s[0])), others, people_on(line))


def _span(line: "Line", text: str) -> list[Span]:
    from importer.cell_values import ends_of, parse_day

    first, parted, last = ends_of(text)
    try:
        span = parse_day(first.strip()), parse_day(last.strip()) if last.strip() else None
        if parted and (span[1] is None or span[0] <= span[1]):
            return [span]
    except ValueError:
        pass
    expected = "intervals like 2024-10-01/2026-03-31, or 2024-10-01/ to this day, separated by semicolons"
    line.fault("Valid", expected, f"“{text}”", "correct the interval")
    return []


def _apply(session: Session, held: Organizer, entry: OrganizerEntry, now: datetime) -> list[Told]:
    told = []
    row = held.row
    assert row.id is not None
    if row.kind != entry.kind:
        told.append(("Kind", row.kind, entry.kind))
        row.kind = entry.kind
        session.add(row)
    if entry.names is not None and set(entry.names) != set(held.names):
        told.append(("Names", "; ".join(held.names) or NOBODY, "; ".join(entry.names) or NOBODY))
        named = {r.name: r for r in session.exec(standing_of(OrganizerNameRow, row.id))}
        session.add_all(
            OrganizerNameRow(organizer_id=row.id, name=name, known_since=now)
            for name in restated(session, named, entry.names, now)
        )
    if set(entry.spans) != set(held.spans):
        told.append(("Valid", spans_text(held.spans) or NOBODY, spans_text(entry.spans)))
        spans = {(r.first_day, r.last_day): r for r in session.exec(standing_of(OrganizerSpanRow, row.id))}
        session.add_all(
            OrganizerSpanRow(organizer_id=row.id, first_day=first, last_day=last, known_since=now)
            for first, last in restated(session, spans, entry.spans, now)
        )
    return told + apply_people(session, row.id, entry.people, now)
