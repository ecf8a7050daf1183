"""The Rating Report Form: written, filled in and read back; every fault with its place."""

from __future__ import annotations

import re
from datetime import date

import pytest

from importer.files import FileReading, read_files
from importer.form import layout
from importer.form.layout import EVENT_FIELDS, VERSION
from importer.form.read import READER
from importer.form.write import write_form
from importer.given import GivenFile
from importer.written import folded
from office.words import speaking
from office.words.problems import in_language
from rating.families import FAMILIES, part
from rating.time_control import minutes_at_60
from scraper.records import EventRecord, Kind, Pairing, Problem, Result, System
from tests.importer import ods, xls
from tests.importer.forms import EVENT, GAMES, PLAYERS, filled, packed, unpacked

pytestmark = pytest.mark.usefixtures("one_reader")

MEMBERS = [("N90000001", "Mori Sora"), ("N90000002", "=Hata")]


def read(data: bytes, name: str = "report.xlsx") -> FileReading:
    (reading,) = read_files([GivenFile(name, data)], minutes_at_60)
    return reading


def record(data: bytes) -> EventRecord:
    reading = read(data)
    assert reading.record is not None, reading.problems
    return reading.record


def faults(data: bytes) -> list[tuple[str, str, str]]:
    """Code, place after the file's name, and what was found."""
    reading = read(data)
    assert reading.record is None
    return [(p.code, p.place.removeprefix("report.xlsx, "), p.found) for p in reading.problems]


def the_problem(data: bytes) -> Problem:
    (found,) = read(data).problems
    return found


def test_a_filled_form_is_read_back_as_the_event_it_says() -> None:
    event = record(filled())
    assert (event.name, event.organizer, event.place, event.arbiter) == (
        *("Autumn Open", "Invented Chess Club", "Invented Hall", "Mori Sora"),
    )
    assert (event.first_day, event.last_day) == (date(2026, 10, 3), date(2026, 10, 4))
    assert (event.form, event.non_members, event.system) == ("tournament", 1, System.SWISS)
    control = event.time_control
    assert (control.text, control.printed_kind, control.minutes_at_60) == ("45 min + 30 sec", "standard", 75)
    assert [(p.number, p.name, p.national_id, p.fide_id) for p in event.players] == [
        (1, "Mori Sora", "N90000001", "90000001"),
        (2, "Hata Rin", "N90000002", None),
        (3, "Tani Ken", "N90000003", None),
        (4, "Guest Gil", None, None),
    ]
    assert event.pairings == (
        Pairing(1, 1, 1, 2, Result.WHITE_WINS, Kind.GAME),
        Pairing(1, 2, 3, 4, Result.DRAW, Kind.GAME),
        Pairing(2, 1, 2, 3, Result.BLACK_WINS, Kind.GAME),
        Pairing(2, None, 1, None, Result.BYE_ONE, Kind.BYE),
    )
    assert [(r.number, r.date) for r in event.rounds] == [(1, date(2026, 10, 3)), (2, date(2026, 10, 4))]
    assert event.problems == ()
    assert (event.source.site, event.source.tournament, event.source.reader) == ("form", None, READER)


def test_the_same_form_is_the_same_bytes_and_the_frozen_record_reads_back() -> None:
    assert write_form(MEMBERS) == write_form(MEMBERS)
    event = record(filled())
    assert EventRecord.from_dict(event.to_dict()) == event


def test_the_form_has_lists_a_named_version_and_members_to_pick_from() -> None:
    parts = unpacked(write_form(MEMBERS))
    book = parts["xl/workbook.xml"].decode()
    assert "<definedName name=\"FormVersion\">'Event 大会'!$B$2</definedName>" in book
    assert "Members 会員" in book and "Members 会員" not in unpacked(write_form())["xl/workbook.xml"].decode()
    players, games = parts["xl/worksheets/sheet2.xml"].decode(), parts["xl/worksheets/sheet3.xml"].decode()
    assert "'Members 会員'!$A$2:$A$3" in players
    assert '"1-0,0-1,½-½,' in games
    with_formulas = [n for n, body in parts.items() if "sheets/" in n and b"<f>" in body]
    assert with_formulas == ["xl/worksheets/sheet1.xml"]  # the counters of what is missing; “=Hata” is text


