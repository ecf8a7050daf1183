"""The real samples of ../shared: skipped with a reason where they are absent, a failure in CI.

They hold real people's names; nothing of them is copied here.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from scraper.records import SavedPage

SAMPLES = Path(__file__).resolve().parents[2] / "shared" / "samples"


def samples(*parts: str) -> Path:
    """A path under ../shared/samples; skips the test, or fails it in CI, if it is absent."""
    path = SAMPLES.joinpath(*parts)
    if not path.exists():
        reason = f"the real samples are absent: no {path}"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return path


def saved(name: str) -> SavedPage:
    """A real page of samples/chess-results, by its file's name without `.html`, or an export with `.xlsx`."""
    path = samples("chess-results", name if name.endswith(".xlsx") else f"{name}.html")
    body = path.read_bytes()
    return SavedPage(body, path.name, hashlib.sha256(body).hexdigest())


def saved_all(prefix: str) -> list[SavedPage]:
    """All real pages whose names begin so; at least one."""
    names = sorted(p.stem for p in samples("chess-results").glob(f"{prefix}*.html"))
    assert names, f"no sample begins {prefix}"
    return [saved(name) for name in names]
