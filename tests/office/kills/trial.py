"""One kill: the office put back, the command killed, the office looked at, the command typed again."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path

from office.doctor.examine import examine, repair
from office.place import Place
from office.words import speaking
from scraper.clock import Clock
from scraper.records import Problem
from tests.office.kills.cases import Case, Ready
from tests.office.kills.failing import fail, fits
from tests.office.kills.locks import held
from tests.office.kills.moments import THE_END, counted, die
from tests.office.kills.served import Served
from tests.office.kills.state import State, at_rest, differences, finished, state
from tests.workplace import Said, Workplace

LEFT = {
    "leftover": "an unfinished file: doctor --repair, or who writes there next, takes it away",
    "archive-leftover": "the same, of a page or a mail",
    "archive-page-unlisted": "a page that came before its line; asked for again, it is listed",
    "unwritten": "a publication without its head or statement: the next command that stores writes them",
}
"""Findings of `doctor` that any killed command may leave, with what mends them. None of them may be there
when the command was typed again, and `doctor --repair` where there was one."""


@dataclass
class Prepared:
    """An office in which a command has something to do: where it stands, a copy to put back, what it is
    before the command, after it and after a second one with their exit codes; the command's moments."""

    case: Case
    work: Workplace
    ready: Ready
    kept: Path
    before: State
    once: State
    twice: State
    codes: frozenset[int]
    moments: list[str]
    served: Served | None
    anyway: dict[bool, set[str]] = field(default_factory=dict)
    """What `doctor` says where nobody was killed, before the command and behind it: asked when it is needed,
    for most say nothing at all, and the office is then another one."""

    @property
    def area(self) -> Path:
        return self.work.folder.parent

    def put_back(self) -> None:
        """The office, and all beside it, as it was before the command."""
        shutil.rmtree(self.area)
        shutil.copytree(self.kept, self.area, symlinks=True)
        if self.served is not None:
            self.served.put_back()
        self.ready.reset()

    def says_anyway(self, one: Problem) -> bool:
        """Whether `doctor` says this also where nobody was killed."""
        return any(one.code in self._anyway(behind) for behind in (False, True))

    def _anyway(self, behind: bool) -> set[str]:
        if behind not in self.anyway:
            self.put_back()
            if behind:
                self.work.run(*self.ready.words)
                follow(self.case, self.work)
            there = behind or not self.case.makes
            self.anyway[behind] = {one.code for one in looked(self.case, self.work)} if there else set()
        return self.anyway[behind]

    def compared(self, found: State) -> State:
        """A state without what a run that was cut off leaves by right."""
        whole = finished(found, self.before, self.case.unlike, gaps=self.served is not None)
        return at_rest(whole)  # a note that its writer could not take away names nobody

    def chosen(self, chance: random.Random) -> int:
        """A moment: one of those at which the same is done, whichever that is, so that the hundredth row is
        not the most likely end."""
        what = chance.choice(sorted({*self.moments, THE_END}))
        return chance.choice([n for n, one in enumerate([*self.moments, THE_END]) if one == what])

    def failing(self, kind: str, chance: random.Random) -> dict[str, int]:
        """By what is done there, a moment at which something of this kind can fail."""
        found: dict[str, list[int]] = {}
        for at, moment in enumerate(self.moments):
            if fits(kind, moment, served=self.served is not None):
                found.setdefault(moment, []).append(at)
        return {moment: chance.choice(where) for moment, where in found.items()}


@contextmanager
def prepared(case: Case, work: Workplace, template: Path, served: Served | None = None) -> Iterator[Prepared]:
    """The case's office in the folder of `work`, whose parent is an area of its own that does not exist yet;
    `template`: an office without anything. `served`: where it is moved when it is made, if it is."""
    area = work.folder.parent
    area.mkdir(mode=0o700)
    shutil.copytree(template, work.folder)
    with case.office(work) as ready, work.monkeypatch.context() as patch:
        patch.setattr(Clock, "now", lambda _: work.moment)
        if served is not None:
            served.empty()
            work.done("database", "copy", served.address)
            served.keep()
        for path in (area, *area.rglob("*")):
            path.chmod(0o700 if path.is_dir() else 0o600)
        kept = area.with_name(f"{area.name} kept")
        shutil.copytree(area, kept, symlinks=True)
        before = state(area, work.folder)
        moments, said = counted(area, lambda: work.run(*ready.words))
        follow(case, work)
        once = state(area, work.folder)
        again = later(case, work).run(*ready.words)
        follow(case, work)
        twice = state(area, work.folder)
        codes = frozenset((said.code, again.code))
        yield Prepared(case, work, ready, kept, before, once, twice, codes, moments, served)
        shutil.rmtree(area)
        shutil.rmtree(kept)


def later(case: Case, work: Workplace) -> Workplace:
    """The same office when the command is typed again."""
    return replace(work, moment=work.moment + timedelta(minutes=case.later))


