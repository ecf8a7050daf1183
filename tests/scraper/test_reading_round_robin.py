"""Round robins: the grid, all rounds on one page, byes numbered -1, and events not started."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from scraper.errors import OtherPageKind
from scraper.problems import CODES
from scraper.reading import read_event, read_page
from scraper.records import EventRecord, Kind, Pairing, Result, SavedPage, System
from tests.samples import saved, saved_all
from tests.scraper.edits import replaced, with_body
from tests.scraper.invented import NAMES, RATINGS, page, table
from tests.scraper.whole import codes

MENU = (
    '<table><tr><td class="CRnowrap b">Lists</td>'
    '<td class="CR">Starting rank list of players</td></tr></table>'
)
GRID = ["No.", "", "Name", "Rtg", "1", "2", "3", "4", "Pts.", "Rk."]
ROUNDS = ["Bo.", "No.", "Rtg", "", "White", "Result", "", "Black", "Rtg", "No."]


def read(*pages: SavedPage) -> EventRecord:
    return read_event(pages, minutes_at_60=lambda text: 120)


def grid_row(number: int, *cells: str) -> list[str]:
    return [str(number), "", NAMES[number - 1], RATINGS[number - 1], *cells, str(number)]


def grid_page(rows: list[list[str]]) -> SavedPage:
    view = "Starting rank crosstable"
    return page(view, table(GRID, rows), query="lan=1&art=5", menu=MENU, origin="grid.html")


def single() -> list[list[str]]:
    return [
        grid_row(1, "*", "1", "½", "+", "2,5"),
        grid_row(2, "0", "*", "1", "", "1"),
        grid_row(3, "½", "0", "*", "0", "0,5"),
        grid_row(4, "-", "", "1", "*", "1"),
    ]


def rounds_page(rounds: list[list[tuple[int, str, int]]]) -> SavedPage:
    """All rounds in one table, each under its heading; data rows have one cell more than the headings."""
    heads = "".join(f"<th>{h}</th>" for h in ROUNDS)
    rows = ""
    for number, games in enumerate(rounds, start=1):
        rows += f'<tr class="CRg1b"><td colspan="10">Round {number} on 2026/08/0{number} at 10:00</td></tr>'
        rows += f'<tr class="CRg1b">{heads}</tr>'
        for board, (white, result, black) in enumerate(games, start=1):
            name = NAMES[black - 1] if black > 0 else "bye"
            rating = RATINGS[black - 1] if black > 0 else "0"
            cells = [
                board,
                white,
                RATINGS[white - 1],
                "",
                NAMES[white - 1],
                result,
                "",
                name,
                rating,
                black,
                "",
            ]
            rows += '<tr class="CRg2">' + "".join(f"<td>{c}</td>" for c in cells) + "</tr>"
    content = f'<table class="CRs1">{rows}</table>'
    return page("Pairings/Results", content, query="lan=1&art=2&rd=1", menu=MENU, origin="rounds.html")


def test_the_rounds_of_a_real_round_robin_are_all_on_the_page_of_one() -> None:
    record = read(*saved_all("ussa2026"))
    assert codes(record) == ["details-missing", "time-control-missing"]
    assert (record.system, record.round_count, len(record.players)) == (System.ROUND_ROBIN, 9, 9)
    games = [p for p in record.pairings if p.black is not None]
    byes = [p for p in record.pairings if p.black is None]
    assert len(games) == 36
    assert len({frozenset((p.white, p.black)) for p in games}) == 36
    assert all(p.colours for p in games)
    assert [(p.kind, p.result) for p in byes] == [(Kind.BYE, Result.BYE_ZERO)] * 9
    assert {
        r.number: Counter(p.round for p in record.pairings)[r.number] for r in record.rounds
    } == dict.fromkeys(range(1, 10), 5)
    assert all(r.date and r.time for r in record.rounds)


def test_a_real_grid_alone_gives_the_same_results_without_colours_and_says_that_it_has_no_rounds() -> None:
    rounds = read(saved("ussa2026_roundrobin_pairings"))
    grid = read(saved("ussa2026_roundrobin_crosstable"))
    assert "round-unknown" in codes(grid)
    assert CODES["round-unknown"].remedy == next(p for p in grid.problems if p.code == "round-unknown").remedy
    assert {(p.colours, p.round, p.board) for p in grid.pairings} == {(False, 1, None)}
    assert all(p.black is not None and p.white < p.black for p in grid.pairings)
    assert _scores(grid) == _scores(rounds)


def _scores(record: EventRecord) -> dict[tuple[int, int], str | None]:
    """Results by pair, told from the lower number's side."""
    turned = {"1-0": "0-1", "0-1": "1-0", "+--": "--+", "--+": "+--"}
    found: dict[tuple[int, int], str | None] = {}
    for p in record.pairings:
        if p.black is None or p.result is None:
            continue
        low, high = sorted((p.white, p.black))
        found[low, high] = p.result if p.white == low else turned.get(p.result, p.result)
    return found


