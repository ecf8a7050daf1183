"""TRF16 and TRF26: read, written, and read again."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from importer.files import FileReading, read_files
from importer.given import GivenFile
from importer.trf.read import in_words
from importer.trf.write import write_trf
from publication.exports.trf import time_code
from rating.time_control import minutes_at_60
from scraper.records import (
    EventRecord,
    Kind,
    Pairing,
    Player,
    Result,
    Round,
    Source,
    System,
    TimeControl,
)
from tests.samples import samples

pytestmark = pytest.mark.usefixtures("one_reader")

HEAD = """\
012 Invented Open
022 Sapporo
032 JPN
042 2026/10/03
052 2026/10/04
092 Individual: Swiss-System (Standard)
102 Ono Aki
122 90 min + 30 sec
132                                                                                        26/10/03  26/10/04
"""
ROWS = """\
001    1 w  m Mori, Sora                        1900 JPN    90000001 2001/02/03  1.5    1     2 w 1     3 b =
001    2 m WFMHata, Rin                              JPN             1999        1.0    2     1 b 0  0000 - U
001    3      Tani, Ken                         0000 JPN               .  .      0.5    3  0000 - Z     1 w =
JPN    1                                        1705 HOK   N90000001
JPN    2                                                   N90000002
"""


def row(number: int, name: str, *cells: str, points: str = "") -> str:
    return f"001 {number:>4}      {name:<33} {'':>4} {'':>3} {'':>11} {'':10} {points:>4}     " + "".join(
        f"  {c}" for c in cells
    )


def read(text: str | bytes) -> FileReading:
    data = text if isinstance(text, bytes) else text.encode()
    (reading,) = read_files([GivenFile("event.trf", data)], minutes_at_60)
    return reading


def record(text: str | bytes) -> EventRecord:
    reading = read(text)
    assert reading.record is not None, reading.problems
    return reading.record


def without_source(event: EventRecord) -> EventRecord:
    return replace(event, source=Source(), problems=())


def pair(one: str, two: str) -> EventRecord:
    """An event of one round, of which two players' lines tell this."""
    lines = [row(1, "Mori, Sora", one), row(2, "Hata, Rin", two), row(3, "Tani, Ken")]
    return record("012 X\n" + "\n".join(lines))


def test_an_event_is_read_with_all_that_the_lines_say() -> None:
    event = record(HEAD + ROWS)
    assert (event.name, event.place, event.federation, event.arbiter) == (
        *("Invented Open", "Sapporo", "JPN", "Ono Aki"),
    )
    assert (event.first_day, event.last_day, event.system) == (
        *(date(2026, 10, 3), date(2026, 10, 4), System.SWISS),
    )
    assert event.time_control == TimeControl("90 min + 30 sec", "standard", 120)
    assert event.rounds == (Round(1, date(2026, 10, 3)), Round(2, date(2026, 10, 4)))
    assert event.players == (
        Player(
            *(
                1,
                "Mori, Sora",
                "IM",
                "JPN",
                "N90000001",
                "90000001",
                1900,
                1705,
                1900,
                "f",
                "HOK",
                "2001-02-03",
            ),
        ),
        Player(2, "Hata, Rin", "WFM", "JPN", "N90000002", sex="m", born="1999"),
        Player(3, "Tani, Ken", federation="JPN"),
    )
    assert event.pairings == (
        Pairing(1, 1, 1, 2, Result.WHITE_WINS, Kind.GAME),
        Pairing(1, None, 3, None, Result.BYE_ZERO, Kind.NOT_PAIRED),
        Pairing(2, 1, 3, 1, Result.DRAW, Kind.GAME),
        Pairing(2, None, 2, None, Result.BYE_ONE, Kind.BYE),
    )
    assert event.problems == ()


def test_a_trimmed_file_a_bom_and_other_line_ends_read_the_same() -> None:
    whole = record(HEAD + ROWS)
    text = HEAD + ROWS
    ways = ["\ufeff" + text, text.replace("\n", "\r\n"), text.replace("\n", "\r"), "### a comment\n\n" + text]
    for way in ways:
        assert without_source(record(way)) == without_source(whole)


