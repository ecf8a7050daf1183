"""A round robin of which only the grid can be read: one question that says what to do, not one a round."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

import pytest

from tests.office.test_intake import SITE, site
from tests.standin.model import Event
from tests.standin.round_robin import all_play_all
from tests.workplace import Said, Workplace, once

EVENT = all_play_all()
LINK = f"{SITE}/tnr{EVENT.number}.aspx"


def without_rounds(url: str, page: str) -> str:
    """The page of pairings with nothing under its heading."""
    if "art=2&" not in url:
        return page
    return re.sub(r"(<h2>Pairings/Results</h2>).*?</table>", r"\1", page, flags=re.DOTALL)


def imported(work: Workplace, event: Event = EVENT, *, grid_only: bool = True) -> Said:
    with site(work, event, edit=without_rounds if grid_only else None):
        return work.done("import", LINK, "--reported", "2026-10-05")


@pytest.fixture
@once
def ready(work: Workplace) -> Workplace:
    """An office whose register holds the players of the round robin."""
    work.register(*({"ID": e.national_id, "Name": f"{e.surname} {e.given}"} for e in EVENT.entrants))
    work.opening(
        {"ID": e.national_id, "Name": f"{e.surname} {e.given}", "ST": e.rating, "ST-G": 50, "ST-Peak": 2350}
        for e in EVENT.entrants
        if e.rating
    )
    return work


def test_a_whole_grid_is_a_report_and_asks_one_question_with_both_ways_out(ready: Workplace) -> None:
    said = imported(ready)
    assert "5 players, 10 pairings" in said.out
    assert "for the list of 1 November 2026" in said.out
    problem = ready.the("round-unknown")
    assert problem.blocks
    assert problem.remedy.startswith("import the link again")
    assert f"banzuke resolve P{problem.id} --accept" in ready.done("problems").out
    assert "round-not-paired" not in ready.codes()
    assert ready.the("round-without-date").place.endswith("the games of the grid, leg 1")


def test_accepted_the_games_are_rated_as_the_grid_has_them(ready: Workplace) -> None:
    imported(ready)
    for problem in ready.problems():
        if problem.blocks:
            ready.resolve(problem, "--accept")
    ready.done("rate")
    ((games,),) = ready.rows("SELECT count(*) FROM pairing WHERE kind = 'game' AND NOT colours")
    assert games == 9
    assert ready.rows("SELECT count(*) FROM pairing WHERE kind = 'game'") == [(9,)]


def test_imported_again_with_its_rounds_the_question_is_gone(ready: Workplace) -> None:
    imported(ready)
    assert "1 updated" in imported(ready, grid_only=False).out
    assert "round-unknown" not in ready.codes()


@pytest.mark.parametrize("grid_first", [True, False])
def test_a_grid_and_its_rounds_under_another_name_are_one_event(ready: Workplace, grid_first: bool) -> None:
    imported(ready, grid_only=grid_first)
    later = replace(EVENT, name="Invented Round Robin", last_update=datetime(2026, 10, 6, 9, 0))  # noqa: DTZ001
    assert "1 updated" in imported(ready, later, grid_only=not grid_first).out
    assert ready.rows("SELECT name FROM event") == [("Invented Round Robin",)]


def test_a_grid_with_an_open_game_waits_for_it(ready: Workplace) -> None:
    last = EVENT.rounds[-1]
    rows = tuple(r if n else type(r)(r.white, r.black, "") for n, r in enumerate(last.rows))
    said = imported(ready, replace(EVENT, rounds=(*EVENT.rounds[:-1], replace(last, rows=rows))))
    assert "incomplete" in said.out
    assert "result-pending" in ready.codes()


@pytest.mark.parametrize("board", [(), ("--board", 2)])
def test_one_game_of_many_without_a_board_is_not_guessed(ready: Workplace, board: tuple[object, ...]) -> None:
    imported(ready)
    said = ready.run("resolve", "E1", "--exclude", "--round", 1, *board, "--reason", "a wrong game")
    assert said.problem()["expected"] == "a game with a board; the source numbers none in round 1"
    assert ready.rows("SELECT kind FROM ruling WHERE kind = 'exclude'") == []
