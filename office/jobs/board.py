"""The jobs as they stand: listed with what is known of each, switched on and off, put on another schedule.

When a job is due say lines of cron, read by cronsim as Debian's cron does, also when clocks are put
forward."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo

from cronsim import CronSim, CronSimError
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from importer.plain_text import shown_line
from office.errors import OfficeError, refusal, refuse_changed
from office.jobs.kinds import BROKEN, DONE, FAILED, KINDS, WAITS, Kind, kind_of
from office.jobs.tables import JobRow, JobRunRow
from scraper.records import Problem

LONGEST, LONGEST_SCHEDULE = 2_000, 200

OFTEN = 3
"""So many runs for one moment or later, none of which ended well, are told."""

FINDING = re.compile(r"^([a-z][a-z-]*: .*)\n {4}\S", re.MULTILINE)
"""What a run said of a problem, its code and place: what stands below can be other each time."""


@dataclass(frozen=True, slots=True)
class Stands:
    """A job as it stands. `last`: its newest run; `ended_well`: the newest that did; `overdue`: why an
    alarm is raised, None without."""

    kind: Kind
    row: JobRow
    last: JobRunRow | None
    ended_well: JobRunRow | None
    overdue: Problem | None

    @property
    def words(self) -> list[str]:
        """The whole command, without the office."""
        return words_of(self.row)

    @property
    def bad(self) -> bool:
        """Whether it needs somebody's eye: overdue, or its newest run did not end well."""
        bad = (FAILED, BROKEN, *[WAITS] * self.kind.alone)
        return self.overdue is not None or (self.last is not None and self.last.result in bad)


def words_of(row: JobRow) -> list[str]:
    """A job's command with what the officer added to it, in the place of an option of its own."""
    given: list[str] = json.loads(row.words)
    named, own, dropped = {word.partition("=")[0] for word in given}, [], False
    for word in KINDS[row.name].command:
        dropped = word in named if word.startswith("-") else dropped
        if not dropped:
            own.append(word)
    return [*own, *given]


def site_command(session: Session) -> str:
    """The command that writes the website as it is typed, with what the officer added to its job; where he
    added nothing, what it asks for stands in its place."""
    row, kind = session.get(JobRow, "site"), KINDS["site"]
    words = [*kind.command, kind.asks] if row is None or row.words == "[]" else words_of(row)
    return shlex.join(["banzuke", *words])


def row_of(session: Session, name: str, now: datetime) -> JobRow:
    """A job's row; one that was never touched has its usual schedule and is switched off."""
    kind = kind_of(name)
    row = session.get(JobRow, name)
    if row is None:
        row = JobRow(name=name, schedule=kind.schedule, changed_by="banzuke", changed_at=now)
    return row


def board(session: Session, now: datetime) -> list[Stands]:
    """Every job."""
    found = []
    for kind in KINDS.values():
        row, runs = row_of(session, kind.name, now), _runs(kind.name).limit(1)
        well = runs.where(col(JobRunRow.result).in_((DONE, WAITS)))
        last, ended = session.exec(runs).first(), session.exec(well).first()
        found.append(Stands(kind, row, last, ended, _overdue(kind, row, last, now)))
    return found


def alarms(session: Session, now: datetime) -> Iterator[tuple[str, str, str]]:
    """What an officer is told of jobs: that one is overdue, failed again and again, or ended with findings
    that stand nowhere else; which, and what tells this time from another."""
    for one in board(session, now):
        name, late = one.kind.name, one.row.late_since
        runs = _runs(name)
        if one.overdue is not None:
            yield "job-overdue", name, f"{_since(one.row)}"
        if one.row.switched_on and late is not None:
            failed = runs.where(col(JobRunRow.result).in_((FAILED, BROKEN)), JobRunRow.began_at >= late)
            if len(session.exec(failed.limit(OFTEN)).all()) == OFTEN:
                yield "job-failed", name, f"{late}"
        if one.kind.alone and one.last is not None and one.last.result == WAITS:
            yield "job-findings", name, f"after {_found_after(session, name)}"


def _found_after(session: Session, name: str) -> int:
    """What tells the findings of a job's newest run from those told before: the run that had one which the
    run before it had not; where all are of the first since a run without any, that one."""
    done = session.exec(_runs(name).where(JobRunRow.result == DONE).limit(1)).first()
    after = (done.id if done else None) or 0
    before: set[str] | None = None
    waits = _runs(name).where(JobRunRow.result == WAITS, col(JobRunRow.id) > after)
    for run in reversed(session.exec(waits).all()):
        found = {*FINDING.findall(run.log)}
        if before is not None and not found <= before:
            after = run.id or 0
        before = found
    return after


def runs_of(session: Session, name: str, last: int) -> list[JobRunRow]:
    """The newest runs of a job, the newest first."""
    return list(session.exec(_runs(kind_of(name).name).limit(last)))


def _runs(name: str) -> SelectOfScalar[JobRunRow]:
    return select(JobRunRow).where(JobRunRow.job == name).order_by(col(JobRunRow.id).desc())


def switch(session: Session, name: str, on: bool, *, who: str, now: datetime, zone: ZoneInfo) -> JobRow:
    """Switches a job on or off. One that runs is not stopped. Refused where it lacks what only the officer
    knows."""
    row = row_of(session, name, now)
    if on:
        refuse_unready(row, "on")
    row.switched_on = on
    return _from_now(session, row, who, now, zone)


