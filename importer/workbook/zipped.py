"""What is looked at in a zipped workbook (xlsx, ods) before a library may open it: size, password, macros,
whole XML, cells far out; and what the library does not tell of its cells."""

import io
import re
import zipfile
from collections.abc import Callable, Mapping
from typing import Any
from xml.parsers import expat

from importer.unpack import BROKEN, MOST_UNPACKED, member_of, zip_of
from importer.workbook.sheet import (
    FAILED,
    MOST_PARTS,
    MOST_SHEETS,
    NOT_CALCULATED,
    Marks,
    broken,
    check_cell,
    column_of,
    encrypted,
    too_large,
    with_macros,
)

_CELL = re.compile(r"([A-Z]{1,3})(\d{1,7})")
_TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0 "
_OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0 "
_CALC = "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0 "

_ERROR = re.compile(r"#(?:DIV/0!|N/A|NAME\?|NULL!|NUM!|REF!|VALUE!)")
"""How an error is written as a text, by programs that do not mark it."""

_BETWEEN = re.compile(rb">\s+<(?=/?(?:table|office):|text:p\b)")
"""Blanks between the elements of an ods, as Gnumeric writes them: the reader takes them for cells."""

_FURIGANA = re.compile(rb"<text:ruby-text\b[^<>]*>[^<]*</text:ruby-text>")
"""How a name is read aloud, above it in an ods: the reader takes it for a part of the name."""

Attributes = dict[str, str]


def look_through_zip(data: bytes, file: str, *, macros: bool) -> tuple[bytes, dict[str, Marks]]:
    """The workbook packed anew, so that its reader sees what was checked and nothing else; and what the cells
    of each sheet do not show. `ImportRefused` for what must not be opened."""
    parts = _parts(data, file)
    if not macros and any(n.endswith("vbaProject.bin") or n.startswith("Basic/") for n in parts):
        raise with_macros(file)
    if "xl/workbook.xml" in parts:
        marks, sheets = _xlsx(parts, file)
    elif "content.xml" in parts:
        marks, sheets = _ods(parts, file), {"content.xml"}
        parts["content.xml"] = _FURIGANA.sub(b"", _BETWEEN.sub(b"><", parts["content.xml"]))
    else:
        raise broken(file, "a zip of something else")
    for name, body in parts.items():
        if name.endswith((".xml", ".rels")) and name not in sheets:
            _parse(file, name, body)
    return _packed(parts), marks


def _parts(data: bytes, file: str) -> dict[str, bytes]:
    """Every part of the zip, unpacked within the bounds and with its sum checked."""
    try:
        with zip_of(data) as archive:
            infos = archive.infolist()
            if any(i.flag_bits & 1 for i in infos):
                raise encrypted(file)
            unpacked = sum(i.file_size for i in infos)
            if unpacked > MOST_UNPACKED or len(infos) > MOST_PARTS:
                raise too_large(file, f"{unpacked} bytes unpacked in {len(infos)} parts")
            return {i.filename: member_of(archive, i) for i in infos}
    except BROKEN as error:
        raise broken(file, str(error) or type(error).__name__) from None


