"""The families of regulations that this program knows.

An office works under one family for ever. All that differs from family to family stands in a place of its own
in each wing, `WING/families/NAME`, as an object named `FAMILY`; what such an object has to have says
`WING/families/family.py`, and a wing's holds that of the wing below it. Everything else asks the office's
family, and names none. docs/architecture.md walks through what a new family writes.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from rating.families.family import Family

FAMILIES: dict[str, str] = {
    "japanese": "{wing}.families.japanese",
    "queensland": "{wing}.families.queensland",
}
"""Every family that an office can work under, by name, with the module in which a wing's part of it stands.
The first is the one of an office that names none, and the one whose editions are chosen by date (R0)."""

COMPARED: dict[str, str] = {"fide": "{wing}.families.fide"}
"""Families that no office works under: games are reckoned under them to compare. `rating` alone has a part of
them."""


def part(name: str, wing: str) -> Any:
    """A wing's part of a family. Loaded when it is first asked for: an office loads its own and no other."""
    return _part(FAMILIES[name], wing)


@cache
def _part(where: str, wing: str) -> Any:
    return import_module(where.format(wing=wing)).FAMILY


class Later:
    """Functions of a module that is loaded when one of them is first called: who asks a family for one thing
    does not load all it can do. Type checkers see the module itself."""

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            return getattr(import_module(self._module), name)(*given, **named)

        return call


def usual() -> str:
    """The name of the family that is meant where none is named."""
    return next(iter(FAMILIES))


def every() -> tuple[str, ...]:
    """All families whose editions are held, those that are only compared with last."""
    return (*FAMILIES, *COMPARED)


def is_compared(name: str) -> bool:
    """Whether an edition of this family can only be compared with: no office makes a list under it."""
    return name in COMPARED


def family_named(name: str) -> Family:
    """How the editions of a family are written and reckoned."""
    where = {**FAMILIES, **COMPARED}[name].format(wing="rating")
    found: Family = import_module(where).FAMILY
    return found
