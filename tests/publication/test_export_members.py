"""Lists of members for pairing programs: their columns, and what may stand in them of whom."""

from __future__ import annotations

import io

import pytest
from python_calamine import load_workbook

from importer.swiss_perfect.dbase import Record, read_table
from tests.earlier_editions import of_2019
from tests.importer.invented import ALWAYS, csv_bytes
from tests.office.test_queensland import ANNA, BEN
from tests.office.test_register_files import table
from tests.queensland import opening, register
from tests.workplace import Workplace, once

MEMBERS = (
    {"ID": "N90000001", "Name": "Mori Sora", "Surname": "Mori", "Given": "Sora", "Birth": "1980-05-05",
     "Sex": "m", "Federation": "JPN", "FIDE ID": "7000001", "Club": "Minato Club", "Memberships": ""},
    {"ID": "N00000012", "Name": "Össtrand Zoë", "Birth": "1999-01-01", "Sex": "f", "Federation": "SWE",
     "Birth withheld": "yes", "Memberships": ""},
    {"ID": "N90000003", "Name": "Hata Rin", "Birth": "2010-01-01", "Sex": "f", "Federation": "JPN",
     "Club": "Koyo", "FIDE ID": "7000003", "Withheld": "yes", "Memberships": ""},
)  # fmt: skip


@pytest.fixture
@once
def office(work: Workplace) -> Workplace:
    work.done("members", "import", work.file(table(*MEMBERS), "r.csv"))
    rows = [
        {"ID": "N90000001", "Name": "Mori Sora", "ST": 1712, "ST-G": 42, "RP": 1650, "RP-G": 7},
        {"ID": "N90000003", "Name": "Hata Rin", "ST": 1200, "ST-G": 3},
    ]
    work.opening(rows)
    return work


def exported(work: Workplace, name: str, *words: str) -> bytes:
    path = work.folder.parent / name
    work.done("export", "members", "--to", path, *words)
    return path.read_bytes()


def test_swiss_managers_text_has_every_field_in_its_place(office: Workplace) -> None:
    text = exported(office, "m.txt", "--for", "swiss-manager").decode("ascii")
    assert text.split("\r\n") == [
        "ID number Name                              TitlFed  Oct26 GamesBorn  Flag",
        "90000001  Mori Sora                             JPN  1712   42  1980  i",
        "90000003  N90000003                                  1200    3        i",
        "00000012  Osstrand Zoe                          SWE  0       0        w",
        "",
    ]


def test_a_reader_that_goes_by_the_headings_finds_every_field_of_swiss_managers_text(
    office: Workplace,
) -> None:
    """Each field begins where its heading does (the rating under the month), as programs that know no widths
    take it."""
    head, *lines = exported(office, "m.txt", "--for", "swiss-manager").decode("ascii").splitlines()
    names = ("ID number", "Name", "Titl", "Fed", "Oct26", "Games", "Born", "Flag")
    starts = [head.index(name) for name in names]
    ends = [*starts[1:], None]
    read = [[line[a:b].strip() for a, b in zip(starts, ends, strict=True)] for line in lines]
    assert read == [
        ["90000001", "Mori Sora", "", "JPN", "1712", "42", "1980", "i"],
        ["90000003", "N90000003", "", "", "1200", "3", "", "i"],
        ["00000012", "Osstrand Zoe", "", "SWE", "0", "0", "", "w"],
    ]


def test_the_workbook_has_the_headings_swiss_manager_knows_and_whole_ids(office: Workplace) -> None:
    data = exported(office, "m.xlsx", "--for", "swiss-manager-excel", "--type", "rapid")
    rows = load_workbook(io.BytesIO(data)).get_sheet_by_index(0).to_python()
    assert rows[0][:3] == ["ID_No", "Name", "Title"]
    assert rows[1] == ["N90000001", "Mori Sora", "", "JPN", "m", "Minato Club", "1980", 1650, "7000001", ""]
    assert rows[2] == ["N90000003", "N90000003", "", "", "", "", "", "", "", ""]


