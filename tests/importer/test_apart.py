"""Reading in a process of its own: whatever it takes, raises or breaks is told here by name."""

from __future__ import annotations

import fcntl
import os
import resource
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import importer.kept_reader as module
from importer.apart import Budget, TooMuch, apart, refusing
from importer.errors import ImportRefused
from importer.faults import Unforeseen
from importer.kept_reader import kept, kept_process
from importer.reader import MEMORY
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


@pytest.mark.parametrize("code", [0, 7])
def test_a_reader_that_ends_its_process_without_a_word_is_told_too(code: int) -> None:
    with pytest.raises(TooMuch, match="ended with an error"):
        apart(None, os._exit, code)
    with kept():
        first = apart(None, os.getpid)
        with pytest.raises(TooMuch, match="ended with an error"):
            apart(None, os._exit, code)
        assert apart(None, os.getpid) != first


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


def bounds() -> tuple[int, int]:
    """Which process reads, and when it would have to end."""
    return os.getpid(), resource.getrlimit(resource.RLIMIT_CPU)[0]


def worked(seconds: float) -> int:
    began = time.process_time()
    while time.process_time() < began + seconds:
        pass
    return os.getpid()


def opened() -> set[str]:
    found = set()
    for number in os.listdir("/proc/self/fd"):
        with suppress(FileNotFoundError):  # that of the folder itself
            found.add(os.readlink(f"/proc/self/fd/{number}"))
    return found


def test_one_process_reads_one_input_after_the_other_while_it_is_kept() -> None:
    with kept():
        (first, _), (second, _) = apart(None, bounds), apart(None, bounds)
        assert first == second == kept_process() != os.getpid()
        assert apart(Budget(), os.getpid) != first  # what comes by mail
        assert apart(None, lambda: os.getpid()) != first  # what has no name
        assert apart(None, os.getpid) == first
    assert kept_process() is None
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)
    assert apart(None, os.getpid) != first


@pytest.mark.parametrize(
    ("read", "raised"),
    [(refuses, ImportRefused), (os.abort, TooMuch), (partial(divmod, 1, 0), Unforeseen)],
)
def test_a_process_that_did_not_read_to_the_end_reads_nothing_more(
    read: Any, raised: type[Exception]
) -> None:
    with kept():
        first = apart(None, os.getpid)
        with pytest.raises(raised):
            apart(None, read)
        assert apart(None, os.getpid) != first


@pytest.mark.slow
def test_each_input_of_a_process_that_is_kept_has_the_bounds_for_itself() -> None:
    with kept():
        first = apart(None, worked, 1.2)
        assert apart(None, bounds) == (first, 12)
        assert len(apart(None, bytes, MEMORY // 8)) == MEMORY // 8
        with pytest.raises(TooMuch, match="more memory"):
            apart(None, bytearray, MEMORY + MEMORY // 4)
        assert apart(None, worked, 0) != first


def over(process: int) -> None:
    """Waits until it has ended, and leaves it to whoever looks at how."""
    os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT)


def test_a_process_that_is_kept_and_was_ended_from_outside_is_made_anew() -> None:
    with kept():
        first = apart(None, os.getpid)
        os.kill(first, signal.SIGKILL)
        over(first)
        assert apart(None, os.getpid) != first


def test_a_process_that_is_kept_and_not_asked_ends_and_another_one_is_asked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(module, "IDLE", 0.2)
    with kept():
        first = apart(None, os.getpid)
        over(first)
        assert apart(None, os.getpid) != first
    real, gone = module._go_on, tmp_path / "gone"

    def ends_as_it_is_asked(asked: int, given: int) -> None:
        if gone.exists():
            real(asked, given)
        gone.touch()

    monkeypatch.setattr(module, "_go_on", ends_as_it_is_asked)
    with kept():
        assert apart(None, os.getpid) == kept_process()
    assert gone.exists()


def test_a_process_that_is_kept_holds_on_to_no_file_of_its_first_one(tmp_path: Path) -> None:
    with open(tmp_path / "locked", "wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with kept():
            assert str(tmp_path / "locked") not in apart(None, opened)
            file.close()
            with open(tmp_path / "locked", "rb") as again:
                fcntl.flock(again, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_two_threads_read_at_one_time() -> None:
    with kept(), ThreadPoolExecutor(2) as threads:
        numbers = list(threads.map(lambda _: apart(None, worked, 0.3), range(2)))
    assert len(set(numbers)) == 2
