"""Offices under the Japanese editions and across their changes, worked list by list by the commands, with
members who were entered twice and corrections in between; every version of every list is what the texts give
when they are reckoned apart from the program (`japanese.py`)."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random

import pytest

from tests.depth import deep, every
from tests.independent.japanese_corrections import Corrected, drawer
from tests.independent.japanese_counts import twice
from tests.independent.japanese_days import long_ago, on_arrival, undated
from tests.independent.japanese_history import History, Plan, invented
from tests.independent.japanese_hosts import decisions, hosted
from tests.independent.japanese_terms import (
    JCF,
    NCS19,
    NCS22,
    month,
)
from tests.workplace import Workplace

LISTS, EACH = deep(8, 3), deep(2, 1)
"""How many lists an office makes, and how many of them under an edition before the next one."""


def _plan(*editions: str) -> Plan:
    """The lists of an office whose last edition is in force when its turn comes; the officer names those
    before."""
    of = [edition for edition in editions[:-1] for _ in range(EACH)]
    natural = {JCF: date(2024, 11, 1), NCS22: date(2022, 10, 1), NCS19: date(2019, 10, 1)}[editions[-1]]
    of += [editions[-1]] * (LISTS - len(of))
    first = -EACH * (len(editions) - 1)
    return [(month(natural, first + n), edition, edition != editions[-1]) for n, edition in enumerate(of)]


PLANS = {
    "all three": _plan(NCS19, NCS22, JCF),
    "jcf": _plan(JCF),
    "ncs22": _plan(NCS22),
    "ncs19": _plan(NCS19),
    "ncs19 to ncs22": _plan(NCS19, NCS22),
    "ncs22 to jcf": _plan(NCS22, JCF),
}


READINGS = [
    *("R1=half-up", "R2=game-by-game", "R3=year-of-list", "R4=forty-first", "R5=rated-for-holders"),
    *("R6=cut-mean", "R6=cut-percentage", "R7=rated-at-zero", "R8=dp-of-zero", "R8=disregarded"),
    *("R11=ten-is-rapid", "R12=both-types", "R13=from-last-list", "R14=initial-only", "R15=any-fide"),
    *("R18=everyone-ranked", "R19=period-end", "R22=day-before", "R23=this-period", "R31=first-games"),
    *("R36=not-rated", "R37=of-report", "R39=annual-only", "R53=more-games", "R53=own-alone"),
    *("R62=both-types", "R63=any-game-day", "R64=six-once", "R65=not-counted", "R66=at-once"),
    *("R68=seven-hundred", "R70=not-counted", "R72=rapid", "R95=not-by-these", "R96=highest", "R97=rated"),
    *(
        "R105=of-list-before",
        "R106=every-list",
        "R115=by-event",
        "R115=by-game",
        "R117=both-types",
        "R118=joined-since",
        "R123=for-the-member",
    ),
]
"""Every reading of docs/interpretations.md that is not followed and moves a number of these editions, but for
the next ones, and those of when a link arrived (R25, R46)."""

OF_DAYS = (
    "R0=list-date",
    "R16=arrival",
    "R17=known-at-period-end",
    "R20=first-day",
    "R30=first-day",
    "R38=asked",
)


def _earlier(plan: str, readings: list[str]) -> Plan:
    """By R0=list-date an edition begins a month before. (No report of before September 2019 is taken.)"""
    if plan == "ncs19" and "R0=list-date" in readings:
        readings.remove("R0=list-date")
    if "R0=list-date" not in readings:
        return PLANS[plan]
    return [(month(list_date, -1), edition, named) for list_date, edition, named in PLANS[plan]]


def all_accepted(history: History) -> None:
    """Which games are late is asked under these readings alone, where an answer can only be to rate them."""
    for events in (*(made.events for made in history.months), *history.drawer.values()):
        events[:] = [replace(event, late_accepted=True) for event in events]


CASES = [(plan, others) for others in (0, 3) for plan in PLANS]
"""With how many points read otherwise."""


@pytest.mark.parametrize("seed", range(deep(20, 1)))
@pytest.mark.parametrize(("plan", "others"), every(CASES, 8))
@pytest.mark.slow
def test_every_list_is_what_the_texts_give(work: Workplace, plan: str, others: int, seed: int) -> None:
    random = Random(f"{plan} {seed} {others}")
    otherwise = {reading.partition("=")[0]: reading for reading in random.sample(READINGS, others)}
    of_days = [reading for reading in OF_DAYS if others and random.random() < 0.5]
    history = invented(random, _earlier(plan, of_days), deep(35, 11))
    undated(random, history)
    long_ago(random, history)
    twice(random, history)
    if "R16=arrival" in of_days:
        on_arrival(history)
    if random.random() < 0.7:
        hosted(random, history)
    decisions(random, history)
    drawer(random, history)
    if {"R0=list-date", "R30=first-day"} & {*of_days}:
        all_accepted(history)
    blank = work.folder.parent / "form.xlsx"
    work.done("form", blank)
    office = Corrected(work, random, history, blank.read_bytes(), (*otherwise.values(), *of_days))
    office.founded()
    for at in range(deep(LISTS, 2 if others else 3)):
        office.month(at)
        office.found_later(at)
        if random.random() < 0.5:
            office.correct(at)
    work.done("rebuild", "--no-pages")
