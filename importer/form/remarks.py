"""Columns beside the games and the players that are not read: named. Where one says that a game was not
played, or that the games are of several events, it is a fault."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from importer.form.cells import Cells, as_text, headings, placed
from importer.form.layout import (
    EVENT_HEADINGS,
    EXAMPLE_GAMES,
    EXAMPLE_MARK,
    EXAMPLE_PLAYERS,
    MISSING,
    TOLD,
    VERSION_FIELD,
    Field,
    known_by,
)
from importer.given import GivenFile
from importer.workbook.sheet import Sheet, letters
from importer.written import folded, is_nothing
from scraper.records import Problem

_NOT_PLAYED = re.compile(
    r"不戦|未対局|対局なし|欠席|forfeit|walk-?over|no-?show|not-?played|unplayed|bydefault|absent"
    r"|didnot(?:appear|come|play|show)|(?<![a-z])w/o(?![a-z])"
)
"""What a remark says of a game that was won or lost without play, folded."""
_PLAYED = frozenset(map(folded, ("Played", "対局済", "対局済み", "対局した")))
"""Headings over what says of each game whether it was played."""
_NO = frozenset(map(folded, ("no", "n", "false", "0", "-", "×", "x", "いいえ", "否")))
_WAS = frozenset(map(folded, ("played", "f", "otb", "game", "対局", "対局済", "対局済み")))
"""What says under the heading of forfeits that a game was none."""

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
        "Rating type",
        "ST/RP",
        "Groups",
        "Tournament name",
    ),
    *("組", "グループ", "クラス", "部門", "リーグ", "大会", "大会名", "種別", "持ち時間"),
)
APART = frozenset(map(folded, _APART))
"""Headings over what tells the events in one list apart; in the federation's own list `Time` is ST or
RP and `Source` the event."""

_BOARDS = ("Board", "Bo", "Bo.", "Bd", "Bd.", "Table", "No.", "ボード", "台", "盤", "卓")
_BY_ORDER = frozenset(map(folded, _BOARDS))
"""Headings over what the order of the games says as well."""

_MOST_TOLD = 300
"""Signs of a note that are told."""

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
    """A fault of the result of a played game beside which a remark says that it was not played: under a
    heading of its own, in whatever column, or behind a player's name."""
    told = {column: (heading, _cell(cells, column)) for column, heading in columns.items()}
    told |= {cells.columns[key]: ("", cells.text(key)) for key in ("white", "black")}
    for column, (heading, text) in told.items():
        if _says_unplayed(heading, text):
            expected = f"a result that goes with “{text}” in column {letters(column)}"
            remedy = "write it as the result (such as 1-0 forfeit), or take the remark out, and send it again"
            cells.fault("result", expected, f"“{cells.text('result')}”", remedy)


def _says_unplayed(heading: str, text: str) -> bool:
    """Whether a cell under this heading says that a game was not played."""
    says_no = folded(text) in _NO or is_nothing(text)
    if _NOT_PLAYED.search(folded(heading)):
        return bool(text) and not says_no and folded(text) not in _WAS
    return (folded(heading) in _PLAYED and says_no) or _NOT_PLAYED.search(folded(text)) is not None


_A_GAME = re.compile(
    r"(?:round|rd|第|board|bd|table|game|卓|局|台|ラウンド|回戦)\.?\d|\d+(?:r|回戦|局|卓|台|ラウンド)"
)
"""What names one of the games, folded: a round or a board of a number."""


def in_other_rows(
    file: GivenFile, sheet: Sheet, fields: Sequence[Field], rows: Sequence[Cells], *, unplayed: bool = True
) -> Iterator[Problem]:
    """What stands in rows below the headings in which no column is read: a note for each; and where one, or a
    title above the headings, says of one of the games that it was not played, a fault, unless the results
    have one that was not (`unplayed`)."""
    head = headings(sheet, fields)
    if head is None:
        return
    read = {head[0], *(cells.row for cells in rows)}
    for number, row in enumerate(sheet.rows, start=1):
        texts = [told for told in map(as_text, row) if told]
        if not texts or number in read or _of_program(texts[0]):
            continue
        place, text = f"{placed(file, sheet)}, row {number}", " ".join(texts)[:_MOST_TOLD]
        plain = folded(text)
        if not unplayed and _NOT_PLAYED.search(plain) and _A_GAME.search(plain):
            expected, found = "what is said of a game in its row", f"“{text}”"
            remedy = "write it as the result (such as 1-0 forfeit), or take the remark out, and send it again"
            yield Problem("form-cell", place, expected, found, remedy)
        elif number > head[0]:
            remedy = "read it: nothing was taken from it"
            yield Problem("form-note", place, "rows with what is read", f"a note, “{text}”", remedy)


def _of_program(text: str) -> bool:
    """Whether a row begins with the form's word for an example, or with the line by which Excel is told what
    parts the cells of a CSV file."""
    return folded(text) == folded(EXAMPLE_MARK) or folded(text).startswith("sep=")


_NAMES = frozenset(as_text(row[1]) for row in EXAMPLE_PLAYERS)
_GAMES = tuple(frozenset(map(as_text, row)) for row in EXAMPLE_GAMES)
_DAYS = frozenset(as_text(row[1]) for row in EXAMPLE_GAMES)
"""What the form's own examples have: a player his name (the IDs are the office's), a game its day and no more
than the rest of it."""


def _is_example(texts: Sequence[str]) -> bool:
    """Whether a row that is marked as an example is one of the form's, in whatever order its columns are."""
    if not _NAMES.isdisjoint(texts):
        return True
    return not _DAYS.isdisjoint(texts) and any(game.issuperset(texts) for game in _GAMES)


def under_examples(file: GivenFile, sheet: Sheet) -> Iterator[Problem]:
    """A fault for each row that is marked as an example and is none of the form's: who copied an example to
    fill it in left the word, and the row would be lost."""
    for number, row in enumerate(sheet.rows, start=1):
        texts = [told for told in map(as_text, row) if told]
        marked = len(texts) > 1 and folded(EXAMPLE_MARK) in map(folded, texts)
        if marked and not _is_example(texts):
            expected, found = "an example of the form", f"“{' '.join(texts)[:_MOST_TOLD]}”"
            remedy = (
                f"put the number of the player or round in place of “{EXAMPLE_MARK}”, or delete the row, and "
                "send it again"
            )
            yield Problem("form-cell", f"{placed(file, sheet)}, row {number}", expected, found, remedy)


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


_OF_EITHER = frozenset(map(folded, ("Time",)))
_HOUR = re.compile(r"\d{1,2}(?:-|\.|時|h)\d{0,2}|午前|午後|am$|pm$|^\d{4}$|^(?:[01]?\d|2[0-3])$")
"""When a game began, folded: a colon is a dash there."""
_CONTROL = re.compile(r"\+|min|分間|秒|sec")


def _is_hour(heading: str, text: str) -> bool:
    """Whether it is when a game began: `Time` can be the heading of that, and of time controls."""
    plain = folded(text)
    hour = _HOUR.search(plain) is not None and _CONTROL.search(plain) is None
    return folded(heading) in _OF_EITHER and hour
