"""Timing two things in turn, so that both see the same machine."""

import resource
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

OF_BOTH = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)


@dataclass(frozen=True, slots=True)
class Ratio:
    """Times of ours and of the floor in seconds, one of each a round."""

    name: str
    ours: tuple[float, ...]
    floor: tuple[float, ...]

    def line(self) -> str:
        """Medians, and the ratio with its spread over the rounds."""
        ratios = [a / b for a, b in zip(self.ours, self.floor, strict=True)]
        ours, floor = statistics.median(self.ours), statistics.median(self.floor)
        return (
            f"{self.name}: {ours * 1000:.1f} ms, floor {floor * 1000:.1f} ms,"
            f" ratio {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
        )


def processor() -> float:
    """Seconds that this process and those it has waited for were at work."""
    return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, OF_BOTH))


def compare(
    name: str,
    ours: Callable[[], object],
    floor: Callable[[], object],
    rounds: int = 7,
    clock: Callable[[], float] = time.perf_counter,
) -> Ratio:
    """Runs both once unmeasured, then `rounds` times in turn."""
    ours(), floor()
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for which, run in enumerate((ours, floor)):
            start = clock()
            run()
            times[which].append(clock() - start)
    return Ratio(name, tuple(times[0]), tuple(times[1]))
