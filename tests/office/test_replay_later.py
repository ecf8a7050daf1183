"""Decisions of a file of which more is known here, or less: decided anew, or about a list that is not out."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from tests.office.test_corrections import PAIRS, PUBLISHED, four_lists, game, ratings
from tests.workplace import MORI, TANI, Workplace, empty_office, small_federation


def test_what_was_decided_anew_since_stays_so(work: Workplace) -> None:
    small_federation(work)
    words = ("rule", "adjustment", TANI, "--reference", "Board 4", "--reason", "as decided")
    work.done(*words, "--points=-7")
    file = work.folder.parent / "rulings.json"
    work.done("rulings", "export", file)
    work.moment = datetime(2026, 11, 3, 1, tzinfo=UTC)
    work.done(*words, "--points=-9")
    before = work.rows("SELECT * FROM ruling ORDER BY id")
    assert "0 decisions taken over; 1 was known here already" in work.done("rulings", "import", file).out
    assert work.rows("SELECT * FROM ruling ORDER BY id") == before


def test_an_event_that_another_office_took_up_can_be_left_before_its_list_is_out_here(
    work: Workplace, template: Path
) -> None:
    four_lists(work, 1)
    work.done("correction", "open", "E1", "--reason", "somebody doubts it")
    file = work.folder.parent / "rulings.json"
    work.done("rulings", "export", file)
    other = replace(work, folder=work.folder.with_name("other"))
    empty_office(template, other.folder)
    small_federation(other)
    other.store(game(*PAIRS[0]), arrived=date(2026, 10, 4))
    other.done("rulings", "import", file)
    assert "Next: banzuke rate" in other.done("status").out
    other.done("resolve", "E1", "--round", "1", "--board", "1", "--exclude", "--reason", "a friendly game")
    said = other.done("correction", "close", "E1", "--reason", "it is right")
    assert "is taken back: the event is put into no list that is out" in said.out
    other.moment = PUBLISHED[0]
    other.done("rate")
    other.done("publish")
    assert ratings(other)["2026-11-01"][MORI] == 1700


@pytest.mark.parametrize(
    ("here", "there"),
    [
        (("merge", TANI, "--into", MORI), ("merge", MORI, "--into", TANI)),
        (("apart", TANI, MORI), ("merge", MORI, "--into", TANI)),
        (("merge", TANI, "--into", MORI), ("apart", MORI, TANI)),
    ],
)
def test_who_is_one_here_and_two_or_the_other_way_there_refuses_the_whole_file(
    work: Workplace, template: Path, here: tuple[str, ...], there: tuple[str, ...]
) -> None:
    """Each of two entries merged into the other would leave nobody on the register."""
    small_federation(work)
    anyway = {"merge": ("--anyway",), "apart": ()}
    work.done("members", *there, *anyway[there[0]], "--reason", "as we see it")
    file = work.folder.parent / "rulings.json"
    work.done("rulings", "export", file)
    other = replace(work, folder=work.folder.with_name("other"))
    empty_office(template, other.folder)
    small_federation(other)
    other.done("members", *here, *anyway[here[0]], "--reason", "as they see it")
    before = other.dump()
    problem = other.run("rulings", "import", file).problem()
    assert problem["code"] == "ruling-other-here"
    assert problem["expected"].startswith("decision 1: ")
    assert other.dump() == before


def test_points_of_two_entries_that_another_office_merged_stop_the_list_and_are_named(
    work: Workplace, template: Path
) -> None:
    small_federation(work)
    points = ("rule", "adjustment", "--reason", "as decided", "--reference")
    work.done("members", "merge", TANI, "--into", MORI, "--anyway", "--reason", "one person")
    work.done(*points, "Board 10", MORI, "--points=10")
    file = work.folder.parent / "rulings.json"
    work.done("rulings", "export", file)
    other = replace(work, folder=work.folder.with_name("other"))
    empty_office(template, other.folder)
    small_federation(other)
    other.done(*points, "Board 7", TANI, "--points=7")
    other.done("rulings", "import", file)
    said = other.run("rate").problem()
    assert said["code"] == "adjustment-twice"
    assert said["place"] == f"list of 1 November 2026, standard, {MORI}"
    assert said["found"] == "decision 1: +7, “Board 7”; decision 3: +10, “Board 10”"
    assert "banzuke resolve --take-back 3 --reason " in said["do"]
    other.done("resolve", "--take-back", 3, "--reason", "one decision")
    other.done("rate")
    assert "1700    1707" in other.done("preview").out
