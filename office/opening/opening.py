"""What a family makes of the files of the last list from before this office."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Opening:
    """`content`: what the files say, to be frozen with the version; `rows` of the version by table; `edition`
    where the list has to name it. For people: `counts` in words, lines on what had to be assumed, and what
    comes next."""

    content: dict[str, Any]
    rows: Sequence[tuple[type, Sequence[Mapping[str, Any]]]]
    report: str
    counts: str
    told: Sequence[str]
    then: str
    edition: str | None = None


def named(heading: str, people: Sequence[str]) -> list[str]:
    """A heading, and each below it; nothing of nobody."""
    return [heading, *(f"  {who}" for who in people)] if people else []
