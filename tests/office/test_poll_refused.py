"""`banzuke poll` where the site refuses, a page is gone or is another, and where another tournament has the
number."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from tests.office import test_poll
from tests.office.test_poll import NUMBER, Site, imported
from tests.publication.site import LINK, event, import_, registered, uploaded, with_result
from tests.standin import faults
from tests.standin.model import Event
from tests.workplace import Workplace

site = test_poll.site


def test_an_event_that_is_gone_is_named_and_the_others_are_looked_at(site: Site, work: Workplace) -> None:
    imported(site, event(), event(NUMBER + 1))
    del site.standin.events[NUMBER]
    before = work.dump("poll")
    said = site.poll(code=1)
    assert said.problem()["code"] == "not-found"
    assert "1 unchanged" in said.out
    assert "1 failed" in said.out
    assert work.dump("poll") == before
    site.show(event())
    assert "2 unchanged" in site.poll().out


@pytest.mark.parametrize(
    ("fault", "code"), [(faults.status(403), "refused-by-site"), (faults.captcha, "blocked-by-site")]
)
def test_a_refusal_stops_the_whole_poll_and_says_so(site: Site, fault: faults.Fault, code: str) -> None:
    imported(site, event(), event(NUMBER + 1), event(NUMBER + 2))
    site.standin.faults["tnr"] = fault
    said = site.poll(code=1)
    assert site.asked() == 1
    assert said.problem()["code"] == code
    assert "events not looked at: 2" in said.err


@pytest.mark.parametrize(
    ("fault", "code"), [(faults.status(500), "server-error"), (faults.reset, "connection-failed")]
)
def test_a_site_that_does_not_answer_at_all_is_told_from_one_that_fails_at_an_event(
    site: Site, fault: faults.Fault, code: str
) -> None:
    imported(site, event(), event(NUMBER + 1))
    site.standin.faults["tnr"] = fault
    assert [one["code"] for one in site.poll(code=75).problems()] == [code, code]
    site.standin.faults = {str(NUMBER): fault}
    assert "1 unchanged" in site.poll(code=1).out


def test_that_a_request_is_tried_again_is_said_in_the_language_spoken(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    imported(site, event())
    site.standin.faults["tnr"] = faults.status(500)
    assert "try 1 of 4, the next in" in site.poll(code=75).err
    monkeypatch.setenv("BANZUKE_LANG", "ja")
    said = site.poll(code=75).err
    assert "4回のうち1回目" in said and "try 1 of" not in said


def test_a_refusal_stops_an_import_too(site: Site, work: Workplace) -> None:
    site.show(event(), event(NUMBER + 1))
    site.standin.faults["tnr"] = faults.status(403)
    said = work.run("import", LINK.format(NUMBER), LINK.format(NUMBER + 1))
    assert said.code == 1
    assert len(site.standin.requests) == 1
    assert f"not asked for: {NUMBER + 1}" in said.err


def test_a_page_that_is_no_longer_the_page_is_named_and_nothing_is_taken_from_it(
    site: Site, work: Workplace
) -> None:
    imported(site, event())
    before = work.dump("poll")
    site.standin.faults["art=5&"] = faults.maintenance
    assert site.poll(code=1).problem()["code"] == "not-of-the-site"
    assert work.dump("poll") == before


def test_what_cannot_be_read_is_not_fetched_again_until_it_changes(site: Site, work: Workplace) -> None:
    whole = event()
    imported(site, whole)
    site.show(uploaded(with_result(whole, 1, 1, "1/2")))
    site.standin.faults["art=0&"] = faults.truncated
    assert site.poll(code=1).problem()["code"] == "page-truncated"
    assert site.asked() == 2
    assert site.poll(code=1).problem()["code"] == "page-truncated"
    assert site.asked() == 1
    site.standin.faults.clear()
    site.show(uploaded(with_result(whole, 1, 1, "1/2"), 60))
    assert "changed" in site.poll().out


def another(paired: bool = True) -> Event:
    """What an organizer uploads who begins with the file of the tournament before: its number, other days."""
    days = (date(2026, 11, 7), date(2026, 11, 7), date(2026, 11, 8))
    old = event()
    rounds = tuple(
        replace(
            r, day=day, rows=tuple(replace(x, white=x.black, black=x.white) if x.black else x for x in r.rows)
        )
        for r, day in zip(old.rounds, days, strict=False)
    )
    return replace(
        old, name="Invented Winter Open 2026", first_day=days[0], last_day=days[-1],
        rounds=rounds if paired else (), last_update=datetime(2026, 10, 30, 20, 0),  # noqa: DTZ001
    )  # fmt: skip


@pytest.mark.parametrize("paired", [True, False])
def test_another_tournament_under_the_number_takes_no_games_away(site: Site, paired: bool) -> None:
    imported(site, event())
    read = "SELECT * FROM pairing"
    played = site.work.rows(read)
    site.work.moment = datetime(2026, 10, 30, 3, 0, tzinfo=UTC)
    site.show(another(paired))
    told = site.poll(code=1)
    assert "number-of-another-event" in told.all and "Invented Winter Open 2026" in told.all
    assert site.work.rows(read) == played
    assert (
        "number-of-another-event" in site.work.done("status").out or "Winter" in site.work.done("status").out
    )
    refused = site.work.run("import", f"https://chess-results.com/tnr{NUMBER}.aspx")
    assert refused.problem()["code"] == "number-of-another-event"
    site.work.done("resolve", "E1", "--exclude", "--reason", "it is the same one")
    site.work.done("import", f"https://chess-results.com/tnr{NUMBER}.aspx")
    assert "Invented Winter Open 2026" in site.work.done("events").out


def test_an_event_whose_days_or_name_were_corrected_is_the_same_event(site: Site) -> None:
    imported(site, event())
    renamed = replace(event(), name="Invented Open", first_day=date(2026, 10, 2))
    site.show(replace(renamed, last_update=datetime(2026, 10, 6, 9, 0)))  # noqa: DTZ001
    assert "number-of-another-event" not in site.poll().all
    assert "Invented Open" in site.work.done("events").out


def test_an_event_whose_page_is_gone_is_told_of_until_it_is_there_again(site: Site) -> None:
    registered(site.work, event())
    site.show(event())
    import_(site.work, NUMBER)
    site.standin.faults[f"tnr{NUMBER}"] = faults.status(404)
    site.poll(code=1)
    told = site.work.done("status").out
    assert "At the last look at their pages (banzuke poll):\n  E1 " in told, told
    site.work.done("resolve", "E1", "--exclude", "--reason", "it was not held")  # and is not looked at
    assert "At the last look" not in site.work.done("status").out
    site.work.done("resolve", "--take-back", 1, "--reason", "it was held")
    assert "At the last look" in site.work.done("status").out
    site.standin.faults.clear()
    site.poll()
    assert "At the last look" not in site.work.done("status").out
    site.standin.faults[f"tnr{NUMBER}"] = faults.status(503)
    site.poll(code=75)
    assert "At the last look" not in site.work.done("status").out  # it may answer the next time


def test_another_group_under_the_number_takes_no_games_away(site: Site) -> None:
    """The name and the days are the same where the file of one group is the beginning of the other's."""
    one = replace(event(), name="Invented Autumn Open [A]")
    imported(site, one)
    read = "SELECT * FROM pairing"
    played = site.work.rows(read)
    rounds = tuple(replace(r, day=old.day) for r, old in zip(another().rounds, one.rounds, strict=True))
    site.show(replace(one, name="Invented Autumn Open [B]", rounds=rounds, last_update=another().last_update))
    told = site.poll(code=1)
    assert "number-of-another-event" in told.all
    assert site.work.rows(read) == played
