"""Workbooks that are no form, damaged or made to do harm, and the other formats of workbooks."""

from __future__ import annotations

import io
import zipfile

import pytest

from importer.files import read_files
from importer.form.layout import FORM_NAME, VERSION
from importer.given import GivenFile
from importer.kinds import kind_of
from rating.time_control import minutes_at_60
from tests.importer import ods, xls
from tests.importer.forms import filled, packed, unpacked, with_cells
from tests.importer.test_form import faults, filled_rows, read, record, the_problem
from tests.importer.test_game_list import ENGLISH, JAPANESE


def test_an_old_or_unknown_version_is_refused_with_the_current_ones_name() -> None:
    for version in ("2025-1", "2026-1", "2027-9", ""):
        found = the_problem(with_cells(filled(), {("Event", "B2"): version}))
        assert (found.code, found.expected) == ("form-version", FORM_NAME)
        assert VERSION in found.remedy


def test_a_workbook_that_is_no_form_is_refused_by_name() -> None:
    from tests.samples import samples

    found = the_problem((samples("chess-results") / "start-list-2018.xlsx").read_bytes())
    assert (found.code, found.expected) == ("form-unknown", FORM_NAME)
    assert found.found == "an Excel export of Chess-Results, tournament 380806"
    assert "https://chess-results.com/tnr380806.aspx" in found.remedy


def test_a_sheet_or_heading_that_is_gone_is_named() -> None:
    parts = unpacked(filled())
    book = parts["xl/workbook.xml"].decode()
    gone = packed({**parts, "xl/workbook.xml": book.replace("Games 対局", "Notes").encode()})
    assert faults(gone) == [("form-sheet", "report.xlsx", "no such sheet")]
    lost = with_cells(filled(), {("Games", "D1"): "Ergebnis", ("Players", "D1"): "Name 氏名"})
    assert faults(lost) == [
        ("form-heading", "sheet “Players 選手”", "no such heading"),
        ("form-heading", "sheet “Players 選手”", "columns B and D"),
        ("form-heading", "sheet “Games 対局”", "no such heading"),
    ]
    lost = with_cells(filled(), {("Games", "D1"): "Ergebnis"})
    assert the_problem(lost).expected == "the column “Result 結果”"


def test_a_form_with_a_sheet_of_another_name_is_no_list_of_games_and_the_name_is_asked_for() -> None:
    games = [(1, "", "Mori Sora", "1-0", "Hata Rin")]
    parts = unpacked(filled(games=games))
    book = parts["xl/workbook.xml"].decode()
    renamed = packed({**parts, "xl/workbook.xml": book.replace("Event 大会", "Autumn Open").encode()})
    found = the_problem(renamed)
    assert (found.code, found.expected) == ("form-sheet", "the sheet “Event 大会”")
    assert "give it this name again" in found.remedy


def test_a_form_is_read_with_the_names_that_numbers_gives_its_sheets() -> None:
    parts = unpacked(filled())
    book = parts["xl/workbook.xml"].decode()
    for name in ("Event 大会", "Players 選手", "Games 対局"):
        book = book.replace(name, f"{name} - Table 1")
    exported = record(packed({**parts, "xl/workbook.xml": book.encode()}))
    assert (exported.name, exported.pairings) == ("Autumn Open", record(filled()).pairings)


@pytest.mark.parametrize("beside", ["~$report.xlsx", "event/.~lock.report.ods#", "event/~$report.xlsx"])
def test_the_mark_of_a_workbook_that_was_open_when_it_was_packed_is_no_report(beside: str) -> None:
    given = GivenFile("event.zip", packed({"report.xlsx": filled(), beside: b"\x05Mori Sora" + bytes(155)}))
    (reading,) = read_files([given], minutes_at_60)
    assert reading.record is not None and reading.record.name == "Autumn Open"


@pytest.mark.parametrize("rows", [JAPANESE, [line.split(";") for line in ENGLISH.splitlines()]])
def test_a_game_above_the_headings_as_after_sorting_is_no_title_and_not_lost(rows: list[list[str]]) -> None:
    title, heads, game, *others = rows
    for above in ([game], [title, game]):
        given = GivenFile("spring.csv", "\n".join(";".join(r) for r in (*above, heads, *others)).encode())
        (reading,) = read_files([given], minutes_at_60)
        assert reading.record is None
        (problem,) = reading.problems
        assert (problem.code, problem.found) == (
            "form-heading", f"a filled row above them, row {len(above)}"
        )  # fmt: skip


def test_a_title_that_fills_the_columns_above_the_headings_is_no_game() -> None:
    titles = [["大会名", "さくら杯", "日付", "2026-10-03"], ["Place:", "Tokyo", "Time:", "60+30"]]
    lines = [";".join(row) for row in (*titles, *JAPANESE[1:])]
    (reading,) = read_files([GivenFile("spring.csv", "\n".join(lines).encode())], minutes_at_60)
    assert reading.record is not None and len(reading.record.pairings) == 3


def test_a_formula_is_refused_with_its_cell() -> None:
    found = faults(with_cells(filled(), {("Games", "D3"): "=A1", ("Event", "B3"): '="x"'}))
    assert found == [
        ("form-cell", "sheet “Event 大会”, row 3, column B (Event name 大会名)", "a formula"),
        ("form-cell", "sheet “Games 対局”, row 3, column D (Result 結果)", "a formula"),
    ]


