"""A plain list of games is read; files of other programs are named, with what to send instead."""

from __future__ import annotations

import json
from datetime import date

import pytest

from importer.files import FileReading, read_files
from importer.given import GivenFile
from importer.kinds import is_report, is_told, kind_of
from rating.time_control import minutes_at_60
from scraper.records import EventRecord, Kind, Pairing, Result
from tests.importer import ods, xls
from tests.importer.forms import packed
from tests.samples import samples

pytestmark = pytest.mark.usefixtures("one_reader")

ENGLISH = """Invented Spring Games;;;;;
Round;Date;White;White ID;Result;Black;Black ID;Board
1;2026-10-03;Mori Sora;N90000001;1-0;Hata Rin;N90000002;1
1;2026-10-03;Tani Ken;;1/2;Guest Gil;;2
2;2026-10-04;Hata Rin;;0-1;Tani Ken;N90000003;1
2;2026-10-04;Mori Sora;;1;bye;;
"""
JAPANESE = [
    ["さくら会 対局結果"],
    ["回戦", "白番", "結果", "黒番"],
    ["第1回戦", "森 空", "○", "秦 凛"],
    ["第1回戦", "谷 健", "△", "ゲスト ギル"],
    ["第2回戦", "秦 凛", "●", "谷 健"],
]


def read(data: bytes, name: str = "spring.csv") -> FileReading:
    (reading,) = read_files([GivenFile(name, data)], minutes_at_60)
    return reading


def record(data: bytes, name: str = "spring.csv") -> EventRecord:
    reading = read(data, name)
    assert reading.record is not None, reading.problems
    assert reading.reader == "game-list"
    return reading.record


def test_a_list_is_read_by_its_headings_with_players_ids_and_days() -> None:
    event = record(ENGLISH.encode())
    assert [(p.number, p.name, p.national_id) for p in event.players] == [
        (1, "Mori Sora", "N90000001"),
        (2, "Hata Rin", "N90000002"),
        (3, "Tani Ken", "N90000003"),
        (4, "Guest Gil", None),
    ]
    assert event.pairings == (
        Pairing(1, 1, 1, 2, Result.WHITE_WINS, Kind.GAME),
        Pairing(1, 2, 3, 4, Result.DRAW, Kind.GAME),
        Pairing(2, 1, 2, 3, Result.BLACK_WINS, Kind.GAME),
        Pairing(2, None, 1, None, Result.BYE_ONE, Kind.BYE),
    )
    assert (event.first_day, event.last_day) == (date(2026, 10, 3), date(2026, 10, 4))
    assert [r.date for r in event.rounds] == [date(2026, 10, 3), date(2026, 10, 4)]
    assert (event.name, [p.code for p in event.problems]) == ("spring", ["event-name-missing"])
    assert EventRecord.from_dict(event.to_dict()) == event


