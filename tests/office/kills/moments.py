"""The moments at which a command can die: before and after each thing it does to the database, to a file of
its folder, or to a server.

Each is met at the lowest place that Python has for it: SQLAlchemy's cursor and commit, the system calls of
the module `os`, the opening of a file, what is sent over a socket. Between two of these nothing that lasts
changes; what SQLite and the system do inside of one call is theirs to keep whole.
"""

from __future__ import annotations

import builtins
import http.client
import imaplib
import io
import mmap
import os
import re
import signal
import smtplib
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psycopg
from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine.default import DefaultDialect

from office.database.beside import READING
from scraper.unfinished import PREFIX

CALLS = (
    *("chmod", "link", "mkdir", "remove", "rename", "replace", "rmdir", "symlink", "truncate", "unlink"),
    *("fdatasync", "fsync", "ftruncate", "pwrite", "sync"),
)
"""Of the module `os`: what changes a folder or a file. The second line: by a file's number."""

TWO = ("link", "rename", "replace", "symlink")
"""The second name is that of what comes to be."""

SENT = (
    *((httpx.Client, "send"), (smtplib.SMTP, "send"), (imaplib.IMAP4, "send")),
    *((http.client.HTTPConnection, "request"), (subprocess.Popen, "__init__")),
    (psycopg.Cursor, "copy"),
)
"""What reaches a server or begins another program; rows that go past SQLAlchemy."""

CHANGES = re.compile(r"\s*(INSERT|UPDATE|DELETE|REPLACE|CREATE|DROP|ALTER|BEGIN|SELECT pg_advisory)\b", re.I)
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
RANDOM = re.compile(rf"{re.escape(PREFIX)}\w+|[0-9a-f]{{32,64}}|\d{{6,}}|^[0-9a-f]{{2}}$")

Met = Callable[[str], None]


@contextmanager
def every(area: Path, met: Met) -> Iterator[None]:
    """Within the block `met` is told of each moment, by what is about to be done or was done; of files those
    below `area`."""
    inside = f"{area}{os.sep}"

    def named(path: Any) -> str | None:
        if isinstance(path, int):
            return ""
        text = os.fsdecode(path)
        if os.path.isabs(text) and not text.startswith(inside):
            return None
        return RANDOM.sub("…", os.path.basename(text))

    def around(what: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*given: Any, **more: Any) -> Any:
            path = given[1 if what in TWO else 0] if given else 0
            name = named(path)
            if name is None:
                return real(*given, **more)
            met(f"before {what} {name}".rstrip())
            answer = real(*given, **more)
            met(f"after {what} {name}".rstrip())
            return answer

        return watched

    def opened(real: Callable[..., Any]) -> Callable[..., Any]:
        def watched(path: Any, *given: Any, **more: Any) -> Any:
            mode = given[0] if given else more.get("mode", more.get("flags", "r"))
            writes = bool(mode & WRITING) if isinstance(mode, int) else bool(set(mode) & set("wax+"))
            name = named(path) if writes and not isinstance(path, int) else None
            if name is None:
                return real(path, *given, **more)
            met(f"before opening {name}")
            answer = real(path, *given, **more)
            met(f"after opening {name}")
            return answer

        return watched

    def sent(what: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*given: Any, **more: Any) -> Any:
            met(f"before {what}")
            answer = real(*given, **more)
            met(f"after {what}")
            return answer

        return watched

    def execute(connection: Connection, _cursor: object, statement: str, *_more: object) -> None:
        if not connection.get_execution_options().get(READING) and CHANGES.match(statement):
            words = statement.replace('"', "").split()
            met(" ".join(words[: 3 if words[0].upper() in ("INSERT", "DELETE") else 2]))

    patched: list[tuple[Any, str, Any]] = []

    def patch(place: Any, name: str, made: Callable[[Any], Any]) -> None:
        patched.append((place, name, getattr(place, name)))
        setattr(place, name, made(getattr(place, name)))

    event.listen(Engine, "before_cursor_execute", execute)
    try:
        for call in CALLS:
            patch(os, call, lambda real, call=call: around(call, real))
        for place in (os, io, builtins):
            patch(place, "open", opened)
        for place, call in SENT:
            what = f"{place.__name__.rpartition('.')[2]}.{call}"
            patch(place, call, lambda real, what=what: sent(what, real))
        patch(DefaultDialect, "do_commit", lambda real: sent("commit", real))
        yield
    finally:
        event.remove(Engine, "before_cursor_execute", execute)
        for place, name, real in reversed(patched):
            setattr(place, name, real)


def counted(area: Path, work: Callable[[], Any]) -> tuple[list[str], Any]:
    """The moments of some work, those of a process that it begins as a copy of this one among them; and what
    it gives."""
    with tempfile.TemporaryFile() as told:
        with every(area, lambda what: _write(told.fileno(), what)):
            answer = work()
        return os.pread(told.fileno(), 10_000_000, 0).decode().splitlines(), answer


def _write(handle: int, what: str) -> None:
    os.write(handle, f"{what}\n".encode())  # behind what the others wrote: one place in one file


def die(area: Path, at: int, work: Callable[[], Any]) -> None:
    """The work until the moment of this number, from 0, which is the end of this process; with the number
    behind the last one, its end. Where the moment is that of a process it has begun, that one is left to find
    out that it is alone."""
    count, process = mmap.mmap(-1, 8), os.getpid()  # shared with copies of this process

    def met(_what: str) -> None:
        now = int.from_bytes(count[:], "little")
        count[:] = (now + 1).to_bytes(8, "little")
        if now == at:
            os.kill(process, signal.SIGKILL)

    with every(area, met):
        work()
    met(THE_END)


THE_END = "the end"
