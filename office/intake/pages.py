"""Saved pages that a person brings, in place of a fetch: told among files, sorted by tournament, read.

The pages of one tournament are one report, whatever files, folders and zips they came in; the pages that its
stored event stands on are read with them, so that what was missing can be brought later. In a reading, a page
that was fetched has an address; one that was brought has none, only the name of its file.
"""

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

from sqlalchemy import Connection, Select, bindparam
from sqlalchemy import select as columns
from sqlmodel import Session, col, select

from importer.apart import TooMuch, apart
from importer.errors import ImportRefused
from importer.faults import Unforeseen, fault
from importer.files import PICTURES, FileReading
from importer.given import GivenFile
from importer.kinds import ARCHIVE, UNKNOWN, kind_of
from importer.other_programs import is_text_of_cells
from importer.tables import EventRow, ReadingRow, ReportRow
from importer.unpack import is_zip, unpack
from office.database.engine import look
from rating.time_control import minutes_at_60
from scraper.addresses import Address, names_a_list
from scraper.archive import ArchiveError, FileArchive
from scraper.errors import PageError
from scraper.reading import read_by_hand, tournament_on
from scraper.records import EventRecord, PageSource, Problem, SavedPage
from scraper.web_archive import is_safari, is_saved_by_browser

BY_HAND = "saved by hand: "
"""How the text of a report begins that came as saved pages."""

SAVED = "saved-pages"
"""What reads them, as `FileReading.reader`."""

_HTML = re.compile(  # as it came with the server's headers, too: a text with its links would be other events
    rb"(?:HTTP/[0-9.]{1,3} [0-9]{3}[^<]{0,4000}\n\r?\n)?"
    rb"\s*(?:<\?xml[^>]*>\s*|<!--(?:(?!-->).){0,500}-->\s*){0,20}<(?:!doctype\s+html|html\b)",
    re.I | re.S,
)
_TITLE = re.compile(rb"<title>[^<]{0,80}Chess-results\.com\b", re.I)
_FORM = re.compile(rb"<form\b[^<>]*\saction=[\"'][^\"'<>]{0,80}?\btnr0*[1-9][0-9]{0,8}\.aspx", re.I)
_ACTION = re.compile(rb"<form\b[^<>]*\saction=[\"']([^\"'<>]{0,400})", re.I)


def is_page(data: bytes) -> bool:
    """Whether a file is an HTML page, or one that a browser packed into one file; of whatever site, but of no
    spreadsheet program."""
    if _HTML.match(data[:20_000].removeprefix(b"\xef\xbb\xbf")):
        return not is_text_of_cells(data)
    return is_saved_by_browser(data) or is_safari(data)


def is_saved_page(data: bytes) -> bool:
    """Whether a file given among links and mails is a saved page of one tournament. An HTML mail with links
    is none, nor is a page that lists tournaments: it stands for a link."""
    if not is_page(data):
        return False
    if not _HTML.match(data[:20_000]):
        return True
    action = _ACTION.search(data)
    listed = action is not None and names_a_list(action[1].decode("ascii", "replace"))
    return not listed and bool(_TITLE.search(data) or _FORM.search(data))


def pages_among(files: Sequence[GivenFile]) -> tuple[list[GivenFile], list[GivenFile], frozenset[str]]:
    """The pages among files and in the zips among them, and the files that may be reports: a zip is one of
    these as well where it holds anything else, or cannot be unpacked or looked through. And the names of all
    that is of a page in the zips, as `ZIP/NAME`."""
    pages: list[GivenFile] = []
    others: list[GivenFile] = []
    of_pages: set[str] = set()
    for file in files:
        if is_page(file.data):
            pages.append(file)
            continue
        try:
            held, names, is_other = apart(None, _held, file) if is_zip(file.data) else ([], [], True)
        except (TooMuch, Unforeseen, ImportRefused):  # what reads it as a report meets the same, and says so
            held, names, is_other = [], [], True
        pages += held
        of_pages.update(names)
        if is_other:
            others.append(file)
    return pages, others, frozenset(of_pages)


def _held(file: GivenFile) -> tuple[list[GivenFile], list[str], bool]:
    """The pages in a zip, the names of all that is of a page, and whether anything else is in it, which is
    then a report, or named as what was not read."""
    if kind_of(file.data) != ARCHIVE:
        return [], [], True
    members = unpack(file.name, file.data)
    held = {name: data for name, data in members if is_page(data)}
    beside = {name for name, _data in members if _of_a_page(name, held)}
    whole = [GivenFile(f"{file.name}/{name}", data) for name, data in held.items() if name not in beside]
    known = beside | held.keys()
    passed = {name for name, _data in members if name in known or name.casefold().endswith(PICTURES)}
    reports = (kind_of(data) for name, data in members if name not in held)
    left = any(name not in passed for name, _data in members)
    is_other = not held or left or any(kind != UNKNOWN for kind in reports)
    return whole, [f"{file.name}/{name}" for name in known], is_other


