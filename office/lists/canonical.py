"""The canonical text of a list version: every figure in a fixed order, for its SHA-256."""

from collections.abc import Iterator, Mapping
from datetime import date
from itertools import repeat
from typing import Any

from sqlmodel import Session, SQLModel

from office.lists.columns import SOME, Column, Columns, StoredRows, table_of
from office.tables import (
    EarlierGameRow,
    EventLineRow,
    EventPerformanceRow,
    EventRatingRow,
    GameLineRow,
    ListMemberRow,
    ListRatingRow,
    ListVersionRow,
)

LEFT_OUT = {"id", "version_id"}
TABLES = (
    ListMemberRow,
    ListRatingRow,
    GameLineRow,
    EarlierGameRow,
    EventLineRow,
    EventRatingRow,
    EventPerformanceRow,
)


LATER = {ListRatingRow.__tablename__: ("adjusted", "adjustment_reference", "decided", "marks")}
"""By table: columns that came after lists were published. They are written, by name, only where something
stands in them: the text of a list on which nothing of this acted is what it was before there were any."""


def canonical_text(session: Session, version: ListVersionRow, stored: StoredRows | None = None) -> str:
    """All rows of a version as text: a head, then one line a row, sorted; the same list, the same text.
    `stored`: its rows, where they were read already."""
    return "".join(canonical_parts(session, version, stored))


def canonical_parts(
    session: Session, version: ListVersionRow, stored: StoredRows | None = None
) -> Iterator[str]:
    """The same a part after the other: the whole text of a large office is a gigabyte."""
    rows = stored or StoredRows(session, version.id)
    return parts_of(
        version.list_date,
        version.version,
        version.how,
        version.edition,
        {table: rows.columns(table) for table in TABLES},
    )


def parts_of(
    list_date: date, number: int, how: str, edition: str | None, tables: Mapping[type, Columns]
) -> Iterator[str]:
    """The same from columns at hand: by table, those of the version."""
    yield "\t".join([list_date.isoformat(), str(number), how, edition or ""]) + "\n"
    for table in TABLES:
        lines = sorted(_lines(table, tables[table])) if table in tables else []
        for at in range(0, len(lines), SOME):
            yield "\n".join((*lines[at : at + SOME], ""))


def _names(table: type[SQLModel]) -> list[str]:
    return [column.name for column in table_of(table).columns if column.name not in LEFT_OUT]


def _lines(table: type[SQLModel], columns: Columns) -> list[str]:
    name = str(table.__tablename__)
    later, count = LATER.get(name, ()), len(next(iter(columns.values()), ()))
    cells: list[str | Column] = [name]
    for column in (_cells(columns[n]) for n in _names(table) if n not in later):
        if isinstance(column, str) and isinstance(cells[-1], str):
            cells[-1] += f"\t{column}"
        else:
            cells.append(column)
    told = (repeat(one, count) if isinstance(one, str) else one for one in cells)
    lines = list(map("\t".join, zip(*told, strict=True)))
    for n in later:
        if columns[n].count(None) < count:
            for row, value in enumerate(columns[n]):
                if value is not None:
                    lines[row] += f"\t{n}={_cell(value)}"
    return lines


def _cells(column: Column) -> str | Column:
    """The values of a column as text, each that differs told once; one text where all are the same."""
    try:
        text = "".join(column)
    except TypeError:  # not of text alone
        text = "\t"
    if not any(mark in text for mark in MARKS):
        return column
    answers = {value: _cell(value) for value in set(column)}  # 1 and True are told alike
    if len(answers) == 1:
        return next(iter(answers.values()))
    return list(map(answers.__getitem__, column))


MARKS = {"\\": "\\\\", "\t": "\\t", "\n": "\\n"}
"""What would be taken for the end of a cell or a line, and how it is written."""


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bool):
        return "1" if value else "0"
    text = str(value)
    for mark, written in MARKS.items():
        if mark in text:
            text = text.replace(mark, written)
    return text
