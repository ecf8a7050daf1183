"""What is sorted by the database stands in the same order on every server, and as on SQLite."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from sqlmodel import col, select

from office.accounts.people import accounts, add
from office.accounts.roles import Role
from office.accounts.tables import AccountRow
from office.database.engine import look, postgresql, transaction
from tests.on_postgresql import database, server
from tests.workplace import Workplace

NAMES = ("森 空", "もり", "モリ", "Adachi", "adachi b", "Éva", "O'Hara", "O-Hara", "Zoe", "_x")
LANGUAGES = ("en_US", "ja_JP")


@pytest.fixture(scope="module")
def languages() -> Iterator[str]:
    """A server with a database for each of the languages, made as the packages of a system make them."""
    if shutil.which("localedef") is None:
        pytest.skip("localedef is not installed")
    with tempfile.TemporaryDirectory(prefix="banzuke-") as folder, pytest.MonkeyPatch.context() as patch:
        os.chmod(folder, 0o755)  # as root the server runs as another user
        for name in LANGUAGES:
            made = ["localedef", "-i", name, "-f", "UTF-8", str(Path(folder) / f"{name}.UTF-8")]
            if subprocess.run(made, capture_output=True).returncode:
                pytest.skip(f"the system has no {name}")
        patch.setenv("LOCPATH", folder)
        with server() as address:
            with psycopg.connect(address, autocommit=True) as connection:
                for name in LANGUAGES:
                    new = f"CREATE DATABASE {name.lower()} LOCALE '{name}.UTF-8' TEMPLATE template0"
                    connection.execute(new.encode())
            yield address


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.slow
def test_names_are_sorted_by_their_signs_in_a_database_of_any_language(
    languages: str, work: Workplace, language: str
) -> None:
    address = database(languages, language.lower())
    with psycopg.connect(address) as connection:
        own = connection.execute("SELECT unnest(%s::text[]) ORDER BY 1", [list(NAMES)]).fetchall()
        assert [name for (name,) in own] != sorted(NAMES)
    work.done("--office", work.folder.with_name("served"), "init", "--database", address)
    engine = postgresql(address)
    with transaction(engine) as session:
        for name in NAMES:
            add(session, name, Role.OFFICER, who="Tester", now=work.moment)
    with look(engine) as session:
        assert [one.name for one in accounts(session)] == sorted(NAMES)
        backwards = select(AccountRow.name).order_by(col(AccountRow.name).desc())
        assert session.exec(backwards).all() == sorted(NAMES, reverse=True)
