"""What the cells of the form check themselves while they are filled in, as spreadsheet programs do it."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from importer.form.choices import LISTS, MOST_NUMBER
from importer.form.games import MOST_ROUNDS
from importer.form.layout import EVENT_FIELDS, EVENT_SHEET, EXAMPLE_PLAYERS, PLAYERS_SHEET

ROWS = {"players": 400, "games": 2000}
"""So many rows are prepared with checks and formats; more are read just the same."""

EARLIEST, LATEST = date(2000, 1, 1), date(2099, 12, 31)
_PLAYERS = f"'{PLAYERS_SHEET.heading}'!$A${len(EXAMPLE_PLAYERS) + 2}:$A${ROWS['players']}"


def event_cell(key: str) -> str:
    """The cell of the event sheet in which an item is filled in, such as `B3`."""
    return f"B{[f.key for f in EVENT_FIELDS].index(key) + 3}"


def checked(key: str, cell: str, ids: str | None) -> Mapping[str, Any] | None:
    """The check of a field whose first cell this is; None for free text. `ids`: where IDs to choose
    from stand. A number or choice that is none is stopped; what may be right all the same is warned of."""
    if key in LISTS:
        return _check("list", "Choose 選択", "one from the list リストから選択", source=list(LISTS[key]))
    if key == "last_day":
        first = f"=${event_cell('first_day').replace('B', 'B$')}"
        return _check("date", *_DAY, criteria=">=", minimum=first)
    if key == "first_day":
        return _check("date", *_DAY, criteria="between", minimum=EARLIEST, maximum=LATEST)
    if key == "date":
        first, last = (_on_event_sheet(item) for item in ("first_day", "last_day"))
        title, said = "Day 日付", "YYYY-MM-DD, a day of the event 大会期間中の日"
        return _warned("date", title, said, criteria="between", minimum=f"={first}", maximum=f"={last}")
    if key == "national_id" and ids is not None:
        return _warned(
            "list", "ID 連盟ID", "one from the list, or by hand リストから、または記入", source=ids
        )
    if key in ("national_id", "run_by_id", "reporter_id"):
        formula = f'=AND(LEN({cell})=9,LEFT({cell},1)="N",ISNUMBER(--RIGHT({cell},8)))'
        return _warned("custom", "ID 連盟ID", "N and eight digits Nと数字8桁", value=formula)
    if key in ("white", "black"):
        said = "a No. of the sheet of players 選手シートの番号"
        return _warned("custom", "Player 選手", said, value=f"=COUNTIF({_PLAYERS},{cell})>0")
    if key in _WHOLE:
        least, most = _WHOLE[key]
        said = f"a whole number, {least} to {most} 整数"
        return _check("integer", "Number 数字", said, criteria="between", minimum=least, maximum=most)
    return None


_DAY = ("Day 日付", "YYYY-MM-DD; the last day not before the first 最終日は初日以降")
_WHOLE: Mapping[str, Sequence[int]] = {
    "number": (1, MOST_NUMBER),
    "round": (1, MOST_ROUNDS),
    "non_members": (0, 9999),
    "fide_id": (1, 99_999_999_999),
}


def _on_event_sheet(key: str) -> str:
    return f"'{EVENT_SHEET.heading}'!${event_cell(key).replace('B', 'B$')}"


def _check(kind: str, title: str, said: str, **what: object) -> Mapping[str, Any]:
    return {"validate": kind, "error_title": title, "error_message": said, **what}


def _warned(kind: str, title: str, said: str, **what: object) -> Mapping[str, Any]:
    return {**_check(kind, title, said, **what), "error_type": "warning"}
