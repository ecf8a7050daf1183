"""What nobody foresaw, as a problem: a fault of the program is told as one, and what it was about is kept.

Only what is about the report at hand is told so. A disk without room, a server that went away or another
command at work is no fault of a report, and stops the run under its own name.
"""

import traceback
from pathlib import Path

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError

from scraper.records import Problem

CODE = "program-fault"
_OURS = Path(__file__).resolve().parents[1]
_FRAMES = 4
_LONGEST = 300
_BEYOND_THE_PROGRAM = "54"
"""PostgreSQL's class of errors for values larger than it takes (program limit exceeded)."""


class Unforeseen(Exception):
    """What a reader raised in a process of its own, in the words of `told_of`."""


def fault(error: BaseException, place: str) -> Problem:
    """The problem that an exception nobody foresaw is: its kind and where in the program it was raised."""
    expected = "to be read, or refused with a reason"
    remedy = (
        "what was received is kept; report this as a fault of the program, with this line; meanwhile ask for"
        " the report in another form, or close it"
    )
    return Problem(CODE, place, expected, told_of(error), remedy)


def told_of(error: BaseException) -> str:
    """`OverflowError: date value out of range (office/desk/refresh.py:80 refresh < …)`: the kind of the
    exception, its words, and the innermost places of this program that it went through."""
    if isinstance(error, Unforeseen):
        return str(error)
    frames = []
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        if path.is_relative_to(_OURS) and ".venv" not in path.parts:
            frames.append(f"{path.relative_to(_OURS).as_posix()}:{frame.lineno} {frame.name}")
    words = shown(str(getattr(error, "orig", None) or error))
    kind = type(error).__name__
    return f"{kind}: {words[:_LONGEST]} ({' < '.join(frames[:_FRAMES]) or 'outside of the program'})"


def shown(text: str) -> str:
    """Text on one line of what every database and terminal takes."""
    line = " ".join(text.split())
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in line)


def of_the_report(error: Exception) -> bool:
    """Whether an exception met while a report was taken in is about this report alone: no refusal of the
    office, no trouble with files, with the database or its server."""
    if isinstance(error, OSError) or hasattr(error, "problems") or hasattr(error, "problem"):
        return False
    if isinstance(error, DBAPIError):
        state = getattr(error.orig, "sqlstate", None) or ""
        values = isinstance(error, DataError | IntegrityError | ProgrammingError)
        return values or state.startswith(_BEYOND_THE_PROGRAM)
    return True
