"""The register in files: every column, workbooks, dry runs, the way there and back."""

from __future__ import annotations

import csv
import io
import re
from datetime import UTC, date, datetime, time
from typing import Any

import pytest
import xlsxwriter

from tests.importer.forms import unpacked
from tests.importer.invented import register_csv
from tests.importer.people import people, register_file
from tests.workplace import Said, Workplace

WHOLE = {
    "ID": "N90000001",
    "Name": "Tsukimi Rin",
    "Surname": "Tsukimi",
    "Given": "Rin",
    "Kanji": "月見 凛",
    "Kana": "ツキミ リン",
    "Former names": "Asagiri Rin; 朝霧 凛",
    "Roman spellings": "Tukimi Rin",
    "Birth": "2010-02-03",
    "Sex": "f",
    "Federation": "JPN",
    "FIDE ID": "79000001",
    "Club": '=Kazemachi, "the" Club',
    "School": "'-Minato School",
    "Location": "Minato",
    "Level": "HS",
    "Withheld": "yes",
    "Birth withheld": "1",
    "Joined": "2024-04-01",
    "FIDE ST": "1850",
    "FIDE Source": "FIDE list 2024-04",
    "FIDE RP": "1790",
    "FIDE RP Source": "the member's letter",
    "Memberships": "2024-04-01/2025-03-31 paid 2024-03-20; 2025-04-01/2026-03-31 collegiate;"
    " 2026-10-03/2026-10-04 one-time 1499612 paid 2026-10-01",
}


def table(*rows: dict[str, str]) -> bytes:
    headings = list(dict.fromkeys(["ID", "Name", "Memberships", *(h for r in rows for h in r)]))
    text = io.StringIO()
    writer = csv.DictWriter(text, headings)
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def workbook(*rows: tuple[Any, ...], name: str = "Members", merge: str | None = None) -> bytes:
    data = io.BytesIO()
    with xlsxwriter.Workbook(data, {"in_memory": True}) as book:
        sheet = book.add_worksheet(name)
        day = book.add_format({"num_format": "yyyy-mm-dd"})
        for at, row in enumerate(rows):
            for column, cell in enumerate(row):
                if isinstance(cell, date):
                    sheet.write_datetime(at, column, cell, day)
                elif cell is not None:
                    sheet.write(at, column, cell)
        if merge:
            sheet.merge_range(merge, "both")
    return data.getvalue()


def taken(work: Workplace, data: bytes, name: str, *words: str) -> Said:
    return work.run("members", "import", work.file(data, name), *words)


def test_every_column_is_stored_and_memberships_keep_kind_event_and_paid_day(work: Workplace) -> None:
    assert taken(work, table(WHOLE), "r.csv").code == 0
    assert work.rows(
        "SELECT surname, given, club, school, location, level, withheld, birth_withheld FROM member"
    ) == [("Tsukimi", "Rin", '=Kazemachi, "the" Club', "-Minato School", "Minato", "HS", 1, 1)]
    assert work.rows("SELECT kind, name, source FROM member_name ORDER BY id") == [
        ("former", "Asagiri Rin", "r.csv"),
        ("former", "朝霧 凛", "r.csv"),
        ("roman", "Tukimi Rin", "r.csv"),
    ]
    assert work.rows("SELECT first_day, kind, event_key, paid_on FROM membership ORDER BY first_day") == [
        ("2024-04-01", "annual", None, "2024-03-20"),
        ("2025-04-01", "collegiate", None, None),
        ("2026-10-03", "one-time", "chess-results:1499612", "2026-10-01"),
    ]


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_the_whole_register_goes_out_and_comes_back_the_same(work: Workplace, ending: str) -> None:
    work.done("members", "import", work.file(table(WHOLE), "r.csv"))
    work.done("members", "import", work.file(register_file(people(300)), "people.csv"))
    first, second = (work.folder.parent / f"{n}.{ending}" for n in ("first", "second"))
    work.done("members", "export", first)
    assert "301 members in first" in work.done("members", "import", first).out
    assert "0 new, 0 changed, 301 unchanged" in work.done("members", "import", first).out
    work.done("members", "export", work.folder.parent / "first.csv")
    elsewhere = work.folder.parent / "elsewhere"
    work.folder = elsewhere
    work.done("init")
    work.done("members", "import", first)
    work.done("members", "export", second)
    work.done("members", "export", work.folder.parent / "second.csv")
    assert (elsewhere.parent / "second.csv").read_bytes() == (elsewhere.parent / "first.csv").read_bytes()