def _of_a_page(name: str, pages: dict[str, bytes]) -> bool:
    """Whether a page lies in the folder that a browser makes beside a page for its pictures and frames."""
    parents = [p for p in PurePosixPath(name).parents if p.name]
    whole = [PurePosixPath(p) for p in pages]
    return any(
        page.parent == folder.parent and folder.name.startswith(page.stem) and folder.name != page.stem
        for folder in parents
        for page in whole
    )


def read_pages(
    connection: Connection, archive: Path, pages: Sequence[GivenFile], at: datetime
) -> tuple[list[tuple[FileReading, str]], FileReading | None]:
    """Each tournament's pages as one reading, with the reference of its report, which is that of its link;
    and what is no page of a tournament: as problems of the first reading, or as a refused one alone."""
    kept = FileArchive(archive)
    by_tournament: dict[int, list[tuple[GivenFile, SavedPage]]] = {}
    unread: list[GivenFile] = []
    problems: list[Problem] = []
    for file in pages:
        page = _saved(file, at)
        try:
            by_tournament.setdefault(apart(None, tournament_on, page), []).append((file, page))
        except TooMuch as error:
            problems.append(error.problem(file.name))
            unread.append(file)
        except Unforeseen as error:
            problems.append(fault(error, file.name))
            unread.append(file)
        except PageError as error:
            problems.append(error.problem)
            unread.append(file)
    found = []
    for number, given in by_tournament.items():
        reading = _read(connection, kept, number, given)
        found.append((replace(reading, problems=(*problems, *reading.problems)), Address(number).reference))
        problems = []
    refused = FileReading(SAVED, tuple(unread), None, tuple(problems)) if problems else None
    return found, refused


def _read(
    connection: Connection, archive: FileArchive, number: int, given: Sequence[tuple[GivenFile, SavedPage]]
) -> FileReading:
    """One tournament, with the pages that its stored event stands on."""
    files = tuple(file for file, _page in given)
    pages = {page.sha256: page for _file, page in given}
    problems: list[Problem] = []
    for source in _sources(connection, number):
        try:
            body = archive.body(source.sha256)
        except ArchiveError as error:
            problems.append(error.problem)
            continue
        # The same bytes again are the page that is known, with the time at which it came first.
        pages[source.sha256] = SavedPage(
            body, source.origin, source.sha256, source.address, source.fetched_at
        )
    names = ", ".join(file.name for file in files)
    try:
        record = apart(None, read_by_hand, list(pages.values()), minutes_at_60=minutes_at_60)
    except PageError as error:
        return FileReading(SAVED, files, None, (*problems, error.problem))
    except TooMuch as error:
        return FileReading(SAVED, files, None, (*problems, error.problem(names)))
    except Unforeseen as error:
        return FileReading(SAVED, files, None, (*problems, fault(error, names)))
    return FileReading(SAVED, files, record, tuple(problems))


def _sources(connection: Connection, number: int) -> tuple[PageSource, ...]:
    """The pages of the newest reading of a tournament, none where it is not stored."""
    with look(connection) as session:
        event = session.connection().execute(_readings(), {"number": number}).one_or_none()
        if event is None:
            return ()
        row = session.get_one(ReadingRow, event.newer_reading_id or event.reading_id)
        return EventRecord.from_dict(json.loads(row.record)).source.pages


@cache
def _readings() -> Select[Any]:
    own = EventRow.__table__.c  # type: ignore[attr-defined]
    return columns(own.newer_reading_id, own.reading_id).where(own.tournament == bindparam("number"))


def by_hand(session: Session) -> set[int]:
    """The events whose stored reading came of saved pages (their row ids)."""
    found = session.exec(
        select(EventRow.id)
        .join(ReadingRow, col(ReadingRow.id) == col(EventRow.reading_id))
        .join(ReportRow, col(ReportRow.id) == col(ReadingRow.report_id))
        .where(col(EventRow.tournament).is_not(None), col(ReportRow.text).startswith(BY_HAND))
    )
    return {number for number in found if number is not None}


def _saved(file: GivenFile, at: datetime) -> SavedPage:
    return SavedPage(file.data, file.name, hashlib.sha256(file.data).hexdigest(), fetched_at=at)