@pytest.mark.parametrize("delimiter", [",", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp932"])
def test_a_japanese_list_is_the_same_as_text_and_as_a_workbook(delimiter: str, encoding: str) -> None:
    lines = [delimiter.join(row) for row in JAPANESE]
    event = record("\r\n".join(lines).encode(encoding))
    assert [p.name for p in event.players] == ["森 空", "秦 凛", "谷 健", "ゲスト ギル"]
    assert [p.result for p in event.pairings] == [Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS]
    assert (event.first_day, event.round_count) == (None, 2)
    rows: dict[str, list[list[object]]] = {"対局": [list(row) for row in JAPANESE], "メモ": [["x"]]}
    for data in (ods.workbook(rows), xls.workbook(rows)):
        again = record(data, "spring.ods")
        assert (again.players, again.pairings) == (event.players, event.pairings)
        assert [p.found for p in again.problems] == ["a list of games", "something on “メモ”"]


def test_a_sheet_for_each_round_is_refused_and_no_round_is_lost() -> None:
    rounds = {"R1": JAPANESE[1:4], "R2": [JAPANESE[1], JAPANESE[4]]}
    (problem,) = read(ods.workbook(rounds), "spring.ods").problems
    assert (problem.code, problem.place) == ("form-cell", "spring.ods, sheet “R2”, row 2")
    bare = [row[1:] for row in rounds["R2"]]  # which round it is, its name says
    (problem,) = read(ods.workbook({**rounds, "R2": bare}), "spring.ods").problems
    assert (problem.code, problem.place) == ("form-cell", "spring.ods, sheet “R2”, row 2")


def test_two_of_one_name_are_two_players_where_ids_say_so() -> None:
    lines = ["round,white,white id,result,black,black id"]
    lines += ["1,Mori Sora,N90000001,1-0,Sora Mori,N90000002", "2,Mori Sora,N90000002,½,Hata Rin,"]
    event = record("\n".join(lines).encode())
    assert [(p.white, p.black) for p in event.pairings] == [(1, 2), (2, 3)]
    unsure = read("\n".join([*lines, "3,Mori Sora,,1-0,Hata Rin,"]).encode())
    (problem,) = unsure.problems
    assert (problem.code, problem.place, problem.found) == (
        *("form-cell", "spring.csv, row 4, column B (White 白)", "“Mori Sora”"),
    )


def test_names_that_matching_holds_apart_are_two_players() -> None:
    lines = ["Round,White,White ID,Result,Black,Black ID", "1,Mori Min-jun,,1-0,Hata Rin,"]
    event = record("\n".join([*lines, "2,Mori Jun-min,,0-1,Rin Hata,"]).encode())
    assert [p.name for p in event.players] == ["Mori Min-jun", "Hata Rin", "Mori Jun-min"]
    assert [(p.white, p.black) for p in event.pairings] == [(1, 2), (3, 2)]


def test_one_id_is_one_player_however_it_is_written() -> None:
    """As a number without its letter and zeros, with a small letter; of namesakes it tells who is meant."""
    lines = [
        "Round,White,White ID,Result,Black,Black ID",
        "1,Mori Sora,N00000012,1-0,Hata Rin,N90000002",
        "2,Hata Rin,90000002,1-0,Mori Sora,12",
        "3,Mori Sora,n00000012,1-0,Mori Sora,N90000001",
        "4,Mori Sora,90000001,1-0,Hata Rin,",
    ]
    event = record("\n".join(lines).encode())
    ids = [(p.name, p.national_id) for p in event.players]
    assert ids == [("Mori Sora", "N00000012"), ("Mori Sora", "N90000001"), ("Hata Rin", "N90000002")]
    assert [(p.white, p.black) for p in event.pairings] == [(1, 3), (3, 1), (1, 2), (2, 3)]
    assert read("\n".join([*lines, "5,12,,1-0,Hata Rin,"]).encode()).record is None  # perhaps a number


def test_a_japanese_name_is_one_player_with_and_without_its_blank() -> None:
    lines = [
        "回戦,白,結果,黒",
        "1,高橋 空,○,森　凛",
        "2,森凛,○,高橋空",
        "3,ジョン・森,○,森 ジョン子",
        "4,森 ジョン,△,高橋 空",
    ]
    event = record("\n".join(lines).encode())
    assert [p.name for p in event.players] == ["高橋 空", "森 凛", "ジョン・森", "森 ジョン子"]
    assert [(p.white, p.black) for p in event.pairings] == [(1, 2), (2, 1), (3, 4), (3, 1)]


def test_two_spellings_that_differ_in_a_long_vowel_are_told_apart_by_ids_and_by_nothing_else() -> None:
    def lines(first: str, second: str) -> bytes:
        rows = f"1,Mōri Sora,{first},1-0,Hata Rin,\n2,Mori Sora,{second},0-1,Hata Rin,"
        return f"Round,White,White ID,Result,Black,Black ID\n{rows}".encode()

    event = record(lines("N90000001", "N90000002"))
    assert [p.name for p in event.players] == ["Mōri Sora", "Mori Sora", "Hata Rin"]
    told = [(p.place.partition(", ")[2], p.found) for p in read(lines("", "N90000002")).problems]
    assert told == [("row 2, column B (White 白)", "“Mōri Sora”, and elsewhere “Mori Sora”")]
    assert len(read(lines("", "")).problems) == 2


@pytest.mark.parametrize(
    ("line", "column", "found"),
    [
        ("x,Mori Sora,1-0,Hata Rin", "A (Round ラウンド)", "“x”"),
        ("1,Mori Sora,won maybe,Hata Rin", "C (Result 結果)", "“won maybe”"),
        ("1,12,1-0,Hata Rin", "B (White 白)", "“12”"),
        ("1,Mori Sora,1-0,1", "D (Black 黒)", "“1”"),
        ("1,bye,0-1,Mori Sora", "B (White 白)", "“bye”"),
        ("1,Mori Sora,1-0,mori sora", "D (Black 黒)", "mori sora"),
        ("1,Mori Sora,,", "D (Black 黒)", "an empty cell"),
        ("1,Mori Sora,1-0,", "D (Black 黒)", "an empty cell"),
        ("1,Mori Sora,bye 1,Hata Rin", "D (Black 黒)", "Hata Rin"),
    ],
)
def test_what_cannot_be_read_is_named_with_row_and_column(line: str, column: str, found: str) -> None:
    reading = read(f"Round,White,Result,Black\n{line}\n".encode())
    assert reading.record is None
    assert (f"spring.csv, row 2, column {column}", found) in [(p.place, p.found) for p in reading.problems]
    assert "sheet of players" not in "".join(p.expected for p in reading.problems)


def test_a_bye_without_points_is_asked_for_them_and_not_for_a_player() -> None:
    lists = (f"Round,White,Result,Black\n1,Mori Sora,{said},bye\n".encode() for said in ("", "x"))
    places = [[(p.place, p.found) for p in read(data, "spring.csv").problems] for data in lists]
    result = "spring.csv, row 2, column C (Result 結果)"
    assert places == [[(result, "an empty cell")], [(result, "“x”")]]


@pytest.mark.parametrize("nobody", ["bye", "(bye)", "休み", "抜け番", "不参加", "―"])
def test_what_says_that_there_is_no_opponent_is_no_player(nobody: str) -> None:
    event = record(f"Round,White,Result,Black\n1,Mori Sora,½,{nobody}\n2,Mori Sora,1-0,Hata Rin".encode())
    assert [p.name for p in event.players] == ["Mori Sora", "Hata Rin"]
    assert (event.pairings[0].black, event.pairings[0].kind) == (None, Kind.HALF_BYE)


def test_a_half_that_a_spreadsheet_made_a_day_is_one_on_either_side() -> None:
    half = date(2026, 1, 2)
    rows = [
        ["Round", "White", "White point", "Black", "Black point"],
        [1, "Mori Sora", half, "Hata Rin", half],
    ]
    (pairing,) = record(ods.workbook({"Games": rows}), "spring.ods").pairings
    assert (pairing.result, pairing.kind) == (Result.DRAW, Kind.GAME)


def test_points_of_both_sides_have_to_go_together() -> None:
    def listed(*points: str) -> FileReading:
        rows = [f"{n},Mori Sora,{white},Hata Rin,{black}" for n, (white, black) in enumerate(points, start=1)]
        return read("\n".join(["Round,White,White point,Black,Black point", *rows]).encode())

    event = listed("10", "01", ("½", "0.5"), ("1", "")).record  # type: ignore[arg-type]
    assert event is not None
    won, lost, drawn = Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW
    assert [p.result for p in event.pairings] == [won, lost, drawn, won]
    for points in ("00", "11"):
        (problem,) = listed(points).problems
        assert problem.place == "spring.csv, row 2, column E (Black point)"


def test_text_that_only_speaks_of_games_is_no_list() -> None:
    for text in (
        "White, Black and the result of round 1",
        "Round,White,Black\n1,A,B",
        "round white result black",
    ):
        assert not is_report(text.encode())
    assert kind_of(ENGLISH.encode()) == "game-list"
    assert record(packed({"games/spring.csv": ENGLISH.encode()}), "a.zip").name == "spring"


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("秋の大会".encode("cp932"), "秋の大会"),
        ("秋の大会".encode(), "秋の大会"),
        ("Fröschl".encode("cp437"), "Fröschl"),
    ],
)
def test_a_name_in_a_zip_that_does_not_say_its_encoding_is_told(written: bytes, name: str) -> None:
    held = "x" * len(written)
    data = packed({f"{held}.csv": ENGLISH.encode()}).replace(held.encode(), written)
    assert record(data, "a.zip").name == name


