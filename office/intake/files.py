"""From received files to stored events: the bytes are kept first, then read; every event is a report.

The bytes go into the office's archive, content-addressed like pages, under the address `file:NAME`. A
report's reference is `file:` and the SHA-256 of what it stands on, so that the same file is recognised
under whatever name it comes.
"""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from sqlalchemy import Connection, Engine
from sqlmodel import Session, select

from importer.apart import Budget
from importer.errors import ImportRefused
from importer.faults import fault, of_the_report
from importer.files import AT_ONCE, FileReading, GivenFile, read_files, too_many
from importer.given import Says
from importer.keys import same_name_other_players
from importer.store import received
from importer.tables import EventRow, ReportRow
from office.clock import Clock
from office.database.engine import transaction
from office.desk.asked import register_kept
from office.desk.refresh import look_at
from office.desk.sight import Sight
from office.families import day_here
from office.intake.pages import BY_HAND, SAVED, pages_among, read_pages
from office.intake.refused import as_stored, replaced_by
from office.intake.take_in import take_in
from office.intake.told import Told, told
from office.undisturbed import undisturbed
from rating.interpretations import Interpretations
from rating.time_control import minutes_at_60
from scraper.archive import Exchange, FileArchive
from scraper.records import EventRecord, Problem

LONGEST_NAME = 500
"""Letters by which a report of files is called."""


@dataclass(frozen=True, slots=True)
class TakenFile(Told):
    """What became of one event in the files: stored, or the problems that stopped it (as `Taken` of links).
    Beside an event that was stored, `problems` are pages that came with its own and could not be read.

    `names`: the files it stands on; `reader`: what read them, None if nothing knew them; `report_id`: its
    report; `corrects`: refused reports whose correction this is, in words."""

    names: tuple[str, ...]
    reader: str | None
    report_id: int
    record: EventRecord | None = None
    problems: tuple[Problem, ...] = ()
    corrects: tuple[str, ...] = ()


def take_files(
    engine: Engine,
    files: Sequence[GivenFile],
    *,
    archive: Path,
    reported: date | None,
    clock: Clock,
    message: int | None = None,
    reporter: str | None = None,
    by_hand: bool = False,
    every: bool = False,
    budget: Budget | None = None,
) -> list[TakenFile]:
    """Keeps, reads and stores files that came together: one transaction for noting each report, one for
    each event, one for comparing them with the whole desk.

    `archive`: the office's archive folder (`place.archive`); `reported`: the day the files arrived, in
    Japan; None: today (R16). `message`: the mail they came with; `reporter`: who sent them, where no mail is
    kept. `by_hand`: the officer gives them, so that saved pages among them are read; a mail's are not, since
    anybody can write them. What stops one event does not stop the next, whatever it is, and its report is
    kept with the problems. Files that nothing knows are kept and refused, too. More than `AT_ONCE` events in
    one zip, or in all files of a mail, are one question, unless `every` is asked for. `budget`: what is left
    of what the mail they came with may take.
    """
    keep_files(archive, files, clock)
    pages, others = pages_among(files) if by_hand else ([], files)
    keep_files(archive, [page for page in pages if page not in files], clock)  # out of zips
    of_pages, refused = read_pages(engine, archive, pages, clock())
    readings = read_files(others, minutes_at_60, budget, every=every)
    if not every and not by_hand and len(readings) > AT_ONCE:
        readings = [too_many(others, ", ".join(f.name for f in others)[:LONGEST_NAME], len(readings))]
    readings = [*([refused] if refused else []), *readings]
    with register_kept(), engine.connect() as connection:
        taken = [
            _take(connection, reading, reference, reported, clock, message, reporter)
            for reading, reference in [*of_pages, *zip(readings, references(readings), strict=True)]
        ]
        return told(connection, taken)


def keep_files(archive: Path, files: Sequence[GivenFile], clock: Clock) -> None:
    """The bytes as they came, on the disk when this returns."""
    archive.mkdir(parents=True, exist_ok=True)
    kept = FileArchive(archive)
    addresses = [f"file:{file.name}" for file in files]
    kept.put_all(
        [Exchange(a, a, "received", 200, f.data, clock()) for a, f in zip(addresses, files, strict=True)]
    )


def references(readings: Sequence[FileReading]) -> list[str]:
    """What names each report; of a zip with several events the second is `…#2`."""
    met: Counter[str] = Counter()
    found = []
    for reading in readings:
        reference = _reference(reading)
        met[reference] += 1
        found.append(reference if met[reference] == 1 else f"{reference}#{met[reference]}")
    return found


def _reference(reading: FileReading) -> str:
    """What names the report of these bytes, in whatever order and under whatever names they came."""
    parts = sorted(hashlib.sha256(file.data).hexdigest() for file in reading.files)
    return "file:" + (parts[0] if len(parts) == 1 else hashlib.sha256("".join(parts).encode()).hexdigest())


@undisturbed()
def _take(
    engine: Connection,
    reading: FileReading,
    reference: str,
    reported: date | None,
    clock: Clock,
    message: int | None,
    reporter: str | None,
) -> TakenFile:
    now = clock()
    with transaction(engine) as session:
        today = day_here(session, now)
        report = received(
            session,
            reference=reference,
            text=((BY_HAND if reading.reader == SAVED else "") + ", ".join(reading.names))[:LONGEST_NAME],
            arrived_on=reported or today,
            day_stated=reported is not None,
            now=now,
            message=message,
            reporter=reporter,
        )
    assert report.id is not None
    failed = TakenFile(reading.names, reading.reader, report.id, problems=reading.problems)
    if reading.record is None:
        with transaction(engine) as session:
            _failed(session, report.id, reading.problems, reading.says)
        return failed
    try:
        return _store(engine, reading.record, report.id, clock, failed)
    except ImportRefused as error:
        problems = error.problems
    except Exception as error:
        if not of_the_report(error):
            raise
        problems = (fault(error, ", ".join(reading.names)[:LONGEST_NAME]),)
    with transaction(engine) as session:
        _failed(session, report.id, problems)
    return replace(failed, problems=problems)


def _store(
    engine: Connection, record: EventRecord, report_id: int, clock: Clock, failed: TakenFile
) -> TakenFile:
    """One event into the tables; what it raises leaves them as they were."""
    with transaction(engine) as session:
        row = session.get_one(ReportRow, report_id)
        other = same_name_other_players(session, record)
        if other is not None:
            _failed(session, report_id, (other,))
            return replace(failed, record=record, problems=(other,))
        seen = Sight.of(session, Interpretations())
        stored = take_in(session, record, row, clock(), seen)
        row.state = "read"
        session.add(row)
        session.flush()
        event = session.exec(select(EventRow).where(EventRow.key == stored.event_key)).one()
        corrects = tuple(
            f"{old.text or old.reference} of {old.arrived_on}, which could not be read (report {old.id})"
            for old in replaced_by(session, row, event)
        )
        look_at(event, seen, None if stored.state == "unchanged" else record)
    return replace(failed, record=record, stored=stored, corrects=corrects)


def _failed(session: Session, report_id: int, problems: Sequence[Problem], says: Says | None = None) -> None:
    """Keeps the report with all its problems."""
    row = session.get_one(ReportRow, report_id)
    row.state, row.problem = "failed", as_stored(problems, says)
    session.add(row)
