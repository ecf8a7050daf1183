"""Who carries out a job: taken, held, given back, each in one writing transaction of the office's database.

An office has one writing transaction at a time, on either database, so a job can be taken by one worker
only, on however many machines. A worker that holds a job counts up its `beat`. Another one takes the job
over only when it saw the beat stand still for `SILENCE` by its own uninterrupted clock, or at once where
both work in one folder and the lock there is free. No machine believes another one's clock. A worker that
cannot write its beat stops what it carries out after `ALONE`, which is sooner."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import Engine, delete
from sqlmodel import Session, col, select

from office.database.engine import transaction
from office.families import family_of
from office.jobs.board import next_after, row_of, words_of
from office.jobs.kinds import BROKEN, BROKEN_OFF, DONE, FAILED, KINDS, WAITS
from office.jobs.tables import JobRow, JobRunRow

SILENCE, ALONE = 600.0, 420.0
"""Seconds."""

KEPT = 100
"""So many runs of each job are kept, with what they said."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A job that is held by a worker: its run, and its command."""

    job: str
    holder: str
    run: int
    words: tuple[str, ...]


def correct(row: JobRow, now: datetime, zone: ZoneInfo, ahead: timedelta) -> bool:
    """A clock that was wrong, and is right again, may have left moments far away: no job waits longer than
    until the next moment of its schedule, and what only that clock was at was not missed. Whether anything is
    other than before. `ahead`: what a clock that is ahead by no more has left stands: it can be another
    worker's, for which what is to come here is over."""
    if not row.switched_on or row.next_due is None:
        return False
    believed = now + ahead
    before = (row.next_due, row.due, row.late_since)
    if row.next_due > next_after(row.schedule, believed, zone):
        row.next_due = next_after(row.schedule, now, zone)
    if row.due is not None and row.due > believed:
        row.due, row.attempt = None, 0
    if row.late_since is not None and row.late_since > believed:
        row.late_since = None
    return before != (row.next_due, row.due, row.late_since)


def is_due(row: JobRow, now: datetime) -> bool:
    """Whether a job is to run now, as far as its schedule goes. What was missed is due once."""
    return row.switched_on and row.next_due is not None and row.next_due <= now


def take(
    session: Session, name: str, holder: str, place: str, now: datetime, asked_by: str | None = None
) -> Claim | None:
    """Takes a job; None where somebody holds it, or it is not due and nobody asked for it."""
    row = row_of(session, name, now)
    if row.holder is not None or not (asked_by or is_due(row, now)):
        return None
    due = now
    if asked_by is None:
        due = row.due = row.due or row.next_due or now
        row.attempt += 1
    run = JobRunRow(
        job=name, due=due, attempt=1 if asked_by else row.attempt,
        asked_by=asked_by, began_at=now,
    )  # fmt: skip
    session.add(run)
    session.flush()
    assert run.id is not None
    row.holder, row.place, row.run_id, row.beat = holder, place, run.id, row.beat + 1
    session.add(row)
    return Claim(name, holder, run.id, tuple(words_of(row)))


def beat(session: Session, claim: Claim) -> bool:
    """Says that the holder lives; False where the job is no longer his."""
    row = _his(session, claim)
    if row is not None:
        row.beat += 1
    return row is not None


def _his(session: Session, claim: Claim) -> JobRow | None:
    """The job, while it is this holder's."""
    row = session.get(JobRow, claim.job)
    return row if row is not None and (row.holder, row.run_id) == (claim.holder, claim.run) else None


def end(session: Session, claim: Claim, code: int | None, log: str, now: datetime, zone: ZoneInfo) -> bool:
    """Stores how a run ended and gives the job back; False where it is no longer this holder's. `code`: the
    command's exit code, None where it was stopped."""
    row = _his(session, claim)
    if row is not None:
        result = {0: DONE, 3: WAITS}.get(-1 if code is None else code, FAILED)
        _end(session, row, result, code, log, now, zone)
    return row is not None


def break_off(session: Session, row: JobRow, now: datetime, zone: ZoneInfo) -> None:
    """A job whose holder is gone is given back; its run was broken off, and is begun again."""
    _end(session, row, BROKEN, None, "", now, zone)


def free_all(engine: Engine, now: datetime) -> None:
    """Breaks off every job of an office that nobody works on: its backup was made while they ran."""
    with transaction(engine) as session:
        zone = family_of(session).zone
        for row in session.exec(select(JobRow).where(col(JobRow.holder).is_not(None))):
            break_off(session, row, now, zone)


def _end(
    session: Session, row: JobRow, result: str, code: int | None, log: str, now: datetime, zone: ZoneInfo
) -> None:
    run = session.get_one(JobRunRow, row.run_id)
    run.result, run.code, run.log, run.ended_at = result, code, log, max(now, run.began_at)
    row.holder = row.place = row.run_id = None
    _forget(session, row.name)
    well = result in (DONE, WAITS)
    if well:
        row.late_since = None
    elif row.switched_on and run.asked_by is None:
        kind = KINDS[row.name]
        row.late_since = row.late_since or run.due
        tries = max(kind.tries, BROKEN_OFF) if result == BROKEN else kind.tries_after(code)
        if row.attempt < tries:
            again = now if result == BROKEN else now + kind.pause(max(row.attempt, 1))
            row.next_due = min(again, next_after(row.schedule, now, zone))
            return
    tried_again = row.due is not None  # and done by what was asked for outside the schedule
    if not row.switched_on or run.asked_by is None or (well and tried_again):
        row.due, row.attempt = None, 0
        row.next_due = next_after(row.schedule, now, zone) if row.switched_on else None


def _forget(session: Session, name: str) -> None:
    ids = select(JobRunRow.id).where(JobRunRow.job == name).order_by(col(JobRunRow.id).desc())
    last = session.exec(ids.offset(KEPT).limit(1)).first()
    if last is not None:
        session.exec(delete(JobRunRow).where(col(JobRunRow.job) == name, col(JobRunRow.id) <= last))


def soonest(rows: list[JobRow], now: datetime, longest: timedelta) -> timedelta:
    """How long until a job is due, at most so long."""
    waiting = [row for row in rows if row.switched_on and row.holder is None]
    dues = [row.next_due - now for row in waiting if row.next_due is not None]
    return max(timedelta(0), min([longest, *dues]))
