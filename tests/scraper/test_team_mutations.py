"""Damaged pages of a team event: a reading with problems or a named refusal, never another exception."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest

from scraper.errors import ScraperError
from scraper.page import PageReading, read_page
from scraper.problems import CODES
from scraper.reading import assemble
from scraper.records import SavedPage
from tests.samples import saved
from tests.scraper.edits import with_body
from tests.scraper.mutations import MUTATIONS
from tests.scraper.team_invented import TeamEvent

PAGES = [
    "portugal2026_team_board_pairings_r1",
    "portugal2026_team_pairings_r1",
    "portugal2026_team_standings",
]

Mutation = Callable[[bytes, random.Random], bytes]


def named(damaged: SavedPage, others: list[PageReading]) -> None:
    """Reads the damaged page, alone and beside whole ones of its event; only named refusals may come."""
    try:
        reading = read_page(damaged)
        problems = assemble([reading], minutes_at_60=lambda text: None).problems
        problems += assemble([*others, reading], minutes_at_60=lambda text: None).problems
    except ScraperError as error:
        problems = (error.problem,)
    assert {p.code for p in problems} <= CODES.keys()
    assert all(p.place and p.expected and p.remedy for p in problems)


@pytest.mark.parametrize("mutate", MUTATIONS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("name", PAGES)
def test_a_damaged_page_of_the_sample_is_read_or_refused_by_name(name: str, mutate: Mutation) -> None:
    page = saved(name)
    others = [read_page(saved(p)) for p in PAGES if p != name]
    chance = random.Random(f"{name} {mutate.__name__}")
    slowest = 0.0
    for _ in range(15):
        began = time.perf_counter()
        named(with_body(page, mutate(page.body, chance)), others)
        slowest = max(slowest, time.perf_counter() - began)
    assert slowest < 5


@pytest.mark.parametrize("mutate", MUTATIONS, ids=lambda f: f.__name__)
def test_a_damaged_page_of_the_invented_event_is_read_or_refused_by_name(mutate: Mutation) -> None:
    pages = TeamEvent().pages()
    whole = [read_page(p) for p in pages]
    chance = random.Random(mutate.__name__)
    for number, page in enumerate(pages):
        others = [r for i, r in enumerate(whole) if i != number]
        for _ in range(40):
            named(with_body(page, mutate(page.body, chance)), others)


def test_a_page_of_a_thousand_nested_cells_is_read_or_refused() -> None:
    page = TeamEvent().boards_page(1)
    deep = page.body.replace(
        b'<div class="FarbewT">', b"<table><tr><td>" * 1000 + b'<div class="FarbewT">', 1
    )
    named(with_body(page, deep), [])
