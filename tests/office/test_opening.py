"""`opening import`: the last list from before this office; what is not known stays visible."""

from __future__ import annotations

import gzip
import json
from datetime import date, timedelta

import pytest

from tests.importer.invented import games_csv, list_csv, pairing, player, reading
from tests.office.test_register_files import workbook
from tests.workplace import Workplace

MEMBERS = (
    {"ID": "N90000001", "Name": "Mori Sora", "Birth": None},
    {"ID": "N90000002", "Name": "Hata Rin"},
    {"ID": "N90000003", "Name": "Tani Ken"},
)
MORI = {"ID": "N90000001", "Name": "Mori Sora", "ST": 1700, "ST-G": 12}
HATA = {
    "ID": "N90000002",
    "Name": "Hata Rin",
    "ST": 1500,
    "ST-G": 80,
    "ST-Peak": 1620,
    "Last-Game": "2026-08-01",
}
EARLIER = ("N90000003", "ST", "2026-05-09", 1412, "0.5", "Invented May Open")


def open_with(work: Workplace, rows: object, games: object = None, day: str = "2026-10-01"):
    files = [work.file(rows if isinstance(rows, bytes) else list_csv(rows), "list.csv")]
    if games is not None:
        files += ["--games", work.file(games_csv(games), "games.csv")]
    return work.run("opening", "import", *files, "--list", day)


def test_the_opening_list_is_stored_as_published(work: Workplace) -> None:
    work.register(*MEMBERS)
    said = open_with(work, [MORI, {**HATA, "RP": 1400, "RP-G": 3, "RP-Peak": 1444}], [EARLIER])
    assert said.code == 0
    assert "The list of 1 October 2026 is taken over: 3 ratings, 1 earlier game" in said.out
    assert work.rows("SELECT list_date, version, how, state, published_by FROM list_version") == [
        ("2026-10-01", 1, "opening", "published", "Invented Officer")
    ]
    query = "SELECT federation_id, type, rating, games, peak, peak_assumed FROM list_rating ORDER BY 1, 2"
    assert work.rows(query) == [
        ("N90000001", "standard", 1700, 12, 1700, 1),
        ("N90000002", "rapid", 1400, 3, 1444, 0),
        ("N90000002", "standard", 1500, 80, 1620, 0),
    ]
    query = "SELECT federation_id, type, played_on, opponent_rating, score, source FROM earlier_game"
    assert work.rows(query) == [("N90000003", "standard", "2026-05-09", 1412, 1, "Invented May Open")]
    ((packed,),) = work.rows("SELECT inputs FROM list_version")
    assert json.loads(gzip.decompress(packed))["list"][0]["ST"] == "1700"


def test_a_list_before_the_register_is_refused_in_one_sentence(work: Workplace) -> None:
    problem = open_with(work, [MORI, HATA]).problem()
    assert (problem["code"], problem["expected"]) == ("no-such-member", "members on the register")
    assert problem["do"] == "import the register first: banzuke members import REGISTER.csv"


def test_a_list_and_its_games_are_taken_over_from_workbooks_as_from_csv(work: Workplace) -> None:
    """With a title above the headings, days as a spreadsheet has them, and an ID whose N is lost."""
    work.register(*MEMBERS)
    title = ("Rating list of October",)
    listed = workbook(
        title,
        ("ID", "Name", "ST", "ST-G", "ST-Peak", "Last-Game"),
        (90000001, "Mori Sora", 1700, 12, None, None),
        ("N90000002", "Hata Rin", 1500, 80, 1620, date(2026, 8, 1)),
    )
    said = work.run("opening", "import", work.file(listed, "list.xlsx"), "--list", "2026-10-01", "--dry-run")
    assert "RP" in said.err  # as of a CSV file: a column of the list is missing
    headings = ("ID", "Name", "ST", "ST-G", "ST-Peak", "RP", "RP-G", "Last-Game")
    listed = workbook(
        title,
        headings,
        (90000001, "Mori Sora", 1700, 12, None, None, None, None),
        ("N90000002", "Hata Rin", 1500, 80, 1620, None, None, date(2026, 8, 1)),
    )
    day = date(2026, 5, 9)
    games = workbook(
        ("ID", "Type", "Date", "Opponent Rating", "Score", "Source"),
        ("N90000003", "ST", day, 1412, 0.5, EARLIER[-1]),
    )
    files = (work.file(listed, "list.xlsx"), "--games", work.file(games, "games.xlsx"))
    work.done("opening", "import", *files, "--list", "2026-10-01")
    query = "SELECT federation_id, type, rating, games, peak, peak_assumed FROM list_rating ORDER BY 1, 2"
    assert work.rows(query) == [
        ("N90000001", "standard", 1700, 12, 1700, 1),
        ("N90000002", "standard", 1500, 80, 1620, 0),
    ]
    assert work.rows("SELECT federation_id, last_game FROM list_member ORDER BY 1") == [
        ("N90000001", None),
        ("N90000002", "2026-08-01"),
    ]
    query = "SELECT federation_id, type, played_on, opponent_rating, score, source FROM earlier_game"
    assert work.rows(query) == [("N90000003", "standard", "2026-05-09", 1412, 1, "Invented May Open")]