def test_swiss_perfects_list_is_dbase_that_its_reader_reads(office: Workplace) -> None:
    records = read_table(exported(office, "m.dbf", "--for", "swiss-perfect"), "m.dbf", ("ID_CODE", "DOB"))
    assert isinstance(records, list)
    assert all(isinstance(r, Record) for r in records)
    data = (office.folder.parent / "m.dbf").read_bytes()
    assert data[:4] == bytes((3, 2026 - 1900, 10, 1))  # dBase III, of the day of the list
    names = [
        (r.values["ID_CODE"], r.values["LAST_NAME"], r.values["FIRST_NAME"], r.values["DOB"]) for r in records
    ]
    assert names == [
        ("N90000001", "Mori", "Sora", "1980"),
        ("N90000003", "N90000003", "", ""),
        ("N00000012", "Össtrand Zoë", "", ""),
    ]
    assert [r.values["RATING"] for r in records] == ["1712", "1200", ""]


def test_swiss_perfects_list_has_long_vowels_without_their_marks(work: Workplace) -> None:
    """Its letters have no ō: who is printed as “?no Y?ki” on the wall is not pleased."""
    names = {"N90000021": ("Čapek", "Žoë"), "N90000022": ("Ōno", "Yūki"), "N90000023": ("李", "Lee")}
    headings = ("ID", "Name", "Surname", "Given", "Memberships")
    rows = [(i, f"{a} {b}", a, b, ALWAYS) for i, (a, b) in names.items()]
    work.done("members", "import", work.file(csv_bytes(headings, rows)))
    data = exported(work, "m.dbf", "--for", "swiss-perfect")
    records = read_table(data, "m.dbf", ("ID_CODE",))
    assert isinstance(records, list)
    found = [(r.values["LAST_NAME"], r.values["FIRST_NAME"]) for r in records if isinstance(r, Record)]
    assert found == [("Capek", "Žoë"), ("Ono", "Yuki"), ("?", "Lee")]


def test_whose_name_a_file_cannot_have_is_named_to_the_officer(work: Workplace) -> None:
    names = {"N90000021": ("Čapek Žoë", ""), "N90000023": ("李 Lee", ""), "N90000024": ("王 Wang", "おう")}
    rows = [(i, name, kana, ALWAYS) for i, (name, kana) in names.items()]
    work.done("members", "import", work.file(csv_bytes(("ID", "Name", "Kana", "Memberships"), rows)))
    for program in ("swiss-manager", "swiss-perfect"):
        said = work.done("export", "members", "--for", program)
        assert "in the names of N90000023 李 Lee. Give" in said.err
    assert work.done("export", "members", "--for", "swiss-manager-excel").err == ""
    said = work.done("--lang", "ja", "export", "members", "--for", "swiss-manager")
    assert "「?」" in said.err and "李 Lee" in said.err


def test_no_list_for_organizers_holds_a_day_of_birth_or_a_withheld_name(office: Workplace) -> None:
    for program in ("swiss-manager", "swiss-perfect"):
        data = exported(office, "m", "--for", program)
        assert b"Hata" not in data and b"Koyo" not in data and b"-05-05" not in data and b"0505" not in data


def test_who_was_entered_twice_has_the_rating_of_the_entry_on_the_list(office: Workplace) -> None:
    words = ("--into", "N00000012", "--anyway", "--reason", "one person")
    office.done("members", "merge", "N90000001", *words)
    assert exported(office, "m.txt", "--for", "swiss-manager").decode("ascii").splitlines()[2:] == [
        "00000012  Osstrand Zoe                          SWE  1712   42        wi",
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [(("1712", 42), ("1640", 8)), (("1640", 8), ("1712", 42)), (("1712", 42), ("1640", 42))],
)
def test_of_two_entries_on_the_list_he_has_the_rating_of_the_one_with_more_games(
    work: Workplace, first: tuple[str, int], second: tuple[str, int]
) -> None:
    """So R53 has it, and so the next list goes on."""
    ids = ("N90000021", "N90000022", "N90000023")
    work.register(*({"ID": number, "Name": "Mori Sora"} for number in ids))
    rows = zip(ids, (first, second), strict=False)
    work.opening({"ID": i, "Name": "Mori Sora", "ST": rating, "ST-G": games} for i, (rating, games) in rows)
    for number in ids[:2]:
        work.done("members", "merge", number, "--into", ids[2], "--anyway", "--reason", "one person")
    _, *text = exported(work, "m.txt", "--for", "swiss-manager").decode("ascii").splitlines()
    assert [line.split()[:5] for line in text] == [["90000023", "Mori", "Sora", "1712", "42"]]
    work.done("rate")
    drafted = work.rows("SELECT federation_id, rating, games FROM list_rating WHERE version_id = 2")
    assert drafted == [("N90000023", 1712, first[1] + second[1])]