def test_an_entry_without_a_line_is_named_and_the_file_reads_back_the_same(work: Workplace) -> None:
    names = {"N90000001": "Mori Sora", "N90000002": "Mori Sora"}
    work.register(*({"ID": i, "Name": name} for i, name in names.items()))
    work.register({"ID": "N90000002", "Name": "Mori Sora", "Birth": "1980-05-05"})
    work.done("members", "merge", "N90000002", "--into", "N90000001", "--reason", "one card too many")
    file = work.folder.parent / "out.csv"
    said = work.done("members", "export", file)
    told = "N90000002 Mori Sora has no line, merged into N90000001 Mori Sora; what only it has is not in"
    assert said.err.splitlines() == [f"{told} the file"]
    assert "0 new, 0 changed, 1 unchanged" in work.done("members", "import", file).out


def test_names_and_memberships_are_not_cut_off_in_the_workbook(work: Workplace) -> None:
    work.done("members", "import", work.file(table(WHOLE), "r.csv"))
    file = work.folder.parent / "r.xlsx"
    work.done("members", "export", file)
    sheet = unpacked(file.read_bytes())["xl/worksheets/sheet1.xml"].decode()
    wide = dict(re.findall(r'<col min="(\d+)" max="\d+" width="(\d+)', sheet))
    assert (int(wide["2"]), int(wide["3"])) >= (24, len("2025-04-01/2026-03-31; 2026-04-01/2027-03-31"))


@pytest.mark.parametrize("command", ["members", "rulings"])
def test_an_export_typed_for_an_import_leaves_the_file_as_it_is(work: Workplace, command: str) -> None:
    file = work.file(register_csv([{"ID": "N90000001", "Name": "Mori, Sora"}]), "register.csv")
    before = file.read_bytes()
    said = work.run(command, "export", file)
    assert (said.code, [(p["code"], p["place"]) for p in said.problems()]) == (1, [("file-there", str(file))])
    assert file.read_bytes() == before
    work.done(command, "export", file, "--replace")
    written = file.read_bytes()
    assert written != before
    work.done(command, "export", file)  # as it is already
    assert file.read_bytes() == written


def test_the_file_is_told_in_japanese_with_its_own_colons(work: Workplace) -> None:
    file = work.file(register_csv([{"ID": "N90000001", "Name": "Mori Sora"}]), "new.csv")
    said = work.done("--lang", "ja", "members", "import", file, "--dry-run").out.splitlines()
    assert said[:2] == [
        "new.csvの会員1名：実行した場合：新規1件、変更0件、変更なし0件",
        "  N90000001 Mori Sora：新規",
    ]
    wrong = work.file("ID,Name,Memberships,Kna\n", "wrong.csv")
    assert "漢字（Kanji）、かな（Kana）、" in work.run("--lang", "ja", "members", "import", wrong).err


def test_refused_lines_of_a_file_with_any_name_are_told_in_their_order(work: Workplace) -> None:
    wrong = [{"ID": f"N9000000{n}", "Name": "Mori, Sora"} for n in (1, 2)]
    said = work.run("members", "import", work.file(register_csv(wrong), "5²6.csv"), "--dry-run").out
    assert said.endswith("corrected:\n  5²6.csv, line 2\n  5²6.csv, line 3\n")


