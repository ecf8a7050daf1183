"""Swiss Perfect events: the three files together, against the program's own crosstables."""

from __future__ import annotations

import io
import zipfile
from datetime import date

import pytest

from importer.files import FileReading, read_files
from importer.given import GivenFile
from rating.time_control import minutes_at_60
from scraper.records import EventRecord, Kind, Pairing, Result, System
from tests.importer.swiss_perfect import GAMES, PLAYERS, SCO, files, table
from tests.samples import samples

pytestmark = pytest.mark.usefixtures("one_reader")

Cell = tuple[int, str]
"""The opponent's starting number (0 for none, or one who is not in the table) and the sign."""


def read(given: list[GivenFile]) -> FileReading:
    (reading,) = read_files(given, minutes_at_60)
    return reading


def record(given: list[GivenFile]) -> EventRecord:
    reading = read(given)
    assert reading.record is not None, reading.problems
    return reading.record


def sample(stem: str) -> list[GivenFile]:
    folder = samples("swiss-perfect")
    return [GivenFile(f"{stem}.{e}", (folder / f"{stem}.{e}").read_bytes()) for e in ("trn", "sco", "ini")]


def table_rows(stem: str) -> list[list[str]]:
    path = samples("swiss-perfect") / f"{stem}.txt"
    lines = (line for line in path.read_text("cp1252").splitlines() if line[:1].isdigit())
    return [[cell.strip() for cell in line.split("\t")] for line in lines]


def crosstable(stem: str, event: EventRecord) -> dict[int, list[Cell]]:
    """The program's own crosstable, read as plain text: a starting number with its cells, round by round. One
    of the tables is in the order of the places: there names lead to the starting numbers."""
    rows = table_rows(stem)
    by_name = {p.name: p.number for p in event.players} if stem in BY_PLACE else {}
    numbers = {int(row[0]): by_name.get(row[1], int(row[0])) for row in rows} | {0: 0}
    found = {}
    for row in rows:
        cells = [cell.partition(":") for cell in row[4:] if cell]
        found[numbers[int(row[0])]] = [
            (numbers[int(who.strip() or 0)], sign.strip()) for who, _, sign in cells
        ]
    return found


def as_cells(event: EventRecord, shown: set[int]) -> dict[int, list[Cell]]:
    """Our pairings, written as the crosstable writes them: who is not in it is no opponent in it, nor is one
    in a game that both forfeited."""
    found = {number: [(0, "")] * (event.round_count or 0) for number in shown}
    signs = {
        Result.WHITE_WINS: "WL",
        Result.BLACK_WINS: "LW",
        Result.DRAW: "DD",
        Result.WHITE_BY_FORFEIT: "+-",
        Result.BLACK_BY_FORFEIT: "-+",
        Result.DOUBLE_FORFEIT: "--",
        Result.BYE_ONE: "W",
        Result.BYE_HALF: "D",
        Result.BYE_ZERO: "",
    }
    for p in event.pairings:
        assert p.result is not None
        sides = [(p.white, p.black), (p.black, p.white)][: 1 if p.black is None else 2]
        for sign, (one, other) in zip(signs[p.result], sides, strict=False):
            opponent = 0 if other not in shown or p.result is Result.DOUBLE_FORFEIT else other
            if one is not None and one in shown:
                found[one][p.round - 1] = (opponent or 0, sign)
    return found


BY_PLACE = ("LimerickClubChampionship09",)
WITH_CROSSTABLES = ("LimerickClubChampionship09", "junior_championships_u19_2010", "gonzaga_challengers_2010")


