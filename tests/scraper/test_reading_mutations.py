"""Damaged pages: a reading with problems or a named refusal, never another exception and never a hang."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable

import pytest

from scraper.codes import CODES
from scraper.errors import ScraperError
from scraper.reading import assemble, read_page
from tests.samples import saved
from tests.scraper.edits import with_body

PAGES = [
    "british2026_champ_startingrank",
    "british2026_champ_r5",
    "british2026_champ_r6_finished",
    "british2026_champ_crosstable_final",
    "british2026_champ_notpaired_final",
    "portimao2024_r9_gated",
    "ussa2026_roundrobin_pairings",
]
CELL = re.compile(rb"<td[^>]*>.*?</td>", re.DOTALL)
TAG = re.compile(rb"<[^>]*>")


def drop_bytes(body: bytes, r: random.Random) -> bytes:
    at = r.randrange(len(body))
    return body[:at] + body[at + r.randrange(1, 2000) :]


def swap_cells(body: bytes, r: random.Random) -> bytes:
    start = body.find(b"CRs1")
    cells = list(CELL.finditer(body, max(start, 0)))
    if len(cells) < 2:
        return body
    a, b = sorted(r.sample(cells, 2), key=lambda m: m.start())
    return body[: a.start()] + b[0] + body[a.end() : b.start()] + a[0] + body[b.end() :]


def break_tag(body: bytes, r: random.Random) -> bytes:
    tag = r.choice(list(TAG.finditer(body)))
    with_ = r.choice(
        [b"", b"<td>", b"</table>", b"<", b"<!--", b"<td & colsp &", b"</tr>", b"<table>", b"\x00"]
    )
    return body[: tag.start()] + with_ + body[tag.end() :]


def flip_bytes(body: bytes, r: random.Random) -> bytes:
    changed = bytearray(body)
    for _ in range(20):
        changed[r.randrange(len(changed))] = r.randrange(256)
    return bytes(changed)


def odd_cell(body: bytes, r: random.Random) -> bytes:
    cells = list(CELL.finditer(body, max(body.find(b"CRs1"), 0)))
    cell = r.choice(cells)
    odd = r.choice(["", "0", "-1", "²", "9" * 30, "99999w1", "½", "bye", "not paired", "1U - 0U", "0w0", "٣"])
    return body[: cell.start()] + f"<td>{odd}</td>".encode() + body[cell.end() :]


MUTATIONS = [drop_bytes, swap_cells, break_tag, flip_bytes, odd_cell]


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("mutate", MUTATIONS, ids=lambda f: f.__name__)
def test_a_damaged_page_is_read_or_refused_by_name(
    name: str, mutate: Callable[[bytes, random.Random], bytes]
) -> None:
    page = saved(name)
    start = read_page(saved("british2026_champ_startingrank"))
    chance = random.Random(f"{name} {mutate.__name__}")
    slowest = 0.0
    for _ in range(25):
        damaged = with_body(page, mutate(page.body, chance))
        began = time.perf_counter()
        try:
            reading = read_page(damaged)
            if reading.head.tournament == start.head.tournament:
                problems = assemble([start, reading], minutes_at_60=lambda text: None).record.problems
            else:
                problems = assemble([reading], minutes_at_60=lambda text: None).record.problems
        except ScraperError as error:
            problems = (error.problem,)
        slowest = max(slowest, time.perf_counter() - began)
        assert {p.code for p in problems} <= CODES.keys()
        assert all(p.place and p.expected and p.remedy for p in problems)
    assert slowest < 5


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
        record = assemble([start, table, read_page(changed)], minutes_at_60=lambda text: 120).record
        assert {p.code for p in record.problems} & {"crosstable-disagrees", "result-unknown"}
