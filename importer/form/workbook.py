"""A workbook from outside as plain rows: refused by name where it is encrypted, broken, too large, or holds
macros; the places of its formulas are told. Everything is checked before the reader of workbooks sees it."""

import io
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from html import unescape
from xml.parsers import expat

from importer.form import apart
from importer.form.binary import formula_cells, has_stream
from importer.given import GivenFile
from importer.unpack import BROKEN, MOST_MEMBERS, MOST_UNPACKED, is_zip
from scraper.records import Problem

MOST_ROWS, MOST_COLUMNS, MOST_SHEETS = 20_000, 256, 50
"""A cell far out makes a reader fill everything before it."""

_OUTLYING = re.compile(rb'<(?:\w{1,9}:)?(?:c|row)\b[^<>]{0,300}?\sr="([A-Z]{0,3})([0-9]{1,7})"')
_FORMULA = re.compile(
    rb'<(?:\w{1,9}:)?c\b[^<>]{0,300}?\sr="([A-Z]{1,3})([0-9]{1,7})"[^<>]{0,300}>\s{0,50}<(?:\w{1,9}:)?f[\s>/]'
)
_SHEET = re.compile(rb"<(?:\w{1,9}:)?sheet\b[^<>]{0,2000}>")
_RELATION = re.compile(rb"<(?:\w{1,9}:)?Relationship\b[^<>]{0,2000}>")
_TABLE, _ROW = (b"<table:table ", b"</table:table>"), (b"<table:table-row", b"</table:table-row>")
_ODS_NAME = re.compile(rb'[^<>]{0,2000}?\btable:name="([^"<>]{0,2000})"')
_ODS_CELL = re.compile(rb"<table:(?:covered-)?table-cell\b([^<>]{0,3000})")
_REPEATED = re.compile(rb'number-(?:rows|columns)-repeated="([0-9]{1,9})"')


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet: its name, its rows from the first on, and the cells (row, column, both from 1) that hold a
    formula."""

    name: str
    rows: Sequence[Sequence[object]]
    formulas: frozenset[tuple[int, int]] = frozenset()


def read_workbook(file: GivenFile) -> list[Sheet] | Problem:
    """The sheets of an xlsx, xls or ods file, or why it is refused."""
    if not is_zip(file.data):
        formulas = _binary(file)
        return formulas if isinstance(formulas, Problem) else _rows(file, file.data, formulas)
    parts = _parts(file)
    if isinstance(parts, Problem):
        return parts
    formulas = _zipped(file, parts)
    # Packed anew, so that the reader of workbooks sees what was checked and nothing else.
    return formulas if isinstance(formulas, Problem) else _rows(file, _packed(parts), formulas)


def _parts(file: GivenFile) -> dict[str, bytes] | Problem:
    """Every part of the zip, unpacked within the limits and with its sum checked."""
    try:
        with zipfile.ZipFile(io.BytesIO(file.data)) as archive:
            infos = archive.infolist()
            unpacked = sum(i.file_size for i in infos)
            if unpacked > MOST_UNPACKED or len(infos) > MOST_MEMBERS:
                return too_large(file, f"{unpacked} bytes unpacked in {len(infos)} parts")
            if any(i.flag_bits & 1 for i in infos):
                return _encrypted(file)
            return {i.filename: archive.read(i) for i in infos}
    except BROKEN as error:
        return _broken(file, str(error) or type(error).__name__)


def _whole(body: bytes) -> bool:
    """Whether a part is XML to its end, and declares nothing of its own: the reader of workbooks can go on
    for ever in one that is cut off."""
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = _refuse
    try:
        parser.Parse(body, True)
    except (expat.ExpatError, ValueError, LookupError):  # the last: an encoding nobody knows
        return False
    return True


def _refuse(*_: object) -> None:
    raise ValueError("a document type")


def _packed(parts: Mapping[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_STORED) as archive:
        for name, body in parts.items():
            archive.writestr(name, body)
    return data.getvalue()


def _zipped(
    file: GivenFile, parts: Mapping[str, bytes]
) -> Mapping[str, frozenset[tuple[int, int]]] | Problem:
    """The formula cells of an xlsx or ods by sheet; a problem if it is anything to keep away from."""
    if any(n.endswith("vbaProject.bin") or n.startswith("Basic/") for n in parts):
        return Problem(
            "workbook-macros",
            file.name,
            "a workbook without macros",
            "macros",
            "save it as .xlsx (Excel Workbook) and send it again",
        )
    torn = next(
        (name for name, body in parts.items() if name.endswith((".xml", ".rels")) and not _whole(body)), None
    )
    if torn is not None:
        return _broken(file, f"a damaged part, {torn}")
    if "xl/workbook.xml" in parts:
        return _xlsx(file, parts)
    if "content.xml" in parts:
        return _ods(file, parts)
    return _broken(file, "a workbook of another kind than xlsx, xls or ods")


def _xlsx(file: GivenFile, parts: Mapping[str, bytes]) -> Mapping[str, frozenset[tuple[int, int]]] | Problem:
    targets = {}
    for relation in _RELATION.findall(parts.get("xl/_rels/workbook.xml.rels", b"")):
        target = _attribute(relation, b"Target").lstrip("/")
        targets[_attribute(relation, b"Id")] = target if target.startswith("xl/") else f"xl/{target}"
    sheets = _SHEET.findall(parts["xl/workbook.xml"])
    if len(sheets) > MOST_SHEETS:
        return too_large(file, f"{len(sheets)} sheets")
    of_part: dict[str, frozenset[tuple[int, int]]] = {}
    found = {}
    for sheet in sheets:
        name = targets.get(_attribute(sheet, rb"\w+:id"), "")
        if name not in of_part:
            part = parts.get(name, b"")
            for letters, number in _OUTLYING.findall(part):
                if int(number) > MOST_ROWS or _column(letters) > MOST_COLUMNS:
                    return too_large(file, f"cell {letters.decode()}{number.decode()}")
            of_part[name] = frozenset((int(n), _column(letters)) for letters, n in _FORMULA.findall(part))
        found[unescape(_attribute(sheet, b"name"))] = of_part[name]
    return found


def _ods(file: GivenFile, parts: Mapping[str, bytes]) -> Mapping[str, frozenset[tuple[int, int]]] | Problem:
    if b"encryption-data" in parts.get("META-INF/manifest.xml", b""):
        return _encrypted(file)
    found = {}
    for table in _elements(parts["content.xml"], _TABLE):
        name = _ODS_NAME.match(table)
        cells = set()
        row_number = 0
        for row in _elements(table, _ROW):
            filled, column = b"office:value-type" in row or b"<text:p" in row, 0
            for cell in _ODS_CELL.finditer(row):
                if b"table:formula=" in cell[1]:
                    cells.add((row_number + 1, column + 1))
                column += _repeated(cell[1])
                if b"office:value-type" in cell[1] and column > MOST_COLUMNS:
                    return too_large(file, f"{column} columns")
            row_number += _repeated(row.partition(b">")[0])
            if filled and row_number > MOST_ROWS:
                return too_large(file, f"{row_number} rows")
        found[unescape(name[1].decode("utf-8", "replace")) if name else ""] = frozenset(cells)
    return found


def _elements(text: bytes, marks: tuple[bytes, bytes]) -> Iterator[bytes]:
    """What stands from each opening of an element to its end; an element closed at once holds nothing."""
    begin, end = marks
    at = text.find(begin)
    while at >= 0:
        opened = text.find(b">", at)
        if opened < 0:
            return
        close = opened if text[opened - 1 : opened] == b"/" else text.find(end, opened)
        if close < 0:
            return
        yield text[at + len(begin) : close]
        at = text.find(begin, close)


def _binary(file: GivenFile) -> Mapping[str, frozenset[tuple[int, int]]] | Problem:
    """The formula cells of an xls; encrypted workbooks of the newer kind are in the same wrapping."""
    if has_stream(file.data, "EncryptedPackage"):
        return _encrypted(file)
    if has_stream(file.data, "_VBA_PROJECT_CUR"):
        expected, remedy = "a workbook without macros", "save it as .xlsx (Excel Workbook) and send it again"
        return Problem("workbook-macros", file.name, expected, "macros", remedy)
    cells = formula_cells(file.data)
    if cells is None:
        return _broken(file, "no Excel workbook inside")
    return cells


def _rows(
    file: GivenFile, data: bytes, formulas: Mapping[str, frozenset[tuple[int, int]]]
) -> list[Sheet] | Problem:
    """The cells, read by a process of its own: see `importer/form/apart.py`."""
    bounds = (str(n) for n in (MOST_ROWS, MOST_COLUMNS, MOST_SHEETS))
    command = [sys.executable, "-I", apart.__file__, *bounds]
    try:
        done = subprocess.run(
            command, input=data, capture_output=True, timeout=2 * apart.SECONDS, check=False
        )
        found = json.loads(done.stdout) if done.returncode == 0 else None
    except (subprocess.TimeoutExpired, ValueError):
        found = None
    if found is None:
        return _broken(file, "a workbook on which the reader of workbooks gave up")
    if "refused" in found:
        why, told = found["refused"]
        if why == apart.PASSWORD:
            return _encrypted(file)
        return too_large(file, told) if why == apart.LARGE else _broken(file, told)
    return [
        Sheet(name, [[_value(cell) for cell in row] for row in rows], formulas.get(name, frozenset()))
        for name, rows in found["sheets"]
    ]


def _value(cell: object) -> object:
    return date.fromisoformat(cell["day"]) if isinstance(cell, dict) else cell


def too_large(file: GivenFile, found: str) -> Problem:
    """A workbook larger than any report."""
    expected = f"at most {MOST_ROWS} rows, {MOST_COLUMNS} columns and {MOST_UNPACKED} bytes unpacked"
    remedy = "copy the report into an empty form and send that"
    return Problem("workbook-too-large", file.name, expected, found, remedy)


def _encrypted(file: GivenFile) -> Problem:
    remedy = "save it without a password and send it again"
    return Problem("workbook-encrypted", file.name, "a workbook that can be read", "a password", remedy)


def _broken(file: GivenFile, found: str) -> Problem:
    remedy = "open it, save it as .xlsx and send it again"
    return Problem("workbook-broken", file.name, "a workbook, xlsx, xls or ods", found, remedy)


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number


def _repeated(attributes: bytes) -> int:
    found = _REPEATED.search(attributes)
    return int(found[1]) if found else 1


def _attribute(tag: bytes, name: bytes) -> str:
    found = re.search(rb"\s" + name + rb'="([^"]*)"', tag)
    return found[1].decode("utf-8", "replace") if found else ""