def test_a_dry_run_names_who_is_created_each_changed_field_and_each_refused_line(work: Workplace) -> None:
    work.done("members", "import", work.file(table(WHOLE), "r.csv"))
    before = work.dump()
    said = taken(
        work,
        table(
            {
                **WHOLE,
                "Club": "Koyo Chess Club",
                "Kanji": "",
                "Level": "-",
                "Memberships": "2026-04-01/2027-03-31",
            },
            {"ID": "N90000002", "Name": "Hata Aki", "Memberships": ""},
            {"ID": "N90000003", "Name": "Mori, Sora", "Memberships": "soon", "Birth": "1980"},
        ),
        "new.csv",
        "--dry-run",
    )
    assert said.code == 1
    assert said.out.splitlines()[:6] == [
        "2 members in new.csv: 1 would be new, 1 would be changed, 0 unchanged",
        "  N90000002 Hata Aki: new",
        '  N90000001 Club: “=Kazemachi, "the" Club” → “Koyo Chess Club”',
        "  N90000001 Level: “HS” → nothing",
        "  N90000001 Memberships: “2024-04-01/2025-03-31 paid 2024-03-20; 2025-04-01/2026-03-31 collegiate;"
        " 2026-10-03/2026-10-04 one-time chess-results:1499612 paid 2026-10-01” → “2026-04-01/2027-03-31”",
        "Without a birth date, so the junior rule is not applied (5(1), R3): 1",
    ]
    assert (
        "1 line is wrong; nothing of the file is taken until it is corrected:\n  new.csv, line 4" in said.out
    )
    assert {p["place"] for p in said.problems()} == {
        f"new.csv, line 4, column {c}" for c in ("Name", "Birth", "Memberships")
    }
    assert work.dump() == before


def test_a_member_whose_line_is_wrong_is_in_the_file(work: Workplace) -> None:
    work.register({"ID": "N90000001", "Name": "Mori Sora"}, {"ID": "N90000002", "Name": "Hata Aki"})
    lines = register_csv([{"ID": "n90000001", "Name": "Mori, Sora"}])
    said = work.run("members", "import", work.file(lines, "new.csv"), "--dry-run")
    assert said.code == 1
    assert "On the register, but not in the file; left as they are: 1\n  N90000002\n" in said.out


def test_a_workbook_is_read_by_its_headings_with_days_and_ids_typed_as_numbers(work: Workplace) -> None:
    data = workbook(
        ("The register",),
        ("ID", "Name", "Birth", "FIDE ID", "FIDE ST", "FIDE Source", "Joined", "Memberships", "Withheld"),
        (12, "Mori Sora", date(1980, 5, 5), 79000001, 1850, "FIDE list", "2024-04-01", None, True),
        ("N90000002", "Hata Rin", "2012-01-02", None, None, None, None, "2026-04-01/2027-03-31", None),
    )
    assert taken(work, data, "named-otherwise.csv").code == 0
    assert work.rows("SELECT federation_id, born, fide_id, withheld FROM member") == [
        ("N00000012", "1980-05-05", "79000001", 1),
        ("N90000002", "2012-01-02", None, 0),
    ]


def test_what_a_workbook_says_wrongly_is_named_with_sheet_line_and_column(work: Workplace) -> None:
    data = workbook(
        ("ID", "Name", "Birth", "Memberships", "Club"),
        (12, "Mori Sora", 45000, date(2026, 4, 1), "=1/0"),
        (13, date(2026, 5, 5), datetime.combine(date(2012, 1, 2), time(13, 30)), "", "Koyo"),
    )
    said = taken(work, data, "r.xlsx")
    assert said.code == 1
    assert "an empty cell" not in [p["found"] for p in said.problems()]  # beside what stands there
    places = {(p["place"], p["found"]) for p in said.problems()}
    assert {
        ("r.xlsx, sheet Members, line 2, column Birth", "“45000”"),
        ("r.xlsx, sheet Members, line 2, column Memberships", "2026-04-01"),
        ("r.xlsx, sheet Members, line 3, column Name", "2026-05-05"),
        ("r.xlsx, sheet Members, line 3, column Birth", "2012-01-02 13:30:00"),
    } <= places
    assert work.rows("SELECT count(*) FROM member") == [(0,)]


