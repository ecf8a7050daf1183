"""What a simulation says year by year and band by band, and of whom."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.office.test_simulate import LAW, history
from tests.workplace import Workplace

__all__ = ["history"]
pytestmark = pytest.mark.slow

JANUARY = datetime(2027, 1, 2, 1, 0, tzinfo=UTC)


@pytest.mark.parametrize("last", ["2026-11-01", "2026-12-01"])
def test_lists_of_one_year_cannot_show_inflation(history: Workplace, last: str) -> None:
    one = history.done("simulate", "--to", last).out
    assert "those of one year cannot show it" in one
    assert "+0.00" not in one and "fixed cohort" not in one


def test_one_list_is_said_to_show_little_of_how_other_rules_predict(history: Workplace) -> None:
    draft = history.file(LAW.read_text("utf-8").replace("k_usual = 20", "k_usual = 40"), "draft.toml")
    said = "Other rules predict from ratings of their own from the second list on"
    assert said in history.done("simulate", "--amended", draft, "--to", "2026-11-01").out
    assert said not in history.done("simulate", "--amended", draft).out
    assert said not in history.done("assess", "--to", "2026-11-01").out


def test_lists_of_two_years_say_what_inflation_is_and_whose_mean_a_band_has(history: Workplace) -> None:
    history.moment = JANUARY
    history.done("rate")
    history.done("publish")
    draft = history.file(LAW.read_text("utf-8").replace("k_usual = 20", "k_usual = 40"), "draft.toml")
    told = history.done("simulate", "--amended", draft).out
    assert told.count("+0.00\n") == 4  # nobody plays for January
    assert told.count("since the first year’s last list; who joins or leaves moves it.\n") == 1
    assert "published  players  move  mean of all  at most" in told
