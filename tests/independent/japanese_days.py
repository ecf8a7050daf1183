"""What an office knows late or not at all: rounds that nobody dates (R20, R30), what becomes known of members
about the end of a period (R17), and reports that were incomplete when they came (R16)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from random import Random

from tests.independent.japanese_history import History, Month
from tests.independent.japanese_office import Office
from tests.independent.japanese_terms import Event, Member, period, years_before

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


def long_ago(random: Random, history: History) -> None:
    """Some of these events lie about the day two years before the end of a period, and are accepted late: on
    which day a round was played decides whether it counts (jcf 6(3))."""
    for made in history.months:
        for place, event in enumerate(made.events):
            spans = [game.between for game in event.games if game.between]
            if not spans or event.name in history.first_reports or random.random() < 0.5:
                continue
            edge = years_before(period(made.list)[1], 2)
            earlier = event.last_day - edge - timedelta(random.choice((0, 1, 5)))
            games = (
                replace(
                    game,
                    day=game.day - earlier,
                    between=game.between and (game.between[0] - earlier, game.between[1] - earlier),
                )
                for game in event.games
            )
            last_day = event.last_day - earlier
            made.events[place] = replace(event, last_day=last_day, games=tuple(games), late_accepted=True)


def reported_on(event: Event, day: date, made: Month) -> Event:
    """For another list, on whose day a later payment is not known."""
    known = None if isinstance(event.fee, date) and event.fee > made.list else event.fee
    return replace(event, reported=day, fee=known)


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
                    other.events.append(reported_on(event, day, other))


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