def test_a_list_that_is_damaged_is_refused_by_name() -> None:
    (open_,) = read(
        b'Round,White,Result,Black\n1,Mori Sora,1-0,Hata Rin\n2,"Mori Sora,1-0,Hata Rin\n3,,,\n'
    ).problems
    assert (open_.code, open_.place) == ("bad-line", "spring.csv, line 3")  # where it opens
    (twice,) = read(b"Round,White,Result,Black,White point\n1,Mori Sora,1-0,Hata Rin,1\n").problems
    assert (twice.code, twice.found) == ("form-heading", "columns C and E")
    assert [p.code for p in read(ENGLISH.encode() + b"\xff\xfe").problems] == ["bad-encoding"]
    (wide,) = read("\n".join(map("\t".join, JAPANESE)).encode("utf-16")).problems
    assert (wide.code, wide.found) == ("bad-encoding", "text in UTF-16")
    for heading in ("Round,White,Result,Black", "回戦,白,結果,黒"):
        (jis,) = read(f"{heading}\n1,森 空,1-0,秦 凛\n".encode("iso2022_jp")).problems
        assert (jis.code, jis.found) == ("bad-encoding", "text in ISO-2022-JP (JIS)")
    (doubted,) = read("回戦,白,黒,結果\n1,ﾓﾘ ｿﾗ,ﾊﾀ ﾘﾝ,1-0\n".encode("cp932")).problems
    assert (doubted.code, "--encoding" in doubted.remedy) == ("bad-encoding", False)  # no command has it
    assert [p.code for p in read(ENGLISH.encode() + b";" * 20_000).problems] == ["table-too-large"]
    assert [p.code for p in read(b"Round,White,Result,Black\n").problems] == ["form-empty"]


