"""What stops a command, in the form in which every problem is shown; and the last net: what nobody foresaw
becomes a problem with a report for whoever looks after Banzuke.

Everything that can be foreseen is refused by name where it is met. What comes here is either damage to the
stored data, which is then looked for, or a fault of the program.
"""

import errno
import os
import platform
import re
import sqlite3
import stat
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from sqlalchemy.exc import DatabaseError

from importer.plain_text import shown
from office.database.damage import damage, damaged
from office.database.server import of_driver, told_of_server
from office.errors import problem_of
from office.words.problems import ProblemLike
from scraper.records import Problem
from scraper.unfinished import put

FAULT = 70
"""The exit code of a fault of the program (EX_SOFTWARE of sysexits.h)."""
REPORTS = 50
"""So many reports an office has at most, and so many of one user are among the temporary files."""
FIRST = "A fault of the program. The text of an error can name a person: read it before you send it."
MOST = 300
"""So many signs of what an error says are in the report: it can hold what people wrote."""


def problems_or_report(
    error: Exception, folder: Path, doing: Sequence[str]
) -> tuple[Sequence[ProblemLike], int]:
    """The problems to show and the exit code. `folder`: the office's; `doing`: the command line, or `serve`
    and which page of the desk. Of it the report has commands and options, and nothing that was given to
    them."""
    if problems := problems_of(error):
        return problems, getattr(error, "exit_code", 1)
    if damage := _damage(folder):
        return damage, 1
    report = _report(error, doing)
    places = (folder, Path(tempfile.gettempdir()))
    where = next(filter(None, (_kept_already(report, at) or _written(report, at) for at in places)), None)
    frame = traceback.extract_tb(error.__traceback__)[-1]
    found = f"{type(error).__name__} in {Path(frame.filename).name}, line {frame.lineno}"
    if where is None:
        place, remedy = "banzuke", "no report could be written: make room, and repeat the command to get one"
    else:
        place = str(where)
        remedy = "nothing was left half done; send this file to the person who looks after Banzuke for you"
    return (Problem("unforeseen", place, "a case that the program foresees", found, remedy),), FAULT


def _damage(folder: Path) -> Sequence[ProblemLike]:
    """What is wrong with the stored data of the office; nothing where there is no office."""
    from office.database.engine import open_engine, reader
    from office.place import Place

    place = Place(folder)
    try:
        return damage(reader(open_engine(place))) if place.has_office() else ()
    except Exception as error:  # noqa: BLE001  whatever keeps it from being read is said, or is no damage
        return problems_of(error)


def _report(error: Exception, doing: Sequence[str]) -> str:
    """What is needed to mend the fault: versions, the command without what was given to it, the way through
    the program. No value of a variable is in it, and of what the errors say only the beginning."""
    command = [w.partition("=")[0] for w in doing if w.startswith("--") or (w.isascii() and w.isalpha())]
    lines = [
        FIRST,
        f"Banzuke {program()}, Python {platform.python_version()}, {platform.system()}",
        f"at {datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC",
        f"banzuke {' '.join(command)}",
        "",
    ]
    for one in _chain(error):
        lines += [line.rstrip("\n") for line in traceback.format_tb(one.__traceback__)]
        said = getattr(one, "orig", None) or one  # of the database without the rows that it was about
        lines += [f"{type(one).__name__}: {str(said)[:MOST]}", ""]
    return shown("\n".join(lines))


def program() -> str:
    """Which Banzuke it is."""
    try:
        return version("banzuke")
    except PackageNotFoundError:
        return "not installed"


def _chain(error: BaseException) -> Iterator[BaseException]:
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from _chain(before)
    yield error


