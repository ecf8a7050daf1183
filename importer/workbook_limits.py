"""What is looked at in a workbook before a library may unpack it: size, passwords, cells far out.

A few bytes can claim a cell at the far end of a sheet, for which every cell before it would be made.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from xml.parsers import expat

from importer.errors import ImportRefused
from scraper.records import Problem

MOST_BYTES = 50_000_000
"""Of the file. A register of 100,000 members takes ten."""

MOST_UNPACKED = 300_000_000
"""Of all parts of a zip together."""

MOST_CELLS = 6_000_000
"""Of one sheet, empty ones before the last that is used included."""

_CELL = re.compile(r"([A-Z]{1,3})(\d{1,7})")
_TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0 "
_OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0 "


@dataclass(frozen=True, slots=True)
class Fault:
    """A cell whose value is lost: `sheet` (None: of whichever sheet has it), `cell` as a spreadsheet names
    it, and what was found there."""

    sheet: str | None
    cell: str
    found: str


def is_zip(data: bytes) -> bool:
    """Whether the bytes begin as a zip does (xlsx, ods)."""
    return data.startswith(b"PK\x03\x04")


def is_ole(data: bytes) -> bool:
    """Whether the bytes begin as an OLE file does (xls, and xlsx with a password)."""
    return data.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")


def look_through(data: bytes, file: str) -> tuple[Fault, ...]:
    """The cells whose value is lost; `ImportRefused` for what must not be opened."""
    if len(data) > MOST_BYTES:
        raise _refused(
            "file-too-large", file, f"at most {MOST_BYTES} bytes", f"{len(data)} bytes", "split it"
        )
    if is_ole(data):
        from importer.workbook_xls import look_through_xls

        return look_through_xls(data, file, _too_many)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _zip(archive, file)
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        OSError,
        ValueError,
        NotImplementedError,
        RuntimeError,
        KeyError,
    ) as error:
        found = str(error) or type(error).__name__
        raise _broken(file, found) from None
    except expat.ExpatError as error:
        raise _broken(file, f"XML that cannot be read: {error}") from None


def _zip(archive: zipfile.ZipFile, file: str) -> tuple[Fault, ...]:
    infos = archive.infolist()
    total = sum(i.file_size for i in infos)
    if any(i.flag_bits & 1 for i in infos):
        raise encrypted(file)
    if total > MOST_UNPACKED or len(infos) > 2000:
        expected = f"at most {MOST_UNPACKED} bytes unpacked"
        found = f"{total} bytes in {len(infos)} parts"
        raise _refused("file-too-large", file, expected, found, "split it")
    names = {i.filename for i in infos}
    faults: list[Fault] = []
    if "xl/workbook.xml" in names:
        titles = _titles(archive)
        for info in infos:
            if info.filename.startswith("xl/worksheets/") and info.filename.endswith(".xml"):
                faults += _xlsx_sheet(archive, info, titles.get(info.filename), file)
            else:
                _drain(archive, info)
    elif "content.xml" in names and "META-INF/manifest.xml" in names:
        if b"encryption-data" in archive.read("META-INF/manifest.xml"):
            raise encrypted(file)
        for info in infos:
            if info.filename == "content.xml":
                faults += _ods_content(archive, info, file)
            else:
                _drain(archive, info)
    else:
        found = "a zip of something else"
        raise _broken(file, found)
    return tuple(faults)


def _titles(archive: zipfile.ZipFile) -> dict[str, str]:
    """The names of the sheets by the part they are in."""
    ids: dict[str, str] = {}
    targets: dict[str, str] = {}

    def sheet(name: str, attributes: dict[str, str]) -> None:
        if name.rsplit(" ", 1)[-1] == "sheet":
            for key, value in attributes.items():
                if key.endswith("relationships id"):
                    ids[value] = attributes.get("name", "")

    def relation(name: str, attributes: dict[str, str]) -> None:
        if name.endswith("Relationship"):
            target = attributes.get("Target", "")
            targets[attributes.get("Id", "")] = (
                target.lstrip("/") if target.startswith("/") else f"xl/{target}"
            )

    _parse(archive, "xl/workbook.xml", sheet)
    _parse(archive, "xl/_rels/workbook.xml.rels", relation)
    return {targets[i]: title for i, title in ids.items() if i in targets}


def _xlsx_sheet(archive: zipfile.ZipFile, info: zipfile.ZipInfo, title: str | None, file: str) -> list[Fault]:
    faults: list[Fault] = []
    cell, kind, formula, valued = "", "", False, False
    last_row = last_column = row = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal cell, kind, formula, valued, last_row, last_column, row
        tag = name.rsplit(" ", 1)[-1]
        if tag == "row":
            number = attributes.get("r", "")
            row = int(number) if number.isdigit() else row + 1
        elif tag == "c":
            cell, kind = attributes.get("r", ""), attributes.get("t", "")
            formula = valued = False
            place = _CELL.fullmatch(cell)
            if place is not None:
                last_row, last_column = (
                    max(last_row, int(place[2])),
                    max(last_column, column_number(place[1])),
                )
            else:
                last_row, last_column = max(last_row, row), last_column + 1
            if last_row * last_column > MOST_CELLS:
                raise _too_many(file, cell)
        elif tag == "f":
            formula = True

    def text(data: str) -> None:
        nonlocal valued
        valued = valued or bool(data.strip())

    def end(name: str) -> None:
        tag = name.rsplit(" ", 1)[-1]
        nonlocal valued
        if tag == "f":
            valued = False
        elif tag == "c":
            if kind == "e":
                faults.append(Fault(title, cell, "an error of a formula"))
            elif formula and not valued and kind != "str":
                faults.append(Fault(title, cell, "a formula that was never calculated"))

    _parse(archive, info.filename, start, end, text)
    return faults


def _ods_content(archive: zipfile.ZipFile, info: zipfile.ZipInfo, file: str) -> list[Fault]:
    faults: list[Fault] = []
    title: str | None = None
    row = column = row_repeat = 0
    used_row = used_column = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal title, row, column, row_repeat, used_row, used_column
        if name == f"{_TABLE}table":
            title = attributes.get(f"{_TABLE}name")
            row = used_row = used_column = 0
        elif name == f"{_TABLE}table-row":
            column, row_repeat = 0, _repeat(attributes, "rows")
        elif name in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            column += _repeat(attributes, "columns")
            formula = attributes.get(f"{_TABLE}formula")
            if f"{_OFFICE}value-type" in attributes or formula is not None:
                used_row, used_column = max(used_row, row + row_repeat), max(used_column, column)
                if used_row * used_column > MOST_CELLS:
                    raise _too_many(file, f"{column_name(column)}{row + row_repeat}")
            if formula is not None and f"{_OFFICE}value-type" not in attributes:
                faults.append(
                    Fault(title, f"{column_name(column)}{row + 1}", "a formula that was never calculated")
                )

    def end(name: str) -> None:
        nonlocal row
        if name == f"{_TABLE}table-row":
            row += row_repeat

    _parse(archive, info.filename, start, end)
    return faults


def _repeat(attributes: dict[str, str], what: str) -> int:
    text = attributes.get(f"{_TABLE}number-{what}-repeated", "1")
    return int(text) if text.isdigit() and len(text) < 10 else 10**9


def _parse(
    archive: zipfile.ZipFile,
    part: str,
    start: Callable[[str, dict[str, str]], None],
    end: Callable[[str], None] | None = None,
    text: Callable[[str], None] | None = None,
) -> None:
    """One XML part, in pieces; a document type, which no workbook has, is refused with its entities."""
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = start
    if end is not None:
        parser.EndElementHandler = end
    if text is not None:
        parser.CharacterDataHandler = text

    def doctype(*_: Any) -> None:
        raise ValueError("a document type declaration")

    parser.StartDoctypeDeclHandler = doctype
    with archive.open(part) as stream:
        parser.ParseFile(stream)


def _drain(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> None:
    """Unpacks a part and drops it: one that is larger than its entry says fails here, not elsewhere."""
    with archive.open(info) as stream:
        while stream.read(1 << 20):
            pass


def column_number(letters: str) -> int:
    """A column's number from 1, of its letters."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


def column_name(number: int) -> str:
    """A column's letters, of its number from 1."""
    letters = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def encrypted(file: str) -> ImportRefused:
    """The refusal of a workbook with a password."""
    found = "a workbook with a password"
    return _refused(
        "workbook-encrypted", file, "a workbook that can be read", found, "save it without a password"
    )


def _too_many(file: str, cell: str) -> ImportRefused:
    expected = f"at most {MOST_CELLS} cells, empty ones included"
    remedy = "delete what stands far out on the sheet, and import the file again"
    return _refused("file-too-large", file, expected, f"a cell at {cell}", remedy)


def _broken(file: str, found: str) -> ImportRefused:
    from importer.workbook import broken

    return broken(file, found)


def _refused(code: str, file: str, expected: str, found: str, remedy: str) -> ImportRefused:
    return ImportRefused([Problem(code, file, expected, found, remedy)])
