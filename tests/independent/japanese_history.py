"""Histories by chance for the Japanese editions: ratings about the bounds of the texts, members who join,
lapse and come back, events of odd shapes, reports that come late, twice, or wrong at first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from fractions import Fraction
from itertools import count
from random import Random

from tests.independent.japanese_terms import (
    FLOOR,
    NCS19,
    NCS22,
    TYPES,
    Event,
    Game,
    Held,
    Ledger,
    Member,
    Past,
    month,
    period,
)

CONTROLS = {
    "90 min + 30 sec": 120, "45 min": 45, "44 min": 44, "25 min + 10 sec": 35, "15 min + 10 sec": 25,
    "10 min + 1 sec": 11, "10 min": 10, "5 min + 4 sec": 9,
}  # fmt: skip
"""Minutes at move 60 (jcf Note 1)."""
RESULTS = ("1-0", "0-1", "=")
NEAR = (1000, 1003, 1020, 1200, 1500, 1600, 1800, 1999, 2000, 2290, 2299, 2300, 2395, 2399, 2400, 2500)
GUEST = "Outsider Olaf"
Plan = Sequence[tuple[date, str, bool]]
"""The lists: their dates, their editions, and whether the officer has to name the edition."""


@dataclass
class Month:
    """A list, what becomes known of members before it, and the events that are reported in its period."""

    list: date
    edition: str
    named: bool
    register: dict[str, Member] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)


@dataclass(frozen=True)
class Host:
    """Who may host rated games, on which days, and since which list the office knows."""

    name: str
    kind: str
    days: Sequence[tuple[date, date]]
    since: int
    also: str = ""


@dataclass
class History:
    opening: Ledger
    members: dict[str, Member]
    months: list[Month]
    controls: dict[str, str] = field(default_factory=dict)
    """By the name of an event."""
    first_reports: dict[str, tuple[date, Mapping[int, str]]] = field(default_factory=dict)
    """Of an event that was reported twice: the other day, and by place the results that were otherwise; empty
    ones make it incomplete, and its period is that of the second report (R16)."""
    arrived: dict[str, date] = field(default_factory=dict)
    """Of an event that was reported twice, under two names: the day of this report."""
    aside: list[Event] = field(default_factory=list)
    """Of these the ones that do not count, and by their names those of the ones that do."""
    same: dict[str, str] = field(default_factory=dict)
    organizers: dict[str, str] = field(default_factory=dict)
    decided: dict[str, str] = field(default_factory=dict)
    """Both by the name of an event: who ran it, as the report has it, and what the officer decides."""
    drawer: dict[int, list[Event]] = field(default_factory=dict)
    """By the place of a list, what came in time for it and is found when it is out."""
    hosts: Sequence[Host] = ()
    refused: set[str] = field(default_factory=set)
    """Events whose organizer may not host, if it is asked."""


def named(who: str) -> str:
    """An invented name, unlike every other."""
    parts = ("ka", "shi", "mo", "ri", "ta", "na", "ha", "yu", "ko", "se", "mi", "to", "ra", "no", "ki", "su")
    mixed = int(who[1:]) * 40503 % 2**28
    syllables = [parts[mixed >> 4 * n & 15] for n in range(7)]
    return f"{''.join(syllables[:4]).capitalize()} {''.join(syllables[4:]).capitalize()}"


def invented(random: Random, plan: Plan, size: int) -> History:
    """The office on the day of its opening list, and what happens."""
    before = month(plan[0][0], -1)
    members = {who.id: who for who in (_member(random, n, before, plan[0][1]) for n in range(size))}
    history = History(_opening(random, plan, members), members, [])
    known, numbers = dict(members), count(1)
    for list_date, edition, by_name in plan:
        made = Month(list_date, edition, by_name, _changed(random, known, list_date))
        known |= made.register
        for _ in range(random.choice((0, 1, 2, 3, 4))):
            made.events.append(_event(random, next(numbers), history, list(known), list_date))
        history.months.append(made)
    return history


def _member(random: Random, number: int, before: date, edition: str) -> Member:
    born = random.choice(((1, 1), (1, 2), (12, 31), (7, 7)))
    years = random.choice((17, 18, 19, 20, 40, 40, 60))
    joined = before - timedelta(random.choice((-60, -20, 100, 900, 2000)) + random.randint(0, 20))
    ends = (
        date(before.year + 8, 3, 31) if random.random() < 0.8 else before + timedelta(random.randint(0, 200))
    )
    kinds = ("standard", "rapid", "blitz")
    fide = {k: random.choice((399, *NEAR)) for k in kinds if random.random() < 0.15}
    spans = ((joined, max(ends, joined)),)
    circle = random.random() < 0.1
    return Member(
        f"N{10_000_000 + 37 * number}",
        date(before.year - years, *born) if random.random() < 0.92 else None,
        joined,
        () if circle else spans,
        fide,
        random.choice((900, 1500, 2400)) if edition == NCS19 and random.random() < 0.1 else None,
        random.choice((900, 1500, 2400)) if edition == NCS19 and random.random() < 0.1 else None,
        spans if circle else (),
    )


def _opening(random: Random, plan: Plan, members: Mapping[str, Member]) -> Ledger:
    edition, before = plan[0][1], month(plan[0][0], -1)
    ratings: dict[str, dict[str, Held]] = {t: {} for t in TYPES[edition]}
    past: dict[tuple[str, str], list[Past]] = {}
    last: dict[str, date] = {}
    old = [who for who, one in members.items() if one.joined < before]
    for t, who in ((t, who) for t in ratings for who in old):
        if random.random() < 0.55:
            rating = max(random.choice((FLOOR[edition], *NEAR)), FLOOR[edition])
            games = random.choice((0, 5, 16, 17, 18, 28, 29, 30, 300))
            games += not rating  # the office takes 0 for a rating of who has played
            ratings[t][who] = Held(rating, games, max(rating, random.choice((0, 1999, 2000, 2399, 2400))))
            some = month(random.choice(plan)[0], -12)  # a year before a list, to the day
            last[who] = min(some + timedelta(random.choice((-1, 0, 1))), before - timedelta(1))
        elif random.random() < 0.6:
            ends = period(random.choice(plan)[0])[1]
            edge = ends.replace(year=ends.year - 2) + timedelta(random.choice((0, 1)))
            days = [
                random.choice((edge, before - timedelta(300))) for _ in range(random.choice((1, 3, 4, 5, 6)))
            ]
            halves = random.choice(((0, 1, 2, 2), (0, 1, 2, 2), (0,), (2,)))
            past[t, who] = [
                Past(day, random.randint(1000, 2200), Fraction(random.choice(halves), 2)) for day in days
            ]
    return Ledger(None, ratings, past, last)


def _changed(random: Random, known: Mapping[str, Member], list_date: date) -> dict[str, Member]:
    """Somebody joins, somebody renews or lapses, and a birth date or a rating of FIDE's becomes known."""
    changed = {}
    begin, end = period(list_date)
    if random.random() < 0.4:
        joined = random.choice((begin, end, end + timedelta(1), list_date - timedelta(1), list_date))
        who = replace(_member(random, len(known), list_date, NCS22), joined=joined)
        changed[who.id] = replace(who, memberships=((joined, date(joined.year + 5, 3, 31)),))
    for who in random.sample(list(known.values()), 4):
        first, last = (who.memberships or who.collegiate)[-1]
        what = random.randint(0, 3)
        if what == 0 and last < list_date:
            begins = max(last + timedelta(1), begin - timedelta(random.randint(0, 30)))
            changed[who.id] = replace(who, memberships=(*who.memberships, (begins, begins + timedelta(400))))
        elif what == 1 and first < begin < last and who.memberships:
            ends = random.choice((begin, end, list_date - timedelta(1), list_date))
            changed[who.id] = replace(who, memberships=(*who.memberships[:-1], (first, ends)))
        elif what == 2:
            changed[who.id] = replace(who, born=date(list_date.year - random.randint(17, 20), 1, 1))
        elif what == 3:
            changed[who.id] = replace(who, fide={**who.fide, "standard": random.choice(NEAR)})
    return changed