def test_the_form_checks_itself_while_it_is_filled_in() -> None:
    parts = unpacked(write_form())
    event, players, games = (parts[f"xl/worksheets/sheet{n}.xml"].decode() for n in (1, 2, 3))
    checks = {
        **{("Event", place): kind for kind, place in validations(event)},
        **{("Players", place): kind for kind, place in validations(players)},
        **{("Games", place): kind for kind, place in validations(games)},
    }
    assert checks == {
        **dict.fromkeys([("Event", "B6"), ("Event", "B7"), ("Games", "B3:B2000")], "date"),
        **dict.fromkeys([("Event", "B5"), ("Event", "B12"), ("Event", "B13"), ("Games", "D3:D2000")], "list"),
        **dict.fromkeys([("Event", "B16"), ("Event", "B18"), ("Players", "C4:C400")], "custom"),
        **dict.fromkeys([("Games", "C3:C2000"), ("Games", "E3:E2000")], "custom"),
        **dict.fromkeys([("Event", "B14"), ("Players", "A4:A400"), ("Players", "D4:D400")], "whole"),
        ("Games", "A3:A2000"): "whole",
    }
    assert "<f>COUNTBLANK(B3)+COUNTBLANK(B5)+" in event  # needed items, counted as they are filled in
    assert "<v>8</v>" in event  # of the empty form
    counters = re.findall(r"<f>SUMPRODUCT\((.*?)\)</f>", event)
    assert len(counters) == 5
    assert not any("LEN(" in counter for counter in counters)  # in Gnumeric that is of one cell
    assert sum(field.needed for field in EVENT_FIELDS) == 8


@pytest.mark.parametrize(
    ("family", "note", "example", "test"),
    [
        ("japanese", "N and eight digits Nと数字8桁", "N12345678", 'LEN(B16)=9,LEFT(B16,1)="N"'),
        ("queensland", "Q and six digits Qと数字6桁", "Q123456", 'LEN(B16)&lt;=7,LEFT(B16,1)="Q"'),
    ],
)
def test_the_form_shows_and_checks_the_ids_of_the_family(
    family: str, note: str, example: str, test: str
) -> None:
    ours = part(family, "importer")
    assert ours.member_number(example) == example
    parts = unpacked(write_form(None, ours))
    text = b"".join(parts.values()).decode("utf-8", "replace")
    assert note in text and f"<t>{example}</t>" in text and f"{ours.id_form}; empty for guests" in text
    assert test in parts["xl/worksheets/sheet1.xml"].decode()
    others = [part(name, "importer") for name in FAMILIES if name != family]
    assert not any(one.id_form in text or one.id_example in text for one in others)
    assert (write_form() == write_form(None, ours)) is (family == "japanese")
    assert ("an annual member" in text, "or a member for him" in text) == (family == "japanese",) * 2


def test_labels_of_the_form_are_protected_and_each_sheet_is_printed_on_one_page_wide() -> None:
    parts = unpacked(write_form())
    locked = re.findall(r"<xf [^>]*?(?:/>|>.*?</xf>)", parts["xl/styles.xml"].decode().split("<cellXfs")[1])
    for number, (label, cell, high) in enumerate([("A3", "B3", ""), ("A1", "A9", "0"), ("B1", "B9", "0")], 1):
        sheet = parts[f"xl/worksheets/sheet{number}.xml"].decode()
        assert '<sheetProtection sheet="1"' in sheet and "password" not in sheet
        assert 'locked="0"' in locked[style(sheet, cell)] and 'locked="0"' not in locked[style(sheet, label)]
        setup = re.search(r"<pageSetup [^>]*>", sheet)
        assert setup is not None and 'paperSize="9"' in setup[0]
        assert (f'fitToHeight="{high}"' in setup[0]) is bool(high)
        assert '<pageSetUpPr fitToPage="1"/>' in sheet


def validations(sheet: str) -> list[tuple[str, str]]:
    return re.findall(r'<dataValidation type="(\w+)"[^>]*? sqref="([A-Z0-9:]+)"', sheet)


def style(sheet: str, place: str) -> int:
    found = re.search(rf'<c r="{place}" s="(\d+)"', sheet)
    assert found is not None, place
    return int(found[1])


def test_an_empty_form_names_everything_that_is_to_be_filled_in() -> None:
    found = faults(write_form())
    assert len(found) == 10
    assert ("form-cell", "sheet “Event 大会”, row 3, column B (Event name 大会名)", "an empty cell") in found
    assert ("form-empty", "sheet “Games 対局”", "none") in found