def test_a_workbook_with_the_one_rating_of_2019_is_taken_over(work: Workplace) -> None:
    work.register(*MEMBERS)
    listed = workbook(("ID", "Name", "NCS", "NCS-G"), ("N90000001", "Mori Sora", 1700, 12))
    work.done("opening", "import", work.file(listed, "list.xlsx"), "--list", "2022-09-01")
    assert work.rows("SELECT type, rating FROM list_rating") == [("ncs", 1700)]


def test_a_missing_peak_and_birth_date_are_listed_wherever_they_matter(work: Workplace) -> None:
    work.register(*MEMBERS)
    tried = ("import", work.file(list_csv([MORI, HATA])), "--list", "2026-10-01", "--dry-run")
    assert "N90000001 スタンダード" in work.done("--lang", "ja", "opening", *tried).out
    said = open_with(work, [MORI, HATA])
    assert "No peak is known, so the rating is used as the peak: 1\n  N90000001 standard" in said.out
    assert "the last one is not known (R18): 1" in said.out
    work.store(
        reading(
            [player(1, "Mori Sora", "N90000001"), player(2, "Hata Rin", "N90000002")],
            [pairing(1, 1, 2, "1-0")],
        )
    )
    status = work.done("status").out
    assert "peak = opening rating, 1: N90000001 standard" in status
    assert "no birth date, so no junior rule, 1: N90000001" in status
    report = work.done("rate").out
    assert "N90000001 Mori Sora, standard: no peak is known" in report
    work.done("publish")
    work.store(
        reading(
            [player(1, "Mori Sora", "N90000001"), player(2, "Hata Rin", "N90000002")],
            [pairing(1, 1, 2, "1-0")],
            number=1400002,
        ),
        date(2026, 11, 1),
    )
    work.resolve(work.the("reported-twice"), "--accept")
    work.moment += timedelta(days=30)
    again = work.done("rate").out
    peak = work.rows("SELECT peak FROM list_rating WHERE version_id = 2 AND federation_id = 'N90000001'")
    assert f"the highest rating since the opening is used ({peak[0][0]})" in again
    assert "No peak was known at the opening" in work.done("explain", "N90000001").out
    assert "No peak was known at the opening" not in work.done("explain", "N90000002").out


def test_a_junior_rule_that_was_not_applied_for_want_of_a_birth_date_is_in_the_report(
    work: Workplace,
) -> None:
    work.register(*MEMBERS)
    open_with(work, [{**MORI, "ST-G": 40, "ST-Peak": 1700}, HATA])
    work.store(
        reading(
            [player(1, "Mori Sora", "N90000001"), player(2, "Hata Rin", "N90000002")],
            [pairing(1, 1, 2, "1-0")],
        )
    )
    report = work.done("rate").out
    assert "N90000001 Mori Sora, standard: no birth date is known; no junior rule was applied" in report
    assert "no peak is known" not in report


def test_who_is_not_on_the_register_or_has_another_name_is_refused(work: Workplace) -> None:
    work.register(*MEMBERS)
    before = work.dump()
    said = open_with(
        work,
        [{**MORI, "Name": "Mori Sola"}, {**HATA, "ID": "N90000009"}],
        [("N90000008", *EARLIER[1:])],
    )
    assert said.code == 1
    assert [(p["place"], p["expected"], p["found"]) for p in said.problems()] == [
        ("list.csv, line 2, column Name", "“Mori Sora”, as on the register", "“Mori Sola”"),
        ("list.csv, line 3, column ID", "an ID on the register", "“N90000009”"),
        ("games.csv, line 2, column ID", "an ID on the register", "“N90000008”"),
    ]
    assert work.dump() == before


