"""An office is made once, and named."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine

from office.database import migrate
from tests.office.test_intake import LINK
from tests.workplace import Workplace


@pytest.mark.parametrize(
    "command", [("status",), ("import", LINK), ("problems",), ("rate",), ("explain", "N30000001")]
)
def test_without_an_office_every_command_says_how_to_make_one(
    work: Workplace, command: tuple[str, ...]
) -> None:
    work.folder = work.folder / "elsewhere"
    said = work.run(*command)
    assert (said.code, said.problem()["code"]) == (1, "no-office")
    assert "banzuke init" in said.problem()["do"]
    assert not work.folder.exists()


def test_an_office_is_made_once(work: Workplace) -> None:
    before = work.dump()
    said = work.run("init")
    assert (said.code, said.problem()["code"]) == (1, "office-exists")
    assert work.dump() == before


def test_of_two_who_make_an_office_at_once_one_is_refused(work: Workplace) -> None:
    work.folder = work.folder / "elsewhere"
    upgrade = migrate.upgrade

    def other_first(engine: Engine) -> bool:
        work.monkeypatch.setattr(migrate, "upgrade", upgrade)
        work.done("init", "--name", "The other one")
        return upgrade(engine)

    work.monkeypatch.setattr(migrate, "upgrade", other_first)
    said = work.run("init", "--name", "This one")
    assert (said.code, said.problem()["code"]) == (1, "office-exists")
    assert work.rows("SELECT value FROM setting WHERE name = 'name'") == [("The other one",)]


@pytest.mark.parametrize("emptied", [False, True])
def test_where_an_office_lost_its_database_none_is_made(work: Workplace, emptied: bool) -> None:
    work.database.unlink()
    if emptied:
        work.database.touch()
    before = sorted(path.name for path in work.folder.iterdir())
    lost = work.run("status").problem()
    assert lost["code"] == ("database-version" if emptied else "no-office")
    assert "backup" in lost["do"]
    said = work.run("init").problem()
    assert (said["code"], said["found"]) == ("office-exists", "journal.txt")
    assert "restore a backup" in said["do"]
    assert sorted(path.name for path in work.folder.iterdir()) == before


@pytest.mark.parametrize("name", ["", " \u3000"])
def test_a_federation_without_a_name_has_no_office(work: Workplace, name: str) -> None:
    work.folder = work.folder / "elsewhere"
    found = work.run("init", "--name", name).problem()
    assert (found["code"], found["place"]) == ("office-unnamed", "--name")
    assert not work.folder.exists()


def test_the_names_of_a_new_office_stand_on_one_line(work: Workplace) -> None:
    work.folder = work.folder / "elsewhere"
    said = work.done("init", "--name", " Invented\r\nFederation\n", "--officer", "Mori\nSora")
    assert said.out.startswith("Invented Federation: ")
    assert ("officer", "Mori Sora") in work.rows("SELECT name, value FROM setting")
