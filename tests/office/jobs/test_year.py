"""A year of jobs on a clock that a test sets, on two machines; how often each has to run, counted by hand."""

from __future__ import annotations

import faulthandler
import sys
from calendar import monthrange
from collections import Counter
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from sqlmodel import select

from office.database.engine import look
from office.jobs.board import board
from office.jobs.claims import KEPT
from office.jobs.kinds import KINDS
from office.jobs.tables import JobRunRow
from tests.depth import LONG, deep
from tests.office.jobs.real import SECONDS, SYDNEY, Real, at_work, here, new_event
from tests.office.jobs.simulated import TOKYO, Time
from tests.office.jobs.test_worker import office_of
from tests.publication.site import running
from tests.standin import faults
from tests.workplace import Workplace, tree


def japan(year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> datetime:
    return datetime(year, month, day, hour, minute, tzinfo=TOKYO).astimezone(UTC)


def overdue(time: Time) -> list[str]:
    with look(time.office.engine) as session:
        return [stands.kind.name for stands in board(session, time.now) if stands.overdue]


QUARTERS, HALVES = 64, 32
"""So often a day `notices` and `inbox` are due by their usual schedules, counted by hand."""


def daily(days: int, *, rare: bool = True, **other: dict[int, int]) -> dict[str, Counter[int]]:
    """How often each command ends with which exit code in so many days, where all is well but what is told.
    `rare`: `inbox` and `notices` are due at 8 and 18 o'clock alone."""
    mails, told = (2, 2) if rare else (HALVES, QUARTERS)
    well = {"poll": 2, "inbox": mails, "rate": 1, "site": 1, "notices": told, "fide": 1, "backup": 1}
    well["retention"] = 0  # due on the first of the month alone
    found = {job: {0: many * days} for job, many in well.items()} | other
    return {job: Counter(codes) for job, codes in found.items()}


@pytest.mark.slow
def test_a_year_in_which_every_job_does_its_work(work: Workplace, tmp_path: Path) -> None:
    """Every kind of job carries out its command against real servers: pages of Chess-Results, mailbox, mail
    server, FIDE, web server. The short run is the turn of the year, eighteen days, in eight of which the
    office is at work; the long one goes on to the next December."""
    keep = deep(14, 3)
    with at_work(work, tmp_path, here(2026, 12, 16), keep) as real:
        rarely(real)
        jobs, events, months, unasked = turn_of_the_year(real, tmp_path), [9900002], 2, 0
        if LONG:
            jobs += rest_of_the_year(real, tmp_path)
            # In February no notice leaves before the event is complete, in March no mail is read.
            events, months, unasked = [9900002, *range(9900101, 9900113)], 13, 2
        assert real.met == [] and real.told == []
        assert real.never_two_at_once()
        is_told_once(real, events, jobs, unasked)
        assert work.rows("SELECT count(*) FROM message") == [(len(events),)]
        assert work.rows("SELECT count(*) FROM fide_list") == [(3 * months,)]
        # The backups that are there: the newest, and the last of each month.
        days = sorted(ran.began for ran in real.ran if ran.word == "backup" and ran.answer == 0)
        last = {f"{day:%Y%m}": day for day in days}
        kept = {*days[-keep:], *(last[month] for month in sorted(last)[-12:])}
        names = {path.name.split("-")[2] for path in (tmp_path / "backups").iterdir()}
        assert names == {f"{day:%Y%m%dT%H%M%SZ}.tar" for day in kept} and len(kept) < len(days)
        served = real.sftp.root / "www" / "ratings"
        assert tree(served) == tree(tmp_path / "site")
        assert real.typed("doctor").startswith("The office is sound\n")
        with look(real.office.engine) as session:
            rows = list(session.exec(select(JobRunRow)))
        assert max(Counter(row.job for row in rows).values()) <= KEPT
        assert not [row for row in rows if row.result is None]


def rarely(real: Real) -> None:
    """`inbox` and `notices` twice a day."""
    real.on("inbox", schedule="0 8,18 * * *")
    real.on("notices", schedule="15 8,18 * * *")


def is_told_once(real: Real, events: list[int], jobs: Counter[str], unasked: int) -> None:
    """The club is told of each event, and the officer of each thing that waits, once; of `jobs` as often as
    something was wrong with one. `unasked`: so many reports were whole before a question about them left."""
    subjects, lines = real.mailed()
    expected = Counter(f"Your report was read: Invented Open {number}" for number in events)
    expected.update(f"On the rating list: Invented Open {number}" for number in events if number != 9900112)
    expected["We have a question about your report"] = len(events) - unasked
    assert subjects == expected
    assert Counter({line: times for line, times in lines.items() if "job" in line}) == jobs
    assert {times for line, times in lines.items() if "job" not in line} == {1}


def failed(*jobs: str) -> Counter[str]:
    return Counter(f"- job that fails again and again: {job}" for job in jobs)


def late(*jobs: str) -> Counter[str]:
    return Counter(f"- job that is overdue: {job}" for job in jobs)


def turn_of_the_year(real: Real, folder: Path) -> Counter[str]:
    """What the officer is told of jobs."""
    one, other = real.worker(folder / "one"), real.worker(folder / "other")
    real.fide_has(2026, 12)
    # Two days in which all is well: an event is reported while it is played, and is complete the day after.
    coming = new_event(9900002, date(2026, 12, 16))
    real.shows(running(coming, 2))
    real.until(here(2026, 12, 16, 12), one)
    real.reported(coming.number)
    real.until(here(2026, 12, 17, 12), one)
    real.shows(coming)
    real.until(here(2026, 12, 18), one)
    assert real.counts() == daily(2)
    assert real.overdue() == set()
    # For two days Chess-Results does not answer: four times due, three tries each; the others go on.
    real.standin.faults["tnr"] = faults.reset
    real.until(here(2026, 12, 20), one)
    assert real.counts() == daily(2, poll={75: 12})
    assert real.overdue() == {"poll"}
    real.standin.faults.clear()
    real.until(here(2026, 12, 21), one)
    assert real.counts() == daily(1)
    assert real.overdue() == set()
    # For ten days the power is off. What was missed is done once, and then what is still due that day.
    real.go(here(2026, 12, 31, 10) - real.now)
    everything = ("poll", "inbox", "preview", "site", "notices", "fide", "backup")
    assert real.overdue() == set(everything)
    one, other = real.worker(folder / "one"), real.worker(folder / "other")
    real.until(here(2026, 12, 31, 10, 1), one, other)
    assert real.counts() == {word: Counter({0: 1}) for word in SECONDS} | {"retention": Counter()}
    real.until(here(2027, 1, 1), one, other)
    assert real.counts() == daily(0, poll={0: 1}, inbox={0: 1}, notices={0: 1})
    assert real.overdue() == set()
    # Two machines are at work. FIDE's lists of January are there on the second; the officer publishes.
    real.until(here(2027, 1, 2), one, other)
    real.fide_has(2027, 1)
    real.until(here(2027, 1, 2, 12), one, other)
    real.published()
    real.until(here(2027, 1, 2, 18, 15), one, other)
    one.step()
    assert one.busy and real.ran[-1].word == "notices" and "published, club@example.jp" in real.ran[-1].said
    real.ran[-1].stop()  # this machine is gone in the middle of it, and the other follows ten minutes later
    real.until(here(2027, 1, 3), other)
    assert [run.result for run in real.runs("notices")[-2:]] == ["broken off", "done"]
    assert real.counts() == daily(2, notices={0: 2 * 2 + 1}, fide={0: 1, 1: 1}, retention={0: 1})
    return failed("poll") + late("poll", *everything)


def rest_of_the_year(real: Real, folder: Path) -> Counter[str]:
    """What the officer is told of jobs. Each month an event is reported on the 9th, while it is played, is
    complete on the 12th, and on the list that the officer publishes on the 2nd of the next month; FIDE's
    lists are there on the 3rd. One server after the other is away for three days."""
    both = real.worker(folder / "third"), real.worker(folder / "fourth")
    www, backups = real.sftp.root / "www", folder / "backups"
    # By month: from which day on what is taken away, how it is put back, and how often its job ends with
    # which code.
    wrong: dict[int, tuple[int, Callable[[], object], Callable[[], object], str, dict[int, int]]] = {
        2: (10, real.mails.close, real.mails_are_taken, "notices", {0: 2 * 25, 1: 3 * 6}),
        3: (10, real.imap.stop, real.imap.start, "inbox", {0: 2 * 28, 75: 3 * 6}),
        # On the 10th nothing new is to be sent yet.
        6: (10, partial(in_the_way, www), partial(back, www), "site", {0: 28, 1: 3 * 2}),
        7: (10, partial(in_the_way, backups), partial(back, backups), "backup", {0: 28, 1: 3 * 3}),
        # A site that said no is not asked again by itself.
        8: (16, real.site_says_no, real.standin.faults.clear, "poll", {0: 2 * 28, 1: 2 * 3}),
    }
    for month in range(1, 13):
        faulthandler.dump_traceback_later(1200, file=sys.__stderr__, exit=True)  # a month, not the year
        coming = new_event(9900100 + month, date(2027, month, 9))
        days = {1: 29, 12: 15}.get(month, monthrange(2027, month)[1])
        happens: list[tuple[datetime, Callable[[], object]]] = [
            (here(2027, month, 9, 20), partial(real.reported, coming.number)),
            (here(2027, month, 12, 12), partial(real.shows, coming)),
        ]
        real.shows(running(coming, 2))
        other = {"fide": {0: days - 2, 1: 2}, "retention": {0: 1}}
        if month == 1:
            other = {}
        else:
            happens.append((here(2027, month, 2, 12), real.published))
            happens.append((here(2027, month, 3 if month != 5 else 9), partial(real.fide_has, 2027, month)))
        if month == 5:  # FIDE answers nobody until the 9th
            happens.append((here(2027, month, 3), real.fide_is_away))
            other["fide"] = {0: 31 - 8, 1: 2, 75: 3 * 6}
        if month in wrong:
            first, take_away, put_back, job, codes = wrong[month]
            happens += [(here(2027, month, first), take_away), (here(2027, month, first + 3), put_back)]
            other[job] = codes
        for moment, what in sorted(happens, key=lambda one: one[0]):
            real.until(moment, *both)
            what()
        if month == 9:  # a week by the usual schedules
            real.until(here(2027, month, 20), *both)
            assert real.counts() == daily(19, fide={0: 17, 1: 2}, retention={0: 1})
            for name in ("inbox", "notices"):
                real.on(name, schedule=KINDS[name].schedule)
            real.until(here(2027, month, 27), *both)
            assert real.counts() == daily(7, rare=False)
            rarely(real)
            days, other = 4, {}
        real.until(here(2027, 12, 16) if month == 12 else here(2027, month + 1, 1), *both)
        assert real.counts() == daily(days, **other), month
        assert real.overdue() == set(), month
    jobs = ("notices", "inbox", "fide", "site", "backup", "poll")
    return failed(*jobs) + late(*jobs)


def in_the_way(folder: Path) -> None:
    """A file stands where the folder was."""
    folder.rename(folder.with_name("aside"))
    folder.write_text("in the way")


def back(folder: Path) -> None:
    folder.unlink()
    folder.with_name("aside").rename(folder)


TRIED_AGAIN = {
    "poll": ["10 06:17", "10 06:48", "10 08:49"],
    "fide": ["10 04:25", "10 04:56", "10 06:57"],
    "inbox": ["10 07:00", "10 07:06", "10 07:30"],
}
"""Half an hour and two hours after an attempt of a minute; the mailbox after five minutes, then with the
schedule, which is sooner than another half hour."""


@pytest.mark.parametrize("job", TRIED_AGAIN)
@pytest.mark.parametrize("code", [1, 75])
def test_what_asks_a_server_is_tried_again_where_it_did_not_answer_and_not_where_it_said_no(
    work: Workplace, tmp_path: Path, job: str, code: int
) -> None:
    time = Time(office_of(work), japan(2027, 1, 10, 4))
    time.on(job)
    time.answers = lambda _word, _now: (60, code)
    time.until(japan(2027, 1, 10, 8, 50), time.worker(tmp_path / "one"))
    runs = [(f"{run.began_at.astimezone(TOKYO):%d %H:%M}", run.attempt) for run in time.runs(job)]
    if code == 75:
        assert runs[:3] == [(moment, n) for n, moment in enumerate(TRIED_AGAIN[job], start=1)]
    else:
        half_hours = ["10 07:00", "10 07:30", "10 08:00", "10 08:30"]
        expected = half_hours if job == "inbox" else TRIED_AGAIN[job][:1]
        assert runs == [(moment, 1) for moment in expected]


@pytest.mark.parametrize("changed", [here(2027, 4, 4), here(2027, 10, 3)], ids=["back", "forward"])
def test_on_the_day_on_which_clocks_are_changed_each_job_runs_as_often_as_on_any_other(
    work: Workplace, tmp_path: Path, changed: datetime
) -> None:
    """In Sydney 2:15, when backups are made, comes twice on 4 April 2027, and on 3 October not at all."""
    time = Time(office_of(work), changed - timedelta(days=1), zone=SYDNEY)
    for name, words in (("poll", None), ("fide", None), ("backup", "/backup")):
        time.on(name, words=words)
    one, other = time.worker(tmp_path / "one"), time.worker(tmp_path / "other")
    time.until(changed + timedelta(days=2, hours=1), one, other)
    ran = Counter((run.word, run.began.astimezone(SYDNEY).date()) for run in time.ran)
    days = [changed.astimezone(SYDNEY).date() + timedelta(days=n) for n in (-1, 0, 1)]
    assert ran == {
        (job, day): 2 if job == "poll" else 1 for job in ("poll", "fide", "backup") for day in days
    }
    assert time.never_two_at_once() and time.told == []


def test_what_fails_is_tried_again_in_its_time_and_not_for_ever(work: Workplace, tmp_path: Path) -> None:
    """The site has three tries, five minutes and half an hour apart; then it waits for the next morning."""
    time = Time(office_of(work), japan(2027, 1, 10, 5))
    time.on("site", words="/srv/www")
    time.answers = lambda _word, _now: (60, 1)
    time.until(japan(2027, 1, 11, 5), time.worker(tmp_path / "one"))
    began = [run.began_at.astimezone(TOKYO) for run in time.runs("site")]
    assert [f"{moment:%d %H:%M}" for moment in began] == ["10 05:35", "10 05:41", "10 06:12"]
    assert [run.attempt for run in time.runs("site")] == [1, 2, 3]
    time.go(timedelta(hours=1))
    assert overdue(time) == ["site"]
