"""The current Rating Report Form as an Excel workbook, empty but for its examples. The same form, the same
bytes."""

import io
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from typing import Any

import xlsxwriter  # type: ignore[import-untyped]

from importer.bounds import LAST_DAY
from importer.families.family import Family
from importer.form import layout
from importer.form.layout import Field
from importer.given import MOST_ROUNDS
from importer.workbook.sheet import letters
from rating.families import part, usual

REMARKS = 25
"""So many columns are open for remarks beside the table, which is not read there."""

NUMBERS = frozenset({"number", "fide_id", "round", "white", "black"})
"""Columns of numbers: as text they would not pass the check of numbers."""

MADE = date(2026, 11, 22)
"""The day this version of the form was made: the workbook's own, so that it has no other."""

ROWS = {"players": 400, "games": 2000}
"""So many rows are prepared with checks and formats; more are read just the same."""

BY_WHOM = frozenset({"run_by", "reporter"})
"""Items whose note holds where the family says who may run and report an event."""

EARLIEST = date(2000, 1, 1)
_DAY = ("Day 日付", "YYYY-MM-DD; the last day not before the first 最終日は初日以降")
_WHOLE: Mapping[str, Sequence[int]] = {
    "number": (1, layout.MOST_NUMBER),
    "round": (1, MOST_ROUNDS),
    "non_members": (0, 9999),
    "fide_id": (1, 99_999_999_999),
}

Table = tuple[Field, Sequence[Field], Sequence[Sequence[object]], Sequence[int]]
TABLES: Sequence[Table] = (
    (layout.PLAYERS_SHEET, layout.PLAYER_FIELDS, layout.EXAMPLE_PLAYERS, (10, 34, 16, 14)),
    (layout.GAMES_SHEET, layout.GAME_FIELDS, layout.EXAMPLE_GAMES, (16, 13, 12, 22, 12)),
)
"""The sheets that are tables: fields, examples, widths of the columns."""


A4 = 9
MAY = {"format_columns": True, "format_rows": True, "insert_rows": True, "delete_rows": True, "sort": True}
"""What a protected sheet still lets people do. There is no password: whoever has to can change the rest."""


def write_form(members: Sequence[tuple[str, str]] | None = None, family: Family | None = None) -> bytes:
    """The workbook. `members`: federation IDs with names, to pick IDs from on a sheet of their own; `family`:
    whose form of IDs it shows and checks, where it is not the usual one."""
    family = family or part(usual(), "importer")
    data = io.BytesIO()
    book = xlsxwriter.Workbook(data, {"in_memory": True})
    book.set_properties({"title": layout.FORM_NAME, "created": _moment(MADE)})
    looks = _Looks(book, family)
    _event_sheet(book, looks)
    ids = (
        f"='{layout.MEMBERS_SHEET.heading}'!$A$2:$A${max(len(members), 1) + 1}"
        if members is not None
        else None
    )
    for table in TABLES:
        _table(book, looks, table, ids)
    if members is not None:
        _members_sheet(book, looks, members)
    book.close()
    return data.getvalue()


class _Looks:
    """The formats of the workbook, and how its texts say what is the family's. What is to be filled in is
    not locked."""

    def __init__(self, book: Any, family: Family) -> None:
        self.family = family
        example = {"italic": True, "font_color": "#808080"}
        field = {"border": 1, "bg_color": "#FFFDE7", "locked": False, "align": "left"}
        self.heading = book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "bg_color": "#E8EEF4"})
        self.label = book.add_format({"bold": True})
        self.count = book.add_format({"align": "left"})
        self.wrong = book.add_format({"bold": True, "font_color": "#B00020"})
        self.text = book.add_format({"num_format": "@", "locked": False})
        self.number = book.add_format({"num_format": "0", "align": "left", "locked": False})
        self.day = book.add_format({"num_format": "yyyy-mm-dd", "align": "left", "locked": False})
        self.example = book.add_format(example)
        self.example_day = book.add_format({**example, "num_format": "yyyy-mm-dd", "align": "left"})
        self.input = book.add_format({**field, "num_format": "@"})
        self.input_number = book.add_format({**field, "num_format": "0"})
        self.input_day = book.add_format({**field, "num_format": "yyyy-mm-dd"})

    def told(self, text: str) -> str:
        """A text of the form, with what the family says of IDs."""
        one = self.family
        return text.format(id_form=one.id_form, id_note=one.id_note, id_example=one.id_example)


