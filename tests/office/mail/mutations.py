"""Mails damaged at random: bytes dropped, flipped, doubled, lines torn out, two mails spliced."""

from __future__ import annotations

import random
import traceback
from collections.abc import Callable
from datetime import UTC, datetime

from office.mail.read import Mail, mail_of
from tests.office.mail.shapes import SHAPES

NOW = datetime(2026, 11, 2, 1, 0, tzinfo=UTC)
NAMES = tuple(SHAPES)
SPECIAL = (
    b"\x00",
    b"\xff",
    b"\x1b$B",
    b"=?",
    b"?=",
    b"--",
    b'"',
    b";",
    b"<",
    b"=\r\n",
    b"\r",
    b"\n\n",
    b"\xe3\x81",
)


def flip(raw: bytes, chance: random.Random) -> bytes:
    out = bytearray(raw)
    for _ in range(chance.randint(1, 30)):
        out[chance.randrange(len(out))] = chance.randrange(256)
    return bytes(out)


def drop(raw: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(raw))
    return raw[:at] + raw[at + chance.randint(1, 60) :]


def cut(raw: bytes, chance: random.Random) -> bytes:
    return raw[: chance.randrange(len(raw))]


def double(raw: bytes, chance: random.Random) -> bytes:
    at, length = chance.randrange(len(raw)), chance.randint(1, 300)
    return raw[:at] + raw[at : at + length] * chance.randint(2, 5) + raw[at:]


def put(raw: bytes, chance: random.Random) -> bytes:
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(raw))
        raw = raw[:at] + chance.choice(SPECIAL) + raw[at:]
    return raw


def lines(raw: bytes, chance: random.Random) -> bytes:
    split = raw.splitlines(keepends=True)
    for _ in range(chance.randint(1, 4)):
        split.insert(chance.randrange(len(split)), split.pop(chance.randrange(len(split))))
    return b"".join(split)


def splice(raw: bytes, chance: random.Random) -> bytes:
    other = SHAPES[chance.choice(NAMES)].raw
    return raw[: chance.randrange(len(raw))] + other[chance.randrange(len(other)) :]


MUTATIONS: tuple[Callable[[bytes, random.Random], bytes], ...] = (flip, drop, cut, double, put, lines, splice)


def damaged(chance: random.Random) -> bytes:
    raw = SHAPES[chance.choice(NAMES)].raw
    for _ in range(chance.randint(1, 3)):
        if raw:
            raw = chance.choice(MUTATIONS)(raw, chance)
    return raw


def fault(chance: random.Random) -> str | None:
    """What is wrong with the reading of one damaged mail, None if nothing is."""
    return judged(damaged(chance))


def judged(raw: bytes) -> str | None:
    """The same of a mail as it is."""
    try:
        found = mail_of(raw, NOW)
        return wrong(found)
    except Exception:  # noqa: BLE001  whatever it is, it is the fault that was looked for
        return f"{traceback.format_exc()}\n{raw!r}"


def wrong(found: Mail) -> str | None:
    """What no reading may be, however damaged the mail."""
    if found.arrived is None and not found.problems:
        return "refused without a reason"
    if found.arrived is not None and not datetime(2000, 1, 1, tzinfo=UTC) <= found.arrived.moment <= NOW:
        return f"arrived at {found.arrived.moment}"
    for problem in (*found.problems, *found.noted):
        if not all((problem.code, problem.place, problem.expected, problem.found, problem.remedy)):
            return f"a problem says nothing: {problem}"
        "".join((problem.place, problem.expected, problem.found, problem.remedy)).encode()
    for text in (found.sender, found.sender_name, found.subject):
        if "\n" in text or "\r" in text or "\x00" in text:
            return f"a header is no line: {text!r}"
        text.encode()
    for file in found.files:
        file.name.encode()
        if "/" in file.name or "\\" in file.name:
            return f"a file's name leads elsewhere: {file.name}"
    for address in found.addresses:
        if not 0 < address.tournament < 1_000_000_000:
            return f"tournament {address.tournament}"
    return None