def test_merged_cells_and_sheets_without_the_headings_are_refused(work: Workplace) -> None:
    head = ("ID", "Name", "Memberships")
    merged = taken(work, workbook(head, ("N90000001", "Mori Sora"), merge="B2:B3"), "r.xlsx").problem()
    assert (merged["code"], merged["place"]) == ("bad-line", "r.xlsx, sheet Members, cells B2:B3")
    member = ("N90000001", "Mori Sora", "2026-04-01/2027-03-31")
    sorted_in = taken(work, workbook(member, ("ID", "Name", "Memberships"), member), "r.xlsx").problem()
    assert (sorted_in["code"], sorted_in["found"]) == ("bad-heading", "a filled row above them, row 1")
    title = ("会員名簿", "さくら会", "2026年10月1日現在")
    assert taken(work, workbook(title, ("ID", "Name", "Memberships"), member), "r.xlsx").code == 0
    bare = taken(work, workbook(("Nr", "Name"), name="Liste"), "r.xlsx").problem()
    assert (bare["code"], bare["found"]) == ("bad-heading", "no such columns on “Liste”")


def test_a_second_sheet_without_the_headings_is_named(work: Workplace) -> None:
    data = io.BytesIO()
    with xlsxwriter.Workbook(data, {"in_memory": True}) as book:
        first, second = book.add_worksheet("Members"), book.add_worksheet("2025")
        book.add_worksheet("Empty")
        for row, cells in enumerate((("ID", "Name", "Memberships"), ("N90000001", "Mori Sora", ""))):
            first.write_row(row, 0, cells)
        second.write_row(0, 0, ("N90000002", "Hata Rin", ""))
    told = "Nothing was taken from the sheet “2025”, which does not have the headings"
    for more in (("--dry-run",), ()):
        said = work.done("members", "import", work.file(data.getvalue(), "r.xlsx"), *more)
        assert [line for line in said.out.splitlines() if "sheet" in line] == [told]
    data = io.BytesIO()
    with xlsxwriter.Workbook(data, {"in_memory": True}) as book:
        book.add_worksheet("O").write_row(0, 0, ("Name", "Kind", "Valid"))
        book.get_worksheet_by_name("O").write_row(1, 0, ("Tsukimi Circle", "circle", "2026-10-05/"))
        book.add_worksheet("2025").write(3, 3, "x")
    assert told in work.done("organizers", "import", work.file(data.getvalue(), "o.xlsx")).out


def test_merged_cells_hide_no_wrong_cell_elsewhere(work: Workplace) -> None:
    head = ("ID", "Name", "Birth", "Memberships")
    rows = (("N90000001", "Mori Sora", "1980"), ("N90000002",), ("N90000003", "", "1981-01-01"))
    said = taken(work, workbook(head, *rows, merge="B2:B3"), "r.xlsx")
    assert [(p["code"], p["place"].removeprefix("r.xlsx, sheet Members, ")) for p in said.problems()] == [
        ("bad-line", "cells B2:B3"),
        ("bad-cell", "line 2, column Birth"),
        ("bad-cell", "line 4, column Name"),
    ]


def test_wrong_headings_of_a_sheet_are_told_with_their_row_and_column(work: Workplace) -> None:
    rows = (("Register 2026",), ("ID", "Name", "Membership", ""), ("N90000001", "Mori Sora", "", "x"))
    assert [(p["place"], p["expected"]) for p in taken(work, workbook(*rows), "r.xlsx").problems()][::2] == [
        ("r.xlsx, sheet Members, line 2", "the column “Memberships”"),
        ("r.xlsx, sheet Members, line 2, column D", "a heading over every column with cells"),
    ]


def test_a_fide_rating_is_taken_back_by_a_hyphen_and_its_source_is_its_own(work: Workplace) -> None:
    work.done("members", "import", work.file(table(WHOLE), "r.csv"))
    query = "SELECT type, rating, source FROM fide_rating ORDER BY type"
    assert work.rows(query) == [
        ("rapid", 1790, "the member's letter"),
        ("standard", 1850, "FIDE list 2024-04"),
    ]
    work.moment = datetime(2026, 11, 9, tzinfo=UTC)
    work.done("members", "import", work.file(table({**WHOLE, "FIDE RP": "-"}), "s.csv"))
    assert work.rows(query) == [("standard", 1850, "FIDE list 2024-04")]
    shown = work.done("members", "show", "N90000001").out
    assert "FIDE RP: 1790 — known from 2 November 2026 to 9 November 2026, the member's letter" in shown
    assert "FIDE RP: nothing — known since 9 November 2026" in shown


