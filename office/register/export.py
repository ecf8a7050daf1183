"""The whole register as a file that reads back the same: CSV, or a workbook.

For the office's own keeping: birth dates and privacy wishes are in it.
"""

import io
from collections.abc import Iterator

from sqlmodel import Session, col, select

from importer.merged import merged
from importer.register_apply import Current, current_register, shown, span_of
from importer.register_cells import (
    FIDE_COLUMNS,
    FIDE_SOURCES,
    FIELDS,
    NAME_COLUMNS,
    NOT_EXPORTED,
    OPTIONAL,
    REQUIRED,
)
from importer.spreadsheet import csv_text, guarded
from importer.tables import MemberRow
from office.families import family_of
from office.undisturbed import undisturbed

COLUMNS = (*REQUIRED, *(c for c in OPTIONAL if c not in NOT_EXPORTED))
BLITZ = (FIDE_COLUMNS["blitz"], FIDE_SOURCES["blitz"])
"""Columns that are written where anybody has such a rating: one edition alone asks for it (2022 6(2))."""
SELDOM = frozenset(
    (
        *("Memberships", "Joined", "Kanji", "Kana", NAME_COLUMNS["kanji"], NAME_COLUMNS["kana"]),
        *(*FIDE_COLUMNS.values(), *FIDE_SOURCES.values()),
    )
)
"""What is asked for, and written where nobody has any of it, only where the texts know memberships: these,
the day of first joining, FIDE's ratings then, and how a name is written in Japanese."""

WIDTHS = {"Name": 24, "Memberships": 46}
"""Of columns whose cells would be cut off: two memberships stand in 46."""


@undisturbed()
def register_csv(session: Session, *, bom: bool) -> bytes:
    """The register as CSV in UTF-8, lines ended by CRLF; `bom`: with the mark by which Excel knows UTF-8."""
    rows = ([guarded(cell) if cell else "" for cell in row] for row in register_rows(session))
    return csv_text(rows).encode("utf-8-sig" if bom else "utf-8")


@undisturbed()
def register_workbook(session: Session) -> bytes:
    """The register as a workbook; every cell is text, so that no program changes an ID or a day."""
    import xlsxwriter  # type: ignore[import-untyped]

    data = io.BytesIO()
    with xlsxwriter.Workbook(data, {"in_memory": True, "constant_memory": False}) as book:
        sheet = book.add_worksheet("Members")
        text = book.add_format({"num_format": "@"})
        for column, heading in enumerate(COLUMNS):
            sheet.set_column(column, column, WIDTHS.get(heading, 14), text)
        sheet.freeze_panes(1, 2)
        for at, row in enumerate(register_rows(session)):
            for column, cell in enumerate(row):
                if cell:
                    sheet.write_string(at, column, cell, text)
    return data.getvalue()


def register_rows(session: Session) -> Iterator[tuple[str, ...]]:
    """The headings, and a line for each member."""
    everyone = [c for c in current_register(session).values() if c.row.merged_into is None]
    blitz = any(held.type == "blitz" for current in everyone for held in current.fide)
    columns = tuple(column for column in COLUMNS if blitz or column not in BLITZ)
    if not family_of(session).memberships:
        held = {column for current in everyone for column, cell in cells_of(current).items() if cell}
        columns = tuple(column for column in columns if column in held or column not in SELDOM)
    yield columns
    for current in everyone:
        cells = cells_of(current)
        yield tuple(cells.get(column, "") for column in columns)


def without_line(session: Session) -> list[tuple[str, str]]:
    """IDs and names of the entries that have none, since they were merged, each with whom it is now."""
    m, now = MemberRow, merged(session).ids
    named = select(m.federation_id, m.name).where(col(m.federation_id).in_({*now, *now.values()}))
    called = {number: f"{number} {name}" for number, name in session.exec(named)}
    return [(called[number], called[into]) for number, into in sorted(now.items())]


def cells_of(current: Current) -> dict[str, str]:
    """A member as a line of a register file has him: what is known, by heading."""
    row = current.row
    cells = {column: shown(getattr(row, name)) for name, column in FIELDS.items()}
    for column in ("Withheld", "Birth withheld"):
        cells[column] = "yes" if cells[column] == "yes" else ""
    cells["ID"] = row.federation_id
    cells["Memberships"] = "; ".join(s.text() for s in sorted(span_of(r) for r in current.spans))
    for kind, column in NAME_COLUMNS.items():
        cells[column] = "; ".join(n.name for n in current.names if n.kind == kind)
    sources = {held.type: held.source for held in current.fide}
    cells |= {FIDE_COLUMNS[held.type]: str(held.rating) for held in current.fide}
    common = next((sources[type_] for type_ in FIDE_SOURCES if type_ in sources), "")
    cells["FIDE Source"] = common
    others = {column: sources.get(type_, common) for type_, column in FIDE_SOURCES.items()}
    return cells | {column: source for column, source in others.items() if source != common}
