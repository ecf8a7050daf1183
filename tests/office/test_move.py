"""An office moved between SQLite and PostgreSQL is the same; who opened it before writes nowhere else."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, make_url
from sqlmodel import Session

import office.tables
from office.database import move as moving
from office.database.copy import copied, refuse_other, sums, tables
from office.database.engine import open_engine, postgresql, reader, sqlite, transaction
from office.database.migrate import check, known_forms, upgrade
from office.database.move import move
from office.doctor.examine import HARMLESS, examine
from office.errors import OfficeError
from office.place import Place
from office.tables import SettingRow
from tests.office.chained import NEXT, Chained, at, command, three_lists
from tests.office.test_killed import killed
from tests.on_postgresql import made_database
from tests.workplace import Workplace, small_federation

pytestmark = pytest.mark.slow

WITHOUT_PAGES = {"no-saved-pages"}
"""The readings of these offices were made by hand."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return three_lists(tmp_path_factory.mktemp("moved") / "office").folder


def write(engine: Engine) -> None:
    """The beginning of a transaction that writes."""
    with transaction(engine) as session:
        session.connection()


def exported(folder: Path, to: Path) -> dict[str, bytes]:
    with at(NEXT):
        command(folder, "export", "list", "--to", str(to))
    return {p.name: p.read_bytes() for p in to.iterdir()}


def held(place: Place) -> object:
    with reader(open_engine(place)).connect() as connection:
        return sums(connection)


def findings(place: Place) -> set[str]:
    return {one.code for one in examine(place, NEXT, lambda _: None).found} - HARMLESS - WITHOUT_PAGES


