"""Today at the desk: deadlines, what organizers handed in, doubts; the way to the coming list."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from sqlmodel import select

import web.pages.questions
from importer.tables import EventRow
from office.accounts.roles import Role
from office.database.engine import transaction
from office.tables import PollRow
from tests import earlier_editions
from tests.office.test_merge import game
from tests.office.test_publication import drafted
from tests.web.conftest import Opener, Served, served
from tests.web.test_lists import alarming, text  # noqa: F401  a fixture
from tests.web.test_mails import no_answer
from tests.web.test_reports import sends, settled
from tests.workplace import HATA, MORI, Workplace, small_federation

DOUBT = {"list": "2026-11-01", "wrong": "1500", "right": "1510", "name": "A Player", "mail": "a@example.jp"}


def test_deadlines_of_the_period_and_of_corrections_stand_there(work: Workplace, desk: Served) -> None:
    """7(3): a list published on 2 November 2026 is open to errors less than ninety days later, so to the end
    of 30 January 2027, in 89 days."""
    small_federation(work)
    work.store(game(MORI, HATA, "1-0"))
    work.done("rate")
    work.done("publish")
    client = desk.signed_in()
    page = text(client.get("/"))
    assert "errors in the list of 1 November 2026 until 30 January 2027: 89 days left" in page
    told = re.search(r"reports from .* to (.*?);", work.done("status").out)
    assert told and f"reports for the list of 1 December 2026 until {told[1]}:" in page
    assert "errors in the list of 1 October 2026" not in page  # taken over, never recalculated
    work.moment += timedelta(days=90)
    assert "errors in the list" not in text(client.get("/today"))


def test_a_list_that_no_edition_is_in_force_for_cannot_be_worked_out(work: Workplace, desk: Served) -> None:
    earlier_editions.office(work, datetime(2023, 9, 3, tzinfo=UTC), "2023-08-01")
    page = text(desk.signed_in().get("/"))
    assert "No edition is in force for the list of 1 September 2023." in page
    assert "banzuke rate --edition EDITION --reason WHY" in page and "can be worked out" not in page


def test_what_organizers_sent_and_doubts_wait_on_it(demo_desk: Served) -> None:
    client, officer = demo_desk.client(), demo_desk.signed_in()
    (code,) = re.findall(r'name="code" value="([^"]+)"', client.get("/doubt").text)
    assert client.post("/doubt/send", {**DOUBT, "code": code}).status_code == 200
    reporter = demo_desk.signed_in("A Reporter", Role.REPORTER)
    once = re.search(r'name="once" value="([^"]+)"', reporter.get("/reports").text)
    assert once
    file = {"files": ("games.csv", b"no report at all")}
    assert reporter.post("/reports", {"once": once[1]}, files=file).status_code == 303
    page = officer.get("/")
    assert "Numbers that are doubted" in text(page) and "A Player <a@example.jp>" in text(page)
    assert "Sent in" in text(page) and "A Reporter" in text(page)
    assert 'href="/reports/1"' in page.text and 'href="/reports/2"' in page.text
    assert officer.post("/reports/1/dealt-with").status_code == 303
    assert "Numbers that are doubted" not in text(officer.get("/"))
    own = text(reporter.get("/"))
    assert "doubted" not in own and "A Player" not in own


def test_a_reporters_first_page_leads_to_his_reports_and_asks_for_a_password(desk: Served) -> None:
    page = desk.signed_in("A Reporter", Role.REPORTER).get("/")
    assert 'class="button" href="/reports"' in page.text and "works only once" in text(page)


def test_moments_are_told_by_the_clock_of_the_office(work: Workplace, queensland: Workplace) -> None:
    for office, zone, hour in ((work, "Asia/Tokyo", 10), (queensland, "Australia/Brisbane", 11)):
        with served(office) as desk:
            client = desk.signed_in("Head", Role.ADMINISTRATOR)
            once = re.search(r'name="once" value="([^"]+)"', client.get("/reports").text)
            assert once
            client.post("/reports", {"once": once[1], "text": "no link at all"})
            client.post("/settings/rules/rating-gap", {"points": "200", "reason": "so"})
            pages = ("reports", "reports/1", "settings", "settings/journal", "settings/decisions")
            for path in pages:
                page = text(client.get(f"/{path}"))
                assert f"2 November 2026, {hour}:00" in page and "UTC" not in page, path
            for path in ("/settings", "/settings/jobs", "/settings/jobs/poll"):
                assert f"All times at the desk are those of {zone}." in text(client.get(path))
        assert f"Head, 2 November 2026, {hour}:00: so" in office.done("rulings").out


def test_a_draft_was_made_by_the_same_clock(work: Workplace) -> None:
    drafted(work)
    assert "; draft of 2 November 2026, 10:00\n" in work.done("status").out
    with served(work) as desk:
        client = desk.signed_in()
        assert "; draft of 2 November 2026, 10:00" in text(client.get("/"))
        assert "This is the draft of 2 November 2026, 10:00." in text(client.get("/lists/next"))


def test_what_is_next_is_what_status_says(work: Workplace) -> None:
    drafted(work)
    with served(work) as desk:
        client = desk.signed_in()
        assert "is worked out; look at it, then publish it." in text(client.get("/"))
        work.moment += timedelta(minutes=1)
        work.done("resolve", "E1", "--exclude", "--round", "1", "--board", "2", "--reason", "not fair")
        assert "the list of 1 November 2026 can be worked out." in text(client.get("/"))
        work.done("rate")
        work.done("publish")
        work.moment += timedelta(days=1)
        work.done("correction", "open", "E1", "--reported", work.moment.date(), "--reason", "turned round")
        page = text(desk.signed_in("Another").get("/"))
        assert "a correction is open, and the list of 1 December 2026 begins from it." in page


def test_what_is_next_is_said_beside_the_questions_of_lists_to_come(work: Workplace) -> None:
    drafted(work)
    later = game(HATA, MORI, "1-0", 1400009, date(2026, 10, 24))
    stranger = replace(later.players[1], name="Nobody Known", national_id="N99999999")
    work.store(replace(later, players=(later.players[0], stranger)), date(2026, 10, 25))
    with served(work) as desk:
        client = desk.signed_in()
        page = text(client.get("/"))
        assert "1 question to decide" in page and "is worked out; look at it, then publish it." in page
        work.moment += timedelta(minutes=1)
        work.done("resolve", "E1", "--exclude", "--round", "1", "--board", "2", "--reason", "not fair")
        page = text(client.get("/"))
        assert "The list of 1 November 2026 waits for no question and can be worked out." in page
        assert "1 question to decide" in page and "Nothing is left" not in page


def test_an_event_whose_page_is_gone_stands_there_as_in_status(work: Workplace) -> None:
    drafted(work)
    gone = json.dumps({"code": "not-found", "place": "", "expected": "", "found": "", "remedy": ""})
    with transaction(work.engine()) as session:
        facts = {"looked_at": work.moment, "changed_at": work.moment, "problem": gone}
        event = session.exec(select(EventRow)).one()
        session.add(PollRow(event_key=event.key, reading_id=event.reading_id, **facts))
    (line,) = re.findall("banzuke poll\\):\n  (.*)", work.done("status").out)
    with served(work) as desk:
        page = text(desk.signed_in().get("/"))
    assert f"At the last look at their pages {line}" in page and "Nothing waits." not in page


def test_what_was_stopped_is_something_that_waits(work: Workplace) -> None:
    drafted(work)
    with served(work) as desk:
        client = desk.signed_in()
        assert "Nothing waits." in text(client.get("/"))
        no_answer(work)
        path = sends(client, mailbox="yes")
        assert "imap-unreachable" in settled(client, path)
        page = text(client.get("/"))
        assert "stopped" in page and "Nothing waits." not in page
        assert client.post(f"{path}/dealt-with").status_code == 303
        assert "Nothing waits." in text(client.get("/"))


def test_keys_lead_to_the_next_question_and_to_the_coming_list(demo_desk: Served, opened: Opener) -> None:
    page = opened()
    page.goto("/")
    with page.expect_navigation():
        page.keyboard.press("l")
    page.wait_for_url("**/lists/next")
    page.goto("/")
    with page.expect_navigation():
        page.keyboard.press("n")
    page.wait_for_url(re.compile(r"/questions/\d+"))


def test_an_office_without_a_list_leads_an_administrator_to_the_set_up(desk: Served) -> None:
    assert 'href="/setup"' in desk.signed_in("Head", Role.ADMINISTRATOR).get("/").text
    page = desk.signed_in().get("/")
    assert 'href="/setup"' not in page.text and "An administrator takes over the register" in text(page)
    assert "no event reported for it" not in page.text  # there is no list yet for which


def test_many_events_stand_on_pages_the_newest_first(
    demo_desk: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web.pages.questions, "SHOWN", 2)
    client = demo_desk.signed_in()
    first = client.get("/events").text
    assert re.findall(r'<td class="id">E(\d+)', first) == ["3", "2"] and "1 older event" in first
    older = re.findall(r'href="(/events\?from=[^"]*)"', first)
    assert older == ["/events?from=1"]
    last = client.get(older[0]).text
    assert re.findall(r'<td class="id">E(\d+)', last) == ["1"] and "older event" not in last
    for odd in ("0", "x", "9" * 30):
        assert client.get(f"/events?from={odd}").status_code == 200


def test_jobs_that_failed_stand_first_and_what_ran_below(work: Workplace) -> None:
    small_federation(work)
    for job in ("preview", "inbox"):  # the second has no mailbox set up: it fails
        work.done("jobs", "on", job)
        assert (work.run("jobs", "run", job).code == 0) is (job == "preview")
    with served(work) as desk:
        page = desk.signed_in().get("/")
        needs, ran = (text(page).index(title) for title in ("Jobs that need you", "What ran by itself"))
        failed = text(page).index("take the reports in the mailbox")
        done = text(page).index("work out the coming list, so that")
        assert needs < failed < ran < done and 'href="/settings/jobs/inbox"' in page.text
        reader = desk.signed_in("A Reader", Role.READER).get("/")
        assert "Jobs that need you" in text(reader) and "/settings/jobs/" not in reader.text
        work.done("jobs", "off", "preview")
        work.moment += timedelta(days=2)  # nobody carries anything out any more
        assert "no run: no worker is at work" in text(desk.signed_in("Another").get("/"))


def test_a_clock_that_stands_before_what_was_noted_stands_there(work: Workplace) -> None:
    small_federation(work)
    behind = "The clock stands before what the office has noted already"
    with served(work) as desk:
        assert behind not in text(desk.signed_in().get("/"))
        work.moment -= timedelta(days=3)
        said = text(desk.signed_in("Another").get("/"))
        assert behind in said and "UTC by the clock" in said and "banzuke journal" in said


def test_alarms_of_the_draft_wait_on_it(alarming: Served) -> None:  # noqa: F811
    client = alarming.signed_in()
    page = client.get("/")
    assert "2 alarms wait for your word." in text(page) and "Tani Ken" in text(page)
    link = re.search(r'href="(/lists/next)#alarms"', page.text)
    assert link
    form = dict(re.findall(r'name="(shown|alarm)" value="([^"]+)"', client.get(link[1]).text))
    form["reason"] = "two games against much stronger players"
    assert client.post("/lists/next/alarms", form).status_code == 303
    assert "1 alarm waits for your word." in text(client.get("/"))
