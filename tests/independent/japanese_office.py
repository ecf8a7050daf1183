"""An office under the Japanese editions and its reckoning, side by side, worked list by list."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time
from pathlib import Path
from random import Random

from benchmarks.same_bytes import people, reports
from tests.independent import japanese as texts
from tests.independent import japanese_list
from tests.independent.japanese_articles import is_late
from tests.independent.japanese_history import GUEST, History, Month, named
from tests.independent.japanese_terms import (
    NCS22,
    Event,
    Law,
    Ledger,
    Member,
    Undecided,
    month,
    period,
)
from tests.workplace import Workplace

SHORT = {"standard": "ST", "rapid": "RP", "ncs": "NCS", "blitz": "BZ"}


@dataclass
class Office:
    """The office and the reckoning, side by side."""

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
    taken: set[tuple[int, str]] = field(default_factory=set)

    def learn(self, at: int) -> None:
        """What becomes known of members before the list of this place."""
        self.on(period(self.history.months[at].list)[1])
        self.registered(self.history.months[at].register)

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

    # Reports

    def report(self, event: Event, other: Mapping[int, str] | None = None) -> Path:
        """The form of an event, with other results by place."""
        players = list(dict.fromkeys(who for game in event.games for who in (game.white, game.black)))
        days = dict(sorted((g.round, "" if g.between else g.day) for g in event.games))
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

    def same(self, at: int) -> None:
        """What is decided before anything else."""

    def imported(self, file: Path, day: date) -> None:
        said = self.work.run("import", file, "--reported", day)
        assert said.code in (0, 3), said.all

    def number(self, event: Event) -> str:
        ((number,),) = self.work.rows("SELECT id FROM event WHERE name = ?", event.name)
        return f"E{number}"

    def settle(self, event: Event, edition: str) -> None:
        """What the officer says unasked."""
        late = [is_late(self.law(edition), replace(event, late_accepted=False), game) for game in event.games]
        words = ["--accept-late"] if event.late_accepted and any(late) else []
        incomplete = "" in self.history.first_reports.get(event.name, (None, {}))[1].values()
        if words and incomplete and "R16=arrival" in self.otherwise:  # resolve knows the usual reading alone
            day = ["--reported", event.reported, "--reason", "it came then"]
            self.work.done("resolve", self.number(event), *day)
        fees = {None: [], False: ["--fee-unpaid"], True: ["--fee-accepted"]}
        paid = fees.get(event.fee, ["--fee-paid", event.fee]) if edition == NCS22 else []
        for given in ([word] for word in words) if not paid else (*([word] for word in words), paid):
            self.work.done("resolve", self.number(event), *given, "--reason", "looked into")

    def answer(self, at: int) -> None:
        """Every question that waits is answered, but who a member is whom the register will know."""
        open_ = "SELECT id, code, subject, place, event_key FROM problem"
        open_ += " WHERE state = 'open' AND blocks ORDER BY id"
        for _ in range(3):
            self.work.run("problems")
            for number, code, subject, place, key in self.work.rows(open_):
                target, *words = self.answered(at, f"P{number}", code, subject, place, key)
                if words:
                    self.work.done("resolve", target, *words, "--reason", "as it is")

    def answered(
        self, at: int, problem: str, code: str, subject: str, place: str, key: str
    ) -> Sequence[object]:
        """What is decided about (a problem, an event), and how."""
        if code in ("round-without-date", "date-needed"):
            return problem, "--date", self.dated(key, int(re.findall(r"round (\d+)", place)[0]))
        if code == "decision-needed":
            self.decide(at)
            told = self.decided[at][re.findall(r"N\d{8}", subject)[0]]
            return (problem, "--rating", told) if told else (problem, "--accept")
        if code == "ruling-no-longer-fits":
            return self.number(self.found(key)[1]), "--accept-late"
        if code.startswith("member-"):
            return (problem,) if re.search(r"N\d{8}", subject) else (problem, "--no-member")
        if code == "result-pending" and self.incomplete(at, key):
            return problem, "--accept"
        left = code in ("result-pending", "report-day-open", "no-edition")
        return (problem,) if left else (problem, "--accept")

    # Lists

    def decide(self, at: int) -> None:
        """First ratings that the texts leave to the office."""
        try:
            self.reckoned(at)
        except Undecided as asked:
            self.decided[at] = {who: self.random.choice((0, 1500, 1777)) for who in asked.who}

    def found(self, key: str) -> tuple[Month, Event]:
        ((name,),) = self.work.rows("SELECT name FROM event WHERE key = ?", key)
        months = self.history.months
        ((made, event),) = ((made, one) for made in months for one in made.events if one.name == name)
        return made, event

    def incomplete(self, at: int, key: str) -> bool:
        """Whether the event counts for the list of this place without its missing results (R16)."""
        made, event = self.found(key)
        if "R16=arrival" not in self.otherwise or made is not self.history.months[at]:
            return False
        missing = self.history.first_reports[event.name][1]
        games = (replace(g, result=missing.get(n, g.result)) for n, g in enumerate(event.games))
        self.whole.setdefault(event.name, event)
        made.events[made.events.index(event)] = replace(event, games=tuple(games))
        return True

    def dated(self, key: str, round_: int) -> date:
        """The day of a round that had none, once it is asked for."""
        made, event = self.found(key)
        days = {game.day for game in event.games if game.round == round_}
        games = (replace(game, between=None) if game.round == round_ else game for game in event.games)
        made.events[made.events.index(event)] = replace(event, games=tuple(games))
        return days.pop()

    def reckoned(self, at: int) -> Ledger:
        made = self.history.months[at]
        before = japanese_list.merged(self.ledgers[at], self.law(made.edition), self.twice)
        return texts.reckon(
            self.law(made.edition),
            made.list,
            before,
            self.people(at),
            self.events(made),
            self.decided[at],
            self.points(at),
        )

    def law(self, edition: str) -> Law:
        return Law(edition, self.otherwise)

    def points(self, at: int) -> Mapping[tuple[str, str], int]:
        """By decision, on the list of this place."""
        return {}

    def part(self) -> None:
        """The merge before this list is taken back."""

    def facts(self, at: int) -> Mapping[str, Member]:
        """What is known of members when the list of this place is made (R17)."""
        return self.members

    def people(self, at: int) -> dict[str, Member]:
        """The members, whoever was entered twice as one: he joined when the earlier entry did (jcf 6(1))."""
        found = dict(self.facts(at))
        for second, first in self.twice.items():
            other = found.pop(second, None)
            own = found.get(first, other)
            if own is None or other is None:
                found |= {first: replace(own, id=first)} if own else {}
                continue
            joined = min((own, other), key=lambda one: one.joined)
            found[first] = replace(
                own,
                born=own.born or other.born,
                joined=joined.joined,
                memberships=own.memberships + other.memberships,
                collegiate=own.collegiate + other.collegiate,
                fide=joined.fide,
                jca=other.jca if own.jca is None else own.jca,
                foreign=other.foreign if own.foreign is None else own.foreign,
            )
        return found

    def events(self, made: Month) -> list[Event]:
        def as_one(who: str | None) -> str | None:
            while who in self.twice:
                who = self.twice[who]
            return who

        return [
            replace(
                event,
                games=tuple(replace(g, white=as_one(g.white), black=as_one(g.black)) for g in event.games),
            )
            for event in made.events
        ]

    def month(self, at: int) -> None:
        made = self.history.months[at]
        self.learn(at)
        self.take(at)
        merged = at and self.random.random() < 0.4 and self.merge()
        self.decided.append({})
        self.on(made.list, 1)
        words = ["--edition", made.edition, "--reason", "no text between is held"] if made.named else []
        words += [word for reading in self.otherwise for word in ("--interpretation", reading)]
        self.answer(at)
        if merged and self.random.random() < 0.4:
            self.part()
            self.answer(at)
        for _ in range(3):
            said = self.work.run("rate", *words)
            if said.code == 3:
                self.answer(at)
        assert said.code == 0, said.all
        self.published("publish")
        self.ledgers.append(self.reckoned(at))
        self.printed.append({})
        self.keep(at)
        self.compared(at)

    def published(self, *words: object) -> None:
        """With every alarm taken as it is."""
        said = self.work.run(*words)
        if said.code == 3:
            alarms = dict.fromkeys(re.findall(r"\b[a-z-]+:N\d+:[a-z]+\b", said.err))
            named_ = [word for alarm in alarms for word in ("--accept-alarm", alarm)]
            said = self.work.run(*words, *named_, *(() if "--reason" in words else ("--reason", "right")))
        assert said.code == 0, said.all

    def keep(self, at: int) -> None:
        made = self.history.months[at]
        self.printed[at] = japanese_list.printed(
            self.law(made.edition), self.ledgers[at + 1], self.people(at), made.list
        )

    def compared(self, at: int) -> None:
        """The newest version of a list is what was reckoned."""
        made = self.history.months[at]
        for old in self.work.folder.glob(f"lists/list-{made.list}*.json"):
            old.unlink()
        self.work.done("export", "list", "--list", made.list, "--format", "json")
        (file,) = self.work.folder.glob(f"lists/list-{made.list}*.json")
        told = json.loads(file.read_text("utf-8"))
        assert told["edition"] == made.edition
        theirs = {
            (t, one["id"]): {**row, "active": one["active"], "member": one["member"]}
            for one in told["members"]
            for t, row in one["ratings"].items()
        }
        ours = {key: row for key, row in self.printed[at].items() if key[1] not in self.hidden}
        said, reckoned = (
            {(*key, *one) for key in rows for one in _told(rows[key])} for rows in (theirs, ours)
        )
        assert (sorted(said - reckoned)[:9], sorted(reckoned - said)[:9]) == ([], []), made.list

    # What comes up later

    def merge(self) -> bool:
        """Whether somebody was entered twice: two who are in no event together."""
        taken = {*self.twice, *self.twice.values(), *self.hidden}
        free = [who for who in self.members if who not in taken]
        seconds = [who for who in free if self.members[who].jca is None]
        second = self.random.choice(seconds)
        events = [event for made in self.history.months for event in made.events]
        fields = [{who for game in event.games for who in (game.white, game.black)} for event in events]
        beside = {who for field_ in fields if second in field_ for who in field_} | {second}
        if apart := [who for who in free if who not in beside]:
            first = self.random.choice(apart)
            words = ["members", "merge", second, "--into", first, "--anyway", "--reason", "one person"]
            said = self.work.run(*words)
            if said.code:  # both have points on the list to come
                assert said.problem()["code"] == "adjustment-twice", said.all
                return False
            self.twice[second] = first
        return bool(apart)


def _told(row: Mapping[str, object]) -> list[tuple[str, str]]:
    return [(word, str(told)) for word, told in row.items()]