def test_there_and_back_again_every_list_and_every_row_is_the_same(
    made: Path, cluster: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = Place(made)
    lists, rows = exported(made, tmp_path / "before"), held(place)
    place.settings.write_text('# ours\n[inbox]\nhost = "imap.example.org"\n')
    before = open_engine(place)
    check(before, "database")  # as a desk that is open all the time

    server = made_database(cluster, "moved_there", None)
    capsys.readouterr()
    command(made, "database", "copy", server)
    assert "the same in both" in capsys.readouterr().out
    assert place.server() == server
    assert place.settings.read_text().endswith('# ours\n[inbox]\nhost = "imap.example.org"\n')
    assert held(place) == rows
    assert exported(made, tmp_path / "there") == lists and lists
    assert findings(place) == set()
    for refused in (lambda: write(before), lambda: check(before, "database")):
        with pytest.raises(OfficeError) as named:
            refused()
        assert named.value.problems[0].code == "office-moved"
    with at(NEXT):  # work goes on, with numbers behind those that were copied
        command(made, "rate")
    there = open_engine(place)
    check(there, "database")
    went_on = held(place)

    command(made, "database", "copy", "sqlite")
    assert place.server() is None
    assert place.settings.read_text() == '# ours\n[inbox]\nhost = "imap.example.org"\n'
    assert held(place) == went_on
    assert exported(made, tmp_path / "back") == lists
    assert findings(place) == set()
    assert (made / "banzuke.sqlite.moved").exists()
    with pytest.raises(OfficeError) as named:
        write(there)
    assert named.value.problems[0].code == "office-moved"
    back = open_engine(place)
    with pytest.raises(OfficeError) as named:  # what is to be done there is not to go on in the old one
        move(place, back, server)
    (problem,) = named.value.problems
    assert problem.code == "database-not-empty" and problem.remedy.startswith("name an empty database")
    assert place.server() is None and held(place) == went_on


def test_every_table_of_the_newest_form_is_copied() -> None:
    newest = list(known_forms().values())[-1]
    for objects in newest.values():
        formed = {name.split(" ", 1)[1] for name in objects if name.startswith("table ")}
        assert {table.name for table in tables()} == formed - {"alembic_version"}
    assert office.tables.whole()


def test_a_database_with_anything_in_it_is_left_alone(offices: dict[str, Chained], cluster: str) -> None:
    filled = made_database(cluster, "filled", None)
    engine = postgresql(filled)
    upgrade(engine)
    with transaction(engine) as session:
        session.add(SettingRow(name="name", value="Somebody else"))
    office_, before = offices["sqlite"], held(offices["sqlite"].place)
    with pytest.raises(OfficeError) as named:
        move(office_.place, office_.engine, filled)
    assert named.value.problems[0].code == "database-not-empty"
    assert office_.place.server() is None and held(office_.place) == before
    with transaction(engine) as session:
        assert session.get_one(SettingRow, "name").value == "Somebody else"


def test_a_value_that_the_other_database_cannot_hold_is_named_by_its_rows(
    offices: dict[str, Chained], cluster: str
) -> None:
    server = made_database(cluster, "refusing", None)
    change = "UPDATE setting SET value = 'a' || char(0) || 'b' WHERE name = 'name'"
    with offices["sqlite"].altered(change) as session, pytest.raises(OfficeError) as named:
        copied(session.connection(), postgresql(server))
    (problem,) = named.value.problems
    assert problem.code == "copy-refused" and problem.place.startswith("database, setting, rows")
    with reader(postgresql(server)).connect() as connection:
        assert {one.rows for one in sums(connection).values()} == {0}


def test_a_copy_that_is_not_the_same_is_named(offices: dict[str, Chained]) -> None:
    office_ = offices["postgresql"]
    with reader(office_.engine).connect() as connection:
        told = sums(connection)
    changes = {
        "UPDATE list_rating SET rating = rating + 1 WHERE id = 1": "list_rating",
        "DELETE FROM earlier_game WHERE id = 1": "earlier_game",
        "UPDATE reading SET read_at = read_at + interval '1 microsecond' WHERE id = 1": "reading",
        "UPDATE report SET day_stated = NOT day_stated WHERE id = 1": "report",
    }
    for statement, table in changes.items():
        with office_.altered(statement) as session, pytest.raises(OfficeError) as named:
            refuse_other(told, sums(session.connection()))
        assert [one.place for one in named.value.problems] == [f"database, {table}"]


def test_an_interrupted_copy_can_be_repeated(
    tmp_path: Path, cluster: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    office_ = three_lists(tmp_path / "office")
    server = made_database(cluster, "interrupted", None)
    before = held(office_.place)

    real = moving.copied

    def cut_off(*given: Any) -> None:
        real(*given)
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(moving, "copied", cut_off)
        with pytest.raises(OSError, match="No space"):
            move(office_.place, office_.engine, server)
    assert office_.place.server() is None and held(office_.place) == before
    with Session(office_.engine) as session:  # and it takes what is written
        assert session.get_one(SettingRow, "name")
    move(office_.place, office_.engine, server)
    assert office_.place.server() == server and held(office_.place) == before


@pytest.mark.parametrize(
    "where",
    [("office.database.copy", "", "_numbers"), ("office.database.copy", "", "refuse_other"),
     ("office.database.copy", "", "copied")],
    ids=lambda where: where[2],
)  # fmt: skip
def test_a_killed_copy_can_be_repeated(work: Workplace, server: str, where: tuple[str, str, str]) -> None:
    small_federation(work)
    before = held(Place(work.folder))
    killed(work, where, 1, "database", "copy", server, before=where[2] != "copied")
    assert Place(work.folder).server() is None
    assert held(Place(work.folder)) == before
    work.done("contact", "rating@example.org")  # the office goes on where it was, with no lock left
    if where[2] == "copied":  # what was copied is an office by now, and not this one any more
        assert work.run("database", "copy", server).problem()["code"] == "database-not-empty"
        assert Place(work.folder).server() is None
        return
    went_on = held(Place(work.folder))
    work.done("database", "copy", server)
    assert Place(work.folder).server() == server and held(Place(work.folder)) == went_on


def test_an_office_is_not_copied_onto_itself(offices: dict[str, Chained]) -> None:
    for office_ in offices.values():
        with pytest.raises(OfficeError) as named:
            move(office_.place, office_.engine, office_.place.server())
        assert named.value.problems[0].code == "copy-onto-itself"


def test_the_same_database_under_another_address_is_the_one_that_the_office_is_in(
    offices: dict[str, Chained],
) -> None:
    office_ = offices["postgresql"]
    address = str(office_.place.server())
    same = (
        make_url(address).update_query_dict({"connect_timeout": "60"}).render_as_string(hide_password=False)
    )
    assert same != address
    with pytest.raises(OfficeError) as named:
        move(office_.place, office_.engine, same)
    assert named.value.problems[0].code == "copy-onto-itself"
    assert office_.place.server() == address
    write(office_.engine)  # and it takes what is written


def test_a_command_older_than_the_database_writes_nothing(tmp_path: Path) -> None:
    """It was opened at its own migration, and a newer Banzuke has brought the database further since."""
    engine = sqlite(tmp_path / "office.sqlite")
    upgrade(engine)
    check(engine, "database")
    with closing(sqlite3.connect(tmp_path / "office.sqlite")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = 'zz99'")
    with pytest.raises(OfficeError) as named:
        write(engine)
    assert named.value.problems[0].code == "database-version"
    assert named.value.problems[0].found == "migration zz99"
    with closing(sqlite3.connect(tmp_path / "office.sqlite")) as connection, connection:  # no lock is left
        connection.execute("BEGIN IMMEDIATE")
    with pytest.raises(OfficeError) as named:
        check(engine, "database")
    assert named.value.problems[0].code == "database-version"
