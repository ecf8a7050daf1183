"""Migrations are history: a released one never changes, and each takes offices of every state before it."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Engine
from sqlmodel import Session, select

from office.chain.statements import heads
from office.database import migrate
from office.database.engine import sqlite
from office.errors import OfficeError
from office.place import Place
from office.rebuild.again import version_faults
from office.rebuild.run import kept_faults
from office.tables import ListVersionRow
from scraper.records import Problem
from tests.office.forms import STATES, emptied, form_at, kept_state, load, revisions
from tests.on_postgresql import server

RELEASED = {
    "b1_the_whole_office.py": "acb2fdc1806a45ebeadf593b32b0a3d38836b854d3985e64cb56e8cb0c7b7f88",
    "b1_the_whole_office.toml": "07674b3fb6fafbef99fd941b65982b7b68bd0436a61bb59b42222ecee3ab4c12",
    "b2_looks.py": "eab7c716c8ce83999c77eb1a9f7c91226367a6bc7746143448b8b155a6d1dd04",
    "b2_looks.toml": "480c64bae12be77a8ceac29fb29de67c08f1cb5cbcd9bc3b1382affc20784438",
    "b3_accounts.py": "807850a10836e8909ff60346c05d0d179ef6ff4abbd3cbe515890083abb0a05e",
    "b3_accounts.toml": "47f0a6602bf1230a2cf4e1043cde1c702a48ba2ffa40ff9c374bc9572df97f12",
    "b4_sendings.py": "3fa7759047857903dfbd34f99550572c8243ed854823ba0ab3eb363a9bb2ef21",
    "b4_sendings.toml": "7809d85d3efcee99917dcf85122f1bf5466699e9c911d7f0f4833799ddf505e8",
    "b5_jobs.py": "9425b75377b0dfceaa8342614e9dc20b175706613b78ec48ef0663ed7c5fda20",
    "b5_jobs.toml": "677dbbaa0987f17df4d4b474807550fea3a9ea0af67fec8f09ff6ea1d52f1d03",
    "b6_notices.py": "08111e4a20afe740e789c8b3f1be57213f3dcc54c3214dbebcc15992b04b8b5b",
    "b6_notices.toml": "35e0f226da1e5b5b7d79e378a6f8fc54d0e613c4aabbab307e963dcd2e97d8ea",
    "b7_journal.py": "9a28f56ca84a765896676605e6ffa0680d42e91d8e22edd455f297136649b689",
    "b7_journal.toml": "d71b4cb381c0f144912b3c5f88ac18a06069c07e2e4b9f7cca36bc80531d8af8",
}
"""Every file of a released migration with its SHA-256. A new migration adds its own; none is ever changed."""

HEADS = {
    "b1": "c5e1ad17ef3f4c6b3345993ce3412ae2435c4f8713d117e19693822570bdef44",
    "b2": "399b887a91c1073741f7bc65677e906779723e25f6b45e44668e105e4758d092",
    "b3": "6e6d7fd624915a75474013a29a39fc009924669af71f536dbd8d70c09943d797",
    "b4": "03cd3301ca453021d6d85aeff654f3a485fad57e34d01e1a1118abe4be28ecd6",
    "b5": "b9782e7c449ea8f0addaaed747930789e165b021c81db07afb8b903335a8cedc",
    "b6": "806cc027824df1218b4f724bc9159b6ee10aee452f87d8e596e5f5bd6ae2bacb",
    "b7": "7fdfabd97f78ab419f74f6b6f2f3b80183003e9215e9e22b9da2a1feb35b40f4",
}
"""The newest head of the office that is kept of each migration, as it was when it was released."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with server() as made:
        yield made


@pytest.fixture(params=["sqlite", "postgresql"])
def fresh(request: pytest.FixtureRequest, address: str, tmp_path: Path) -> Engine:
    """An empty database."""
    return sqlite(tmp_path / "fresh.sqlite") if request.param == "sqlite" else emptied(address)


def test_no_released_migration_was_changed_and_none_is_unknown() -> None:
    files = sorted((migrate.MIGRATIONS / "versions").glob("[!_]*.*"))
    assert {f.name: hashlib.sha256(f.read_bytes()).hexdigest() for f in files} == RELEASED


