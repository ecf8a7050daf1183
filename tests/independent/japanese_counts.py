"""Questions about events that decide which games count: reported twice (R43), never completed (R16), not into
this list, left out (3(8)), and who may host (3(3))."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random

from tests.independent.japanese_days import Days, reported_on
from tests.independent.japanese_history import RESULTS, History
from tests.independent.japanese_terms import POINTS, Event, month, period


def twice(random: Random, history: History) -> None:
    """Some events come again under another name, partly with other results: as one event, whose period and
    lateness go by the first report whichever counts, or as two."""
    for made in list(history.months):
        for event in list(made.events):
            both = [g for g in event.games if g.result in POINTS and None not in (g.white, g.black)]
            if len(both) < 4 or event.name in history.first_reports or random.random() < 0.5:
                continue
            games = tuple(
                replace(game, result=random.choice(RESULTS)) if random.random() < 0.3 else game
                for game in event.games
            )
            ends = period(made.list)[1]
            before, after = event.reported - timedelta(35), made.list + timedelta(2)
            inside = event.reported, ends, ends + timedelta(1), made.list - timedelta(1)
            day = random.choice((before, after, *inside))
            again = replace(event, name=f"Again {event.name}", reported=max(day, event.last_day), games=games)
            history.controls[again.name] = history.controls[event.name]
            _told(random, history, event, again)


def _told(random: Random, history: History, event: Event, again: Event) -> None:
    """What the officer answers. The one that came after the list of the other does not take its place."""
    first = min(event.reported, again.reported)
    lists = {made.list: made for made in history.months}
    at = {one.name: lists.get(_list_of(one.reported)) for one in (event, again)}
    made = lists.get(_list_of(first))
    if made is None or at[again.name] is None or not _known(history, replace(again, reported=first)):
        return
    late = [one for one in (event, again) if one.reported >= made.list]
    counts = random.choice([one for one in (event, again) if one not in late])
    history.arrived |= {one.name: one.reported for one in (event, again)}
    if random.random() < 0.35:
        at[again.name].events.append(reported_on(again, again.reported, at[again.name]))
        return
    aside = again if counts is event else event
    at[event.name].events.remove(event)
    made.events.append(reported_on(counts, first, made))
    history.aside.append(aside)
    history.same[aside.name] = counts.name


def _list_of(day: date) -> date:
    return month(day, 1 if day.day <= 20 else 2)


def _known(history: History, event: Event) -> bool:
    """Whether everybody in it is on the register by the list that takes it."""
    known = {*history.members}
    for made in history.months:
        known |= {*made.register} if made.list <= _list_of(event.reported) else set()
    return {who for game in event.games for who in (game.white, game.black)} - {None} <= known


@dataclass
class Counting(Days):
    """An office that is asked such questions."""

    def same(self, at: int) -> None:
        """Which of two reports of one event counts; the answer can name either."""
        open_ = "SELECT id, event_key, subject FROM problem WHERE state = 'open' AND code = 'reported-twice'"
        self.work.run("problems")
        while asked := self.work.rows(open_):  # who says that they are two can be asked about a third
            number, key, subject = asked[0]
            this, other = self.named(key), self.named(json.loads(subject)["event"])
            if self.history.same.get(this) == other:
                self.decided_on(f"P{number}", "--same-as", self.numbered(other))
            elif self.history.same.get(other) == this:
                self.decided_on(self.numbered(other), "--same-as", self.numbered(this))
            else:
                self.decided_on(f"P{number}", "--accept")

    def decided_on(self, what: str, *words: object) -> None:
        self.work.done("resolve", what, *words, "--reason", "as the organizer says")

    def named(self, key: str) -> str:
        ((name,),) = self.work.rows("SELECT name FROM event WHERE key = ?", key)
        return name

    def numbered(self, name: str) -> str:
        ((number,),) = self.work.rows("SELECT id FROM event WHERE name = ?", name)
        return f"E{number}"