@pytest.mark.parametrize(
    ("name", "data", "told", "remedy"),
    [
        ("open.TUN", b"\x00\x01any", "Swiss-Manager", "TRF"),
        ("open.tunx", b"any", "Swiss-Manager", "Chess-Results link"),
        ("a.txt", b'[Event "x"]\n[White "A"]\n\n1. e4', "PGN", "Form"),
        ("b", json.dumps({"a": [1]}).encode(), "JSON", "Form"),
        ("c.txt", b"No\tName \tLoc Id\tTotal\t 1 \n\n1 \tMori, Sora\t1\t1\t 2:W", "crosstable", ".trn"),
    ],
)
def test_files_of_other_programs_are_named_with_what_to_send(
    name: str, data: bytes, told: str, remedy: str
) -> None:
    for given in ((name, data), ("event.zip", packed({name: data}))):
        (problem,) = read_files([GivenFile(*given)], minutes_at_60)[0].problems
        assert problem.code == "file-of-another-program"
        assert told in problem.found and remedy in problem.remedy
    assert is_told(name, data) and not is_report(data)


def test_the_real_crosstables_are_told_by_name_too() -> None:
    for path in sorted(samples("swiss-perfect").glob("*.txt")):
        (problem,) = read_files([GivenFile(path.name, path.read_bytes())], minutes_at_60)[0].problems
        assert (problem.code, ".sco" in problem.remedy) == ("file-of-another-program", True)


def test_columns_that_are_not_read_are_named() -> None:
    event = record("Round,Board,White,Rtg,Result,Black,備考\n1,1,Mori Sora,1500,1-0,Hata Rin,30手\n".encode())
    note = event.problems[-1]
    assert (note.code, note.place) == ("form-note", "spring.csv")
    assert note.found == "something under “Rtg”, “備考”"
    empty = record("Round,White,Result,Black,備考\n1,Mori Sora,1-0,Hata Rin,\n".encode())
    assert [p.code for p in empty.problems] == ["event-name-missing"]