def test_every_fault_of_the_list_is_named_at_once(work: Workplace) -> None:
    work.register(*MEMBERS)
    before = work.dump()
    said = open_with(
        work,
        [
            {**MORI, "ST": "17OO", "Last-Game": "8/1"},
            {**HATA, "ST-Peak": 1499, "RP-G": 3},
            {**HATA, "ST-G": None},
            {"ID": "N1", "Name": None, "ST": 0, "ST-G": -1},
        ],
    )
    assert {p["place"] for p in said.problems()} == {
        f"list.csv, line {line}, column {column}"
        for line, column in [
            (2, "ST"),
            (2, "Last-Game"),
            (3, "ST-Peak"),
            (3, "RP-G"),
            (4, "ID"),
            (4, "ST-G"),
            (5, "ID"),
            (5, "Name"),
            (5, "ST"),
            (5, "ST-G"),
        ]
    }
    assert work.dump() == before


def test_a_figure_that_cannot_be_read_is_one_fault_and_people_are_looked_up_in_the_same_run(
    work: Workplace,
) -> None:
    work.register(*MEMBERS)
    rows = [
        {**MORI, "ST-G": 10**12},
        {**HATA, "ST": 40000},
        {**MORI, "ID": "N90000009"},
        {**MORI, "ID": "N3"},
    ]
    said = open_with(work, rows, [("N90000008", "ST", "x", *EARLIER[3:])])
    assert [(p["place"], p["found"]) for p in said.problems()] == [
        ("list.csv, line 2, column ST-G", "“1000000000000”"),
        ("list.csv, line 3, column ST", "“40000”"),
        ("list.csv, line 4, column ID", "“N90000009”"),
        ("list.csv, line 5, column ID", "“N3”"),
        ("games.csv, line 2, column Date", "“x”"),
        ("games.csv, line 2, column ID", "“N90000008”"),
    ]


@pytest.mark.parametrize(
    ("data", "code", "found"),
    [
        (b"", "file-empty", "an empty file"),
        (b"\xef\xbb\xbf\r\n", "file-empty", "an empty file"),
        (b",,\r\nN90000001,Mori Sora,1700\r\n", "bad-heading", "an empty line"),
    ],
)
def test_a_file_without_headings_is_one_problem(work: Workplace, data: bytes, code: str, found: str) -> None:
    problem = open_with(work, data).problem()
    assert (problem["code"], problem["found"]) == (code, found)
    assert "ID, Name, ST, ST-G, RP, RP-G" in problem["expected"]


def test_a_wrong_heading_of_the_list_hides_no_wrong_cell_of_either_file(work: Workplace) -> None:
    work.register(*MEMBERS)
    text = "ID,Name,St,ST-G,RP,RP-G\nN90000001,Mori Sora,1700,12,x,\nN90000009,Hata Rin,1500,80,,\n"
    said = open_with(work, text.encode(), [("N90000003", "BZ", *EARLIER[2:])])
    assert [(p["place"], p["found"]) for p in said.problems()] == [
        ("list.csv, line 1", "no such heading"),
        ("list.csv, line 1", "“St”"),
        ("list.csv, line 2, column RP", "“x”"),
        ("list.csv, line 2, column RP-G", "an empty cell"),
        ("list.csv, line 3, column ID", "“N90000009”"),
        ("games.csv, line 2, column Type", "“BZ”"),
    ]


def test_every_fault_of_the_earlier_games_is_named_at_once(work: Workplace) -> None:
    work.register(*MEMBERS)
    before = work.dump()
    said = open_with(
        work, [MORI], [("N3", "BZ", "2026-13-01", "0", "2", ""), ("N90000003", "ST", "", "", "", "x")]
    )
    assert {p["place"] for p in said.problems()} == {
        f"games.csv, line {line}, column {column}"
        for line, column in [
            (2, "ID"),
            (2, "Type"),
            (2, "Date"),
            (2, "Opponent Rating"),
            (2, "Score"),
            (2, "Source"),
            (3, "Date"),
            (3, "Opponent Rating"),
            (3, "Score"),
        ]
    }
    assert work.dump() == before


