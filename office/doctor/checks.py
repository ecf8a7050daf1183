"""What is asked of an office beside what other checks ask: its folder, with who may read and write there,
room on the disk and what killed commands left; the key; what is kept beside the database against what it
names. Of the clock: clock.py; of the servers: servers.py."""

import fcntl
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import sqlalchemy as sa
from sqlmodel import Session, col, select

from importer.stored import frozen_record, stored_faults
from importer.tables import EventRow, MessageRow, ReadingRow
from office.chain.key import PUBLIC, SECRET, office_key
from office.chain.statements import NAME, heads, signed_statements, unwritten
from office.database.read_only import writable
from office.errors import OfficeError, problem_of
from office.lists.chain import published
from office.lists.columns import table_of
from office.lists.sums import wrong_sums
from office.mail.keep import DELETED
from office.place import Place
from scraper.archive import ArchiveError, FileArchive
from scraper.problems import problem
from scraper.records import EventRecord, Problem
from scraper.unfinished import PREFIX

ROOM = 200_000_000
"""Bytes that have to be free at least: an evening's pages, a month's site and a copy of a small database."""

PRIVATE = ("banzuke.sqlite", "mails", "archive", "banzuke.toml")
"""What holds personal data or a server's password."""

SHELVES = (
    *("archive", "archive/pages", "mails", "mails/pages", "statements", "seen"),
    *("lists", "games", "games/*", "fide", "outgoing", "templates", "templates/notices"),
)
"""The folders of an office in which files are begun, beside its own."""

NAMED = 5
"""So many of root's files are named."""

OTHERS = 0o077
"""The rights of everybody but the owner."""


def folder_faults(place: Place) -> Iterator[Problem]:
    """Files that cannot be written, a disk that is nearly full, unfinished files, what others may read."""
    for path in (place.folder, place.archive, place.mails, place.database):
        if path.exists() and not writable(path):
            yield problem_of("not-writable", str(path), "a place that can be written", "no right to")
    if of_root := _of_root(place.folder):
        shown = ", ".join(of_root[:NAMED]) + (", …" if len(of_root) > NAMED else "")
        remedy = f"chown -R --reference={place.folder} {place.folder}"
        expected = "files that all belong to whose folder it is"
        yield Problem("file-trouble", str(place.folder), expected, f"of root: {shown}", remedy)
    free = shutil.disk_usage(place.folder).free
    held = place.database.stat().st_size if place.database.is_file() else 0
    needed = max(ROOM, 2 * held)
    if free < needed:
        expected, found = f"{needed // 1_000_000} MB free", f"{free // 1_000_000} MB"
        yield problem_of("disk-low", str(place.folder), expected, found)
    for path in leftovers(place):
        yield problem_of("leftover", str(path), "no such file", "what a killed command left")
    if place.folder.stat().st_mode & OTHERS:  # else nobody comes further
        for path in (place.folder / name for name in PRIVATE):
            if path.exists() and path.stat().st_mode & OTHERS:
                remedy = f"if nobody else is to read it: chmod -R go= {place.folder}"
                yield Problem("open-to-others", str(path), "readable by its owner alone", mode(path), remedy)


def _of_root(folder: Path) -> list[str]:
    """What root has put among the files of somebody else, who cannot read it; root can write all of it."""
    owner = folder.stat().st_uid
    if os.geteuid() != 0 or owner == 0:
        return []
    owners = {}
    for path in sorted(folder.rglob("*")):
        with suppress(FileNotFoundError):  # the desk goes on meanwhile, and takes its unfinished files away
            owners[path] = path.lstat().st_uid
    if owner not in owners.values():
        return []  # root alone works here
    return [str(path.relative_to(folder)) for path, uid in owners.items() if uid == 0]


def key_faults(place: Place) -> Iterator[Problem]:
    """A key that is lost, is none, or that others may read."""
    secret, public = place.folder / SECRET, place.folder / PUBLIC
    if not secret.exists() and not public.exists() and not any(place.statements.glob("*")):
        return  # of an older office: made when it is first needed
    if public.exists() or not secret.exists():
        try:
            office_key(place)
        except OfficeError as error:
            yield from error.problems
    elif writable(place.folder):
        yield unwritten(public)
    if secret.exists() and secret.stat().st_mode & OTHERS:
        yield problem_of("key-readable", str(secret), "readable by its owner alone", mode(secret))


