"""Workbooks whose rows are put together as XML are those that XlsxWriter writes cell by cell, to the byte."""

from datetime import date

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.site_bare import cell_by_cell
from publication.exports.rows import Table
from publication.exports.workbook import workbook

COLUMNS = (("Day", 11), ("Name", None), ("Rating", 7))
CELL = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**18), 10**18),
    st.dates(date(1900, 1, 1), date(2999, 12, 31)),
    st.text(max_size=5),
    st.sampled_from(["", "=1+1", "'=1", "two; =1", '<&">', " kept ", "_x0041_", "\x07", "\u202e", "𠮷"]),
)
ROWS = st.lists(st.lists(CELL, min_size=1, max_size=3), max_size=40)


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(ROWS, ROWS, st.sampled_from([None, "Ratings <2026>"]))
def test_any_cells(first: list[list[object]], second: list[list[object]], title: str | None) -> None:
    sheets = {"standard": first, "rapid": second}
    assert workbook(sheets, COLUMNS, title) == cell_by_cell(sheets, COLUMNS, title)


PLAIN = st.text(st.sampled_from("abcA 森健09é"), min_size=1, max_size=4).map(lambda text: f"x{text}x")
ROW = st.tuples(PLAIN | st.just(""), st.none() | st.integers(-(10**16), 10**16), st.booleans())


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(st.lists(ROW, min_size=1, max_size=40), st.lists(ROW, min_size=1, max_size=20))
def test_plain_texts_and_whole_numbers_column_by_column(
    first: list[tuple[object, ...]], second: list[tuple[object, ...]]
) -> None:
    rows = {"standard": first, "rapid": second}
    columns = {name: Table([*zip(*of, strict=True)]) for name, of in rows.items()}
    assert workbook(columns, COLUMNS, "T") == workbook(rows, COLUMNS, "T") == cell_by_cell(rows, COLUMNS, "T")


def test_a_text_that_is_too_long_for_a_cell() -> None:
    for text in ("x" * 32_768, "𠮷" * 16_384, "x" + "𠮷" * 16_384):
        sheets = {"one": [[None, text]], "two": [[None, "'" + text]]}
        assert workbook(sheets, COLUMNS) == cell_by_cell(sheets, COLUMNS)


def test_no_rows_and_rows_without_cells() -> None:
    for rows in ([], [[None]], [[None], ["", None, 1], [None]], [[]] * 20 + [[None, "x"]] + [[]] * 20):
        assert workbook({"one": rows}, COLUMNS, "T") == cell_by_cell({"one": rows}, COLUMNS, "T")
