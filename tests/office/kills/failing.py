"""What can fail at a moment (moments.py), made to fail in earnest where the system lets us: no file takes
another byte; a server ends our connections."""

from __future__ import annotations

import errno
import imaplib
import mmap
import os
import resource
import smtplib
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import httpx
import psycopg
from sqlalchemy import make_url

from tests.office.kills.moments import every

ALONE, FULL, GONE = "this alone fails", "the disk is full", "the server is gone"

LOST: dict[str, Callable[[], Exception]] = {
    "Client.send": lambda: httpx.ConnectError("connection refused"),
    "SMTP.send": lambda: smtplib.SMTPServerDisconnected("Connection unexpectedly closed"),
    "IMAP4.send": lambda: imaplib.IMAP4.abort("socket error: EOF"),
    "HTTPConnection.request": lambda: ConnectionRefusedError(errno.ECONNREFUSED, "Connection refused"),
    "Popen.__init__": lambda: OSError(errno.ENOMEM, "Cannot allocate memory"),
    "Cursor.copy": lambda: psycopg.OperationalError("the connection is lost"),
}
"""What the caller meets when a server is not there, or there is no room for another program."""


def fits(kind: str, moment: str, *, served: bool) -> bool:
    """Whether something of this kind can fail there. `served`: the database is a server's."""
    if moment.startswith("after "):  # what fails behind one thing fails before the next
        return False
    if moment.startswith("before rmdir"):  # an empty folder that cannot be taken away: nothing rests on it
        return False
    asked = moment.removeprefix("before ")
    of_database = not moment.startswith("before ") or asked == "commit"
    if kind == GONE:
        return served and (of_database or asked == "Cursor.copy")
    if kind == FULL:
        return asked not in LOST and not (served and of_database)
    return not (served and of_database)


def fail(area: Path, at: int, kind: str, server: str | None, work: Callable[[], object]) -> None:
    """The work, in which at the moment of this number something fails: once, or for all that comes. `server`:
    the address of the database, if it is a server's."""
    count, process = mmap.mmap(-1, 8), os.getpid()  # shared with copies of this process

    def met(what: str) -> None:
        now = int.from_bytes(count[:], "little")
        count[:] = (now + 1).to_bytes(8, "little")
        if now != at:
            return
        if kind == FULL:
            for one in {process, os.getpid()}:
                _, most = resource.prlimit(one, resource.RLIMIT_FSIZE)
                resource.prlimit(one, resource.RLIMIT_FSIZE, (0, most))
        elif kind == GONE:
            assert server is not None
            _end_connections(server)
        else:
            raise _error(what)

    with every(area, met):
        work()


def _error(moment: str) -> Exception:
    asked = moment.removeprefix("before ")
    if asked in LOST:
        return LOST[asked]()
    if not moment.startswith("before ") or asked == "commit":
        return sqlite3.OperationalError("disk I/O error")
    return OSError(errno.EIO, "Input/output error", asked.split()[-1])


def _end_connections(address: str) -> None:
    """As a server does that is stopped; it is there again at once."""
    name = make_url(address).database
    with suppress(psycopg.OperationalError), psycopg.connect(address, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = %s AND pid <> pg_backend_pid()",
            (name,),
        )
