"""The register from a file: who is a member, since when, with which names, IDs and FIDE ratings.

One line a member, as CSV or in a workbook; what each cell may hold says importer/register_cells.py, what
becomes of it importer/register_apply.py.
"""

from collections.abc import Mapping, Sequence
from datetime import date

from importer.also_called import also_called
from importer.bounds import LAST_DAY
from importer.csv_file import Line, refuse_repeats
from importer.errors import ImportRefused
from importer.families.family import Family
from importer.headings import NOTHING
from importer.register_cells import (
    DAYS,
    IDS,
    NOTHING_HELD,
    OPTIONAL,
    REQUIRED,
    Entry,
    Held,
    check_letters,
    entry_of,
)
from importer.register_spans import TAKEN_BACK
from importer.spreadsheet import plain
from importer.table_file import table_lines
from importer.workbook.read import is_workbook
from scraper.records import Problem


def examine_register(
    data: bytes,
    file: str,
    encoding: str | None = None,
    *,
    family: Family,
    today: date = LAST_DAY,
    held: Mapping[str, Held] = NOTHING_HELD,
    unread: list[str] | None = None,
    named: set[str] | None = None,
) -> tuple[list[Entry], list[Problem]]:
    """The entries of the lines that can be taken, in the file's order, and everything that is wrong with the
    others. Refused whole, with all that can be told, where the file, its headings or a line cannot be read.
    `family`: whose form of IDs the file must have; `today`: the day where the office is; `held`: by ID what
    the register has; `unread`: importer/table_file.py; `named` is given the ID of every line, also of those
    that are wrong."""
    ids = IDS if family.bare_numbers else NOTHING
    required = tuple(c for c in REQUIRED if family.memberships or c != "Memberships")
    optional = (*OPTIONAL, *(c for c in REQUIRED if c not in required))
    lines = table_lines(
        data,
        file,
        required=required,
        optional=optional,
        days=DAYS,
        ids=ids,
        encoding=encoding,
        unread=unread,
        called=also_called("register"),
    )
    if not is_workbook(data):
        for line in lines:
            line.cells = {column: plain(text) for column, text in line.cells.items()}
    refuse_repeats(lines, "ID", lambda line: family.member_number(line.text("ID") or "") or line.number)
    refuse_repeats(_with_fide_id(lines, family, held), "FIDE ID", lambda line: line.text("FIDE ID"))
    for line in lines:
        check_letters(line)
    entries = [entry_of(line, family, today, held) for line in lines]
    if named is not None:
        named.update(number for line in lines if (number := family.member_number(line.text("ID") or "")))
    faults = [f for line in lines for f in line.faults]
    if any(f.code in ("bad-heading", "bad-line") for f in faults):
        raise ImportRefused(faults)
    return [e for e in entries if not e.line.faults], faults


def _with_fide_id(lines: Sequence[Line], family: Family, held: Mapping[str, Held]) -> list[Line]:
    """The lines with a FIDE ID, but of one that the register has with the member of every line that names it:
    a person who was entered twice stands so in what it exports."""
    told = [line for line in lines if line.text("FIDE ID") not in (None, TAKEN_BACK)]
    numbers = [family.member_number(line.text("ID") or "") or "" for line in told]
    others = {
        line.text("FIDE ID")
        for line, number in zip(told, numbers, strict=True)
        if line.text("FIDE ID") != held.get(number, Held()).fide_id
    }
    return [line for line in told if line.text("FIDE ID") in others]
