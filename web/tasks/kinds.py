"""Which tasks there are: what each is called, what it takes to see it, and what does it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module

from office.accounts.roles import Need
from office.words import N_
from web.tasks.outcome import Order, Outcome, Tell


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
