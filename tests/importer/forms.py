"""The form as it is handed out, filled in as a spreadsheet program would fill it: cells written into it."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from html import escape

from importer.form.layout import EVENT_FIELDS, GAME_FIELDS, PLAYER_FIELDS
from importer.form.write import write_form

EVENT: Mapping[str, object] = {
    "name": "Autumn Open",
    "form": "Tournament 大会",
    "first_day": date(2026, 10, 3),
    "last_day": date(2026, 10, 4),
    "organizer": "Invented Chess Club",
    "place": "Invented Hall",
    "arbiter": "Mori Sora",
    "time_control": "45 min + 30 sec",
    "type": "Standard スタンダード",
    "system": "Swiss スイス式",
    "non_members": 1,
}
PLAYERS: Sequence[Sequence[object]] = (
    (1, "Mori Sora", "N90000001", 90000001),
    (2, "Hata Rin", "N90000002", ""),
    (3, "Tani Ken", "N90000003", ""),
    (4, "Guest Gil", "", ""),
)
GAMES: Sequence[Sequence[object]] = (
    (1, date(2026, 10, 3), 1, "1-0", 2),
    (1, date(2026, 10, 3), 3, "½-½", 4),
    (2, date(2026, 10, 4), 2, "0-1", 3),
    (2, date(2026, 10, 4), 1, "bye 1 不戦勝", ""),
)
SHEETS = {"Event": "xl/worksheets/sheet1.xml", "Players": "xl/worksheets/sheet2.xml"}
SHEETS["Games"] = "xl/worksheets/sheet3.xml"
FIRST = {"Players": 4, "Games": 3}
"""The first rows below the examples."""


def filled(
    event: Mapping[str, object] = EVENT,
    players: Sequence[Sequence[object]] = PLAYERS,
    games: Sequence[Sequence[object]] = GAMES,
    **more: object,
) -> bytes:
    """The written form with these values; `more` changes items of the event."""
    items = {**event, **more}
    cells: dict[tuple[str, str], object] = {}
    for number, field in enumerate(EVENT_FIELDS, start=3):
        if field.key in items:
            cells["Event", f"B{number}"] = items[field.key]
    for sheet, rows, fields in (("Players", players, PLAYER_FIELDS), ("Games", games, GAME_FIELDS)):
        for number, row in enumerate(rows, start=FIRST[sheet]):
            for letter, value in zip("ABCDEFGH"[: len(fields)], row, strict=True):
                cells[sheet, f"{letter}{number}"] = value
    return with_cells(_empty(), cells)


@cache
def _empty() -> bytes:
    return write_form()


def with_cells(form: bytes, cells: Mapping[tuple[str, str], object]) -> bytes:
    """A workbook with other cells, by sheet and place; a value that begins with “=” is a formula, one
    that begins with “#” an error."""
    parts = unpacked(form)
    for (sheet, place), value in cells.items():
        name = SHEETS[sheet]
        text = parts[name].decode()
        pattern = re.compile(rf'<c r="{place}"([^>]*?)(?:/>|>.*?</c>)')
        made, count = pattern.subn(lambda m, v=value, p=place: _cell(p, m[1], v), text)
        assert count == 1, (sheet, place)
        parts[name] = made.encode()
    return packed(parts)


def unpacked(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(parts: Mapping[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", compression) as archive:
        for name, body in parts.items():
            archive.writestr(zipfile.ZipInfo(name), body, compression)
    return data.getvalue()


def _cell(place: str, attributes: str, value: object) -> str:
    attributes = re.sub(r' t="\w+"', "", attributes)
    if isinstance(value, date):
        value = (value - date(1899, 12, 30)).days
    if isinstance(value, int | float):
        return f'<c r="{place}"{attributes}><v>{value}</v></c>'
    if str(value).startswith("="):
        return f'<c r="{place}"{attributes}><f>{escape(str(value)[1:])}</f><v>1</v></c>'
    if str(value).startswith("#"):
        return f'<c r="{place}"{attributes} t="e"><v>{value}</v></c>'
    if not value:
        return f'<c r="{place}"{attributes}/>'
    return f'<c r="{place}"{attributes} t="inlineStr"><is><t>{escape(str(value))}</t></is></c>'