@pytest.mark.parametrize("stem", WITH_CROSSTABLES)
def test_the_games_and_numbers_are_those_of_the_programs_own_crosstable(stem: str) -> None:
    event = record(sample(stem))
    expected = crosstable(stem, event)
    found = as_cells(event, set(expected))
    points = {"+": "1", "W": "1", "=": "½", "D": "½", "-": "", "L": ""}  # alone it tells a bye from a forfeit
    for number, cells in expected.items():
        for round_number, (theirs, ours) in enumerate(zip(cells, found[number], strict=True), start=1):
            where = f"{number}, round {round_number}"
            assert ours[0] == theirs[0], where
            if ours[0]:
                assert ours[1] == theirs[1], where
            else:
                assert points.get(ours[1], "") == points.get(theirs[1], ""), where
    assert sum(bool(o) for cells in expected.values() for o, _ in cells) > 10


@pytest.mark.parametrize("stem", WITH_CROSSTABLES)
def test_the_points_of_the_table_are_those_of_the_games(stem: str) -> None:
    event = record(sample(stem))
    worth = {"W": 1, "+": 1, "D": 0.5}
    expected = crosstable(stem, event)
    cells = as_cells(event, set(expected))
    totals = [float(row[3]) for row in table_rows(stem)]
    assert [sum(worth.get(s, 0) for _, s in cells[number]) for number in expected] == totals


def test_a_result_that_is_neither_game_nor_forfeit_is_one_question_and_a_forfeit() -> None:
    """gonzaga_challengers_2010 has a 0-2 with types 1 and 0, which its own crosstable prints as `45:+`."""
    event = record(sample("gonzaga_challengers_2010"))
    unsure, ignored = event.problems
    assert (unsure.code, unsure.found) == ("swiss-perfect-result-unsure", "0-2, types 1 and 0, in record 27")
    assert (ignored.code, ignored.found) == ("swiss-perfect-rows-ignored", "1 row with neither (round 1: 1)")
    game = next(p for p in event.pairings if (p.round, p.white, p.black) == (1, 25, 45))
    assert (game.result, game.kind) == (Result.BLACK_BY_FORFEIT, Kind.FORFEIT)
    assert crosstable("gonzaga_challengers_2010", event)[45][0] == (25, "+")


def test_rows_without_players_are_counted_and_left_out() -> None:
    event = record(sample("ncc"))
    (ignored,) = event.problems
    assert (ignored.code, ignored.found.split(" ")[0]) == ("swiss-perfect-rows-ignored", "36")
    assert sum(p.kind is Kind.GAME for p in event.pairings) == 155 - 36 - 1
    assert (event.round_count, len(event.players)) == (4, 77)


def test_settings_without_an_event_are_the_events_file_all_the_same() -> None:
    data = (samples("swiss-perfect") / "limerick_cc_2011.zip").read_bytes()
    event = record([GivenFile("limerick_cc_2011.zip", data)])
    assert [p.code for p in event.problems] == ["event-name-missing"]
    assert (event.name, len(event.players), event.round_count) == ("LimerickClubChampionship10", 23, 7)
    assert sum(p.kind is Kind.GAME for p in event.pairings) == 71


def test_the_number_shown_is_the_starting_number_where_each_has_one() -> None:
    numbered = [{**player, "START_NO": 4 - n} for n, player in enumerate(PLAYERS, start=1)]
    event = record(files(players=numbered))
    assert [(p.number, p.name) for p in event.players] == [
        *((1, "Tani, Kén"), (2, "Hata, Rin"), (3, "Mori, Sora")),
    ]
    assert event.pairings[0] == Pairing(1, 1, 3, 2, Result.WHITE_WINS, Kind.GAME)
    for other in ("", "0", "3"):  # not numbered yet, or two of one number: the IDs stand
        again = record(files(players=[*numbered[:1], {**numbered[1], "START_NO": other}, *numbered[2:]]))
        assert [p.name for p in again.players] == ["Mori, Sora", "Hata, Rin", "Tani, Kén"]


