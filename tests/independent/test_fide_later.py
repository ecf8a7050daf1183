"""Offices whose games are reckoned by FIDE's rules after results were put right, somebody was found to have
been entered twice, and points were given by decision: `simulate` has all of it as the lists in force have."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from random import Random

import pytest

from tests.depth import deep
from tests.independent.fide import reckon
from tests.independent.fide_terms import LAWS, TYPES, Event, State
from tests.independent.test_fide import (
    SCORES,
    History,
    at,
    invented,
    month,
    publish,
    report,
    simulated,
    take_over,
)
from tests.workplace import Workplace


def turned(random: Random, event: Event) -> Event:
    """With other results of some of its games."""
    games = tuple(
        replace(game, score=random.choice(list(SCORES.values())))
        if game.score is not None and random.random() < 0.5
        else game
        for game in event.games
    )
    return replace(event, games=games)


def correct(random: Random, work: Workplace, history: History, names: dict[str, str]) -> None:
    """Some results of the last list were wrong (jcf 7(3))."""
    list_date, events = list(history.events.items())[-1]
    if not events:
        return
    place = random.randrange(len(events))
    fresh = turned(random, events[place])
    if fresh == events[place]:
        return
    work.moment = at(list_date + timedelta(3))
    report(work, fresh, names)
    ((number,),) = work.rows("SELECT id FROM event WHERE name = ?", f"Event {fresh.name}")
    work.done("correction", "open", f"E{number}", "--reason", "a slip")
    said = work.run("correction", "publish", "--reason", "a slip")
    if said.code:
        alarms = [p["do"].partition("--accept-alarm ")[2].split()[0] for p in said.problems()]
        words = [word for alarm in alarms for word in ("--accept-alarm", alarm)]
        work.done("correction", "publish", *words, "--reason", "a slip")
    events[place] = fresh


def merge(random: Random, work: Workplace, history: History) -> tuple[str, str] | None:
    """Two who never met are one person; the second entry is used no more."""
    met = {
        frozenset((g.white, g.black)) for events in history.events.values() for e in events for g in e.games
    }
    fields = [{w for g in e.games for w in (g.white, g.black)} for es in history.events.values() for e in es]
    first, second = random.sample(history.players, 2)
    if frozenset((first, second)) in met or any({first, second} <= field for field in fields):
        return None
    work.done("members", "merge", second, "--into", first, "--anyway", "--reason", "one person")
    history.players.remove(second)
    return first, second


def as_one(state: State, first: str, second: str) -> None:
    """R53: his own rating stands, else that of the other entry; the games of both, the highest peak."""
    for type_ in TYPES:
        own, other = (type_, first), (type_, second)
        for ratings in (*state.lists.values(), state.held):
            if second in ratings[type_]:
                ratings[type_].setdefault(first, ratings[type_].pop(second))
        results = [*state.results.pop(own, ()), *state.results.pop(other, ())]
        games = state.games.pop(own, 0) + state.games.pop(other, 0)
        peak = max(state.peak.pop(own, 0), state.peak.pop(other, 0))
        if first in state.held[type_]:
            state.games[own], state.peak[own] = games + len(results), peak
        elif results:
            state.results[own] = results


@pytest.mark.parametrize("seed", range(deep(60, 1)))
@pytest.mark.slow
def test_what_was_put_right_is_right_by_fides_rules_too(work: Workplace, seed: int) -> None:
    random = Random(f"later {seed}")
    history = invented(random, TYPES[:2], 1300)
    history.players += [f"N95{n:06d}" for n in range(3)]
    work.moment = at(history.opening)
    names = take_over(work, history)
    one: dict[date, tuple[str, str]] = {}
    for _ in range(deep(random.randint(3, 6), 2)):
        list_date = month(random, work, history, names, random.choice((1, 1, 3)))
        if random.random() < 0.6 and (pair := merge(random, work, history)):
            one[list_date] = pair
        work.done("rate")
        publish(work)
        if not one and random.random() < 0.7:
            correct(random, work, history, names)
    found = simulated(work, history)
    state, law = history.start(), LAWS[history.edition]
    twice, born = dict[str, str](), dict(history.born)
    for list_date, events in history.events.items():
        if pair := one.get(list_date):
            as_one(state, *pair)
            if pair[1] in born:
                born.setdefault(pair[0], born[pair[1]])
            twice[pair[1]] = pair[0]
        events = [
            replace(
                e,
                games=tuple(
                    replace(
                        g,
                        white=twice.get(g.white, g.white),
                        black=twice.get(g.black, g.black),
                        forfeit=twice.get(g.forfeit or "", g.forfeit),
                    )
                    for g in e.games
                ),
            )
            for e in events
        ]
        rows, state = reckon(law, list_date, events, state, born)
        for type_ in TYPES:
            expected = {who: row.rating for who, row in rows[type_].items()}
            assert found[str(list_date), type_] == expected, (list_date, type_, one)