@pytest.mark.parametrize("name", ["latin-1.tab", "utf-8.tab"])
def test_both_encodings_give_the_same_names(name: str) -> None:
    event = record((samples("trf") / name).read_bytes())
    other = record((samples("trf") / "utf-8.tab").read_bytes())
    assert [p.name for p in event.players] == [p.name for p in other.players]
    assert event.name == "L\u00e4s V\u00e9gas National Ope\u00f1"


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("森山 空     ", "text in CP932 (Shift_JIS)"),
        ("森 空      ", "byte 0x90 in line 10"),
        ("澤邊 翔     ", "text in CP932 (Shift_JIS)"),
        ("ﾓﾘ, ｿﾗ    ", "what would be “ﾓﾘ” in CP932 (Shift_JIS), in line 10"),
        ("ﾊﾀﾉ ﾘﾝ    ", "what would be “ﾊﾀﾉ” in CP932 (Shift_JIS), in line 10"),
    ],
)
def test_another_encoding_is_refused_and_not_guessed(name: str, found: str) -> None:
    (problem,) = read((HEAD + ROWS).replace("Mori, Sora", name).encode("cp932")).problems
    assert (problem.code, problem.found) == ("bad-encoding", found)
    assert "save it as UTF-8" in problem.remedy


@pytest.mark.parametrize(
    "name", ["Núñez, Íñigo", "D´Angelo, Mª", "Ñuñez, J·A", "ÅÖberg, Éva", "Gal·là, Àlex"]
)
def test_accents_are_no_kana(name: str) -> None:
    event = record((HEAD + ROWS).replace("Mori, Sora  ", f"{name:12}").encode("latin-1"))
    assert name in [p.name for p in event.players]


@pytest.mark.parametrize("name", ["bunratty_masters_2011", "irish_junior_champs_2011", "valid"])
def test_real_files_are_read_whole_and_written_again_without_loss(name: str) -> None:
    event = record((samples("trf") / f"{name}.tab").read_bytes())
    assert event.problems == ()
    written = write_trf(event, time_code(event.time_control.text))
    again = record(written)
    assert without_source(again) == without_source(event)
    assert write_trf(again, time_code(again.time_control.text)) == written


def test_the_real_games_are_those_of_an_independent_count() -> None:
    """Each game stands in two lines: the cells with an opponent and a colour, halved."""
    for name, games in (("bunratty_masters_2011", 97), ("irish_junior_champs_2011", 82), ("valid", 24)):
        text = (samples("trf") / f"{name}.tab").read_text("latin-1")
        cells = [
            line[at : at + 8]
            for line in text.splitlines()
            if line.startswith("001")
            for at in range(91, len(line), 10)
        ]
        played = sum(c[5:6] in "wb" and c[7:8] in ("1", "=", "0") for c in cells if len(c) > 7)
        assert played % 2 == 0
        event = record(text.encode())
        assert sum(p.kind is Kind.GAME for p in event.pairings) == played // 2 == games


def test_empty_and_other_files_are_refused_by_name() -> None:
    assert read((samples("trf") / "invalid.tab").read_bytes()).problems[0].code == "file-empty"
    assert read(b"Dear office, here is our report.").problems[0].code == "file-unknown"


@pytest.mark.parametrize(
    ("one", "two", "result", "kind"),
    [
        ("   2 w 1", "   1 b 0", Result.WHITE_WINS, Kind.GAME),
        ("   2 b 1", "   1 w 0", Result.BLACK_WINS, Kind.GAME),
        ("   2 w =", "   1 b =", Result.DRAW, Kind.GAME),
        ("   2 w +", "   1 b -", Result.WHITE_BY_FORFEIT, Kind.FORFEIT),
        ("   2 - -", "   1 - -", Result.DOUBLE_FORFEIT, Kind.FORFEIT),
        ("   2 w W", "   1 b L", Result.WHITE_WINS, Kind.UNRATED),
        ("   2 w d", "   1 b d", Result.DRAW, Kind.UNRATED),
        ("   2 w  ", "   1 b  ", None, Kind.PENDING),
    ],
)
def test_every_result_of_two_lines_is_told(one: str, two: str, result: Result | None, kind: Kind) -> None:
    event = pair(one, two)
    assert (event.pairings[0].result, event.pairings[0].kind) == (result, kind)
    assert event.problems == ()


