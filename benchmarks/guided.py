"""Damage guided by what a reader does with it: `python -m benchmarks.guided READER [SECONDS] [FOLDER]`, an
hour without SECONDS; of the processor, with what the reader starts. Each input that takes the reader a new
way is kept in FOLDER and damaged further.

It needs the library atheris, which is not among the requirements (it is large, and only for this): `pip
install atheris`. Prints every fault, keeps it in `tests/mutations/finds/`, and says how many were read.
"""

from __future__ import annotations

import importlib
import os
import sys
import tempfile
from pathlib import Path

from benchmarks.timing import processor

HOUR = 3600
LARGEST = 60_000
"""Bytes of one input."""
SLOWEST = 60
"""Seconds that one may take, of a reader that is watched while others use the machine."""
OURS = ("scraper", "importer", "rating", "office", "publication")


def main(words: list[str]) -> None:
    try:
        atheris = importlib.import_module("atheris")
    except ModuleNotFoundError:
        sys.exit("pip install atheris")
    with atheris.instrument_imports(include=list(OURS)):
        from benchmarks.mutations import read_here
        from tests.mutations.readers import READERS, keep
    if not words or words[0] not in READERS:
        sys.exit(f"name one of {', '.join(READERS)}")
    name, reader = words[0], READERS[words[0]]
    seconds = int(words[1]) if words[1:] else HOUR
    folder = Path(words[2]) if words[2:] else Path(tempfile.mkdtemp(prefix="banzuke-guided-"))
    folder.mkdir(parents=True, exist_ok=True)
    for at, seed in enumerate(reader.seeds()):
        (folder / f"seed-{at}").write_bytes(seed)
    dictionary = folder.with_suffix(".words")
    dictionary.write_text("".join(f'"{_escaped(word)}"\n' for word in reader.words))
    if not reader.apart:
        read_here()
    began, count, faults = processor(), 0, set[str]()

    def one(data: bytes) -> None:
        nonlocal count
        count += 1
        if fault := reader.judged(data):
            kind = fault.strip().splitlines()[0][:160]
            if kind not in faults:
                faults.add(kind)
                keep(name, kind, data)
                print(f"fault: {fault[-1500:]}", flush=True)
        if processor() - began > seconds:
            ways = len(list(folder.iterdir()))
            told = f"{count} {name} in {processor() - began:.0f} s, {ways} kept for a new way"
            print(f"{told}: {len(faults)} faults")
            sys.stdout.flush()
            os._exit(bool(faults))

    asked = [
        *([f"-dict={dictionary}"] if reader.words else []),
        f"-max_len={LARGEST}",
        f"-timeout={SLOWEST}",
        "-rss_limit_mb=4096",
        "-verbosity=0",
    ]
    atheris.Setup([sys.argv[0], *asked, f"-artifact_prefix={folder}/fault-", str(folder)], one)
    atheris.Fuzz()


def _escaped(word: str) -> str:
    return "".join(chr(b) if 32 <= b < 127 and chr(b) not in '"\\' else f"\\x{b:02x}" for b in word.encode())


if __name__ == "__main__":
    main(sys.argv[1:])
