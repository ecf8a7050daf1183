"""When a job runs, in words."""

from __future__ import annotations

import pytest

from office.jobs.kinds import KINDS
from office.jobs.times import when
from office.words import speaking
from tests.workplace import Workplace

WORDS = {
    "17 6,18 * * *": ("daily at 6:17 and 18:17", "毎日6:17、18:17"),
    "*/30 7-22 * * *": ("daily every 30 minutes from 7:00 to 22:30", "毎日7:00から22:30まで30分ごと"),
    "*/15 * * * *": ("daily every 15 minutes", "毎日15分ごと"),
    "17 4 1 * *": ("on day 1 of each month at 4:17", "毎月1日の4:17"),
    "0 9 1,15 * *": ("on day 1 and 15 of each month at 9:00", "毎月1、15日の9:00"),
    "5 5 * * 1-3,7": (
        "on Monday, Tuesday, Wednesday and Sunday at 5:05",
        "毎週月曜日、火曜日、水曜日、日曜日の5:05",
    ),
    "5 5 * * 0": ("on Sunday at 5:05", "毎週日曜日の5:05"),
}


@pytest.mark.parametrize("schedule", WORDS)
def test_when_a_job_runs_is_said_in_words(schedule: str) -> None:
    english, japanese = WORDS[schedule]
    assert when(schedule) == english
    with speaking("ja"):
        assert when(schedule) == japanese


@pytest.mark.parametrize(
    "schedule",
    ["0 9 3 6 *", "0 9 1 * 1", "0 9 L * *", "0 9 * * MON", "*/7 6 * * *", "0 */2 * * *", "* * * * *",
     "*/30 22-6 * * *", "0-59 7 * * *", "0 0 1-999999999999 * *", "", "gone"],
)  # fmt: skip
def test_what_has_no_such_words_stays_as_it_is_typed(schedule: str) -> None:
    assert when(schedule) == schedule


def test_every_job_says_when_it_runs_beside_what_is_typed(work: Workplace) -> None:
    assert all(when(kind.schedule) != kind.schedule for kind in KINDS.values())
    told = work.done("jobs").out
    assert "off, on day 1 of each month at 4:17 (17 4 1 * *), banzuke retention" in told
    assert "poll is on, daily at 6:17 and 18:17; next: " in work.done("jobs", "on", "poll").out