@pytest.mark.parametrize(
    ("cell", "result", "kind"),
    [
        ("0000 - H", Result.BYE_HALF, Kind.HALF_BYE),
        ("0000 - =", Result.BYE_HALF, Kind.HALF_BYE),
        ("0000 - F", Result.BYE_ONE, Kind.BYE),
        ("     - +", Result.BYE_ONE, Kind.BYE),
        ("0000 - u", Result.BYE_ONE, Kind.BYE),
        ("0000 - Z", Result.BYE_ZERO, Kind.NOT_PAIRED),
        ("0000 - -", Result.BYE_ZERO, Kind.NOT_PAIRED),
        ("     -  ", Result.BYE_ZERO, Kind.NOT_PAIRED),
    ],
)
def test_every_bye_is_told(cell: str, result: Result, kind: Kind) -> None:
    event = record(
        "012 X\n" + "\n".join([row(1, "A", cell), row(2, "B", "   3 w 1"), row(3, "C", "   2 b 0")])
    )
    bye = next(p for p in event.pairings if p.white == 1)
    assert (bye.result, bye.kind, bye.black) == (result, kind, None)


@pytest.mark.parametrize(
    ("one", "two", "colours"),
    [
        ("   2 w 1", "   1 b 1", True),
        ("   2 w 0", "   1 b 0", True),
        ("   2 w 1", "   1 b -", True),
        ("   2 b  ", "   1 b  ", False),
        ("   2 w 1", "   3 b 0", False),
        ("   2 w 1", "0000 - Z", False),
    ],
)
def test_lines_that_disagree_leave_the_pairing_without_a_result(one: str, two: str, colours: bool) -> None:
    event = pair(one, two)
    disputed = [p for p in event.pairings if {p.white, p.black} == {1, 2}]
    assert {p.code for p in event.problems} == {"trf-lines-disagree"}
    assert disputed == [Pairing(1, 1, 1, 2, None, Kind.PENDING, colours)]


def test_a_game_of_which_both_lines_say_white_has_its_result_and_no_colours() -> None:
    event = pair("   2 w 1", "   1 w 0")
    assert {p.code for p in event.problems} == {"trf-lines-disagree"}
    (game,) = [p for p in event.pairings if p.black is not None]
    assert game == Pairing(1, 1, 1, 2, Result.WHITE_WINS, Kind.GAME, False)


@pytest.mark.parametrize(
    ("line", "columns", "found"),
    [
        (row(1, "A", "   9 w 1"), "92-99", "“9”"),
        (row(1, "A", "   1 w 1"), "92-99", "“1”"),
        (row(1, "A", "  xx w 1"), "92-99", "“xx”"),
        (row(1, "A", "   2 q 1"), "92-99", "“q”"),
        (row(1, "A", "   2 w ?"), "92-99", "“?”"),
        (row(1, ""), "15-47", "nothing"),
        ("001    x      A", "5-8", "“x”"),
        ("001    1 q    A", "10", "“q”"),
        ("001    1      A                                 abcd", "49-52", "“abcd”"),
    ],
)
def test_a_line_that_cannot_be_taken_refuses_the_file_with_line_and_columns(
    line: str, columns: str, found: str
) -> None:
    problems = read("012 X\n042 2026/10/03\n" + line + "\n" + row(2, "B")).problems
    assert [(p.code, p.place, p.found) for p in problems] == [
        ("trf-line", f"event.trf, line 3, columns {columns}", found)
    ]


def test_points_that_cannot_come_from_the_results_are_asked() -> None:
    lines = [
        row(1, "A", "   2 w 1", "     -  ", points="2.5"),
        row(2, "B", "   1 b 0", "0000 - H", points="0.5"),
    ]
    (problem,) = record("012 X\n" + "\n".join(lines)).problems
    assert (problem.code, problem.expected) == (
        *("trf-points-disagree", "1.0 to 2.0 points, as his results give"),
    )
    lines[0] = row(1, "A", "   2 w 1", "     -  ", points="2.0")
    assert record("012 X\n" + "\n".join(lines)).problems == ()


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026/10/03", date(2026, 10, 3)),
        ("2026-10-03", date(2026, 10, 3)),
        ("26.25.02", date(2026, 2, 25)),
        ("03.10.26", None),
        ("26.10.03", None),
        ("25.02.2011", date(2011, 2, 25)),
        ("02.03.2011", date(2011, 3, 2)),
        ("25/02/2011", date(2011, 2, 25)),
        ("02/03/2011", None),
        ("2026/13/03", None),
        ("soon", None),
    ],
)
def test_a_day_that_could_be_two_is_none(text: str, day: date | None) -> None:
    event = record(f"012 X\n042 {text}\n" + row(1, "A", "0000 - U"))
    assert event.first_day == day
    assert [p.code for p in event.problems] == ([] if day else ["trf-day"])


