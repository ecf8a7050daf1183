"""The index of an archive that was written for years."""

from __future__ import annotations

import hashlib
import json
import tracemalloc
from pathlib import Path

from scraper.archive import FileArchive
from tests.scraper.test_archive import exchange


def test_an_index_of_years_is_gone_through_without_being_held(tmp_path: Path) -> None:
    """Two polls a day of forty events are thirty thousand lines a year. They took four times their bytes."""
    archive = FileArchive(tmp_path)
    archive.put(exchange(b"one"))
    index = tmp_path / "index.jsonl"
    line = json.loads(index.read_bytes())
    sums = [hashlib.sha256(str(n).encode()).hexdigest() for n in range(10_000)]
    with index.open("a") as more:
        more.writelines(f"{json.dumps(line | {'sha256': sha256})}\n" for sha256 in sums)
    tracemalloc.start()
    try:
        assert sum(1 for _ in archive.each()) == 10_001
        assert tracemalloc.get_traced_memory()[1] < 1_000_000 < index.stat().st_size
    finally:
        tracemalloc.stop()
