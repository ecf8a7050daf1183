"""A worker: looks what is due, takes it, has it carried out, stores how it ended. Any number may be at
work.

It waits for nothing: a job that hangs, fails or is refused keeps no other from running, and neither does a
database that does not answer. How a command is carried out is a door's (`Carrier`).

The lock that a worker shares with what it started is the system's own, and what it starts inherits it: it is
free only when both are gone. So in one folder a run that was broken off is known at once, and with it every
one of an office that is a file there: whoever works on it works in this folder. Of a worker elsewhere, which
shares nothing but a server's database, only its silence tells (claims.py)."""

from __future__ import annotations

import hashlib
import os
import uuid
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Protocol
from zoneinfo import ZoneInfo

from sqlmodel import select

from importer.faults import fault
from office.clock import Clock
from office.database.engine import transaction
from office.doctor.clock import SLACK
from office.errors import OfficeError
from office.faults import problems_of
from office.jobs import claims
from office.jobs.claims import Claim
from office.jobs.gap import require_settled, said_of
from office.jobs.home import require_home
from office.jobs.kinds import KINDS
from office.jobs.tables import JobRow
from office.locks import lock_of
from office.opened import Office

LOOKS, BEATS = timedelta(seconds=15), 20.0
"""How long it sleeps at most; seconds between two beats."""

OTHERS = timedelta(days=1)
"""So far ahead may another worker's clock be. To whom what is to come is over, he would do it again at once,
and again, if this one put it before him."""

AGAIN = 3600.0
"""Seconds until what goes wrong with every look is told again."""

UNSTORED = 30.0
"""Seconds for which a worker that is to end tries to store how a run ended."""

LOG = 20_000
"""So many letters of the end of what a run said are kept."""

_BOOT = Path("/proc/sys/kernel/random/boot_id")
_PROCESS = uuid.uuid4().hex


def place_of(folder: Path) -> str:
    """The same for every worker that can meet another one at a lock in this folder, else another one: by
    the machine's start and the folder itself. Where the machine does not tell its start, every process is
    by itself."""
    try:
        boot = _BOOT.read_text("ascii").strip()
    except OSError:
        boot = _PROCESS
    stands = os.stat(folder)
    return hashlib.sha256(f"{boot} {stands.st_dev} {stands.st_ino}".encode()).hexdigest()[:32]


class Carried(Protocol):
    """A command that runs."""

    def code(self) -> int | None:
        """Its exit code; None while it runs."""

    def stop(self) -> None:
        """Ends it and whatever it started, and returns when they are gone."""

    def log(self) -> str:
        """What it has said."""

    def close(self) -> None:
        """Lets go of it, when it is over."""


Carrier = Callable[[Sequence[str], int], Carried]
"""What runs commands, by their words; with the number of a file (the lock) that the command inherits."""


@dataclass(slots=True)
class _Running:
    claim: Claim
    carried: Carried
    lock: int
    ends_at: float
    beaten: float
    code: int | None = None
    stopped: str = ""
    over: float | None = None


