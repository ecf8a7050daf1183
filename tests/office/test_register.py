"""`members import`: the register from a CSV file, whole or not at all."""

from __future__ import annotations

import pytest

from tests.importer.invented import ALWAYS, register_csv
from tests.workplace import Workplace

MORI = {"ID": "N90000001", "Name": "Mori Sora", "Birth": "1980-05-05"}
HATA = {"ID": "N90000002", "Name": "Hata Rin", "Birth": "2012-01-02", "Sex": "f", "Kanji": "羽田 凛"}
TANI = {
    "ID": "N90000003",
    "Name": "Tani Ken",
    "Birth": None,
    "Federation": "JPN",
    "FIDE ID": "7003",
    "Joined": "2020-04-01",
    "FIDE ST": 1850,
    "FIDE RP": 1790,
    "FIDE Source": "FIDE list 2020-04",
    "Memberships": "2025-04-01/2026-03-31; 2026-04-01/2027-03-31",
}

WRONG = """\
ID,Name,Birth,Sex,Federation,FIDE ID,Joined,FIDE ST,FIDE Source,Memberships
N9000001,Mori Sora,1980-05-05,m,JPN,7001,,,,2026-04-01/2027-03-31
N90000002,"Hata, Rin",1980-13-01,x,Japan,70-01,01/01/2020,,,2026-04-01/2027-03-31
N90000003,,,,,7001,,1850,,2027-03-31/2026-04-01
N90000002,...,,,,,,-3,,2026-04-01/2027-03-31; 2026-04-01/2028-03-31
"""


def test_members_are_created_with_everything_the_file_says(work: Workplace) -> None:
    said = work.register(MORI, HATA, TANI)
    assert "3 members in register.csv: 3 new, 0 changed, 0 unchanged" in said.out
    assert work.rows("SELECT federation_id, name, kanji, born, sex, joined, fide_id FROM member") == [
        ("N90000001", "Mori Sora", None, "1980-05-05", None, None, None),
        ("N90000002", "Hata Rin", "羽田 凛", "2012-01-02", "f", None, None),
        ("N90000003", "Tani Ken", None, None, None, "2020-04-01", "7003"),
    ]
    assert work.rows("SELECT member_id, first_day, last_day FROM membership ORDER BY 1, 2") == [
        (1, "2015-04-01", "2035-03-31"),
        (2, "2015-04-01", "2035-03-31"),
        (3, "2025-04-01", "2026-03-31"),
        (3, "2026-04-01", "2027-03-31"),
    ]
    assert work.rows("SELECT member_id, type, rating, source FROM fide_rating ORDER BY type") == [
        (3, "rapid", 1790, "FIDE list 2020-04"),
        (3, "standard", 1850, "FIDE list 2020-04"),
    ]


def test_names_that_slid_against_the_ids_are_pointed_out(work: Workplace) -> None:
    work.register(MORI, HATA, TANI)
    slid = [MORI | {"Name": "Hata Rin"}, HATA | {"Name": "Tani Ken"}, TANI | {"Name": "Tanaka Ken"}]
    for more in (("--dry-run",), ()):
        said = work.done("members", "import", work.file(register_csv(slid), "r.csv"), *more)
        told = "With a name that another member had until now; look whether names slid against the IDs: 2\n"
        assert f"{told}  N90000001\n  N90000002\n" in said.out
    married = work.done("members", "import", work.file(register_csv([TANI | {"Name": "Ono Ken"}]), "r.csv"))
    assert "slid" not in married.out


def test_members_without_a_birth_date_are_listed_one_by_one(work: Workplace) -> None:
    said = work.register(MORI, TANI)
    assert "Without a birth date, so the junior rule is not applied (5(1), R3): 1\n  N90000003\n" in said.out


