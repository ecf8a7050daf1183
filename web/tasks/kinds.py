"""Which tasks there are: what each is called, what it takes to see it, and what does it. What goes into a
process that does long work for the desk, and what comes out, is plain values alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import Any

from office.accounts.roles import Need
from office.words import N_
from scraper.records import Problem

Tell = Callable[[str], None]
"""A step, in words: what is done now, or was."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be done: a kind (`KINDS`), in which office, as of when, for whom and in which
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


@dataclass(frozen=True, slots=True)
class Kind:
    """A task. `title`: of its page; `back`: the page it is begun on; `need`: of whoever begins it or sees
    what came of it; `done_by`: what does it, as `MODULE.NAME` of this folder, loaded in its process alone."""

    title: str
    back: str
    need: Need
    done_by: str

    def run(self, order: Order, tell: Tell) -> Outcome:
        """Does it."""
        module, _dot, name = self.done_by.partition(".")
        outcome: Outcome = getattr(import_module(f"web.tasks.{module}"), name)(order, tell)
        return outcome


HOUSE = "/office"
KINDS: Mapping[str, Kind] = {
    "doctor": Kind(N_("Examination of the office"), HOUSE, Need.ACCOUNTS, "looks.doctor"),
    "backup": Kind(N_("Backup"), HOUSE, Need.ACCOUNTS, "makes.backup"),
    "prove": Kind(N_("A backup is checked"), HOUSE, Need.ACCOUNTS, "makes.prove_backup"),
    "rebuild": Kind(N_("Every published list made again"), HOUSE, Need.ACCOUNTS, "looks.made_again"),
    "reread": Kind(N_("Saved pages read again"), HOUSE, Need.ACCOUNTS, "looks.read_again"),
    "drift": Kind(N_("Pages of the site compared"), HOUSE, Need.ACCOUNTS, "looks.drift"),
    "verify": Kind(N_("A public archive is checked"), HOUSE, Need.ACCOUNTS, "looks.verify"),
    "simulate": Kind(
        N_("Published lists under other rules"), "/lists/simulate", Need.DECIDE, "makes.simulation"
    ),
    "assess": Kind(N_("How well the ratings predict"), "/lists/assess", Need.DECIDE, "makes.assessment"),
    "read": Kind(N_("An event as it is read"), "/reports/read", Need.DECIDE, "makes.reading"),
}
"""By the word that an order names it with."""