@pytest.mark.parametrize(
    ("code", "words", "minutes"),
    [
        ("5400+30", "90+30", 120),
        ("40/6000+30:900+30", "40/100,15+30", 145),
        ("3600", "60", 60),
        ("40/5400:1800+30", "40/90+0,30+30", 130),
        ("W300-B240", None, None),
        ("5430+30", None, None),
    ],
)
def test_the_encoded_time_control_is_read_where_words_are_not_certain(
    code: str, words: str | None, minutes: int | None
) -> None:
    assert in_words(code) == words
    event = record(f"012 X\n222 {code}\n" + row(1, "A", "0000 - U"))
    assert event.time_control.minutes_at_60 == minutes
    assert event.time_control.text == (words or code)
    if words and "," not in words:
        assert time_code(words) == code


def test_two_time_controls_that_differ_are_asked() -> None:
    event = record("012 X\n122 60 min + 30 sec\n222 5400+30\n" + row(1, "A", "0000 - U"))
    assert event.time_control.minutes_at_60 is None
    assert [p.code for p in event.problems] == ["trf-time-controls-disagree"]


def test_byes_of_record_240_stand_where_the_lines_are_blank() -> None:
    lines = [row(1, "A", "     -  "), row(2, "B", "   3 w 1"), row(3, "C", "   2 b 0")]
    event = record("012 X\n240 H 001 0001\n" + "\n".join(lines))
    assert next(p for p in event.pairings if p.white == 1).kind is Kind.HALF_BYE


def test_the_file_for_fide_has_the_columns_of_the_format() -> None:
    event = record(HEAD + ROWS)
    lines = write_trf(event, "5400+30").decode().split("\r\n")
    first = next(line for line in lines if line.startswith("001    1"))
    parts = {
        "sex": first[9],
        "title": first[10:13],
        "name": first[14:47].rstrip(),
        "rating": first[48:52],
        "federation": first[53:56],
        "id": first[57:68].strip(),
        "born": first[69:79],
        "points": first[80:84].strip(),
        "rank": first[85:89].strip(),
        "round 1": first[91:99],
        "round 2": first[101:109],
    }
    assert parts == {
        "sex": "w",
        "title": " IM",
        "name": "Mori, Sora",
        "rating": "1900",
        "federation": "JPN",
        "id": "90000001",
        "born": "2001/02/03",
        "points": "1.5",
        "rank": "1",
        "round 1": "   2 w 1",
        "round 2": "   3 b =",
    }
    assert "222 5400+30" in lines and "142 2" in lines and any(line.startswith("172 JPN ") for line in lines)
    national = next(line for line in lines if line.startswith("JPN    1"))
    assert (national[48:52], national[53:56], national[57:68].strip()) == ("1705", "HOK", "N90000001")
    assert lines[-1] == ""


@pytest.mark.parametrize(
    ("ratings", "way"),
    [
        ([(2100, 2300), (2000, 1900), (None, 2500)], "FIDE"),
        ([(None, 2300), (2000, 1900), (2400, None)], "NRO"),
        ([(2100, 1500), (None, 2000), (1900, 2400)], "FIDON"),
        ([(1500, 2100), (2000, None), (2400, 1900)], "NIDOF"),
        ([(1500, 2100), (2050, 1000), (1900, 2040)], "HBFN"),
        ([(2500, 2100), (2000, 2300), (2400, 1900)], "LBFN"),
        ([(1500, 1500), (1600, 1700)], "OTHER"),  # by the alphabet, say
        ([(None, None), (None, None)], "OTHER"),
        ([(2000, 2000), (1900, 1900)], "FIDE"),  # whichever: all are true
    ],
)
def test_line_172_says_by_which_ratings_the_starting_numbers_were_given(
    ratings: list[tuple[int | None, int | None]], way: str
) -> None:
    """The codes of FIDE's text of TRF26: FIDE, NRO, FIDON, NIDOF, HBFN, LBFN, OTHER."""
    event = record(HEAD + ROWS)
    players = tuple(
        replace(
            event.players[0],
            number=n,
            name=f"Player {n}",
            national_id=f"N9000000{n}",
            rating_international=fide,
            rating_national=national,
        )
        for n, (fide, national) in enumerate(ratings, 1)
    )
    lines = write_trf(replace(event, players=players, pairings=())).decode().split("\r\n")
    assert [line for line in lines if line.startswith("172")] == [f"172 JPN {way}"]
