"""Values that do not belong where they stand, put anywhere into what JSON or TOML hold; and damaged bytes."""

from __future__ import annotations

import random
from copy import deepcopy
from typing import Any

ODD: tuple[Any, ...] = (
    None,
    True,
    "",
    " ",
    -1,
    0,
    1.5,
    10**30,
    -(10**30),
    1e308,
    float("nan"),
    "9999-12-31",
    "0001-01-01",
    "2026-02-30",
    "9" * 400,
    "x" * 3000,
    "\0",
    "\ud800",
    "\x1b[2J",
    "Mori\u202eSora",
    "=1+1",
    [],
    {},
    [[]],
    {"a": None},
    ["2026-10-01"],
)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container in a value, with each of its keys."""
    found: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting:
        here = waiting.pop()
        inside = here.items() if isinstance(here, dict) else enumerate(here) if isinstance(here, list) else ()
        for key, one in list(inside):
            found.append((here, key))
            waiting.append(one)
    return found


def put_odd(value: Any, chance: random.Random) -> None:
    """One to three values are others, gone, doubled, or each other's."""
    for _ in range(chance.randint(1, 3)):
        here, key = chance.choice(places(value))
        match chance.randrange(5):
            case 0:
                del here[key]
            case 1 if isinstance(here, list):
                here.append(deepcopy(here[key]))
            case 2:
                other, at = chance.choice(places(value))
                here[key] = other[at] if not isinstance(other[at], dict | list) else _odd(chance)
            case _:
                here[key] = _odd(chance)
        if not places(value):
            return


def _odd(chance: random.Random) -> Any:
    """One of its own: what is put in twice is not changed at one place with the other."""
    return deepcopy(chance.choice(ODD))


def damaged(data: bytes, chance: random.Random) -> bytes:
    """The bytes with one to four changes."""
    made = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(made) or 1)
        size = chance.choice((1, 1, 2, 8, 64))
        match chance.randrange(6):
            case 0:
                made[at : at + size] = chance.randbytes(size)
            case 1:
                del made[at : at + size]
            case 2:
                made[at:at] = made[at : at + size]
            case 3:
                odd = (b'"', b"\x00", b"\xff", b",", b"\n", b"<", b"&", b"9" * 30, b"=", b"\xed\xa0\x80")
                made[at:at] = chance.choice(odd)
            case 4:
                made[at:at] = chance.choice((b"[", b"{", b"(", b"'")) * chance.choice((1, 3000))
            case _:
                del made[at:]
    return bytes(made)
