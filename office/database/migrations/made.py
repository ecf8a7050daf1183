"""What migrations make their tables from: the `.toml` beside each, which a person can read as a whole.

There a table has its `columns` in their order, each a name and a kind (`KINDS`), `?` where it may be empty,
and `->` with the table whose id it holds. `id` alone is the key, otherwise the column that says `key`. Beside
them stand `unique`, lists of columns that no two rows share, and `index`, the columns that are searched by.
"""

import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

KINDS: dict[str, Callable[[], Any]] = {
    "number": sa.Integer, "big": sa.BigInteger, "text": sa.String, "yes-no": sa.Boolean, "day": sa.Date,
    "moment": UTCDateTime, "local": sa.DateTime, "bytes": sa.LargeBinary,
}  # fmt: skip
"""`moment` is aware and kept in UTC, `local` has no zone."""


def tables(migration: str, *names: str) -> None:
    """Makes these tables of a migration, of its own file; all of them in their order unless named."""
    told = tomllib.loads(Path(migration).with_suffix(".toml").read_text("utf-8"))
    for name in names or told:
        _table(name, **told[name])


def column(text: str, **more: Any) -> "sa.Column[Any]":
    """A column from its words."""
    name, kind, *_ = text.split()
    return sa.Column(name, KINDS[kind.rstrip("?")](), nullable=kind.endswith("?"), **more)


def add(table: str, *columns: str) -> None:
    """Adds columns one by one, never as a batch: SQLite would make the table anew, without its triggers."""
    for text in columns:
        op.add_column(table, column(text))


def searched_by(table: str, name: str) -> None:
    """An index over one column."""
    op.create_index(op.f(f"ix_{table}_{name}"), table, [name])


def _table(name: str, columns: str, unique: Sequence[Sequence[str]] = (), index: Sequence[str] = ()) -> None:
    words = ["id number key" if text.strip() == "id" else text for text in columns.split(",")]
    pointing = dict(sorted((text.split()[0], text.split()[-1]) for text in words if "->" in text))
    op.create_table(
        name,
        *map(column, words),
        *(sa.ForeignKeyConstraint([own], [f"{other}.id"]) for own, other in pointing.items()),
        sa.PrimaryKeyConstraint(*(text.split()[0] for text in words if "key" in text.split()[2:])),
        *(sa.UniqueConstraint(*together) for together in unique),
    )
    for one in index:
        searched_by(name, one)