@pytest.mark.parametrize("remark", ["forfeit", "Walk-over", "no show", "不戦勝", "黒番欠席のため不戦"])
def test_a_game_beside_which_a_remark_says_that_it_was_not_played_is_a_fault(remark: str) -> None:
    reading = read(f"Round,White,Result,Black,Remarks\n1,Mori Sora,1-0,Hata Rin,{remark}\n".encode())
    (problem,) = reading.problems
    assert problem.place == "spring.csv, row 2, column C (Result 結果)"
    assert (problem.expected, problem.found) == (
        f"a result that goes with “{remark}” in column E",
        "“1-0”",
    )
    told = record(f"Round,White,Result,Black,Remarks\n1,Mori Sora,+--,Hata Rin,{remark}\n".encode())
    assert [p.kind for p in told.pairings] == [Kind.FORFEIT]


@pytest.mark.parametrize("name", ["Hata Rin (forfeit)", "Hata Rin 不戦敗", "Hata Rin (did not show up)"])
def test_a_forfeit_told_behind_a_name_is_no_part_of_the_name(name: str) -> None:
    (problem,) = read(f"Round,White,Result,Black\n1,Mori Sora,1-0,{name}\n".encode()).problems
    assert (problem.expected, problem.found) == (f"a result that goes with “{name}” in column D", "“1-0”")


@pytest.mark.parametrize(
    ("heading", "cell", "played"),
    [
        *(("Forfeit", "yes", False), ("不戦", "○", False), ("Forfeit", "no", True), ("不戦勝", "×", True)),
        *(("Forfeit", "played", True), ("Forfeit", "F", True), ("不戦", "対局", True)),
        *(
            ("Played", "no", False),
            ("Played", "yes", True),
            ("備考", "未対局", False),
            ("Note", "w/o", False),
        ),
        *(("Note", "w/o clock", True), ("Note", "by default", False), ("Note", "棄権", True)),
    ],
)
def test_a_column_of_its_own_can_say_that_a_game_was_not_played(
    heading: str, cell: str, played: bool
) -> None:
    lines = f"Round,White,Result,Black,{heading}\n1,Mori Sora,1-0,Hata Rin,{cell}\n"
    read_ = read(lines.encode())
    assert ([p.code for p in read_.problems] == ["form-cell"]) is not played


def test_what_stands_in_a_row_of_its_own_is_told_and_a_forfeit_there_is_a_fault() -> None:
    games = "Spring\nRound,White,Result,Black,備考\n1,Mori Sora,1-0,Hata Rin,\n"
    notes = [p.found for p in record(f"{games},,,,第2局は長考\n".encode()).problems if p.code == "form-note"]
    assert notes == ["a note, “第2局は長考”"]
    (problem,) = read(f"{games},,,,1R 1卓は不戦勝\n".encode()).problems
    assert (problem.place, problem.found) == ("spring.csv, row 4", "“1R 1卓は不戦勝”")
    (problem,) = read(games.replace("Spring", "Spring; game 1 was a forfeit").encode()).problems
    assert problem.place == "spring.csv, row 1"
    entered = games.replace("1-0", "1-0 forfeit") + ",,,,1R 1卓は不戦勝\n"
    assert "form-note" in [p.code for p in record(entered.encode()).problems]
    for title in ("Results: 1-0 0-1; + - is a win by forfeit", "結果：不戦勝は「1-0 forfeit」と記入"):
        assert record(games.replace("Spring", title).encode()).pairings
    assert record(f"{games},,,,Arbiter: Mori; no forfeits\n".encode()).pairings


