"""What unseen pages showed, kept with invented names: the structure and the words are those of real ones."""

from __future__ import annotations

import pytest

from scraper.page import read_page
from scraper.pages.team_boards import BoardPairings
from scraper.pages.team_pairings import TeamPairings
from scraper.reading import read_event
from scraper.records import EventRecord, Kind, Pairing, Result, SavedPage, System
from tests.scraper.edits import replaced
from tests.scraper.invented import CROSS_COLUMNS, MISSED_COLUMNS, Invented, page, table
from tests.scraper.team_invented import BoardRow, MatchRows, TeamEvent, over, row, seat
from tests.scraper.team_invented import table as team_table
from tests.scraper.test_pages_excel import export
from tests.scraper.whole import codes

DETAILS = {
    "Veranstalter": "Ein Schachverein",
    "Föderation": "Japan ( JPN )",
    "Bedenkzeit (Standard)": "90 min + 30 s",
    "Rundenanzahl": "3",
    "Turniermodus": "Mannschafts-Rundenturniere",
    "Elorechnung": "Elo national",
    "Von": "01.08.2026 bis 03.08.2026",
    "Eloschnitt / Altersschnitt": "1416 / 37",
}
MENU = (
    '<table><tr valign="top"><td class="CRnowrap b">Listen</td><td class="CR">Teams, Rangliste, '
    'Spieler nach Elo sortiert</td></tr><tr><td></td><td class="CR">Teamaufstellung mit Einzelergebnissen, '
    'Teamaufstellung ohne Ergebnisse, Teamauslosung aller Runden</td></tr><tr valign="top">'
    '<td class="CRnowrap b">Spielerpaarungen</td><td class="CR"><a>Rd.1</a>, '
    "<a>Online-Ergebnis-Eingabe</a></td></tr></table>"
)
MANY = ["Nr.", "Snr", "", "FED", "Team", "Pkt.", "MP", "Erg.", ":"]
"""Left of the colon; the columns right of it are its mirror image."""


def read(*pages: SavedPage) -> EventRecord:
    return read_event(pages, minutes_at_60=lambda text: 120)


def german(view: str, content: str, art: int, *, gate: bool = False) -> SavedPage:
    """A page of a league in German; the gate hides details and menu."""
    shown = page(
        view,
        content,
        query=f"lan=0&art={art}&zeilen=99999&turdet=YES",
        tournament=990003,
        lang="de",
        details=None if gate else DETAILS,
        menu=MENU,
        gate=gate,
        origin=f"art{art}.html",
    )
    return replaced(shown, "Last update ", "Die Seite wurde zuletzt aktualisiert am ")


def boards(*rows: str, heading: str = "1. Runde am 01.08.2026 um 14:00 Uhr") -> str:
    return team_table(over(heading, 9) + "".join(rows))


def head(first: str, second: str, score: str, *behind: str) -> str:
    return row(["Br.", "1", first, "Elo", "-", "2", second, "Elo", score, *behind], "CRng1b", "th")


def board(bo: str, left: int, right: int, result: str, *behind: str) -> str:
    colours = "ws" if bo.endswith(("1", "3")) else "sw"
    sides = seat(left, colours[0]), seat(right, colours[1])
    return row([bo, "", sides[0], "1500", "-", "FM", sides[1], "1500", result, *behind])


def nobody(bo: str) -> str:
    """A board of a match to come."""
    empty = (
        '<table><tr><td><div class="FarbewT"></div></td><td class="CR">Brett nicht besetzt</td></tr></table>'
    )
    return row([bo, "", empty, "0", "-", "", empty.replace("wT", "sT"), "0", ""])


def test_boards_of_a_league_in_german_with_games_behind_the_results() -> None:
    content = boards(
        head("Edo", "Naniwa", "1½:½", "PGN"),
        board("1.1", 1, 2, "1 - 0", '<a class="CRlink">PGN</a>'),
        board("1.2", 4, 5, "½ - ½"),
    )
    reading = read_page(german("Spielerpaarungen", content, 3))
    assert reading.problems == ()
    assert isinstance(reading.content, BoardPairings)
    (match,) = reading.content.rounds[0].matches
    assert match.score == (3, 1)
    assert [b.token.text for b in match.boards if b.token] == ["1 - 0", "½ - ½"]
    assert [b.second.title for b in match.boards if b.second] == ["FM", "FM"]
    assert reading.details is not None
    assert reading.details.system == System.TEAM_ROUND_ROBIN
    assert (reading.head.rounds_paired, reading.round) == (1, 1)


