"""The two printed tables, read from the text an edition file keeps of them."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

_PERCENT_STEP = re.compile(r"(?:(\d+)-(\d+)|>\s*(\d+))\s+(\d+)\s+(\d+)")
_DIFFERENCE = re.compile(r"(\d+)\s+([+-]\d+|0)(?=\s|$)")
_STEP = re.compile(r"(?:(\d+)-(\d+)|>\s*(\d+))\s+(\d?\.\d+)\s+(\d?\.\d+)")
_PERCENTAGE = re.compile(r"(\d?\.\d+)\s+(-?\d+)")


@dataclass(frozen=True, slots=True)
class Step:
    """One line of Table 1: from this difference to that (None: and above), H and L in hundredths."""

    first: int
    last: int | None
    high: int
    low: int


def read_steps(text: str) -> tuple[Step, ...]:
    """Table 1 from its printed lines `D H L`. ValueError where a line is not one, or a difference is
    left out, met twice or unending too early, or H and L do not make one."""
    return _read_steps(text, _STEP, _hundredths)


def read_percent_steps(text: str) -> tuple[Step, ...]:
    """The same table in whole percentages, `RD + -`, as the Queensland text prints it."""
    return _read_steps(text, _PERCENT_STEP, int)


def _read_steps(text: str, pattern: re.Pattern[str], hundredths: Callable[[str], int]) -> tuple[Step, ...]:
    steps: list[Step] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        match = pattern.fullmatch(line)
        if match is None:
            raise ValueError(f"not a line of Table 1: {line!r}")
        first, last, above, high, low = match.groups()
        if above is not None:
            step = Step(int(above) + 1, None, hundredths(high), hundredths(low))
        else:
            step = Step(int(first), int(last), hundredths(high), hundredths(low))
        before = steps[-1].last if steps else -1
        if before is None or step.first != before + 1:
            raise ValueError(f"Table 1 has a gap or an overlap before {line!r}")
        if step.high + step.low != 100:
            raise ValueError(f"H and L do not make one in {line!r}")
        steps.append(step)
    if not steps or steps[-1].last is not None:
        raise ValueError("Table 1 does not end with the differences above its last one")
    return tuple(steps)


def read_percentages(text: str) -> Mapping[int, int]:
    """Table 2 from its printed pairs `p dp`: percent → points. ValueError where it is not one, or a
    percentage from 0 to 100 is left out or met twice."""
    return _read_pairs(text, _PERCENTAGE, _hundredths, range(101))


def read_differences(text: str) -> Mapping[int, int]:
    """The same table as the Queensland text prints it, `% diff`: nothing stands at 100 and at 0."""
    return _read_pairs(text, _DIFFERENCE, int, range(1, 100))


def _read_pairs(
    text: str, pattern: re.Pattern[str], hundredths: Callable[[str], int], whole: range
) -> Mapping[int, int]:
    pairs: dict[int, int] = {}
    for line in text.splitlines():
        if pattern.sub("", line).strip():
            raise ValueError(f"not a line of Table 2: {line!r}")
        for p, points in pattern.findall(line):
            if hundredths(p) in pairs:
                raise ValueError(f"Table 2 has {p} twice")
            pairs[hundredths(p)] = int(points)
    if missing := set(whole) ^ set(pairs):
        raise ValueError(f"Table 2 lacks {sorted(missing)} percent")
    return MappingProxyType(dict(sorted(pairs.items())))


def _hundredths(printed: str) -> int:
    whole, _, fraction = printed.partition(".")
    return int(whole or "0") * 100 + int(fraction.ljust(2, "0"))