def test_a_round_robin_that_has_not_started_has_players_and_no_pairings_and_says_so() -> None:
    record = read(*saved_all("warsaw2026"))
    assert (record.system, len(record.players), record.pairings) == (System.ROUND_ROBIN, 6, ())
    assert record.time_control.printed_kind == "standard"
    assert codes(record) == ["round-not-paired", "round-count-disagrees"]
    assert (record.round_count, record.problems[1].found) == (None, "1")


def test_a_grid_keeps_games_with_the_lower_number_first_and_open_pairs_pending() -> None:
    record = read(grid_page(single()))
    assert [p for p in record.pairings if p.white == 1] == [
        Pairing(1, None, 1, 2, Result.WHITE_WINS, Kind.GAME, colours=False),
        Pairing(1, None, 1, 3, Result.DRAW, Kind.GAME, colours=False),
        Pairing(1, None, 1, 4, Result.WHITE_BY_FORFEIT, Kind.FORFEIT, colours=False),
    ]
    assert [p.kind for p in record.pairings if (p.white, p.black) == (2, 4)] == [Kind.PENDING]
    assert codes(record).count("round-unknown") == 1


def test_two_results_in_a_cell_are_two_legs_of_a_double_round_robin() -> None:
    rows = [
        grid_row(1, "*", "1½", "½½", "1", "3,5"),
        grid_row(2, "0½", "*", "11", "10", "3,5"),
        grid_row(3, "½½", "00", "*", "0½", "1,5"),
        grid_row(4, "0", "01", "1½", "*", "2,5"),
    ]
    record = read(grid_page(rows))
    assert record.system == System.DOUBLE_ROUND_ROBIN
    first = [p for p in record.pairings if (p.white, p.black) == (1, 2)]
    assert [(p.round, p.result) for p in first] == [(1, Result.WHITE_WINS), (2, Result.DRAW)]
    open_ = [p for p in record.pairings if (p.white, p.black) == (1, 4)]
    assert [(p.round, p.kind) for p in open_] == [(1, Kind.GAME), (2, Kind.PENDING)]
    assert "points-disagree" not in codes(record)


@pytest.mark.parametrize("second", ["{}", ""])
def test_a_grid_with_two_columns_for_each_opponent_is_refused_as_a_whole(second: str) -> None:
    headings = ["No.", "", "Name", "Rtg", "1", second.format(1), "2", second.format(2), "Pts.", "Rk."]
    rows = [grid_row(1, "*", "*", "1", "½", "1,5"), grid_row(2, "0", "½", "*", "*", "0,5")]
    broken = page("Starting rank crosstable", table(headings, rows), query="lan=1&art=5", menu=MENU)
    with pytest.raises(OtherPageKind) as refused:
        read_page(broken)
    assert refused.value.problem.code == "headings-unknown"
    assert "one for each player" in refused.value.problem.expected


def test_return_rounds_make_a_double_round_robin() -> None:
    games = [[(1, "1 - 0", 2)], [(2, "½ - ½", 1)]]
    record = read(rounds_page(games))
    assert (record.system, record.round_count) == (System.DOUBLE_ROUND_ROBIN, 2)
    assert read(rounds_page(games[:1])).system == System.ROUND_ROBIN


def test_a_bye_of_a_round_robin_is_numbered_minus_one_and_is_no_player() -> None:
    record = read(rounds_page([[(1, "0", -1), (2, "1 - 0", 3)], [(2, "0", -1), (3, "", 1)]]))
    assert [p.number for p in record.players] == [1, 2, 3]
    assert record.pairings[0] == Pairing(1, 1, 1, None, Result.BYE_ZERO, Kind.BYE)


def cell(row: int, column: int, text: str) -> Callable[[list[list[str]]], None]:
    def broken(rows: list[list[str]]) -> None:
        rows[row - 1][column] = text

    return broken


@pytest.mark.parametrize(
    ("broken", "code", "place"),
    [
        (cell(1, 5, "0"), "grid-not-mirrored", "row 1, column 2"),
        (cell(1, 5, ""), "grid-not-mirrored", "row 1, column 2"),
        (cell(1, 5, "1½"), "grid-not-mirrored", "row 1, column 2"),
        (cell(1, 5, "7"), "result-unknown", "row 1, column 2"),
        (cell(1, 5, "1½0"), "result-unknown", "row 1, column 2"),
        (cell(1, 5, "1K"), "result-unknown", "row 1, column 2"),
        (cell(1, 4, "1"), "cell-unreadable", "row 1, column 1"),
        (cell(1, 5, "*"), "cell-unreadable", "row 1, column 2"),
        (cell(1, 8, "3"), "points-disagree", "row 1, column Pts."),
        (cell(1, 0, "9"), "cell-unreadable", "row 1, column No."),
        (cell(2, 0, "1"), "number-twice", "row 2, column No."),
        (cell(1, 2, ""), "cell-unreadable", "row 1, column Name"),
    ],
)
def test_what_is_broken_in_a_grid_is_named_with_its_place(
    broken: Callable[[list[list[str]]], None], code: str, place: str
) -> None:
    rows = single()
    broken(rows)
    found = [p for p in read(grid_page(rows)).problems if p.code == code]
    assert any(place in p.place for p in found), found


