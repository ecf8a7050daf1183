"""Lines of the chain, told column by column: each row of a table as one canonical line, the same on every
database (what a line is: `office/chain/rows.py`)."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import repeat
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session, SQLModel

from importer.tables import MemberRow, MessageRow, OrganizerRow, ReadingRow, ReportRow
from office.database.copy import plain
from office.lists.columns import Column, as_stored, table_of, typed_by
from office.tables import ListVersionRow

READING = str(ReadingRow.__tablename__)
AT_ONCE, MANY = 500, 10_000
"""Rows that are read at once: a reading is some ten thousand characters, other rows are short."""


def short(line: str) -> str:
    """The beginning of a line's SHA-256, by which a row that is other than it was is found."""
    return hashlib.sha256(line.encode("ascii")).hexdigest()[:16]


def shorts(lines: Iterable[str]) -> list[str]:
    """The same of each line."""
    return [hashlib.sha256(line.encode("ascii")).hexdigest()[:16] for line in lines]


Names = Mapping[int, str]


@dataclass(slots=True)
class Pointed:
    """What rows point to, by what it is; each is asked for once."""

    session: Session
    _held: dict[str, dict[int, str]] = field(default_factory=dict)

    def names(self, column: str, values: Iterable[int | None]) -> Names | None:
        """By row number, what these values of a column mean; None where it is no pointer."""
        asked = POINTERS.get(column)
        if asked is None:
            return None
        held = self._held.setdefault(column, {})
        wanted = sorted({number for number in values if number is not None} - held.keys())
        own = asked.selected_columns.id
        if len(wanted) > AT_ONCE and wanted[-1] - wanted[0] < NEAR * len(wanted):
            self._hold(held, asked.where(own.between(wanted[0], wanted[-1])))
            return held
        for at in range(0, len(wanted), AT_ONCE):
            self._hold(held, asked.where(own.in_(wanted[at : at + AT_ONCE])))
        return held

    def _hold(self, held: dict[int, str], query: "sa.Select[Any]") -> None:
        if rows := self.session.connection().execute(query).all():
            numbers, *columns = zip(*rows, strict=True)
            told = [["" if cell is None else str(plain(cell)) for cell in column] for column in columns]
            held.update(zip(numbers, map(" ".join, zip(*told, strict=True)), strict=True))


NEAR = 4
"""Numbers with fewer others than so many for each between them are asked for as one stretch."""
NOTHING = frozenset((None,))


def _meaning(table: type[SQLModel], *names: str) -> Any:
    own = table_of(table).c
    return sa.select(own.id, *(own[name] for name in names))


POINTERS: dict[str, Any] = {
    "member_id": _meaning(MemberRow, "federation_id"),
    "message_id": _meaning(MessageRow, "sha256"),
    "organizer_id": _meaning(OrganizerRow, "name"),
    "report_id": _meaning(ReportRow, "reference", "received_at"),
    "reading_id": _meaning(ReadingRow, "event_key", "fingerprint", "read_at"),
    "previous_id": _meaning(ListVersionRow, "list_date", "version"),
}


