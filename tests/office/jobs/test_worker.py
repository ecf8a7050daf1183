"""Jobs on both databases: taken once, tried again, taken over, caught up; a wrong clock; refusals of
commands."""

from __future__ import annotations

import errno
import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy.exc import OperationalError

import office.clock
from cli.serve import teller, worker_of
from office.database.engine import look
from office.jobs import worker as workers
from office.jobs.board import board
from office.jobs.claims import ALONE, SILENCE
from office.jobs.worker import LOOKS, Carried, Worker
from office.opened import Office
from office.place import Place
from office.words.problems import ProblemLike
from tests.office.jobs.simulated import TOKYO, Time
from tests.workplace import Workplace

NOW = office.clock.now
"""As it is outside of tests."""

MORNING = datetime(2027, 1, 10, 6, 0, tzinfo=TOKYO).astimezone(UTC)


def office_of(work: Workplace) -> Office:
    return Office(Place(work.folder), work.engine(), lambda _: None)


@pytest.fixture
def time(both: Workplace) -> Time:
    """Ten in the morning less four hours, in Japan; the poll is on and due at 6:17."""
    made = Time(office_of(both), MORNING)
    made.on("poll")
    return made


def test_of_eight_workers_on_as_many_machines_one_takes_a_job(time: Time, tmp_path: Path) -> None:
    time.go(timedelta(minutes=17))
    many = [time.worker(tmp_path / f"machine{n}") for n in range(8)]
    barrier = threading.Barrier(len(many))

    def step(number: int) -> None:
        barrier.wait()
        many[number].step()

    threads = [threading.Thread(target=step, args=(n,)) for n in range(len(many))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [one.word for one in time.ran] == ["poll"]
    assert sum(worker.busy for worker in many) == 1
    assert [(run.result, run.attempt) for run in time.runs("poll")] == [(None, 1)]


def test_a_worker_that_falls_silent_is_followed_after_its_silence_and_not_before(
    time: Time, tmp_path: Path
) -> None:
    time.answers = lambda _word, _now: (3600, 0)
    gone, next_one = time.worker(tmp_path / "gone"), time.worker(tmp_path / "next")
    time.go(timedelta(minutes=17))
    gone.step()
    next_one.step()
    time.go(timedelta(seconds=SILENCE - 1))
    next_one.step()
    assert len(time.ran) == 1
    time.go(timedelta(seconds=1))
    next_one.step()
    assert [run.result for run in time.runs("poll")] == ["broken off", None]
    assert len(time.ran) == 2
    # Whoever was only asleep finds that the job is no longer his, and ends what he carries out.
    time.ran[0].ended = None
    gone.step()
    assert time.ran[0].ended is not None and not gone.busy
    time.go(timedelta(hours=1))
    next_one.step()
    assert [run.result for run in time.runs("poll")] == ["broken off", "done"]
    assert time.row("poll").next_due == datetime(2027, 1, 10, 18, 17, tzinfo=TOKYO).astimezone(UTC)


@pytest.mark.either
@pytest.mark.slow
def test_a_worker_that_lives_is_not_followed_however_long_it_takes(time: Time, tmp_path: Path) -> None:
    time.answers = lambda _word, _now: (7000, 0)
    one, other = time.worker(tmp_path / "one"), time.worker(tmp_path / "other")
    time.go(timedelta(minutes=17))
    for _ in range(110):
        one.step()
        other.step()
        time.go(timedelta(minutes=1))
    assert len(time.ran) == 1
    assert time.row("poll").beat > 100


def test_what_takes_too_long_is_ended_and_said(time: Time, tmp_path: Path) -> None:
    time.answers = lambda _word, _now: (10**6, 0)
    one = time.worker(tmp_path / "one")
    time.go(timedelta(minutes=17))
    one.step()
    time.go(timedelta(hours=2))
    one.step()
    (run,) = time.runs("poll")
    assert (run.result, run.code) == ("failed", None)
    assert "longer than 2:00:00" in run.log
    assert time.ran[0].ended is not None


def test_without_its_database_a_worker_ends_what_it_carries_out_before_another_takes_it(
    time: Time, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    time.answers = lambda _word, _now: (5000, 0)
    one = time.worker(tmp_path / "one")
    time.go(timedelta(minutes=17))
    one.step()
    real = workers.transaction

    def gone(_engine: object) -> object:
        raise OperationalError("BEGIN", {}, Exception("disk I/O error"))

    monkeypatch.setattr(workers, "transaction", gone)
    for _ in range(int(ALONE) // 60 + 1):
        time.go(timedelta(minutes=1))
        one.step()
    assert ALONE < SILENCE
    assert time.ran[0].ended is not None and not one.busy
    assert time.told == ["database-unwritable"]  # once, not with every look
    monkeypatch.setattr(workers, "transaction", real)
    time.go(timedelta(minutes=1))
    one.step()
    assert [run.result for run in time.runs("poll")] == ["broken off", None]


def test_a_worker_that_is_to_end_gives_up_what_it_cannot_store(
    time: Time, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = time.worker(tmp_path / "one")
    time.go(timedelta(minutes=17))
    one.step()
    assert time.ran[0].ended is None and not one.stuck
    real = workers.transaction

    def full(_engine: object) -> object:
        raise OperationalError("BEGIN", {}, Exception("database or disk is full"))

    monkeypatch.setattr(workers, "transaction", full)
    time.go(timedelta(minutes=1))
    one.step()
    assert time.ran[0].ended is not None and one.busy and not one.stuck
    time.go(timedelta(seconds=workers.UNSTORED))
    one.step()
    assert one.stuck and time.told == ["database-unwritable"]
    monkeypatch.setattr(workers, "transaction", real)
    one.step()
    assert not one.busy and not one.stuck  # one that goes on stores it when there is room again
    assert [run.result for run in time.runs("poll")] == ["done"]


def test_a_log_that_takes_nothing_more_ends_no_worker(
    time: Time, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a log in a file on a disk that is full; what went wrong is told when there is room again."""
    told: list[str] = []
    room = False

    def log(problem: ProblemLike) -> None:
        if not room:
            raise OSError(errno.ENOSPC, "No space left on device")
        told.append(problem.code)

    def full(_engine: object) -> object:
        raise OperationalError("BEGIN", {}, Exception("database or disk is full"))

    one = time.worker(tmp_path / "one", log)
    monkeypatch.setattr(workers, "transaction", full)
    time.go(timedelta(minutes=17))
    one.step()
    assert not one.busy and told == []
    room = True
    one.step()
    one.step()
    assert told == ["database-unwritable"]


def test_a_job_that_cannot_be_begun_says_why_and_is_held_by_nobody(time: Time, tmp_path: Path) -> None:
    said: list[tuple[str, str]] = []

    def carry(_words: object, _lock: int) -> Carried:
        raise OSError(errno.ENOSPC, "No usable temporary directory found")

    one = Worker(
        replace(time.office, place=Place(tmp_path)), carry, TOKYO,
        clock=lambda: time.now, ticks=lambda: time.ticks, tell=lambda *told: said.append(told),
    )  # fmt: skip
    claim = one.run("poll", "Mori")
    (run,) = time.runs("poll")
    assert claim is not None and claim.run == run.id and not one.busy
    assert (run.result, run.log) == ("failed", "[Errno 28] No usable temporary directory found")
    assert said == [("poll", "begun"), ("poll", f"not carried out: {run.log}")]


def test_a_clock_that_was_a_year_ahead_leaves_no_job_waiting_for_a_year(time: Time, tmp_path: Path) -> None:
    one = time.worker(tmp_path / "one")
    right = time.now
    time.go(timedelta(days=400))
    time.answers = lambda _word, _now: (0, 1)
    one.step()
    one.step()
    time.now = right
    one.step()
    row = time.row("poll")
    assert row.next_due == datetime(2027, 1, 10, 6, 17, tzinfo=TOKYO).astimezone(UTC)
    time.go(timedelta(minutes=17))
    time.answers = lambda _word, _now: (0, 0)
    one.step()
    one.step()
    assert [run.result for run in time.runs("poll")] == ["failed", "done"]
    with look(time.office.engine) as session:
        assert not any(stands.overdue for stands in board(session, time.now))


@pytest.mark.parametrize("behind", [timedelta(minutes=4), timedelta(hours=3)])
@pytest.mark.parametrize(("code", "runs"), [(0, 1), (75, 3)])
def test_of_two_workers_whose_clocks_differ_neither_has_the_other_do_again_what_is_done(
    time: Time, tmp_path: Path, behind: timedelta, code: int, runs: int
) -> None:
    """What is over by one clock was still to come by the other, which put it before both again."""
    time.answers = lambda _word, _now: (10, code)
    right, slow = time.worker(tmp_path / "right"), time.worker(tmp_path / "slow")
    slow._clock = lambda: time.now - behind
    time.go(timedelta(minutes=16))
    for _minute in range(200):
        right.step()
        slow.step()
        time.go(timedelta(minutes=1))
    assert [run.attempt for run in time.runs("poll")] == [*range(1, runs + 1)]


def test_a_clock_that_is_set_back_by_an_hour_lets_no_job_wait_for_it(time: Time, tmp_path: Path) -> None:
    time.on("notices", schedule="* * * * *")
    time.answers = lambda _word, _now: (0, 0)
    one = time.worker(tmp_path / "one")
    for _look in range(9):
        time.go(timedelta(seconds=15))
        one.step()
    time.now -= timedelta(hours=1)
    before = len(time.runs("notices"))
    for _look in range(8):
        time.go(timedelta(seconds=15))
        one.step()
    assert len(time.runs("notices")) == before + 2


def test_after_a_clock_that_was_ahead_a_job_without_a_worker_is_not_told_as_one_that_failed(
    time: Time, tmp_path: Path
) -> None:
    one = time.worker(tmp_path / "one")
    right = time.now
    time.go(timedelta(days=400))
    time.answers = lambda _word, _now: (0, 0)
    one.step()
    one.step()
    time.now = right
    one.step()  # puts the moments right, and is gone
    time.go(timedelta(days=3))
    with look(time.office.engine) as session:
        (overdue,) = [stands.overdue for stands in board(session, time.now) if stands.overdue]
    assert overdue.found.startswith("no run: no worker is at work, or it cannot begin this one")


@pytest.mark.parametrize("year", [1970, 2210])
def test_a_clock_that_cannot_be_right_moves_no_job_and_ends_no_worker(
    work: Workplace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], year: int
) -> None:
    """A machine whose battery is empty begins in 1970, and asks the network for the time only then."""
    work.done("jobs", "on", "poll", "retention")
    due = work.rows("SELECT next_due FROM job")
    of = office_of(work)
    worker = worker_of(of, teller(of))
    wrong = SimpleNamespace(now=lambda _zone: datetime(year, 1, 1, tzinfo=UTC))
    with monkeypatch.context() as patched:
        patched.setattr(office.clock, "now", NOW)
        patched.setattr(office.clock, "datetime", wrong)
        for _look in range(2):
            assert worker.step() == LOOKS
    assert capsys.readouterr().err.count("clock-unbelievable") == 1
    worker.step()
    assert work.rows("SELECT next_due FROM job") == due
    assert work.rows("SELECT count(*) FROM job_run") == [(0,)]


def test_a_job_that_ends_every_worker_is_not_begun_without_end(time: Time, tmp_path: Path) -> None:
    time.answers = lambda _word, _now: (5000, 0)
    time.go(timedelta(minutes=17))
    for number in range(6):  # each sees the one before silent, takes the job, and is gone
        worker = time.worker(tmp_path / f"machine{number}")
        worker.step()
        time.go(timedelta(seconds=SILENCE))
        worker.step()
    results = [(run.result, run.attempt) for run in time.runs("poll")]
    assert results == [("broken off", 1), ("broken off", 2), ("broken off", 3)]
    assert time.row("poll").next_due == datetime(2027, 1, 10, 18, 17, tzinfo=TOKYO).astimezone(UTC)


def test_an_answer_that_asks_the_officer_is_none_that_failed(time: Time, tmp_path: Path) -> None:
    time.answers = lambda _word, _now: (0, 3)
    one = time.worker(tmp_path / "one")
    time.go(timedelta(minutes=17))
    one.step()
    one.step()
    assert [(run.result, run.code, run.log) for run in time.runs("poll")] == [("waits for you", 3, "poll: 3")]


def retention_of(time: Time, tmp_path: Path) -> Worker:
    """A worker of an office whose poll runs every day and whose retention is on."""
    time.on("retention")
    time.answers = lambda _word, _now: (0, 0)
    return time.worker(tmp_path / "one")


def days(time: Time, worker: Worker, many: int) -> None:
    """So many days at work."""
    for _day in range(many):
        time.go(timedelta(days=1))
        worker.step()
        worker.step()


def test_what_deletes_by_age_does_not_run_by_itself_when_the_clock_may_have_jumped(
    time: Time, tmp_path: Path
) -> None:
    """A clock that is two years ahead makes yesterday's mails old, and nothing brings them back."""
    one = retention_of(time, tmp_path)
    days(time, one, 3)
    right, last = time.now, time.runs("poll")[-1].began_at
    time.go(timedelta(days=2 * 365))
    one.step()
    (run,) = time.runs("retention")
    assert (run.result, run.code) == ("failed", None)
    assert run.log.startswith("clock-jumped: banzuke jobs, retention\n")
    assert f"nothing noted between {last:%Y-%m-%d %H:%M} UTC and {time.now:%Y-%m-%d %H:%M} UTC" in run.log
    assert "banzuke jobs run retention" in run.log
    assert not [ran for ran in time.ran if ran.word == "retention"]
    # Put right: it is due at the next first of a month, as if nothing had been; nothing was missed.
    time.now = right
    one.step()
    row = time.row("retention")
    assert (row.due, row.late_since, row.attempt) == (None, None, 0)
    days(time, one, 31)
    assert [ran.word for ran in time.ran].count("retention") == 1


def test_after_a_month_at_work_the_clock_is_believed_and_who_asks_is_obeyed_before(
    time: Time, tmp_path: Path
) -> None:
    """So a machine that was off for a year."""
    one = retention_of(time, tmp_path)
    days(time, one, 3)
    time.go(timedelta(days=365))
    days(time, one, 5)
    assert not [ran for ran in time.ran if ran.word == "retention"]
    one.run("retention", "Mori")
    one.watch()
    assert [ran.word for ran in time.ran].count("retention") == 1
    days(time, one, 57)  # of two firsts of a month one is more than a month later
    assert [ran.word for ran in time.ran].count("retention") == 2
    days(time, one, 31)
    assert [ran.word for ran in time.ran].count("retention") == 3