def test_deleted_records_are_skipped_and_rubbish_behind_a_nul_is_cut() -> None:
    event = record(sample("mulcahy_2010"))
    assert len(event.players) == 50
    assert sum(p.kind is Kind.GAME for p in event.pairings) == 146
    assert all(p.name.isprintable() and "  " not in p.name for p in event.players)
    byes = [p for p in event.pairings if p.kind is Kind.HALF_BYE]
    assert [p.round for p in byes] == [2, 2, 2, 2, 5, 5]
    assert {p.fide_id for p in event.players} == {None}  # birth dates stand in that field


@pytest.mark.parametrize("encoding", ["cp932", "utf-8"])
def test_files_of_windows_in_japan_are_read_as_such(encoding: str) -> None:
    names = (("月見", "凛"), ("ﾊﾅｵｶ", "A"), ("森", "空"))
    players = [{**p, "SURNAME": s, "FIRSTNAME": f} for p, (s, f) in zip(PLAYERS, names, strict=True)]
    event = record(files(players, name="秋季大会", organiser="さくら会", encoding=encoding))
    assert (event.name, event.organizer) == ("秋季大会", "さくら会")
    assert [p.name for p in event.players] == [", ".join(name) for name in names]


@pytest.mark.parametrize("name", ["Hélène", "Irénée", "Kén", "Ärja", "Bjørn–Åke", "Ça été"])
def test_accents_are_no_kanji(name: str) -> None:
    event = record(files([{**PLAYERS[0], "FIRSTNAME": name}, *PLAYERS[1:]], name=name))
    assert (event.name, event.players[0].name) == (name, f"Mori, {name}")


def test_a_zip_and_the_three_files_are_the_same_event() -> None:
    data = (samples("swiss-perfect") / "junior_championships_u19_2010.zip").read_bytes()
    event = record([GivenFile("a.zip", data)])
    alone = record(sample("junior_championships_u19_2010"))
    assert (event.players, event.pairings) == (alone.players, alone.pairings)
    assert [p.origin for p in event.source.pages] == ["a.zip"]


@pytest.mark.parametrize(
    ("name", "code", "found"),
    [
        ("notenoughfiles.zip", "swiss-perfect-incomplete", "ncc.ini; .trn and .sco missing"),
        (
            "mixedstems.zip",
            "swiss-perfect-mixed",
            "ncc.ini, mulcahy_2010.trn, LimerickClubChampionship09.sco",
        ),
    ],
)
def test_a_zip_that_is_no_event_is_refused_with_the_reason(name: str, code: str, found: str) -> None:
    reading = read([GivenFile(name, (samples("swiss-perfect") / name).read_bytes())])
    assert reading.record is None
    assert [(p.code, p.place, p.found) for p in reading.problems] == [(code, name, found)]
    assert ("give them one name" in reading.problems[0].remedy) == (code == "swiss-perfect-mixed")


def test_two_tournaments_of_one_name_are_to_be_given_apart() -> None:
    (problem,) = read([*files(), *files(name="Another")]).problems
    assert (problem.code, problem.expected) == ("swiss-perfect-mixed", "one tournament of this name")


@pytest.mark.parametrize(
    ("told", "born", "fide_id"),
    [
        ("19750131", "19750131", None),
        ("31011975", "19750131", None),
        ("31-01-1975", "", None),
        ("7000623", "19750131", "7000623"),
        ("19750131", "19800101", "19750131"),
        ("24663832", "", "24663832"),
    ],
)
def test_a_birth_date_in_the_place_of_the_fide_id_is_none(told: str, born: str, fide_id: str | None) -> None:
    given = [{**PLAYERS[0], "INTL_ID": told, "BIRTH_DATE": born}, *PLAYERS[1:]]
    assert record(files(given)).players[0].fide_id == fide_id


