"""The changes that nothing can see, each with why: tests/rating/survivors.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path

from benchmarks.mutants.changes import Key

FILE = Path(__file__).resolve().parents[2] / "tests" / "rating" / "survivors.toml"


def explained() -> dict[Key, str]:
    """Why nothing can see a change, by what names it. ValueError where one stands twice or says nothing."""
    found: dict[Key, str] = {}
    if not FILE.exists():
        return found
    for item in tomllib.loads(FILE.read_text(encoding="utf-8"))["survivor"]:
        key = (item["module"], item["function"], item["line"], item["was"], item["now"])
        if key in found:
            raise ValueError(f"{FILE.name} explains twice: {' | '.join(key)}")
        if not item["why"].strip():
            raise ValueError(f"{FILE.name} does not explain: {' | '.join(key)}")
        found[key] = item["why"]
    return found
