"""The families of regulations that this program knows.

An office works under one family for ever. All that differs from family to family stands in a folder of its
own in each wing that needs one, `WING/families/NAME/`, as an object named `FAMILY`; what such an object has
to have says `WING/families/family.py`. A wing's `Family` holds that of the wing below it. Everything else
asks the office's family, and names none.
"""

from importlib import import_module
from typing import Any

FAMILIES: dict[str, str] = {
    "japanese": "{wing}.families.japanese",
    "queensland": "{wing}.families.queensland",
}
"""Every family by name, with the module in which a wing's part of it stands. The first is the one of an
office that names none."""


def part(name: str, wing: str) -> Any:
    """A wing's part of a family. Loaded when it is first asked for: an office loads its own and no other."""
    return import_module(FAMILIES[name].format(wing=wing)).FAMILY


def usual() -> str:
    """The name of the family that is meant where none is named."""
    return next(iter(FAMILIES))


JAPANESE, QUEENSLAND = FAMILIES