@pytest.mark.parametrize("revision", revisions())
def test_each_migration_still_makes_what_it_made(fresh: Engine, revision: str) -> None:
    """Also where what it is made with (`made.py`, `frozen.py`) was changed."""
    assert form_at(fresh, revision) == migrate.known_forms()[revision][fresh.dialect.name]


@pytest.mark.parametrize("revision", revisions())
def test_an_office_of_each_state_comes_up_whole(fresh: Engine, revision: str, tmp_path: Path) -> None:
    load(fresh, revision, kept_state(revision))
    migrate.upgrade(fresh)
    head, found = looked_at(fresh, tmp_path)
    assert found == []
    assert head == HEADS.get(revision)


def looked_at(engine: Engine, folder: Path) -> tuple[str, list[Problem]]:
    """The newest head of an office, and every fault; its heads are written down as they stand."""
    with Session(engine) as session:
        lines = heads(session)
        (folder / "heads.txt").write_text("".join(f"{line}\n" for line in lines))
        found = list(kept_faults(session, Place(folder)))
        for version in session.exec(select(ListVersionRow).where(ListVersionRow.state == "published")):
            found += version_faults(session, version)
    return lines[-1].split()[-1], found


def test_the_newest_migration_is_the_last_whose_form_is_held() -> None:
    """Commands look there, and load no Alembic."""
    assert list(migrate.known_forms()) == revisions()


NEWEST = revisions()[-1]
NEXT = f'''"""One that may come"""

from office.database.migrations import made

revision = "next"
down_revision = "{NEWEST}"


def upgrade() -> None:
    made.add("list_rating", "to_come text?")
    made.add("ruling", "to_come text?")
'''


def test_a_migration_that_is_to_come_is_covered_by_the_same(
    fresh: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With another migration the state of the newest comes up, and its heads stay what they are."""
    folder = tmp_path / "migrations"
    shutil.copytree(migrate.MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "next_to_come.py").write_text(NEXT)
    monkeypatch.setattr(migrate, "MIGRATIONS", folder)
    assert revisions()[-2:] == [NEWEST, "next"]
    load(fresh, NEWEST, kept_state(NEWEST))
    forms = migrate.known_forms()
    now = forms | {"next": {fresh.dialect.name: {}}}
    monkeypatch.setattr(migrate, "known_forms", lambda: now)
    migrate.upgrade(fresh)
    with fresh.connect() as connection:
        now["next"][fresh.dialect.name] = migrate.form(connection)
    differing = {
        n for n, f in now["next"][fresh.dialect.name].items() if forms[NEWEST][fresh.dialect.name][n] != f
    }
    assert differing == {"table list_rating", "table ruling"}
    assert looked_at(fresh, tmp_path) == (HEADS[NEWEST], [])


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        *((f"UPDATE alembic_version SET version_num = '000{n}'", f"migration 000{n}") for n in (1, 4, 9)),
        (
            "ALTER TABLE member DROP COLUMN kana",
            f"migration {NEWEST} with other tables (table member: another one)",
        ),
        ("ALTER TABLE ruling ADD COLUMN more VARCHAR", "table ruling: another one"),
        ("DROP TABLE chain_link", "table chain_link: none"),
    ],
)
def test_an_office_of_an_unknown_past_is_named_with_the_way_to_carry_it_over(
    fresh: Engine, statement: str, found: str
) -> None:
    migrate.upgrade(fresh)
    with fresh.begin() as connection:
        connection.exec_driver_sql(statement)
        before = migrate.form(connection)
    for ask in (partial(migrate.check, fresh, "here"), partial(migrate.upgrade, fresh)):
        with pytest.raises(OfficeError) as refused:
            ask()
        (problem,) = refused.value.problems
        assert problem.code == "office-of-old"
        assert found in problem.found
        assert "docs/operations.md" in problem.remedy
    with fresh.connect() as connection:
        assert migrate.form(connection) == before


def test_there_is_an_office_of_every_state() -> None:
    assert {f.name for f in STATES.iterdir()} == {f"{revision}.json.gz" for revision in revisions()}
    assert HEADS.keys() == set(revisions())
