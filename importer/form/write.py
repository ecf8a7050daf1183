"""The current Rating Report Form as an Excel workbook, empty but for its examples. The same form, the same
bytes."""

import io
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from typing import Any

import xlsxwriter  # type: ignore[import-untyped]

from importer.form.layout import (
    EVENT_FIELDS,
    EVENT_SHEET,
    EXAMPLE_GAMES,
    EXAMPLE_PLAYERS,
    EXAMPLES,
    FORM_NAME,
    FORMS,
    GAME_FIELDS,
    GAMES_SHEET,
    MEMBERS_SHEET,
    PLAYER_FIELDS,
    PLAYERS_SHEET,
    RESULTS,
    SYSTEMS,
    TYPES,
    VERSION,
    VERSION_FIELD,
    VERSION_NAME,
    Field,
)

ROWS = {"players": 400, "games": 2000}
"""So many rows are prepared with lists and formats; more are read just the same."""

CHOICES: Mapping[str, Sequence[str]] = {
    "form": list(FORMS),
    "type": list(TYPES),
    "system": list(SYSTEMS),
    "result": list(RESULTS),
}
MADE = date(2026, 11, 21)
"""The day this version of the form was made: the workbook's own, so that it has no other."""

_HELP = (
    "Fill in the three sheets and send the file to the rating office.",
    "三つのシートに記入し、レーティング担当へ送ってください。",
    "Rows that begin with “e.g. 例” are examples and are not read.",
    "「e.g. 例」で始まる行は記入例で、読まれません。",
    "Formulas and macros are not accepted: paste values.",
    "数式・マクロは使えません。値で貼り付けてください。",
)


def write_form(members: Sequence[tuple[str, str]] | None = None) -> bytes:
    """The workbook. `members`: federation IDs with names, to pick IDs from on a sheet of their own."""
    data = io.BytesIO()
    book = xlsxwriter.Workbook(data, {"in_memory": True})
    book.set_properties({"title": FORM_NAME, "created": _moment(MADE)})
    looks = _Looks(book)
    _event_sheet(book, looks)
    players = book.add_worksheet(PLAYERS_SHEET.heading)
    _table(players, looks, PLAYER_FIELDS, EXAMPLE_PLAYERS, ROWS["players"], widths=(9, 34, 16, 14))
    games = book.add_worksheet(GAMES_SHEET.heading)
    _table(games, looks, GAME_FIELDS, EXAMPLE_GAMES, ROWS["games"], widths=(9, 13, 9, 22, 9))
    result = [f.key for f in GAME_FIELDS].index("result")
    games.data_validation(1, result, ROWS["games"], result, {"validate": "list", "source": CHOICES["result"]})
    if members is not None:
        _members_sheet(book, looks, members)
        column = [f.key for f in PLAYER_FIELDS].index("national_id")
        source = f"='{MEMBERS_SHEET.heading}'!$A$2:$A${max(len(members), 1) + 1}"
        options = {"validate": "list", "source": source, "error_type": "warning"}
        players.data_validation(1 + len(EXAMPLE_PLAYERS), column, ROWS["players"], column, options)
    book.close()
    return data.getvalue()


class _Looks:
    """The formats of the workbook."""

    def __init__(self, book: Any) -> None:
        self.heading = book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "bg_color": "#E8EEF4"})
        self.label = book.add_format({"bold": True})
        self.text = book.add_format({"num_format": "@"})
        self.day = book.add_format({"num_format": "yyyy-mm-dd"})
        self.example = book.add_format({"italic": True, "font_color": "#808080"})
        self.example_day = book.add_format(
            {"italic": True, "font_color": "#808080", "num_format": "yyyy-mm-dd", "align": "left"}
        )
        self.input = book.add_format({"num_format": "@", "border": 1, "bg_color": "#FFFDE7"})
        self.input_day = book.add_format(
            {"num_format": "yyyy-mm-dd", "border": 1, "bg_color": "#FFFDE7", "align": "left"}
        )


def _event_sheet(book: Any, looks: _Looks) -> None:
    """A label, the cell to fill in, an example and a note in each row."""
    sheet = book.add_worksheet(EVENT_SHEET.heading)
    for column, width in enumerate((42, 34, 30, 60)):
        sheet.set_column(column, column, width)
    sheet.write_row(0, 0, ("Item 項目", "Fill in 記入", "Example 記入例", "Note 注"), looks.heading)
    sheet.write_string(1, 0, VERSION_FIELD.heading, looks.label)
    sheet.write_string(1, 1, VERSION)
    book.define_name(VERSION_NAME, f"='{EVENT_SHEET.heading}'!$B$2")
    for row, field in enumerate(EVENT_FIELDS, start=2):
        sheet.write_string(row, 0, field.heading + (" *" if field.needed else ""), looks.label)
        sheet.write_blank(row, 1, None, looks.input_day if field.key.endswith("_day") else looks.input)
        _write(sheet, row, 2, EXAMPLES.get(field.key), looks)
        sheet.write_string(row, 3, field.note)
        if field.key in CHOICES:
            sheet.data_validation(row, 1, row, 1, {"validate": "list", "source": CHOICES[field.key]})
    for row, text in enumerate(_HELP, start=len(EVENT_FIELDS) + 4):
        sheet.write_string(row, 3, text)
    sheet.freeze_panes(1, 1)


def _table(
    sheet: Any,
    looks: _Looks,
    fields: Sequence[Field],
    examples: Sequence[Sequence[object]],
    rows: int,
    *,
    widths: Sequence[int],
) -> None:
    """Headings, the example rows, and formats below them: text, so that nothing turns into a date."""
    for column, (field, width) in enumerate(zip(fields, widths, strict=True)):
        sheet.set_column(column, column, width)
        sheet.write_string(0, column, field.heading, looks.heading)
        if field.note:
            sheet.write_comment(0, column, field.note)
        look = looks.day if field.key == "date" else looks.text
        for row in range(1 + len(examples), rows):
            sheet.write_blank(row, column, None, look)
    for row, example in enumerate(examples, start=1):
        for column, value in enumerate(example):
            _write(sheet, row, column, value, looks)
    sheet.freeze_panes(1, 0)


def _write(sheet: Any, row: int, column: int, value: object, looks: _Looks) -> None:
    if isinstance(value, date):
        sheet.write_datetime(row, column, _moment(value), looks.example_day)
    elif value is not None:
        sheet.write(row, column, value, looks.example)


def _moment(day: date) -> datetime:
    return datetime.combine(day, time.min)


def _members_sheet(book: Any, looks: _Looks, members: Sequence[tuple[str, str]]) -> None:
    sheet = book.add_worksheet(MEMBERS_SHEET.heading)
    sheet.set_column(0, 0, 14)
    sheet.set_column(1, 1, 40)
    sheet.write_row(0, 0, ("ID 会員番号", "Name 氏名"), looks.heading)
    for row, (number, name) in enumerate(members, start=1):
        sheet.write_string(row, 0, number)
        sheet.write_string(row, 1, name)
    sheet.freeze_panes(1, 0)
