"""An office on read-only media, or in a folder that belongs to somebody else: an auditor reads all of it."""

from __future__ import annotations

import ctypes
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import make_url

from office.database import engine
from office.database import read_only as module
from office.database.engine import look, transaction
from office.database.read_only import read_only
from office.poll import reread
from office.tables import SettingRow
from tests.office.conftest import begin, database
from tests.office.test_readers import FEW, aged, read_all
from tests.workplace import Workplace, small_federation, tree

CAPABILITIES = 0x20080522
"""The version of the kernel's structure, <linux/capability.h>."""


@contextmanager
def auditor(folder: Path) -> Iterator[None]:
    """Somebody who may read the folder and write nothing in it; root lays down the right to write whatever
    the rights of a file say (CAP_DAC_OVERRIDE) meanwhile."""
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    header = (ctypes.c_uint32 * 2)(CAPABILITIES, 0)
    held = (ctypes.c_uint32 * 6)()
    libc = ctypes.CDLL(None)
    assert libc.capget(header, held) == 0
    fewer = (ctypes.c_uint32 * 6)(held[0] & ~0b10, *held[1:])
    assert libc.capset(header, fewer) == 0
    try:
        yield
    finally:
        assert libc.capset(header, held) == 0
        for path in [folder, *folder.rglob("*")]:
            path.chmod(0o755 if path.is_dir() else 0o644)


@pytest.fixture
def asking(work: Workplace) -> Workplace:
    small_federation(work)
    begin(work)
    aged(work)
    return work


def test_an_auditor_reads_an_office_that_he_cannot_write(asking: Workplace) -> None:
    before = tree(asking.folder)
    assert not [name for name in before if name.endswith(("-wal", "-shm"))]
    with auditor(asking.folder):
        read_all(asking)
        assert asking.run("contact", "a@federation.example").problem()["code"] == "database-unwritable"
        assert asking.run("rate").problem()["code"] == "database-unwritable"
        said = asking.run("language", "ja")
        assert (said.problem()["code"], said.out) == ("database-unwritable", "")
    assert tree(asking.folder) == before


def test_an_auditor_asks_how_many_pages_were_asked_for(asking: Workplace) -> None:
    """Whether or not anything was asked before: then no file of it is there, and perhaps no archive."""
    told = asking.done("budget", "7").out
    with auditor(asking.folder):
        assert asking.done("budget").out == told
        assert asking.run("budget", "8").problem()["code"] == "database-unwritable"
    shutil.rmtree(asking.folder / "archive")
    before = tree(asking.folder)
    with auditor(asking.folder):
        assert "0 of 2000 requests used" in asking.done("budget").out
        assert asking.run("budget", "8").problem()["code"] == "database-unwritable"
    assert tree(asking.folder) == before


