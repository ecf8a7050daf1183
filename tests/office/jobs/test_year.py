"""A year of jobs on a clock that a test sets, on two machines; how often each has to run, counted by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import StaticPool
from sqlmodel import select

from office.database import engine
from office.database.engine import look
from office.jobs.board import board
from office.jobs.claims import KEPT
from office.jobs.tables import JobRunRow
from tests.depth import deep
from tests.office.jobs.simulated import TOKYO, Time
from tests.office.jobs.test_worker import office_of
from tests.workplace import Workplace


def japan(year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> datetime:
    return datetime(year, month, day, hour, minute, tzinfo=TOKYO).astimezone(UTC)


def overdue(time: Time) -> list[str]:
    with look(time.office.engine) as session:
        return [stands.kind.name for stands in board(session, time.now) if stands.overdue]


def test_a_year_with_a_source_that_fails_a_power_cut_and_a_machine_that_dies(
    work: Workplace, tmp_path: Path
) -> None:
    # The file stays open: opening it for each of a year's looks would take most of the time.
    work.monkeypatch.setattr(engine, "NullPool", StaticPool)
    time = Time(office_of(work), japan(2027, 1, 1))
    for name, words in (("poll", None), ("site", "/srv/www"), ("backup", "/backup")):
        time.on(name, words=words)
    march = (japan(2027, 3, 1), japan(2027, 4, 1))

    def answers(word: str, moment: datetime) -> tuple[int, int]:
        if word == "poll" and march[0] <= moment < march[1]:
            return 300, 1  # the site says no, all of March
        return {"poll": 900, "site": 240, "backup": 600}[word], 0

    time.answers = answers
    one, other = time.worker(tmp_path / "one"), time.worker(tmp_path / "other")
    # January and February: 59 days. Poll twice a day, the others once.
    time.until(march[0], one)
    counts = {word: sum(ran.word == word for ran in time.ran) for word in ("poll", "site", "backup")}
    assert counts == {"poll": 118, "site": 59, "backup": 59}
    assert overdue(time) == []
    # March: the poll fails 62 times in 31 days, is told, and keeps nothing else from running.
    time.until(march[1], one)
    now = {word: sum(ran.word == word for ran in time.ran) for word in counts}
    assert now == {"poll": 118 + 62, "site": 90, "backup": 90}
    assert overdue(time) == ["poll"]
    time.until(japan(2027, 4, 1, 7), one, other)
    assert overdue(time) == []
    # From 2 to 16 April the power is off: what was missed is done once, at once, and the rest in its time.
    time.until(japan(2027, 4, 2), one, other)
    before = {word: sum(ran.word == word for ran in time.ran) for word in counts}
    time.go(japan(2027, 4, 16) - time.now)
    assert set(overdue(time)) == {"poll", "site", "backup"}
    one, other = time.worker(tmp_path / "one"), time.worker(tmp_path / "other")
    time.until(japan(2027, 4, 16, 1), one, other)
    caught_up = {word: sum(ran.word == word for ran in time.ran) - before[word] for word in counts}
    assert caught_up == {"poll": 1, "site": 1, "backup": 1}
    assert overdue(time) == []
    began_at = japan(2027, 6, 1)
    # 1 June, 2:15: the machine that has the backup dies in the middle of it; the other one follows.
    time.until(japan(2027, 5, 25), one)
    time.until(japan(2027, 6, 1, 2, 15), one, other)
    one.step()
    assert one.busy and time.ran[-1].word == "backup"
    time.ran[-1].stop()
    time.until(japan(2027, 6, 1, 2, 40), other)
    assert [ran.word for ran in time.ran[-2:]] == ["backup", "backup"]
    assert [run.result for run in time.runs("backup")[-2:]] == ["broken off", "done"]
    began = {word: sum(ran.word == word for ran in time.ran) for word in counts}
    # What is left of the year from then on: 214 days, of which the first has its backup already. The short
    # run ends after a week.
    days = deep(214, 8)
    time.until(began_at + timedelta(days=days), other)
    rest = {word: sum(ran.word == word for ran in time.ran) - began[word] for word in counts}
    assert rest == {"poll": 2 * days, "site": days, "backup": days - 1}
    assert overdue(time) == [] and time.told == []
    assert time.never_two_at_once()
    with look(work.engine()) as session:
        rows = list(session.exec(select(JobRunRow)))
    assert all(sum(row.job == name for row in rows) <= KEPT for name in ("poll", "site", "backup"))
    assert not [row for row in rows if row.result is None]


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
