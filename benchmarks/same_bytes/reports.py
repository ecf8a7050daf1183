"""Reports of invented events as organizers send them: TRF, Swiss Perfect, the report form; and CSV files."""

import csv
import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from datetime import date
from html import escape

from benchmarks.same_bytes.people import Entrant, Event
from tests.importer.swiss_perfect import SCO, TRN
from tests.importer.swiss_perfect import table as dbase

SIGNS = {
    "1-0": ("1", "0"), "0-1": ("0", "1"), "=": ("=", "="), "+-": ("+", "-"), "-+": ("-", "+"),
    "--": ("-", "-"), "W-L": ("W", "L"), "": (" ", " "),
}  # fmt: skip
FORM_RESULTS = {
    "1-0": "1-0", "0-1": "0-1", "=": "½-½", "+-": "1-0 forfeit 不戦", "-+": "0-1 forfeit 不戦",
    "--": "0-0 forfeit 不戦", "": "",
}  # fmt: skip
SCORES = {"1-0": (2, 0, 1), "=": (1, 1, 1), "0-1": (0, 2, 1), "-+": (0, 2, 34), "+-": (2, 0, 35)}
"""Swiss Perfect: scores in halves and the type of both results."""

SHEETS = {"Event": 1, "Players": 2, "Games": 3}
FIRST_ROWS = {"Players": 4, "Games": 3}
LONG_AGO = (1980, 1, 1, 0, 0, 0)


def trf(told: Event) -> bytes:
    """The event as a TRF file, with national IDs and ratings."""
    head = [
        ("012", told.name),
        ("022", "Invented Town"),
        ("032", "JPN"),
        ("042", f"{told.days[0]:%Y/%m/%d}" if told.dated else ""),
        ("052", f"{told.days[-1]:%Y/%m/%d}" if told.dated else ""),
        ("062", str(len(told.entrants))),
        ("092", f"Individual: Swiss-System {told.kind}".strip()),
        ("102", "Arbiter, Ada"),
        ("122", told.control or ""),
        ("142", str(len(told.days))),
    ]
    lines = [f"{code} {text}" for code, text in head if text]
    if told.dated:
        lines.append("132".ljust(91) + "  ".join(f"{day:%y/%m/%d}" for day in told.days))
    cells = _cells(told)
    for number, one in enumerate(told.entrants, 1):
        line = _line("001", number, one, one.rating if one.fide_id else None, "JPN", one.fide_id)
        line += " " * 10 + "".join(
            "  " + cells.get((r, number), " " * 8) for r in range(1, len(told.days) + 1)
        )
        lines.append(line.rstrip())
    for number, one in enumerate(told.entrants, 1):
        if one.id or one.rating:
            lines.append(_line("JPN", number, one, one.rating, "", one.id).rstrip())
    return ("\r\n".join(lines) + "\r\n").encode()


def _line(code: str, number: int, one: Entrant, rating: int | None, federation: str, id_: str | None) -> str:
    surname, _, given = one.name.partition(" ")
    name = f"{surname}, {given}"
    person = f"{code} {number:>4} {one.sex:1}    {name:<33.33} {rating or '':>4} {federation:>3}"
    return f"{person} {id_ or '':>11} {'':10}"


def _cells(told: Event) -> dict[tuple[int, int], str]:
    cells = {}
    for game in told.games:
        if game.black is None:
            cells[game.round, game.white] = "0000 - U"
            continue
        white, black = SIGNS[game.result]
        cells[game.round, game.white] = f"{game.black:>4} w {white}"
        cells[game.round, game.black] = f"{game.white:>4} b {black}"
    return cells


def swiss_perfect(told: Event, stem: str) -> bytes:
    """The event as a zip of the three files of Swiss Perfect, which know no days."""
    players = []
    for number, one in enumerate(told.entrants, 1):
        surname, _, given = one.name.partition(" ")
        row = {"ID": number, "SURNAME": surname, "FIRSTNAME": given}
        players.append({**row, "LOC_RTG": one.rating or "", "LOC_ID": one.id or ""})
    games = []
    for game in told.games:
        white, black, kind = SCORES[game.result] if game.black else (2, 0, 1)
        values = (game.round, game.white, game.black or 0, white, black, kind, kind if game.black else 0)
        games.append(dict(zip([name for name, _, _ in SCO], values, strict=False)))
    ini = (
        "[Tournament Info]", f"Name={told.name}", f"Organiser={told.organizer}", "Rounds=9", "System=0", "",
    )  # fmt: skip
    return zipped(
        {
            f"{stem}.ini": "\r\n".join(ini).encode(),
            f"{stem}.trn": dbase(TRN, players),
            f"{stem}.sco": dbase(SCO, games),
        }
    )


def form(empty: bytes, told: Event) -> bytes:
    """The event in the report form, filled in as by a spreadsheet program; `empty`: as it is handed out."""
    items = {
        3: told.name, 5: "Regular meeting 例会", 6: told.days[0], 7: told.days[-1], 8: told.organizer,
        9: "Invented Hall", 10: "Ada Arbiter", 11: told.control,
        12: "Rapid ラピッド" if told.kind == "rapid" else "Standard スタンダード", 13: "Swiss スイス式",
        14: sum(one.id is None for one in told.entrants),
    }  # fmt: skip
    rows: list[tuple[str, int, Sequence[object]]] = [("Event", n, ("", v)) for n, v in items.items()]
    rows += [
        ("Players", FIRST_ROWS["Players"] + n, (n + 1, one.name, one.id or "", one.fide_id or ""))
        for n, one in enumerate(told.entrants)
    ]
    for n, game in enumerate(told.games):
        result = FORM_RESULTS[game.result] if game.black else "bye 1 不戦勝"
        cells = (game.round, told.days[game.round - 1], game.white, result, game.black or "")
        rows.append(("Games", FIRST_ROWS["Games"] + n, cells))
    with zipfile.ZipFile(io.BytesIO(empty)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for sheet, number in SHEETS.items():
        name = f"xl/worksheets/sheet{number}.xml"
        values = {
            f"{'ABCDE'[column]}{row}": value
            for of, row, cells in rows
            for column, value in enumerate(cells)
            if of == sheet and value != ""
        }
        parts[name] = _filled(parts[name].decode(), values).encode()
    return zipped(parts)


def _filled(sheet: str, values: Mapping[str, object]) -> str:
    left = dict(values)

    def cell(found: re.Match[str]) -> str:
        if found[1] not in left:
            return found[0]
        value = left.pop(found[1])
        if isinstance(value, date):
            value = (value - date(1899, 12, 30)).days
        start = f'<c r="{found[1]}"' + re.sub(r' t="\w+"', "", found[2])
        if isinstance(value, int):
            return f"{start}><v>{value}</v></c>"
        return f'{start} t="inlineStr"><is><t>{escape(str(value))}</t></is></c>'

    made = re.sub(r'<c r="([A-Z]+\d+)"([^>]*?)(?:/>|>.*?</c>)', cell, sheet)
    if left:
        raise ValueError(f"the form has no cells {sorted(left)}")
    return made


def zipped(parts: Mapping[str, bytes]) -> bytes:
    """A zip of these files; the same files, the same bytes."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in parts.items():
            archive.writestr(zipfile.ZipInfo(name, LONG_AGO), body, zipfile.ZIP_DEFLATED)
    return data.getvalue()


def table(rows: Sequence[Mapping[str, object]]) -> str:
    """A CSV file with a column for whatever a row names; what another one does not name is an empty cell."""
    text = io.StringIO()
    headings = dict.fromkeys(name for row in rows for name in row)
    writer = csv.DictWriter(text, list(headings), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