def test_a_file_of_a_few_does_not_name_the_whole_register(work: Workplace) -> None:
    work.register(*(MORI | {"ID": f"N9{n:07}", "Name": f"Mori Sora {n}"} for n in range(1, 31)))
    one = work.file("ID,Name,Memberships,Club\nN90000001,Mori Sora 1,,Kita\n", "one.csv")
    for words, shown in ((("--dry-run",), 29), ((), 20)):
        said = work.done("members", "import", one, *words).out
        assert "On the register, but not in the file; left as they are: 29\n" in said
        assert sum(line.startswith("  N9") and line[2:].isalnum() for line in said.splitlines()) == shown
    assert "and 9 more; all of them: --dry-run" in said


def test_every_fault_is_named_with_file_line_and_column_and_nothing_is_stored(work: Workplace) -> None:
    work.register(MORI)
    before = work.dump()
    said = work.run("members", "import", work.file(WRONG, "wrong.csv"))
    assert said.code == 1
    assert {(p["code"], p["place"]) for p in said.problems()} == {
        ("bad-cell", f"wrong.csv, line {line}, column {column}")
        for line, column in [
            (2, "ID"),
            (3, "Name"),
            (3, "Birth"),
            (3, "Sex"),
            (3, "Federation"),
            (3, "FIDE ID"),
            (3, "Joined"),
            (4, "Name"),
            (4, "FIDE ID"),
            (4, "FIDE Source"),
            (4, "Joined"),
            (4, "Memberships"),
            (5, "ID"),
            (5, "Name"),
            (5, "FIDE ST"),
            (5, "Memberships"),
        ]
    }
    assert work.dump() == before


def test_a_name_has_no_comma_of_either_kind(work: Workplace) -> None:
    cells = {"ID": "N90000001", "Memberships": "2026-04-01/2027-03-31"}
    for name in ("Mori, Sora", "Mori，Sora", "Mori、 Sora"):
        refused = work.run("members", "import", work.file(register_csv([{**cells, "Name": name}]), "r.csv"))
        assert refused.problem()["place"] == "r.csv, line 2, column Name"
    work.register({**cells, "Name": "Ｍüller-Łukasz Ōno Ha‘o", "Kanji": "谷 健"})


@pytest.mark.parametrize("encoding", ["cp932", "cp1252"])
def test_kanji_that_a_program_read_in_another_encoding_are_named_with_what_they_were(
    work: Workplace, encoding: str
) -> None:
    line = {"ID": "N90000001", "Name": "Akizora Aoto", "Memberships": "2026-04-01/2027-03-31"}
    garbled = "秋空 蒼音".encode().decode(encoding)
    said = work.run("members", "import", work.file(register_csv([{**line, "Kanji": garbled}]), "r.csv"))
    (problem,) = said.problems()
    assert (problem["place"], problem["expected"]) == ("r.csv, line 2, column Kanji", "“秋空 蒼音”")
    for kanji in ("秋空 蒼音", "齋藤 ﾏﾘ", "Çelik Åse"):
        work.done("members", "import", work.file(register_csv([{**line, "Kanji": kanji}]), "r.csv"))


def test_a_name_that_lost_a_letter_is_no_name(work: Workplace) -> None:
    cells = {"ID": "N90000001", "Name": "Ōno Jun", "Memberships": "2026-04-01/2027-03-31"}
    saved_by_excel = register_csv([cells]).decode().encode("cp932", "replace")
    for data, found in (
        (saved_by_excel, "“?no Jun”"),
        (register_csv([{**cells, "Name": "�no Jun"}]), "“�no Jun”"),
        (register_csv([{**cells, "Name": "Ōno\nJun"}]), "“Ōno Jun” with the end"),
    ):
        problem = work.run("members", "import", work.file(data, "r.csv")).problem()
        assert problem["place"] == "r.csv, line 2, column Name" and problem["found"].startswith(found)
    kanji = work.run("members", "import", work.file(register_csv([{**cells, "Kanji": "〓野 純"}]), "r.csv"))
    assert kanji.problem()["place"] == "r.csv, line 2, column Kanji"
    work.register(cells)


