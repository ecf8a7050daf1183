"""Histories under FIDE's regulations, list after list: as cases (`calculate`), and as what an office's games
would have given (`simulate`). Every row is as the text gives it when it is reckoned apart (`fide.py`)."""

from __future__ import annotations

import csv
from collections import defaultdict
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from random import Random
from re import findall
from typing import Any

import pytest

from rating.case import outcome_of
from rating.interpretations import Interpretations
from rating.rulings import RULINGS
from scraper.records import TimeControl
from tests.depth import deep
from tests.importer.invented import pairing, player, reading
from tests.independent.arithmetic import months_before
from tests.independent.fide import reckon
from tests.independent.fide_terms import (
    FOLLOWED,
    LAWS,
    TYPES,
    Event,
    Game,
    Readings,
    Row,
    State,
    closes,
)
from tests.workplace import Workplace

SCORES = {"1-0": Fraction(1), "0-1": Fraction(0), "1/2-1/2": Fraction(1, 2)}
FORFEITS = ("+--", "--+", "---")
NEAR = (1400, 1401, 2299, 2300, 2399, 2400, 2649, 2650)
Standing = tuple[int, int, int]
"""Rating, games, highest rating."""


@dataclass
class History:
    """`held`: by type and player, of the list of `opening`; `events`: by the list that takes them."""

    edition: str
    opening: date
    players: list[str]
    born: dict[str, date]
    held: dict[tuple[str, str], Standing]
    events: dict[date, list[Event]] = field(default_factory=dict)

    def start(self, words: Readings = FOLLOWED) -> State:
        """As the opening list leaves it, which was there for a year."""
        state = State()
        for (type_, who), (rating, games, peak) in self.held.items():
            if rating >= 1400:
                state.held[type_][who] = rating
            elif words.r102 == "counts-stay":
                state.fell[type_, who] = rating
            else:
                continue
            state.games[type_, who], state.peak[type_, who] = games, peak
        state.lists = {months_before(self.opening, m): state.held for m in range(1, 14)}
        return state


def invented(random: Random, types: tuple[str, ...], lowest: int) -> History:
    """Ratings lie around the bounds of the text. `lowest`: of the opening list."""
    players = [f"N9{n:07d}" for n in range(1, random.randint(4, 14) + 1)]
    low, high = random.choice(((1250, 1600), (1500, 2100), (2150, 2450), (1900, 2800)))
    strength = {who: random.randint(low, high) for who in players}
    opening = date(2025, random.randint(1, 12), 1)
    history = History(random.choice(list(LAWS)), opening, players, {}, {})
    for who in players:
        if random.random() < 0.8:
            history.born[who] = date(opening.year - random.choice((12, 17, 18, 19, 30)), 5, 5)
        for type_ in types:
            if random.random() < (0.65 if type_ == "standard" else 0.4):
                rating = max(lowest, random.choice((*NEAR, *[strength[who]] * 8)))
                games = random.choice((5, 20, 28, 29, 30, 31, 100))
                history.held[type_, who] = rating, games, rating + random.choice((0, 0, 20, 100))
    return history


def play(random: Random, history: History, name: str, reported: date, announced: bool) -> Event:
    """An event that began, ended and is reported on whatever day. `announced`: a match can
    be told to be one."""
    last = reported - timedelta(random.choice((0, 1, 3, 15, 40, 75)))
    first = last - timedelta(random.choice((0, 1, 4, 25, 35)))
    rounds = random.choice((1, 2, 3, 5, 7, 9, 25))
    between = sorted(first + timedelta(random.randint(0, (last - first).days)) for _ in range(rounds))
    days = [first, *between[2:], last][-rounds:]
    players = random.sample(history.players, min(len(history.players), random.choice((2, 2, 3, 4, 6, 9))))
    games = []
    for number, day in enumerate(days, start=1):
        random.shuffle(players)
        for white, black in zip(players[::2], players[1::2], strict=False):
            result = random.choice((*[*SCORES] * 6, *FORFEITS))
            points = {"+--": white, "--+": black}.get(result)
            games.append(Game(number, day, white, black, SCORES.get(result), points))
    minutes = random.choice((120, 120, 90, 60, 60, 100, 45, 15, 15, 11, 10, 5))
    of_so_many = announced and len(players) == 2 and random.random() < 0.6
    return Event(name, minutes, reported, tuple(games), match_of=len(games) if of_so_many else None)


