"""The texts and examples that lie beside the project: absent, a test is skipped; in CI it fails."""

import os
from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
CASES = Path(__file__).parent / "cases"


def shared(name: str) -> Path:
    path = SHARED / name
    if path.exists():
        return path
    if os.environ.get("CI"):
        pytest.fail(f"../shared/{name} is missing")
    pytest.skip(f"../shared/{name} is not here")


def seed(number: str) -> str:
    (path,) = shared("seeds").glob(f"{number}_*.txt")
    return path.read_text(encoding="utf-8")
