"""The Rating Report Form: written, filled in and read back; every fault with its place."""

from __future__ import annotations

import io
import zipfile
from datetime import date

import pytest

from importer.files import FileReading, kind_of, read_file
from importer.form.layout import FORM_NAME, VERSION, choice, folded
from importer.form.read import READER
from importer.form.write import write_form
from rating.time_control import minutes_at_60
from scraper.records import EventRecord, Kind, Pairing, Problem, Result, System
from tests.importer import ods, xls
from tests.importer.forms import EVENT, GAMES, PLAYERS, filled, packed, unpacked, with_cells

MEMBERS = [("N90000001", "Mori Sora"), ("N90000002", "=Hata")]


def read(data: bytes, name: str = "report.xlsx") -> FileReading:
    (reading,) = read_file(name, data, minutes_at_60)
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
    assert not any(b"<f>" in body for name, body in parts.items() if "sheets/" in name)  # “=Hata” is text


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
    twice = ((1, "Mori Sora", "N90000001", ""), (2, "Hata Rin", "N-90000001", ""), *PLAYERS[2:])
    assert [f for _, _, f in faults(filled(players=twice))] == ["N-90000001 again, first in row 4"]


def test_every_fault_is_told_at_once_with_sheet_row_and_column() -> None:
    players = ((1, "Mori Sora", "N1", "12x"), (1, "?", "N1", ""), ("one", "", "", ""))
    games = (
        (0, "tomorrow", 1, "won", 9),
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
        ("row 4, column D (FIDE ID FIDE番号)", "“12x”"),
        ("row 5, column A (No. 番号)", "1 again"),
        ("row 5, column B (Name 氏名)", "“?”"),
        ("row 5, column C (ID 会員番号)", "N1 again, first in row 4"),
        ("row 6, column A (No. 番号)", "“one”"),
        ("row 6, column B (Name 氏名)", "an empty cell"),
    }
    of_games = {(p.split(", ", 1)[1], f) for _, p, f in found if "Games" in p}
    assert of_games == {
        ("row 3, column A (Round 回戦)", "“0”"),
        ("row 3, column B (Date 日付)", "“tomorrow”"),
        ("row 3, column D (Result 結果)", "“won”"),
        ("row 3, column E (Black 黒)", "9"),
        ("row 4, column E (Black 黒)", "1"),
        ("row 5, column B (Date 日付)", "2026-10-04"),
        ("row 5, column C (White 白)", "1 again, first in row 4"),
        ("row 5, column E (Black 黒)", "1"),
    } | {("row 5, column E (Black 黒)", "1 again, first in row 4")}


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


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1-0", Result.WHITE_WINS),
        ("１－０", Result.WHITE_WINS),
        ("1 : 0", Result.WHITE_WINS),
        ("1/2-1/2", Result.DRAW),
        ("0.5-0.5", Result.DRAW),
        ("½–½", Result.DRAW),
        ("1-0 forfeit", Result.WHITE_BY_FORFEIT),
        ("--+", Result.BLACK_BY_FORFEIT),
    ],
)
def test_a_result_may_be_written_in_several_ways(text: str, result: Result) -> None:
    event = record(filled(games=((1, "", 1, text, 2),)))
    assert event.pairings[0].result is result


def test_a_part_of_a_choice_that_could_be_several_is_none() -> None:
    assert folded("不戦") not in choice(["1-0 forfeit 不戦", "0-1 forfeit 不戦"])
    assert "不戦" in faults(filled(games=((1, "", 1, "不戦", 2),)))[0][2]


def test_a_day_may_be_written_as_people_write_it() -> None:
    for text in ("2026-10-03", "2026/10/3", "2026年10月3日", "２０２６．１０．３"):
        assert record(filled(first_day=text)).first_day == date(2026, 10, 3)
    for text in ("3.10.2026", "10/3/2026", "2026-13-01", "20261003"):
        assert faults(filled(first_day=text))[0][2] == f"“{text}”"


def test_a_game_without_a_result_is_unfinished_not_wrong() -> None:
    event = record(filled(games=((1, "", 1, "", 2),)))
    assert event.pairings == (Pairing(1, 1, 1, 2, None, Kind.PENDING),)


def test_an_old_or_unknown_version_is_refused_with_the_current_ones_name() -> None:
    for version in ("2025-1", "2026-1", "2027-9", ""):
        found = the_problem(with_cells(filled(), {("Event", "B2"): version}))
        assert (found.code, found.expected) == ("form-version", FORM_NAME)
        assert VERSION in found.remedy


def test_a_workbook_that_is_no_form_is_refused_by_name() -> None:
    from tests.samples import samples

    found = the_problem((samples("chess-results") / "start-list-2018.xlsx").read_bytes())
    assert (found.code, found.expected) == ("form-unknown", FORM_NAME)


def test_a_sheet_or_heading_that_is_gone_is_named() -> None:
    parts = unpacked(filled())
    book = parts["xl/workbook.xml"].decode()
    gone = packed({**parts, "xl/workbook.xml": book.replace("Games 対局", "Notes").encode()})
    assert faults(gone) == [("form-sheet", "report.xlsx", "no such sheet")]
    lost = with_cells(filled(), {("Games", "D1"): "Ergebnis", ("Players", "D1"): "Name 氏名"})
    assert faults(lost) == [
        ("form-heading", "sheet “Players 選手”", "no such heading"),
        ("form-heading", "sheet “Players 選手”", "it twice"),
    ]
    lost = with_cells(filled(), {("Games", "D1"): "Ergebnis"})
    assert the_problem(lost).expected == "the column “Result 結果”"


