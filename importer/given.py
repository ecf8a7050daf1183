"""A file as it came in, and what the office hands to its readers."""

from collections.abc import Callable
from dataclasses import dataclass

Minutes = Callable[[str], int | None]
"""Minutes at move 60 of a printed time control, None where they are not certain; the office brings it."""


@dataclass(frozen=True, slots=True)
class GivenFile:
    """A file as it came: its name (for people only) and its bytes."""

    name: str
    data: bytes
