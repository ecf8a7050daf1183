"""The events in received files.

Known: the Rating Report Form (xlsx, xls, ods), Swiss Perfect (`.ini`, `.trn`, `.sco` together), TRF, a list
of games (workbook or CSV), and a zip of these. A reading is an event or the problems that stop it; nothing is
half read.
"""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePosixPath, PureWindowsPath
from typing import ParamSpec, TypeVar

from importer.apart import Budget, TooMuch, apart
from importer.errors import ImportRefused, Says
from importer.faults import Unforeseen, fault
from importer.game_list import find_list, list_sheet, read_game_list
from importer.given import HOME, GivenFile, Minutes, OfOffice
from importer.kinds import ARCHIVE, GAME_LIST, PARTS, TRF, UNKNOWN, WORKBOOK, kind_of
from importer.other_programs import of_the_office, other_program
from importer.plain_text import is_utf16
from importer.unpack import MOST_BYTES, unpack
from importer.workbook.sheet import Sheet
from scraper.records import EventRecord, Problem

FORM, SWISS_PERFECT = "form", "swiss-perfect"
"""Readers beside `TRF` and `GAME_LIST`; they are also the `site` of what they read (`Source.site`)."""

AT_ONCE = 10
"""So many events are taken of one zip, or of one mail; more only when asked for."""

PICTURES = (".jpg", ".jpeg", ".png", ".gif", ".heic", ".webp", ".bmp", ".tif", ".tiff")
"""Endings of files in a zip that are passed over beside a report."""

Files = tuple[GivenFile, ...]
P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class FileReading:
    """One event out of one or more files, or why there is none.

    `reader` names what read it (`form`, `swiss-perfect`, `trf`, `game-list`; None: nothing knew the file);
    `files` are those it stands on; with `record` None, `problems` holds everything that is wrong, each with
    its place. A record carries its own problems. `says`: which event a refused report says it is.
    """

    reader: str | None
    files: Files
    record: EventRecord | None
    problems: tuple[Problem, ...] = ()
    says: Says | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the files."""
        return tuple(f.name for f in self.files)


def read_files(
    files: Sequence[GivenFile],
    minutes_at_60: Minutes,
    budget: Budget | None = None,
    *,
    home: str = HOME,
    every: bool = True,
    beside: Collection[str] = (),
) -> list[FileReading]:
    """The events of files that came together, in their order. The three files of a Swiss Perfect event find
    each other by their name without the ending, among all that came and inside each zip.

    Each file is a report of its own: whatever reading it raises, or takes beyond the bounds, is its problem,
    and the next one is read. `budget`: what all of them together may take, else each its own. `home`: the
    office's federation, whose national lines are read in a TRF file. Without `every`
    more than `AT_ONCE` events in one zip are one question. `beside`: files in zips, as `ZIP/NAME`, that are
    read as something else, or belong to what is."""
    found: list[FileReading] = []
    parts: list[tuple[str, GivenFile]] = []
    for file in files:
        read = _apart((file,), budget, _told, file, (minutes_at_60, home), every, beside)
        if isinstance(read, str):
            parts.append((read, file))
        else:
            found += read
    if parts:
        found += _apart(tuple(f for _, f in parts), budget, _swiss_perfect, parts, None)
    return found


def _apart(
    files: Files, budget: Budget | None, read: Callable[P, T], *args: P.args, **more: P.kwargs
) -> T | list[FileReading]:
    """What a reader gives of files; the problem that keeps it from giving anything."""
    names = ", ".join(f.name for f in files)
    try:
        return apart(budget, read, *args, **more)
    except TooMuch as error:
        problem = error.problem(names)
    except Unforeseen as error:
        problem = fault(error, names)
    return [FileReading(None, files, None, (problem,))]


def _told(file: GivenFile, office: OfOffice, every: bool, beside: Collection[str]) -> str | list[FileReading]:
    """The events of a file; of a part of a Swiss Perfect event the kind of part."""
    kind = kind_of(file.data)
    return kind if kind in PARTS else _one(file, kind, office, every, beside)


def too_many(files: Sequence[GivenFile], place: str, events: int) -> FileReading:
    """What is said of files with more events than anybody reports at once: one question for all of them."""
    expected = f"at most {AT_ONCE} events at once"
    remedy = (
        "look at it; save what is to be rated, and import it: banzuke import FILE… (--all takes a whole zip)"
    )
    problem = Problem("many-events", place, expected, f"{events}; none was taken", remedy)
    return FileReading(None, tuple(files), None, (problem,))


def stem(name: str) -> str:
    """A file's name without folders and ending, in lower case."""
    return PurePosixPath(PureWindowsPath(name).name).stem.casefold()


