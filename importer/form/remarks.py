"""Columns beside the games and the players that are not read: named. Where one says that a game was not
played, or that the games are of several events, it is a fault."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from importer.form.cells import Cells, as_text, headings, placed
from importer.form.layout import EVENT_HEADINGS, MISSING, TOLD, VERSION_FIELD, known_by
from importer.given import GivenFile
from importer.workbook.sheet import Sheet, letters
from importer.written import folded
from scraper.records import Problem

_NOT_PLAYED = re.compile(r"不戦|forfeit|walk-?over|no-?show")
"""What a remark says of a game that was won or lost without play, folded."""

_APART = (
    *(
        "Group",
        "Section",
        "Division",
        "Class",
        "Event",
        "Tournament",
        "Source",
        "Type",
        "Time",
        "Time control",
    ),
    *("Time control", "組", "グループ", "クラス", "部門", "大会", "大会名", "種別", "持ち時間"),
)
APART = frozenset(map(folded, _APART))
"""Headings over what tells the events in one list apart; in the federation's own list `Time` is ST or
RP and `Source` the event."""

_BOARDS = ("Board", "Bo", "Bo.", "Bd", "Bd.", "Table", "No.", "ボード", "台", "盤", "卓")
_BY_ORDER = frozenset(map(folded, _BOARDS))
"""Headings over what the order of the games says as well."""

Columns = Mapping[int, str]
"""Columns that are not read and have cells beside games or players, with their headings."""


def not_read(sheet: Sheet, rows: Sequence[Cells]) -> Columns:
    """Those of a sheet with these rows."""
    head = headings(sheet, list(rows[0].fields.values())) if rows else None
    if head is None:
        return {}
    number, read, _ = head
    line = dict(enumerate(map(as_text, sheet.rows[number - 1]), start=1))
    columns = range(1, max(len(sheet.rows[cells.row - 1]) for cells in rows) + 1)
    return {
        column: line.get(column, "")
        for column in columns
        if column not in read.values() and any(_cell(cells, column) for cells in rows)
    }


def played_all_the_same(cells: Cells, columns: Columns) -> None:
    """A fault of the result of a played game beside which a remark says that it was not played."""
    for column in columns:
        text = _cell(cells, column)
        if _NOT_PLAYED.search(folded(text)):
            expected = f"a result that goes with “{text}” in column {letters(column)}"
            remedy = "write it as the result (such as 1-0 forfeit), or take the remark out, and send it again"
            cells.fault("result", expected, f"“{cells.text('result')}”", remedy)


def of_several(sheet: Sheet, rows: Sequence[Cells], columns: Columns) -> Iterator[Problem]:
    """A fault for each column by which the games are of several events."""
    for column, heading in columns.items():
        if folded(heading) not in APART:
            continue
        first: dict[str, Cells] = {}
        for cells in rows:
            if (text := _cell(cells, column)) and not _is_hour(heading, text):
                first.setdefault(text, cells)
        if len(first) > 1:
            (one, _), (other, at) = list(first.items())[:2]
            place = f"{placed(at.file, sheet)}, row {at.row}, column {letters(column)} ({heading})"
            remedy = "put the games of each into a file of its own, and send them"
            expected, found = f"games of one event, “{one}” as above", f"“{other}”"
            yield Problem("form-cell", place, expected, found, remedy)


def named(file: GivenFile, sheet: Sheet, columns: Columns) -> Iterator[Problem]:
    """What is said of the columns: one note, for which no list waits."""
    names = [
        f"“{heading}”" if heading else f"column {letters(column)}"
        for column, heading in columns.items()
        if folded(heading) not in _BY_ORDER
    ]
    if names:
        remedy = "look at it: nothing was taken from it"
        found = f"something under {', '.join(names)}"
        yield Problem("form-note", placed(file, sheet), "the columns that are read", found, remedy)


_OF_EVENT_SHEET = frozenset(
    map(folded, (*EVENT_HEADINGS[:1], MISSING, *(told["label"] for told in TOLD["counter"])))
) | known_by(VERSION_FIELD)
"""Labels on the event sheet beside which nothing is reported."""


def beside_items(file: GivenFile, sheet: Sheet, items: Iterable[Cells]) -> Iterator[Problem]:
    """What stands on the event sheet beside its items and below them; examples and notes stand in the two
    columns behind what is filled in."""
    values = {cells.row: column for cells in items for column in cells.columns.values()}
    if not values:
        return
    usual, found = min(values.values()), []
    for number, row in enumerate(map(list, sheet.rows), start=1):
        value = values.get(number, usual)
        of_form = {value + 1, value + 2}
        if (
            number in values
            or folded(as_text(row[value - 2]) if len(row) >= value - 1 else "") in _OF_EVENT_SHEET
        ):
            of_form |= {value - 1, value}
        found += [
            f"{letters(column)}{number}"
            for column, cell in enumerate(row, start=1)
            if column not in of_form and as_text(cell)
        ]
    if found:
        remedy = "look at it: nothing was taken from it"
        told = f"something in {', '.join(found)}"
        yield Problem("form-note", placed(file, sheet), "the items that are read", told, remedy)


def _cell(cells: Cells, column: int) -> str:
    row = cells.sheet.rows[cells.row - 1]
    return as_text(row[column - 1]) if column <= len(row) else ""


def _is_hour(heading: str, text: str) -> bool:
    """Whether it is when a game began: `Time` can be the heading of either."""
    return folded(heading) == "time" and any(sign.isdigit() for sign in text)
