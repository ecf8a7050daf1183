"""Whether an event is running: a round is in play and more are to come.

Seen: jeddah2026_*, saved within seconds of each other. The pages have one "Last update" and differ in the
results of the round in play; the crosstable has columns for the rounds that are paired. So of that round
only what both pages have is compared, and what is still to come is said once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scraper.event.placed import Placed
from scraper.pages.head import Head
from scraper.problems import place, problem
from scraper.records import Kind, Problem


@dataclass(frozen=True, slots=True)
class Running:
    """The `round` in play and the number of rounds; earlier rounds are final."""

    round: int
    count: int


def running(head: Head, count: int | None, placed: Iterable[Placed]) -> Running | None:
    """The running event: the last round in the menu is not the last of all, and games of it are open."""
    last = head.rounds_paired
    if not last or count is None or last >= count:
        return None
    in_play = any(p.pairing.round == last and p.pairing.kind == Kind.PENDING for p in placed)
    return Running(last, count) if in_play else None


def in_play(round: int, now: Running | None) -> bool:
    """Whether two pages may differ in the results of a round because it is being played."""
    return now is not None and round == now.round


def not_paired_yet(round: int, now: Running | None) -> bool:
    """Whether a round comes after the one in play."""
    return now is not None and round > now.round


def event_runs(now: Running, placed: Sequence[Placed], origin: str) -> Problem:
    """The one problem that says so."""
    here = [p for p in placed if p.pairing.round == now.round]
    open_ = sum(p.pairing.kind == Kind.PENDING for p in here)
    found = f"round {now.round} of {now.count} in play, {open_} of {len(here)} pairings without a result"
    expected = "an event that is over; only the rounds before were checked whole"
    return problem("event-running", place(origin, round=now.round), expected, found)