def _kept_already(report: str, folder: Path) -> Path | None:
    """The report of the same fault that is in a folder from before; a job that fails meets it again and
    again, and its report says until when. Those of faults not met for the longest time go, so that with a new
    one there are no more than so many."""
    try:
        ours = filter(_ours, folder.glob("fault-*.txt"))
        files = sorted(ours, key=lambda file: (file.stat().st_mtime, file.name))
        for file in files:
            before = file.read_text("utf-8", "replace")
            if _undated(before) == _undated(report):
                with suppress(OSError):  # with no room it says when it was met before
                    put(file, _met_again(before, report).encode("utf-8", "backslashreplace"), mode=0o600)
                return file
        for file in files[: max(0, len(files) - REPORTS + 1)]:
            file.unlink()
    except OSError:
        pass  # then it is written, or that cannot be done either
    return None


def _ours(file: Path) -> bool:
    """Whether it is such a report, of this user: among the temporary files others' stand too."""
    told = file.lstat()
    if not stat.S_ISREG(told.st_mode) or told.st_uid != os.geteuid():
        return False
    with file.open("rb") as begun:
        return begun.read(len(FIRST)) == FIRST.encode()


def _met_again(before: str, report: str) -> str:
    """A report with the first moment and this one."""
    (now, *_) = re.findall(MOMENT, report, re.MULTILINE)
    again = rf"\g<0>, and again until {now}"
    plain = re.sub(rf"{MOMENT}.*", r"at \1", before, count=1, flags=re.MULTILINE)
    return re.sub(MOMENT, again, plain, count=1, flags=re.MULTILINE)


MOMENT = "^at ([0-9: -]+ UTC)"


def _undated(report: str) -> list[str]:
    """A report without its moment."""
    return [line for line in report.splitlines() if not line.startswith("at ")]


def _written(report: str, folder: Path) -> Path | None:
    """Where the report is in a folder; None where it cannot be there."""
    try:
        if not folder.is_dir():
            return None
        handle, name = tempfile.mkstemp(".txt", f"fault-{datetime.now(UTC):%Y%m%d-%H%M%S}-", folder)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
                file.write(report)
        except OSError:  # no room for more than its name
            os.unlink(name)
            raise
        return Path(name)
    except OSError:
        return None


FILE_TROUBLE = (
    "check the name, the rights and the room on the disk; then the same again: nothing is stored by halves"
)
"""What to do where a file cannot be used."""
READ_ONLY = (
    "write to another folder; where systemd starts Banzuke, name the folder that it lies in: banzuke install"
    " --user NAME --write FOLDER"
)
"""The same where the folder is on a file system that is read-only for this process, as all are for a unit
(cli/units/hardened.txt) but those that were named."""

UNWRITABLE = ("unable to open", "readonly", "read-only", "disk is full", "disk I/O")
"""What SQLite says where it may not or cannot write."""


UNSTORED = frozenset({"database-busy", "database-unwritable"})
"""Where what stands beside an answer is not stored, and the answer is given all the same."""


def problems_of(error: Exception) -> Sequence[ProblemLike]:
    """The problems an error carries; one made for trouble with files and with the database; empty for
    what nobody foresaw, which is a defect and shows itself whole."""
    carried: Sequence[ProblemLike] = getattr(error, "problems", ())
    if carried:
        return carried
    single: ProblemLike | None = getattr(error, "problem", None)
    if single is not None:
        return (single,)
    if isinstance(error, OSError) and error.strerror:
        place = str(error.filename or "file")
        remedy = READ_ONLY if error.errno == errno.EROFS else FILE_TROUBLE
        return (Problem("file-trouble", place, "a file that can be used", error.strerror, remedy),)
    cause = getattr(error, "orig", None) or error
    if of_driver(cause):  # also of rows that go past SQLAlchemy
        return told_of_server(cause)
    if isinstance(error, DatabaseError | sqlite3.DatabaseError):
        found = str(cause)
        if "locked" in found:
            remedy = "another command is at work in this office; try again when it is done"
            return (Problem("database-busy", "database", "to be alone with it", found, remedy),)
        if any(words in found for words in UNWRITABLE):
            return (problem_of("database-unwritable", "database", "a file that can be written", found),)
        if "not a database" in found or "malformed" in found:
            return (damaged("database", "an SQLite database", found),)
    return ()
