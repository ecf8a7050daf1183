"""Documents that are no workbooks are called what they are, and not damaged."""

from __future__ import annotations

import gzip

import pytest

from importer.files import read_files
from importer.given import GivenFile
from importer.kinds import kind_of
from importer.other_programs import document, other_program
from office.intake.pages import is_page
from office.intake.sources import is_report_file
from rating.time_control import minutes_at_60
from tests.importer.documents import open_document, packed, slides, word_document
from tests.importer.forms import filled
from tests.importer.invented import register_csv


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (word_document(), "a text document (Word)"),
        (slides(), "slides (PowerPoint)"),
        (open_document("text"), "a text document (.odt)"),
        (open_document("text-template"), "a text document (.odt)"),
        (packed({"Index/Document.iwa": "x"}), "a document of Apple's Pages, Numbers or Keynote"),
    ],
)
def test_a_document_says_what_it_is_and_what_to_send(data: bytes, what: str) -> None:
    (reading,) = read_files([GivenFile("report.bin", data)], minutes_at_60)
    (problem,) = reading.problems
    assert (problem.code, problem.found) == ("file-of-another-program", what)
    assert "Rating Report Form" in problem.remedy


def test_a_sheet_of_numbers_is_to_be_exported_to_excel() -> None:
    told = other_program(
        "報告.numbers", packed({"Index/Document.iwa": "x", "Index/Tables/DataList.iwa": "x"})
    )
    assert told is not None and "export it to Excel" in told.remedy
    assert "no cells" not in told.remedy


LIBREOFFICE = (
    '<?xml version="1.0"?>\n<office:document office:version="1.3"'
    ' office:mimetype="application/vnd.oasis.opendocument.spreadsheet"></office:document>'
)
GNUMERIC = '<?xml version="1.0"?>\n<gnm:Workbook xmlns:gnm="http://www.gnumeric.org/v10.dtd"></gnm:Workbook>'


@pytest.mark.parametrize(
    "text",
    [
        LIBREOFFICE,
        GNUMERIC,
        '<?mso-application progid="Excel.Sheet"?>\n'
        '<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"></Workbook>',
        '<!DOCTYPE html><html><table><tr><td align="left" sdnum="1033;0;@">Round</td></tr></table></html>',
        "<html><head><meta name=ProgId content=Excel.Sheet></head></html>",
        '<html><head><meta name="generator" content="Gnumeric 1.12.55 via GPFH/0.5"></head></html>',
    ],
)
def test_a_workbook_saved_as_one_text_is_named_and_never_a_page_or_a_mail(text: str) -> None:
    for data in (text.encode(), gzip.compress(text.encode())):
        assert is_report_file("report.xls", data) and not is_page(data)
        (reading,) = read_files([GivenFile("report.xls", data)], minutes_at_60)
        (problem,) = reading.problems
        assert (problem.code, ".xlsx" in problem.remedy) == ("file-of-another-program", True)
    linked = text.encode() + b"https://chess-results.com/tnr1499501.aspx"
    assert other_program("report.xls", linked) is None


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (filled(), "workbook"),
        (open_document("spreadsheet"), "workbook"),
        (packed({"a.trf": "x"}), "archive"),
        (b"x", "unknown"),
        (b"", "unknown"),
    ],
)
def test_workbooks_zips_and_texts_are_no_documents(data: bytes, kind: str) -> None:
    assert document(data) is None
    assert kind_of(data) == kind


@pytest.mark.parametrize(
    ("name", "data", "what", "command"),
    [
        ("r.csv", register_csv([{"ID": "N1", "Name": "A"}]), "a register", "members import"),
        ("r.csv", b'\xef\xbb\xbf"ID";"Name";"Memberships"\r\n', "a register", "members import"),
        ("名簿.csv", "会員番号,氏名,ローマ字,会員期間\r\n".encode("cp932"), "a register", "members import"),
        ("名簿.csv", "会員番号,氏名,会員期間\r\n".encode(), "a register", "members import"),
        ("o.csv", b"ID,Name,ST,ST-G,RP,RP-G\nN1,A,1500,9,,\n", "an opening list", "opening import"),
        ("o.csv", b"ID,Name,QJ\nN1,A,900\n", "an opening list", "opening import"),
        (
            "l.zip",
            packed({"bundle.json": "{}", "bundle.json.minisig": "x", "lists/1.txt": "x"}),
            "a public archive",
            "verify",
        ),
    ],
)
def test_what_an_office_has_beside_reports_is_told_with_the_command_that_takes_it(
    name: str, data: bytes, what: str, command: str
) -> None:
    (reading,) = read_files([GivenFile(name, data)], minutes_at_60)
    (problem,) = reading.problems
    assert (problem.code, problem.found) == ("file-unknown", what)
    assert f"banzuke {command} FILE" in problem.remedy
