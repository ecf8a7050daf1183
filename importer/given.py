"""A file as it came in, what the office hands to its readers, and what they say of one they refuse."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from importer.errors import ImportRefused
from importer.plain_text import file_name
from scraper.records import Problem

Minutes = Callable[[str], int | None]
"""Minutes at move 60 of a printed time control, None where they are not certain; the office brings it."""


@dataclass(frozen=True, slots=True)
class GivenFile:
    """A file as it came: its name as text (for people only) and its bytes."""

    name: str
    data: bytes

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", file_name(self.name))


LARGEST = 50_000_000
"""Bytes of a file that is opened whole. A register of 100,000 members takes 20 million as CSV."""


def bytes_of(path: Path, most: int = LARGEST) -> bytes:
    """The bytes of a file; `ImportRefused`, before it is opened, for one that is larger."""
    size = path.stat().st_size
    if size > most:
        remedy = "check which file it is; send the report alone, or split it"
        found = f"{size} bytes"
        problem = Problem("file-too-large", path.name, f"at most {most} bytes", found, remedy)
        raise ImportRefused([problem])
    return path.read_bytes()


@dataclass(frozen=True, slots=True)
class Says:
    """The event that a refused report says it is: the key it would have, and its players' names as far as
    they can be read. A corrected report is told by them."""

    event_key: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Faulty:
    """A report that is refused: everything wrong in it, and what it says it is, where that can be read."""

    problems: tuple[Problem, ...]
    says: Says | None = None
