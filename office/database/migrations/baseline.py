"""The beginning of the journal in an office that was there before it: how everything watched stood then."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlmodel import SQLModel

import office.clock
from office.journal.acting import acting, acts
from office.journal.note import WATCHED, entry, state_of
from office.tables import whole


def begin(connection: Connection) -> None:
    """An entry for every row that is watched, by nobody's name."""
    whole()
    before, now = acting(), office.clock.now()
    acts("banzuke", "as it stood when the journal began")
    try:
        for kind, (key, _columns) in WATCHED.items():
            columns = SQLModel.metadata.tables[kind].columns
            there = {column["name"] for column in sa.inspect(connection).get_columns(kind)}
            table = sa.table(kind, *(sa.column(c.name, c.type) for c in columns if c.name in there))
            for row in connection.execute(sa.select(table).order_by(table.c[key])).mappings().all():
                entry(connection, kind, str(row[key]), state_of(kind, dict(row)), now)
    finally:
        acts(*before)
