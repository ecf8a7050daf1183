"""`banzuke poll`: a page for an event that is as it was, game by game for one that is not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from sqlmodel import select

from importer.tables import EventRow, ReadingRow
from office.database.engine import look, transaction
from office.poll import run
from scraper.budget import Budget
from tests.publication.site import (
    LINK,
    connect,
    event,
    import_,
    published,
    registered,
    running,
    uploaded,
    with_colours_swapped,
    with_result,
)
from tests.scraper.fakes import FakeTime
from tests.standin.model import Event
from tests.standin.round_robin import all_play_all
from tests.standin.server import Standin
from tests.standin.teams import team_event
from tests.workplace import Said, Workplace, once

NUMBER = 9900001
OCTOBER = datetime(2026, 10, 5, 3, 0, tzinfo=UTC)


class Site:
    """The stand-in with the requests of the last command."""

    def __init__(self, standin: Standin, work: Workplace) -> None:
        self.standin = standin
        self.work = work

    def show(self, *events: Event) -> None:
        """What the site has from now on."""
        self.standin.events.update({e.number: e for e in events})

    def poll(self, *words: object, code: int = 0) -> Said:
        self.standin.requests.clear()
        said = self.work.run("poll", *words)
        assert said.code == code, said.all
        return said

    def asked(self) -> int:
        return len(self.standin.requests)


@pytest.fixture
def site(work: Workplace) -> Iterator[Site]:
    work.moment = OCTOBER
    with Standin([]) as standin:
        connect(work.monkeypatch, standin)
        yield Site(standin, work)


def imported(site: Site, *events: Event) -> None:
    site.show(*events)
    numbers = [e.number for e in events]
    if list(events) == [event(n) for n in numbers]:
        once(import_)(site.work, *numbers)
    else:
        import_(site.work, *numbers)


def test_an_unchanged_event_costs_one_page_and_changes_nothing(site: Site, work: Workplace) -> None:
    imported(site, event())
    before = work.dump("poll")
    said = site.poll()
    assert site.asked() == 1
    assert "art=5&" in site.standin.requests[0][1]
    assert said.out.splitlines() == [
        "E1 Invented Summer Open 2026: unchanged",
        "1 looked at: 1 unchanged, 0 changed, 0 changed after publication, 0 failed; 1 page asked for",
    ]
    assert work.dump("poll") == before


def test_an_unchanged_gated_event_costs_one_page_and_no_press_of_the_button(site: Site) -> None:
    imported(site, event(gated=True))
    site.poll()
    assert site.asked() == 1


@pytest.mark.parametrize("kind", [all_play_all, team_event])
def test_a_round_robin_and_a_team_event_cost_one_page_too(site: Site, kind: Callable[[], Event]) -> None:
    made = kind()
    imported(site, made)
    site.poll()
    assert site.asked() == 1
    site.show(with_result(made, 3, 1, "1/2" if made.rounds[2].rows[0].result != "1/2" else "1-0"))
    said = site.poll()
    assert [line for line in said.out.splitlines() if line.startswith("    round 3, ")]
    assert site.asked() <= made.round_count + 3


def test_a_changed_event_is_compared_game_by_game(site: Site, work: Workplace) -> None:
    whole = event()
    imported(site, whole)
    corrected = with_colours_swapped(with_result(whole, 2, 1, "1/2"), 3, 2)
    site.show(uploaded(corrected))
    said = site.poll()
    changes = [line.strip() for line in said.out.splitlines() if line.startswith("    round")]
    assert len(changes) == 3
    assert changes[0].startswith("round 2, ")
    assert changes[0].endswith("→ 1/2-1/2")
    assert sorted(c.split(": ")[-1].split(" → ")[0] == "not there" for c in changes) == [False, False, True]
    assert sum(c.endswith("→ withdrawn") for c in changes) == 1
    assert site.asked() == whole.round_count + 3, "the page that was looked at is asked for again"
    (result,) = work.rows("SELECT result FROM pairing WHERE round = 2 AND board = 1")
    assert result == ("1/2-1/2",)
    assert site.poll().out.splitlines()[0].endswith("unchanged")


def test_a_change_is_noticed_though_the_line_last_update_stands_still(site: Site) -> None:
    whole = event()
    imported(site, whole)
    site.show(with_result(whole, 1, 1, "1/2"))
    assert "round 1, " in site.poll().out


def test_an_upload_without_a_change_is_read_once_and_then_known(site: Site, work: Workplace) -> None:
    imported(site, event())
    site.show(uploaded(event()))
    before = work.rows("SELECT * FROM reading")
    assert "uploaded again, nothing has changed" in site.poll().out
    assert work.rows("SELECT * FROM reading") == before
    site.poll()
    assert site.asked() == 1


def test_an_event_announced_running_and_over_is_followed_to_its_report_day(
    site: Site, work: Workplace
) -> None:
    whole = event()
    work.moment = datetime(2026, 9, 28, 3, 0, tzinfo=UTC)
    imported(site, replace(uploaded(whole, -9000), rounds=()))
    assert work.rows("SELECT complete_on FROM event") == [(None,)]
    work.moment = datetime(2026, 10, 3, 3, 0, tzinfo=UTC)
    assert "unchanged" in site.poll().out
    site.show(running(whole, 1))
    assert "not there → pending" in site.poll().out
    work.moment = datetime(2026, 10, 6, 16, 0, tzinfo=UTC)  # the 7th in Japan
    site.show(whole)
    said = site.poll()
    assert "complete now; it counts as reported on 7 October 2026 (R16)" in said.out
    assert work.rows("SELECT complete_on FROM event") == [("2026-10-07",)]


def test_a_change_in_a_published_event_is_a_problem_and_no_update(site: Site, work: Workplace) -> None:
    whole = event()
    published(work, site.standin)
    before = work.dump("poll", "problem", "reading", "report", "event")
    site.show(uploaded(with_result(whole, 2, 1, "1/2")))
    said = site.poll()
    assert "changed after publication; the list stands" in said.out
    assert work.dump("poll", "problem", "reading", "report", "event") == before
    problem = work.the("changed-after-publication")
    assert "1/2-1/2" in problem.found
    assert "unchanged" in site.poll().out
    assert work.the("changed-after-publication").id == problem.id
    site.show(uploaded(whole, 60))
    said = site.poll()
    assert "again as its published list has it\n" in said.out and "list stands" not in said.out
    assert "1 unchanged, 0 changed, 0 changed after publication" in said.out
    assert work.codes() == []
    site.show(uploaded(with_result(whole, 2, 1, "1/2"), 90))
    assert work.run("import", LINK.format(NUMBER)).code == 0
    site.show(uploaded(whole, 120))
    assert "as published: Invented Summer Open 2026" in work.done("import", LINK.format(NUMBER)).out


def test_a_second_change_of_the_same_fact_is_asked_though_the_first_was_taken_as_it_is(
    site: Site, work: Workplace
) -> None:
    whole = event()
    published(work, site.standin)
    rounds = [replace(whole.rounds[0], day=date(2026, 10, day)) for day in (2, 1)]
    for minutes, changed, told in (
        (30, {"time_control": "91 min + 30 sec"}, "91 min + 30 sec (standard, 121)"),
        (60, {"time_control": "10 min"}, "time control is other than before: 90 min + 30 sec (standard"),
        (90, {"rounds": (rounds[0], *whole.rounds[1:])}, "round 1 is other than before: 2026-10-03 10:00"),
        (120, {"rounds": (rounds[1], *whole.rounds[1:])}, "2026-10-03 10:00 → 2026-10-01 10:00"),
    ):
        site.show(uploaded(replace(whole, **changed), minutes))
        site.poll()
        problem = work.the("changed-after-publication")
        assert told in problem.found
        work.resolve(problem, "--accept")
        assert work.codes() == []


def test_an_id_corrected_after_publication_is_a_problem_too(site: Site, work: Workplace) -> None:
    whole = event()
    published(work, site.standin)
    entrants = (replace(whole.entrants[0], national_id="N39999999"), *whole.entrants[1:])
    site.show(uploaded(replace(whole, entrants=entrants)))
    site.poll()
    assert "national id N30000001 → N39999999" in work.the("changed-after-publication").found


def test_an_excluded_event_is_not_looked_at(site: Site, work: Workplace) -> None:
    imported(site, event(), event(NUMBER + 1, name="Another Open"))
    work.resolve("E1", "--exclude")
    assert "Invented Summer" not in site.poll().out
    assert site.asked() == 1


@pytest.mark.parametrize(("days", "looked_at"), [(30, True), (31, False)])
def test_a_complete_event_is_looked_at_for_thirty_days_without_a_change(
    site: Site, work: Workplace, days: int, looked_at: bool
) -> None:
    imported(site, event())
    work.moment = OCTOBER + timedelta(days=days)
    said = site.poll()
    assert (site.asked() == 1) == looked_at
    assert ("no longer looked at: E1" in said.err) != looked_at


def test_who_polls_for_years_is_told_of_each_event_once_that_it_is_no_longer_looked_at(
    site: Site, work: Workplace
) -> None:
    imported(site, event(), event(NUMBER + 1))
    for days in (1, 30):
        work.moment = OCTOBER + timedelta(days=days)
        site.poll()
    work.moment = OCTOBER + timedelta(days=95)  # the office was away for two months
    said = site.poll().err
    assert "no longer looked at: E1" in said and "no longer looked at: E2" in said
    imported(site, event(NUMBER + 2))
    site.poll()
    work.moment = OCTOBER + timedelta(days=96)
    said = site.poll().err
    assert "no longer looked at: " not in said
    assert "no longer looked at for longer: 2 events" in said


def test_a_reading_is_read_only_of_an_event_that_is_looked_at(site: Site, work: Workplace) -> None:
    """Of an office of years nearly all are of the past, and a reading has some ten thousand letters."""
    imported(site, event())
    with look(work.engine()) as session:
        known = run.watched(session, OCTOBER.date())
        assert len(known) == 1
        assert not [row for row in session.identity_map.values() if isinstance(row, ReadingRow)]


def test_a_change_begins_the_thirty_days_anew_and_an_upload_does_not(site: Site, work: Workplace) -> None:
    imported(site, event(), event(NUMBER + 1))
    work.moment = OCTOBER + timedelta(days=20)
    site.show(uploaded(with_result(event(), 1, 1, "1/2")), uploaded(event(NUMBER + 1)))
    site.poll()
    work.moment = OCTOBER + timedelta(days=40)
    site.poll()
    assert [url.split("tnr")[1][:7] for _, url in site.standin.requests] == [str(NUMBER)]


@pytest.mark.parametrize(("days", "looked_at"), [(90, True), (91, False)])
def test_an_incomplete_event_is_looked_at_for_ninety_days(
    site: Site, work: Workplace, days: int, looked_at: bool
) -> None:
    imported(site, running(event(), 3))
    work.moment = OCTOBER + timedelta(days=days)
    site.poll()
    assert (site.asked() == 1) == looked_at


@pytest.mark.parametrize(("days", "looked_at"), [(366 + 90, True), (366 + 91, False)])
def test_a_last_day_that_is_far_ahead_has_no_event_looked_at_for_decades(
    site: Site, work: Workplace, days: int, looked_at: bool
) -> None:
    """A year that was typed wrong, of an event that never came to its end."""
    imported(site, replace(running(event(), 2), last_day=date(2062, 9, 13)))
    work.moment = OCTOBER + timedelta(days=days)
    said = site.poll()
    assert (site.asked() == 1) == looked_at
    assert ("no longer looked at: E1" in said.err) != looked_at


def test_a_change_that_a_clock_ahead_noted_keeps_no_event_looked_at_for_years(
    site: Site, work: Workplace
) -> None:
    """Its last day was 4 October: until the beginning of November, not of 2031."""
    work.moment = datetime(2031, 5, 1, tzinfo=UTC)
    imported(site, event())
    work.moment = OCTOBER + timedelta(days=60)
    said = site.poll()
    assert site.asked() == 0
    assert "no longer looked at for longer: 1 event" in said.err


@pytest.mark.parametrize(("day", "asked"), [(3, 1), (4, 0)])
def test_what_a_clock_behind_noted_ends_the_watching_of_no_event(
    site: Site, work: Workplace, day: int, asked: int
) -> None:
    """It was over on 4 October, and complete by a clock of 2020: thirty days from then on."""
    work.moment = datetime(2020, 1, 1, tzinfo=UTC)
    imported(site, event())
    work.moment = datetime(2026, 11, day, 1, tzinfo=UTC)
    site.poll()
    assert site.asked() == asked


@pytest.mark.parametrize(("days", "asked"), [(90, 1), (91, 0)])
def test_an_event_without_days_that_was_entered_by_a_clock_ahead_is_looked_at_no_longer_than_others(
    site: Site, work: Workplace, days: int, asked: int
) -> None:
    """Its change counts from the first look by the right clock: an incomplete event's ninety days."""
    work.moment = datetime(2061, 5, 1, tzinfo=UTC)
    imported(site, running(event(), 2))
    with transaction(work.engine()) as session:
        row = session.exec(select(EventRow)).one()
        row.first_day = row.last_day = None
    work.moment = OCTOBER
    site.poll()
    assert site.asked() == 1
    work.moment += timedelta(days=days)
    site.poll()
    assert site.asked() == asked