def test_a_semicolon_behind_the_last_name_begins_no_other(work: Workplace) -> None:
    """As behind the last membership; semicolons alone are no names."""
    name = {**WHOLE, "Former names": "Asagiri Rin; 朝霧 凛；"}
    work.done("members", "import", work.file(table(name), "r.csv"))
    assert work.rows("SELECT name FROM member_name WHERE kind = 'former'") == [("Asagiri Rin",), ("朝霧 凛",)]
    said = work.run("members", "import", work.file(table({**WHOLE, "Former names": "; ；"}), "s.csv"))
    assert (said.problem()["place"], said.problem()["found"]) == (
        "s.csv, line 2, column Former names",
        "“; ；”",
    )


def test_a_fide_id_of_two_entries_stands_in_what_is_exported_and_taken_in_again(work: Workplace) -> None:
    """The register has had it twice since the second entry was made; a file that brings it is refused."""
    twice = {**WHOLE, "ID": "N90000002", "Name": "Tsukimi R", "Surname": "", "Given": ""}
    for row in (WHOLE, twice):
        work.done("members", "import", work.file(table(row), "r.csv"))
    out = work.folder.parent / "out.csv"
    work.done("members", "export", out)
    assert "0 new, 0 changed, 2 unchanged" in work.done("members", "import", out).out
    third = {**twice, "ID": "N90000003"}
    said = work.run("members", "import", work.file(table(WHOLE, twice, third), "three.csv"))
    assert {p["place"] for p in said.problems()} == {f"three.csv, line {n}, column FIDE ID" for n in (3, 4)}


def test_a_fide_blitz_rating_has_its_columns_where_anybody_has_one(work: Workplace) -> None:
    work.done("members", "import", work.file(table(WHOLE), "r.csv"))
    out = work.folder.parent / "out.csv"
    work.done("members", "export", out)
    assert b"BZ" not in out.read_bytes()
    blitz = {"ID": "N90000002", "Name": "Mori Sora", "Joined": "2022-05-01", "FIDE BZ": "1620"}
    told = {"FIDE RP": "1500", "FIDE Source": "FIDE list 2022-05", "FIDE BZ Source": "a letter"}
    work.done("members", "import", work.file(table(blitz | told), "s.csv"))
    query = "SELECT rating, source FROM fide_rating WHERE member_id = 2 ORDER BY type"
    assert work.rows(query) == [(1620, "a letter"), (1500, "FIDE list 2022-05")]
    assert "FIDE BZ: 1620" in work.done("members", "show", "N90000002").out
    work.done("members", "export", out, "--replace")
    assert "0 new, 0 changed, 2 unchanged" in work.done("members", "import", out).out


def test_an_empty_cell_leaves_the_memberships_and_a_hyphen_takes_them_away(work: Workplace) -> None:
    work.done("members", "import", work.file(table(WHOLE), "r.csv"))
    query = "SELECT count(*) FROM membership WHERE known_until IS NULL"
    wish = {"ID": "N90000001", "Name": "Tsukimi Rin", "Level": "club"}
    said = taken(work, table({**wish, "Memberships": ""}), "wish.csv")
    assert "Level: “HS” → “club”" in said.out
    assert "Memberships" not in said.out
    assert work.rows(query) == [(3,)]
    assert "→ nothing" in taken(work, table({**wish, "Memberships": "-"}), "none.csv").out
    assert work.rows(query) == [(0,)]


@pytest.mark.parametrize("column", ["Withheld", "Birth withheld"])
def test_whoever_is_withheld_by_a_file_is_said_to_be_still_on_what_was_made_before(
    work: Workplace, column: str
) -> None:
    line = {"ID": "N90000001", "Name": "Tsukimi Rin", "Memberships": "2026-04-01/2027-03-31"}
    told = "Withheld, but on the website and in files until site and export make them anew: 1"
    assert told not in taken(work, table(line), "r.csv").out
    wish = table({**line, "Memberships": "", column: "yes"})
    assert f"{told}\n  N90000001\n" in taken(work, wish, "wish.csv", "--dry-run").out
    assert f"{told}\n  N90000001\n" in taken(work, wish, "wish.csv").out
    assert told not in taken(work, wish, "wish.csv").out
    assert told not in taken(work, table({**line, column: "-"}), "shown.csv").out


