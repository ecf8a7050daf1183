"""A slice of the long run of damaged report files (`python -m benchmarks.mutations files`), always one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import importer
from importer.files import read_files
from rating.time_control import minutes_at_60
from tests.depth import deep
from tests.importer.mutations import MUTATIONS, damaged, fault, seeded, whole

pytestmark = pytest.mark.usefixtures("one_reader")

EACH = deep(12, 2)
"""Damaged files of each kind and mutation; the long run has about 1,700."""


@pytest.mark.parametrize("kind", sorted(whole()))
def test_a_damaged_file_is_read_or_refused_with_named_problems(kind: str) -> None:
    faults = []
    for at, mutate in enumerate(MUTATIONS):
        for number in range(EACH):
            seed = 1000 * at + number
            if found := fault(kind, mutate, seeded(seed)):
                faults.append(f"{mutate.__name__}, seed {seed}: {found}")
    assert faults == []


def test_files_of_every_reader_are_damaged() -> None:
    text = "".join(path.read_text("utf-8") for path in Path(importer.__file__).parent.rglob("*.py"))
    readers = set(re.findall(r'^READER = f?"([a-z-]+) ', text, re.MULTILINE))
    sound = [files for kind, files in whole().items() if kind != "cells"]
    assert {reading.reader for files in sound for reading in read_files(files, minutes_at_60)} == readers


def test_the_mutations_do_reach_the_readers() -> None:
    """Of the damaged ones some are still read and some are refused: neither would test nothing."""
    read = refused = 0
    for kind in whole():
        for number in range(deep(12, 3)):
            chance = seeded(number)
            for reading in read_files(damaged(kind, chance.choice(MUTATIONS), chance), minutes_at_60):
                read += reading.record is not None
                refused += reading.record is None
    assert read > deep(8, 2) and refused > deep(40, 10)
