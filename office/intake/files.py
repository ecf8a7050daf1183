"""From received files to stored events: the bytes are kept first, then read; every event is a report.

The bytes go into the office's archive, content-addressed like pages, under the address `file:NAME`. A
report's reference is `file:` and the SHA-256 of what it stands on, so that the same file is recognised
under whatever name it comes.
"""

import hashlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import Engine

from importer.apart import Budget
from importer.files import AT_ONCE, FileReading, read_files, too_many
from importer.given import GivenFile
from importer.kept_reader import kept
from office.clock import Clock
from office.database.engine import look, together
from office.desk.keeping import register_kept
from office.families import family_of
from office.intake.pages import BY_HAND, SAVED, pages_among, read_pages
from office.intake.take_in import LONGEST_NAME, Came, Taken, read_with, taken_in, told
from rating.time_control import minutes_at_60
from scraper.archive import Exchange, FileArchive


def take_files(
    engine: Engine,
    files: Sequence[GivenFile],
    came: Came,
    *,
    archive: Path,
    clock: Clock,
    by_hand: bool = False,
    every: bool = False,
    budget: Budget | None = None,
) -> list[Taken]:
    """Keeps, reads and stores files that came together: one transaction for noting each report, one for
    each event, one for comparing them with the whole desk.

    `archive`: the office's archive folder (`place.archive`). `by_hand`: the officer gives them, so that saved
    pages among them are read; a mail's are not, since anybody can write them. What stops one event does not
    stop the next, whatever it is, and its report is kept with the problems. Files that nothing knows are kept
    and refused, too. More than `AT_ONCE` events in one zip, or in all files of a mail, are one question,
    unless `every` is asked for. `budget`: what is left of what the mail they came with may take. What was
    read of this mail before is not read again: another one may have corrected it since.
    """
    keep_files(archive, files, clock)
    with kept(), register_kept(), engine.connect() as connection, together():
        pages, others, beside = pages_among(files) if by_hand else ([], files, frozenset[str]())
        keep_files(archive, [page for page in pages if page not in files], clock)  # out of zips
        of_pages, refused = read_pages(connection, archive, pages, clock())
        with look(connection) as session:
            home = family_of(session).home
        readings = read_files(others, minutes_at_60, budget, home=home, every=every, beside=beside)
        if not every and not by_hand and len(readings) > AT_ONCE:
            readings = [too_many(others, ", ".join(f.name for f in others)[:LONGEST_NAME], len(readings))]
        readings = [*([refused] if refused else []), *readings]
        met: Counter[str] = Counter()
        named = []
        for reading in readings:
            reference = _reference(reading)
            met[reference] += 1  # of a zip with several events the second is `…#2`
            named.append((reading, reference if met[reference] == 1 else f"{reference}#{met[reference]}"))
        with look(connection) as session:
            before = read_with(session, came.message)
        taken = []
        for reading, reference in [*of_pages, *named]:
            if reference in before:
                continue
            name = ", ".join(reading.names)
            one = Taken(name, name, problems=reading.problems)
            text = ((BY_HAND if reading.reader == SAVED else "") + name)[:LONGEST_NAME]
            taken.append(
                taken_in(connection, clock, came, one, reference, text, reading.record, reading.says)
            )
        return told(connection, taken)


def keep_files(archive: Path, files: Sequence[GivenFile], clock: Clock) -> None:
    """The bytes as they came, on the disk when this returns."""
    archive.mkdir(parents=True, exist_ok=True)
    kept = FileArchive(archive)
    addresses = [f"file:{file.name}" for file in files]
    kept.put_all(
        [Exchange(a, a, "received", 200, f.data, clock()) for a, f in zip(addresses, files, strict=True)]
    )


def _reference(reading: FileReading) -> str:
    """What names the report of these bytes, in whatever order and under whatever names they came."""
    parts = sorted(hashlib.sha256(file.data).hexdigest() for file in reading.files)
    return "file:" + (parts[0] if len(parts) == 1 else hashlib.sha256("".join(parts).encode()).hexdigest())
