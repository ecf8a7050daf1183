"""What an office knows late or not at all: rounds that nobody dates (R20, R30), what becomes known of members
about the end of a period (R17), and reports that were incomplete when they came (R16)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from random import Random

from tests.independent.japanese_history import History
from tests.independent.japanese_office import Office
from tests.independent.japanese_terms import Member, period

JAPANS_MIDNIGHT = 15
"""UTC."""


def undated(random: Random, history: History) -> None:
    """In some events nobody says when the rounds between the first and the last one were played."""
    for made in history.months:
        for place, event in enumerate(made.events):
            rounds = sorted({game.round for game in event.games})[1:-1]
            of = {n for n in rounds if random.random() < 0.7} if random.random() < 0.6 else set()
            first = min(game.day for game in event.games)
            games = (
                replace(game, between=(first, event.last_day)) if game.round in of else game
                for game in event.games
            )
            made.events[place] = replace(event, games=tuple(games))


def on_arrival(history: History) -> None:
    """R16=arrival: what was incomplete when it came counts as reported then. Who comes before all periods is
    in no list."""
    for made in history.months:
        for event in list(made.events):
            day, missing = history.first_reports.get(event.name, (event.reported, {}))
            if "" not in missing.values():
                continue
            made.events.remove(event)
            history.first_reports[event.name] = event.reported, missing
            players = {who for game in event.games for who in (game.white, game.black)} - {None}
            known = {*history.members}
            for other in history.months:
                first, last = period(other.list)
                known |= {*other.register}
                if first <= day <= last and players <= known:
                    other.events.append(replace(event, reported=day))


@dataclass
class Days(Office):
    """An office that learns what there is to know at any moment up to a list."""

    known: dict[int, dict[str, Member]] = field(default_factory=dict)
    """By list, what was known when its period ended."""

    def learn(self, at: int) -> None:
        """In the last hour of the period, in Japan, in the first one after it, or later."""
        list_date = self.history.months[at].list
        ends = datetime.combine(period(list_date)[1], datetime.min.time(), UTC).replace(hour=JAPANS_MIDNIGHT)
        moments = [ends + timedelta(seconds=n) for n in (-1, 0, 40000, 500000)]
        coming = [(self.random.choice(moments), who) for who in self.history.months[at].register]
        coming = [(moment, who) for moment, who in coming if who not in self.hidden]
        self.known[at] = dict(self.members)
        for moment, who in sorted(coming):
            if moment >= ends:
                self.known.setdefault(at, dict(self.members))
            self.work.moment = moment
            self.registered({who: self.history.months[at].register[who]})
            if moment < ends:
                self.known[at] = dict(self.members)

    def facts(self, at: int) -> Mapping[str, Member]:
        """R17."""
        return self.known[at] if "R17=known-at-period-end" in self.otherwise else self.members
