"""What this terminal was shown of the office's questions and decisions: an answer is compared with it, and
nobody has to type it. Kept in the office's folder, for each terminal by itself, until it is closed."""

import json
import os
import socket
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from cli.out import save, show_problem
from scraper.records import Problem

if TYPE_CHECKING:
    from importer.tables import ProblemRow
    from office.desk.seen import Seen


def sight(folder: Path) -> "Seen":
    """What was shown here of the office in this folder, by the commands before."""
    from office.desk.seen import Seen

    file = _file(folder)
    if not file.is_file():
        return Seen(whole=False)
    told = json.loads(file.read_text("ascii"))
    return Seen({int(n): mark for n, mark in told["questions"].items()}, set(told["decisions"]), whole=False)


def keep(folder: Path, seen: "Seen") -> None:
    """Keeps it for the next command. Who may not write in the folder answers nothing there either; anything
    else that keeps it from being noted is told: what the command did stands."""
    told = {"questions": seen.marks, "decisions": sorted(seen.rulings)}
    file = _file(folder)
    try:
        file.parent.mkdir(mode=0o700, exist_ok=True)
        save(file, json.dumps(told).encode())
        _forget_closed(folder)
    except PermissionError:
        return
    except OSError as error:
        if not os.access(folder, os.W_OK):
            return
        remedy = (
            "check the rights and the room on the disk; before you answer, look at the questions once more"
        )
        expected, found = "a note of what was shown here", error.strerror or str(error)
        show_problem(Problem("shown-not-noted", file.as_posix(), expected, found, remedy))


def shown(folder: Path, rows: "Iterable[ProblemRow]", decisions: Iterable[int | None] = ()) -> None:
    """These questions and decisions are shown here."""
    seen = sight(folder)
    seen.look(rows)
    seen.rulings.update(number for number in decisions if number is not None)
    keep(folder, seen)


def _file(folder: Path) -> Path:
    session = os.getsid(0)
    return folder / "seen" / f"{_whose()}-{session}-{_began(session)}.json"


def _whose() -> str:
    return f"{socket.gethostname()}-{os.getuid()}"


def _began(process: int) -> str:
    """When a process began, in ticks since the machine started: a number of a process is given anew; empty
    where there is none, or the machine does not tell."""
    try:
        told = Path(f"/proc/{process}/stat").read_text("utf-8", "replace")
    except OSError:
        return ""
    return told.rpartition(")")[2].split()[19]


LONGEST = 90 * 86_400
"""Seconds after which a terminal of another machine, of which nobody here can tell, counts as closed."""


def _forget_closed(folder: Path) -> None:
    """Takes away what terminals of this machine and user were shown that are closed; of other machines, as
    each container is one, what was not shown anything for long."""
    for file in _file(folder).parent.glob("*.json"):
        if not file.name.startswith(f"{_whose()}-"):
            with suppress(OSError):  # of another user, or taken away meanwhile
                if time.time() - file.stat().st_mtime > LONGEST:
                    file.unlink()
            continue
        process, _to, began = file.stem.removeprefix(f"{_whose()}-").partition("-")
        if process.isdigit() and (_began(int(process)) != began or not _alive(int(process))):
            file.unlink(missing_ok=True)


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # somebody else's
    return True
