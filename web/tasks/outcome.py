"""What goes into a process that does long work for the desk, and what comes out: plain values alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from scraper.records import Problem

Tell = Callable[[str], None]
"""A step, in words: what is done now, or was."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be done: a kind (web/tasks/kinds.py), in which office, as of when, for whom and in which
    language. `replay`: recorded answers in place of the site's; `given`: what the form said."""

    kind: str
    folder: Path
    now: datetime
    who: str
    language: str
    replay: Path | None = None
    given: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it. `good`: whether nothing is left to do; `lines`: the result in words; `problems`: what
    was found; `text`: a report as a terminal shows it; `files`: by name, to be saved."""

    good: bool
    lines: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    text: str = ""
    files: tuple[tuple[str, bytes], ...] = ()