@pytest.mark.parametrize(
    ("heading", "one", "other"),
    [
        *(
            ("Group", "A", "B"),
            ("クラス", "一般", "U12"),
            ("Time", "ST", "RP"),
            ("Source", "Kansai", "Kanto"),
        ),
        *(("Time", "25+10", "60+30"), ("Time", "25 min", "60 min"), ("ST/RP", "ST", "RP")),
        ("リーグ", "A", "B"),
    ],
)
def test_games_of_several_events_in_one_list_are_a_fault(heading: str, one: str, other: str) -> None:
    lines = f"{heading},Round,White,Result,Black\n{one},1,Mori Sora,1-0,Hata Rin\n"
    (problem,) = read(f"{lines}{other},1,Tani Ken,0-1,Oka Jun\n".encode()).problems
    assert problem.place == f"spring.csv, row 3, column A ({heading})"
    assert (problem.expected, problem.found) == (f"games of one event, “{one}” as above", f"“{other}”")
    assert len(record(f"{lines}{one},1,Tani Ken,0-1,Oka Jun\n".encode()).pairings) == 2


def test_the_hours_at_which_games_began_are_no_two_events() -> None:
    hours = (
        *(
            ("10:00", "14:00"),
            ("10:00 am", "2:30 pm"),
            ("10時", "14時30分"),
            ("9", "13"),
            ("10:00-", "14.30"),
        ),
        *(("11/1 10:00", "11/1 14:00"), ("Sat 10:00", "Sat 14:00"), ("0930", "1330"), ("午前", "午後")),
        *(("R1 10:00", "R2 13:00"), ("10時〜", "14時〜"), ("2026/11/1(日) 10:00", "2026/11/1(日) 13:30")),
    )
    for one, other in hours:
        lines = f"Time,Round,White,Result,Black\n{one},1,Mori Sora,1-0,Hata Rin\n"
        assert len(record(f"{lines}{other},2,Mori Sora,0-1,Hata Rin\n".encode()).pairings) == 2


@pytest.mark.parametrize("delimiter", [",", ";"])
def test_a_line_that_is_longer_than_the_headings_is_a_fault_and_no_name_is_cut(delimiter: str) -> None:
    cells = [["Round", "White", "Result", "Black"], ["1", "Mori Sora", "1-0", "Hata", " Rin"]]
    (problem,) = read("\n".join(delimiter.join(row) for row in cells).encode()).problems
    assert (problem.code, problem.place) == ("bad-line", "spring.csv, line 2")
    assert (problem.expected, problem.found) == ("4 cells", "5 cells")
    closed = [*cells[0], ""], [*cells[1][:4], ""]
    assert len(record("\n".join(delimiter.join(row) for row in closed).encode()).players) == 2


@pytest.mark.parametrize("headings", ["Round,Black,Result,White", "Round,Black,White,勝敗"])
def test_a_result_beside_a_black_who_stands_first_is_asked_back_since_it_could_be_either_ones(
    headings: str,
) -> None:
    (problem,) = read(f"{headings}\n1,Mori Sora,1-0,Hata Rin\n".encode()).problems
    assert (problem.code, problem.expected) == ("form-heading", "the column of White before that of Black")
    event = record(b"Round,Black,Black point,White,White point\n1,Mori Sora,0,Hata Rin,1\n")
    assert [p.result for p in event.pairings] == [Result.WHITE_WINS]


def test_points_of_black_have_to_go_with_a_result_of_both_too() -> None:
    lines = "Round,White,Result,Black,Black point\n1,Mori Sora,1-0,Hata Rin,"
    (problem,) = read(f"{lines}1\n".encode()).problems
    assert problem.place == "spring.csv, row 2, column E (Black point)"
    assert len(record(f"{lines}0\n".encode()).pairings) == 1


def test_a_list_that_ends_within_a_game_is_a_fault_and_no_bye() -> None:
    whole = "Round,White,Result,Black\n1,Mori Sora,1-0,Hata Rin\n1,Tani Ken,1/2,Guest\n2,Hata Rin,0-1,Tani"
    (problem,) = read(whole.removesuffix("-1,Tani").encode()).problems
    assert (problem.code, problem.place) == ("bad-line", "spring.csv, line 4")
    assert (problem.expected, problem.found) == (
        "4 cells",
        "3 and no end of the line, as in a file that was cut off",
    )
    assert record(whole.encode()).pairings[2].result is Result.BLACK_WINS
    assert record(f"{whole}\n2,Mori Sora,1\n".encode()).pairings[3].kind is Kind.BYE
    assert len(record(f"{whole}\n4 games".encode()).pairings) == 3