def test_a_grid_by_rank_is_put_under_starting_numbers_by_name() -> None:
    start = page(
        "Starting rank list of players",
        table(["No.", "Name", "Rtg"], [[str(n), NAMES[n - 1], RATINGS[n - 1]] for n in (1, 2, 3, 4)]),
        menu=MENU,
        origin="start.html",
    )
    by_number = read(start, grid_page(single()))
    order = [1, 4, 2, 3]
    ranked = []
    for rank, number in enumerate(order, start=1):
        row = single()[number - 1]
        ranked.append([str(rank), "", row[2], row[3], *(row[3 + o] for o in order), row[8], ""])
    headings = ["Rk.", "", "Name", "Rtg", "1", "2", "3", "4", "Pts.", "TB1"]
    view = "Final Ranking crosstable after 3 Rounds"
    crossed = page(view, table(headings, ranked), query="lan=1&art=4", menu=MENU, origin="grid.html")
    assert read(start, crossed).pairings == by_number.pairings
    assert read(start, crossed).problems == by_number.problems
    alone = read(crossed)
    assert alone.pairings == ()
    assert "player-unknown" in codes(alone)


def test_the_grid_is_compared_with_the_rounds() -> None:
    rounds = rounds_page(
        [[(1, "1 - 0", 2), (3, "0 - 1", 4)], [(1, "½ - ½", 3)], [(4, "- - +", 1), (2, "1 - 0", 3)]]
    )
    assert "grid-disagrees" not in codes(read(rounds, grid_page(single())))
    rows = single()
    rows[0][5], rows[1][4] = "½", "½"
    found = [p for p in read(rounds, grid_page(rows)).problems if p.code == "grid-disagrees"]
    assert [(p.expected, p.found) for p in found] == [("1, as the rounds", "½"), ("0, as the rounds", "½")]


def test_a_real_result_that_is_changed_is_told_by_the_grid() -> None:
    changed = replaced(saved("ussa2026_roundrobin_pairings"), ">0 - 1<", ">1 - 0<")
    pages = [changed, saved("ussa2026_roundrobin_startingrank"), saved("ussa2026_roundrobin_crosstable")]
    assert codes(read(*pages)).count("grid-disagrees") == 2


def test_a_round_heading_that_is_not_one_is_named_and_its_rows_are_left_out() -> None:
    broken = replaced(rounds_page([[(1, "1 - 0", 2)], [(2, "1 - 0", 1)]]), "Round 2 on", "Runde 2 on")
    reading = read_page(broken)
    assert [p.code for p in reading.problems] == ["round-not-stated"]
    assert [p.round for p in read(broken).pairings] == [1]


def test_a_day_in_the_heading_of_a_round_among_others_that_cannot_be_read_is_named() -> None:
    broken = replaced(rounds_page([[(1, "1 - 0", 2)], [(2, "1 - 0", 1)]]), "2026/08/02", "2026/08/32")
    reading = read_page(broken)
    assert [(p.code, p.found) for p in reading.problems] == [("cell-unreadable", "2026/08/32")]
    assert [p.round for p in read(broken).pairings] == [1, 2]


def test_what_stands_in_the_cell_that_a_row_has_more_is_named_and_the_row_left_out() -> None:
    whole = rounds_page([[(1, "1 - 0", 2), (3, "1 - 0", 4)]])
    head, _, tail = whole.body.rpartition(b"<td></td></tr>")
    broken = with_body(whole, head + b"<td>0</td></tr>" + tail)
    assert [p.code for p in read_page(broken).problems] == ["row-width"]
    assert [(p.white, p.black) for p in read(broken).pairings] == [(1, 2)]


def test_other_headings_within_a_page_of_rounds_are_refused() -> None:
    whole = rounds_page([[(1, "1 - 0", 2)], [(2, "1 - 0", 1)]])
    head, _, tail = whole.body.rpartition(b"<th>White</th>")
    with pytest.raises(OtherPageKind) as caught:
        read_page(SavedPage(head + b"<th>Home</th>" + tail, "x.html", "0"))
    assert caught.value.problem.code == "headings-unknown"


def test_rows_above_a_damaged_row_of_headings_are_named_and_no_traceback() -> None:
    page_ = rounds_page([[(1, "1 - 0", 2), (3, "½ - ½", 4)], [(1, "0 - 1", 3), (2, "1 - 0", 4)]])
    headings = b'<tr class="CRg1b"><th>Bo.'
    assert page_.body.count(headings) == 2
    for damage in (b'<tr class="CRg\xb1b"><th>Bo.', b"<tr><th>Bo.", b'<tr class="CRg2"><th>Bo.'):
        broken = with_body(page_, page_.body.replace(headings, damage, 1))
        record = read(broken)
        assert "row-width" in codes(record) or "cell-unreadable" in codes(record)
        whole_ = {(p.round, p.white, p.black, p.result) for p in read(page_).pairings}
        assert {(p.round, p.white, p.black, p.result) for p in record.pairings} <= whole_