def test_a_match_to_come_has_no_score_no_players_and_no_pairing() -> None:
    first = boards(head("Edo", "Naniwa", "0 : 0"), nobody("1.1"), nobody("1.2"))
    content = read_page(german("Spielerpaarungen", first, 3)).content
    assert isinstance(content, BoardPairings)
    (match,) = content.rounds[0].matches
    assert (match.score, match.boards) == (None, [])


def test_a_side_that_nobody_sits_at_is_no_player_of_that_name() -> None:
    empty = (
        '<table><tr><td><div class="FarbesT"></div></td><td class="CR">Brett nicht besetzt</td></tr></table>'
    )
    cells = ["1.1", "", seat(1, "w"), "1500", "-", "", empty, "0", "+ - -"]
    record = read(german("Spielerpaarungen", boards(head("Edo", "Naniwa", "1 : 0"), row(cells)), 3))
    assert record.pairings == (Pairing(1, 101, 1, None, Result.WHITE_BY_FORFEIT, Kind.FORFEIT),)
    assert [p.name for p in record.players] == ["Akagi, Aoi"]


def test_boards_with_names_in_another_script_behind_the_ratings() -> None:
    heads = ["Bo.", "1", "Edo", "Rtg", "", "-", "2", "Naniwa", "Rtg", "", "0 : 0"]
    cells = ["1.1", "WIM", seat(1, "w"), "1500", "赤木葵", "-", "", seat(2, "s"), "0", "別府文太", ""]
    content = team_table(over("Round 1 on 2026/08/01 at 0830", 11) + row(heads, "CRng1b", "th") + row(cells))
    event = TeamEvent()
    reading = read_page(event._page("b1", "Board Pairings", content, "art=3&rd=1"))
    assert reading.problems == ()
    assert isinstance(reading.content, BoardPairings)
    (match,) = reading.content.rounds[0].matches
    (read_board,) = match.boards
    assert match.score is None
    assert read_board.first is not None and read_board.second is not None
    assert (read_board.first.number, read_board.first.title, read_board.first.rating) == (1, "WIM", 1500)
    assert (read_board.second.number, read_board.second.name, read_board.second.rating) == (
        *(2, "Beppu, Bunta", None),
    )


@pytest.mark.parametrize("short", ["FED", "Team"])
def test_team_pairings_with_many_columns_and_a_group_behind_the_heading(short: str) -> None:
    left = [short if c == "FED" else c for c in MANY]
    heads = [*left, *left[-2:0:-1]]
    rows = (
        ["1", "3", "", "NAN", "Naniwa", "0", "0", "½", ":", "3½", "0", "0", "Edo *)", "EDO", "", "1"],
        ["2", "5", "", "KYO", "Kyo", "0", "0", "", ":", "", "0", "0", "nicht ausgelost", "", "", "-2"],
    )
    content = (
        over("1. Runde am 01.08.2026 um 15.00", 16) + row(heads, "CRng1b", "th") + "".join(map(row, rows))
    )
    reading = read_page(german("Teamauslosung - Open", team_table(content), 2))
    assert reading.problems == ()
    assert isinstance(reading.content, TeamPairings)
    (round,) = reading.content.rounds
    assert (str(round.date), round.time) == ("2026-08-01", "15:00")
    assert [(m.first, m.second, m.score) for m in round.matches] == [
        ("Naniwa", "Edo", (1, 7)),
        ("Kyo", None, None),
    ]


def test_every_round_of_team_pairings_on_one_page() -> None:
    heads = row(["Nr.", "Team", "Team", "Erg.", ":", "Erg."], "CRng1b", "th")
    first = over("1. Runde am 01.08.2026 um 14:00", 6) + heads + row(["1", "Edo", "Naniwa", "1½", ":", "½"])
    second = over("2. Runde am 02.08.2026 um 14:00", 6) + heads + row(["1", "Naniwa", "Edo", "", ":", ""])
    content = read_page(german("Teamauslosung aller Runden", team_table(first + second), 2)).content
    assert isinstance(content, TeamPairings)
    assert [(r.number, [m.score for m in r.matches]) for r in content.rounds] == [(1, [(3, 1)]), (2, [None])]


def test_a_league_in_german_whose_lists_are_not_needed_is_known_by_what_its_form_asks() -> None:
    from scraper.errors import OtherPageKind

    with pytest.raises(OtherPageKind) as caught:
        read_page(german("Kreuztabelle nach Rang (MP)", team_table(row(["1", "Edo"])), 83))
    assert caught.value.problem.code == "view-not-needed"
    assert "a crosstable of teams" in caught.value.problem.found


