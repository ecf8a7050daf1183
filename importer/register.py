"""The register from a CSV file: who is a member, since when, with which IDs and FIDE ratings.

One line a member. Memberships: `2025-04-01/2026-03-31; 2026-04-01/2027-03-31`, both days inclusive
(3(5)). FIDE ST/RP: the ratings held when first joining (6(1)), with the day (Joined) and the source.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, TypeVar

from sqlmodel import Session, col, delete, select

from importer.csv_file import Line, parse_day, parse_rating, read_lines, refuse_faults, refuse_repeats
from importer.names import federation_id, name_key
from importer.tables import FideRatingRow, MemberRow, MembershipRow

REQUIRED = ("ID", "Name", "Memberships")
OPTIONAL = (
    "Kanji",
    "Kana",
    "Birth",
    "Sex",
    "Federation",
    "FIDE ID",
    "Club",
    "Joined",
    "FIDE ST",
    "FIDE RP",
    "FIDE Source",
)
R = TypeVar("R", MembershipRow, FideRatingRow)
FIDE_COLUMNS = {"standard": "FIDE ST", "rapid": "FIDE RP"}


@dataclass(frozen=True, slots=True)
class Entry:
    """One member as the file has him; `fide` by rating type."""

    federation_id: str
    name: str
    kanji: str | None
    kana: str | None
    born: date | None
    sex: str | None
    federation: str | None
    fide_id: str | None
    club: str | None
    joined: date | None
    memberships: tuple[tuple[date, date], ...]
    fide: tuple[tuple[str, int], ...]
    fide_source: str | None


@dataclass(frozen=True, slots=True)
class Counts:
    """What an import did, by federation ID; and what is not known of whom (listed, never filled in)."""

    created: tuple[str, ...]
    changed: tuple[str, ...]
    unchanged: tuple[str, ...]
    without_birth_date: tuple[str, ...]
    not_in_file: tuple[str, ...]


def read_register(data: bytes, file: str) -> list[Entry]:
    """The entries of a register file, in its order; `ImportRefused` with every fault otherwise."""
    lines = read_lines(data, file, required=REQUIRED, optional=OPTIONAL)
    refuse_repeats(lines, "ID", lambda line: federation_id(line.text("ID") or "") or line.number)
    fide_ids = [line for line in lines if line.text("FIDE ID")]
    refuse_repeats(fide_ids, "FIDE ID", lambda line: line.text("FIDE ID"))
    entries = [_entry(line) for line in lines]
    refuse_faults(lines)
    return entries


def apply_register(session: Session, entries: Sequence[Entry], now: datetime) -> Counts:
    """Creates and changes members as the entries say, inside the caller's transaction.

    Who is not in the file stays as he is. An empty cell takes nothing away that is known already,
    except memberships, which the file states whole for each member in it.
    """
    known = {m.federation_id: m for m in session.exec(select(MemberRow))}
    spans = _by_member(session.exec(select(MembershipRow)).all())
    fide = _by_member(session.exec(select(FideRatingRow)).all())
    created: list[str] = []
    changed: list[str] = []
    unchanged: list[str] = []
    no_birth: list[str] = []
    for entry in entries:
        row = known.get(entry.federation_id)
        if row is None:
            row = MemberRow(**_facts(entry), federation_id=entry.federation_id, known_since=now)
            session.add(row)
            created.append(entry.federation_id)
            moved = True
        else:
            assert row.id is not None
            moved = _change(row, entry)
            held = sorted((m.first_day, m.last_day) for m in spans.get(row.id, ()))
            moved |= held != sorted(entry.memberships)
            rated = {(f.type, f.rating, f.source) for f in fide.get(row.id, ())}
            moved |= bool({(t, r, entry.fide_source) for t, r in entry.fide} - rated)
            (changed if moved else unchanged).append(entry.federation_id)
        if moved:
            session.flush()
            assert row.id is not None
            _replace_spans(session, row.id, entry, now)
        if row.born is None:
            no_birth.append(entry.federation_id)
    left = tuple(sorted(known.keys() - {entry.federation_id for entry in entries}))
    return Counts(tuple(created), tuple(changed), tuple(unchanged), tuple(no_birth), left)


def _entry(line: Line) -> Entry:
    number = federation_id(line.needed("ID", "a federation ID, N and eight digits"))
    if number is None and line.text("ID"):
        line.fault("ID", "N and eight digits", f"“{line.text('ID')}”", "correct the ID")
    name = line.needed("Name", "the Roman name, surname first")
    if "," in name:
        line.fault("Name", "surname first without a comma (4 Note 4)", f"“{name}”", "take the comma out")
    elif name and not name_key(name):
        line.fault("Name", "a name with letters", f"“{name}”", "correct the name")
    fide = tuple(
        (t, rating)
        for t, column in FIDE_COLUMNS.items()
        if (rating := line.value(column, parse_rating, "a FIDE rating")) is not None
    )
    if fide and not line.text("FIDE Source"):
        expected = "where the office has the FIDE rating from"
        line.fault("FIDE Source", expected, "an empty cell", "name the source, e.g. “FIDE list 2024-03”")
    joined = line.value("Joined", parse_day, "a day, YYYY-MM-DD")
    if fide and joined is None and not line.text("Joined"):
        expected = "the day of first joining, on which the FIDE rating was held (6(1))"
        line.fault("Joined", expected, "an empty cell", "fill in the day, YYYY-MM-DD")
    return Entry(
        federation_id=number or "",
        name=name,
        kanji=line.text("Kanji"),
        kana=line.text("Kana"),
        born=line.value("Birth", parse_day, "a day, YYYY-MM-DD"),
        sex=line.value("Sex", _sex, "m or f"),
        federation=line.value("Federation", _federation, "three capital letters, e.g. JPN"),
        fide_id=line.value("FIDE ID", _digits, "digits"),
        club=line.text("Club"),
        joined=joined,
        memberships=tuple(_spans(line)),
        fide=fide,
        fide_source=line.text("FIDE Source"),
    )


def _spans(line: Line) -> list[tuple[date, date]]:
    spans = []
    for part in (line.text("Memberships") or "").split(";"):
        if not part.strip():
            continue
        first, _, last = part.strip().partition("/")
        try:
            span = parse_day(first.strip()), parse_day(last.strip())
        except ValueError:
            span = (date.max, date.min)
        if span[0] > span[1]:
            what = "intervals like 2025-04-01/2026-03-31, separated by semicolons"
            line.fault("Memberships", what, f"“{part.strip()}”", "correct the interval")
            continue
        spans.append(span)
    if len(set(spans)) != len(spans) or len({s[0] for s in spans}) != len(spans):
        line.fault("Memberships", "each first day once", "one that stands twice", "leave one out")
    return sorted(spans)


def _sex(text: str) -> str:
    if text.lower() not in ("m", "f"):
        raise ValueError(text)
    return text.lower()


def _federation(text: str) -> str:
    if not (len(text) == 3 and text.isascii() and text.isalpha() and text.isupper()):
        raise ValueError(text)
    return text


def _digits(text: str) -> str:
    if not (text.isascii() and text.isdigit()):
        raise ValueError(text)
    return text


def _facts(entry: Entry) -> dict[str, Any]:
    names = ("name", "kanji", "kana", "born", "sex", "federation", "fide_id", "club", "joined")
    return {n: getattr(entry, n) for n in names}


def _change(row: MemberRow, entry: Entry) -> bool:
    moved = False
    for name, value in _facts(entry).items():
        if value is not None and getattr(row, name) != value:
            setattr(row, name, value)
            moved = True
    return moved


def _replace_spans(session: Session, member_id: int, entry: Entry, now: datetime) -> None:
    """Makes the memberships those of the entry; what stood before keeps the day it was known since."""
    held = session.exec(select(MembershipRow).where(MembershipRow.member_id == member_id)).all()
    for row in held:
        if (row.first_day, row.last_day) not in entry.memberships:
            session.delete(row)
    session.flush()
    known = {(row.first_day, row.last_day) for row in held}
    for first, last in entry.memberships:
        if (first, last) not in known:
            session.add(MembershipRow(member_id=member_id, first_day=first, last_day=last, known_since=now))
    for type_, rating in entry.fide:
        session.exec(
            delete(FideRatingRow).where(
                col(FideRatingRow.member_id) == member_id, col(FideRatingRow.type) == type_
            )
        )
        session.add(
            FideRatingRow(member_id=member_id, type=type_, rating=rating, source=entry.fide_source or "")
        )


def _by_member(rows: Sequence[R]) -> dict[int, list[R]]:
    found: dict[int, list[R]] = {}
    for row in rows:
        found.setdefault(row.member_id, []).append(row)
    return found
