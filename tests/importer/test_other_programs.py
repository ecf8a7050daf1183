"""Documents that are no workbooks are called what they are, and not damaged."""

from __future__ import annotations

import pytest

from importer.files import read_files
from importer.given import GivenFile
from importer.kinds import kind_of
from importer.other_programs import document
from rating.time_control import minutes_at_60
from tests.importer.documents import open_document, packed, slides, word_document
from tests.importer.forms import filled


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


@pytest.mark.parametrize("data", [filled(), open_document("spreadsheet"), packed({"a.trf": "x"}), b"x", b""])
def test_workbooks_zips_and_texts_are_no_documents(data: bytes) -> None:
    assert document(data) is None
    assert kind_of(data) in ("workbook", "archive", "unknown")
