"""An office under the Japanese editions, worked by the commands: its register, and what is reported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time
from pathlib import Path
from random import Random

from benchmarks.same_bytes import people, reports
from tests.independent.japanese_articles import is_late
from tests.independent.japanese_history import GUEST, History, Month, named
from tests.independent.japanese_terms import (
    NCS22,
    Event,
    Law,
    Ledger,
    Member,
    month,
)
from tests.workplace import Workplace

SHORT = {"standard": "ST", "rapid": "RP", "ncs": "NCS", "blitz": "BZ"}


@dataclass
class Reported:
    """An office, its register and what is reported to it."""

    work: Workplace
    random: Random
    history: History
    form: bytes
    otherwise: Sequence[str] = ()
    members: dict[str, Member] = field(default_factory=dict)
    ledgers: list[Ledger] = field(default_factory=list)
    printed: list[Mapping[tuple[str, str], Mapping[str, object]]] = field(default_factory=list)
    decided: list[dict[str, int]] = field(default_factory=list)
    twice: dict[str, str] = field(default_factory=dict)
    hidden: set[str] = field(default_factory=set)
    """Who is seen nowhere."""
    whole: dict[str, Event] = field(default_factory=dict)
    """Events that were incomplete when their list was made, with all their results."""
    given: set[tuple[str, int]] = field(default_factory=set)
    """Rounds of events of which the officer has told the day."""
    late: set[str] = field(default_factory=set)
    """Events that are late by R30=first-day alone."""
    taken: set[tuple[int, str]] = field(default_factory=set)

    def on(self, day: date, hour: int = 3) -> None:
        self.work.moment = datetime.combine(day, time(hour), UTC)

    def founded(self) -> None:
        """The register and the list before the first."""
        opening, list_date = self.history.opening, month(self.history.months[0].list, -1)
        self.on(list_date)
        self.registered(self.history.members)
        rows: dict[str, dict[str, object]] = {}
        headings = {f"{SHORT[t]}{word}": "" for t in opening.ratings for word in ("", "-G", "-Peak")}
        for t, held in opening.ratings.items():
            for who, one in held.items():
                row = rows.setdefault(who, {"ID": who, "Name": named(who), **headings})
                row |= {SHORT[t]: one.rating, f"{SHORT[t]}-G": one.games, f"{SHORT[t]}-Peak": one.peak}
                row |= {"Last-Game": opening.last_game[who]} if who in opening.last_game else {}
        games = [
            {"ID": who, "Type": SHORT[t], "Date": game.day, "Opponent Rating": game.opponent}
            | {"Score": f"{float(game.score):g}", "Source": f"Before {n}"}
            for (t, who), past in opening.past.items()
            for n, game in enumerate(past)
        ]
        files = [self.work.file(reports.table(list(rows.values())), "opening.csv")]
        files += ["--games", self.work.file(reports.table(games), "games.csv")] if games else []
        self.work.done("opening", "import", *files, "--list", list_date)
        for who in self.history.members.values():
            for word, rating in (("--jca", who.jca), ("--foreign", who.foreign)):
                if rating is not None:
                    self.work.done("rule", "outside", who.id, word, rating, "--reason", "a list of theirs")
        self.ledgers.append(opening)

    def registered(self, members: Mapping[str, Member]) -> None:
        rows = []
        for who in (who for who in members.values() if who.id not in self.twice):
            row: dict[str, object] = {"ID": who.id, "Name": named(who.id), "Birth": who.born or ""}
            row |= {"Joined": who.joined}
            spans = [f"{first}/{last}" for first, last in who.memberships]
            spans += [f"{first}/{last} collegiate" for first, last in who.collegiate]
            row |= {"Memberships": "; ".join(spans)}
            for kind, rating in who.fide.items():
                source = "FIDE Source" if kind == "standard" else f"FIDE {SHORT[kind]} Source"
                row |= {f"FIDE {SHORT[kind]}": rating, source: "FIDE list"}
            rows.append(row)
            self.members[who.id] = who
        if rows:
            self.work.done("members", "import", self.work.file(reports.table(rows), "register.csv"))

    def report(self, event: Event, other: Mapping[int, str] | None = None) -> Path:
        """The form of an event, with other results by place."""
        players = list(dict.fromkeys(who for game in event.games for who in (game.white, game.black)))
        days = {
            game.round: "" if game.between or (event.name, game.round) in self.given else game.day
            for game in sorted(event.games, key=lambda game: game.round)
        }
        told = people.Event(
            event.name,
            tuple(days.values()),
            tuple(people.Entrant(named(who) if who else GUEST, 0, who) for who in players),
            tuple(
                people.Game(
                    game.round,
                    players.index(game.white) + 1,
                    players.index(game.black) + 1,
                    (other or {}).get(place, game.result),
                )
                for place, game in enumerate(event.games)
            ),
            self.history.controls[event.name],
            "" if event.minutes >= 45 else "rapid",
            self.history.organizers.get(event.name, "Invented Club"),
        )
        return self.work.file(reports.form(self.form, told), f"report-{self.work.texts}.xlsx")

    def take(self, at: int) -> None:
        """Whatever comes in before the list of this place, some of it for the next one."""
        coming = []
        events = [event for made in self.history.months[: at + 2] for event in made.events]
        for event in (*events, *self.history.aside):
            arrived = self.history.arrived.get(event.name, event.reported)
            day, other = self.history.first_reports.get(event.name, (arrived, {}))
            first, second = min(day, arrived), max(day, arrived)
            coming += [(first, 1, event, other)] if (1, event.name) not in self.taken else []
            if second != first and (2, event.name) not in self.taken:
                coming.append((second, 2, event, {}))
        for day, nth, event, other in sorted(coming, key=lambda one: (one[0], one[1], one[2].name)):
            if day < self.history.months[at].list:
                self.on(day)
                self.imported(self.report(self.whole.get(event.name, event), other), day)
                self.taken.add((nth, event.name))
        self.on(self.history.months[at].list, 0)
        self.same(at)
        for event in list(self.history.months[at].events):
            self.settle(event, self.history.months[at].edition)

    def imported(self, file: Path, day: date) -> None:
        said = self.work.run("import", file, "--reported", day)
        assert said.code in (0, 3), said.all

    def same(self, at: int) -> None:
        """What is decided before anything else."""

    def number(self, event: Event) -> str:
        ((number,),) = self.work.rows("SELECT id FROM event WHERE name = ?", event.name)
        return f"E{number}"

    def settle(self, event: Event, edition: str) -> None:
        """What the officer says unasked."""
        late = [is_late(self.law(edition), replace(event, late_accepted=False), game) for game in event.games]
        words = ["--accept-late"] if event.late_accepted and any(late) else []
        usual = [is_late(Law(edition), replace(event, late_accepted=False), game) for game in event.games]
        if words and not any(usual) and "R30=first-day" in self.otherwise:
            self.late.add(self.number(event))  # by this reading alone: `rate` has to ask
            words = []
        incomplete = "" in self.history.first_reports.get(event.name, (None, {}))[1].values()
        fees = {None: [], False: ["--fee-unpaid"], True: ["--fee-accepted"]}
        paid = fees.get(event.fee, ["--fee-paid", event.fee]) if edition == NCS22 else []
        # resolve knows the usual reading alone
        if (any(late) or paid) and incomplete and "R16=arrival" in self.otherwise:
            day = ["--reported", event.reported, "--reason", "it came then"]
            self.work.done("resolve", self.number(event), *day)
        for given in ([word] for word in words) if not paid else (*([word] for word in words), paid):
            self.work.done("resolve", self.number(event), *given, "--reason", "looked into")

    def found(self, key: str) -> tuple[Month, Event]:
        """An event with its list; those that do not count are in none."""
        ((name,),) = self.work.rows("SELECT name FROM event WHERE key = ?", key)
        aside = Month(date.min, "", named=False, events=self.history.aside)
        months = (*self.history.months, aside)
        ((made, event),) = ((made, one) for made in months for one in made.events if one.name == name)
        return made, event

    def law(self, edition: str) -> Law:
        return Law(edition, self.otherwise)