@pytest.mark.parametrize("column", ["Club", "School", "Location", "Source"])
def test_a_text_of_the_register_stands_on_one_line(work: Workplace, column: str) -> None:
    rows = f'ID,Name,Memberships,{column}\nN90000001,Mori Sora,,"Minato\nE9 taken?"\n'
    problem = work.run("members", "import", work.file(rows, "r.csv")).problem()
    assert problem["place"] == f"r.csv, line 2, column {column}"
    work.done("members", "import", work.file(rows.replace("to\nE9", "to E9"), "r.csv"))


@pytest.mark.parametrize(
    ("column", "wrong", "right"),
    [
        ("Birth", "2026-11-03", "2026-11-02"),
        ("FIDE ID", "0", "1"),
        ("FIDE ID", "07003", "7003"),
        ("FIDE ID", "1" * 11, "1" * 10),
    ],
)
def test_nobody_is_born_tomorrow_or_has_an_id_that_fide_does_not_give(
    work: Workplace, column: str, wrong: str, right: str
) -> None:
    given = work.file(register_csv([{**MORI, column: wrong}]), "r.csv")
    problem = work.run("members", "import", given).problem()
    assert (problem["place"], problem["found"]) == (f"r.csv, line 2, column {column}", f"“{wrong}”")
    option = "--" + column.lower().replace(" ", "-")
    added = ("members", "add", "N90000001", "Mori Sora", option)
    assert work.run(*added, wrong, "--reason", "x").problem()["place"] == f"new member, {column}"
    assert work.rows("SELECT count(*) FROM member") == [(0,)]
    work.done(*added, right, "--reason", "x")
    work.register({**MORI, column: right})


def test_a_repeated_id_is_refused_with_both_lines(work: Workplace) -> None:
    before = work.dump()
    said = work.run(
        "members", "import", work.file(register_csv([MORI, HATA, {**HATA, "ID": "90000001"}]), "r.csv")
    )
    assert said.code == 1
    assert said.problem() == {
        "code": "bad-cell",
        "place": "r.csv, line 4, column ID",
        "expected": "each one once",
        "found": "“90000001” again, first on line 2",
        "do": "leave one of the two lines out",
    }
    assert work.dump() == before


def test_the_same_file_again_changes_nothing(work: Workplace) -> None:
    work.register(MORI, HATA, TANI)
    before = work.dump()
    assert "0 new, 0 changed, 3 unchanged" in work.register(MORI, HATA, TANI).out
    assert work.dump() == before


def test_a_dry_run_says_what_would_happen_and_changes_nothing(work: Workplace) -> None:
    work.register(MORI)
    before = work.dump()
    file = work.file(register_csv([{**MORI, "Name": "Mori Sola"}, HATA]))
    assert (
        "1 would be new, 1 would be changed, 0 unchanged"
        in work.done("members", "import", file, "--dry-run").out
    )
    assert work.dump() == before


def test_an_empty_cell_takes_nothing_away_but_memberships_are_stated_whole(work: Workplace) -> None:
    work.register(HATA, TANI)
    bare = {"Birth": None, "Memberships": "2026-04-01/2027-03-31"}
    said = work.register(
        {"ID": HATA["ID"], "Name": HATA["Name"], **bare}, {"ID": TANI["ID"], "Name": TANI["Name"], **bare}
    )
    assert "0 new, 2 changed" in said.out
    assert work.rows("SELECT born, sex, kanji FROM member WHERE id = 1") == [("2012-01-02", "f", "羽田 凛")]
    assert work.rows("SELECT count(*) FROM fide_rating") == [(2,)]
    stands = "SELECT member_id, first_day, last_day FROM membership WHERE known_until IS NULL ORDER BY 1"
    assert work.rows(stands) == [(1, "2026-04-01", "2027-03-31"), (2, "2026-04-01", "2027-03-31")]
    assert work.rows("SELECT count(*) FROM membership") == [(4,)]


