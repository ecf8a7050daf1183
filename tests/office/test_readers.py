"""Who reads waits for nobody, keeps nobody waiting and stores nothing; on both databases."""

from __future__ import annotations

import os
import re
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url, text
from sqlalchemy.exc import DatabaseError
from sqlmodel import select

from importer.tables import EventPlayerRow, ProblemRow
from office.database import engine
from office.database.engine import look, transaction
from office.database.holder import UNKNOWN, working
from office.desk.refresh import refresh
from office.tables import SettingRow
from tests.importer.invented import register_csv
from tests.on_postgresql import database
from tests.workplace import MORI, Workplace

ROOT = Path(__file__).resolve().parents[2]
READERS: tuple[tuple[str, ...], ...] = (
    ("status",),
    ("problems",),
    ("problems", "--next"),
    ("resolve", "P1"),
    ("events",),
    ("events", "E1"),
    ("correction", "list"),
    ("correction", "preview"),
    ("members", "lapsed"),
    ("members", "show", MORI),
    ("members", "search", "Mori"),
    ("members", "duplicates"),
    ("members", "export", "{to}/register.csv"),
    ("explain", MORI),
    ("whatif", MORI, "--game", "win 1500"),
    ("lists",),
    ("rebuild",),
    ("backup", "{to}/backups"),
    ("bundle", "{to}/lists.zip"),
    ("verify", "{to}/lists.zip"),
    ("site", "{to}/site"),
    ("announce",),
    ("rulings",),
    ("rulings", "export", "{to}/rulings.json"),
    ("inbox", "list"),
    ("export", "list", "--to", "{to}/lists"),
    ("export", "members", "--for", "swiss-manager", "--to", "{to}/players.txt"),
    ("organizers", "list"),
    ("fees",),
    ("contact",),
)


FEW = tuple(words for words in READERS if words[0] in ("status", "problems", "explain", "lists", "rebuild"))


def read_all(work: Workplace, commands: tuple[tuple[str, ...], ...] = READERS) -> None:
    """Every command that reads; each has to answer."""
    to = work.folder.parent / "elsewhere"
    to.mkdir(exist_ok=True)
    for words in commands:
        work.done(*(word.format(to=to) for word in words))


def stored(work: Workplace) -> dict[str, list[tuple[object, ...]]]:
    """Every row of the tables that a look at the desk brings up to date."""
    with work.engine().connect() as connection:
        return {
            name: [tuple(row) for row in connection.execute(text(f"SELECT * FROM {name} ORDER BY id"))]
            for name in ("problem", "event", "event_player")
        }


def aged(work: Workplace) -> None:
    """Leaves the stored desk as an older version would have: one question too many, one not noted, another
    match."""
    with transaction(work.engine()) as session:
        first, second, *_ = session.exec(select(ProblemRow).order_by(ProblemRow.id))  # type: ignore[arg-type]
        first.state = "gone"
        session.delete(second)
        session.exec(select(EventPlayerRow)).first().match = "unknown"  # type: ignore[union-attr]


@pytest.mark.either
@pytest.mark.slow
def test_readers_answer_beside_a_command_that_writes_see_what_stood_before_and_store_nothing(
    both: Workplace,
) -> None:
    aged(both)
    before = stored(both)
    with transaction(both.engine()) as session:
        session.add(SettingRow(name="halfway", value="not yet"))
        session.flush()
        read_all(both)
        with look(both.engine()) as other:
            assert other.get(SettingRow, "halfway") is None
    assert stored(both) == before


@pytest.mark.either
def test_a_writer_goes_on_beside_a_reader_that_has_the_desk_before_it(both: Workplace) -> None:
    aged(both)
    with look(both.engine()) as session:
        before = [e.list_date for e in refresh(session).events]
        asked = session.exec(select(ProblemRow.id, ProblemRow.found)).all()
        both.done("resolve", "P3", "--no-member", "--reason", "a visitor")
        both.done("contact", "office@federation.example")
        assert session.exec(select(ProblemRow.id, ProblemRow.found)).all() == asked
        assert [e.list_date for e in refresh(session).events] == before
        assert session.get(SettingRow, "contact") is None


@pytest.mark.either
def test_a_reader_tells_what_a_writer_would_find_now_under_the_same_numbers(both: Workplace) -> None:
    aged(both)
    told = both.done("problems", "--all").out
    assert told.count("member-unknown") == 2
    with transaction(both.engine()) as session:
        refresh(session)
    assert both.done("problems", "--all").out == told


@pytest.mark.either
def test_a_rehearsal_is_dropped_with_its_reader(both: Workplace) -> None:
    before = stored(both)
    given = both.file(register_csv([{"ID": "N90000050", "Name": "Some Body"}]), "more.csv")
    assert "1 would be new" in both.done("members", "import", given, "--dry-run").out
    assert both.run("members", "show", "N90000050").code == 1
    assert stored(both) == before


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE main.setting SET value = 'x'",
        "DELETE FROM main.member",
        "DROP TABLE main.member",
        "CREATE TABLE main.other (x)",
        "CREATE INDEX main.other ON setting (value)",
        "CREATE TRIGGER main.other AFTER INSERT ON setting BEGIN SELECT 1; END",
        "ALTER TABLE main.setting ADD COLUMN other",
    ],
)
def test_a_reader_changes_nothing_stored_whatever_it_is_told(work: Workplace, statement: str) -> None:
    with look(work.engine()) as session, pytest.raises(DatabaseError, match="not authorized"):
        session.connection().execute(text(statement))