def follow(case: Case, work: Workplace) -> None:
    """What is typed behind the command."""
    if case.then:
        work.run(*case.then)


def looked(case: Case, work: Workplace) -> list[Problem]:
    """What `doctor` finds."""
    with speaking("en"):
        return examine(Place(work.folder), later(case, work).moment, lambda _: None).found


@dataclass
class Outcome:
    """What came of a kill, or of something that failed: at which moment, whether anything was other than
    before, its faults."""

    moment: str
    stored: bool
    faults: list[str]


def killed(made: Prepared, at: int) -> Outcome:
    """The command killed at a moment by its number, looked at, typed again and compared."""
    made.put_back()
    ended, _ = forked(lambda: die(made.area, at, lambda: made.work.run(*made.ready.words)))
    outcome = Outcome([*made.moments, THE_END][at], True, [])
    if not (os.WIFSIGNALED(ended) and os.WTERMSIG(ended) == signal.SIGKILL):
        outcome.faults.append(f"it was not killed, it ended with {ended}")
        return outcome
    made.ready.gone()
    _judged(made, outcome)
    return outcome


def failed(made: Prepared, at: int, kind: str) -> Outcome:
    """The command, in which something fails at a moment by its number: it ends by itself and says what
    happened; then the same."""
    made.put_back()
    work = replace(made.work, falling=True)
    address = made.served.address if made.served else None
    ended, said = forked(
        lambda: fail(made.area, at, kind, address, lambda: tell(work.run(*made.ready.words)))
    )
    outcome = Outcome(f"{made.moments[at]}, {kind}", True, [])
    if not os.WIFEXITED(ended) or os.WEXITSTATUS(ended) or not said:
        outcome.faults.append(f"it did not end by itself: {ended}, {said}")
        return outcome
    code, text = int(said.partition(" ")[0]), said.partition(" ")[2]
    if code not in {*made.codes, 1, 75}:  # refused, or a server did not answer
        outcome.faults.append(f"exit code {code}: {text[-1500:]}")
    if "Traceback" in text:
        outcome.faults.append(f"a traceback: {text[-1500:]}")
    made.ready.gone()
    now = made.compared(state(made.area, made.work.folder))
    if code in made.codes and not differences(made.compared(made.once), now):
        return outcome
    _judged(made, outcome)
    return outcome


def _judged(made: Prepared, outcome: Outcome) -> None:
    """The office looked at, the command typed again, and what it leaves compared."""
    case, work, area = made.case, made.work, made.area
    outcome.stored = bool(differences(at_rest(made.before), at_rest(state(area, work.folder))))
    allowed = LEFT.keys() | case.found.keys()
    met = [] if case.makes else [one for one in looked(case, work) if one.code not in allowed]
    said = later(case, work).run(*made.ready.words)
    if said.code not in made.codes:
        outcome.faults.append(f"typed again: exit code {said.code}: {said.all[-600:]}")
        outcome.faults += [f"doctor: {told(one)}" for one in met]
        return
    follow(case, work)
    found = looked(case, work)
    if any(one.code in LEFT for one in found):
        list(repair(Place(work.folder)))
        found = looked(case, work)
    now = made.compared(state(area, work.folder))
    other = differences(made.compared(made.once), now)
    if other and (not case.twice or differences(made.compared(made.twice), now)):
        outcome.faults += [f"typed again: {line}" for line in other]
    outcome.faults += made.ready.faults()
    outcome.faults += [f"{name} is still held" for name in held(area)]
    outcome.faults += [f"doctor: {told(one)}" for one in met if not made.says_anyway(one)]
    outcome.faults += [f"at the end: {told(one)}" for one in found if not made.says_anyway(one)]


_SAID = -1
"""Where a copy of this process says what its command did."""


def tell(said: Said) -> None:
    os.write(_SAID, f"{said.code} {said.all[-10_000:]}".encode())


def forked(work: Callable[[], object]) -> tuple[int, str]:
    """What a copy of this process comes to, and what it has said by `tell`; it comes back nowhere."""
    global _SAID
    reads, writes = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of the threads of others, from Python 3.12 on
        child = os.fork()
    if child == 0:
        code, _SAID = 1, writes
        try:
            signal.alarm(120)
            work()
            code = 0
        except BaseException:  # noqa: BLE001  it is told, and the process ends
            traceback.print_exc(file=sys.__stderr__)
        finally:
            os._exit(code)
    os.close(writes)
    with os.fdopen(reads, "rb") as told:
        status = os.waitpid(child, 0)[1]
        os.set_blocking(told.fileno(), False)  # a process that the child left behind has the pipe as well
        return status, (told.read() or b"").decode("utf-8", "replace")


def told(one: Problem) -> str:
    return f"{one.code} {one.place}: {one.found}"