def test_an_event_is_read_with_members_numbers_byes_and_boards() -> None:
    event = record(files())
    assert (event.name, event.organizer, event.arbiter, event.system, event.round_count) == (
        *("Invented Club Championship", "Invented Chess Club", "Ono Aki", System.SWISS, 2),
    )
    assert (event.first_day, event.last_day, event.time_control.text) == (None, None, None)
    mori, hata, tani = event.players
    assert (mori.name, mori.national_id, mori.rating_national, mori.sex) == (
        "Mori, Sora",
        "N90000001",
        1700,
        "f",
    )
    assert (hata.title, hata.born, tani.name, tani.fide_id) == ("FM", "1999-01-02", "Tani, Kén", None)
    assert event.pairings == (
        Pairing(1, 1, 1, 2, Result.WHITE_WINS, Kind.GAME),
        Pairing(1, None, 3, None, Result.BYE_HALF, Kind.HALF_BYE),
        Pairing(2, 1, 2, 3, Result.DRAW, Kind.GAME),
        Pairing(2, None, 1, None, Result.BYE_ONE, Kind.BYE),
    )
    assert event.problems == ()


@pytest.mark.parametrize(
    ("game", "result", "kind"),
    [
        ((1, 1, 2, 0, 2, 34, 34), Result.BLACK_BY_FORFEIT, Kind.FORFEIT),
        ((1, 1, 2, 2, 0, 35, 35), Result.WHITE_BY_FORFEIT, Kind.FORFEIT),
        ((1, 1, 2, 0, 0, 36, 36), Result.DOUBLE_FORFEIT, Kind.FORFEIT),
        ((1, 1, 2, 0, 0, 0, 0), None, Kind.PENDING),
        ((1, 0, 2, 0, 1, 1, 1), Result.BYE_HALF, Kind.HALF_BYE),
    ],
)
def test_forfeits_byes_and_open_games_are_told_by_their_types(
    game: tuple[int, ...], result: Result | None, kind: Kind
) -> None:
    first = record(files(players=PLAYERS[:2], games=(game,))).pairings[0]
    assert (first.result, first.kind) == (result, kind)


@pytest.mark.parametrize(
    ("game", "field", "found"),
    [
        ((1, 1, 9, 2, 0, 1, 1), "WHITE, BLACK", "9"),
        ((1, 1, 1, 2, 0, 1, 1), "WHITE, BLACK", "1, 1"),
        ((0, 1, 2, 2, 0, 1, 1), "ROUND", "0"),
        (("x", 1, 2, 2, 0, 1, 1), "ROUND", "x"),
        ((1, 1, 0, 7, 0, 1, 1), "W_SCORE, B_SCORE", "7"),
    ],
)
def test_a_value_that_means_nothing_refuses_the_event_with_its_record(
    game: tuple[object, ...], field: str, found: str
) -> None:
    (problem,) = read(files(games=(game,))).problems
    assert problem.place == f"club.sco, record 1, field {field}"
    assert problem.found == f"“{found}”"


@pytest.mark.parametrize(
    ("game", "found"),
    [
        ((1, 1, 2, 2, 1, 1, 1), "2-1, types 1 and 1, in record 1"),
        ((1, 1, 2, 0, 0, 1, 1), "0-0, types 1 and 1, in record 1"),
        ((1, 1, 2, 1, 1, 7, 7), "1-1, types 7 and 7, in record 1"),
    ],
)
def test_a_result_that_means_nothing_is_no_result_and_one_question(game: tuple[int, ...], found: str) -> None:
    event = record(files(games=(game, *GAMES[1:])))
    (problem,) = event.problems
    assert (problem.code, problem.found) == ("swiss-perfect-result-unknown", found)
    assert (event.pairings[0].result, event.pairings[0].kind) == (None, Kind.PENDING)


def test_a_player_paired_twice_in_a_round_is_refused() -> None:
    (problem,) = read(files(games=(GAMES[0], (1, 3, 1, 2, 0, 1, 1)))).problems
    assert problem.found == "Mori, Sora again, first in record 1"


def test_a_deleted_player_does_not_play() -> None:
    assert [p.number for p in record(files(deleted=(2,), games=GAMES[:1])).players] == [1, 2]