class Worker:
    """One worker of an office. `ticks`: seconds of a clock that nobody sets, to tell silence by; `tell`: a
    job, and what became of it."""

    def __init__(
        self,
        office: Office,
        carry: Carrier,
        zone: ZoneInfo,
        *,
        clock: Clock,
        ticks: Callable[[], float],
        tell: Callable[[str, str], None] = lambda _job, _what: None,
    ) -> None:
        self._office, self._carry, self._zone = office, carry, zone
        self._clock, self._ticks, self._tell = clock, ticks, tell
        self._place = place_of(office.place.folder)
        self._is_file = office.engine.dialect.name == "sqlite" and office.place.database.is_file()
        self._holder = f"{os.getpid()} {uuid.uuid4().hex}"
        self._running: dict[str, _Running] = {}
        self._seen: dict[str, tuple[str, int, float]] = {}
        self._told: dict[str, float] = {}
        self._began: datetime | None = None

    @property
    def busy(self) -> bool:
        """Whether anything runs here."""
        return bool(self._running)

    @property
    def stuck(self) -> bool:
        """Whether all that runs here is over, and for long now its end could not be stored: the next worker
        finds that nobody holds it, and stores it as broken off."""
        over = [running.over for running in self._running.values()]
        return bool(over) and all(at is not None and self._ticks() - at >= UNSTORED for at in over)

    def step(self) -> timedelta:
        """Does what there is to do now; how long to sleep until the next step. What goes wrong is told, and
        is tried again with the next step."""
        rows: list[JobRow] = []
        self.watch()
        self._tried(lambda: rows.extend(self._look()))
        if self._running:
            return timedelta(seconds=1)
        return claims.soonest(rows, self._clock(), LOOKS) if rows else LOOKS

    def watch(self) -> None:
        """Looks after what runs here, and begins nothing."""
        for running in list(self._running.values()):
            self._tried(partial(self._watch, running))

    def _tried(self, what: Callable[[], object]) -> None:
        """Does one thing; what keeps it from being done keeps no other from it, and is told."""
        try:
            what()
        except Exception as error:  # noqa: BLE001  a worker is there for years: a database comes back
            for problem in problems_of(error) or (fault(error, "banzuke work"),):
                tick, tell = self._ticks(), partial(self._office.tell, problem)
                if tick >= self._told.get(problem.code, tick) and self._logged(tell):
                    self._told[problem.code] = tick + AGAIN

    def _logged(self, tell: Callable[[], object]) -> bool:
        """Whether something could be told. A log on a disk that is full ends no worker: what went wrong is
        told when there is room again."""
        try:
            tell()
        except OSError:
            return False
        return True

    def run(self, name: str, asked_by: str) -> Claim | None:
        """Takes a job now, outside its schedule, and has it begun; None where it is held. `watch` goes on
        with it, unless it could not be begun: then its run says so."""
        self._free([name])
        return self._begin(name, asked_by)

    def stop(self) -> None:
        """Ends what runs; each is stored as broken off by its next worker, and begun again."""
        ended = list(self._running.values())
        for running in ended:
            running.carried.stop()
            self._give_up(running)
        with transaction(self._office.engine) as session:
            for running in ended:
                row = session.get(JobRow, running.claim.job)
                if row is not None and row.holder == self._holder:
                    claims.break_off(session, row, self._clock(), self._zone)

    def _watch(self, running: _Running) -> None:
        running.code = running.carried.code()
        tick = self._ticks()
        if running.code is None and tick >= running.ends_at and not running.stopped:
            running.carried.stop()
            running.stopped = f"stopped: longer than {KINDS[running.claim.job].limit}"
        if running.code is not None or running.stopped:
            self._end(running)
        elif tick - running.beaten >= BEATS:
            self._beat(running, tick)

    def _end(self, running: _Running) -> None:
        running.over = self._ticks() if running.over is None else running.over
        log = running.carried.log()[-LOG:] + (f"\n{running.stopped}" if running.stopped else "")
        code = None if running.stopped else running.code
        with transaction(self._office.engine) as session:
            mine = claims.end(session, running.claim, code, log, self._clock(), self._zone)
        self._give_up(running)
        told = running.stopped or f"exit code {running.code}"
        told += "" if mine else ", taken over by another worker"
        self._logged(lambda: self._tell(running.claim.job, told))

    def _beat(self, running: _Running, tick: float) -> None:
        mine = tick - running.beaten < claims.ALONE  # so long it is, where that cannot be asked
        try:
            with transaction(self._office.engine) as session:
                mine = claims.beat(session, running.claim)
            running.beaten = tick
        finally:
            if not mine:
                running.carried.stop()
                self._give_up(running)

    def _give_up(self, running: _Running) -> None:
        running.carried.close()
        os.close(running.lock)
        del self._running[running.claim.job]

    def _look(self) -> list[JobRow]:
        now = self._clock()
        with self._office.reading() as session:
            rows = list(session.exec(select(JobRow)))
        rows = [row for row in rows if row.name in KINDS]
        self._free([row.name for row in rows if row.holder is not None and self._is_gone(row)])
        ahead = self._ahead(now)
        if any(claims.correct(row, now, self._zone, ahead) for row in rows):
            with transaction(self._office.engine) as session:
                for row in session.exec(select(JobRow)):
                    claims.correct(row, now, self._zone, ahead)
        for row in rows:
            if claims.is_due(row, now) and row.name not in self._running:
                self._tried(partial(self._begin, row.name, None))
        return [row for row in rows if not claims.is_due(row, now)]  # what cannot be begun waits

    def _ahead(self, now: datetime) -> timedelta:
        """By how much the clock may have been ahead that left the moments which stand: another worker's, or
        where this one's clock is new or was set back since the last look, that one."""
        before, self._began = self._began, now - timedelta(seconds=self._ticks())
        return SLACK if before is None or self._began < before - SLACK else OTHERS

    def _begin(self, name: str, asked_by: str | None) -> Claim | None:
        if KINDS[name].at_home:
            with self._office.reading() as session:
                require_home(self._office.place, session)
        lock = self._lock(name)
        if lock is None:
            return None
        with ExitStack() as unless_it_runs:
            unless_it_runs.callback(os.close, lock)
            with transaction(self._office.engine) as session:
                claim = claims.take(session, name, self._holder, self._place, self._clock(), asked_by)
            if claim is None:
                return None
            self._logged(lambda: self._tell(name, "begun"))
            tick = self._ticks()
            try:
                require_settled(self._office, KINDS[name], asked_by, self._clock())
                carried = self._carry(claim.words, lock)
            except (OSError, OfficeError) as error:  # no room for another program; a clock in doubt
                said = said_of(error)
                with transaction(self._office.engine) as session:
                    claims.end(session, claim, None, said, self._clock(), self._zone)
                self._logged(lambda: self._tell(name, f"not carried out: {said}"))
                return claim
            ends_at = tick + KINDS[name].limit.total_seconds()
            self._running[name] = _Running(claim, carried, lock, ends_at, tick)
            unless_it_runs.pop_all()
        return claim

    def _lock(self, name: str) -> int | None:
        """The lock of a job in this folder, held; None where somebody has it."""
        return lock_of(self._office.place.folder / f"job-{name}.lock")

    def _is_gone(self, row: JobRow) -> bool:
        """Whether the beat stood still for too long, as this worker saw it; or its folder's lock is
        free."""
        if row.name in self._running:
            return False
        assert row.holder is not None
        seen = self._seen.get(row.name)
        if seen is None or seen[:2] != (row.holder, row.beat):
            seen = self._seen[row.name] = (row.holder, row.beat, self._ticks())
        here = self._is_file or row.place == self._place
        return here or self._ticks() - seen[2] >= claims.SILENCE

    def _free(self, names: Sequence[str]) -> None:
        """Gives back these jobs, of holders that are gone."""
        for name in names:
            lock = self._lock(name)
            if lock is None:  # in this folder somebody, or what he started, is still at work
                continue
            try:
                with transaction(self._office.engine) as session:
                    row = session.get(JobRow, name)
                    if row is not None and row.holder is not None and self._is_gone(row):
                        claims.break_off(session, row, self._clock(), self._zone)
            finally:
                os.close(lock)
