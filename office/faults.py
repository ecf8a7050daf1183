"""The last net: what nobody foresaw becomes a problem with a report for whoever looks after Banzuke.

Everything that can be foreseen is refused by name where it is met. What comes here is either damage to the
stored data, which is then looked for, or a fault of the program.
"""

import os
import platform
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from importer.plain_text import shown
from office.refusals import problems_of
from office.words.problems import ProblemLike
from scraper.records import Problem

FAULT = 70
"""The exit code of a fault of the program (EX_SOFTWARE of sysexits.h)."""
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
    where = _written(_report(error, doing), folder)
    frame = traceback.extract_tb(error.__traceback__)[-1]
    found = f"{type(error).__name__} in {Path(frame.filename).name}, line {frame.lineno}"
    if where is None:
        place, remedy = "banzuke", "no report could be written: make room, and repeat the command to get one"
    else:
        place = str(where)
        remedy = "nothing was half done; send this file to whoever looks after Banzuke for you"
    return (Problem("unforeseen", place, "a case that the program foresees", found, remedy),), FAULT


def _damage(folder: Path) -> Sequence[ProblemLike]:
    """What is wrong with the stored data of the office; nothing where there is no office."""
    from office.database.damage import damage
    from office.database.engine import open_engine
    from office.place import Place

    place = Place(folder)
    try:
        return damage(open_engine(place)) if place.has_office() else ()
    except Exception as error:  # noqa: BLE001  whatever keeps it from being read is said, or is no damage
        return problems_of(error)


def _report(error: Exception, doing: Sequence[str]) -> str:
    """What is needed to mend the fault: versions, the command without what was given to it, the way through
    the program. No value of a variable is in it, and of what the errors say only the beginning."""
    try:
        banzuke = version("banzuke")
    except PackageNotFoundError:
        banzuke = "not installed"
    command = [w.partition("=")[0] for w in doing if w.startswith("--") or (w.isascii() and w.isalpha())]
    lines = [
        "A fault of the program. The text of an error can name a person: read it before you send it.",
        f"Banzuke {banzuke}, Python {platform.python_version()}, {platform.system()}",
        f"at {datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC",
        f"banzuke {' '.join(command)}",
        "",
    ]
    for one in _chain(error):
        lines += [line.rstrip("\n") for line in traceback.format_tb(one.__traceback__)]
        said = getattr(one, "orig", None) or one  # of the database without the rows that it was about
        lines += [f"{type(one).__name__}: {str(said)[:MOST]}", ""]
    return shown("\n".join(lines))


def _chain(error: BaseException) -> Iterator[BaseException]:
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from _chain(before)
    yield error


def _written(report: str, folder: Path) -> Path | None:
    """Where the report is: in the office, else among the temporary files; None where it can be nowhere."""
    for place in (folder, Path(tempfile.gettempdir())):
        try:
            if place.is_dir():
                handle, name = tempfile.mkstemp(".txt", f"fault-{datetime.now(UTC):%Y%m%d-%H%M%S}-", place)
                with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
                    file.write(report)
                return Path(name)
        except OSError:
            continue
    return None
