"""Damaged pages: a reading with problems or a named refusal, never a silently wrong game and never a hang."""

from __future__ import annotations

import random
import re

import pytest

from scraper.reading import assemble, read_page
from tests.samples import SAMPLES, saved
from tests.scraper.edits import with_body
from tests.scraper.mutations import MUTATIONS, Mutation, fault, names

NAMES = names() if SAMPLES.exists() else ["absent"]
EACH = 4
"""The long run is `python -m benchmarks.mutations pages`."""


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("mutate", MUTATIONS, ids=lambda f: f.__name__)
def test_a_damaged_page_is_read_or_refused_by_name(name: str, mutate: Mutation) -> None:
    chance = random.Random(f"{name} {mutate.__name__}")
    for turn in range(EACH):
        assert fault(name, mutate, chance) is None, turn


def test_the_damaged_page_that_once_gave_a_traceback_does_no_more() -> None:
    """Seed 392 of the long run: rows of a round robin above their damaged headings."""
    chance = random.Random(392)
    page, mutate = chance.choice(range(43)), chance.choice(MUTATIONS)  # there were 43 samples then
    assert (page, mutate.__name__) == (39, "flip_bytes")
    assert fault("ussa2026_roundrobin_pairings", mutate, chance) is None


def test_a_result_that_is_changed_never_goes_unnoticed_beside_the_crosstable() -> None:
    table = read_page(saved("british2026_champ_crosstable_final"))
    start = read_page(saved("british2026_champ_startingrank"))
    page = saved("british2026_champ_r5")
    chance = random.Random("results")
    tokens = [b"1 - 0", b"0 - 1", b"&frac12; - &frac12;", b"+ - -", b"- - +", b"- - -", b"2 - 0"]
    results = [m for t in tokens for m in re.finditer(rb">" + re.escape(t) + rb"<", page.body)]
    assert len(results) == 52
    for _ in range(40):
        old = chance.choice(results)
        new = chance.choice([t for t in tokens if t != old[0][1:-1]])
        changed = with_body(page, page.body[: old.start() + 1] + new + page.body[old.end() - 1 :])
        record = assemble([start, table, read_page(changed)], minutes_at_60=lambda text: 120)
        assert {p.code for p in record.problems} & {"crosstable-disagrees", "result-unknown"}
