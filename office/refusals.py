"""What stops a command, in the form in which every problem is shown."""

import sqlite3
from collections.abc import Sequence

from sqlalchemy.exc import DatabaseError, OperationalError

from office.database.damage import damaged
from office.words.problems import ProblemLike
from scraper.records import Problem

FILE_TROUBLE = (
    "check the name, the rights and the room on the disk; then the same again: nothing is stored by halves"
)
"""What to do where a file cannot be used."""

UNWRITABLE = ("unable to open", "readonly", "read-only", "disk is full", "disk I/O")
"""What SQLite says where it may not or cannot write."""


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
        return (Problem("file-trouble", place, "a file that can be used", error.strerror, FILE_TROUBLE),)
    if _of_server(error):  # of rows that go past SQLAlchemy
        return (_unreachable(str(error)),)
    if isinstance(error, DatabaseError | sqlite3.DatabaseError):
        found = str(getattr(error, "orig", error))
        if "locked" in found:
            remedy = "another command is at work in this office; try again when it is done"
            return (Problem("database-busy", "database", "to be alone with it", found, remedy),)
        if isinstance(error, OperationalError) and _of_server(error.orig):
            return (_unreachable(found),)
        if any(words in found for words in UNWRITABLE):
            remedy = (
                "check the rights on the office's folder and the room on the disk; then the same again:"
                " nothing is stored by halves"
            )
            return (Problem("database-unwritable", "database", "a file that can be written", found, remedy),)
        if "not a database" in found or "malformed" in found:
            return (damaged("database", "an SQLite database", found),)
    return ()


def _of_server(error: BaseException | None) -> bool:
    """Whether a database server failed us; its driver is not loaded for it."""
    kinds = type(error).__mro__
    return any(k.__module__.startswith("psycopg") and k.__name__ == "OperationalError" for k in kinds)


def _unreachable(found: str) -> Problem:
    remedy = (
        "start the server, or correct the address in banzuke.toml; then the same again: nothing is stored by"
        " halves"
    )
    return Problem("database-unreachable", "database", "a server that answers", found, remedy)