def test_the_days_are_switches(site: Site, work: Workplace) -> None:
    imported(site, event())
    work.moment = OCTOBER + timedelta(days=8)
    site.poll("--quiet-days", 7)
    assert site.asked() == 0


def test_those_unseen_for_the_longest_time_come_first(site: Site, work: Workplace) -> None:
    imported(site, event(), event(NUMBER + 1), event(NUMBER + 2))
    budget = Budget(work.folder / "archive", FakeTime().clock)
    budget.set(budget.spent().asked + 2)
    work.moment += timedelta(hours=1)
    assert site.poll(code=1).problem()["code"] == "daily-budget"
    assert site.asked() == 2
    budget.set(2000)
    work.moment += timedelta(hours=1)
    site.poll()
    looked = [int(url.split("tnr")[1][:7]) - NUMBER for _, url in site.standin.requests]
    assert looked == [2, 0, 1]


def test_those_that_a_clock_ahead_looked_at_do_not_come_last_for_years(site: Site, work: Workplace) -> None:
    imported(site, event(), event(NUMBER + 1))
    budget = Budget(work.folder / "archive", FakeTime().clock)
    budget.set(budget.spent().asked + 1)
    right, work.moment = work.moment, work.moment + timedelta(days=10)
    assert site.poll(code=1).problem()["code"] == "daily-budget"
    budget.set(2000)
    work.moment = right + timedelta(hours=1)
    site.poll()
    looked = [int(url.split("tnr")[1][:7]) - NUMBER for _, url in site.standin.requests]
    assert looked[-2:] == [0, 1]


def test_offline_looks_at_what_is_kept_and_asks_nobody(site: Site, work: Workplace) -> None:
    imported(site, event())
    site.show(uploaded(with_result(event(), 1, 1, "1/2")))
    said = site.poll("--offline")
    assert site.asked() == 0
    assert "unchanged" in said.out
    refused = work.run("import", LINK.format(77), "--offline")
    assert refused.code == 1
    assert refused.problem()["code"] == "offline"


def test_the_budget_is_shown_and_set_by_its_command(site: Site, work: Workplace) -> None:
    assert work.done("budget").out.startswith("0 of 2000 requests used on ")
    assert work.done("budget", 50).out.startswith("0 of 50 requests used on ")


def test_once_and_every_exclude_each_other(work: Workplace) -> None:
    assert work.run("poll", "--once", "--every", 10).code == 2
    assert work.run("poll", "--every", 1).code == 2


def test_a_list_made_after_a_poll_is_the_same_as_without_it(site: Site, work: Workplace) -> None:
    registered(work, event())
    imported(site, event())
    before = work.dump("poll", "sqlite_sequence")
    site.poll()
    site.poll()
    assert work.dump("poll", "sqlite_sequence") == before
