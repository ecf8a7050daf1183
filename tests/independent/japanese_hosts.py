"""What the officer decides about whole events: who may host (3(3)), what is left out (3(8)), what a later
list takes, and what counts though it was never completed (R16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random

from benchmarks.same_bytes import reports
from tests.independent.japanese_counts import Counting
from tests.independent.japanese_history import RESULTS, History, Host, named
from tests.independent.japanese_terms import JCF, NCS19, Event


def hosted(random: Random, history: History) -> None:
    """Clubs that are registered always, for a time, under another name, later than they play, and never."""
    lists = [made.list for made in history.months]
    ends = random.choice(lists) - timedelta(random.choice((20, 30, 45)))
    again = ends + timedelta(9), date(2035, 1, 1)
    always = ((date(2015, 1, 1), date(2035, 1, 1)),)
    history.hosts = (
        Host("Invented Club", "club", always, 0, "Invented Chess Club"),
        Host("Club of a Time", "club", ((date(2015, 1, 1), ends),), 0),
        Host("Circle Again", "circle", ((date(2015, 1, 1), ends), again), 0),
        Host("Club Told Late", "club", always, random.randrange(len(lists))),
    )
    names = [*(name for host in history.hosts for name in (host.name, host.also) if name), "Nobody's Club"]
    for event in (event for made in history.months for event in made.events):
        history.organizers[event.name] = random.choice((*names, "Invented Club"))
        history.refused |= {event.name} if random.random() < 0.5 else set()


def decisions(random: Random, history: History) -> None:
    """Some events are left out, or one of their games; some are put off to the next list, as they came or
    though a result will never be known."""
    for event in (event for made in history.months for event in made.events):
        if event.name not in history.first_reports and random.random() < 0.5:
            what = random.choice(("exclude", "game", "defer", "never"))
            if what == "never" and history.arrived.get(event.name, event.reported) != event.reported:
                continue  # the report that arrives is whole
            real = [n for n, game in enumerate(event.games) if game.result in RESULTS]
            if what in ("exclude", "defer") or real:
                history.decided[event.name] = what
            if history.decided.get(event.name) == "never":
                history.first_reports[event.name] = event.reported, {random.choice(real): ""}


@dataclass
class Deciding(Counting):
    """An office whose officer decides so."""

    @property
    def charge(self) -> str:
        """Who is in charge of all events: a member, or not on their days; it is shown, and no list waits."""
        return min(self.history.members)

    def founded(self) -> None:
        super().founded()
        self.hosts_told(0)
        if self.history.hosts:
            self.applied()

    def applied(self) -> None:
        """3(4): some applied in time, late, for another type or not at all; no game is left out for it."""
        rows = []
        for event in (event for made in self.history.months for event in made.events):
            first = min(game.day for game in event.games)
            row = {
                "Event": event.name,
                "Organizer": self.history.organizers.get(event.name, "Invented Club"),
                "First day": first,
                "Last day": event.last_day,
                "Applied": first - timedelta(self.random.choice((0, 4, 5, 30))),
                "Type": self.random.choice(("standard", "rapid")),
                "Announced": self.random.choice(("yes", "no", "")),
            }
            rows += [row] if self.random.random() < 0.5 else []
        if rows:
            self.work.done("applications", "import", self.work.file(reports.table(rows), "applied.csv"))

    def learn(self, at: int) -> None:
        super().learn(at)
        self.hosts_told(at)

    def hosts_told(self, at: int) -> None:
        rows = [
            {
                "Name": host.name,
                "Kind": host.kind,
                "Valid": "; ".join(f"{first}/{last}" for first, last in host.days),
                "Names": host.also,
                "In charge": f"{named(self.charge)} {self.charge}",
            }
            for host in self.history.hosts
            if host.since == at
        ]
        if rows:
            self.work.done("organizers", "import", self.work.file(reports.table(rows), "hosts.csv"))

    def is_asked(self, event: Event, at: int) -> bool:
        """3(3), 2022 2(1) without circles, R38: who is not registered on its days."""
        edition = self.history.months[at].edition
        name = self.history.organizers.get(event.name, "Invented Club")
        if edition == NCS19 or not (self.history.hosts or "R38=asked" in self.otherwise):
            return False
        first = min(game.day for game in event.games)
        return not any(
            name in (host.name, host.also)
            and host.since <= at
            and (edition == JCF or host.kind != "circle")
            and any(begins <= first and event.last_day <= ends for begins, ends in host.days)
            for host in self.history.hosts
        )

    def settle(self, event: Event, edition: str) -> None:
        at = next(n for n, made in enumerate(self.history.months) if event in made.events)
        events, number = self.history.months[at].events, self.number(event)
        what = self.history.decided.pop(event.name, None)
        if what == "exclude":
            self.decided_on(number, "--exclude")
            events[events.index(event)] = replace(event, excluded=True)
            return
        if what == "defer" and at + 1 < len(self.history.months) and self.foreseen(at):
            self.decided_on(number, "--defer")
            events.remove(event)
            self.history.months[at + 1].events.append(event)
            return
        if what == "game":
            real = [n for n, game in enumerate(event.games) if game.result in RESULTS]
            n = self.random.choice(real)
            told = [game for game in event.games if game.round == event.games[n].round]
            board = told.index(event.games[n]) + 1
            self.decided_on(number, "--exclude", "--round", event.games[n].round, "--board", board)
            event = self.without(event, {n: "left out"})
        if what == "never" and "R16=arrival" not in self.otherwise:
            event = self.never(event)
        if self.is_asked(event, at):
            refused = event.name in self.history.refused
            if refused:
                events[events.index(event)] = replace(event, excluded=True)
            unseen = "R16=arrival" in self.otherwise and event.name in self.history.first_reports
            if unseen or not self.history.hosts or not self.foreseen(at):  # no question has a number then
                self.decided_on(number, "--organizer", "refused" if refused else "accepted")
        super().settle(event, edition)

    def foreseen(self, at: int) -> bool:
        """Whether the usual reading of R0 gives the edition of a list, and nobody has to name it."""
        months = self.history.months
        first = at == 0 or months[at - 1].named
        return not months[at].named and not (first and "R0=list-date" in self.otherwise)

    def never(self, event: Event) -> Event:
        """A result will never be known; the officer says on which day it counts as reported."""
        about = "SELECT id FROM problem WHERE state = 'open' AND code = ? AND event_key = ?"
        for code, words in (("result-pending", ["--accept"]), ("report-day-open", ["--reported"])):
            self.work.run("problems")
            for (number,) in self.work.rows(about, code, self.key(event)):
                self.decided_on(f"P{number}", *words, *([event.reported] if words[0] != "--accept" else []))
        return self.without(event, self.history.first_reports[event.name][1])

    def key(self, event: Event) -> str:
        ((key,),) = self.work.rows("SELECT key FROM event WHERE name = ?", event.name)
        return key

    def without(self, event: Event, other: Mapping[int, str]) -> Event:
        """The event with these results instead."""
        made, _ = self.found(self.key(event))
        games = tuple(replace(game, result=other.get(n, game.result)) for n, game in enumerate(event.games))
        self.whole.setdefault(event.name, event)
        made.events[made.events.index(event)] = after = replace(event, games=games)
        return after

    def answered(
        self, at: int, problem: str, code: str, subject: str, place: str, key: str
    ) -> Sequence[object]:
        if code == "organizer-unregistered":
            made, event = self.found(key)
            if made is not self.history.months[at]:
                return (problem,)
            assert self.is_asked(event, at), event
            return problem, "--organizer", "refused" if event.name in self.history.refused else "accepted"
        return super().answered(at, problem, code, subject, place, key)
