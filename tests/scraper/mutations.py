"""Real pages damaged at random, and what a reading of a damaged page must never do.

Never another exception than a ScraperError, never a hang, and never a wrong game counted silently: a game
or result that the whole page does not have is accompanied by a problem. Where the event's other pages are
at hand it must be a problem that the undamaged event does not have.
"""

from __future__ import annotations

import hashlib
import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from scraper.errors import ScraperError
from scraper.problems import CODES
from scraper.reading import PageReading, assemble, read_page
from scraper.records import EventRecord, Pairing, SavedPage
from tests.samples import samples, saved

SLOWEST = 5.0
"""Seconds of processor time for one page; the slowest undamaged one takes a hundredth of it."""

WHOLE_EVENTS = {
    "british2026": (
        "british2026_champ_startingrank",
        *(f"british2026_champ_r{n}" for n in (1, 2, 3, 4, 5)),
        *("british2026_champ_r6_finished", "british2026_champ_r7_finished"),
        *("british2026_champ_r8", "british2026_champ_r9"),
        *("british2026_champ_crosstable_final", "british2026_champ_notpaired_final"),
    ),
    "ussa2026": (
        *("ussa2026_roundrobin_startingrank", "ussa2026_roundrobin_pairings"),
        "ussa2026_roundrobin_crosstable",
    ),
}
"""Events whose pages check each other: nothing in them may change without a new problem."""

Mutation = Callable[[bytes, random.Random], bytes]
_CELL = re.compile(rb"<td[^>]*>.*?</td>", re.DOTALL)
_TAG = re.compile(rb"<[^>]*>")
_ODD = ("", "0", "-1", "²", "9" * 30, "99999w1", "½", "bye", "not paired", "1U - 0U", "0w0", "٣", "*", "+")
_BREAKS = (b"", b"<td>", b"</table>", b"<", b"<!--", b"<td & colsp &", b"</tr>", b"<table>", b"\x00", b"<h3>")


def drop_bytes(body: bytes, r: random.Random) -> bytes:
    """Up to 2,000 bytes are missing."""
    at = r.randrange(len(body))
    return body[:at] + body[at + r.randrange(1, 2000) :]


def swap_cells(body: bytes, r: random.Random) -> bytes:
    """Two cells of the lists change places."""
    cells = _cells(body)
    if len(cells) < 2:
        return drop_bytes(body, r)
    a, b = sorted(r.sample(cells, 2))
    first, second = body[a[0] : a[1]], body[b[0] : b[1]]
    return body[: a[0]] + second + body[a[1] : b[0]] + first + body[b[1] :]


def break_tag(body: bytes, r: random.Random) -> bytes:
    """One tag becomes another, or none."""
    tags = _tags(body)
    if not tags:
        return drop_bytes(body, r)
    start, end = r.choice(tags)
    return body[:start] + r.choice(_BREAKS) + body[end:]


def flip_bytes(body: bytes, r: random.Random) -> bytes:
    """Twenty bytes are anything."""
    changed = bytearray(body)
    for _ in range(20):
        changed[r.randrange(len(changed))] = r.randrange(256)
    return bytes(changed)


def odd_cell(body: bytes, r: random.Random) -> bytes:
    """One cell holds what does not belong there."""
    cells = _cells(body)
    if not cells:
        return flip_bytes(body, r)
    start, end = r.choice(cells)
    return body[:start] + f"<td>{r.choice(_ODD)}</td>".encode() + body[end:]


MUTATIONS: tuple[Mutation, ...] = (drop_bytes, swap_cells, break_tag, flip_bytes, odd_cell)


@lru_cache(maxsize=64)
def _cells(body: bytes) -> list[tuple[int, int]]:
    return [m.span() for m in _CELL.finditer(body, max(body.find(b"CRs1"), 0))]


@lru_cache(maxsize=64)
def _tags(body: bytes) -> list[tuple[int, int]]:
    return [m.span() for m in _TAG.finditer(body)]


@dataclass(frozen=True)
class Subject:
    """A page, the readings of the event's other pages, and the record of all of them undamaged."""

    name: str
    page: SavedPage
    others: tuple[PageReading, ...]
    record: EventRecord
    checked: bool


def names() -> list[str]:
    """Every real page and export."""
    return sorted(
        p.name if p.suffix == ".xlsx" else p.stem
        for p in samples("chess-results").iterdir()
        if p.suffix in (".html", ".xlsx")
    )


@lru_cache(maxsize=64)
def subject(name: str) -> Subject:
    """The page with the event it stands in."""
    event = next((e for e in WHOLE_EVENTS if name.startswith(e)), None)
    others = tuple(read_page(saved(n)) for n in WHOLE_EVENTS.get(event or "", ()) if n != name)
    page = saved(name)
    try:
        record = _assembled((*others, read_page(page)))
    except ScraperError:
        record = EventRecord("refused as it is")
    checked = event is not None and name in WHOLE_EVENTS[event]
    return Subject(name, page, others, record, checked)


def fault(name: str, mutate: Mutation, chance: random.Random) -> str | None:
    """What a damaged page leads to that must not be, None if all is well."""
    whole = subject(name)
    body = mutate(whole.page.body, chance)
    damaged = replace(whole.page, body=body, sha256=hashlib.sha256(body).hexdigest())
    return judged(damaged, whole)


def judged(damaged: SavedPage, whole: Subject) -> str | None:
    """The same of a page as it is."""
    began = time.process_time()
    try:
        reading = read_page(damaged)
        same = not whole.others or reading.head.tournament == whole.others[0].head.tournament
        record = _assembled((*whole.others, reading) if same else (reading,))
    except ScraperError as error:
        return _told(error.problem.code, error.problem.remedy)
    except Exception as error:  # noqa: BLE001 - any other one is the fault that is looked for
        return f"{type(error).__name__}: {error}"
    if (seconds := time.process_time() - began) > SLOWEST:
        return f"{seconds:.1f} s"
    if bad := next((t for p in record.problems if (t := _told(p.code, p.remedy))), None):
        return bad
    if same and (wrong := _games(record) - _games(whole.record)):
        known = set(whole.record.problems) if whole.checked else set()
        if not set(record.problems) - known:
            return f"{len(wrong)} other game(s) without a problem: {sorted(map(str, wrong))[:2]}"
    return None


def _assembled(readings: tuple[PageReading, ...]) -> EventRecord:
    return assemble(readings, minutes_at_60=lambda text: 120)


def _games(record: EventRecord) -> set[Pairing]:
    return {replace(p, board=None) for p in record.pairings if p.black is not None and p.result is not None}


def _told(code: str, remedy: str) -> str | None:
    return None if code in CODES and remedy else f"a problem that is not listed: {code}"
