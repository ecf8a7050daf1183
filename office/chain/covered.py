"""Which rows a link of the chain covers: their numbers, and of each the beginning of the SHA-256 of its line.

A large office has millions of them, nearly always numbered one after the other as they were stored. So the
sums of a table are one text, and numbers that follow each other are held as the stretch that they make.
"""

import gzip
import zlib
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

import orjson

WIDE = 16
"""Signs of a sum."""


@dataclass(frozen=True, slots=True)
class Sums:
    """Rows of a table in the order of the link. `text`: their sums, one behind the other. ValueError where
    these are not as many."""

    rows: Sequence[int] = range(0)
    text: str = ""

    def __post_init__(self) -> None:
        if len(self.text) != WIDE * len(self.rows):
            raise ValueError(f"{len(self.text)} signs for {len(self.rows)} rows")

    @classmethod
    def of(cls, sums: Mapping[int, str]) -> "Sums":
        """The same by row."""
        return cls(array("q", sums), "".join(sums.values()))

    def items(self) -> Iterator[tuple[int, str]]:
        """Each row with its sum."""
        for at, row in enumerate(self.rows):
            yield row, self.text[WIDE * at : WIDE * (at + 1)]

    def are(self, rows: Sequence[int], sums: Sequence[str]) -> bool:
        """Whether they are these rows with these sums, in this order."""
        return self.text == "".join(sums) and [*self.rows] == [*rows]

    def parts(self, size: int) -> Iterator["Sums"]:
        """So many of them at a time."""
        for at in range(0, len(self.rows), size):
            to = at + size
            yield Sums(self.rows[at:to], self.text[WIDE * at : WIDE * to])


Covered = dict[str, Sums]
"""What a link covers, by table."""


@dataclass(slots=True)
class Numbers:
    """Numbers of rows, as the stretches that they make: `begins` and, behind each, `ends`."""

    begins: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)

    @property
    def first(self) -> int:
        """The lowest; 1 where there is none."""
        return self.begins[0] if self.begins else 1

    @property
    def last(self) -> int:
        """The highest; 0 where there is none."""
        return self.ends[-1] - 1 if self.ends else 0

    def __contains__(self, number: object) -> bool:
        assert isinstance(number, int)
        at = bisect_right(self.begins, number) - 1
        return at >= 0 and number < self.ends[at]

    def add(self, numbers: Sequence[int]) -> None:
        """Adds these, which mostly follow those that are there."""
        for begin, end in _stretches(numbers):
            first, behind = bisect_left(self.ends, begin), bisect_right(self.begins, end)
            if first < behind:  # it touches these
                begin, end = min(begin, self.begins[first]), max(end, self.ends[behind - 1])
            self.begins[first:behind], self.ends[first:behind] = [begin], [end]

    def gaps(self) -> Iterator[tuple[int, int]]:
        """What is left out between them: the first number and the last one of each stretch."""
        for end, begin in zip(self.ends, self.begins[1:], strict=False):
            yield end, begin - 1


def _stretches(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where each stretch begins, and behind which number it ends."""
    if isinstance(numbers, range):
        yield from [(numbers.start, numbers.stop)] if numbers else []
        return
    for _, run in groupby(enumerate(sorted({*numbers})), lambda one: one[1] - one[0]):
        (_, begin), *more = run
        yield begin, begin + len(more) + 1


def packed(covered: Covered) -> bytes:
    """What a link covers, as it is stored."""
    told = {table: {"rows": _told(sums.rows), "sums": sums.text} for table, sums in covered.items()}
    return gzip.compress(orjson.dumps(told), 1, mtime=0)  # sums: at 6 four times the time, 4 % less room


def _told(rows: Sequence[int]) -> Sequence[int] | Mapping[str, int]:
    """Numbers that follow each other by the first one and how many they are."""
    run = range(rows[0], rows[0] + len(rows)) if rows else range(0)
    return {"first": run.start, "count": len(run)} if all(map(int.__eq__, rows, run)) else [*rows]


def unpacked(data: bytes) -> Covered:
    """What `packed` packed, or an earlier Banzuke, which gave each row with its sum. One of many errors where
    it is no such thing."""
    told: dict[str, Any] = orjson.loads(gzip.decompress(data))
    return {table: _sums(of_table) for table, of_table in told.items()}


def _sums(told: Any) -> Sums:
    if isinstance(told, list):
        return Sums(array("q", [row for row, _sum in told]), "".join([sum_ for _row, sum_ in told]))
    rows, text = told["rows"], told["sums"]  # no larger than a row's number can be
    if isinstance(rows, list):
        return Sums(array("q", rows), text)
    return Sums(range(*array("q", (rows["first"], rows["first"] + rows["count"]))), text)


def readable(data: bytes) -> Covered | None:
    """The same; None where it is no such thing."""
    try:
        return unpacked(data)
    except (OSError, EOFError, ValueError, TypeError, AttributeError, LookupError, OverflowError, zlib.error):
        return None
