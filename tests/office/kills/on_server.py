"""The same on PostgreSQL: an office that is moved there before it is killed, and the moving itself."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import psycopg

from office.database.engine import MOVED
from tests.office.kills.cases import Case, Ready
from tests.office.kills.every import CASES
from tests.office.kills.served import Served
from tests.office.writers import with_pages
from tests.workplace import Workplace

ON_SERVER = {name: case for name, case in CASES.items() if not case.makes}
"""What makes an office or brings it to another form is killed on a file."""


MOVED_ALREADY = {
    "office-moved": "the old database takes nothing any more, the settings do not say it yet: the same again"
}


def moving(served: Served, *, back: bool = False) -> Case:
    """The move of an office from its file to the server; or back."""

    @contextmanager
    def office(work: Workplace) -> Iterator[Ready]:
        with_pages(work)
        served.empty()
        if back:
            work.done("database", "copy", served.address)
            served.keep()

        def open_to_others() -> list[str]:
            if back:
                with psycopg.connect(served.address) as there:
                    told = there.execute("SELECT version_num FROM alembic_version").fetchall()
            else:
                with closing(sqlite3.connect(work.database)) as here:
                    told = here.execute("SELECT version_num FROM alembic_version").fetchall()
            return [] if told == [(MOVED,)] else [f"the old database takes what is written: {told}"]

        words = ("database", "copy", "sqlite" if back else served.address)
        yield Ready(words, served.put_back if back else served.empty, open_to_others)

    return Case("database copy", office, found=MOVED_ALREADY)