def _event_sheet(book: Any, looks: _Looks) -> None:
    """A label, the cell to fill in, an example and a note in each row; below, what is still missing."""
    sheet = book.add_worksheet(layout.EVENT_SHEET.heading)
    for column, width in enumerate((52, 34, 30, 60)):
        sheet.set_column(column, column, width)
    sheet.write_row(0, 0, layout.EVENT_HEADINGS, looks.heading)
    sheet.write_string(1, 0, layout.VERSION_FIELD.heading, looks.label)
    sheet.write_string(1, 1, layout.VERSION)
    book.define_name(layout.VERSION_NAME, f"='{layout.EVENT_SHEET.heading}'!$B$2")
    for row, field in enumerate(layout.EVENT_FIELDS, start=2):
        sheet.write_string(row, 0, field.heading + (" *" if field.needed else ""), looks.label)
        look = looks.input_number if field.key == "non_members" else looks.input
        sheet.write_blank(row, 1, None, looks.input_day if field.key.endswith("_day") else look)
        _write(sheet, row, 2, field.example, looks)
        if field.key not in BY_WHOM or looks.family.asks_who_reports:
            sheet.write_string(row, 3, looks.told(field.note))
        check = checked(field.key, f"B{row + 1}", None, looks.family)
        if check is not None:
            sheet.data_validation(row, 1, row, 1, check)
    for row, text in enumerate(layout.TOLD["help"], start=len(layout.EVENT_FIELDS) + 4):
        sheet.write_string(row, 3, text)
    _counters(sheet, looks, first=len(layout.EVENT_FIELDS) + 3)
    sheet.freeze_panes(1, 1)
    _as_printed(sheet, tall=1)


def _counters(sheet: Any, looks: _Looks, *, first: int) -> None:
    """How much is still missing, counted by the workbook itself as it is filled in."""
    needed = [f"COUNTBLANK({event_cell(f.key)})" for f in layout.EVENT_FIELDS if f.needed]
    sheet.write_string(first, 0, layout.MISSING, looks.label)
    sheet.write_formula(first, 1, "=" + "+".join(needed), looks.count, len(needed))
    ranges: dict[str, str] = {}
    for table, fields, examples, _ in TABLES:  # the cells to fill in of each column, as formulas name them
        for number, field in enumerate(fields, start=1):
            column, top, bottom = letters(number), 2 + len(examples), ROWS[table.key]
            ranges[f"{table.key}_{field.key}"] = f"'{table.heading}'!${column}${top}:${column}${bottom}"
    for row, told in enumerate(layout.TOLD["counter"], start=first + 1):
        sheet.write_string(row, 0, told["label"])
        sheet.write_formula(row, 1, "=" + told["formula"].format(**ranges), looks.count, 0)
    for row in (first, first + 2, first + 4, first + 5):
        wrong = {"type": "cell", "criteria": ">", "value": 0, "format": looks.wrong}
        sheet.conditional_format(row, 1, row, 1, wrong)


def _table(book: Any, looks: _Looks, table: Table, ids: str | None) -> None:
    """Headings, the example rows, and formats below them: text, so that nothing turns into a date."""
    of, fields, examples, widths = table
    sheet, first, rows = book.add_worksheet(of.heading), 1 + len(examples), ROWS[of.key]
    sheet.set_column(0, REMARKS, None, looks.text)
    for column, (field, width) in enumerate(zip(fields, widths, strict=True)):
        look = looks.day if field.key == "date" else looks.number if field.key in NUMBERS else looks.text
        sheet.set_column(column, column, width, look)
        sheet.write_string(0, column, field.heading, looks.heading)
        if field.note:
            sheet.write_comment(0, column, looks.told(field.note))
        for row in range(first, rows):
            sheet.write_blank(row, column, None, look)
        check = checked(field.key, f"{letters(column + 1)}{first + 1}", ids, looks.family)
        if check is not None:
            sheet.data_validation(first, column, rows - 1, column, check)
    for row, example in enumerate(examples, start=1):
        for column, value in enumerate(example):
            _write(sheet, row, column, value, looks)
    sheet.freeze_panes(1, 0)
    sheet.repeat_rows(0)
    _as_printed(sheet, tall=0)


