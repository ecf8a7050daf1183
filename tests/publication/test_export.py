"""The published list as the website reads it, to the byte."""

from __future__ import annotations

import csv
import io
import os
import sqlite3
from contextlib import closing

import pytest

from tests.office.test_desk import EVENT
from tests.workplace import Workplace, once, small_federation

HEADER = "ID,Name,Kanji,ST-K,ST,ST-G,ST-R,RP,RP-G,Act,Mem"

PEOPLE = [
    {"ID": "N90000001", "Name": "Mori Sora", "Kanji": "森 空", "Birth": "1981-02-03"},
    {"ID": "N90000002", "Name": "Hata Rin", "Birth": "1982-03-04"},
    {"ID": "N90000003", "Name": "Tani Ken", "Birth": "1983-04-05"},
    {"ID": "N90000004", "Name": "Ono Aki", "Birth": "2015-05-06"},
    {"ID": "N90000005", "Name": "Abe Gone", "Birth": "1985-06-07", "Memberships": "2025-04-01/2026-10-31"},
    {"ID": "N90000006", "Name": "Yama Quick", "Birth": "1986-07-08"},
    {"ID": "N90000007", "Name": "Ishi Unrated", "Birth": "1987-08-09"},
    {"ID": "N90000008", "Name": "=Kido Formula", "Kanji": "@木戸", "Birth": "1988-09-10"},
]
OPENING = [
    # ID, ST, games, peak, RP, games, peak, last game
    ("N90000001", 2290, 500, 2400, 2100, 12, 2100, "2025-11-01"),
    ("N90000002", 1500, 30, 1500, None, None, None, "2025-10-31"),
    ("N90000003", 1500, 29, 1500, 1350, 3, 1350, "2026-09-30"),
    ("N90000004", 1400, 100, 1450, None, None, None, None),
    ("N90000005", 1600, 100, 1600, None, None, None, "2026-08-01"),
    ("N90000006", None, None, None, 1650, 44, 1700, "2026-08-01"),
    ("N90000008", 1200, 100, 1999, None, None, None, None),
]
EXPECTED = """\
ID,Name,Kanji,ST-K,ST,ST-G,ST-R,RP,RP-G,Act,Mem
N90000001,Mori Sora,森 空,10,2290,500,1,2100,12,1,1
N90000005,Abe Gone,,20,1600,100,,,,1,0
N90000003,Tani Ken,,40,1500,29,2,1350,3,1,1
N90000002,Hata Rin,,20,1500,30,2,,,0,1
N90000004,Ono Aki,,40,1400,100,4,,,0,1
N90000008,'=Kido Formula,'@木戸,20,1200,100,5,,,0,1
N90000006,Yama Quick,,,,,,1650,44,1,1
"""
"""By hand. Mori: ever 2400, K 10. Hata: 30 games, K 20; Tani: 29 games, K 40; Ono: a junior, K 40. Abe's
membership ended the day before: no rank. Three at 1500 or below share ranks 2, 2, 4. Mori's last game is
twelve months old to the day and counts, Hata's is one day older. Ishi is UR in both types: no line."""


@once
def taken_over(work: Workplace) -> None:
    names = {p["ID"]: p["Name"] for p in PEOPLE}
    columns = ("ID", "ST", "ST-G", "ST-Peak", "RP", "RP-G", "RP-Peak", "Last-Game")
    work.register(*PEOPLE)
    work.opening({**dict(zip(columns, row, strict=True)), "Name": names[row[0]]} for row in OPENING)


def exported(work: Workplace, *words: object) -> bytes:
    work.done("rate", *words)
    work.done("publish")
    work.done("export", "list")
    return (work.folder / "lists" / "rating-2026-11-01.csv").read_bytes()


def table(data: bytes) -> dict[str, dict[str, str]]:
    return {row["ID"]: row for row in csv.DictReader(io.StringIO(data.decode()))}


def test_the_file_is_the_one_worked_by_hand_to_the_byte(work: Workplace) -> None:
    taken_over(work)
    assert exported(work) == EXPECTED.replace("\n", "\r\n").encode()


def test_the_header_is_that_of_the_published_files(work: Workplace) -> None:
    taken_over(work)
    assert exported(work).split(b"\r\n")[0] == HEADER.encode()


def test_the_same_list_gives_the_same_bytes_run_after_run(work: Workplace) -> None:
    taken_over(work)
    first = exported(work)
    path = work.folder / "lists" / "rating-2026-11-01.csv"
    path.unlink()
    work.done("export", "list", "--list", "2026-11-01")
    assert path.read_bytes() == first
    work.done("export", "list", "--to", work.folder.parent / "site")
    assert (work.folder.parent / "site" / "rating-2026-11-01.csv").read_bytes() == first


def test_the_mark_for_excel_comes_only_when_it_is_asked_for(work: Workplace) -> None:
    taken_over(work)
    plain = exported(work)
    work.done("export", "list", "--bom")
    assert not plain.startswith(b"\xef\xbb\xbf")
    assert (work.folder / "lists" / "rating-2026-11-01.csv").read_bytes() == b"\xef\xbb\xbf" + plain