def test_what_stands_around_an_id_is_kept_and_no_fault() -> None:
    """Matching takes it off (docs/matching.md); nothing received is overwritten."""
    written = ("NCS N90000001", "N 9000 0002", "-", "−")
    players = tuple((n, name, written[n - 1], "") for n, name, *_ in PLAYERS)
    assert [p.national_id for p in record(filled(players=players)).players] == list(written)
    fide = ("9000 0001", "90000002.0", "-", "0")
    players = tuple((n, name, "", fide[n - 1]) for n, name, *_ in PLAYERS)
    found = [p.fide_id for p in record(filled(players=players)).players]
    assert found == ["90000001", "90000002", None, None]
    twice = ((1, "Mori Sora", "N90000001", ""), (2, "Hata Rin", "N-90000001", ""), *PLAYERS[2:])
    assert [f for _, _, f in faults(filled(players=twice))] == ["N-90000001 again, first in row 4"]


def test_every_fault_is_told_at_once_with_sheet_row_and_column() -> None:
    players = ((1, "Mori Sora", "N1", "12x"), (1, "?", "N1", ""), ("one", "", "", ""))
    games = (
        (0, "tomorrow", 1, "maybe", 9),
        (1, date(2026, 10, 3), 1, "1-0", 1),
        (1, date(2026, 10, 4), 1, "bye 1", 1),
    )
    found = faults(filled(players=players, games=games, first_day="soon", non_members=-1, type="Blitz"))
    event = [f for f in found if "Event" in f[1]]
    assert [(p.split(", ")[1], f) for _, p, f in event] == [
        *(("row 6", "“soon”"), ("row 12", "“Blitz”"), ("row 14", "“-1”")),
    ]
    of_players = {(p.split(", ", 1)[1], f) for _, p, f in found if "Players" in p}
    assert of_players == {
        ("row 4, column D (FIDE ID)", "“12x”"),
        ("row 5, column A (No. 番号)", "1 again"),
        ("row 5, column B (Name 氏名)", "“?”"),
        ("row 5, column C (ID 連盟ID)", "N1 again, first in row 4"),
        ("row 6, column A (No. 番号)", "“one”"),
        ("row 6, column B (Name 氏名)", "an empty cell"),
    }
    of_games = {(p.split(", ", 1)[1], f) for _, p, f in found if "Games" in p}
    assert of_games == {
        ("row 3, column A (Round ラウンド)", "“0”"),
        ("row 3, column B (Date 日付)", "“tomorrow”"),
        ("row 3, column D (Result 結果)", "“maybe”"),
        ("row 3, column E (Black 黒)", "9"),
        ("row 4, column E (Black 黒)", "1"),
        ("row 5, column B (Date 日付)", "2026-10-04"),
        ("row 5, column C (White 白)", "1 again, first in row 4"),
        ("row 5, column E (Black 黒)", "1"),
    } | {("row 5, column E (Black 黒)", "1 again, first in row 4")}


def test_a_name_of_two_players_is_told_with_their_numbers() -> None:
    players = [(1, "Mori Sora", "", ""), (2, "Tani Ken", "", ""), (3, "Mori, Sora", "", "")]
    found = the_problem(filled(players=players, games=[(1, "", 2, "1-0", "Mori Sora")]))
    assert found.expected == "the No. or the ID of one of the players of this name, No. 1, 3"
    nobody = the_problem(filled(players=players, games=[(1, "", 2, "1-0", "Hata Rin")]))
    assert "of this name" not in nobody.expected


def test_a_game_of_a_round_on_another_day_is_told_where_to_go() -> None:
    days = [date(2026, 10, 3), date(2026, 10, 4)]
    games = [(1, days[0], 1, "1-0", 2), (1, days[1], 3, "1-0", 4), (2, days[1], 1, "1-0", 3)]
    found = the_problem(filled(games=games))
    assert (found.expected, found.found) == ("2026-10-03, as above for round 1", "2026-10-04")
    assert "a round of its own behind the last" in found.remedy
    event = record(filled(games=[games[0], (3, *games[1][1:]), games[2]]))
    assert [(r.number, r.date) for r in event.rounds] == [(1, days[0]), (2, days[1]), (3, days[1])]


