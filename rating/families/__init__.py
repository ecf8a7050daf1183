"""The families of regulations that this program knows.

An office works under one family for ever. All that differs from family to family stands in a place of its own
in each wing, `WING/families/NAME`, as an object named `FAMILY`; what such an object has to have says
`WING/families/family.py`, and a wing's holds that of the wing below it. Everything else asks the office's
family, and names none. docs/architecture.md walks through what a new family writes.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rating.families.family import Family

FAMILIES: dict[str, str] = {
    "japanese": "{wing}.families.japanese",
    "queensland": "{wing}.families.queensland",
}
"""Every family by name, with the module in which a wing's part of it stands. The first is the one of an
office that names none, and the one whose editions are chosen by date (R0)."""


def part(name: str, wing: str) -> Any:
    """A wing's part of a family. Loaded when it is first asked for: an office loads its own and no other."""
    return import_module(FAMILIES[name].format(wing=wing)).FAMILY


def usual() -> str:
    """The name of the family that is meant where none is named."""
    return next(iter(FAMILIES))


def family_named(name: str) -> Family:
    """How the editions of a family are written and reckoned."""
    found: Family = part(name, "rating")
    return found
