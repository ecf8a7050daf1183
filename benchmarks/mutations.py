"""The long runs of damaged input: `python -m benchmarks.mutations KIND [N [FROM]]`, 100,000 of them without
N; seeds are counted from FROM, else from 0.

Kinds: pages (they need the real samples); files, which are forms (xlsx, xls, ods, and their parts inside),
TRF, Swiss Perfect, lists of games and zips of these; mails; registers, with organizers, applications and
FIDE's list; cases; settings; bundles, which are public archives. Prints every fault with its seed, and how
many were damaged.
"""

import os
import random
import resource
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module

WHOLE_RUN = 100_000
AT_ONCE = 500


KINDS = {
    "pages": "tests.scraper.mutations", "files": "tests.importer.mutations",
    "mails": "tests.office.mail.mutations",
    **{name: f"tests.mutations.{name}" for name in ("registers", "cases", "settings", "bundles")},
}  # fmt: skip
"""Where it stands how each kind of input is damaged and read, which takes long to import."""


def fault(kind: str, seed: int) -> str | None:
    """The fault of a damaged piece of input; which page or report file, and how damaged, is drawn."""
    of = import_module(KINDS[kind])
    chance: random.Random = of.seeded(seed) if kind == "files" else random.Random(seed)
    found: str | None
    if kind not in ("pages", "files"):
        found = of.fault(chance)
        return found
    name = chance.choice(of.names() if kind == "pages" else sorted(of.whole()))
    mutate = chance.choice(of.MUTATIONS)
    found = of.fault(name, mutate, chance)
    return found and f"{mutate.__name__} of {name}: {found}"


def batch(kind: str, seeds: range) -> list[str]:
    """The faults of damaged pieces of input, each from its own seed."""
    return [f"seed {seed}: {found}" for seed in seeds if (found := fault(kind, seed))]


def read_here() -> None:
    """From now on this process reads archives itself, within a bound of memory. A process of its own for each
    list of each damaged archive takes two thirds of the time; what its bounds stop is tested elsewhere."""
    import importer.reader

    importer.reader._copied = True
    resource.setrlimit(resource.RLIMIT_DATA, (4 * importer.reader.MEMORY, resource.RLIM_INFINITY))


def run(kind: str, count: int, first: int = 0) -> list[str]:
    """All faults of so many damaged pieces of input, on every processor."""
    end = first + count
    batches = [range(start, min(start + AT_ONCE, end)) for start in range(first, end, AT_ONCE)]
    with ProcessPoolExecutor(os.cpu_count(), initializer=read_here if kind == "bundles" else None) as pool:
        return [f for faults in pool.map(partial(batch, kind), batches) for f in faults]


if __name__ == "__main__":
    asked = sys.argv[1] if sys.argv[1:] else ""
    if asked not in KINDS:
        sys.exit(f"name one of {', '.join(KINDS)}")
    numbers = [int(word) for word in sys.argv[2:]] or [WHOLE_RUN]
    began = time.perf_counter()
    faults = run(asked, *numbers)
    for line in faults:
        print(line)
    print(f"{numbers[0]} damaged {asked} in {time.perf_counter() - began:.0f} s: {len(faults)} faults")
    sys.exit(bool(faults))