@pytest.mark.parametrize("text", ["adj", "*", "?", "打ち掛け"])
def test_a_result_that_is_none_is_told_that_its_cell_may_stay_empty(text: str) -> None:
    found = the_problem(filled(games=[(1, "", 1, text, 2)]))
    assert (found.found, found.expected.rpartition("; ")[2]) == (
        f"“{text}”",
        "or an empty cell while there is none",
    )
    (pairing,) = record(filled(games=[(1, "", 1, "", 2)])).pairings
    assert pairing.kind is Kind.PENDING


def test_a_last_day_before_the_first_is_a_fault_of_that_cell() -> None:
    assert faults(filled(last_day=date(2026, 10, 2))) == [
        ("form-cell", "sheet “Event 大会”, row 7, column B (Last day 最終日)", "2026-10-02")
    ]


def test_the_form_is_read_by_its_headings_wherever_they_stand() -> None:
    rows = filled_rows()
    rows["Games 対局"] = [["", *reversed(row), "a remark"] for row in rows["Games 対局"]]
    rows["Players 選手"].insert(0, ["Players of the Autumn Open"])
    rows["Event 大会"].reverse()
    moved = {"Notes": [["not read"]], **dict(reversed(rows.items()))}
    assert record(ods.workbook(moved)).pairings == record(filled()).pairings
    assert record(ods.workbook(moved)).players == record(filled()).players


def test_merged_cells_of_rounds_and_days_hold_for_each_of_their_rows() -> None:
    rows = filled_rows()
    games = rows["Games 対局"]
    games[1:] = [
        *(["第1回戦", "2026年10月3日", 1, "○", 2], ["", "", 3, "●", 4]),
        *(["第2回戦", "2026年10月4日", 1, "△", 3], ["", "", 2, "○", 4]),
    ]
    data = filled(games=[["" if cell is None else cell for cell in row] for row in games[1:]])
    assert [f for _, p, f in faults(data)] == ["an empty cell"] * 2  # the rows say no round themselves
    parts = unpacked(data)
    sheet = parts["xl/worksheets/sheet3.xml"].decode()
    ranges = "".join(f'<mergeCell ref="{ref}"/>' for ref in ("A3:A4", "B3:B4", "A5:A6", "B5:B6"))
    merged = sheet.replace("</sheetData>", f'</sheetData><mergeCells count="4">{ranges}</mergeCells>')
    event = record(packed({**parts, "xl/worksheets/sheet3.xml": merged.encode()}))
    assert [(p.round, p.white, p.black) for p in event.pairings] == [
        *((1, 1, 2), (1, 3, 4), (2, 1, 3), (2, 2, 4)),
    ]
    assert [r.date for r in event.rounds] == [date(2026, 10, 3), date(2026, 10, 4)]


def test_a_note_below_the_games_is_shown_and_no_game() -> None:
    note = "※ 第2回戦の4番は体調不良で途中棄権"
    event = record(filled(games=(*GAMES, (note, "", "", "", ""), ("", "", "以上", "", ""))))
    assert len(event.pairings) == len(GAMES)
    assert [(p.code, p.found.split("“")[1]) for p in event.problems] == [
        *(("form-note", f"{note}”"), ("form-note", "以上”")),
    ]
    between = faults(filled(games=(GAMES[0], (note, "", "", "", ""), *GAMES[1:])))
    assert f"“{note}”" in [f for _, _, f in between]  # between games it could be one
    for cell in ("3", "R3", "Mori Sora", "1-0", "不戦勝"):
        assert faults(filled(games=(*GAMES, (cell, "", "", "", ""))))


def test_games_on_a_second_sheet_are_a_fault_and_other_sheets_a_note() -> None:
    rows = filled_rows()
    more = {**rows, "Members 会員": [["ID", "Name"]], "Sheet1": [[""]], "Prizes": [["Cup"]]}
    (note,) = record(ods.workbook(more)).problems
    assert (note.code, note.found) == ("form-note", "something on “Prizes”")
    found = faults(ods.workbook({**more, "Games 対局_2": rows["Games 対局"]}))
    assert found == [
        ("form-cell", "sheet “Games 対局_2”, row 2", "games on a second sheet, perhaps a hidden one")
    ]
    for left in (0, 1):  # a sheet of one round need not say which, nor the day
        of_round = [["Round", "White", "Result", "Black"][left:], [2, 1, "1-0", 2][left:]]
        assert faults(ods.workbook({**more, "R2": of_round})) == [
            ("form-cell", "sheet “R2”, row 2", "games on a second sheet, perhaps a hidden one")
        ]
    empty = {**more, "Games 対局_2": rows["Games 対局"][:1]}
    assert len(record(ods.workbook(empty)).pairings) == len(GAMES)