def leftovers(place: Place) -> Iterator[Path]:
    """Files and folders that killed commands began; what a living one writes is none."""
    folders = [place.folder, *(folder for name in SHELVES for folder in sorted(place.folder.glob(name)))]
    for folder in folders:
        if folder.is_dir() and os.access(folder, os.R_OK | os.X_OK):
            names = sorted(path for path in folder.iterdir() if path.name.startswith(PREFIX))
            yield from filter(_left, names)


def _left(path: Path) -> bool:
    """Whether its writer is gone: a living one holds a lock on it."""
    try:
        handle = os.open(path, os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(handle)
    return True


def mode(path: Path) -> str:
    """The rights on a file as `chmod` takes them."""
    return f"{path.stat().st_mode & 0o777:04o}"


AT_ONCE = 200
"""Readings that are looked at together; one is some ten thousand characters."""


def reading_faults(session: Session) -> Iterator[Problem]:
    """Frozen readings that are not what was read, and events that are other than theirs."""
    numbers = session.connection().execute(sa.select(table_of(ReadingRow).c.id)).scalars().all()
    for at in range(0, len(numbers), AT_ONCE):
        some = numbers[at : at + AT_ONCE]
        for row in session.exec(select(ReadingRow).where(col(ReadingRow.id).in_(some))):
            _record, found = frozen_record(row)
            if found != row.fingerprint:
                place = f"database, reading, row {row.id}"
                remedy = "put a copy back from your backup"
                yield Problem("event-differs", place, f"a reading with {row.fingerprint}", found, remedy)
        session.expunge_all()
    yield from stored_faults(session, session.exec(select(EventRow).order_by(col(EventRow.id))).all())


def sum_faults(session: Session) -> Iterator[Problem]:
    """Published lists that do not add up from their own games."""
    for version in published(session):
        for one in wrong_sums(session, version):
            remedy = "put a copy back from your backup; a published list is never repaired by hand"
            yield replace(one, remedy=remedy)


def archive_faults(session: Session, place: Place) -> Iterator[Problem]:
    """Pages and mails that are not what their SHA-256 says, or that the database names and nobody has."""
    for folder, named in ((place.archive, _pages(session)), (place.mails, _mails(session))):
        if not folder.is_dir() and not named:
            continue
        archive = FileArchive(folder)
        listed = {entry.sha256 for entry in archive.each()}
        yield from archive.verify()
        unlisted = 0
        for sha256, by in named.items():
            if sha256 not in listed:
                try:
                    archive.body(sha256)
                except ArchiveError as error:
                    if error.problem.code == "archive-page-missing":  # a damaged one is named above
                        yield replace(error.problem, expected=f"a file, for {by}")
                else:
                    unlisted += 1
        if unlisted:  # each had its line before anything named it: the index is not whole
            place_of, expected = f"{folder.name}/index.jsonl", "a line for each that the database names"
            yield problem("archive-page-missing", place_of, expected, f"{unlisted} without a line")


def _pages(session: Session) -> dict[str, str]:
    """By SHA-256 the pages that readings were made of, each with an event of it."""
    found: dict[str, str] = {}
    own = table_of(ReadingRow).c
    query, few = sa.select(own.event_key, own.record).order_by(own.id), {"yield_per": AT_ONCE}
    for key, record in session.connection().execute(query, execution_options=few):
        for page in EventRecord.from_dict(json.loads(record)).source.pages:
            found.setdefault(page.sha256, key)
    return found


def _mails(session: Session) -> dict[str, str]:
    """By SHA-256 the mails that were kept, each with its number; not those that were deleted since."""
    query = select(MessageRow.sha256, MessageRow.id).where(MessageRow.state != DELETED)
    rows = session.exec(query.where(col(MessageRow.sha256).is_not(None)))
    return {sha256: f"M{number}" for sha256, number in rows if sha256 is not None}


def unwritten_faults(session: Session, place: Place) -> Iterator[Problem]:
    """Publications whose head or signed statement is not outside the database yet; without a key to sign with
    the key is what is told of (`key_faults`). Heads that are other than
    the database has them are none: nothing is written behind those."""
    told = heads(session)
    file = place.folder / NAME
    written = file.read_text("utf-8", "replace").splitlines() if file.is_file() else []
    if written != told and written == told[: len(written)] and (file.is_file() or len(told) == 1):
        yield unwritten(file)
    keyless = {"key-lost", "key-unfit"} & {one.code for one in key_faults(place)}  # which nothing else mends
    if len(signed_statements(place, session)) < len(told) and not keyless:
        yield unwritten(place.statements)
