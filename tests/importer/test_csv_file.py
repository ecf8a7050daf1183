"""CSV files: known by their headings; every fault with file, line and column."""

from datetime import date

import pytest

from importer.cell_values import parse_count, parse_day, parse_rating
from importer.csv_file import read_lines, refuse_faults
from importer.errors import ImportRefused


def read(text, required=("ID", "Name"), optional=("Club",)):
    data = text if isinstance(text, bytes) else text.encode()
    return read_lines(data, "list.csv", required=required, optional=optional)


def faults(text, **more):
    with pytest.raises(ImportRefused) as refused:
        refuse_faults(read(text, **more))
    return [(p.code, p.place, p.expected, p.found) for p in refused.value.problems]


def test_cells_are_known_by_their_heading_in_any_order():
    (line,) = read("Name,ID\n Mori Sora ,N1\n")
    assert (line.number, line.text("ID"), line.text("Name"), line.text("Club")) == (
        2,
        "N1",
        "Mori Sora",
        None,
    )


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932"])
def test_utf8_with_and_without_mark_and_cp932_are_read(encoding):
    (line,) = read("ID,Name\nN1,森 空\n".encode(encoding))
    assert (line.text("ID"), line.text("Name")) == ("N1", "森 空")


def test_bytes_of_no_known_encoding_are_refused():
    assert faults(b"ID,Name\nN1,\x81\xff\n") == [
        ("bad-encoding", "list.csv", "text in UTF-8 or CP932", "bytes that are neither")
    ]


def test_every_wrong_heading_is_named_at_once():
    assert faults("ID,ID,Nme\nN1,N1,x\n") == [
        ("bad-heading", "list.csv, line 1", "the column “Name”", "no such heading"),
        ("bad-heading", "list.csv, line 1", "one of ID, Name, Club", "“Nme”"),
        ("bad-heading", "list.csv, line 1", "the column “ID” once", "it twice"),
    ]


@pytest.mark.parametrize("text", ["", "\n", "\r\n\r\n", "\ufeff"])
def test_an_empty_file_is_named_as_one(text):
    assert faults(text) == [("file-empty", "list.csv", "a table with the columns ID, Name", "an empty file")]


@pytest.mark.parametrize("text", ["\nID,Name\n", ",,\nN1,Mori\n"])
def test_a_first_line_without_headings_is_one_fault(text):
    assert faults(text) == [("bad-heading", "list.csv, line 1", "the columns ID, Name", "an empty line")]


def test_a_file_that_is_no_such_table_is_one_fault_that_shows_how_it_begins():
    assert faults("ID;Surname\nN1;Mori\n") == [
        ("bad-heading", "list.csv, line 1", "the columns ID, Name, parted by commas", "“ID;Surname”")
    ]


def test_a_cell_without_a_heading_over_it_is_named():
    assert faults("ID,Name,,\nN1,Mori,,\nN2,Hata,,left\n") == [
        (
            *("bad-heading", "list.csv, line 1, column D"),
            *("a heading over every column with cells", "none over “left” in D3"),
        )
    ]


def test_a_line_with_more_cells_than_headings_is_refused_with_its_number():
    assert faults("ID,Name\nN1,Mori\nN2,Hata,Rin\n") == [
        ("bad-line", "list.csv, line 3", "2 cells", "3 cells")
    ]


def test_of_a_column_without_its_heading_and_of_a_shifted_line_nothing_else_is_told():
    lines = read("ID,Nme,Club\nN1,Mori,\nN2,Hata,Rin,Koyo\nN3,,x\n")
    for line in lines:
        line.needed("Name", "a name")  # its heading is missing
        line.needed("Club", "a club")
    told = [(f.code, f.place) for line in lines for f in line.faults]
    assert told == [
        ("bad-heading", "list.csv, line 1"),
        ("bad-heading", "list.csv, line 1"),
        ("bad-cell", "list.csv, line 2, column Club"),
        ("bad-line", "list.csv, line 3"),
    ]


def test_blank_lines_are_left_out_and_lines_keep_their_numbers():
    lines = read("ID,Name\n\nN1,Mori\n , \nN2,Hata\n")
    assert [line.number for line in lines] == [3, 5]


def test_the_number_of_a_line_is_the_editors_also_after_a_cell_of_two_lines():
    lines = read('ID,Name\nN1,"Mori\nSora"\nN2,Hata\n')
    assert [line.number for line in lines] == [2, 4]


def test_a_cell_beyond_all_measure_is_refused_and_not_a_crash():
    ((code, place, _, found),) = faults("ID,Name\nN1," + "x" * 200_000 + "\n")
    assert (code, place, found) == ("bad-line", "list.csv, line 2", "a cell of more than 131072 letters")


def test_a_quotation_mark_that_is_not_closed_does_not_swallow_the_rest():
    assert faults('ID,Name\nN1,Mori\nN2,"Hata\nN3,Tani\nN4,Ono\n') == [
        ("bad-line", "list.csv, line 3", "a line of CSV", "a quotation mark that is not closed")
    ]
    assert faults('ID,Name\nN1,"Mori "Sora" Mori"\n') == [
        ("bad-line", "list.csv, line 2", "a line of CSV", "a quotation mark within a quoted cell")
    ]


def test_a_file_that_ends_within_its_last_line_is_refused_and_half_a_cell_is_not_taken():
    cut = "ID,Name,Club\nN1,Mori,Koyo\nN2,Hata,\nN3,Ta"
    expected, found = "3 cells", "2 and no end of the line, as in a file that was cut off"
    assert faults(cut) == [("bad-line", "list.csv, line 4", expected, found)]
    assert [line.text("Name") for line in read(cut + "\n")] == ["Mori", "Hata", "Ta"]


@pytest.mark.parametrize(
    "text",
    [
        "ID,Name,Club\nN1,Mori,Koyo\nN2,Hata,",  # whole but for the end of its line
        "ID,Name,Club\nN1,Mori\nN2,Hata",  # written by hand: no line has the last cell
        "ID,Name,Club\nN1,Mori",
        "ID,Name,,\nN1,Mori,,\nN2,Hata",  # what is missing has no heading
    ],
)
def test_a_last_line_that_is_short_as_others_are_is_taken(text):
    assert read(text)[-1].text("Name")


@pytest.mark.parametrize(("between", "told"), [(";", "semicolons"), ("\t", "tabs")])
def test_other_signs_than_commas_between_the_cells_are_one_fault(between, told):
    text = f"ID{between}Name\nN1{between}Mori, Sora\n"
    assert faults(text) == [("bad-heading", "list.csv, line 1", "commas between the cells", told)]


def test_days_are_written_with_hyphens_or_as_excel_saves_them_in_japan():
    for text in ("2026-10-01", "2026/10/01", "2026/10/1"):
        assert parse_day(text) == date(2026, 10, 1)
    for text in (
        "2026-10-1",
        "20261001",
        "2026/10-01",
        "26/10/01",
        "2026-02-30",
        "01.10.2026",
        "2026-W40-4",
        "２０２６-10-01",
    ):
        with pytest.raises(ValueError):
            parse_day(text)


def test_ratings_and_counts_are_whole_numbers_within_reason():
    assert (parse_rating("1"), parse_rating("2882"), parse_count("0")) == (1, 2882, 0)
    for text in ("0", "-5", "1500.5", "4000", "１５００", "²", "abc"):
        with pytest.raises(ValueError):
            parse_rating(text)
    for text in ("-1", "1.0", "100000", "٣"):
        with pytest.raises(ValueError):
            parse_count(text)