def test_a_game_in_a_row_that_is_hidden_is_a_fault_in_every_kind_of_workbook() -> None:
    rows = filled_rows()
    parts, name = unpacked(filled()), "xl/worksheets/sheet3.xml"
    shown = parts[name].decode()
    xlsx = packed({**parts, name: shown.replace('<row r="4"', '<row r="4" hidden="1"').encode()})
    assert xlsx != filled()
    expected = [("form-cell", "sheet “Games 対局”", "games in hidden rows: 4")]
    assert faults(xlsx) == faults(xls.workbook(rows, hidden=4)) == expected
    whole = unpacked(ods.workbook(rows))
    before, games = whole["content.xml"].decode().split('table:name="Games 対局"')
    lines = games.split("<table:table-row>")
    for visibility in ("collapse", "filter"):
        row = f'<table:table-row table:visibility="{visibility}">'
        hidden = row.join(("<table:table-row>".join(lines[:4]), "<table:table-row>".join(lines[4:])))
        content = f'{before}table:name="Games 対局"{hidden}'
        assert faults(packed({**whole, "content.xml": content.encode()}, 0)) == expected


def test_a_row_that_was_copied_from_an_example_is_no_example_and_not_lost() -> None:
    games = [*GAMES, ("e.g. 例", date(2026, 10, 4), 3, "1-0", 4)]
    (found,) = faults(filled(games=games))
    assert found == ("form-cell", "sheet “Games 対局”, row 7", "“e.g. 例 2026-10-04 3 1-0 4”")
    (other,) = faults(filled(players=[*PLAYERS, ("e.g. 例", "Oda Jo", "N90000005", "")]))
    assert other[1:] == ("sheet “Players 選手”, row 8", "“e.g. 例 Oda Jo N90000005”")
    example = ("e.g. 例", date(2026, 4, 4), 1, "1-0", 2)
    assert record(filled(games=[*GAMES, example, ("e.g. 例", *[""] * 4)])).problems == ()
    on_its_day = ("e.g. 例", date(2026, 4, 4), 3, "1-0", 4)
    assert [place for _, place, _ in faults(filled(games=[*GAMES, on_its_day]))] == [found[1]]


def test_an_example_is_known_where_the_columns_stand_in_another_order() -> None:
    """A column that the organizer put first, and one that stands behind the name."""
    rows = filled_rows()
    rows["Players 選手"].insert(1, ["e.g. 例", "Sato Hana", "N00000001", 12345678])
    rows["Games 対局"].insert(1, ["e.g. 例", date(2026, 4, 4), 1, "1-0", 2])
    rows["Players 選手"] = [[row[2], row[0], row[1], row[3]] for row in rows["Players 選手"]]
    rows["Games 対局"] = [[row[0], *row[2:], row[1]] for row in rows["Games 対局"]]
    assert len(record(ods.workbook(rows)).pairings) == len(GAMES)
    rows["Games 対局"].append(["e.g. 例", 3, "1-0", 4, date(2026, 10, 4)])
    assert [code for code, _, _ in faults(ods.workbook(rows))] == ["form-cell"]


def test_examples_and_players_that_are_hidden_are_no_fault() -> None:
    parts = unpacked(filled())
    for sheet in ("sheet2", "sheet3"):
        name = f"xl/worksheets/{sheet}.xml"
        row = 4 if sheet == "sheet2" else 2
        parts[name] = parts[name].replace(f'<row r="{row}"'.encode(), f'<row r="{row}" hidden="1"'.encode())
    assert record(packed(parts)).pairings == record(filled()).pairings


