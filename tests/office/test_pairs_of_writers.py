"""Each two commands that write, one put into the other: it comes out as if one had followed the other.

Which two can meet is reckoned from what each reads before it has the lock, and that is measured here.
"""

from __future__ import annotations

import shutil
from contextvars import copy_context
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from scraper.clock import Clock
from tests.depth import deep
from tests.office.writers import BARE, READERS, WRITERS, Writer, commands, noting, put_in
from tests.on_postgresql import ON_POSTGRESQL
from tests.workplace import Workplace

OF_ITSELF = {"setting officer", "setting family"}
"""What many commands read first, and what only `init` writes; the officer also `officer`: who began before an
office was handed over acts as he who had it then."""
SPOKEN = {"setting language"} if ON_POSTGRESQL else set()
"""A server is asked in which language to speak; of a file it is looked up before there is a transaction."""

WAIT = "inbox import"
"""Two of it take turns (tests/office/mail/test_links.py)."""

MEETING = [
    (one, other)
    for one, other in product(WRITERS, WRITERS)
    if not (one == other == WAIT)
    and WRITERS[one].touches[0] & WRITERS[other].touches[1]
    and WRITERS[one].office != WRITERS["rule fees"].office
]


def begun(work: Workplace, folder: Path, *writers: Writer) -> tuple[Workplace, list[tuple[object, ...]]]:
    """An office in which these have something to do, and the words of each."""
    work = replace(work, folder=folder)
    special = [w for w in writers if w.office is not WRITERS["rate"].office]
    (special or list(writers))[0].office(work)
    for words in dict.fromkeys(words for writer in writers for words in writer.before):
        work.done(*words)
    return work, [writer.made(work) for writer in writers]


BESIDE = {"journal", "chain_link"}
"""What is newest of them is written beside the database after each transaction, and nothing hangs on it."""

MOMENTS = {"list_version", "message", "reading", "report", "ruling"}
OWN = {"inbox import": {"report"}, "import": MOMENTS, "import FILE": MOMENTS}
"""What was read of its own mail, of which nobody else imports anything meanwhile: it has a lock for that. And
the moments by which an import tells of a clock that is behind: nothing that it stores hangs on them."""

KEPT = "look"
"""What a look at an event found: it says itself what it hangs on, and is worth nothing where that differs."""


def test_every_command_reads_or_writes_or_makes_the_office() -> None:
    """A new command is put into one of the three, so that each that writes is in every pair."""
    writing = {name.removesuffix(" FILE") for name in WRITERS}
    assert commands() == writing | READERS | set(BARE)
    assert not writing & READERS


@pytest.mark.parametrize("name", WRITERS)
def test_what_a_command_reads_before_it_has_the_lock_and_what_it_writes_is_as_told(
    work: Workplace, queensland: Workplace, name: str
) -> None:
    writer = WRITERS[name]
    office = queensland if name == "members acf" else work
    work, (words,) = begun(work, office.folder, writer)
    with noting() as noted:
        work.run(*words)
    outside, writes = writer.touches
    assert noted.begun
    assert noted.outside <= outside | OF_ITSELF | SPOKEN | BESIDE | OWN.get(name, set()) | {KEPT}
    assert [n for n, one in WRITERS.items() if OF_ITSELF & one.touches[1]] == ["officer"]
    settings = {f"setting {name}" for (name,) in work.rows("SELECT name FROM setting")}
    written = {w for w in noted.written if not w.startswith("setting ") or w in settings}
    assert written - {KEPT} == writes


@pytest.mark.parametrize(("one", "other"), MEETING)
@pytest.mark.slow
def test_a_command_that_another_one_comes_before_builds_on_it(
    work: Workplace, tmp_path: Path, one: str, other: str
) -> None:
    """The other one runs whole, before each writing transaction of the first. Two polls take turns."""
    writers = WRITERS[one], WRITERS[other]
    work.monkeypatch.setattr(Clock, "now", lambda _: work.moment)

    def ended(name: str, *order: int, at: int = 0) -> tuple[dict[str, Any], list[bool]]:
        office, words = begun(work, prepared(tmp_path / name), *writers)
        told: list[bool] = []

        def do(number: int) -> None:
            told.append(office.run(*words[number]).code in (0, 3))

        with put_in(at, lambda: copy_context().run(do, 1)):  # as a process of its own: who acts is its affair
            for number in order:
                do(number)
        return office.dump(), told

    def prepared(folder: Path) -> Path:
        shutil.copytree(work.folder, folder)
        return folder

    after, told = ended("after", 1, 0)
    before: dict[str, Any] = {}
    met = writers[0].touches[0] & writers[1].touches[1]
    for at in range(1, deep(9, 3) if met != {"ruling"} else 2):  # rulings are read once, before the first
        between, said = ended(f"between {at}", 0, at=at)
        if len(said) == 1:
            assert at > 1
            break  # the first has no such transaction
        assert said[0] == told[0] or one == other == "poll", "the other one knows nothing of the first"
        if between != after:
            before = before or ended("before", 0, 1)[0]
            assert between == before, [t for t in between if between[t] not in (before[t], after[t])]
