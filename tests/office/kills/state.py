"""What an office is, for comparing: every row of every table, every file beside the database."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg

import office.tables
from office.chain.noted import NAME
from office.journal.note import HELD, ROWS
from office.place import Place

WORKED_OUT = "look"
"""What a look at an event found: it says itself what it hangs on, and is worth nothing where that differs."""

SHOWN = "office/seen/"
"""What a terminal was shown: a killed command has shown nothing."""

CUT_OFF: dict[str, tuple[str, tuple[str, ...]]] = {
    "report": ("state", ("received", "failed")),
    "job_run": ("result", ("broken off", "failed")),
}
"""What was received is kept, and what ran is told: of these tables a command that was killed, or in which
something failed, leaves a row that says so in this column. The rows behind it have one number more."""

BY_NUMBER = ("ledger", "listed")
"""Columns of a chain's link that name rows by their numbers: where these have gaps they are other bytes. The
head, which is over what the rows say, is compared; that both go together is what `doctor` looks at."""

NAMED = re.compile(r"\bruling \d+")
"""A ruling by its number, in a text: where numbers have gaps it is another one, and the journal's head is
another one too."""

LISTED = "index.jsonl"
"""It only grows: a page that is asked for again has its line again."""

Rows = dict[str, list[dict[str, Any]]]
State = tuple[Rows, dict[str, Any]]


def state(area: Path, place: Path) -> State:
    """The tables of the office in `place`, and the files of the whole area."""
    return rows(place), files(area)


def rows(folder: Path) -> Rows:
    """Every row, as the driver gives it, past all of our own code; without the columns that are left out."""
    place = Place(folder)
    server = place.server()
    found: Rows = {}
    if server is not None:
        with psycopg.connect(server) as connection:
            for name in office.tables.whole().tables:
                read = connection.execute(f'SELECT * FROM "{name}"')  # type: ignore[call-overload]
                found[name] = _told(name, [column.name for column in read.description or ()], read.fetchall())
        return found
    if not place.database.exists():
        return {}
    with closing(sqlite3.connect(place.database)) as made:
        names = [n for (n,) in made.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for name in names:
            asked = made.execute(f'SELECT * FROM "{name}"')
            found[name] = _told(name, [column[0] for column in asked.description], asked.fetchall())
    return found


def _told(table: str, columns: list[str], found: list[tuple[Any, ...]]) -> list[dict[str, Any]]:
    if table == WORKED_OUT:
        return []
    told = [dict(zip(columns, row, strict=True)) for row in found]
    return sorted(told, key=lambda row: repr(sorted(row.items(), key=lambda one: one[0] != "id")))


def finished(found: State, before: State, unlike: Mapping[str, str], *, gaps: bool = False) -> State:
    """The same without rows of runs that were cut off since, numbered as if they had not been; without what
    is not compared: columns (`table.column`) and files (the beginning of the path). `gaps`: PostgreSQL gives
    no number twice, also not one of a transaction that came to nothing: rows of all tables are numbered
    anew."""
    told = {table: [dict(row) for row in rows] for table, rows in found[0].items()}
    for table, (column, values) in CUT_OFF.items():
        old = {row["id"] for row in before[0].get(table, [])}
        told[table] = [row for row in told.get(table, []) if row[column] not in values or row["id"] in old]
    told["job_run"] = list({row["job"]: row for row in told["job_run"]}.values())  # the last of each
    for table in told if gaps else CUT_OFF:
        if all("id" in row for row in told[table]):
            _number(told, table)
    for row in told.get("chain_link", []) if gaps else ():
        for column in BY_NUMBER:
            row.pop(column)
    for row in (row for rows in told.values() for row in rows) if gaps else ():
        for column, value in row.items():
            if isinstance(value, str):
                row[column] = NAMED.sub("ruling …", value)
    # Which rows an entry names hangs on how often the command began; that each row is named, doctor asks.
    told["journal"] = [row for row in told.get("journal", []) if row["kind"] not in (HELD, ROWS)]
    _number(told, "journal")
    for row in told["journal"]:
        row.pop("head")
    for name in unlike:
        table, _, column = name.partition(".")
        for row in told.get(table, []):
            row.pop(column, None)
    out = tuple(name for name in unlike if "/" in name)
    return told, {
        path: data
        for path, data in found[1].items()
        if not path.startswith(out)
        and not path.endswith(f"/{NAME}")
        and not (path.startswith(SHOWN) and path.endswith(".json"))
    }


def at_rest(found: State) -> State:
    """Without the note of who writes, which lasts as long as he does."""
    return found[0], {path: data for path, data in found[1].items() if not path.endswith("-writer")}


def _number(told: Rows, table: str) -> None:
    # Two jobs that are due at once are begun in any order.
    told[table].sort(key=lambda row: (row["job"] if table == "job_run" else "", row["id"]))
    numbers = {row["id"]: n for n, row in enumerate(told[table], 1)}
    for name, key in {*_pointing(table), (table, "id")}:
        for row in told.get(name, []):
            row[key] = numbers.get(row[key], row[key])
    for row in told.get("journal", []):  # an entry can name its row by the number
        if row["kind"] == table and row["subject"].isdigit():
            row["subject"] = str(numbers.get(int(row["subject"]), row["subject"]))


def _pointing(table: str) -> Iterator[tuple[str, str]]:
    for one in office.tables.whole().tables.values():
        for key in one.foreign_keys:
            if key.column.table.name == table:
                yield one.name, key.parent.name


def files(area: Path) -> dict[str, Any]:
    """By path what a file holds, or where a link leads; without the database, which `rows` reads."""
    return {str(path.relative_to(area)): data for path, data in _files(area)}


def _files(folder: Path) -> Iterator[tuple[Path, Any]]:
    for entry in sorted(os.scandir(folder), key=lambda one: one.name):
        path = Path(entry.path)
        if entry.is_symlink():
            yield path, os.readlink(path)
        elif entry.is_dir():
            yield from _files(path)
            yield path, "a folder"
        elif entry.name == LISTED:
            yield path, sorted(set(path.read_bytes().split(b"\n")))
        elif entry.name.endswith(".lock"):
            yield path, "a lock"  # in it stands the number of the process that had it last
        elif not entry.name.startswith("banzuke.sqlite") or entry.name.endswith("-writer"):
            yield path, path.read_bytes()


def differences(one: State, other: State) -> list[str]:
    """What is other in the second: by table the rows that it has not, and that it has beside; by file."""
    told = []
    for table in sorted(one[0].keys() | other[0].keys()):
        before, after = one[0].get(table, []), other[0].get(table, [])
        if before != after:
            less = [row for row in before if row not in after]
            more = [row for row in after if row not in before]
            told.append(f"{table}: without {_short(less)}, with {_short(more)}")
    for path in sorted(one[1].keys() | other[1].keys()):
        here, there = one[1].get(path), other[1].get(path)
        if here != there:
            told.append(f"{path}: {_size(here)}, now {_size(there)}")
    return told


def _short(found: list[Mapping[str, Any]]) -> str:
    short = [{k: str(v)[:60] for k, v in row.items()} for row in found[:3]]
    return json.dumps(short, ensure_ascii=False)[:600]


def _size(data: Any) -> str:
    return "none" if data is None else f"{len(data)} bytes" if isinstance(data, bytes) else str(data)
