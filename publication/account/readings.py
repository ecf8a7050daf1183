"""The readings of events that an account stands on, with the saved pages behind them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from scraper.records import PageSource

WHOLE = ("pairings", "board-pairings", "crosstable")
"""Kinds of pages that can have every round, in the order in which they are read."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The frozen reading of an event that a list was made from, with the saved pages it stands on."""

    event_key: str
    event_name: str
    reader: str
    read_at: datetime
    pages: tuple[PageSource, ...]

    def page(self, round_: int) -> PageSource | None:
        """The page that has the games of a round: its own, else that of all rounds, as a round robin has it,
        else the crosstable, else the only one."""
        own = [p for p in self.pages if p.round == round_]
        whole = [p for kind in WHOLE for p in self.pages if p.kind == kind and p.round is None]
        return next(iter([*own, *whole, *self.pages]), None)