def in_play() -> Invented:
    """An event of five rounds: the second is in play, its third row open."""
    event = Invented()
    event.details |= {"Number of rounds": "5"}
    event.menu = (
        '<table><tr><td class="CRnowrap b">Board Pairings</td><td class="CR"><a>Rd.1</a>, <a>Rd.2/5</a> , '
        "<a>not paired</a></td></tr></table>"
    )
    event.rounds[2][0][6] = ""
    event.rounds[3] = []
    columns = [i for i, c in enumerate(CROSS_COLUMNS) if c != "3.Rd"]
    event.crosstable = [[r[i] for i in columns] for r in event.crosstable]
    return event


def pages_in_play(event: Invented) -> list[SavedPage]:
    columns = [c for c in CROSS_COLUMNS if c != "3.Rd"]
    crossed = page(
        "Starting rank crosstable",
        table(columns, event.crosstable),
        query="lan=1&art=5",
        menu=event.menu,
        origin="crosstable.html",
    )
    return [*event.pages("3", "crosstable", "missed"), crossed]


def test_a_running_event_whose_crosstable_knows_less_than_its_round_says_once_that_it_runs() -> None:
    event = in_play()
    for number, cells in {2: "  5w", 5: "  2b", 1: "  6b", 6: "  1w"}.items():
        event.crosstable[number - 1][6] = cells
    points = {1: "1", 2: "0,5", 3: "0,5", 4: "1", 5: "0,5", 6: "1"}
    for number, text in points.items():
        event.crosstable[number - 1][7] = text
    record = read(*pages_in_play(event))
    assert codes(record) == ["event-running"]
    assert record.problems[0].found == "round 2 of 5 in play, 1 of 4 pairings without a result"
    assert record.round_count == 5


def test_a_running_event_of_teams_says_so_once() -> None:
    event = TeamEvent()
    assert event.details is not None
    event.details["Number of rounds"] = "5"
    event.boards[3][0].boards[0] = BoardRow("1.1", 2, "ws", 3, "")
    event.boards[3][0].score = "1 : 0"
    assert codes(read(*event.pages())) == ["event-running"]


def test_a_forfeit_that_only_the_list_not_paired_names_is_never_dropped() -> None:
    event = Invented()
    record = read(*event.pages("1", "crosstable"))
    assert "forfeit-without-opponent" in codes(record)
    (problem,) = [p for p in record.problems if p.code == "forfeit-without-opponent"]
    assert problem.place == "round 1, table 1, row 1, column 1.Rd (missed.html)"
    assert "forfeit-without-opponent" not in codes(read(*event.pages("1")))


@pytest.mark.parametrize(
    ("row_", "column", "mark"),
    [
        pytest.param(0, "1.Rd", "*", id="a forfeit as not paired"),
        pytest.param(0, "3.Rd", "bye", id="not paired as a bye"),
        pytest.param(1, "2.Rd", "", id="no mark of a bye"),
        pytest.param(2, "1.Rd", "bye", id="a game as a bye"),
    ],
)
def test_a_mark_that_the_crosstable_contradicts_is_named_where_the_round_has_no_page(
    row_: int, column: str, mark: str
) -> None:
    event = Invented()
    assert "not-paired-disagrees" not in codes(read(*event.pages("1", "2", "3")))
    event.missed[row_][MISSED_COLUMNS.index(column)] = mark
    assert "not-paired-disagrees" in codes(read(*event.pages("1", "2", "3")))


def test_the_minus_that_a_sheet_loses_is_put_back_in_the_rounds_of_a_crosstable() -> None:
    event = Invented()
    rows = [[("0" if c.strip() == "-0" else c) for c in r] for r in event.crosstable]
    exported = read_page(export("Starting rank crosstable", CROSS_COLUMNS, rows))
    assert exported.problems == ()
    assert exported.content == read_page(event.crosstable_page()).content
    listed = export("not paired", ["SNo", "", "Name", "1.Rd"], [["3", "", "Chiba, Chie", "0"]])
    assert [(p.code, p.found) for p in read_page(listed).problems] == [("result-unknown", "'0'")]


def test_a_nought_in_a_crosstable_of_a_page_stays_unknown() -> None:
    event = Invented()
    event.crosstable[2][7] = "0"
    assert [p.code for p in read_page(event.crosstable_page()).problems] == ["result-unknown"]


def test_matches_of_a_league_are_read_whatever_stands_behind_their_teams() -> None:
    event = TeamEvent()
    event.boards[1].append(MatchRows(("3", "Kyo (first)"), ("", "not paired"), "", []))
    assert codes(read(*event.pages())) == []
