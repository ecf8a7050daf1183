"""The long run of damaged pages: `python -m benchmarks.mutations [N]`, 100,000 of them without N.

Needs the real samples. Prints every fault with what makes it again, and how many were damaged.
"""

import os
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from tests.scraper.mutations import MUTATIONS, fault, names

WHOLE_RUN = 100_000
AT_ONCE = 500


def batch(seed: int, count: int) -> list[str]:
    """`count` damaged pages, each from its own seed."""
    every = names()
    faults = []
    for i in range(seed, seed + count):
        chance = random.Random(i)
        name, mutate = chance.choice(every), chance.choice(MUTATIONS)
        if found := fault(name, mutate, chance):
            faults.append(f"seed {i}: {mutate.__name__} of {name}: {found}")
    return faults


def run(count: int) -> list[str]:
    """All faults of so many damaged pages, on every processor."""
    starts = range(0, count, AT_ONCE)
    sizes = [min(AT_ONCE, count - start) for start in starts]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return [f for faults in pool.map(batch, starts, sizes) for f in faults]


if __name__ == "__main__":
    asked = int(sys.argv[1]) if len(sys.argv) > 1 else WHOLE_RUN
    began = time.perf_counter()
    found = run(asked)
    for line in found:
        print(line)
    print(f"{asked} damaged pages in {time.perf_counter() - began:.0f} s: {len(found)} faults")
    sys.exit(bool(found))
