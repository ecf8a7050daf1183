"""Every result token that chess-results.md knows, section 6, through the reading of a whole event.

The table is written from that page by hand, not from the reader's own.
"""

from __future__ import annotations

import pytest

from scraper.records import Kind, Pairing, Result
from tests.scraper.invented import Invented
from tests.scraper.whole import codes, pairing, read

ROUND = {
    "1 - 0": (Kind.GAME, Result.WHITE_WINS),
    "0 - 1": (Kind.GAME, Result.BLACK_WINS),
    "½ - ½": (Kind.GAME, Result.DRAW),
    "&frac12; - &frac12;": (Kind.GAME, Result.DRAW),
    "+ - -": (Kind.FORFEIT, Result.WHITE_BY_FORFEIT),
    "- - +": (Kind.FORFEIT, Result.BLACK_BY_FORFEIT),
    "- - -": (Kind.FORFEIT, Result.DOUBLE_FORFEIT),
    "1K - 0K": (Kind.FORFEIT, Result.WHITE_BY_FORFEIT),
    "0K - 1K": (Kind.FORFEIT, Result.BLACK_BY_FORFEIT),
    "0K - 0K": (Kind.FORFEIT, Result.DOUBLE_FORFEIT),
    "1F - 0F": (Kind.FORFEIT, Result.WHITE_BY_FORFEIT),
    "0F - 1F": (Kind.FORFEIT, Result.BLACK_BY_FORFEIT),
    "AJ - AJ": (Kind.PENDING, None),
    "": (Kind.PENDING, None),
}
REFUSED = [
    "0 - 0",
    "1U - 0U",
    "½U - ½U",
    "0U - 1U",
    "1F",
    "0F - 0F",
    "1 - 1",
    "½ - 0",
    "+ - +",
    "1-0x",
    "2 - 0",
]
ALONE = {
    ("bye", "1"): (Kind.BYE, Result.BYE_ONE),
    ("bye", "½"): (Kind.BYE, Result.BYE_HALF),
    ("bye", "0"): (Kind.BYE, Result.BYE_ZERO),
    ("bye", ""): (Kind.PENDING, None),
    ("not paired", "0"): (Kind.NOT_PAIRED, Result.BYE_ZERO),
    ("not paired", "½"): (Kind.HALF_BYE, Result.BYE_HALF),
}
CELLS = {
    ("2w1", "1b0"): (Kind.GAME, Result.WHITE_WINS),
    ("2w0", "1b1"): (Kind.GAME, Result.BLACK_WINS),
    ("2w½", "1b½"): (Kind.GAME, Result.DRAW),
    ("2w+", "1b-"): (Kind.FORFEIT, Result.WHITE_BY_FORFEIT),
    ("2w-", "1b+"): (Kind.FORFEIT, Result.BLACK_BY_FORFEIT),
    ("2w-", "1b-"): (Kind.FORFEIT, Result.DOUBLE_FORFEIT),
    ("2w", "1b"): (Kind.PENDING, None),
}
CELLS_ALONE = {
    "-1": (Kind.BYE, Result.BYE_ONE),
    "-½": (Kind.HALF_BYE, Result.BYE_HALF),
    "-0": (Kind.NOT_PAIRED, Result.BYE_ZERO),
}
MARKS = {"*": (Kind.NOT_PAIRED, Result.BYE_ZERO), "bye": (Kind.BYE, Result.BYE_ONE)}


def with_result(token: str) -> Invented:
    event = Invented()
    event.rounds[3][0][6] = token
    return event


@pytest.mark.parametrize("token", ROUND)
def test_a_result_of_a_round_is_taken_for_what_it_is(token: str) -> None:
    kind, result = ROUND[token]
    record = read(with_result(token), "crosstable")
    assert pairing(record, 3, 1) == Pairing(3, 1, 1, 2, result, kind)
    assert ("result-pending" in codes(record)) is (kind is Kind.PENDING)


@pytest.mark.parametrize("token", REFUSED)
def test_a_result_that_has_no_place_in_the_record_is_named_and_not_taken(token: str) -> None:
    record = read(with_result(token), "crosstable")
    assert pairing(record, 3, 1) == Pairing(3, 1, 1, 2, None, Kind.PENDING)
    assert "result-unknown" in codes(record)


@pytest.mark.parametrize(("word", "token"), ALONE)
def test_a_row_without_an_opponent_is_taken_for_what_it_is(word: str, token: str) -> None:
    event = Invented()
    event.rounds[3][2][9], event.rounds[3][2][6] = word, token
    kind, result = ALONE[word, token]
    record = read(event, "crosstable", "missed")
    assert pairing(record, 3, 5) == Pairing(3, 3, 5, None, result, kind)


@pytest.mark.parametrize(("white", "black"), CELLS)
def test_two_cells_of_a_crosstable_are_one_pairing(white: str, black: str) -> None:
    event = Invented()
    event.crosstable[0][7], event.crosstable[1][7] = white, black
    kind, result = CELLS[white, black]
    record = read(event, "3")
    assert pairing(record, 3, 1) == Pairing(3, None, 1, 2, result, kind)


@pytest.mark.parametrize("cell", CELLS_ALONE)
def test_a_cell_without_an_opponent_is_taken_for_what_it_is(cell: str) -> None:
    event = Invented()
    event.crosstable[4][7] = cell
    kind, result = CELLS_ALONE[cell]
    assert pairing(read(event, "3", "missed"), 3, 5) == Pairing(3, None, 5, None, result, kind)


@pytest.mark.parametrize("mark", MARKS)
def test_a_mark_of_the_list_not_paired_stands_where_nothing_else_names_the_round(mark: str) -> None:
    event = Invented()
    event.missed[2][7] = mark
    kind, result = MARKS[mark]
    assert pairing(read(event, "3", "crosstable"), 3, 5) == Pairing(3, None, 5, None, result, kind)