def test_a_membership_that_stays_keeps_the_day_it_was_known_since(work: Workplace) -> None:
    work.register(TANI)
    first = work.moment
    work.moment = first.replace(day=9)
    work.register({**TANI, "Memberships": TANI["Memberships"] + "; 2027-04-01/2028-03-31"})
    since = [str(s)[:10] for (s,) in work.rows("SELECT known_since FROM membership ORDER BY first_day")]
    assert since == ["2026-11-02", "2026-11-02", "2026-11-09"]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp932"])
def test_a_file_as_excel_saves_it_is_read(work: Workplace, encoding: str) -> None:
    text = register_csv([HATA]).decode()
    work.done("members", "import", work.file(text.encode(encoding)))
    assert work.rows("SELECT name, kanji FROM member") == [("Hata Rin", "羽田 凛")]


@pytest.mark.parametrize(
    ("text", "expected", "found"),
    [
        ("ID,Name\nN90000001,Mori Sora\n", "the column “Memberships”", "no such heading"),
        (f"ID,Name,Memberships,Shoe\nN90000001,Mori Sora,{ALWAYS},42\n", "one of ID, Name", "“Shoe”"),
    ],
)
def test_wrong_headings_are_refused_by_name(work: Workplace, text: str, expected: str, found: str) -> None:
    said = work.run("members", "import", work.file(text, "r.csv"))
    problem = said.problem()
    assert (said.code, problem["code"], problem["place"]) == (1, "bad-heading", "r.csv, line 1")
    assert problem["expected"].startswith(expected)
    assert problem["found"] == found
    assert work.rows("SELECT count(*) FROM member") == [(0,)]


def test_wrong_headings_and_lines_hide_no_wrong_cell(work: Workplace) -> None:
    text = """\
ID,Nmae,Surname,Birth,FIDE ST,FIDE Sorce,Memberships
N9000001,Mori Sora,Mori,1980-05-05,,,2026-04-01/2027-03-31
N90000002,Hata, Rin,Hata,1980-13-01,,,2026-04-01/2027-03-31
N90000003,Tani Ken,Tani,1980-13-01,1850,FIDE list 2020-04,2027-03-31/2026-04-01
N90000004,"Ono Yui,Ono,1980-13-01
"""
    for more in ((), ("--dry-run",)):
        said = work.run("members", "import", work.file(text, "r.csv"), *more)
        assert [(p["code"], p["place"], p["found"]) for p in said.problems()] == [
            ("bad-heading", "r.csv, line 1", "no such heading"),
            ("bad-heading", "r.csv, line 1", "“Nmae”, “FIDE Sorce”"),
            ("bad-cell", "r.csv, line 2, column ID", "“N9000001”"),
            ("bad-line", "r.csv, line 3", "8 cells"),
            ("bad-cell", "r.csv, line 4, column Birth", "“1980-13-01”"),
            ("bad-cell", "r.csv, line 4, column Memberships", "“2027-03-31/2026-04-01”"),
            ("bad-line", "r.csv, line 5", "a quotation mark that is not closed"),
        ]


def test_a_file_that_is_not_there_is_wrong_usage(work: Workplace) -> None:
    said = work.run("members", "import", work.folder / "none.csv")
    assert said.code == 2
    assert "none.csv" in said.err


def test_a_change_of_a_code_is_told_in_words_as_the_member_is_shown(work: Workplace) -> None:
    work.register({"ID": "N90000001", "Name": "Mori Sora", "Sex": "F", "Withheld": "no"})
    other = "ID,Name,Sex,Withheld,Memberships\nN90000001,Mori Sora,M,yes,\n"
    told = work.done("--lang", "ja", "members", "import", work.file(other), "--dry-run").out
    assert "性別：「女」 → 「男」" in told
    assert "氏名の非公開：「いいえ」 → 「はい」" in told
