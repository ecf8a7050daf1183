"""Files of every kind damaged at random, and what reading a damaged file must never do: raise anything, take
long, name a problem that nobody listed, or give an event without one trace of where it came from."""

from __future__ import annotations

import json
import os
import random
import zlib
from collections.abc import Callable, Sequence
from functools import lru_cache

from docs.__main__ import listed
from importer.faults import CODE
from importer.files import read_files
from importer.given import GivenFile
from importer.trf.write import write_trf
from rating.time_control import minutes_at_60
from scraper.records import EventRecord, Problem
from tests.importer import ods, xls
from tests.importer.forms import filled, packed, unpacked
from tests.importer.swiss_perfect import files
from tests.importer.test_form import filled_rows
from tests.importer.test_game_list import ENGLISH, JAPANESE
from tests.importer.test_trf import HEAD, ROWS

SLOWEST = 5.0
"""Seconds of processor time for one file, with the process that reads a workbook; the slowest undamaged one
takes a hundredth of it."""

Mutation = Callable[[bytes, random.Random], bytes]
_ODD = (
    b"",
    b"\0",
    b"-1",
    b"99999",
    b"\xff\xff\xff\xff",
    b"w",
    b"2026/02/30",
    b"1e999",
    b"\x81\x40",
    b"\n001 ",
)
_CELLS = (
    "",
    "○",
    "第1回戦",
    "令和8年10月4日",
    "なし",
    "Mori Sora",
    "=1+1",
    "-1",
    "1e308",
    "9" * 400,
    "½",
    "2026-02-30",
    "bye 1",
    "\u0663",
    "1-0 1-0",
    "nan",
)


def drop_bytes(body: bytes, r: random.Random) -> bytes:
    """Up to 500 bytes are missing."""
    at = r.randrange(len(body))
    return body[:at] + body[at + r.randrange(1, 500) :]


def flip_bytes(body: bytes, r: random.Random) -> bytes:
    """Up to twenty bytes are anything."""
    changed = bytearray(body)
    for _ in range(r.randrange(1, 20)):
        changed[r.randrange(len(changed))] = r.randrange(256)
    return bytes(changed)


def cut_off(body: bytes, r: random.Random) -> bytes:
    """The file ends somewhere."""
    return body[: r.randrange(len(body))]


def put_odd(body: bytes, r: random.Random) -> bytes:
    """Something that does not belong there stands over what did."""
    at, odd = r.randrange(len(body)), r.choice(_ODD)
    return body[:at] + odd + body[at + len(odd) :]


def repeat(body: bytes, r: random.Random) -> bytes:
    """A stretch stands there many times."""
    at = r.randrange(len(body))
    return body[:at] + body[at : at + r.randrange(1, 300)] * r.randrange(2, 60) + body[at:]


def numbers(body: bytes, r: random.Random) -> bytes:
    """Two or four bytes are a number at the edge, as a header of a binary file may hold."""
    size, value = r.choice((2, 4)), r.choice((0, 1, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFE, 0xFFFFFFFF))
    at = r.randrange(min(len(body), r.choice((96, 600, len(body)))))
    return body[:at] + (value & (256**size - 1)).to_bytes(size, "little") + body[at + size :]


MUTATIONS: tuple[Mutation, ...] = (drop_bytes, flip_bytes, cut_off, put_odd, repeat, numbers)


@lru_cache(maxsize=1)
def whole() -> dict[str, tuple[GivenFile, ...]]:
    """One sound report of each kind."""
    (trf,) = (r.record for r in read_files([GivenFile("a.trf", (HEAD + ROWS).encode())], minutes_at_60))
    assert trf is not None
    kanji = "\r\n".join(",".join(row) for row in JAPANESE)
    members = {f"in/{f.name}": f.data for f in files()}
    return {
        "xlsx": (GivenFile("form.xlsx", filled()),),
        "xlsx inside": (GivenFile("form.xlsx", filled()),),
        "xls": (GivenFile("form.xls", xls.workbook(filled_rows())),),
        "ods": (GivenFile("form.ods", ods.workbook(filled_rows())),),
        "ods inside": (GivenFile("form.ods", ods.workbook(filled_rows())),),
        "cells": (GivenFile("form.ods", b""),),
        "game-list": (GivenFile("games.csv", ENGLISH.encode()),),
        "game-list in kanji": (GivenFile("games.csv", kanji.encode("cp932")),),
        "trf": (GivenFile("event.trf", (HEAD + ROWS).encode()),),
        "trf written": (GivenFile("event.trf", write_trf(trf, "5400+30")),),
        "swiss-perfect": tuple(files()),
        "zip": (GivenFile("event.zip", packed(members)),),
    }


def damaged(kind: str, mutate: Mutation, chance: random.Random) -> list[GivenFile]:
    """A report of this kind with one of its files, or of the parts inside it, damaged."""
    given = list(whole()[kind])
    if kind == "cells":
        return [GivenFile("form.ods", _odd_cells(chance))]
    at = chance.randrange(len(given))
    if kind.endswith("inside"):
        parts = unpacked(given[at].data)
        name = chance.choice(sorted(parts))
        if parts[name]:
            parts[name] = mutate(parts[name], chance)
        return [GivenFile(given[at].name, packed(parts))]
    given[at] = GivenFile(given[at].name, mutate(given[at].data, chance))
    return given


def _own_time() -> float:
    """Processor time of this process and of those it waited for: whatever else the machine does."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def fault(kind: str, mutate: Mutation, chance: random.Random) -> str | None:
    """What a damaged report leads to that must not be, None if all is well."""
    return judged(damaged(kind, mutate, chance))


def judged(given: Sequence[GivenFile]) -> str | None:
    """The same of a report as it is."""
    began = _own_time()
    try:
        readings = read_files(given, minutes_at_60)
        records = [r.record for r in readings if r.record is not None]
        for record in records:
            if EventRecord.from_dict(record.to_dict()) != record:
                return "a record that does not read back"
            json.dumps(record.to_dict(), ensure_ascii=False).encode()
            write_trf(record)
    except Exception as error:  # noqa: BLE001 - any is the fault that is looked for
        return f"{type(error).__name__}: {error}"
    if (seconds := _own_time() - began) > SLOWEST:
        return f"{seconds:.1f} s"
    if not readings:
        return "neither an event nor a problem"
    if any(r.record is None and not r.problems for r in readings):
        return "no event, and no reason"
    if any(not r.source.pages or not r.name or not r.players for r in records):
        return "an event without source, name or players"
    problems = [*(p for r in readings for p in r.problems), *(p for r in records for p in r.problems)]
    return next((told for p in problems if (told := _told(p)) is not None), None)


CODES = listed("importer/codes.toml")


def _told(problem: Problem) -> str | None:
    if problem.code == CODE:
        return problem.found
    known = problem.code in CODES and problem.place and problem.expected and problem.found and problem.remedy
    return None if known else f"a problem that is not whole or not listed: {problem}"


def _odd_cells(chance: random.Random) -> bytes:
    """The form with some of its cells, headings and versions included, holding something else."""
    rows = filled_rows()
    for _ in range(chance.randrange(1, 4)):
        sheet = rows[chance.choice(sorted(rows))]
        row = chance.choice(sheet)
        if row:
            row[chance.randrange(len(row))] = chance.choice(_CELLS)
    return ods.workbook(rows)


def seeded(seed: int) -> random.Random:
    """The same chances for the same seed, near seeds unlike each other."""
    return random.Random(zlib.crc32(str(seed).encode()))