def test_the_same_fide_id_of_two_members_is_told(work: Workplace) -> None:
    work.done("members", "import", work.file(table(WHOLE), "r.csv"))
    other = {"ID": "N90000009", "Name": "Tsukimi Lynn", "FIDE ID": "79000001", "Memberships": ""}
    said = taken(work, table(other), "s.csv")
    assert "several members have, who may be one person: 1\n  79000001: N90000001, N90000009" in said.out


def test_the_office_can_say_what_it_knew_on_a_day(work: Workplace) -> None:
    work.done("members", "import", work.file(table(WHOLE), "r.csv"))
    work.moment = datetime(2026, 11, 9, tzinfo=UTC)
    changed = {**WHOLE, "Birth": "2010-02-04", "Source": "passport", "Since": "2026-11-01", "Club": "-"}
    work.done("members", "import", work.file(table(changed), "s.csv"))
    then = work.done("members", "show", "N90000001", "--known", "2026-11-08").out
    now = work.done("members", "show", "N90000001", "--known", "2026-11-09").out
    assert "Birth: 2010-02-03 — known from 2 November 2026 to 9 November 2026, r.csv" in then
    assert "2010-02-04" not in then
    assert "Birth: 2010-02-04 from 1 November 2026 — known since 9 November 2026, passport" in now
    assert "2010-02-03" not in now
    assert "Club: nothing from 1 November 2026" in now
    whole = work.done("members", "show", "N90000001").out
    assert "2010-02-03" in whole and "2010-02-04" in whole
    before = work.done("members", "show", "N90000001", "--known", "2026-11-01").out
    assert before.endswith("  not known yet\n")


def test_a_fact_on_record_can_be_neither_changed_nor_deleted(work: Workplace) -> None:
    import sqlite3

    work.done("members", "import", work.file(table(WHOLE), "r.csv"))
    connection = sqlite3.connect(work.database)
    for statement in ("UPDATE register_fact SET value = 'x'", "DELETE FROM register_fact"):
        with pytest.raises(sqlite3.IntegrityError, match="does not change"):
            connection.execute(statement)
    connection.execute("UPDATE register_fact SET known_until = '2026-12-01' WHERE id = 1")
    with pytest.raises(sqlite3.IntegrityError, match="does not change"):
        connection.execute("UPDATE register_fact SET known_until = '2026-12-02' WHERE id = 1")
    connection.close()


@pytest.mark.parametrize(
    ("data", "code", "found"),
    [
        (b"", "file-empty", "an empty file"),
        (b" \r\n", "file-empty", "an empty file"),
        (b"PK\x03\x04" + bytes(40), "workbook-broken", "File is not a zip file"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "workbook-broken", "an OLE file that is damaged"),
        (b"%PDF-1.7\x00\x01", "bad-encoding", "bytes that are not text"),
        ("ID,Name\n".encode("utf-16"), "bad-encoding", "text in UTF-16"),
        (
            "ID,Name,Memberships\nN90000001,Núñez Rin,\n".encode("latin-1"),
            "bad-encoding",
            "bytes that are no",
        ),
        (
            "ID,Name,Memberships\nN90000001,Mori Sora,月見\n".encode("euc-jp"),
            "bad-encoding",
            "bytes that are",
        ),
    ],
)
def test_what_is_no_register_is_refused_by_what_it_is(
    work: Workplace, data: bytes, code: str, found: str
) -> None:
    said = taken(work, data, "r.csv")
    problem = said.problem()
    assert (said.code, problem["code"]) == (1, code)
    assert problem["found"].startswith(found)
    assert work.rows("SELECT count(*) FROM member") == [(0,)]


def test_a_declared_encoding_is_believed_and_a_doubtful_one_is_not(work: Workplace) -> None:
    row = "ID,Name,Memberships,Club\nN90000001,Mori Sora,,ﾐﾅﾄ倶楽部\n".encode("cp932")
    assert taken(work, row, "r.csv").problem()["code"] == "bad-encoding"
    work.done("members", "import", work.file(row, "r.csv"), "--encoding", "cp932")
    assert work.rows("SELECT club FROM member") == [("ﾐﾅﾄ倶楽部",)]