def test_an_error_that_was_pasted_as_a_value_is_no_empty_cell() -> None:
    cells = {("Players", "C4"): "#N/A", ("Games", "D3"): "#N/A", ("Games", "A7"): "#REF!"}
    assert faults(with_cells(filled(), cells)) == [
        ("form-cell", "sheet “Players 選手”, row 4, column C (ID 連盟ID)", "an error of a formula"),
        ("form-cell", "sheet “Games 対局”, row 3, column D (Result 結果)", "an error of a formula"),
        ("form-cell", "sheet “Games 対局”, row 7, column A (Round ラウンド)", "an error of a formula"),
        ("form-cell", "sheet “Games 対局”, row 7, column C (White 白)", "an empty cell"),
        ("form-cell", "sheet “Games 対局”, row 7, column E (Black 黒)", "an empty cell"),
    ]


def test_macros_are_refused() -> None:
    found = the_problem(packed({**unpacked(filled()), "xl/vbaProject.bin": b"x"}))
    assert found.code == "workbook-macros"


def test_a_password_is_refused_in_each_wrapping() -> None:
    assert the_problem(xls.container({"EncryptedPackage": b"x" * 5000})).code == "workbook-encrypted"
    sealed = ods.workbook(filled_rows(), encrypted=True)
    assert the_problem(sealed).code == "workbook-encrypted"


def test_a_broken_workbook_is_refused() -> None:
    whole = filled()
    for damaged in (whole[: len(whole) // 2], whole.replace(b"xl/workbook.xml", b"xl/workbook.xmx")):
        assert the_problem(damaged).code == "workbook-broken"
    parts = unpacked(whole)
    for name, body in (("xl/worksheets/sheet2.xml", b"<worksheet><"), ("xl/workbook.xml", b"")):
        assert read(packed({**parts, name: body})).record is None


def test_bombs_are_refused_before_they_are_unpacked() -> None:
    parts = unpacked(filled())
    bomb = packed({**parts, "xl/media/a.bin": b"\0" * 70_000_000})
    assert len(bomb) < 200_000
    assert the_problem(bomb).code == "table-too-large"
    far = parts["xl/worksheets/sheet3.xml"].replace(b'<c r="A30"', b'<c r="XFD1048576"')
    assert the_problem(packed({**parts, "xl/worksheets/sheet3.xml": far})).code == "table-too-large"


def test_what_a_zip_says_of_its_parts_is_not_believed() -> None:
    """A part that unpacks to more than its entry states: what is not stated is never read."""
    data = bytearray(packed({**unpacked(filled()), "xl/media/a.bin": b"\0" * 1000}, zipfile.ZIP_DEFLATED))
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as archive:
        size = archive.getinfo("xl/media/a.bin").file_size
    at = data.rindex(size.to_bytes(4, "little") + len("xl/media/a.bin").to_bytes(2, "little"))
    data[at : at + 4] = (10).to_bytes(4, "little")
    assert the_problem(bytes(data)).code == "workbook-broken"


def test_ods_and_xls_are_read_as_xlsx_is() -> None:
    expected = record(filled())
    for data in (ods.workbook(filled_rows()), xls.workbook(filled_rows())):
        assert kind_of(data) == "workbook"
        found = record(data)
        assert (found.name, found.players, found.pairings) == (
            *(expected.name, expected.players, expected.pairings),
        )
        assert (found.first_day, found.rounds) == (expected.first_day, expected.rounds)


def test_formulas_in_ods_and_xls_are_refused_with_their_cells() -> None:
    rows = filled_rows()
    rows["Games 対局"][1][3] = "=1"
    for data in (ods.workbook(rows), xls.workbook(rows)):
        assert faults(data) == [
            ("form-cell", "sheet “Games 対局”, row 2, column D (Result 結果)", "a formula")
        ]


def test_an_ods_with_a_cell_far_out_is_refused() -> None:
    data = ods.workbook(filled_rows(), repeat=3_000_000)
    assert the_problem(data).code == "table-too-large"


def test_a_zip_that_holds_a_form_unpacked_is_no_workbook() -> None:
    data = packed({"a.xlsx": filled(), "readme.txt": b"hello"}, zipfile.ZIP_STORED)
    assert kind_of(data) == "archive"
    form, beside = read_files([GivenFile("a.zip", data)], minutes_at_60)
    assert form.record is not None and form.record.name == "Autumn Open"
    assert [p.code for p in beside.problems] == ["file-unknown"]
    assert kind_of(filled()) == "workbook" == kind_of(filled()[:3000])


def test_a_workbook_of_very_many_sheets_is_refused() -> None:
    parts = unpacked(filled())
    book = parts["xl/workbook.xml"].decode()
    sheet = book[book.index("<sheet name=") :]
    sheet = sheet[: sheet.index("/>") + 2]
    many = {**parts, "xl/workbook.xml": book.replace(sheet, sheet * 120).encode()}
    assert the_problem(packed(many)).code == "table-too-large"


def test_a_file_on_which_the_reader_of_workbooks_gives_up_is_a_refusal_and_ends_nothing() -> None:
    """Numbers at the edge in the header of an old workbook: it asks for all memory, and its process ends."""
    data, whole, given_up = xls.workbook(filled_rows()), record(filled()), 0
    for at in range(30, 80, 2):
        found = read(data[:at] + b"\xfe\xff\xff\x7f" + data[at + 4 :])
        if found.record is None:
            assert [p.code for p in found.problems] == ["workbook-broken"]
            given_up += 1
        else:
            assert (found.record.players, found.record.pairings) == (whole.players, whole.pairings)
    assert given_up > 5