@pytest.mark.either
def test_a_preview_beside_a_writer_shows_the_draft_and_says_that_it_is_not_noted(both: Workplace) -> None:
    for number in (1, 2, 3):
        answer = "--no-member" if number > 1 else "--accept"
        both.done("resolve", f"P{number}", answer, "--reason", "as the organizer says")
    both.done("rate")
    both.monkeypatch.setattr(engine, "PATIENCE", 0.02)
    with transaction(both.engine()) as session:
        session.add(SettingRow(name="halfway", value="not yet"))
        session.flush()
        said = both.done("preview")
    assert "List of 1 November 2026, version 1, previewed" in said.out
    assert said.err.startswith("database-busy: ")
    assert "look again with banzuke preview" in said.err
    assert "draft" in both.done("lists").out
    assert "no record that" not in both.done("preview").err
    assert "previewed" in both.done("lists").out


@pytest.mark.either
def test_a_writer_that_waits_too_long_is_told_who_writes(both: Workplace) -> None:
    both.monkeypatch.setattr(engine, "PATIENCE", 0.02)
    both.monkeypatch.setattr(sys, "argv", ["banzuke", "--office", "here", "lists"])
    with transaction(both.engine()) as session:
        session.add(SettingRow(name="halfway", value="not yet"))
        session.flush()
        problem = both.run("contact", "office@federation.example").problem()
    assert problem["code"] == "database-busy"
    process = f", process {os.getpid()} on {socket.gethostname()} "
    if "toml" in str(list(both.folder.iterdir())):
        assert process[:40] in problem["found"]
        assert "writes (user postgres, for 00:00:00" in problem["found"]
    else:
        assert problem["found"].startswith(f"banzuke lists{process}")
        assert re.search(r" \(since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\) writes$", problem["found"])
    both.done("contact", "office@federation.example")
    assert not list(both.folder.glob("*-writer"))


@pytest.mark.parametrize("both", ["postgresql"], indirect=True)
def test_of_another_users_program_that_writes_no_time_is_told(both: Workplace, cluster: str) -> None:
    """A server tells nobody but its owner since when others work."""
    url, name = make_url(cluster), both.folder.name
    address = database(cluster, name)
    with psycopg.connect(address, autocommit=True) as owner:
        owner.execute(f"CREATE ROLE second_{name} LOGIN".encode())
        owner.execute(f"GRANT ALL ON ALL TABLES IN SCHEMA public TO second_{name}".encode())
    both.monkeypatch.undo()
    both.monkeypatch.setattr(engine, "PATIENCE", 0.02)
    with transaction(both.engine()):
        theirs = url.set(database=name, username=f"second_{name}", password=None)
        (both.folder / "banzuke.toml").write_text(f'database = "{theirs.render_as_string()}"\n')
        problem = both.run("contact", "office@federation.example").problem()
    assert problem["code"] == "database-busy"
    assert problem["found"].endswith(f"on {socket.gethostname()} writes (user postgres)")


def test_a_note_that_a_killed_program_left_names_nobody(work: Workplace) -> None:
    command = [sys.executable, "-c", HOLDING, str(work.folder)]
    left = work.folder / "banzuke.sqlite-writer"
    with subprocess.Popen(command, stdin=-1, stdout=-1, cwd=ROOT, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "writes\n"
        work.monkeypatch.setattr(engine, "PATIENCE", 0.02)
        found = work.run("contact", "a@federation.example").problem()["found"]
        assert f", process {other.pid} on " in found
        assert left.stat().st_mode & 0o077 == 0
        other.kill()
    assert str(other.pid) in left.read_text()
    holding = sqlite3.connect(work.database, isolation_level=None)
    holding.execute("BEGIN IMMEDIATE")  # by a program that tells nobody of it
    assert work.run("contact", "a@federation.example").problem()["found"] == UNKNOWN
    holding.execute("ROLLBACK")
    holding.close()
    work.done("contact", "a@federation.example")
    assert not left.exists()


def test_who_writes_is_told_by_the_command_alone() -> None:
    process = f", process {os.getpid()} on {socket.gethostname()}"
    for words, told in (
        (["members", "merge", "N1", "N2"], "banzuke members"),
        (["--office", "secret", "--lang", "ja", "rate"], "banzuke rate"),
        (["--office=secret", "rate"], "banzuke rate"),
        (["A name"], "banzuke"),
        ([], "banzuke"),
        (["--office"], "banzuke"),
    ):
        assert working(words) == told + process


HOLDING = """\
import sys
from pathlib import Path
from office.database.engine import open_engine, transaction
from office.place import Place
from office.tables import SettingRow
with transaction(open_engine(Place(Path(sys.argv[1])))) as session:
    session.add(SettingRow(name="halfway", value="stored"))
    session.flush()
    print("writes", flush=True)
    sys.stdin.readline()
"""


@pytest.mark.either
@pytest.mark.slow
def test_readers_answer_beside_another_process_that_writes(
    both: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = [sys.executable, "-c", HOLDING, str(both.folder)]
    with subprocess.Popen(command, stdin=-1, stdout=-1, cwd=ROOT, text=True) as other:
        assert other.stdin is not None and other.stdout is not None
        assert other.stdout.readline() == "writes\n"
        read_all(both, FEW)
        monkeypatch.setattr("office.desk.status.status_text", lambda *_of, **_more: 1 // 0)
        both.falling = True
        assert both.run("status").problem()["code"] == "unforeseen"  # and not that another one writes
        other.stdin.write("\n")
    with look(both.engine()) as session:
        assert session.get_one(SettingRow, "halfway").value == "stored"