def test_remarks_beside_the_games_are_named_and_one_of_a_forfeit_is_a_fault() -> None:
    rows = filled_rows()
    heading, *games = rows["Games 対局"]

    def told(*remarks: str) -> bytes:
        beside = [[*game, remark] for game, remark in zip(games, remarks, strict=False)]
        return ods.workbook({**rows, "Games 対局": [heading, *beside, *games[len(beside) :]]})

    (note,) = record(told("", "long game")).problems
    assert (note.code, note.found) == ("form-note", "something under column F")
    assert record(told("", "")).problems == ()
    (fault,) = faults(told("不戦勝"))
    assert fault[1] == "sheet “Games 対局”, row 2, column D (Result 結果)"


def test_remarks_beside_and_below_the_events_items_are_named() -> None:
    """That the last round was not played, or who is to be asked, was said to nobody."""
    rows = filled_rows()
    first, second, *others = rows["Event 大会"]
    beside = [first, [*second, "", "", "最終ラウンドは中止"], *others, ["", "連絡先は幹事まで"]]
    (note,) = record(ods.workbook({**rows, "Event 大会": beside})).problems
    assert (note.code, note.found) == ("form-note", f"something in E2, B{len(beside)}")
    assert note.place.endswith("sheet “Event 大会”")
    assert record(filled()).problems == ()


def test_remarks_beside_the_players_are_named() -> None:
    """That somebody is no member, or left after round 1, was said to nobody."""
    rows = filled_rows()
    heading, *players = rows["Players 選手"]
    beside = [[*players[0], "", "途中棄権"], *players[1:]]
    for line, told in ((heading, "column F"), ([*heading, "備考", "摘要"], "“摘要”")):
        (note,) = record(ods.workbook({**rows, "Players 選手": [line, *beside]})).problems
        assert (note.code, note.found) == ("form-note", f"something under {told}")
        assert note.place.endswith("sheet “Players 選手”")
    assert record(ods.workbook(rows)).problems == ()


def test_nothing_may_be_written_out() -> None:
    players = tuple((n, name, id_ or "なし", fide or "無し") for n, name, id_, fide in PLAYERS)
    games = (*GAMES[:-1], (2, "なし", 1, "不戦勝", "なし"))
    event = record(filled(players=players, games=games, group="なし", non_members="なし", arbiter="None"))
    plain = record(filled(non_members=0, arbiter=""))
    assert (event.players, event.pairings, event.group) == (plain.players, plain.pairings, None)
    assert (event.non_members, event.arbiter) == (0, None)
    assert [f for _, _, f in faults(filled(organizer="なし"))] == ["an empty cell"]


def test_an_item_that_is_left_out_is_asked_for_in_japanese_too() -> None:
    with speaking("ja"):
        told = in_language(the_problem(filled(organizer="")))
    assert (told.expected, told.found) == ("4(3)の報告事項", "空のセル")


def test_days_of_one_form_settle_each_other() -> None:
    written = tuple((n, "04/10/2026" if n == 2 else "", *rest) for n, _, *rest in GAMES)
    event = record(filled(games=written, first_day="03/10/2026", last_day="25/10/2026"))
    assert (event.first_day, event.rounds[1].date) == (date(2026, 10, 3), date(2026, 10, 4))
    assert [f for _, _, f in faults(filled(games=written))] == ["“04/10/2026”"] * 2


def filled_rows() -> dict[str, list[list[object]]]:
    """The filled form as plain rows, for workbooks of other kinds."""
    from importer.form.layout import GAME_FIELDS, PLAYER_FIELDS, VERSION_FIELD

    event: list[list[object]] = [[VERSION_FIELD.heading, VERSION]]
    event += [[f.heading, EVENT.get(f.key, "")] for f in EVENT_FIELDS]
    return {
        "Event 大会": event,
        "Players 選手": [[f.heading for f in PLAYER_FIELDS], *(list(row) for row in PLAYERS)],
        "Games 対局": [[f.heading for f in GAME_FIELDS], *(list(row) for row in GAMES)],
    }


def test_a_form_handed_out_before_is_read_by_its_old_headings():
    """The Japanese headings before the glossary had one word for each thing."""
    old = {"連盟ID": "会員番号", "ラウンド": "回戦", "フォームの版": "様式の版"}
    for field in (*layout.EVENT_FIELDS, *layout.PLAYER_FIELDS, *layout.GAME_FIELDS, layout.VERSION_FIELD):
        before = field.heading
        for now, then in old.items():
            before = before.replace(now, then)
        assert folded(before) in layout.known_by(field), field
    assert folded("FIDE ID FIDE番号") in layout.known_by(layout.PLAYER_FIELDS[3])