def test_a_rated_players_earlier_games_are_refused(work: Workplace) -> None:
    work.register(*MEMBERS)
    said = open_with(work, [MORI], [("N90000001", "ST", "2026-05-09", 1412, "1", "x")])
    assert said.problem()["expected"] == "a player who is UR in this type"


@pytest.mark.parametrize(
    ("day", "code", "expected"),
    [("2026-10-02", "list-date", "the 1st of a month (3(6))"), ("2026-02-30", None, None)],
)
def test_a_list_date_that_is_none_is_refused(work: Workplace, day: str, code: str, expected: str) -> None:
    work.register(*MEMBERS)
    before = work.dump()
    said = open_with(work, [MORI], day=day)
    assert work.dump() == before
    if code is None:
        assert said.code == 2
        assert "2026-02-30" in said.err
    else:
        assert said.code == 1
        assert (said.problem()["code"], said.problem()["expected"]) == (code, expected)


def test_the_opening_balance_is_taken_over_once(work: Workplace) -> None:
    work.register(*MEMBERS)
    open_with(work, [MORI])
    before = work.dump()
    said = open_with(work, [MORI])
    assert (said.code, said.problem()["code"]) == (1, "opening-repeated")
    assert "another folder: banzuke init" in said.problem()["do"]
    assert work.dump() == before


def test_the_published_file_of_the_federation_is_taken_as_it_is(work: Workplace) -> None:
    work.register(*MEMBERS)
    text = (
        "ID,Name,Kanji,K,ST,ST-G,ST-R,RP,RP-G,Act,Mem\r\n"
        "N90000002,Hata Rin,羽田 凛,20,1500,80,1,1400,31,1,1\r\n"
        "N90000003,Tani Ken,,,,,,1300,4,0,0\r\n"
    )
    assert open_with(work, text.encode()).code == 0
    assert work.rows("SELECT federation_id, type, rating, games FROM list_rating ORDER BY 1, 2") == [
        ("N90000002", "rapid", 1400, 31),
        ("N90000002", "standard", 1500, 80),
        ("N90000003", "rapid", 1300, 4),
    ]


def test_days_from_the_list_on_and_games_of_another_type_than_the_lists_are_refused(work: Workplace) -> None:
    work.register(*MEMBERS)
    (late,) = open_with(work, [MORI, {**HATA, "Last-Game": "2026-10-01"}], [EARLIER]).problems()
    assert (late["place"].rpartition(", ")[2], late["expected"]) == (
        "column Last-Game", "a day before the list of 2026-10-01",
    )  # fmt: skip
    other = ("N90000003", "NCS", "2030-01-01", 1412, "0.5", "Invented May Open")
    found = open_with(work, [MORI, HATA], [other]).problems()
    assert [one["expected"] for one in found] == [
        "ST or RP, as on the list", "a day before the list of 2026-10-01",
    ]  # fmt: skip


def test_an_entry_that_was_merged_before_stands_for_its_member(work: Workplace) -> None:
    """The list still has the number that was given up: he is a member on its day, and nobody is without a
    line for it."""
    again = {"ID": "N90000009", "Name": "Hata Rin", "Memberships": ""}
    work.register(*MEMBERS, again)
    work.done("members", "merge", "N90000009", "--into", "N90000002", "--reason", "one person")
    said = open_with(work, [MORI, {**HATA, "ID": "N90000009"}])
    assert "On the register without a line, so unrated (UR): 1\n  N90000003\n" in said.out
    assert work.rows("SELECT federation_id, member_on_day FROM list_member ORDER BY 1") == [
        ("N90000001", 1),
        ("N90000009", 1),
    ]


def test_a_list_that_is_still_to_come_is_refused(work: Workplace) -> None:
    work.register(*MEMBERS)
    found = open_with(work, [MORI], day="2031-10-01").problem()
    assert (found["code"], found["found"]) == ("day-to-come", "2031-10-01")
    assert open_with(work, [MORI], day="2026-12-01").code == 0, "the list of the coming month can be out"