def word(game: Game) -> str:
    if game.score is not None:
        return next(result for result, score in SCORES.items() if score == game.score)
    return {game.white: "+--", game.black: "--+"}.get(game.forfeit or "", "---")


def listed(state: State, types: dict[str, dict[str, int]], who: str) -> dict[str, Any]:
    return {t: types[t][who] for t in TYPES if who in types[t]}


def case(history: History, list_date: date, state: State) -> dict[str, Any]:
    """A list as a case: what the reckoning has of the list before, and the events."""
    members = []
    for who in history.players:
        rated = {
            t: {"rating": r, "games": state.games[t, who], "peak": state.peak[t, who]}
            for t, r in listed(state, state.held, who).items()
        }
        for t in (t for t in TYPES if (t, who) in state.fell):
            told = {"rating": state.fell[t, who], "games": state.games[t, who], "peak": state.peak[t, who]}
            rated[t] = told
        unrated = [
            {
                "type": t,
                "date": str(r.day),
                "opponent_rating": r.opponent,
                "score": float(r.score),
                "event": r.event,
            }
            for t in TYPES
            for r in state.results.get((t, who), ())
        ]
        born = {"born": str(history.born[who])} if who in history.born else {}
        members.append({"id": who, "ratings": rated, "unrated_games": unrated, **born})
    events = [
        {
            "id": event.name,
            "reported": str(event.reported),
            "last_day": str(event.last_day),
            "time_control": f"{event.minutes}+0",
            **({"match_games": event.match_of} if event.match_of else {}),
            "games": [
                {"round": g.round, "date": str(g.day), "white": g.white, "black": g.black, "result": word(g)}
                for g in event.games
            ],
        }
        for event in history.events[list_date]
    ]
    lists = {
        str(day): {who: found for who in history.players if (found := listed(state, ratings, who))}
        for day, ratings in state.lists.items()
    }
    return {
        "regulation": history.edition,
        "list": str(list_date),
        "members": members,
        "events": events,
        "earlier_lists": lists,
    }


def told(row: dict[str, Any]) -> Row:
    """A row as the program tells it."""
    change = None if row["change"] is None else Fraction(row["change"])
    return Row(row["previous"], change, row["rating"], row["period_games"], row["games"])


def readings(random: Random, *, but: tuple[str, ...] = ()) -> Readings:
    """The readings that are followed, or others at random."""
    if random.random() < 0.4:
        return FOLLOWED
    names = [at.name for at in fields(Readings) if at.name not in but]
    return Readings(**{name: random.choice(RULINGS[name.upper()].words) for name in names})


def test_what_is_followed_here_is_what_the_program_follows() -> None:
    assert asdict(FOLLOWED) == {name: RULINGS[name.upper()].words[0] for name in asdict(FOLLOWED)}


@pytest.mark.parametrize("seed", range(deep(500, 12)))
def test_each_list_of_a_history_is_as_the_text_gives_it(seed: int) -> None:
    random = Random(seed)
    history = invented(random, TYPES, 1400)
    # A case does not say with which other unrated players somebody has played (R101).
    words = readings(random, but=("r101",))
    state, list_date = history.start(words), history.opening
    for month in range(random.randint(3, 9)):
        begins, list_date = closes(list_date) + timedelta(1), months_before(list_date, -1)
        days = [begins, closes(list_date), begins + timedelta(random.randint(0, 25))]
        history.events[list_date] = [
            play(random, history, f"E{month}{n:02d}", random.choice(days), announced=True)
            for n in range(random.choice((0, 1, 2, 3, 5, 7)))
        ]
        found = outcome_of(case(history, list_date, state), Interpretations(**asdict(words)))
        law, born = LAWS[history.edition], history.born
        rows, state = reckon(law, list_date, history.events[list_date], state, born, words)
        for type_ in TYPES:
            assert {row["id"]: told(row) for row in found["lists"][type_]} == rows[type_]


def at(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 1, tzinfo=UTC)


