"""What comes up when a list is out: results that were wrong, reports that lay in a drawer, and a page that
changed and does not matter (jcf 7(3), ncs22 3(7))."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random

from tests.independent.japanese_history import History
from tests.independent.japanese_people import Personal
from tests.independent.japanese_terms import JCF, NCS19, NCS22, Event, Undecided, month

TURNED = {"1-0": "0-1", "0-1": "=", "=": "1-0"}


def drawer(random: Random, history: History) -> None:
    """Some reports came in time and are found when their list is out."""
    for at, made in enumerate(history.months):
        for event in list(made.events):
            plain = event.name not in {*history.first_reports, *history.arrived, *history.decided}
            if plain and random.random() < 0.15:
                made.events.remove(event)
                history.drawer.setdefault(at, []).append(event)


@dataclass
class Corrected(Personal):
    """An office that puts right what it published."""

    def correct(self, at: int) -> None:
        """Results were wrong in an event of a list that is open; all open lists are made anew (R17)."""
        day = self.history.months[at].list + timedelta(self.random.randint(1, 12))
        last = [self.closed(n) - timedelta(1) for n in range(at + 1)]
        until = month(self.history.months[at].list, 1)
        exact = [one for one in last if self.history.months[at].list < one < until]
        day = self.random.choice([day, *exact])
        open_ = [n for n in range(at + 1) if day < self.closed(n)]
        events = [(n, event) for n in open_ for event in self.history.months[n].events]
        if not events or any(self.decided[n] for n in open_):
            return
        n, event = self.random.choice(events)
        turned = {self.random.randrange(len(event.games)) for _ in range(3)}
        games = tuple(
            replace(game, result=TURNED.get(game.result, game.result)) if place in turned else game
            for place, game in enumerate(event.games)
        )
        if event.name in self.whole or games == event.games:
            return
        fresh = replace(event, games=games)
        accepted = self.random.random() < 0.2
        if not accepted and not self.redone(n, event, fresh, open_):
            return
        self.on(day)
        self.imported(self.report(fresh), day)
        if accepted:
            self.left_as_it_is(at)
            return
        self.work.done("correction", "open", self.number(event), "--reported", day, "--reason", "a slip")
        self.answer(at)
        self.out_again(at, open_)

    def redone(self, n: int, event: Event | None, fresh: Event, open_: Sequence[int]) -> bool:
        """All open lists, with an event in the place of another one of the list at `n`; not where a first
        rating would have to be decided."""
        events, ledgers = self.history.months[n].events, list(self.ledgers)
        before = list(events)
        if event is not None:
            events[events.index(event)] = fresh
        try:
            for each in open_:
                self.ledgers[each + 1] = self.reckoned(each)
        except Undecided:  # no first rating is decided on a list that is out
            self.ledgers, events[:] = ledgers, before
            return False
        return True

    def out_again(self, at: int, open_: Sequence[int]) -> None:
        self.work.done("correction", "preview")
        self.published("correction", "publish", "--reason", "a slip")
        for each in range(at + 1):
            if each in open_:
                self.keep(each)
            self.compared(each)

    def left_as_it_is(self, at: int) -> None:
        """The source reads otherwise now, and the list stays."""
        self.work.run("problems")
        about = "SELECT id FROM problem WHERE state = 'open' AND code = 'changed-after-publication'"
        for (number,) in self.work.rows(about):
            self.decided_on(f"P{number}", "--accept")
        for each in range(at + 1):
            self.compared(each)

    def found_later(self, at: int) -> None:
        """What lay in a drawer is put into its list, put off to the next one, or left out."""
        made = self.history.months[at]
        if self.random.random() < 0.3:
            self.replaced(at)
        for event in self.history.drawer.pop(at, []) if self.foreseen(at) else []:
            day = made.list + timedelta(self.random.randint(2, 12))
            self.on(day)
            self.imported(self.report(event), event.reported)
            self.taken.add((1, event.name))
            open_ = [n for n in range(at + 1) if day < self.closed(n)]
            what = self.random.choice(("correct", "correct", "defer", "exclude"))
            if what == "correct" and not any(self.decided[n] for n in open_):
                self.put_in(at, event, open_)
            elif what == "defer" and at + 1 < len(self.history.months):
                self.decided_on(self.number(event), "--defer")
                self.history.months[at + 1].events.append(event)
            else:
                self.decided_on(self.number(event), "--exclude")

    def replaced(self, at: int) -> None:
        """An event of an open list comes again, as it really was: the list has this report instead, and it
        counts as reported when the first one came (R43)."""
        made = self.history.months[at]
        day = made.list + timedelta(self.random.randint(2, 12))
        open_ = [n for n in range(at + 1) if day < self.closed(n)]
        left = {*self.whole, *self.history.arrived}
        if "R16=arrival" in self.otherwise:  # a correction places what comes anew by the usual reading
            left |= {name for name, (_, told) in self.history.first_reports.items() if "" in told.values()}
        if any(reading.startswith("R115=") for reading in self.otherwise):
            return  # how it is told from others of one day is not known before it is there
        fit = [one for one in made.events if one.name not in left and not one.excluded and len(one.games) > 5]
        if not fit or any(self.decided[n] for n in open_) or not self.foreseen(at):
            return
        event = self.random.choice(fit)
        games = tuple(
            replace(game, result=TURNED[game.result]) if game.result in TURNED and n % 3 == 0 else game
            for n, game in enumerate(event.games)
        )
        again = replace(event, name=f"Really {event.name}", games=games)
        for told in (self.history.controls, self.history.organizers):
            told |= {again.name: told[event.name]} if event.name in told else {}
        if not self.redone(at, event, again, open_):
            return
        self.on(day)
        self.imported(self.report(again), day)
        self.taken.add((1, again.name))
        self.decided_on_correction("open", self.number(event))
        self.decided_on(self.number(event), "--same-as", self.number(again))
        self.decided_on_correction("open", self.number(again))
        self.settle(again, made.edition)
        self.answer(at)
        self.out_again(at, open_)

    def decided_on_correction(self, word: str, number: str) -> None:
        self.work.done("correction", word, number, "--reason", "it was otherwise")

    def put_in(self, at: int, event: Event, open_: Sequence[int]) -> None:
        made, number = self.history.months[at], self.number(event)
        self.work.done("correction", "open", number, "--reason", "it lay there")
        made.events.append(event)
        self.settle(event, made.edition)
        self.answer(at)
        ((event, place),) = ((one, n) for n, one in enumerate(made.events) if one.name == event.name)
        if self.redone(at, None, event, open_):
            self.out_again(at, open_)
            return
        del made.events[place]
        self.work.done("correction", "close", number, "--reason", "nobody decides on it any more")

    def closed(self, at: int) -> date:
        """From when on an error of a list is told too late: jcf 7(3), ncs22 3(7)."""
        made = self.history.months[at]
        days = {JCF: 90, NCS22: 91, NCS19: 9999}[made.edition]
        return made.list + timedelta(days)
