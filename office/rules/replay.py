"""Rulings as a file, and back: the same readings and the same rulings give the same lists.

A ruling names what the officer saw, never a row of a database, so that it means the same in another office.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlmodel import Session, col, select

from importer.lengths import TEXT
from importer.merged import apply_merges
from importer.rulings import Kind, subject_text
from importer.tables import EventRow, MemberRow, RulingRow
from office.errors import OfficeError, problem_of
from office.families import day_here
from office.rules.imported import Fault, faults_of
from office.tables import ListVersionRow
from office.words import n_
from scraper.records import Problem

FORMAT = "banzuke-rulings-1"
TEXTS = ("kind", "fingerprint", "reason", "who")
"""Fields that every ruling has, as text."""

PERHAPS = ("event_key", "code", "value")
TAKEN_BACK = ("taken_back_at", "taken_back_by", "taken_back_why")


@dataclass(frozen=True, slots=True)
class Replayed:
    """How many rulings were taken over, and how many stood here already. `absent`: the event or list of each
    that was taken over, is in force, and is about one that this office does not have."""

    taken: int
    known: int
    absent: Sequence[str]


def rulings_json(session: Session) -> str:
    """Every ruling ever made, oldest first, also those taken back: the same rulings, the same text."""
    rows = session.exec(select(RulingRow).order_by(col(RulingRow.id)))
    content = {"format": FORMAT, "rulings": [_values(row) for row in rows]}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def take_rulings(session: Session, data: bytes, file: str, now: datetime) -> Replayed:
    """Takes over every ruling of such a file that is not here yet; all of them or none.

    Refused with every fault where the file is none, where a ruling cannot be read, where another answer to
    the same question is in force here, where it says otherwise than one here who is one person with whom, and
    where one of two entries that are merged is not on the register.
    """
    given = _read(session, data, file)
    rows = list(session.exec(select(RulingRow).order_by(col(RulingRow.id))))
    known = {_identity(row) for row in rows}
    back = {_identity(row)[:-1] for row in rows if row.taken_back_at is not None}
    standing = {_question(row): row for row in rows if row.taken_back_at is None}
    fresh = []
    for row in given:
        here = standing.get(_question(row)) if row.taken_back_at is None else None
        same = here is not None and (here.value, here.fingerprint) == (row.value, row.fingerprint)
        # what was taken back here stays so, also where the file is older, and where it was decided anew
        is_back = _identity(row)[:-1] in back
        if not same and not is_back and _identity(row) not in known:
            fresh.append((row, here))
    fresh_rows = [row for row, _here in fresh]
    otherwise = [(row, here) for row, here in fresh if here is not None]
    otherwise += _of_one_person([*standing.values(), *fresh_rows])
    faults = [
        problem_of(
            "ruling-other-here",
            f"{file}, {row.kind} {row.event_key or ''} {row.subject}",
            f"ruling {here.id}: {here.value or here.kind}, which is in force here",
            f"{row.value or row.kind}, by {row.who} on {day_here(session, row.made_at)}",
        )
        for row, here in otherwise
    ]
    faults += _not_registered(session, fresh_rows, file)
    if faults:
        raise OfficeError(*faults)
    for row in fresh_rows:
        session.add(row)
        session.flush()  # one by one: their numbers keep their order
    apply_merges(session, now)
    absent = list(_absent(session, fresh_rows))
    return Replayed(len(fresh), len(given) - len(fresh), absent)


def _of_one_person(rows: Iterable[RulingRow]) -> Iterator[tuple[RulingRow, RulingRow]]:
    """Rulings that are to be taken over, each with one in force here that it contradicts: by both together
    each of two entries would be merged into the other, or two persons be one. Only those here have a number.
    """
    stands = [row for row in rows if row.taken_back_at is None]
    merges = {json.loads(row.subject)["member"]: row for row in stands if row.kind == Kind.MERGE}

    def way(number: str) -> tuple[dict[str, RulingRow], str]:
        """The merges that lead from an entry to the member he is, by what each gives up, and that member."""
        met: dict[str, RulingRow] = {}
        while number in merges and number not in met:
            met[number] = merges[number]
            number = merges[number].value or ""
        return met, number

    for number in merges:
        involved, end = way(number)
        if end == number == min(involved):  # a circle, once
            yield from _one_of_each([*involved.values()])
    for row in stands:
        if row.kind == Kind.APART:
            (mine, one), (theirs, other) = map(way, json.loads(row.subject).values())
            if one == other:
                yield from _one_of_each([row, *mine.values(), *theirs.values()])


def _one_of_each(rows: Sequence[RulingRow]) -> Iterator[tuple[RulingRow, RulingRow]]:
    fresh, here = ([row for row in rows if (row.id is None) is new] for new in (True, False))
    yield from zip(fresh[:1], here[:1], strict=False)


def _not_registered(session: Session, rows: Iterable[RulingRow], file: str) -> Iterator[Problem]:
    """Entries of merges in force that nobody entered here. A merge acts when it is taken over and not again
    when they are: it would stand beside a register that knows nothing of it."""
    merges = [row for row in rows if row.kind == Kind.MERGE and row.taken_back_at is None]
    named = [(row, one) for row in merges for one in (json.loads(row.subject)["member"], row.value or "")]
    m = MemberRow
    found = select(m.federation_id).where(col(m.federation_id).in_({one for _row, one in named}))
    here = set(session.exec(found))
    for row, one in named:
        if one not in here:
            place, expected = f"{file}, {row.kind} {row.subject}", "an ID on the register"
            yield problem_of("no-such-member", place, expected, f"“{one}”", "import the member first")


def _absent(session: Session, rows: Iterable[RulingRow]) -> Iterator[str]:
    """What rulings in force are about that is not here: events, and lists before the newest. It is no fault:
    an office that is carried over takes its decisions before it has all events."""
    events = set(session.exec(select(EventRow.key)))
    lists = {day.isoformat() for day in session.exec(select(col(ListVersionRow.list_date)))}
    newest = max(lists, default="")
    for row in rows:
        of_list = json.loads(row.subject).get("list")
        if row.taken_back_at is not None:
            continue
        if row.event_key is not None and row.event_key not in events:
            yield row.event_key
        elif of_list is not None and of_list not in lists and of_list < newest:
            yield str(of_list)


def _values(row: RulingRow) -> dict[str, Any]:
    told: dict[str, Any] = {name: getattr(row, name) for name in (*TEXTS, *PERHAPS)}
    told |= {"subject": json.loads(row.subject), "made_at": row.made_at.isoformat()}
    if row.taken_back_at is not None:
        back = (row.taken_back_at.isoformat(), row.taken_back_by, row.taken_back_why)
        told |= zip(TAKEN_BACK, back, strict=True)
    return told


def _read(session: Session, data: bytes, file: str) -> list[RulingRow]:
    try:
        content = json.loads(data.decode("utf-8-sig"))
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise OfficeError(_fault(file, "JSON, as banzuke rulings export writes it", str(error))) from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        found = content.get("format") if isinstance(content, dict) else type(content).__name__
        raise OfficeError(_fault(file, f"the format {FORMAT}", str(found)))
    listed = content.get("rulings")
    if not isinstance(listed, list):
        raise OfficeError(_fault(file, "a list of rulings", type(listed).__name__))
    found_rows: list[RulingRow] = []
    faults: list[Problem] = []
    for number, told in enumerate(listed, start=1):
        place = f"{file}, ruling {number}"
        if not isinstance(told, dict):
            faults.append(_fault(place, "a ruling as it was exported", type(told).__name__))
            continue
        unfit = {one.key: one for one in (*faults_of(session, told), *_unfit(told))}  # one for each key
        faults += [_fault(f"{place}, {key}", one.expected, one.found) for key, one in unfit.items()]
        if not unfit:
            found_rows.append(_row(told))
    if faults:
        raise OfficeError(*faults)
    return found_rows


def _unfit(told: Mapping[str, Any]) -> Iterable[Fault]:
    """What is wrong in what every ruling has, whatever its kind."""
    texts = [name for name in (*TEXTS, *PERHAPS) if name in TEXTS or told.get(name) is not None]
    moments = ["made_at"]
    if told.get("taken_back_at") is not None:
        moments.append("taken_back_at")
        texts += ["taken_back_by", "taken_back_why"]
    subject = told.get("subject")
    about = {f"subject, {key}": value for key, value in subject.items()} if isinstance(subject, dict) else {}
    for key, value in ({name: told.get(name) for name in texts} | about).items():
        if isinstance(value, str) and len(value) > TEXT:
            yield Fault(key, f"at most {TEXT} signs", str(len(value)))
        elif isinstance(value, str) and any(s == "\0" or "\ud800" <= s <= "\udfff" for s in key + value):
            # half of a surrogate pair is no sign, and no database takes a NUL
            yield Fault(key, "a text that can be stored", repr(value)[:100])
        elif key in texts and not (isinstance(value, str) and value.strip()):
            yield Fault(key, "a text", "nothing" if value is None else repr(value)[:100])
    for key in moments:
        try:
            _moment(told.get(key))
        except (TypeError, ValueError, OverflowError):
            yield Fault(key, "a moment with its zone, 2026-10-10T09:30:00+00:00", repr(told.get(key))[:100])


def _row(told: Mapping[str, Any]) -> RulingRow:
    """The row of a ruling in which nothing is wrong."""
    texts: dict[str, Any] = {name: told.get(name) for name in (*TEXTS, *PERHAPS)}
    row = RulingRow(**texts, subject=subject_text(told["subject"]), made_at=_moment(told["made_at"]))
    if told.get("taken_back_at") is not None:
        row.taken_back_at = _moment(told["taken_back_at"])
        row.taken_back_by, row.taken_back_why = told["taken_back_by"], told["taken_back_why"]
    return row


def _moment(value: object) -> datetime:
    moment = datetime.fromisoformat(value) if isinstance(value, str) else None
    if moment is None or moment.tzinfo is None:
        raise ValueError("a moment without a zone")
    return moment.astimezone(UTC)


def _question(row: RulingRow) -> tuple[str | None, str, str | None, str]:
    return row.event_key, row.kind, row.code, row.subject


def _identity(row: RulingRow) -> tuple[object, ...]:
    """What makes two rulings the same one."""
    return *_question(row), row.value, row.fingerprint, row.made_at, row.taken_back_at


def _fault(place: str, expected: str, found: str) -> Problem:
    return problem_of("rulings-file", place, expected, found)


def lines_of(replayed: Replayed) -> Iterable[str]:
    yield n_("{n} decision taken over", "{n} decisions taken over", replayed.taken)
    if replayed.known:
        yield n_("{n} was known here already", "{n} were known here already", replayed.known)
    if replayed.absent:
        yield n_(
            "{n} is about an event or a list that this office does not have",
            "{n} are about events or lists that this office does not have",
            len(replayed.absent),
        )
