"""`banzuke lists`, and what a run came to in numbers: counted by hand for four lists of one game each."""

from __future__ import annotations

import json

from tests.office.test_corrections import LISTS, four_lists
from tests.office.test_rebuild import altered
from tests.workplace import Workplace


def test_every_list_and_version_stands_in_a_line_with_what_its_run_came_to(work: Workplace) -> None:
    four_lists(work)
    lines = work.done("lists").out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == [*reversed(LISTS), "2026-10-01"]
    assert all("published 2" in line and "1 of 1" in line for line in lines[1:-1])
    assert "taken over" in lines[-1]
    for (counts,) in work.rows("SELECT counts FROM list_version WHERE how = 'run'"):
        found = json.loads(counts)
        assert (found["events"], found["games"], found["not_counted"]) == (1, 1, 0)
        assert found["types"]["standard"] == {"listed": 4, "played": 2, "initial": 0, "adopted": 0}


def test_counts_changed_behind_the_database_are_found(work: Workplace) -> None:
    four_lists(work, 1)
    work.done("rebuild", "--no-pages")
    altered(work, "UPDATE list_version SET counts = replace(counts, '\"games\": 1', '\"games\": 7')")
    said = work.run("rebuild", "--no-pages")
    assert said.code == 1
    assert '"games": 7' in said.err


def test_an_office_without_a_list_says_what_to_do(work: Workplace) -> None:
    said = work.done("lists")
    assert said.out == ""
    assert "banzuke opening import" in said.err
