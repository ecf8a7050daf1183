"""An office under the Japanese editions and its reckoning, side by side, worked list by list."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from tests.independent import japanese as texts
from tests.independent import japanese_list
from tests.independent.japanese_history import Month
from tests.independent.japanese_reports import Reported
from tests.independent.japanese_terms import (
    Event,
    Ledger,
    Member,
    Undecided,
    period,
)


@dataclass
class Office(Reported):
    """The office and the reckoning, side by side."""

    def learn(self, at: int) -> None:
        """What becomes known of members before the list of this place."""
        self.on(period(self.history.months[at].list)[1])
        self.registered(self.history.months[at].register)

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

    def decide(self, at: int) -> None:
        """First ratings that the texts leave to the office."""
        try:
            self.reckoned(at)
        except Undecided as asked:
            self.decided[at] = {who: self.random.choice((0, 1500, 1777)) for who in asked.who}

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
        self.given.add((event.name, round_))
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
            if own is None or other is None:  # the second was not known yet
                continue
            joined = min((own, other), key=lambda one: one.joined)
            found[first] = replace(
                own,
                id=first,
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

        keys = dict(self.work.rows("SELECT name, key FROM event"))
        return [
            replace(
                event,
                key=keys.get(event.name, ""),
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
            if self.late and (late := {*re.findall(r"(E\d+) late-report", said.all)}):
                assert late >= self.late, (
                    said.all
                )  # what else is late has a number, once the edition is named
                self.work.done("resolve", ",".join(sorted(self.late)), "--accept-late", "--reason", "flood")
                said = self.work.run("rate", *words)
            self.late.clear()
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
        apart = sorted(said - reckoned)[:9], sorted(reckoned - said)[:9]
        assert apart == ([], []), (made.list, *apart)

    def merge(self) -> bool:
        """Whether somebody was entered twice: two who are in no event together."""
        taken = {*self.twice, *self.twice.values(), *self.hidden}
        free = [who for who in self.members if who not in taken]
        seconds = [who for who in free if self.members[who].jca is None]
        second = self.random.choice(seconds)
        lists = (*(made.events for made in self.history.months), *self.history.drawer.values())
        events = [event for events in lists for event in events]
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
