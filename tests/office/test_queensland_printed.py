"""A list as the text has it, without IDs, becomes a register and an opening list."""

from __future__ import annotations

import pytest

from tests.importer.invented import csv_bytes
from tests.office.test_queensland import event, juniors, rated
from tests.queensland import number
from tests.workplace import Workplace

COLUMNS = ("Rating", "Games", "Born", "M/F", "School", "HS/PS/club", "Location", "Surname", "Name", "P")
ABLE = (1000, 7, "20110504", "F", "Hill School", "HS", "Logan", "Able", "Anna", "")
KIM = (540, 3, "", "", "", "club", "", "Nguyen", "Kim", "P")
OTHER_KIM = (610, 0, "2015-07-08", "m", "Creek School", "ps", "", "Nguyen", "Kim", None)


def split(work: Workplace, *rows: tuple[object, ...], columns: tuple[str, ...] = COLUMNS):
    given = work.file(csv_bytes(columns, rows), "qj.csv")
    files = [work.folder.parent / name for name in ("register.csv", "opening.csv")]
    return work.run("opening", "split", given, *files), files


def test_it_becomes_two_files_that_are_taken_in(queensland: Workplace) -> None:
    work = queensland
    said, (register, opening) = split(work, ABLE, KIM, OTHER_KIM)
    assert (said.code, said.out) == (0, f"{register} and {opening}: 3 players\n")
    assert "fill in Last-Game" in said.err
    work.done("members", "import", register)
    work.done("opening", "import", opening, "--list", "2026-09-01")
    told = "SELECT federation_id, name, surname, given, born, sex, school, level, location FROM member"
    assert work.rows(f"{told} ORDER BY federation_id") == [
        (number(1), "Able Anna", "Able", "Anna", "2011-05-04", "f", "Hill School", "HS", "Logan"),
        (number(2), "Nguyen Kim", "Nguyen", "Kim", None, None, None, "club", None),
        (number(3), "Nguyen Kim", "Nguyen", "Kim", "2015-07-08", "m", "Creek School", "PS", None),
    ]
    held = "SELECT r.federation_id, r.rating, r.games, e.provisional FROM list_rating r JOIN event_rating e"
    held += " USING (version_id, federation_id, type) ORDER BY r.federation_id"
    assert work.rows(held) == [(number(1), 1000, 0, 0), (number(2), 540, 0, 1), (number(3), 610, 0, 0)]


def test_a_list_that_this_office_wrote_is_read_back(queensland: Workplace, work: Workplace) -> None:
    """The workbook of `export list` has these columns."""
    juniors(queensland)
    rated(queensland, event(("Q000001", "Q000002", "1-0")))
    out = queensland.folder.parent / "out"
    queensland.done("export", "list", "--format", "qj-xlsx", "--to", out)
    (book,) = out.iterdir()
    files = [queensland.folder.parent / name for name in ("r.csv", "l.csv")]
    queensland.done("opening", "split", book, *files)
    lines = files[1].read_text("utf-8-sig").splitlines()
    listed = queensland.rows(
        "SELECT m.surname, m.name, r.rating FROM list_rating r JOIN member m ON m.federation_id ="
        " r.federation_id WHERE version_id = 2 ORDER BY r.rating DESC"
    )
    assert [line.split(",")[2] for line in lines[1:]] == [str(rating) for _, _, rating in listed]
    assert lines[1].startswith(f"{number(6)},")  # behind the five who are on the register
    refused = work.run("opening", "split", book, *files).problem()
    assert refused["code"] == "office-family"


@pytest.mark.parametrize(
    ("column", "value", "expected"),
    [
        ("Rating", "1000x", "a rating"),
        ("Born", "20111304", "a day as YYYYMMDD"),
        ("M/F", "X", "M or F"),
        ("HS/PS/club", "Uni", "HS, PS or club"),
        ("P", "yes", "P for a provisional rating, or nothing"),
        ("Name", "", "the given name"),
    ],
)
def test_what_is_wrong_in_it_is_told_and_nothing_is_written(
    queensland: Workplace, column: str, value: str, expected: str
) -> None:
    row = dict(zip(COLUMNS, ABLE, strict=True)) | {column: value}
    said, files = split(queensland, KIM, tuple(row.values()))
    (problem,) = said.problems()
    assert (said.code, problem["code"], problem["expected"]) == (1, "bad-cell", expected)
    assert problem["place"] == f"qj.csv, line 3, column {column}"
    assert not any(file.exists() for file in files)


def test_other_headings_are_named(queensland: Workplace) -> None:
    said, files = split(queensland, (1000, "Able", "Anna", "x"), columns=("Rating", "Surname", "Name", "DOB"))
    problem = said.problem()
    assert problem["code"] == "bad-heading" and "“DOB”" in problem["found"] and "Born" in problem["expected"]
    assert not any(file.exists() for file in files)


def test_where_another_file_has_one_of_the_names_neither_is_written(queensland: Workplace) -> None:
    there = queensland.folder.parent / "opening.csv"
    there.write_text("ID,Name,QJ\nQ000009,Somebody Else,900\n", "utf-8")
    said, (register, opening) = split(queensland, ABLE)
    assert (said.code, said.problem()["code"]) == (1, "file-there")
    assert not register.exists() and "Somebody Else" in opening.read_text("utf-8")
