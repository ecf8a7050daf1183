"""Workers of one office on a clock that a test sets, and commands that take their time on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

from sqlmodel import select

from office.database.engine import look, transaction
from office.jobs.board import change, switch
from office.jobs.tables import JobRow, JobRunRow
from office.jobs.worker import Worker
from office.opened import Office
from office.place import Place
from office.words.problems import ProblemLike

TOKYO = ZoneInfo("Asia/Tokyo")


@dataclass
class Ran:
    """A command of a simulated worker, from `began` to `ended`."""

    word: str
    began: datetime
    ends: datetime
    answer: int
    time: Time
    ended: datetime | None = None
    said: str = ""

    def code(self) -> int | None:
        if self.time.now >= self.ends and self.ended is None:
            self.ended = self.time.now
        return self.answer if self.ended is not None else None

    def stop(self) -> None:
        self.ended = self.ended or self.time.now

    def close(self) -> None:
        """It holds nothing."""

    def log(self) -> str:
        return self.said or f"{self.word}: {self.answer}"


@dataclass
class Time:
    """The clock, all that ran, and what a command answers: `answers(word, moment)` gives seconds and exit
    code."""

    office: Office
    now: datetime
    ticks: float = 0.0
    answers: Callable[[str, datetime], tuple[int, int]] = lambda _word, _now: (60, 0)
    ran: list[Ran] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    zone: ZoneInfo = TOKYO

    def worker(self, folder: Path, log: Callable[[ProblemLike], None] | None = None) -> Worker:
        """A worker of the same office whose own things are in this folder, as on another machine. `log`:
        where it tells what went wrong."""
        folder.mkdir(exist_ok=True)

        def tell(problem: ProblemLike) -> None:
            self.told.append(problem.code)

        own = replace(self.office, place=Place(folder), tell=log or tell)
        return Worker(own, self.carry, self.zone, clock=lambda: self.now, ticks=lambda: self.ticks)

    def carry(self, words: Sequence[str], lock: int) -> Ran:
        seconds, code = self.answers(words[0], self.now)
        made = Ran(words[0], self.now, self.now + timedelta(seconds=seconds), code, self)
        self.ran.append(made)
        return made

    def go(self, by: timedelta) -> None:
        """Lets time go by."""
        self.now += by
        self.ticks += by.total_seconds()

    def until(self, moment: datetime, *workers: Worker) -> None:
        """Goes from one thing that is to happen to the next, as far as this moment."""
        while self.now < moment:
            for worker in workers:
                worker.step()
            coming = [one.ends for one in self.ran[-20:] if one.ended is None]
            with look(self.office.engine) as session:
                rows = list(session.exec(select(JobRow)))
            held = [row for row in rows if row.holder is not None]
            coming += [row.next_due for row in rows if row.next_due is not None and row not in held]
            if len(held) > len([one for one in self.ran[-20:] if one.ended is None]):
                coming.append(self.now + timedelta(minutes=5))
            later = [one for one in coming if one > self.now]
            self.go(min([moment, *later]) - self.now)

    def on(self, name: str, schedule: str | None = None, words: str | None = None) -> None:
        with transaction(self.office.engine) as session:
            given = {"who": "Mori", "now": self.now, "zone": self.zone}
            if schedule or words:
                change(session, name, schedule=schedule, words=words, **given)  # type: ignore[arg-type]
            switch(session, name, True, **given)  # type: ignore[arg-type]

    def runs(self, job: str) -> list[JobRunRow]:
        with look(self.office.engine) as session:
            query = select(JobRunRow).where(JobRunRow.job == job).order_by(JobRunRow.id)  # type: ignore[arg-type]
            return list(session.exec(query))

    def row(self, job: str) -> JobRow:
        with look(self.office.engine) as session:
            return session.get_one(JobRow, job)

    def never_two_at_once(self) -> bool:
        """Whether of no job two commands were at work at the same moment."""
        for word in {one.word for one in self.ran}:
            mine = [one for one in self.ran if one.word == word]
            for before, after in pairwise(mine):
                if before.ended is None or before.ended > after.began:
                    return False
        return True
