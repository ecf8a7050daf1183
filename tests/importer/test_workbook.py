"""Workbooks from outside: what is lost is named, what is dangerous is not opened."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Callable

import pytest
import xlsxwriter

from importer.errors import ImportRefused
from importer.unpack import MOST_UNPACKED
from importer.workbook.read import read_workbook
from importer.workbook.sheet import MOST_CELLS
from tests.importer.xls import of_1995

OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
TABLE_XML = "urn:oasis:names:tc:opendocument:xmlns:table:1.0"
TEXT = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
CALC = "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"


def xlsx(edit: Callable[[str], str] = str) -> bytes:
    """A workbook with three cells, whose sheet is edited as XML."""
    made = io.BytesIO()
    with xlsxwriter.Workbook(made, {"in_memory": True}) as book:
        sheet = book.add_worksheet("Members")
        sheet.write_row(0, 0, ["ID", "Name"])
        sheet.write_number(1, 0, 12)
        sheet.write_formula(1, 1, "=A2", None, 7)
    return repacked(made.getvalue(), {"xl/worksheets/sheet1.xml": edit})


def repacked(data: bytes, edits: dict[str, Callable[[str], str]]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            text = old.read(name)
            new.writestr(name, edits[name](text.decode()) if name in edits else text)
    return out.getvalue()


def ods(rows: str, manifest: str = "<m/>") -> bytes:
    content = (
        f'<office:document-content xmlns:office="{OFFICE}" xmlns:table="{TABLE_XML}" xmlns:text="{TEXT}"'
        f' xmlns:calcext="{CALC}" office:version="1.2"><office:body><office:spreadsheet>'
        '<table:table table:name="Members">'
        f"{rows}</table:table></office:spreadsheet></office:body></office:document-content>"
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", content)
        archive.writestr("META-INF/manifest.xml", manifest)
    return out.getvalue()


def text_cell(text: str, more: str = "") -> str:
    return f'<table:table-cell office:value-type="string"{more}><text:p>{text}</text:p></table:table-cell>'


def refused(data: bytes) -> tuple[str, str]:
    with pytest.raises(ImportRefused) as caught:
        read_workbook(data, "w", macros=True)
    (problem,) = caught.value.problems
    return problem.code, problem.found


def test_a_sheet_is_read_with_the_value_of_its_formulas() -> None:
    (sheet,) = read_workbook(xlsx(), "w.xlsx", macros=True)
    assert (sheet.name, sheet.rows, sheet.lost) == ("Members", [["ID", "Name"], [12, 7]], {})


def test_a_formula_that_was_never_calculated_and_an_error_are_no_empty_cells() -> None:
    (sheet,) = read_workbook(xlsx(lambda x: x.replace("<v>7</v>", "")), "w", macros=True)
    assert sheet.lost == {(2, 2): "a formula that was never calculated"}
    wrong = xlsx(lambda x: x.replace('<c r="A2"><v>12</v>', '<c r="A2" t="e"><v>#N/A</v>'))
    (sheet,) = read_workbook(wrong, "w", macros=True)
    assert sheet.lost == {(2, 1): "an error of a formula"}


@pytest.mark.parametrize(
    ("how", "text"),
    [
        ('office:string-value="" calcext:value-type="error"', "Err:502"),  # LibreOffice
        ('office:string-value="#N/A"', "#N/A"),  # Gnumeric
    ],
)
def test_an_error_in_an_ods_is_no_empty_cell_and_no_text(how: str, text: str) -> None:
    cells = text_cell("ID") + text_cell(text, f' table:formula="of:=NA()" {how}') + text_cell("#N/A")
    (sheet,) = read_workbook(ods(f"<table:table-row>{cells}</table:table-row>"), "w.ods", macros=True)
    assert sheet.lost == {(1, 2): "an error of a formula"}


def test_blanks_between_the_elements_of_an_ods_are_no_cells() -> None:
    note = "<office:annotation>\n<text:p>digits</text:p>\n</office:annotation>\n"
    named = text_cell("Sato <text:s/>Hana").replace("<text:p>", f"\n{note}<text:p>")
    row = f"<table:table-row>\n  {text_cell('N12345678')}\n  {named}\n</table:table-row>\n"
    (sheet,) = read_workbook(ods(row), "w.ods", macros=True)
    assert sheet.rows == [["N12345678", "Sato  Hana"]]


def test_furigana_above_a_name_is_no_part_of_it() -> None:
    ruby = (
        "<text:ruby><text:ruby-base>{}</text:ruby-base>"
        '<text:ruby-text text:style-name="Ru1">{}</text:ruby-text></text:ruby>'
    )
    name = ruby.format("山田", "やまだ") + " " + ruby.format("太郎", "たろう")
    row = f"<table:table-row>{text_cell(name)}{text_cell('N12345678')}</table:table-row>"
    (sheet,) = read_workbook(ods(row), "w.ods", macros=True)
    assert sheet.rows == [["山田 太郎", "N12345678"]]
    read_aloud = (
        '<t>山田 太郎</t><rPh sb="0" eb="2"><t>ヤマダ</t></rPh><rPh sb="3" eb="5"><t>タロウ</t></rPh>'
    )
    shared = repacked(xlsx(), {"xl/sharedStrings.xml": lambda x: x.replace("<t>Name</t>", read_aloud)})
    (sheet,) = read_workbook(shared, "w.xlsx", macros=True)
    assert sheet.rows[0] == ["ID", "山田 太郎"]


def test_merged_cells_of_an_open_document_are_told_as_those_of_other_workbooks() -> None:
    spans = ' table:number-columns-spanned="2" table:number-rows-spanned="2"'
    covered = '<table:covered-table-cell table:number-columns-repeated="{}"/>'
    first = f"<table:table-row>{text_cell('x')}{text_cell('y', spans)}{covered.format(1)}</table:table-row>"
    rest = f"<table:table-row>{text_cell('z')}{covered.format(2)}</table:table-row>"
    (sheet,) = read_workbook(ods(first + rest), "w.ods", macros=True)
    assert sheet.merged == (((1, 2), (2, 3)),)


def test_what_a_list_to_choose_from_refers_to_is_no_formula_of_the_last_cell() -> None:
    """As Excel writes a list that stands on another sheet, and sparklines: behind all cells."""
    of_excel = (
        '<extLst><ext uri="{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}" xmlns:x14="urn:x14" xmlns:xm="urn:xm">'
        '<x14:dataValidations count="1"><x14:dataValidation type="list"><x14:formula1><xm:f>Lists!$A$1:$A$9'
        "</xm:f></x14:formula1><xm:sqref>B2</xm:sqref></x14:dataValidation></x14:dataValidations></ext></extLst>"
    )
    chosen = xlsx(lambda x: x.replace("<f>A2</f>", "").replace("</worksheet>", f"{of_excel}</worksheet>"))
    (sheet,) = read_workbook(chosen, "w", macros=True)
    assert (sheet.rows[1], sheet.formulas, sheet.lost) == ([12, 7], frozenset(), {})


def test_a_part_is_looked_through_however_its_name_is_written() -> None:
    """Its reader finds it in capitals too; what it does not show would be read as an empty cell."""
    wrong = xlsx(lambda x: x.replace('<c r="A2"><v>12</v>', '<c r="A2" t="e"><v>#N/A</v>'))
    relations = "xl/_rels/workbook.xml.rels"
    capitals = repacked(wrong, {relations: lambda x: x.replace("worksheets/sheet1", "Worksheets/Sheet1")})
    (sheet,) = read_workbook(capitals, "w", macros=True)
    assert sheet.rows[1] == ["", 7]
    assert (sheet.lost, sheet.formulas) == ({(2, 1): "an error of a formula"}, {(2, 2)})
    with zipfile.ZipFile(twice := io.BytesIO(wrong), "a") as archive:
        archive.writestr("xl/worksheets/Sheet1.xml", "<worksheet/>")
    assert refused(twice.getvalue()) == ("workbook-broken", "two parts of one name")


def test_a_cell_at_the_far_end_of_a_sheet_is_not_opened() -> None:
    far = xlsx(lambda x: x.replace('r="A2"', 'r="XFD1048576"'))
    assert refused(far) == ("table-too-large", "a cell at XFD1048576")
    rows = f'<table:table-row table:number-rows-repeated="{MOST_CELLS}">{text_cell("x")}{text_cell("y")}'
    assert refused(ods(rows + "</table:table-row>"))[0] == "table-too-large"


def test_the_empty_rest_of_a_sheet_is_no_size() -> None:
    row = f"<table:table-row>{text_cell('ID')}{text_cell('Name')}</table:table-row>"
    rest = (
        '<table:table-row table:number-rows-repeated="1048575">'
        '<table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
    )
    (sheet,) = read_workbook(ods(row + rest), "w.ods", macros=True)
    assert sheet.rows == [["ID", "Name"]]


def test_a_part_that_unpacks_to_more_than_it_may_is_not_unpacked() -> None:
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
        with archive.open("xl/media/zeros.bin", "w", force_zip64=True) as part:
            for _ in range(MOST_UNPACKED // 10_000_000 + 1):
                part.write(bytes(10_000_000))
    assert len(bomb.getvalue()) < 1_000_000
    assert refused(bomb.getvalue())[0] == "table-too-large"


def test_a_part_that_is_larger_than_it_says_is_broken() -> None:
    data = bytearray(xlsx())
    at = data.rindex(b"PK\x01\x02", 0, data.rindex(b"xl/styles.xml"))
    size = int.from_bytes(data[at + 24 : at + 28], "little")
    data[at + 24 : at + 28] = (size - 10).to_bytes(4, "little")
    assert refused(bytes(data))[0] == "workbook-broken"


def test_entities_are_not_expanded() -> None:
    laughs = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>'
    loud = xlsx(lambda x: x.replace("<worksheet", laughs + "<worksheet", 1))
    assert refused(loud) == ("workbook-broken", "a document type declaration")


@pytest.mark.parametrize("encoding", ["UTF-88", "shift_jis", "idna", "base64"])
def test_a_part_in_an_encoding_that_its_reader_has_not_is_refused(encoding: str) -> None:
    head = f'<?xml version="1.0" encoding="{encoding}"?>'
    code, found = refused(xlsx(lambda part: head + part[part.index("<worksheet") :]))
    assert (code, found.split(",")[0]) == ("workbook-broken", "a damaged part")


def test_a_password_is_named() -> None:
    assert refused(ods("", "<m><encryption-data/></m>"))[0] == "workbook-encrypted"
    assert refused(ole("EncryptedPackage"))[0] == "workbook-encrypted"
    protected = ole("Workbook", biff((0x809, bytes(16)), (0x2F, bytes(6)), (0x0A, b"")))
    assert refused(protected)[0] == "workbook-encrypted"


def test_an_old_workbook_with_a_cell_far_out_is_not_opened() -> None:
    cell = bytes.fromhex("ffffff00") + bytes(10)
    far = ole("Workbook", biff((0x809, bytes(16)), (0x0A, b""), (0x809, bytes(16)), (0x203, cell)))
    assert refused(far) == ("table-too-large", "a cell at IV65536")


def test_an_old_workbook_is_read_and_its_errors_are_no_empty_cells() -> None:
    (sheet,) = read_workbook(xls(), "w.xls", macros=True)
    assert (sheet.name, sheet.rows) == ("Members", [["ID", "Name"], [12, "森 空"], ["", ""]])
    assert sheet.lost == {(3, 2): "an error of a formula"}


@pytest.mark.parametrize("name", ["Members", "G", "Gäste"])
def test_errors_in_a_workbook_of_excel_95_are_no_empty_cells(name: str) -> None:
    number = struct.pack("<HHHHHd", 0x0203, 14, 0, 0, 0, 12.0)
    error = struct.pack("<HHHHHBB", 0x0205, 8, 0, 1, 0, 0x2A, 1)
    formula = struct.pack("<HHHHHdHIH", 0x0006, 25, 0, 2, 0, 7.0, 0, 0, 3) + b"\x1e\x01\x00"
    (sheet,) = read_workbook(of_1995(name, number + error + formula), "w.xls", macros=True)
    assert (sheet.name, sheet.rows) == (name, [[12, "", 7]])
    assert (sheet.lost, sheet.formulas) == ({(1, 2): "an error of a formula"}, {(1, 3)})


def test_an_ole_file_that_runs_in_a_circle_is_broken() -> None:
    data = bytearray(ole("Workbook", bytes(4096)))
    data[512 + 4 * 2 : 512 + 4 * 3] = (2).to_bytes(4, "little")
    assert refused(bytes(data)) == (
        "workbook-broken",
        "an OLE file that is damaged: a stream that runs in a circle",
    )


@pytest.mark.parametrize("cut", [5, 100, 600, 1500, -30])
def test_a_workbook_that_was_cut_off_is_broken(cut: int) -> None:
    assert refused(xlsx()[:cut])[0] == "workbook-broken"


def test_a_zip_of_something_else_is_no_workbook() -> None:
    other = io.BytesIO()
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("open.ini", "[Tournament Info]")
    assert refused(other.getvalue()) == ("workbook-broken", "a zip of something else")


def biff(*records: tuple[int, bytes]) -> bytes:
    parts = [k.to_bytes(2, "little") + len(b).to_bytes(2, "little") + b for k, b in records]
    return b"".join(parts).ljust(4096, b"\x00")


def xls() -> bytes:
    """An old workbook: one sheet with two headings, a number, a text and an error."""

    def label(row: int, column: int, text: str) -> tuple[int, bytes]:
        return 0x204, struct.pack("<HHHHB", row, column, 0, len(text), 1) + text.encode("utf-16-le")

    def begins(kind: int) -> tuple[int, bytes]:
        return 0x809, struct.pack("<HHHHII", 0x600, kind, 0, 0, 0, 0)

    def whole_book(sheet_at: int) -> list[tuple[int, bytes]]:
        name = struct.pack("<IHBB", sheet_at, 0, 7, 0) + b"Members"
        return [begins(5), (0x42, struct.pack("<H", 1200)), (0x85, name), (0x0A, b"")]

    size = sum(4 + len(body) for _, body in whole_book(0))
    cells = [
        label(0, 0, "ID"),
        label(0, 1, "Name"),
        (0x203, struct.pack("<HHHd", 1, 0, 0, 12)),
        label(1, 1, "森 空"),
        (0x205, struct.pack("<HHHBB", 2, 1, 0, 7, 1)),
    ]
    return ole("Workbook", biff(*whole_book(size), begins(0x10), *cells, (0x0A, b"")))


def ole(name: str, stream: bytes = bytes(4096)) -> bytes:
    """The smallest OLE file: a table of sectors, a directory, one stream from the third sector on."""
    sectors = len(stream) // 512
    head = bytearray(512)
    head[:8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
    head[24:32] = bytes.fromhex("3e000300feff0900")
    head[32:34] = (6).to_bytes(2, "little")
    head[44:48] = (1).to_bytes(4, "little")
    head[48:52] = (1).to_bytes(4, "little")
    head[56:60] = (4096).to_bytes(4, "little")
    head[60:64] = head[68:72] = b"\xfe\xff\xff\xff"
    head[76:512] = bytes(4) + b"\xff" * 432
    end, free = 0xFFFFFFFE, 0xFFFFFFFF
    table = [0xFFFFFFFD, end, *range(3, sectors + 2), end]
    table += [free] * (128 - len(table))
    entries = b"".join(
        n.encode("utf-16-le").ljust(64, b"\x00")
        + ((len(n) + 1) * 2).to_bytes(2, "little")
        + bytes(50)
        + start.to_bytes(4, "little")
        + size.to_bytes(8, "little")
        for n, start, size in (("Root Entry", end, 0), (name, 2, len(stream)))
    ).ljust(512, b"\x00")
    return bytes(head) + b"".join(n.to_bytes(4, "little") for n in table) + entries + stream
