"""The long run of damaged report files: `python -m benchmarks.mutations_files [N [FROM]]`, 100,000 without N;
seeds are counted from FROM, else from 0.

Forms (xlsx, xls, ods, and their parts inside), TRF, Swiss Perfect, lists of games and zips of these. Prints
every fault with what makes it again, and how many were damaged.
"""

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from tests.importer.mutations import MUTATIONS, fault, seeded, whole

WHOLE_RUN = 100_000
AT_ONCE = 500


def batch(seed: int, count: int) -> list[str]:
    """`count` damaged files, each from its own seed."""
    kinds = sorted(whole())
    faults = []
    for i in range(seed, seed + count):
        chance = seeded(i)
        kind, mutate = chance.choice(kinds), chance.choice(MUTATIONS)
        if found := fault(kind, mutate, chance):
            faults.append(f"seed {i}: {mutate.__name__} of {kind}: {found}")
    return faults


def run(count: int, first: int = 0) -> list[str]:
    """All faults of so many damaged files, on every processor."""
    starts = range(first, first + count, AT_ONCE)
    sizes = [min(AT_ONCE, first + count - start) for start in starts]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return [f for faults in pool.map(batch, starts, sizes) for f in faults]


if __name__ == "__main__":
    asked = int(sys.argv[1]) if len(sys.argv) > 1 else WHOLE_RUN
    began = time.perf_counter()
    found = run(asked, int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    for line in found:
        print(line)
    print(f"{asked} damaged files in {time.perf_counter() - began:.0f} s: {len(found)} faults")
    sys.exit(bool(found))