def _event(random: Random, number: int, history: History, known: list[str], list_date: date) -> Event:
    begin, end = period(list_date)
    reported = random.choice((begin, end, begin + timedelta(random.randint(0, 27))))
    there = month(reported, -3)
    last_day = reported - timedelta(random.choice((0, 1, 5, 9, 9, 40, 89, 90, 91, 92)))
    if random.random() < 0.1:  # three months before, to the day
        last_day = there.replace(day=min(reported.day, (month(there, 1) - there).days))
    players: list[str | None] = [*random.sample(known, random.choice((2, 2, 6, 9, len(known) * 2 // 3)))]
    if random.random() < 0.3 and len(players) > 2:
        players[-1] = None
    days = sorted(
        last_day - timedelta(random.choice((0, 0, 1, 7, 30))) for _ in range(random.choice((1, 4, 9)))
    )
    days[-1] = last_day
    strength = {who: random.gauss(0, 1) for who in players}
    games = []
    for round_, day in enumerate(days, start=1):
        random.shuffle(players)
        for white, black in zip(players[::2], players[1::2], strict=False):
            lead = strength[white] - strength[black] + random.gauss(0, 0.7)
            result = "=" if abs(lead) < 0.35 else "1-0" if lead > 0 else "0-1"
            result = random.choice((*[result] * 20, "+-", "-+", "--"))
            games.append(Game(round_, day, white, black, result))
    control = random.choice((*CONTROLS, *list(CONTROLS)[:4] * 3))
    name = f"Event {number} of {last_day:%B}"
    history.controls[name] = control
    event = Event(
        name,
        last_day,
        reported,
        Fraction(CONTROLS[control]),
        tuple(games),
        late_accepted=random.random() < 0.4,
        fee=random.choice((*[None] * 5, False, True, month(reported, 1), month(reported, 1) - timedelta(1))),
    )
    if random.random() < 0.2:
        _twice(random, history, event, list_date)
    return event


def _twice(random: Random, history: History, event: Event, list_date: date) -> None:
    """Wrong results, put right before the list; or an incomplete report before the one that counts."""
    real = [n for n, game in enumerate(event.games) if game.result in RESULTS]
    some = [n for n in real if random.random() < 0.5] or real[:1]
    if random.random() < 0.5:
        later = min(event.reported + timedelta(random.choice((1, 9))), list_date - timedelta(1))
        history.first_reports[event.name] = later, {n: random.choice(RESULTS) for n in some}
    elif some and date(2019, 9, 1) <= event.last_day < event.reported:  # no text is held before
        history.first_reports[event.name] = event.last_day, dict.fromkeys(some, "")