def test_what_only_the_other_entry_of_a_member_knows_stands_beside_him(work: Workplace) -> None:
    headings = ("ID", "Name", "Kanji", "Kana", "Birth", "Sex", "Federation", "FIDE ID", "Club", "Memberships")
    known = ("王 Wang", "", "おう", "1990-02-03", "m", "JPN", "7000009", "Minato Club", ALWAYS)
    lines = [("N90000008", *known), ("N90000009", "王 Wang", *[""] * 7, ALWAYS)]
    work.done("members", "import", work.file(csv_bytes(headings, lines)))
    work.done("members", "merge", "N90000008", "--into", "N90000009", "--reason", "one person")
    _, *text = exported(work, "m.txt", "--for", "swiss-manager").decode("ascii").splitlines()
    assert [line.split() for line in text] == [["90000009", "Ou", "JPN", "0", "0", "1990"]]
    data = exported(work, "m.xlsx", "--for", "swiss-manager-excel")
    (row,) = load_workbook(io.BytesIO(data)).get_sheet_by_index(0).to_python()[1:]
    assert row == ["N90000009", "王 Wang", "", "JPN", "m", "Minato Club", "1990", "", "7000009", ""]
    work.done("resolve", "--take-back", "1", "--reason", "a father and his son")
    _, *text = exported(work, "m.txt", "--for", "swiss-manager").decode("ascii").splitlines()
    assert [line.split() for line in text] == [
        ["90000008", "Ou", "JPN", "0", "0", "1990"],
        ["90000009", "?", "Wang", "0", "0"],
    ]


def test_what_was_written_and_what_is_refused_is_said_in_japanese(office: Workplace) -> None:
    words = ("export", "members", "--for", "swiss-perfect", "--to", office.folder.parent / "m.txt")
    assert "会員3名、2026年10月1日のレーティング" in office.done("--lang", "ja", *words).out
    refused = office.run("--lang", "ja", *words, "--type", "blitz").err
    assert "：「blitz」は使えません（" in refused


def test_before_the_first_list_the_members_stand_without_ratings(work: Workplace) -> None:
    work.done("members", "import", work.file(table(*MEMBERS), "r.csv"))
    said = work.done("export", "members", "--for", "swiss-manager")
    assert "3 members, no list is published yet" in said.out
    assert (work.folder / "lists" / "members-standard-2026-11-02.txt").exists()


def test_a_list_with_one_rating_stands_beside_the_members_with_that_one(work: Workplace) -> None:
    of_2019(work)
    path = work.folder.parent / "m.txt"
    work.done("export", "members", "--for", "swiss-manager", "--to", path)
    said = work.done("export", "list", "--format", "swiss-manager", "--format", "swiss-perfect")
    assert "members-ncs-2019-09-01.txt" in said.out
    for text in (path.read_text(), (work.folder / "lists/members-ncs-2019-09-01.txt").read_text()):
        (line,) = [x for x in text.splitlines() if "Mori Sora" in x]
        assert line.split()[-4:] == ["1700", "100", "1980", "i"]  # no game of hers is known: inactive


def test_a_rating_that_the_queensland_list_keeps_unseen_is_not_in_the_organizers_file(
    queensland: Workplace,
) -> None:
    register(queensland, {"ID": ANNA, "Name": "Able Anna"}, {"ID": BEN, "Name": "Baker Ben"})
    rows = [{"ID": ANNA, "Name": "Able Anna", "QJ": 1000}, {"ID": BEN, "Name": "Baker Ben", "QJ": 400}]
    opening(queensland, rows)
    queensland.done("export", "members", "--for", "swiss-manager", "--to", queensland.folder / "m.txt")
    text = (queensland.folder / "m.txt").read_text()
    assert [line.split()[0] for line in text.splitlines()[1:]] == [ANNA[1:], BEN[1:]]
    assert "1000" in text
    assert "Baker Ben" in text
    assert "400" not in text