def _packed(parts: Mapping[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_STORED) as archive:
        for name, body in parts.items():
            archive.writestr(name, body)
    return data.getvalue()


def _xlsx(parts: Mapping[str, bytes], file: str) -> tuple[dict[str, Marks], set[str]]:
    """What the cells of each sheet do not show, and the parts that are sheets."""
    ids: list[tuple[str, str]] = []
    targets: dict[str, str] = {}

    def sheet(name: str, attributes: Attributes) -> None:
        if name.rsplit(" ", 1)[-1] == "sheet":
            number = next((v for k, v in attributes.items() if k.endswith("relationships id")), "")
            ids.append((attributes.get("name", ""), number))

    def relation(name: str, attributes: Attributes) -> None:
        if name.endswith("Relationship"):
            target = attributes.get("Target", "")
            within = target.lstrip("/") if target.startswith("/") else f"xl/{target}"
            targets[attributes.get("Id", "")] = named.get(within.lower(), "")

    named = {name.lower(): name for name in parts}  # the library finds a part however it is written
    if len(named) < len(parts):
        raise broken(file, "two parts of one name")
    _parse(file, "xl/workbook.xml", parts["xl/workbook.xml"], sheet)
    if (relations := named.get("xl/_rels/workbook.xml.rels")) is not None:
        _parse(file, relations, parts[relations], relation)
    if len(ids) > MOST_SHEETS:
        raise too_large(file, f"{len(ids)} sheets")
    of_id = {number: targets.get(number, "") for _, number in ids}
    of_part = {p: _xlsx_sheet(p, parts[p], file) for p in {*of_id.values()} & parts.keys()}
    return {title: of_part.get(of_id[number], Marks()) for title, number in ids}, set(of_part)


def _xlsx_sheet(part: str, body: bytes, file: str) -> Marks:
    marks = Marks()
    kind, within, formula, valued = "", False, False, False
    row = column = last_row = last_column = 0

    def start(name: str, attributes: Attributes) -> None:
        nonlocal kind, within, formula, valued, row, column, last_row, last_column
        tag = name.rsplit(" ", 1)[-1]
        if tag == "row":
            number = attributes.get("r", "")
            row, column = int(number) if number.isdigit() else row + 1, 0
            if attributes.get("hidden") in ("1", "true"):
                marks.hidden.append((row, row))
        elif tag == "c":
            kind, within, formula, valued = attributes.get("t", ""), True, False, False
            place = _CELL.fullmatch(attributes.get("r", ""))
            row, column = (int(place[2]), column_of(place[1])) if place else (row, column + 1)
            if row > last_row or column > last_column:
                last_row, last_column = max(last_row, row), max(last_column, column)
                check_cell(file, last_row, last_column)
        elif tag == "f" and within:  # behind the cells stand those of lists to choose from, and of sparklines
            formula = True
            marks.formulas.add((row, column))

    def text(data: str) -> None:
        nonlocal valued
        valued = valued or bool(data.strip())

    def end(name: str) -> None:
        nonlocal within, valued
        tag = name.rsplit(" ", 1)[-1]
        if tag == "f":
            valued = False
        elif tag == "c":
            within = False
            if kind == "e":
                marks.lost[row, column] = FAILED
            elif formula and not valued and kind != "str":
                marks.lost[row, column] = NOT_CALCULATED

    _parse(file, part, body, start, end, text)
    return marks


def _ods(parts: Mapping[str, bytes], file: str) -> dict[str, Marks]:
    if b"encryption-data" in parts.get("META-INF/manifest.xml", b""):
        raise encrypted(file)
    found: dict[str, Marks] = {}
    marks = Marks()
    row = column = repeat = last_row = last_column = 0
    place, formula, shown = (0, 0), False, ""

    def start(name: str, attributes: Attributes) -> None:
        nonlocal marks, row, column, repeat, last_row, last_column, place, formula, shown
        if name == f"{_TABLE}table":
            marks = found.setdefault(attributes.get(f"{_TABLE}name", ""), Marks())
            row = last_row = last_column = 0
        elif name == f"{_TABLE}table-row":
            column, repeat = 0, _number(attributes, "rows-repeated")
            if attributes.get(f"{_TABLE}visibility") in ("collapse", "filter"):
                marks.hidden.append((row + 1, row + repeat))
        elif name in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            place = row + 1, column + 1
            down, across = (_number(attributes, what) for what in ("rows-spanned", "columns-spanned"))
            if (down, across) != (1, 1):
                marks.merged.append((place, (row + down, column + across)))
            column += _number(attributes, "columns-repeated")
            formula, shown = f"{_TABLE}formula" in attributes, ""
            valued = f"{_OFFICE}value-type" in attributes
            if formula:
                marks.formulas.add(place)
            if formula and not valued:
                marks.lost[place] = NOT_CALCULATED
            elif attributes.get(f"{_CALC}value-type") == "error":
                marks.lost[place] = FAILED
            if formula or valued:
                last_row, last_column = max(last_row, row + repeat), max(last_column, column)
                check_cell(file, last_row, last_column)

    def text(data: str) -> None:
        nonlocal shown
        if formula:
            shown += data

    def end(name: str) -> None:
        nonlocal row
        if name == f"{_TABLE}table-row":
            row += repeat
        elif name == f"{_TABLE}table-cell" and formula and _ERROR.fullmatch(shown.strip()):
            marks.lost[place] = FAILED

    _parse(file, "content.xml", parts["content.xml"], start, end, text)
    return found


def _number(attributes: Attributes, what: str) -> int:
    text = attributes.get(f"{_TABLE}number-{what}", "1")
    return int(text) if text.isdigit() and len(text) < 10 else 10**9


def _parse(
    file: str,
    part: str,
    body: bytes,
    start: Callable[[str, Attributes], None] | None = None,
    end: Callable[[str], None] | None = None,
    text: Callable[[str], None] | None = None,
) -> None:
    """One XML part to its end: the reader of workbooks can go on for ever in one that is cut off. Refused as
    well: a document type, which no workbook has, with its entities."""
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, text

    def doctype(*_: Any) -> None:
        raise broken(file, "a document type declaration")

    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(body, True)
    except (expat.ExpatError, LookupError, ValueError) as error:  # the latter two: an encoding it has not
        raise broken(file, f"a damaged part, {part}: {error}") from None
