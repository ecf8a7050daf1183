"""How deep the values of a file lie within one another: whatever looks at one without end goes down too."""

from typing import Any


def is_deeper(told: object, levels: int) -> bool:
    """Whether more tables and lists than so many stand within one another."""
    within: list[Any] = [told]
    for _level in range(levels + 1):
        held = [one for one in within if isinstance(one, dict | list)]
        within = [part for one in held for part in (one.values() if isinstance(one, dict) else one)]
    return bool(within)
