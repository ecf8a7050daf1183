"""What `doctor` finds on a PostgreSQL server of which a part cannot be read, or that goes away meanwhile."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection, Engine, event, make_url

from office.database.damage import damage
from office.database.engine import postgresql, reader
from tests.on_postgresql import made_database
from tests.workplace import Workplace

LONG = "SELECT string_agg(md5(n::text), '') FROM generate_series(1, 500) n"
"""A text that a server keeps beside the rows of its table (TOAST)."""

OTHERS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()"
)

TOAST = "SELECT pg_relation_filepath(reltoastrelid) FROM pg_class WHERE relname = 'setting'"
PLACES = {
    TOAST: "setting, row long, value",
    "SELECT pg_relation_filepath('setting')": "setting",
    "SELECT pg_relation_filepath('journal')": "journal",
}
"""By the file in which a page is damaged: how it is named."""


def end_others(address: str) -> None:
    with psycopg.connect(address, autocommit=True) as owner:
        owner.execute(OTHERS.encode(), (make_url(address).database,))


@pytest.mark.parametrize("file", PLACES)
def test_a_page_that_the_server_cannot_read_is_named_and_nothing_else(
    work: Workplace, cluster: str, file: str
) -> None:
    """A server does nothing more in a transaction in which something failed: every table behind the damaged
    one was named too."""
    number = list(PLACES).index(file)
    sound = made_database(cluster, f"sound_{number}", None)
    office = work.folder.with_name("on-a-server")
    work.done("--office", office, "init", "--officer", "Mori Sora", "--database", sound)
    with psycopg.connect(sound) as owner:
        owner.execute(f"INSERT INTO setting (name, value) VALUES ('long', ({LONG}))".encode())
    end_others(sound)
    copy = made_database(cluster, f"damaged_{number}", f"sound_{number}")  # no page of it is in memory
    with psycopg.connect(copy) as owner:
        found = owner.execute(f"SELECT current_setting('data_directory'), ({file})".encode()).fetchone()
    assert found is not None
    with Path(*found).open("r+b") as page:
        page.seek(4000)
        page.write(b"damaged")
    places = {one.place for one in damage(reader(postgresql(copy)))}
    assert places - {"database"} == {
        f"database, {PLACES[file]}"
    }  # and of it how many pages, once one was read


def test_a_server_that_goes_away_is_no_damage(work: Workplace, cluster: str) -> None:
    address = made_database(cluster, "goes_away", None)
    office = work.folder.with_name("on-a-server")
    work.done("--office", office, "init", "--officer", "Mori Sora", "--database", address)

    def met(_connection: Connection, _cursor: object, statement: str, *_more: object) -> None:
        if "FROM notice_kind" in statement:
            end_others(address)

    event.listen(Engine, "before_cursor_execute", met)
    try:
        said = work.run("--office", office, "doctor")
    finally:
        event.remove(Engine, "before_cursor_execute", met)
    assert said.code == 1
    assert [one["code"] for one in said.problems()] == ["database-unreachable"]