def take_over(work: Workplace, history: History) -> dict[str, str]:
    """The register and the opening list; the names."""
    names = {who: f"Player {chr(65 + n)}{chr(97 + n)}x" for n, who in enumerate(history.players)}
    rows: dict[str, dict[str, object]] = defaultdict(dict)
    for (type_, who), standing in history.held.items():
        head = {"standard": "ST", "rapid": "RP"}[type_]
        told = dict(zip((head, f"{head}-G", f"{head}-Peak"), standing, strict=True))
        rows[who] |= {"ID": who, "Name": names[who], **told}
    work.register(*({"ID": w, "Name": n, "Birth": history.born.get(w)} for w, n in names.items()))
    work.opening(rows.values(), list_date=str(history.opening))
    return names


def report(work: Workplace, event: Event, names: dict[str, str]) -> None:
    players = sorted({who for g in event.games for who in (g.white, g.black)})
    numbers = {who: n for n, who in enumerate(players, start=1)}
    boards: dict[int, int] = defaultdict(int)
    pairings = []
    for g in event.games:
        boards[g.round] += 1
        pairings.append(pairing(g.round, numbers[g.white], numbers[g.black], word(g), boards[g.round]))
    record = reading(
        [player(numbers[who], names[who], who) for who in players],
        pairings,
        number=int(event.name),
        days={g.round: g.day for g in event.games},
        name=f"Event {event.name}",
        time_control=TimeControl(f"{event.minutes} min", None, event.minutes),
    )
    work.store(record, arrived=event.reported)


def decide(work: Workplace, events: list[Event]) -> list[Event]:
    """What looks odd is as it was, and a late event is rated, by FIDE's rules too."""
    late = set[str]()
    while open_ := [problem for problem in work.problems() if problem.blocks]:
        for problem in open_:
            if problem.code == "late":
                late.add(problem.place)
            work.resolve(problem, "--accept-late" if problem.code == "late" else "--accept")
    return [replace(e, accepted_late=any(e.name in place for place in late)) for e in events]


def publish(work: Workplace) -> None:
    said = work.run("publish")
    if said.code:
        alarms = [w for p in said.problems() for w in findall(r"--accept-alarm [^ ]+", p["do"])[:1]]
        work.done("publish", *" ".join(alarms).split(), "--reason", "as the events have it")


def month(random: Random, work: Workplace, history: History, names: dict[str, str], so_many: int) -> date:
    """The events of the next list, reported and decided; the day of that list."""
    before = max(history.events, default=history.opening)
    begins, list_date = months_before(before, 1).replace(day=21), months_before(before, -1)
    number, events = 1400001 + sum(map(len, history.events.values())), []
    for n in range(so_many):
        day = max(history.opening, begins + timedelta(random.randint(0, 29)))
        day = min(day, months_before(list_date, 1).replace(day=20))
        events.append(play(random, history, str(number + n), day, announced=False))
        work.moment = at(day)
        report(work, events[-1], names)
    work.moment = at(list_date)
    history.events[list_date] = decide(work, events)
    return list_date


def simulated(work: Workplace, history: History, *words: str) -> dict[tuple[str, str], dict[str, int]]:
    """By list and type everybody's rating by FIDE's rules."""
    table = work.folder.parent / "table.csv"
    work.done("simulate", "--edition", history.edition, "--csv", table, *words)
    found: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
    for row in csv.DictReader(table.read_text("utf-8").splitlines()):
        if row["simulated"]:
            found[row["list"], row["type"]][row["ID"]] = int(row["simulated"])
    return found


@pytest.mark.parametrize("seed", range(deep(60, 2)))
@pytest.mark.slow
def test_an_offices_games_by_fides_rules_are_as_the_text_gives_them(work: Workplace, seed: int) -> None:
    random = Random(seed)
    history = invented(random, TYPES[:2], 1300)
    work.moment = at(history.opening)
    names = take_over(work, history)
    for _ in range(random.randint(2, 6)):
        month(random, work, history, names, random.choice((0, 1, 3, 5)))
        work.done("rate")
        publish(work)
    words = readings(random)
    asked = [f"{name.upper()}={word}" for name, word in asdict(words).items()]
    found = simulated(work, history, *(part for word in asked for part in ("--interpretation", word)))
    state, law = history.start(words), LAWS[history.edition]
    for list_date, events in history.events.items():
        rows, state = reckon(law, list_date, events, state, history.born, words)
        for type_ in TYPES:
            expected = {who: row.rating for who, row in rows[type_].items()}
            assert found[str(list_date), type_] == expected