def refuse_unready(row: JobRow, wanted: Literal["on", "run", "change"]) -> None:
    """Refuses a job that lacks what only the officer knows, and says how he gives it."""
    name, asks = row.name, KINDS[row.name].asks
    if asks is not None and row.words == "[]":
        remedy = f"banzuke jobs change {name} --with {asks}"
        raise refusal("job-unready", f"banzuke jobs {wanted} {name}", asks, "none", remedy)


def at_once(session: Session, name: str, *, now: datetime) -> JobRow:
    """Has a job that is switched on carried out as soon as a worker looks, whatever its schedule. Refused
    where it is switched off or runs already."""
    row = row_of(session, name, now)
    place = f"banzuke jobs run {name}"
    if not row.switched_on:
        remedy = f"switch it on first: banzuke jobs on {name}"
        raise refusal("job-off", place, "a job that is switched on", "one that is off", remedy)
    if row.holder is not None:
        raise running(name)
    row.next_due = now
    session.add(row)
    return row


def running(name: str) -> OfficeError:
    """The refusal of a run of a job that somebody holds."""
    remedy = (
        f"wait until it is done: banzuke jobs log {name}; if its worker is gone, banzuke work frees it after"
        " ten minutes"
    )
    place, expected = f"banzuke jobs run {name}", "a job that nobody carries out"
    return refusal("job-running", place, expected, "one that runs", remedy)


def change(
    session: Session,
    name: str,
    *,
    schedule: str | None,
    words: str | None,
    who: str,
    now: datetime,
    zone: ZoneInfo,
    shown: str | None = None,
) -> JobRow:
    """Another schedule, other words for its command; “” takes them away. Refused where they cannot be
    read, where a job that is on would lack what only the officer knows, and where the schedule is not the one
    that was `shown` any more."""
    row = row_of(session, name, now)
    if schedule is not None:
        wanted = checked(schedule, now)
        refuse_changed(f"banzuke jobs change {name}", shown, row.schedule, wanted)
        row.schedule = wanted
    if words is not None:
        row.words = json.dumps(_split(words), ensure_ascii=False)
        if row.switched_on:
            refuse_unready(row, "change")
    return _from_now(session, row, who, now, zone)


def _from_now(session: Session, row: JobRow, who: str, now: datetime, zone: ZoneInfo) -> JobRow:
    row.changed_by, row.changed_at = who, now
    row.due = row.late_since = None
    row.attempt = 0
    row.next_due = next_after(row.schedule, now, zone) if row.switched_on else None
    session.add(row)
    return row


def _split(words: str) -> Sequence[str]:
    try:
        found = shlex.split(words)
        if len(words) > LONGEST or not all(word.isprintable() for word in found):
            raise ValueError(f"“{shown_line(words[:100])}”")
    except ValueError as error:
        raise refusal("words-unreadable", "--with", "words as on the command line", str(error)) from None
    return found


def anchored(row: JobRow, taken: Mapping[str, object]) -> None:
    """Of a job whose command asks for a folder: the one it is told, wherever among its words, as it is found
    from everywhere. Who runs the job may be in another folder than who changed it. `taken`: what the command
    takes its words for."""
    words: list[str] = json.loads(row.words)
    folder = taken.get((KINDS[row.name].asks or "").lower())
    if not isinstance(folder, Path):
        return
    at = max(number for number, word in enumerate(words) if Path(word) == folder)
    try:
        if not words[at].strip():
            raise RuntimeError("an empty word")
        words[at] = str(folder.expanduser().absolute())
    except RuntimeError as error:
        raise refusal("words-unreadable", "--with", "a folder", str(error)) from None
    row.words = json.dumps(words, ensure_ascii=False)


def checked(line: str, now: datetime) -> str:
    """A schedule with single spaces; refused where it is none, or names a day that never comes."""
    plain = " ".join(line.split())
    try:
        if len(plain) <= LONGEST_SCHEDULE and len(plain.split()) == 5 and next(CronSim(plain, now)):
            return plain
    except (CronSimError, StopIteration, ValueError):
        pass
    expected = "minute, hour, day, month, day of the week as of cron, and a day that comes"
    raise refusal("schedule-unreadable", "--schedule", expected, f"“{plain[:LONGEST_SCHEDULE]}”")


def next_after(line: str, moment: datetime, zone: ZoneInfo) -> datetime:
    """The first moment after this one at which a schedule is due, in UTC."""
    return next(CronSim(line, moment.astimezone(zone))).astimezone(UTC)


def _since(row: JobRow) -> datetime | None:
    """The oldest moment for which a job has not ended well, else the next one."""
    return row.late_since or row.due or row.next_due


def _overdue(kind: Kind, row: JobRow, last: JobRunRow | None, now: datetime) -> Problem | None:
    since = _since(row)
    if not row.switched_on or since is None or now < since + kind.grace:
        return None
    if row.holder is not None:
        found = "a run that has not ended"
    elif last is None or last.result in (DONE, WAITS) or last.began_at < since:  # by a clock that was ahead
        found = "no run: no worker is at work, or it cannot begin this one: what it says tells why"
    else:
        found = f"runs that did not end well: {last.result}"
    remedy = f"banzuke jobs log {kind.name}; is “banzuke work” or “banzuke serve” running?"
    expected = f"a run for {since:%Y-%m-%d %H:%M} UTC"
    return Problem("job-overdue", f"banzuke jobs, {kind.name}", expected, found, remedy)
