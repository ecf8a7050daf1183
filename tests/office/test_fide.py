"""FIDE's list beside the register: kept, compared, never written into it."""

from __future__ import annotations

from pathlib import Path

from tests.importer.test_fide_list import HEAD, line
from tests.workplace import Workplace

HEADINGS = ("ID", "Name", "FIDE ID", "Birth", "Sex", "Federation", "Joined")
MEMBERS = [
    dict(zip(HEADINGS, cells, strict=True))
    for cells in (
        ("N90000001", "Mori Sora", "7000001", "1981-05-05", "m", "JPN", "2026-10-05"),
        ("N90000002", "Hata Rin", None, "1999-05-05", "f", "JPN", None),
        ("N90000003", "Tani Ken", "7009999", None, None, "JPN", None),
        ("N90000004", "Guest Invented", "4100018", "1970-01-01", "f", "RUS", None),
        ("N90000005", "Ono Aki", None, "2001-01-01", "f", "JPN", None),
    )
]
ROWS = (
    line("7000001", "Mori, Sora", "JPN", "M", "", (2150, 0, 0), "1980", ""),
    line("7000002", "Hata, Rin", "JPN", "F", "", (1800, 1700, 0), "1999", ""),
    line("7000003", "Ono, Aki", "JPN", "F", "", (0, 0, 0), "2001", ""),
    line("7000004", "Ono, Aki", "JPN", "F", "", (0, 0, 0), "2001", ""),
    line("4100018", "Invented, Guest", "RUS", "F", "", (0, 1900, 0), "1970", ""),
    line("2000001", "Nobody, Of Ours", "USA", "M", "", (1500, 0, 0), "1990", ""),
)


def fide(work: Workplace) -> Path:
    return work.file("\n".join((HEAD, *ROWS, "")), "players_list_foa.txt")


def test_of_the_list_the_federations_players_and_the_members_are_kept(work: Workplace) -> None:
    work.register(*MEMBERS)
    said = work.done("fide", "import", fide(work), "--month", "2026-10")
    assert said.out == "FIDE's list of 2026-10, all: 6 players, 5 of them kept\n"
    assert work.rows("SELECT fide_id, standard, rapid, born_year FROM fide_player ORDER BY fide_id") == [
        ("4100018", None, 1900, 1970),
        ("7000001", 2150, None, 1980),
        ("7000002", 1800, 1700, 1999),
        ("7000003", None, None, 2001),
        ("7000004", None, None, 2001),
    ]
    again = work.done("fide", "import", fide(work), "--month", "2026-10")
    assert "same file as before" in again.err
    assert work.rows("SELECT count(*) FROM fide_player") == [(5,)]
    assert work.rows("SELECT count(*) FROM fide_list") == [(1,)]


def test_the_officer_is_told_what_could_be_filled_and_what_differs(work: Workplace) -> None:
    work.register(*MEMBERS)
    work.done("fide", "import", fide(work), "--month", "2026-10")
    before = work.rows("SELECT * FROM member")
    assert work.done("fide", "suggest").out.splitlines() == [
        "By FIDE's list of October 2026: 4 suggestions",
        "Could be filled: 2",
        "  N90000001 Mori Sora: FIDE ST: 2150 (FIDE list 2026-10)",
        "  N90000002 Hata Rin: FIDE ID: 7000002 (Hata, Rin, born 1999)",
        "Different: 1",
        "  N90000001 Mori Sora: Birth: 1981 here, 1980",
        "FIDE ID not on the list: 1",
        "  N90000003 Tani Ken: FIDE ID: 7009999 here, not on the list of 2026-10",
    ]
    assert work.rows("SELECT * FROM member") == before


def test_without_a_list_nothing_can_be_suggested(work: Workplace) -> None:
    assert work.run("fide", "suggest").problem()["code"] == "no-fide-list"


def test_a_list_that_cannot_be_read_leaves_nothing_behind(work: Workplace) -> None:
    before = work.dump()
    cut = work.file("\n".join((HEAD, *ROWS))[:-100], "players_list_foa.txt")
    assert work.run("fide", "import", cut, "--month", "2026-10").code == 1
    assert work.dump() == before
