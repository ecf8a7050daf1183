"""Tasks of the desk: begun by a form, done one after the other, each in a process of its own, so that no page
waits for them. What came of the newest stays until the desk is closed; a closed tab stops nothing. Which
tasks there are: what each is called, what it takes to see it, and what does it. What goes into a process, and
what comes out, is plain values alone."""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

from office.accounts.roles import Need
from office.clock import Clock
from office.errors import refusal
from office.words import N_
from scraper.records import Problem

MOST_STEPS = 2000
"""So many steps of a task are kept; beyond that only its outcome."""
KEPT = 30
"""So many tasks are kept, the newest."""
MOST_WAITING = 10
"""So many may wait; each takes the processor for a while."""


@dataclass
class Task:
    """A task. `account`: who asked for it; `steps`: what it said; `outcome`: None until it is over."""

    number: int
    account: int
    order: Order
    begun_at: datetime
    steps: list[str] = field(default_factory=list)
    outcome: Outcome | None = None
    stopped: bool = False

    @property
    def over(self) -> bool:
        """Whether it has ended, well or not."""
        return self.outcome is not None


T = TypeVar("T")


class InTurn(Generic[T]):
    """What is done in the background, one after the other, in a thread of its own."""

    def __init__(self, do: Callable[[T], None]) -> None:
        self._do = do
        self._queue: SimpleQueue[T | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._ended = False

    def _put(self, one: T) -> None:
        """Puts it behind those that wait; who holds the lock puts it."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name=type(self).__name__, daemon=True)
            self._thread.start()
        self._queue.put(one)

    def end(self, seconds: float) -> None:
        """No further one is begun; the one under way has so long to come to its end."""
        with self._lock:
            self._ended = True
            thread = self._thread
        self._queue.put(None)
        if thread is not None:
            thread.join(seconds)

    def _run(self) -> None:
        while (one := self._queue.get()) is not None and not self._ended:
            self._do(one)


class Tasks(InTurn[Task]):
    """All of them. `COMMAND`: how the process of one is begun."""

    COMMAND = (sys.executable, "-P", "-m", "web.tasks.work")

    def __init__(self, clock: Clock, told: Callable[[Problem], None]) -> None:
        super().__init__(self._come_to_its_end)
        self._clock, self._told = clock, told
        self._numbers = count(1)
        self._tasks: dict[int, Task] = {}
        self._process: tuple[Task, subprocess.Popen[bytes]] | None = None

    def begin(self, account: int, order: Order) -> Task:
        """Puts a task behind those that wait. The same one, asked for by the same person while it is not
        over, is one, unless it was stopped. Refused where too many wait."""
        with self._lock:
            going = [task for task in self._tasks.values() if not task.over]
            asked = account, order.kind, order.given
            for task in going:
                if not task.stopped and (task.account, task.order.kind, task.order.given) == asked:
                    return task
            if len(going) > MOST_WAITING:
                expected, remedy = f"at most {MOST_WAITING} tasks that wait", "wait until one is done"
                raise refusal("too-many-tasks", "the desk", expected, str(len(going)), remedy)
            task = Task(next(self._numbers), account, order, self._clock())
            self._tasks[task.number] = task
            for old in [n for n, one in self._tasks.items() if one.over][: max(0, len(self._tasks) - KEPT)]:
                del self._tasks[old]
            self._put(task)
        return task

    def seen(self, number: int) -> Task | None:
        """A task by its number; None where this desk has none of it."""
        with self._lock:
            return self._tasks.get(number)

    def newest(self, account: int | None) -> list[Task]:
        """Those of an account, or with None everybody's; the newest first."""
        with self._lock:
            found = [task for task in self._tasks.values() if account in (None, task.account)]
        return found[::-1]

    def stop(self, task: Task) -> None:
        """Ends a task, also one that waits; what it had not stored by then is not stored. One that is over
        stays as it ended."""
        with self._lock:
            task.stopped |= not task.over
            going = self._process
        if going is not None and going[0] is task:
            going[1].kill()

    def end(self, seconds: float) -> None:
        """The same; the one under way is ended then."""
        super().end(seconds)
        with self._lock:
            going = self._process
        if going is not None and self._thread is not None:
            going[1].kill()
            self._thread.join()

    def _come_to_its_end(self, task: Task) -> None:
        found = None
        try:
            found = None if task.stopped else self._done(task)
        except Exception as error:  # noqa: BLE001  no process could be begun: the next one may
            self._told(_cut_off(task, type(error).__name__))
        finally:
            problems = () if task.stopped else (_cut_off(task, "its process ended"),)
            task.outcome = found or Outcome(good=False, problems=problems)
            task.order = replace(task.order, given={})  # of thirty tasks, the files sent are gigabytes

    def _done(self, task: Task) -> Outcome | None:
        """What came of it; None where its process ended before it said so."""
        pipe = subprocess.PIPE
        with subprocess.Popen(self.COMMAND, stdin=pipe, stdout=pipe, start_new_session=True) as process:
            with self._lock:
                self._process = task, process
            try:
                if task.stopped:
                    process.kill()
                return self._answers(task, process)
            finally:
                with self._lock:
                    self._process = None
                process.kill()

    @staticmethod
    def _answers(task: Task, process: subprocess.Popen[bytes]) -> Outcome | None:
        assert process.stdin is not None and process.stdout is not None
        try:
            pickle.dump(task.order, process.stdin)
            process.stdin.flush()
            while True:
                answer: Any = pickle.load(process.stdout)  # of a process of ours
                if isinstance(answer, Outcome):
                    return answer
                if len(task.steps) < MOST_STEPS:
                    task.steps.append(answer)
        except (EOFError, BrokenPipeError, pickle.UnpicklingError):
            return None


def _cut_off(task: Task, found: str) -> Problem:
    remedy = "ask for it again; if it ends like this again, look at the machine's memory and the desk's log"
    expected = "a task that comes to its end"
    return refusal("task-cut-off", f"task {task.number}", expected, found, remedy).problems[0]


Tell = Callable[[str], None]
"""A step, in words: what is done now, or was."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be done: a kind (`KINDS`), in which office, as of when, for whom and in which
    language. `replay`: recorded answers in place of the site's; `given`: what the form said."""

    kind: str
    folder: Path
    now: datetime
    who: str
    language: str
    replay: Path | None = None
    given: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it. `good`: whether nothing is left to do; `lines`: the result in words; `problems`: what
    was found; `text`: a report as a terminal shows it; `files`: by name, to be saved."""

    good: bool
    lines: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    text: str = ""
    files: tuple[tuple[str, bytes], ...] = ()


@dataclass(frozen=True, slots=True)
class Kind:
    """A task. `title`: of its page; `back`: the page it is begun on; `need`: of whoever begins it or sees
    what came of it. What does it stands in `work.py`, which its process alone loads."""

    title: str
    back: str
    need: Need


HOUSE = "/office"
KINDS: Mapping[str, Kind] = {
    "doctor": Kind(N_("Examination of the office"), HOUSE, Need.ACCOUNTS),
    "backup": Kind(N_("Backup"), HOUSE, Need.ACCOUNTS),
    "prove": Kind(N_("A backup is checked"), HOUSE, Need.ACCOUNTS),
    "rebuild": Kind(N_("Every published list made again"), HOUSE, Need.ACCOUNTS),
    "reread": Kind(N_("Saved pages read again"), HOUSE, Need.ACCOUNTS),
    "drift": Kind(N_("Pages of the site compared"), HOUSE, Need.ACCOUNTS),
    "verify": Kind(N_("A public archive is checked"), HOUSE, Need.ACCOUNTS),
    "simulate": Kind(N_("Published lists under other rules"), "/lists/simulate", Need.DECIDE),
    "assess": Kind(N_("How well the ratings predict"), "/lists/assess", Need.DECIDE),
    "read": Kind(N_("An event as it is read"), "/reports/read", Need.DECIDE),
}
"""By the word that an order names it with."""
