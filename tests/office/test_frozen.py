"""What the database itself keeps: published lists and frozen readings; and how it is brought up."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import event

import office.tables
from office.database import engine
from office.database.engine import sqlite
from office.database.migrate import config, upgrade
from tests.office.test_desk import EVENT
from tests.workplace import NAMES, RATINGS, Workplace, once, small_federation

BELONGING = ("list_member", "list_rating", "game_line", "earlier_game", "version_event")


@pytest.fixture
@once
def published(work: Workplace) -> Workplace:
    """A published list with at least one row in every table, and a draft beside it."""
    people = {**NAMES, "N90000006": "Unrated Uma"}
    work.register(*({"ID": i, "Name": n} for i, n in people.items()))
    work.opening(
        [{"ID": i, "Name": NAMES[i], "ST": r, "ST-G": 100, "ST-Peak": 1750} for i, r in RATINGS.items()],
        [("N90000006", "ST", "2026-05-09", 1500, "1", "May Open")],
    )
    work.store(EVENT)
    work.done("rate")
    work.done("publish")
    return work


def attempt(work: Workplace, statement: str) -> str | None:
    """What the database says to a statement by plain SQLite; None if it takes it."""
    connection = sqlite3.connect(work.database)
    try:
        connection.execute(statement)
        connection.rollback()
        return None
    except sqlite3.IntegrityError as refused:
        return str(refused)
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("version", "table"),
    [*((2, table) for table in BELONGING), *((1, t) for t in ("list_member", "list_rating", "earlier_game"))],
)  # the opening list holds no events
def test_rows_of_a_published_list_can_be_neither_added_nor_changed_nor_deleted(
    published: Workplace, table: str, version: int
) -> None:
    rows = published.rows(f"SELECT * FROM {table} WHERE version_id = ?", version)
    assert rows
    columns = [c for _, c, *_ in published.rows(f"PRAGMA table_info({table})")]
    others = ", ".join(c for c in columns if c not in ("id", "version_id"))
    copy = f"INSERT INTO {table} (version_id, {others}) SELECT version_id, {others} FROM {table}"
    before = published.dump()
    for statement in (
        f"UPDATE {table} SET version_id = version_id WHERE version_id = {version}",
        f"DELETE FROM {table} WHERE version_id = {version}",
        f"{copy} WHERE version_id = {version}",
    ):
        assert attempt(published, statement) == "a published list does not change", statement
    assert published.dump() == before


@pytest.mark.parametrize(
    "column", ["state", "list_date", "version", "inputs", "text_sha256", "report", "published_by"]
)
def test_a_published_version_itself_does_not_change(published: Workplace, column: str) -> None:
    for statement in (
        f"UPDATE list_version SET {column} = 'other' WHERE id = 2",
        "DELETE FROM list_version WHERE id = 2",
    ):
        assert attempt(published, statement) == "a published list does not change"


def test_rows_cannot_be_moved_from_a_draft_into_a_published_list(published: Workplace) -> None:
    published.done("rate")
    for table in ("list_member", "list_rating", "earlier_game"):
        assert published.rows(f"SELECT 1 FROM {table} WHERE version_id = 3")
        moved = f"UPDATE {table} SET version_id = 2 WHERE version_id = 3"
        assert attempt(published, moved) == "a published list does not change"


def test_a_version_is_published_only_from_a_draft(published: Workplace) -> None:
    columns = [
        c for _, c, *_ in published.rows("PRAGMA table_info(list_version)") if c not in ("id", "version")
    ]
    named = ", ".join(columns)
    copied = f"INSERT INTO list_version (version, {named}) SELECT 9, {named} FROM list_version WHERE id = 2"
    assert attempt(published, copied) is not None


def test_a_draft_can_still_be_changed_and_deleted(published: Workplace) -> None:
    published.done("rate")
    for table in BELONGING[:2]:
        assert attempt(published, f"UPDATE {table} SET version_id = 3 WHERE version_id = 3") is None
        assert attempt(published, f"DELETE FROM {table} WHERE version_id = 3") is None


def test_a_frozen_reading_does_not_change(published: Workplace) -> None:
    for statement in (
        "UPDATE reading SET record = '{}'",
        "UPDATE reading SET fingerprint = ''",
        "DELETE FROM reading",
    ):
        assert attempt(published, statement) == "a frozen reading does not change"


def test_a_fresh_office_is_at_the_newest_migration(work: Workplace) -> None:
    head = ScriptDirectory.from_config(config()).get_current_head()
    assert work.rows("SELECT version_num FROM alembic_version") == [(head,)]


def test_the_migrations_make_what_the_models_say(work: Workplace) -> None:
    with sqlite(work.database).connect() as connection:
        found = compare_metadata(
            MigrationContext.configure(connection, opts={"compare_type": True}), office.tables.whole()
        )
    assert found == []


def test_alembic_itself_finds_nothing_to_do(work: Workplace) -> None:
    made = config()
    with sqlite(work.database).begin() as connection:
        made.attributes["connection"] = connection
        command.check(made)


def test_migrating_again_changes_nothing(work: Workplace) -> None:
    small_federation(work)
    before = work.dump()
    work.done("migrate")
    assert work.dump() == before


def test_every_constraint_of_every_table_has_a_name(work: Workplace) -> None:
    for table in office.tables.whole().tables.values():
        for constraint in table.constraints:
            assert constraint.name, (table.name, constraint)
        for index in table.indexes:
            assert str(index.name).startswith("ix_")


def test_a_database_of_a_newer_banzuke_is_refused_and_left_alone(work: Workplace) -> None:
    with closing(sqlite3.connect(work.database)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    before = work.dump()
    for words in (("status",), ("rate",), ("members", "import", work.file("ID,Name,Memberships\n"))):
        said = work.run(*words)
        problem = said.problem()
        assert (said.code, problem["code"], problem["found"]) == (1, "database-version", "migration 9999")
        assert "newer one" in problem["do"]
    assert work.run("migrate").code == 1
    assert work.dump() == before


@pytest.mark.parametrize("content", [b"", b"this is no database, but it is long enough to be looked at" * 20])
def test_a_file_that_is_no_database_of_ours_is_refused_by_name(
    work: Workplace, tmp_path: Path, content: bytes
) -> None:
    for file in work.folder.glob("banzuke.sqlite*"):
        file.unlink()
    work.database.write_bytes(content)
    said = work.run("status")
    assert said.code == 1
    assert said.problem()["code"] == ("database-damaged" if content else "database-version")
    assert work.run("migrate").problem()["code"] == ("database-damaged" if content else "no-office")
    assert work.run("status").code == 1  # it has not become a new office
    assert work.database.read_bytes() == content or not content


def test_a_database_that_another_program_holds_is_waited_for_and_then_refused_by_name(
    work: Workplace,
) -> None:
    holder = sqlite3.connect(work.database, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    try:
        work.monkeypatch.setattr(engine, "sqlite", impatient(sqlite))
        said = work.run("contact", "office@federation.example")
    finally:
        holder.execute("ROLLBACK")
        holder.close()
    assert said.code == 1
    assert said.problem()["code"] == "database-busy"
    work.done("contact", "office@federation.example")


def impatient(make):
    """An engine that waits a hundredth of a second instead of five."""

    def made(path):
        engine = make(path)
        event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA busy_timeout = 10"))
        return engine

    return made


def test_upgrading_from_nothing_and_again_gives_one_version(tmp_path: Path) -> None:
    fresh = sqlite(tmp_path / "fresh.sqlite")
    upgrade(fresh)
    upgrade(fresh)
    with fresh.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM alembic_version").scalar_one() == 1