def _one(
    file: GivenFile, kind: str, office: OfOffice, every: bool = True, beside: Collection[str] = ()
) -> list[FileReading]:
    if not file.data.strip():
        return [_refused(file, Problem("file-empty", file.name, "a report", "an empty file", _WHICH))]
    if len(file.data) > MOST_BYTES:
        most, found = f"at most {MOST_BYTES} bytes", f"{len(file.data)} bytes"
        return [_refused(file, Problem("file-too-large", file.name, most, found, "send the report alone"))]
    if kind == WORKBOOK:
        return [_workbook(file, office[0])]
    if kind == GAME_LIST:
        return [_reading(GAME_LIST, (file,), lambda: read_game_list(file, list_sheet(file)))]
    if kind == TRF:
        from importer.trf.read import read_trf

        return [_reading(TRF, (file,), lambda: read_trf(file, *office))]
    if kind == ARCHIVE:
        events, unread = _unpacked(file, office, beside)
        if not every and len(events) > AT_ONCE:
            return [too_many((file,), file.name, len(events))]
        read = bool(events) or any(name.startswith(f"{file.name}/") for name in beside)
        if read:  # beside a report, pictures are of the prize-giving
            unread = [one for one in unread if not one[0].casefold().endswith(PICTURES)]
        if unread or not read:
            events.append(_refused(file, _nothing_in(file, unread)))
        return events
    return [_refused(file, unknown_file(file.name, file.data))]


def unknown_file(name: str, data: bytes) -> Problem:
    """What is said of a file that is no report: which program's it is, where that can be told."""
    other = other_program(name, data)
    if other is not None:
        return Problem("file-of-another-program", name, KNOWN, other.told, other.remedy)
    own = of_the_office(data)
    if own is not None:
        return Problem("file-unknown", name, KNOWN, own.told, own.remedy)
    if is_utf16(data):
        remedy = f"save it as UTF-8 and give it again; or {_AGAIN}"
        return Problem("file-unknown", name, KNOWN, f"{len(data)} bytes of text in UTF-16", remedy)
    if kind_of(_QUOTED.sub(b"", data)) == TRF:
        found = "the lines of a TRF file, each moved to the right, as a mail quotes them"
        return Problem("file-unknown", name, KNOWN, found, "ask for the file as the program wrote it")
    return Problem("file-unknown", name, KNOWN, _shown(data), _AGAIN)


def _workbook(file: GivenFile, minutes_at_60: Minutes) -> FileReading:
    """The form, or a list of games where the workbook is no form."""
    from importer.form.read import read_form  # with what reads workbooks, only where one is read
    from importer.workbook.read import read_workbook

    sheets: list[Sheet] = []

    def form() -> EventRecord:
        sheets.extend(read_workbook(file.data, file.name, macros=False))
        return read_form(file, sheets, minutes_at_60)

    read = _reading(FORM, (file,), form)
    if read.record is None and read.problems[0].code == "form-unknown" and (listed := find_list(sheets)):
        others = [s for s in sheets if s is not listed]
        return _reading(GAME_LIST, (file,), lambda: read_game_list(file, listed, others))
    return read


def _unpacked(
    file: GivenFile, office: OfOffice, beside: Collection[str]
) -> tuple[list[FileReading], list[tuple[str, bytes]]]:
    """The events that a zip holds, and what else is in it."""
    try:
        members = unpack(file.name, file.data)
    except ImportRefused as refused:
        return [FileReading(None, (file,), None, refused.problems)], []
    found: list[FileReading] = []
    parts: list[tuple[str, GivenFile]] = []
    unread: list[tuple[str, bytes]] = []
    for name, data in members:
        member, kind = GivenFile(f"{file.name}/{name}", data), kind_of(data)
        if kind in PARTS:
            parts.append((kind, member))
        elif kind == ARCHIVE:
            expected, remedy = "files, not a zip in a zip", "pack the files themselves into one zip"
            found.append(_refused(member, Problem("archive-nested", member.name, expected, "a zip", remedy)))
        elif kind == UNKNOWN:
            unread += [] if member.name in beside else [(name, data)]
        else:
            found += _one(member, kind, office)
    found += _swiss_perfect(parts, file)
    return [replace(r, files=(file,), record=_out_of(file, r.record)) for r in found], unread