def test_the_day_in_the_organisers_field_is_a_hint_and_not_the_day() -> None:
    event = record(files(organiser="NSW NORMAL 27/08/2001"))
    assert (event.first_day, event.last_day) == (None, None)
    (problem,) = event.problems
    assert problem.code == "swiss-perfect-day-hint"
    assert str(date(2001, 8, 27)) in problem.found


def test_damaged_tables_are_refused_each_with_its_name() -> None:
    ini, trn, sco = files()
    cut = GivenFile(trn.name, trn.data[:-30])
    (problem,) = read([ini, cut, sco]).problems
    assert (problem.code, problem.place) == ("dbase-unreadable", "club.trn")
    assert "2 of the 3 records" in problem.found
    narrow = GivenFile(sco.name, table(tuple(f for f in SCO if f[0] != "B_TYPE"), []))
    (problem,) = read([ini, trn, narrow]).problems
    assert problem.found == "no field B_TYPE"


@pytest.mark.parametrize("which", [0, 1])
def test_a_table_that_goes_on_behind_its_records_or_ends_before_is_refused(which: int) -> None:
    """A byte more moved all behind it: a rating of 2016 was read as 201. A count too small lost games."""
    given = sample("gonzaga_challengers_2010")
    whole = given[which].data
    at, count = len(whole) // 2, int.from_bytes(whole[4:8], "little")
    fewer = whole[:4] + (count - 1).to_bytes(4, "little") + whole[8:]
    for data in (whole[:at] + b" " + whole[at:], whole[:at] + whole[at + 1 :], fewer):
        read_ = read([GivenFile(f.name, data if f is given[which] else f.data) for f in given])
        (problem,) = read_.problems
        assert (problem.code, problem.place) == ("dbase-unreadable", given[which].name)
        assert "no end behind the" in problem.found or "begins with 0x" in problem.found
    assert read([GivenFile(f.name, f.data.rstrip(b"\x1a")) for f in given]).record is not None


@pytest.mark.parametrize("field", ["LOC_RTG", "INTL_RTG"])
def test_a_rating_that_is_no_number_is_not_taken_for_none(field: str) -> None:
    (problem,) = read(files(players=[{**PLAYERS[0], field: "1U00"}, *PLAYERS[1:]])).problems
    assert (problem.code, problem.place) == ("swiss-perfect-value", f"club.trn, record 1, field {field}")
    assert problem.found == "“1U00”"


@pytest.mark.parametrize("types", [(34, 34), (34, 35), (36, 36)])
def test_a_forfeit_of_which_types_and_points_differ_is_a_question(types: tuple[int, int]) -> None:
    (problem,) = record(files(games=((1, 1, 2, 2, 0, *types), *GAMES[1:]))).problems
    assert problem.code == "swiss-perfect-result-unsure"
    assert record(files(games=((1, 1, 2, 2, 0, 35, 35), *GAMES[1:]))).problems == ()


def test_a_round_without_a_record_is_not_one_that_everybody_left_out() -> None:
    """A round of 12 for one of 2 made ten rounds in which nobody was paired, without a word."""
    event = record(files(games=(GAMES[0], (12, *GAMES[1][1:]))))
    assert {p.round for p in event.pairings} == {1, 12}
    assert event.round_count == 12  # so that the office asks about rounds 2 to 11 (round-not-paired)


def test_two_events_in_one_zip_are_two_events() -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for stem in ("a", "b"):
            for file in files(stem=stem, name=f"Event {stem}"):
                archive.writestr(f"folder/{file.name}", file.data)
        archive.writestr("folder/readme.txt", "hello")
    readings = read_files([GivenFile("two.zip", data.getvalue())], minutes_at_60)
    assert sorted(r.record.name for r in readings if r.record) == ["Event a", "Event b"]
    assert all(r.names == ("two.zip",) for r in readings)
