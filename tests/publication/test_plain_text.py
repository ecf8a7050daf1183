"""What leaves the office is text: no sign steers a terminal, a feed, a page, a table or a mail."""

from __future__ import annotations

import csv
import io
import json
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from importer.given import GivenFile
from importer.plain_text import controls_in, shown, shown_line
from importer.spreadsheet import csv_text, guarded, plain
from office.mail.reply import Draft
from publication.exports.cells import Writing
from publication.exports.workbook import workbook
from tests.importer.invented import pairing, player, reading, register_csv
from tests.office.test_rebuild import altered
from tests.publication.exported import sheets
from tests.workplace import HATA, MORI, NAMES, Workplace, small_federation

STEERING = "Mori\x1b[2J\x9b\u202eSora\u2028\u200f\u061c\x07"
SHOWN = "Mori\\u001b[2J\\u009b\\u202eSora\\u2028\\u200f\\u061c\\u0007"


def test_signs_that_steer_are_shown_and_letters_of_every_direction_stay() -> None:
    assert shown(STEERING) == SHOWN
    assert json.loads(f'"{SHOWN}"') == STEERING
    for name in ("משה כהן", "محمد علي", "森 空", "Đỗ Thị", "a\tb\nc", "👨‍👩‍👧"):
        assert shown(name) is name
    assert shown("\ud800 \ufffe") == "\\ud800 \\ufffe"
    assert shown_line("a\tb\nc") == "a\\u0009b\\u000ac"
    assert controls_in("a\u202e\x07\ud800\x07") == "U+0007, U+D800"


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1+1", "'=1+1"), ("a;=1+1", "a;'=1+1"), ("a\t@x", "a\t'@x"), ("a\n-1", "a\n'-1"), ("'=1", "''=1"),
        ("a;'=1", "a;''=1"), (";＋1;＝2", ";'＋1;'＝2"), ("\tx", "'\tx"),
        ("Smith-Jones; Ann", "Smith-Jones; Ann"), ("90 min; +30", "90 min; +30"), ("a=b", "a=b"), ("", ""),
    ],
)  # fmt: skip
def test_what_a_spreadsheet_would_calculate_is_guarded_behind_its_separators_too(
    text: str, cell: str
) -> None:
    assert guarded(text) == cell
    assert plain(cell) == text


def test_tables_hold_what_was_meant_whatever_separates_them() -> None:
    rows = [("Mori", ("a;=cmd()", STEERING, 1)), ("Hata", ("=1", "b", None))]
    data = Writing().csv(rows).decode()
    assert list(csv.reader(io.StringIO(data, newline=""))) == [["a;'=cmd()", SHOWN, "1"], ["'=1", "b", ""]]
    for line in csv.reader(io.StringIO(data, newline=""), delimiter=";"):
        assert not any(cell.startswith("=") for cell in line)
    book = workbook({"S": [(STEERING, "a;=1")]}, [("one", None), ("two", None)])
    assert sheets(book)["S"][1] == [SHOWN, "a;=1"]


CELL = st.one_of(
    st.none(),
    st.integers(),
    st.decimals(allow_nan=False, allow_infinity=False),
    st.dates(),
    st.text(max_size=4),
    st.text("=-+@',;\"\r\n\ta １＝", max_size=4),
)


@settings(max_examples=200)
@given(st.integers(1, 4).flatmap(lambda n: st.lists(st.lists(CELL, min_size=n, max_size=n), max_size=6)))
def test_a_csv_is_what_the_library_makes_of_guarded_cells(rows: list[list[object]]) -> None:
    headings = [f"heading, {n}" for n in range(len(rows[0]) if rows else 1)]
    made = Writing().csv([("headings", headings), *(("somebody", row) for row in rows)])  # type: ignore[misc]
    guarded_rows = [[guarded(shown(c)) if isinstance(c, str) else c for c in row] for row in rows]
    assert made.decode() == csv_text([headings, *guarded_rows])


def test_a_mail_draft_is_one_mail_whatever_the_sender_is_called() -> None:
    made = Draft("Mori\r\nBcc: all@example.jp", "m@example.jp", f"Re: {STEERING}\n", None, (), STEERING).eml()
    head, _, _body = made.partition(b"\r\n\r\n")
    assert b"\nBcc:" not in head and b"\x1b" not in made


def test_a_feed_and_pages_are_whole_with_any_name(work: Workplace) -> None:
    small_federation(work)
    players = [player(1, NAMES[MORI], MORI), player(2, NAMES[HATA], HATA)]
    work.store(reading(players, [pairing(1, 1, 2, "1-0")], name="Open"))
    work.done("rate")
    work.done("publish", "--yes")
    altered(
        work,
        "UPDATE event SET name = 'O' || char(27, 7, 8238) || 'n'",
        "UPDATE game_line SET event_name = 'O' || char(27, 7, 8238) || 'n'",
        "UPDATE list_member SET name = 'M' || char(27, 8238)",
    )
    site = work.folder.parent / "site"
    work.done("site", site)
    assert "O\\u001b\\u0007\\u202en" in ElementTree.parse(
        site / "feeds" / "events-en.xml"
    ).getroot().findtext(".//{*}entry/{*}title", "")
    for file in site.rglob("*"):
        if file.suffix in (".html", ".xml", ".json", ".csv", ".js"):
            text = file.read_text("utf-8")
            assert not {"\x1b", "\x07", "\u202e"} & set(text), file
        if file.suffix == ".json":
            json.loads(file.read_text("utf-8"))
    said = work.run("events")
    assert "O\\u001b\\u0007\\u202en" in said.out


# Lengths


def test_a_name_of_a_megabyte_is_refused_where_it_comes_in(work: Workplace) -> None:
    small_federation(work)
    whole = register_csv([{"ID": "N90000009", "Name": "M" * 1_000_000}])
    assert work.run("members", "import", work.file(whole)).problem()["code"] == "bad-line"
    long = "M" * 100_000
    told = {"code": "bad-cell", "expected": "at most 5000 signs", "found": "100000"}
    said = work.run("members", "import", work.file(register_csv([{"ID": "N90000009", "Name": long}])))
    assert said.problem().items() >= told.items()
    assert len(said.all) < 1000
    for words in (
        ("rule", "adjustment", MORI, "--points=5", "--reference=B", f"--reason={long[:9000]}"),
        ("rule", "adjustment", MORI, "--points=5", "--reference=B", "--reason=a", f"--who={long[:9000]}"),
        ("site", "x", f"--address=https://{long[:9000]}/"),
        ("site", "x", f"--mail=a@{long[:9000]}.jp"),
        ("contact", f"https://a.{long[:9000]}"),
    ):
        assert work.run(*words).problem()["code"] == "too-long", words


def test_a_register_with_signs_that_steer_is_refused_by_cell(work: Workplace) -> None:
    said = work.run(
        "members", "import", work.file(register_csv([{"ID": "N90000009", "Name": "M\u202e\x07"}]))
    )
    assert said.problem()["code"] == "bad-cell"
    assert said.problem()["found"] == "U+0007 in “M\\u202e\\u0007”"


def test_a_report_with_a_name_of_a_megabyte_is_refused_and_kept(work: Workplace) -> None:
    small_federation(work)
    report = f"012 {'O' * 1_000_000}\n001    1      Mori, Sora\n"
    said = work.run("import", work.file(report, "long.trf"))
    assert "value-out-of-bounds" in {p["code"] for p in said.problems()}
    assert len(said.all) < 3000


def test_the_name_of_a_file_is_bounded() -> None:
    assert len(GivenFile("n" * 1_000_000, b"").name) == 256
