"""The long run of damaged mails: `python -m benchmarks.mutations_mail [N]`, 100,000 of them without N.

Prints every fault with the seed that makes it again, and how many were damaged.
"""

import os
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from tests.office.mail.mutations import fault

WHOLE_RUN = 100_000
AT_ONCE = 500


def batch(seed: int, count: int) -> list[str]:
    """`count` damaged mails, each from its own seed."""
    return [f"seed {i}: {found}" for i in range(seed, seed + count) if (found := fault(random.Random(i)))]


def run(count: int) -> list[str]:
    """All faults of so many damaged mails, on every processor."""
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
    print(f"{asked} damaged mails in {time.perf_counter() - began:.0f} s: {len(found)} faults")
    sys.exit(bool(found))
