"""A file as it came in, and what the office hands to its readers."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from importer.errors import ImportRefused
from importer.plain_text import file_name
from scraper.records import PageSource, Pairing, Problem, Round

Minutes = Callable[[str], int | None]
"""Minutes at move 60 of a printed time control, None where they are not certain; the office brings it."""

HOME = "JPN"
"""The federation of an office, as FIDE calls it, where nobody says which office it is: that of the usual
family. In TRF files its national lines are read; those of others are left alone."""

OfOffice = tuple[Minutes, str]
"""What hangs on the office in what is read: how its family reckons a time control, and its federation."""


@dataclass(frozen=True, slots=True)
class GivenFile:
    """A file as it came: its name as text (for people only) and its bytes."""

    name: str
    data: bytes

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", file_name(self.name))

    def page(self, kind: str) -> PageSource:
        """The file as a page that a reading stands on."""
        sha256 = hashlib.sha256(self.data).hexdigest()
        return PageSource(kind, None, None, self.name, sha256, None, None)


LARGEST = 50_000_000
"""Bytes of a file that is opened whole. A register of 100,000 members takes 20 million as CSV."""


def bytes_of(path: Path) -> bytes:
    """The bytes of a file; `ImportRefused`, before it is opened, for one that is larger; and where
    more comes out of a device or a pipe, which has no size."""
    size, expected = path.stat().st_size, f"at most {LARGEST} bytes"
    remedy = "check which file it is; send the report alone, or split it"
    if size > LARGEST:
        raise ImportRefused.because("file-too-large", path.name, expected, f"{size} bytes", remedy)
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise ImportRefused.because("file-too-large", path.name, expected, "more than that", remedy)
    return data


MOST_ROUNDS = 99
"""More than this no event has."""


@dataclass(slots=True)
class Games:
    """The pairings of a file in its order; `faults` refuse the file, `notes` are asked or shown."""

    pairings: list[Pairing] = field(default_factory=list)
    rounds: tuple[Round, ...] = ()
    faults: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)


def with_boards(pairings: Iterable[Pairing]) -> Iterator[Pairing]:
    """The pairings with boards, which no file numbers, counted within each round."""
    boards: Counter[int] = Counter()
    for pairing in pairings:
        if pairing.black is not None:
            boards[pairing.round] += 1
            pairing = replace(pairing, board=boards[pairing.round])
        yield pairing
