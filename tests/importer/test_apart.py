"""Reading in a process of its own: whatever it takes, raises or breaks is told here by name."""

from __future__ import annotations

import os
import time

import pytest

from importer.apart import MEMORY, Budget, TooMuch, apart, refusing
from importer.errors import ImportRefused
from importer.faults import Unforeseen
from scraper.records import Problem

PROBLEM = Problem("bad-cell", "file", "this", "that", "correct it")


def refuses() -> None:
    raise ImportRefused([PROBLEM, PROBLEM])


def test_what_was_read_comes_back_and_leaves_nothing_here() -> None:
    held: list[int] = []
    assert apart(None, lambda: (held.append(1), os.getpid())[1]) != os.getpid()
    assert held == []


def test_a_refusal_comes_back_as_it_is() -> None:
    with pytest.raises(ImportRefused) as caught:
        apart(None, refuses)
    assert caught.value.problems == (PROBLEM, PROBLEM)


def test_what_nobody_foresaw_says_its_kind_and_place() -> None:
    with pytest.raises(
        Unforeseen,
        match=r"ZeroDivisionError: integer division or modulo by zero \(tests/importer/test_apart.py",
    ):
        apart(None, lambda: 1 // 0)


def test_memory_without_end_is_refused() -> None:
    with pytest.raises(TooMuch, match="more memory"):
        apart(None, lambda: len(bytearray(MEMORY + MEMORY // 4)))


def test_a_reader_that_breaks_its_process_breaks_no_other() -> None:
    with pytest.raises(TooMuch, match="SIGABRT"):
        apart(None, os.abort)


@pytest.mark.parametrize("way", [lambda: time.sleep(60), lambda: [None for _ in iter(int, 1)]])
def test_a_reader_without_end_is_ended(way: object) -> None:
    began = time.monotonic()
    with pytest.raises(TooMuch, match="more processor time"):
        apart(Budget(0.02), way)  # type: ignore[arg-type]
    assert time.monotonic() - began < 10


def test_steps_of_one_input_share_its_time() -> None:
    budget = Budget()
    for _ in range(2):
        apart(budget, lambda: sum(range(300_000)))
    assert 9 < budget.seconds < 10
    with pytest.raises(TooMuch):
        apart(Budget(0), lambda: 1)


def test_a_reader_that_calls_another_stays_in_one_process() -> None:
    inner, outer = apart(None, lambda: (apart(None, os.getpid), os.getpid()))
    assert inner == outer


def test_a_table_beyond_the_bounds_is_refused_with_them() -> None:
    with pytest.raises(ImportRefused) as caught:
        refusing("register.csv", os.abort)
    (problem,) = caught.value.problems
    assert (problem.code, problem.place) == ("reading-too-much", "register.csv")
    assert problem.expected == "at most 10 s and 1 GB to read it"
