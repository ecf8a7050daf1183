"""How deep the tests look: as deep as ten minutes allow, or all the way (`make test-long`)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

DATABASES = ("sqlite", "postgresql")
"""What tests that concern both run on, by these names; those marked `either` on one in the short run."""

LONG = os.environ.get("BANZUKE_TESTS") == "long"
"""All examples, every page in every form, a whole year of jobs: hours instead of minutes."""


def deep(many: int, few: int) -> int:
    """So many of them."""
    return many if LONG else few


def every(things: Sequence[T], nth: int, start: int = 0) -> Sequence[T]:
    """All of them; in the short run every `nth`, from `start` on."""
    return things if LONG else things[start::nth]