class Writer:
    """Lines of one table: everything but the row's number and what is left out. They are written column by
    column, each value that differs once. `ends`: columns left out of lines that are read all the same."""

    def __init__(
        self, table: type[SQLModel], pointed: Pointed, but: Set[str], ends: Sequence[str] = ()
    ) -> None:
        out = frozenset(but) - {"id", *ends}
        self.columns = [column for column in table_of(table).columns if column.name not in out]
        self.all = as_stored(table, out)
        self.name = str(table.__tablename__)
        self.places = {column.name: n for n, column in enumerate(self.columns)}
        self.at = self.places["id"]
        self.id = self.columns[self.at]
        self.pointed = pointed
        self._shown = [(n, self.places[n]) for n in sorted(self.places.keys() - {"id", *but})]

    @cached_property
    def _of_driver(self) -> list[Any]:
        """By column, what makes its value of the driver's; None where it is the same."""
        connection = self.pointed.session.connection()
        return [typed_by(connection, column) for column in self.columns]

    def read(
        self, session: Session, query: "sa.Select[Any]", values: Mapping[str, int]
    ) -> Iterator[tuple[Sequence[Column], list[str]]]:
        """Some rows after the other, as columns, with their lines. `query`: `all` or some of it."""
        some = AT_ONCE if self.name == READING else MANY
        found = session.connection().execute(query, values)
        while rows := found.cursor.fetchmany(some):
            columns = list(zip(*rows, strict=True))
            del rows
            yield columns, self.lines(columns, of_driver=True)
        found.close()

    def lines(self, columns: Sequence[Column], *, of_driver: bool = False) -> list[str]:
        """The line of each row; `of_driver`: as `all` gives them."""
        count = len(columns[self.at]) if columns else 0
        if not count:
            return []
        filled = [
            (name, columns[place], differing)
            for name, place in self._shown
            if (differing := _differing(columns[place])) != NOTHING
        ]
        leading = bool(filled) and None not in (filled[0][2] or filled[0][1])  # each line begins with it
        behind, said = "" if leading else ",", f'["{self.name}",{{'
        told: list[Sequence[str]] = []
        for n, (name, column, differing) in enumerate(filled):
            called = f',"{name}":' if leading and n else f'"{name}":'
            if (
                differing is not None and len(differing) == 1
            ):  # what is the same in every row stands before the next column that is not
                said += self._told(name, column[:1], differing, ("", called, behind), of_driver)[0]
            else:
                told.append(self._told(name, column, differing, (said, called, behind), of_driver))
                said = ""
        if leading:
            return list(map("".join, zip(*told, repeat(f"{said}}}]", count), strict=True)))
        cells = map("".join, zip(*told, repeat(said, count), strict=True))
        return [f"{of_row[:-1]}}}]" if of_row[-1] == "," else f"{of_row}}}]" for of_row in cells]

    def value(self, name: str, cell: Any) -> Any:
        """A plain value of one that `all` gives."""
        typed = self._of_driver[self.places[name]]
        return plain(cell if typed is None else typed(cell))

    def _told(
        self,
        name: str,
        column: Column,
        differing: Set[Any] | None,
        around: tuple[str, str, str],
        of_driver: bool,
    ) -> Sequence[str]:
        """A column as it stands in the lines. `around`: what stands before it in every row; before the value
        and behind it, in rows that have one. `differing`: its values, each once; None where they are many,
        and each is written by itself."""
        before, called, behind = around
        start = before + called
        typed = self._of_driver[self.places[name]] if of_driver else None
        if differing is None and typed is None and name not in POINTERS:
            with suppress(TypeError):  # not of text alone
                text = "".join(column)
                if text.isascii() and text.isprintable() and not any(map(text.__contains__, '"\\')):
                    return [f'{start}"{value}"{behind}' for value in column]
                return [f"{start}{_string(value)}{behind}" for value in column]
        differing = set(column) if differing is None else differing
        names = self.pointed.names(name, differing)

        def told(value: Any) -> str:
            if value is None:
                return before
            if names is not None:
                found = names.get(value)
                return f"{start}{_string(f'row {value}' if found is None else found)}{behind}"
            return f"{start}{_written(value if typed is None else typed(value))}{behind}"

        answers = dict(zip(differing, map(told, differing), strict=True))
        return list(map(answers.__getitem__, column))


def _differing(column: Column) -> Set[Any] | None:
    """The values of a column, each once; None where, by those that come first, they are many."""
    first = column[:SAMPLE]
    return None if len(first) == SAMPLE and 2 * len(set(first)) > SAMPLE else set(column)


SAMPLE = 64
encoded = json.JSONEncoder(ensure_ascii=True, sort_keys=True, separators=(",", ":")).encode
_string = json.encoder.encode_basestring_ascii


def _written(value: Any) -> str:
    """A value as it stands in a line."""
    told = plain(value)
    if type(told) is str:
        return _string(told)
    return str(told) if type(told) is int else encoded(told)
