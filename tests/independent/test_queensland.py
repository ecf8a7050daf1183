"""Offices under the Queensland text, worked list by list by the commands, with corrections in between; every
version of every list is what the text gives when it is reckoned apart from the program (`queensland.py`)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from random import Random
from re import findall

import pytest

from rating.rulings import RULINGS
from tests import queensland as commands
from tests.depth import deep
from tests.independent.queensland import (
    FOLLOWED,
    Event,
    Game,
    Held,
    Office,
    Performance,
    Readings,
    Row,
    State,
    months_before,
    period,
    reckon,
)
from tests.workplace import Workplace

SCORES = {"1-0": Fraction(1), "0-1": Fraction(0), "1/2-1/2": Fraction(1, 2)}
FORFEITS = ("+--", "--+", "---")
OPENING = date(2024, 9, 1)
OTHERS = ("r1", "r2", "r9", "r10", "r73", "r98")
Pairings = tuple[tuple[int, date, str, str, str], ...]
"""Round, day, White, Black or `bye`, result."""


@dataclass
class Report:
    """An event as its organizer reports it; `pairings` change where he corrects it."""

    name: str
    time_class: str
    arrived: date
    pairings: Pairings

    def event(self) -> Event:
        played = [p for p in self.pairings if p[3] != "bye" and p[4] in SCORES]
        games = tuple(Game(day, white, black, SCORES[result]) for _, day, white, black, result in played)
        return Event(self.time_class, min(p[1] for p in self.pairings), games)


@dataclass
class History:
    """What happens in an office: `ids` by the names of the members, the opening list, and by list the reports
    of its period and whether one of the lists before is corrected first."""

    ids: dict[str, str]
    opening: State
    acf: dict[date, dict[str, int]]
    reports: dict[date, list[Report]] = field(default_factory=dict)
    corrected: dict[date, tuple[Report, Pairings]] = field(default_factory=dict)


def invented(random: Random, members: int, lists: int) -> History:
    """Ratings lie around the bounds of the text, strengths grow, and some play in nearly everything."""
    names = [f"Player {chr(65 + n)}" for n in range(members)]
    ids = {name: commands.number(n) for n, name in enumerate(names, start=1)}
    strength = {name: random.randint(0, 2200) for name in [*names, "Guest Gus", "Guest Ida"]}
    held, last, performed = {}, {}, {}
    for name in random.sample(names, members * 2 // 3):
        near = random.choice((500, 501, strength[name] + random.randint(-200, 200)))
        held[name] = Held(max(1, near), provisional=random.random() < 0.3)
        if held[name].provisional:
            rating, games = strength[name], random.randint(1, 7)
            performed[name] = [Performance(random.choice(("club", "lightning")), rating, games)]
        if random.random() < 0.8:  # eighteen months before one of the lists to come, or a day more
            months = 18 - 2 * random.randint(0, lists)
            last[name] = min(months_before(OPENING, months), OPENING) - timedelta(random.randint(0, 1) + 1)
    acf = {
        months_before(OPENING, m): {n: max(1, strength[n]) for n in random.sample(names, 2)} for m in (1, -3)
    }
    history = History(ids, State(held, last, performed), acf)
    list_date = OPENING
    for _ in range(lists):
        list_date = months_before(list_date, -2)
        found = [_report(random, strength, list_date, n) for n in range(random.randint(1, 4))]
        before = [report for reports in history.reports.values() for report in reports]
        if before and random.random() < 0.7:
            report = random.choice(before)
            history.corrected[list_date] = report, _amended(random, report.pairings)
        history.reports[list_date] = found
        strength = {name: rating + random.choice((-20, 0, 30, 90)) for name, rating in strength.items()}
    return history


def _report(random: Random, strength: dict[str, int], list_date: date, number: int) -> Report:
    first, last = period(list_date)
    arrived = random.choice((first, last, first + timedelta(random.randint(0, 55))))
    arrived = max(arrived, OPENING)
    players = random.sample(list(strength), random.choice((2, 3, 5, 8)))
    pairings = []
    rounds = random.choice((1, 3, 7, 21))
    for round_ in range(1, rounds + 1):
        day = arrived - timedelta(random.choice((0, 1, 30, 400)) if round_ == 1 else 0)
        random.shuffle(players)
        for white, black in zip(players[::2], players[1::2], strict=False):
            wins = 1 / (1 + 10 ** ((strength[black] - strength[white]) / 400))
            result = "1-0" if random.random() < wins else random.choice(("0-1", "0-1", "1/2-1/2"))
            pairings.append((round_, day, white, black, random.choice((*[result] * 15, *FORFEITS))))
        if len(players) % 2:
            pairings.append((round_, day, players[-1], "bye", "1"))
    time_class = random.choice(("lightning", "open", "open", "short", "club"))
    return Report(f"Event {list_date:%Y%m} {number}", time_class, arrived, tuple(pairings))


def _amended(random: Random, pairings: Pairings) -> Pairings:
    """One result as it was after all."""
    changed = list(pairings)
    number = random.choice([n for n, p in enumerate(pairings) if p[3] != "bye"])
    *who, result = pairings[number]
    other = random.choice([r for r in (*SCORES, "+--") if r != result])
    changed[number] = (*who, other)  # type: ignore[assignment]
    return tuple(changed)


@dataclass
class Reckoned:
    """The lists of a history as they stand, reckoned apart. `acf`: the ACF lists that the office has."""

    history: History
    words: Readings = FOLLOWED
    acf: dict[date, dict[str, int]] = field(default_factory=dict)
    lists: dict[date, dict[str, Row]] = field(default_factory=dict)
    state: State = field(default_factory=State)

    def goes_on(self, list_date: date) -> None:
        """The next list, from the one before as it stands."""
        events = [report.event() for report in self.history.reports[list_date]]
        office = Office(set(self.history.ids), self.acf)
        before = self.state if self.lists else self.history.opening
        self.lists[list_date], self.state = reckon(list_date, events, before, office, self.words)

    def corrected(self) -> bool:
        """Every list again with what is known now (R17, R48); whether any is another one."""
        before, published = self.lists, list(self.lists)
        self.lists = {}
        for list_date in published:
            self.goes_on(list_date)
        return self.lists != before


def lists_of(work: Workplace, history: History) -> dict[date, dict[str, Row]]:
    """The newest version of every list that was published, as it is stored."""
    names = {number: name for name, number in history.ids.items()}
    found: dict[date, dict[str, Row]] = defaultdict(dict)
    query = (
        "SELECT v.list_date, l.federation_id, l.previous, l.change, l.rating, l.period_games, l.games,"
        " e.provisional, e.listed FROM list_version v JOIN list_rating l ON l.version_id = v.id JOIN"
        " event_rating e ON e.version_id = v.id AND e.federation_id = l.federation_id"
        " WHERE v.how <> 'opening' AND v.version = (SELECT max(o.version) FROM list_version o"
        " WHERE o.list_date = v.list_date)"
    )
    for day, number, previous, change, rating, games, in_all, provisional, listed in work.rows(query):
        points = None if change is None else Fraction(change, 100)
        row = Row(previous, points, rating, games, in_all, bool(provisional), bool(listed))
        found[date.fromisoformat(str(day))][names[number]] = row
    return dict(found)


def take_over(work: Workplace, history: History) -> None:
    who = {name: {"ID": number, "Name": name} for name, number in history.ids.items()}
    commands.register(work, *who.values())
    opening = history.opening
    rows: list[dict[str, object]] = [
        {
            **who[name],
            "QJ": held.rating,
            "P": "P" if held.provisional else None,
            "Last-Game": opening.last_game.get(name),
        }
        for name, held in opening.held.items()
    ]
    performed: list[dict[str, object]] = [
        {
            **who[name],
            "Event": "An earlier one",
            "Class": p.time_class,
            "Performance": p.rating,
            "Games": p.games,
        }
        for name, performances in opening.performed.items()
        for p in performances
    ]
    commands.opening(work, rows, performed, OPENING.isoformat())


def tell_acf(work: Workplace, history: History, listed: date) -> None:
    rows = [{"ID": history.ids[n], "Name": n, "ACF": rating} for n, rating in history.acf[listed].items()]
    commands.acf(work, listed, *rows)


def report(work: Workplace, reported: Report) -> None:
    rows = "".join(",".join(map(str, pairing)) + "\n" for pairing in reported.pairings)
    file = work.file("Round,Date,White,Black,Result\n" + rows, f"{reported.name}.csv")
    work.done("import", file, "--reported", reported.arrived)


def decide(work: Workplace, history: History) -> None:
    """Classes, guests, and that what looks odd is as it was."""
    classes = {r.name: r.time_class for reports in history.reports.values() for r in reports}
    answers: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for problem in work.problems():
        if problem.code == "event-class-missing":
            answers["--class", classes[problem.place.split(" (", 1)[0]]].append(f"P{problem.id}")
        elif problem.code == "member-unknown":
            answers["--no-member",].append(f"P{problem.id}")
        elif problem.blocks:
            answers["--accept", problem.code].append(f"P{problem.id}")
    for words, numbers in answers.items():
        work.resolve(",".join(numbers), *words[: 1 if words[0] == "--accept" else 2])


def publish(work: Workplace, *words: str) -> bool:
    """With every alarm answered: what is odd is looked for here. Whether there was anything to publish."""
    said = work.run(*words)
    if said.code and any(p["code"] == "nothing-to-correct" for p in said.problems()):
        return False
    if said.code:
        alarms = [w for p in said.problems() for w in findall(r"--accept-alarm [^ ]+", p["do"])[:1]]
        answers = [word for alarm in alarms for word in alarm.split()]
        reason = () if "--reason" in words else ("--reason", "as the events have it")
        work.done(*words, *answers, *reason)
    return True


def correct(work: Workplace, reported: Report, amended: Pairings) -> bool:
    reported.pairings = amended
    report(work, reported)
    ((number,),) = work.rows("SELECT id FROM event WHERE name = ?", reported.name)
    work.done("correction", "open", f"E{number}", "--reason", "the organizer's mistake")
    return publish(work, "correction", "publish", "--reason", "the organizer's mistake")


def at(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 1, tzinfo=UTC)


@pytest.mark.parametrize("seed", range(deep(200, 2)))
@pytest.mark.slow
def test_every_list_of_an_office_is_as_the_text_gives_it(queensland: Workplace, seed: int) -> None:
    history = invented(Random(seed), members=9, lists=4)
    told = {name: Random(f"{name} {seed}").choice(RULINGS[name.upper()].words) for name in OTHERS}
    words = Readings(by_games=bool(seed % 2), provisional_stands=seed % 3 > 0, cycles=4 + seed % 2, **told)
    work, reckoned = queensland, Reckoned(history, words)
    chosen = (
        f"R104={'by-games' if words.by_games else 'by-events'}",
        f"R107={'stands' if words.provisional_stands else 'estimated'}",
        f"R108={'fourth' if words.cycles == 4 else 'fifth'}",
        *(f"{name.upper()}={word}" for name, word in told.items()),
    )
    reading = [word for one in chosen for word in ("--interpretation", one)]
    work.moment = at(OPENING)
    take_over(work, history)
    for list_date in history.reports:
        work.moment = at(list_date)
        for listed in sorted(set(history.acf) - set(reckoned.acf)):
            if listed <= list_date:
                tell_acf(work, history, listed)
                reckoned.acf[listed] = history.acf[listed]
        if list_date in history.corrected:
            made = correct(work, *history.corrected[list_date])
            changed = reckoned.corrected()
            assert lists_of(work, history) == reckoned.lists
            assert made or not changed
        for reported in history.reports[list_date]:
            report(work, reported)
        decide(work, history)
        work.done("rate", *reading)
        publish(work, "publish")
        reckoned.goes_on(list_date)
        assert lists_of(work, history) == reckoned.lists