def _nothing_in(file: GivenFile, unread: Sequence[tuple[str, bytes]]) -> Problem:
    """What is said of what is no report in a zip."""
    if len(unread) == 1:
        return unknown_file(f"{file.name}/{unread[0][0]}", unread[0][1])
    if of_the_office(file.data) is not None:
        return unknown_file(file.name, file.data)
    held = ", ".join(name for name, _ in unread[:10]) or "no file"
    return Problem("file-unknown", file.name, KNOWN, held, _AGAIN)


def _out_of(file: GivenFile, record: EventRecord | None) -> EventRecord | None:
    """The record as one that stands on the zip: it is what was received, and what is kept and named."""
    return record and replace(record, source=replace(record.source, pages=(file.page("zip"),)))


def _swiss_perfect(parts: Sequence[tuple[str, GivenFile]], archive: GivenFile | None) -> list[FileReading]:
    """Swiss Perfect events of the parts: exactly one file of each kind under one name."""
    from importer.swiss_perfect.read import read_swiss_perfect

    groups: dict[str, list[tuple[str, GivenFile]]] = {}
    for kind, file in parts:
        groups.setdefault(stem(file.name), []).append((kind, file))
    found: list[FileReading] = []
    left: list[tuple[str, GivenFile]] = []
    for group in groups.values():
        if sorted(kind for kind, _ in group) != sorted(PARTS):
            left += group
            continue
        by_kind = dict(group)
        files = tuple(by_kind[kind] for kind in PARTS)
        found.append(_reading(SWISS_PERFECT, files, partial(read_swiss_perfect, *files)))
    if left:
        problem = _not_whole(left, archive)
        found.append(FileReading(SWISS_PERFECT, tuple(f for _, f in left), None, (problem,)))
    return found


def _not_whole(left: Sequence[tuple[str, GivenFile]], archive: GivenFile | None) -> Problem:
    names = ", ".join(f.name.removeprefix(f"{archive.name}/" if archive else "") for _, f in left)
    place = archive.name if archive else names
    missing = [f".{kind}" for kind in PARTS if kind not in {k for k, _ in left}]
    if missing:
        remedy = "send the .ini, .trn and .sco file of the tournament together, or one zip of the three"
        expected = "the three files of a tournament, .ini, .trn and .sco"
        found = f"{names}; {' and '.join(missing)} missing"
        return Problem("swiss-perfect-incomplete", place, expected, found, remedy)
    expected = "three files of one name, such as open.ini, open.trn, open.sco"
    if len({stem(f.name) for _, f in left}) == 1:
        expected, remedy = (
            "one tournament of this name",
            "give the three files of each tournament by themselves",
        )
        return Problem("swiss-perfect-mixed", place, expected, names, remedy)
    remedy = "send the three files of one tournament; if these are, give them one name, and send them again"
    return Problem("swiss-perfect-mixed", place, expected, names, remedy)


def _reading(reader: str, files: Files, read: Callable[[], EventRecord]) -> FileReading:
    try:
        return FileReading(reader, files, read())
    except ImportRefused as refused:
        return FileReading(reader, files, None, refused.problems, refused.says)


def _refused(file: GivenFile, problem: Problem) -> FileReading:
    return FileReading(None, (file,), None, (problem,))


def _shown(data: bytes) -> str:
    known = next((told for start, told in _STARTS.items() if data.startswith(start)), None)
    if known is not None:
        return known
    start = " ".join(data[:60].decode("utf-8", "replace").split())
    return f"{len(data)} bytes that begin “{''.join(c if c.isprintable() else '·' for c in start)}”"


_QUOTED = re.compile(rb"^[> \t]+", re.MULTILINE)
"""What mails and editors put before lines."""
_STARTS = {
    b"%PDF-": "a PDF document",
    b"{\\rtf": "a text document (.rtf)",
    b"\xff\xd8\xff": "a picture",
    b"\x89PNG": "a picture",
    b"GIF8": "a picture",
}
"""What people send most, of what holds no report that can be read."""

KNOWN = (
    "a Rating Report Form, Swiss Perfect files (.ini, .trn, .sco), a TRF file, a list of games (round, White,"
    " Black, result), or a zip of these"
)
_AGAIN = "send the report as one of these, or the event's Chess-Results link"
_WHICH = "check which file it is, and send the report itself"