def test_an_auditor_reads_saved_pages_again_and_is_told_that_nothing_is_noted(
    asking: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    with auditor(asking.folder):
        missing = asking.run("reread")
        assert (missing.code, missing.problem()["code"]) == (1, "no-saved-pages")
        other = reread.Reread
        told = ("round 1: another result",)
        monkeypatch.setattr(reread, "reread", lambda event, reading, *_: other(event, reading, told))
        said = asking.run("reread", "E1")
    assert said.code == 3
    assert "round 1: another result" in said.out
    assert said.problem()["code"] == "database-unwritable"
    assert "not noted for the desk" in said.err


def test_an_auditor_sees_what_was_stored_while_he_reads(asking: Workplace) -> None:
    writer = sqlite3.connect(asking.database, isolation_level=None)
    writer.execute("INSERT INTO setting VALUES ('first', 'in the log')")
    with auditor(asking.folder):
        with look(asking.engine()) as session:
            assert session.get_one(SettingRow, "first").value == "in the log"
            writer.execute("INSERT INTO setting VALUES ('second', 'later')")
            assert session.get(SettingRow, "second") is None
        with look(asking.engine()) as session:
            assert session.get_one(SettingRow, "second").value == "later"
    writer.close()


def test_an_office_on_a_full_disk_is_read_and_can_be_backed_up_elsewhere(
    asking: Workplace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing has the database open, SQLite needs room for a file beside it before it reads a line."""

    class Full(sqlite3.Connection):
        def execute(self, words: str, *given: Any) -> sqlite3.Cursor:
            if words == "PRAGMA journal_mode = WAL":
                error = sqlite3.OperationalError("disk I/O error")
                error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE
                raise error
            return super().execute(words, *given)

    def connect(path: Any, **given: Any) -> sqlite3.Connection:
        return real(path, **given, **({"factory": Full} if path == asking.database else {}))

    real = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", connect)
    read_all(asking)
    assert "unpacked again and examined" in asking.done("backup", tmp_path).out
    assert asking.run("rate").problem()["code"] == "database-unwritable"


def test_what_a_killed_program_left_in_the_log_is_read_too(asking: Workplace) -> None:
    """An office copied to read-only media in the state of a kill: a log, and no `-shm` beside it."""
    writer = sqlite3.connect(asking.database, isolation_level=None)
    writer.execute("INSERT INTO setting VALUES ('first', 'in the log')")
    copied = asking.folder.with_name("media")
    shutil.copytree(asking.folder, copied, ignore=shutil.ignore_patterns("*-shm"))
    writer.close()
    assert (copied / "banzuke.sqlite-wal").stat().st_size > 0
    before = tree(copied)
    asking.folder = copied
    with auditor(copied), look(asking.engine()) as session:
        assert session.get_one(SettingRow, "first").value == "in the log"
    assert tree(copied) == before


def test_a_copy_in_memory_is_made_anew_when_the_file_has_changed(asking: Workplace) -> None:
    with auditor(asking.folder):
        asking.done("status")
        assert asking.done("contact").out.count("federation.example") == 0
    asking.done("contact", "office@federation.example")
    with auditor(asking.folder):
        assert "office@federation.example" in asking.done("contact").out


def test_a_file_that_is_written_all_the_time_is_refused_by_name(
    asking: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = iter(range(1000))
    monkeypatch.setattr(module, "_stands", lambda _: ((0, 0, next(seen)),))
    monkeypatch.setattr(module.time, "sleep", lambda _: None)
    with auditor(asking.folder):
        problem = asking.run("status").problem()
    assert (problem["code"], problem["place"]) == ("database-busy", str(asking.database))


def test_an_office_that_can_be_written_is_opened_as_ever(asking: Workplace, tmp_path: Path) -> None:
    assert read_only(asking.database) is None
    assert read_only(tmp_path / "none.sqlite") is None


def auditor_of(both: Workplace, cluster: str, *more: str) -> None:
    """The office from now on as a user has it who may select, and of whom more is told the server."""
    url, name = make_url(cluster), both.folder.name
    with psycopg.connect(database(cluster, name), autocommit=True) as connection:
        for told in ("CREATE ROLE {} LOGIN", "GRANT SELECT ON ALL TABLES IN SCHEMA public TO {}", *more):
            connection.execute(told.format(f"auditor_{name}").encode())
    both.monkeypatch.undo()
    theirs = url.set(database=name, username=f"auditor_{name}", password=None)
    (both.folder / "banzuke.toml").write_text(f'database = "{theirs.render_as_string()}"\n')


@pytest.mark.parametrize("both", ["postgresql"], indirect=True)
@pytest.mark.parametrize("more", [(), ("ALTER ROLE {} SET default_transaction_read_only = on",)])
def test_an_auditor_on_postgresql_needs_no_more_than_to_select(
    both: Workplace, cluster: str, more: tuple[str, ...]
) -> None:
    aged(both)
    auditor_of(both, cluster, *more)
    read_all(both, FEW)
    for words in (("contact", "a@federation.example"), ("rate",)):
        assert both.run(*words).problem()["code"] == "database-unwritable"
    denied = "read-only transaction" if more else "permission denied"
    with pytest.raises(Exception, match=denied), transaction(both.engine()) as session:
        session.add(SettingRow(name="mine", value="x"))


@pytest.mark.parametrize("both", ["postgresql"], indirect=True)
def test_who_may_have_no_temporary_tables_is_told_what_to_grant(both: Workplace, cluster: str) -> None:
    aged(both)
    auditor_of(both, cluster, f"REVOKE TEMPORARY ON DATABASE {both.folder.name} FROM PUBLIC")
    both.done("lists")
    problem = both.run("status").problem()
    assert problem["code"] == "database-unwritable"
    assert problem["do"] == "GRANT TEMPORARY ON DATABASE to the user"


@pytest.mark.parametrize("both", ["postgresql"], indirect=True)
def test_what_has_to_be_worked_out_cannot_be_shown_from_a_copy_of_the_server(
    both: Workplace, cluster: str
) -> None:
    """On a standby every transaction is one that reads, and nobody has temporary tables."""
    aged(both)
    auditor_of(both, cluster, "ALTER ROLE {} SET default_transaction_read_only = on")
    both.monkeypatch.setattr(engine, "_writable", lambda _connection: "")
    both.done("lists")
    problem = both.run("status").problem()
    assert problem["code"] == "database-unwritable"
    assert problem["do"].startswith("a copy of a server (standby) has none: name the server that is written")