def _as_printed(sheet: Any, *, tall: int) -> None:
    """Labels protected; on A4, one page wide and so many pages high, 0 for as many as it takes."""
    sheet.protect("", MAY)
    sheet.set_paper(A4)
    sheet.set_landscape()
    sheet.fit_to_pages(1, tall)


def _write(sheet: Any, row: int, column: int, value: object, looks: _Looks) -> None:
    if isinstance(value, date):
        sheet.write_datetime(row, column, _moment(value), looks.example_day)
    elif value is not None:
        sheet.write(row, column, looks.told(value) if isinstance(value, str) else value, looks.example)


def _moment(day: date) -> datetime:
    return datetime.combine(day, time.min)


def _members_sheet(book: Any, looks: _Looks, members: Sequence[tuple[str, str]]) -> None:
    sheet = book.add_worksheet(layout.MEMBERS_SHEET.heading)
    sheet.protect("", MAY)
    sheet.set_column(0, 0, 14)
    sheet.set_column(1, 1, 40)
    sheet.write_row(0, 0, ("ID 連盟ID", "Name 氏名"), looks.heading)
    for row, (number, name) in enumerate(members, start=1):
        sheet.write_string(row, 0, number)
        sheet.write_string(row, 1, name)
    sheet.freeze_panes(1, 0)


# What cells check themselves while they are filled in, as spreadsheet programs do it.


def event_cell(key: str) -> str:
    """The cell of the event sheet in which an item is filled in, such as `B3`."""
    return f"B{[f.key for f in layout.EVENT_FIELDS].index(key) + 3}"


def checked(key: str, cell: str, ids: str | None, family: Family) -> Mapping[str, Any] | None:
    """The check of a field whose first cell this is; None for free text. `ids`: where IDs to choose
    from stand. A number or choice that is none is stopped; what may be right all the same is warned of."""
    if key in layout.LISTS:
        return _check(
            "list", "Choose 選択", "one from the list リストから選択", source=list(layout.LISTS[key])
        )
    if key == "last_day":
        first = f"=${event_cell('first_day').replace('B', 'B$')}"
        return _check("date", *_DAY, criteria=">=", minimum=first)
    if key == "first_day":
        return _check("date", *_DAY, criteria="between", minimum=EARLIEST, maximum=LAST_DAY)
    if key == "date":
        cells = (event_cell(item).replace("B", "B$") for item in ("first_day", "last_day"))
        first, last = (f"'{layout.EVENT_SHEET.heading}'!${cell}" for cell in cells)
        title, said = "Day 日付", "YYYY-MM-DD, a day of the event 大会期間中の日"
        return _warned("date", title, said, criteria="between", minimum=f"={first}", maximum=f"={last}")
    if key == "national_id" and ids is not None:
        return _warned(
            "list", "ID 連盟ID", "one from the list, or by hand リストから、または記入", source=ids
        )
    if key in ("national_id", "run_by_id", "reporter_id"):
        formula = "=" + family.id_test.format(cell=cell)
        return _warned("custom", "ID 連盟ID", family.id_note, value=formula)
    if key in ("white", "black"):
        said = "a No. of the sheet of players 選手シートの番号"
        numbers = (
            f"'{layout.PLAYERS_SHEET.heading}'!$A${len(layout.EXAMPLE_PLAYERS) + 2}:$A${ROWS['players']}"
        )
        return _warned("custom", "Player 選手", said, value=f"=COUNTIF({numbers},{cell})>0")
    if key in _WHOLE:
        least, most = _WHOLE[key]
        said = f"a whole number, {least} to {most} 整数"
        return _check("integer", "Number 数字", said, criteria="between", minimum=least, maximum=most)
    return None


def _check(kind: str, title: str, said: str, **what: object) -> Mapping[str, Any]:
    return {"validate": kind, "error_title": title, "error_message": said, **what}


def _warned(kind: str, title: str, said: str, **what: object) -> Mapping[str, Any]:
    return {**_check(kind, title, said, **what), "error_type": "warning"}