def test_a_formula_is_refused_with_its_cell() -> None:
    found = faults(with_cells(filled(), {("Games", "D3"): "=A1", ("Event", "B3"): '="x"'}))
    assert found == [
        ("form-cell", "sheet “Event 大会”, row 3, column B (Event name 大会名)", "a formula"),
        ("form-cell", "sheet “Games 対局”, row 3, column D (Result 結果)", "a formula"),
    ]


def test_macros_are_refused() -> None:
    found = the_problem(packed({**unpacked(filled()), "xl/vbaProject.bin": b"x"}))
    assert found.code == "workbook-macros"


def test_a_password_is_refused_in_each_wrapping() -> None:
    assert the_problem(xls.container({"EncryptedPackage": b"x" * 5000})).code == "workbook-encrypted"
    sealed = ods.workbook(filled_rows(), encrypted=True)
    assert the_problem(sealed).code == "workbook-encrypted"


def test_a_broken_workbook_is_refused() -> None:
    whole = filled()
    for damaged in (whole[: len(whole) // 2], whole.replace(b"xl/workbook.xml", b"xl/workbook.xmx")):
        assert the_problem(damaged).code == "workbook-broken"
    parts = unpacked(whole)
    for name, body in (("xl/worksheets/sheet2.xml", b"<worksheet><"), ("xl/workbook.xml", b"")):
        assert read(packed({**parts, name: body})).record is None


def test_bombs_are_refused_before_they_are_unpacked() -> None:
    parts = unpacked(filled())
    bomb = packed({**parts, "xl/media/a.bin": b"\0" * 70_000_000})
    assert len(bomb) < 200_000
    assert the_problem(bomb).code == "workbook-too-large"
    far = parts["xl/worksheets/sheet3.xml"].replace(b'<c r="A30"', b'<c r="XFD1048576"')
    assert the_problem(packed({**parts, "xl/worksheets/sheet3.xml": far})).code == "workbook-too-large"


def test_what_a_zip_says_of_its_parts_is_not_believed() -> None:
    """A part that unpacks to more than its entry states: what is not stated is never read."""
    data = bytearray(packed({**unpacked(filled()), "xl/media/a.bin": b"\0" * 1000}, zipfile.ZIP_DEFLATED))
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as archive:
        size = archive.getinfo("xl/media/a.bin").file_size
    at = data.rindex(size.to_bytes(4, "little") + len("xl/media/a.bin").to_bytes(2, "little"))
    data[at : at + 4] = (10).to_bytes(4, "little")
    assert the_problem(bytes(data)).code == "workbook-broken"


def filled_rows() -> dict[str, list[list[object]]]:
    """The filled form as plain rows, for workbooks of other kinds."""
    from importer.form.layout import EVENT_FIELDS, GAME_FIELDS, PLAYER_FIELDS, VERSION_FIELD

    event: list[list[object]] = [[VERSION_FIELD.heading, VERSION]]
    event += [[f.heading, EVENT.get(f.key, "")] for f in EVENT_FIELDS]
    return {
        "Event 大会": event,
        "Players 選手": [[f.heading for f in PLAYER_FIELDS], *(list(row) for row in PLAYERS)],
        "Games 対局": [[f.heading for f in GAME_FIELDS], *(list(row) for row in GAMES)],
    }


def test_ods_and_xls_are_read_as_xlsx_is() -> None:
    expected = record(filled())
    for data in (ods.workbook(filled_rows()), xls.workbook(filled_rows())):
        assert kind_of(data) == "workbook"
        found = record(data)
        assert (found.name, found.players, found.pairings) == (
            *(expected.name, expected.players, expected.pairings),
        )
        assert (found.first_day, found.rounds) == (expected.first_day, expected.rounds)


def test_formulas_in_ods_and_xls_are_refused_with_their_cells() -> None:
    rows = filled_rows()
    rows["Games 対局"][1][3] = "=1"
    for data in (ods.workbook(rows), xls.workbook(rows)):
        assert faults(data) == [
            ("form-cell", "sheet “Games 対局”, row 2, column D (Result 結果)", "a formula")
        ]


def test_an_ods_with_a_cell_far_out_is_refused() -> None:
    data = ods.workbook(filled_rows(), repeat=3_000_000)
    assert the_problem(data).code == "workbook-too-large"


def test_a_zip_that_holds_a_form_unpacked_is_no_workbook() -> None:
    data = packed({"a.xlsx": filled(), "readme.txt": b"hello"}, zipfile.ZIP_STORED)
    assert kind_of(data) == "archive"
    assert record(data).name == "Autumn Open"
    assert kind_of(filled()) == "workbook" == kind_of(filled()[:3000])


def test_a_workbook_of_very_many_sheets_is_refused() -> None:
    parts = unpacked(filled())
    book = parts["xl/workbook.xml"].decode()
    sheet = book[book.index("<sheet name=") :]
    sheet = sheet[: sheet.index("/>") + 2]
    many = {**parts, "xl/workbook.xml": book.replace(sheet, sheet * 60).encode()}
    assert the_problem(packed(many)).code == "workbook-too-large"


def test_a_file_on_which_the_reader_of_workbooks_gives_up_is_a_refusal_and_ends_nothing() -> None:
    """Numbers at the edge in the header of an old workbook: it asks for all memory, and its process ends."""
    data = xls.workbook(filled_rows())
    for at in range(30, 80, 2):
        damaged = data[:at] + b"\xfe\xff\xff\x7f" + data[at + 4 :]
        assert all(p.code.startswith(("workbook-", "form-", "file-")) for p in read(damaged).problems)