def test_no_birth_date_or_address_leaves_the_office(work: Workplace) -> None:
    taken_over(work)
    work.store(EVENT)
    exported(work)
    written = b"".join(p.read_bytes() for p in (work.folder / "lists").rglob("*") if p.is_file())
    assert written
    for person in PEOPLE:
        born = str(person["Birth"])
        for form in (born, born.replace("-", ""), born.replace("-", "/"), born[:7]):
            assert form.encode() not in written
    assert b"example.jp" not in written


@pytest.mark.parametrize("start", ["=", "+", "-", "@"])
def test_a_cell_that_a_spreadsheet_would_calculate_is_made_text(work: Workplace, start: str) -> None:
    work.register({"ID": "N90000001", "Name": f"{start}SUM Sora", "Kanji": f"{start}1"})
    work.opening([{"ID": "N90000001", "Name": f"{start}SUM Sora", "ST": 1500, "ST-G": 1}])
    row = table(exported(work))["N90000001"]
    assert (row["Name"], row["Kanji"]) == (f"'{start}SUM Sora", f"'{start}1")


def test_a_name_with_a_comma_and_quotes_stays_one_cell(work: Workplace) -> None:
    work.register({"ID": "N90000001", "Name": "Mori Sora", "Kanji": '森,"空"'})
    work.opening([{"ID": "N90000001", "Name": "Mori Sora", "ST": 1500, "ST-G": 1}])
    assert table(exported(work))["N90000001"]["Kanji"] == '森,"空"'


# The switches of docs/interpretations.md that concern the office, each by what it changes.


def test_r18_ranks_everyone_or_members_only(work: Workplace) -> None:
    taken_over(work)
    ranks = {
        i: row["ST-R"] for i, row in table(exported(work, "--interpretation", "R18=everyone-ranked")).items()
    }
    assert ranks == {
        "N90000001": "1",
        "N90000005": "2",
        "N90000003": "3",
        "N90000002": "3",
        "N90000004": "5",
        "N90000008": "6",
        "N90000006": "",
    }


@pytest.mark.parametrize(("words", "k"), [((), "20"), (("--interpretation", "R23=this-period"), "40")])
def test_r23_prints_the_k_of_the_next_game_or_of_this_period(
    work: Workplace, words: tuple[str, ...], k: str
) -> None:
    work.register(*({"ID": p.national_id, "Name": p.name} for p in EVENT.players))
    work.opening(
        {"ID": p.national_id, "Name": p.name, "ST": 1500, "ST-G": 28, "ST-Peak": 1500} for p in EVENT.players
    )
    work.store(EVENT)
    # Two games each make thirty: from then on K is 20.
    assert {row["ST-K"] for row in table(exported(work, *words)).values()} == {k}


def test_r24_writes_y_or_nothing(work: Workplace) -> None:
    taken_over(work)
    rows = table(exported(work, "--interpretation", "R24=yes-or-empty"))
    assert {i: (row["Act"], row["Mem"]) for i, row in rows.items()} == {
        "N90000001": ("Y", "Y"),
        "N90000005": ("Y", ""),
        "N90000003": ("Y", "Y"),
        "N90000002": ("", "Y"),
        "N90000004": ("", "Y"),
        "N90000008": ("", "Y"),
        "N90000006": ("Y", "Y"),
    }


def test_a_switch_is_kept_with_the_list_it_was_used_for(work: Workplace) -> None:
    taken_over(work)
    exported(work, "--interpretation", "R24=yes-or-empty")
    ((stored,),) = work.rows("SELECT interpretations FROM list_version WHERE how = 'run'")
    assert '"R24": "yes-or-empty"' in stored
    assert '"R18": "members-on-list-date"' in stored


@pytest.mark.parametrize("word", ["R1", "R199=half-up", "R1=sideways", "=", "R18=everyone-ranked=yes"])
def test_a_switch_that_is_none_is_refused_with_what_there_is(work: Workplace, word: str) -> None:
    taken_over(work)
    before = work.dump()
    said = work.run("rate", "--interpretation", word)
    assert said.code == 1
    assert said.problem()["code"] in ("interpretation", "unknown-interpretation")
    assert work.dump() == before


def test_what_is_written_is_whole_or_the_old_file(work: Workplace) -> None:
    taken_over(work)
    first = exported(work)

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    with work.monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        said = work.run("export", "list", "--bom")
    assert said.code == 1
    assert "No space left" in said.err
    assert [p.name for p in (work.folder / "lists").iterdir()] == ["rating-2026-11-01.csv"]
    assert (work.folder / "lists" / "rating-2026-11-01.csv").read_bytes() == first


def test_a_list_of_a_database_from_before_prints_what_is_stored_not_what_would_be_reckoned(
    work: Workplace,
) -> None:
    small_federation(work)
    work.store(EVENT)
    first = exported(work)
    with closing(sqlite3.connect(work.database)) as connection, connection:
        connection.execute("UPDATE member SET name = 'Renamed Later'")
    connection.close()
    work.done("export", "list", "--list", "2026-11-01")
    assert (work.folder / "lists" / "rating-2026-11-01.csv").read_bytes() == first
