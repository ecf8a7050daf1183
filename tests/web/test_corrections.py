"""Corrections at the desk: the chain of four lists that is worked by hand in
tests/office/test_corrections.py, taken up, looked at and published in a browser's forms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest

from office.accounts.roles import Role
from tests.office.test_corrections import (
    AS_PUBLISHED,
    CORRECTED,
    PAIRS,
    four_lists,
    game,
    ratings,
    turned_round,
)
from tests.web.conftest import Client, Served, served
from tests.web.test_lists import text
from tests.workplace import HATA, MORI, ONO, TANI, Workplace

WHY = {"reported": "2027-01-30", "reason": "the organizer turned it round"}


@pytest.fixture
def four(work: Workplace) -> Iterator[Served]:
    four_lists(work)
    turned_round(work)
    work.moment = datetime(2027, 2, 2, 1, tzinfo=UTC)
    with served(work) as desk:
        yield desk


def marked(client: Client) -> str:
    """The correction that the page of publishing asks about."""
    page = client.get("/corrections/publish")
    found = re.search(r'name="shown" value="([0-9a-f]{64})"', page.text)
    assert found, page.text
    return found[1]


def form(client: Client) -> dict[str, str]:
    return {"shown": marked(client), "sure": "yes", "reason": "a result turned round"}


def test_the_question_whether_a_list_stands_though_its_source_changed_leads_to_the_correction(
    four: Served,
) -> None:
    number, officer = four.work.the("changed-after-publication").id, four.signed_in()
    for page in (f"/questions/{number}", "/events/1"):
        (answers,) = re.findall(r'<form[^>]*class="answers".*?</form>', officer.get(page).text, re.S)
        assert 'href="/corrections/events/1"' in answers
    reader = four.signed_in("Reader One", Role.READER).get(f"/questions/{number}")
    assert "/corrections/events/1" not in reader.text


@pytest.mark.slow
def test_a_correction_from_its_first_sign_to_the_published_lists(four: Served) -> None:
    client = four.signed_in()
    assert "/corrections" in client.get("/").text
    page = client.get("/corrections")
    assert "Open 1400001" in page.text and "changed since; to decide" in text(page)
    assert "every open list stays as it is published" in text(page)
    assert "/corrections/events/1" in client.get("/events/1").text
    assert "Open 1400001" in client.get("/corrections/events/1").text
    taken = client.post("/corrections/events/1/open", WHY)
    assert taken.status_code == 303, taken.text
    before = four.work.dump()
    page = client.get(taken.headers["location"])
    assert "taken up" in text(page)
    assert "round 1, Mori Sora – Hata Rin: 1-0 → 0-1" in text(page)
    assert re.search(rf"{HATA} .{{0,60}} 1495 1515 \+20 101 101", text(page)), text(page)
    assert "List of 1 February 2027, version 2" in text(page)
    assert four.work.dump() == before  # who looks stores nothing
    told = four.work.done("correction", "preview").out
    for line in filter(None, map(str.strip, told.splitlines())):
        assert " ".join(line.split()) in text(page)
    given = form(client)
    for without in ("sure", "reason"):
        refused = client.post("/corrections/publish", {k: v for k, v in given.items() if k != without})
        assert refused.status_code == 422, without
    assert ratings(four.work) == AS_PUBLISHED
    first, second = (client.post("/corrections/publish", given) for _ in range(2))
    assert first.status_code == second.status_code == 303, second.text
    assert ratings(four.work) == CORRECTED  # worked by hand
    assert ratings(four.work, 1) == AS_PUBLISHED
    query = "SELECT count(*), max(version) FROM list_version WHERE how = 'run' AND state = 'published'"
    assert four.work.rows(query) == [(8, 2)]
    page = client.get("/corrections?done=published")
    assert "The corrected lists are published." in page.text and "nothing waits for one" in text(page)
    assert "is taken up on its own page: Events" in text(page)  # where the next one begins
    assert four.work.done("rebuild", "--no-pages").code == 0


def test_an_event_that_was_taken_up_is_left_as_published(four: Served) -> None:
    client, other = four.signed_in(), four.signed_in("Officer Two")
    client.get("/corrections")
    client.post("/corrections/events/1/open", WHY)
    again = other.post("/corrections/events/1/open", WHY)
    assert "a correction of the list of 2026-11-01, error reported on" in again.text
    assert again.status_code == 409 and "answered-meanwhile" in again.text and "Officer One" in again.text
    unsaid = client.post("/corrections/events/1/close", {"reason": ""})
    assert unsaid.status_code == 422
    closed = client.post("/corrections/events/1/close", {"reason": "the arbiter says no"})
    assert closed.status_code == 303
    assert "It stays as published." in client.get(closed.headers["location"]).text
    assert client.post("/corrections/events/1/close", {"reason": "twice"}).status_code == 409
    assert ratings(four.work) == AS_PUBLISHED


def test_an_event_that_came_late_is_put_into_no_correction_after_all(four: Served) -> None:
    client = four.signed_in()
    late = game(1400009, date(2027, 1, 11), TANI, ONO, "1-0")
    four.work.store(late, arrived=date(2027, 1, 12))
    client.post("/corrections/events/5/open", WHY)
    page = client.get("/corrections").text
    assert "Leave it out of the lists that are out" in page and "Leave it as published" not in page
    closed = client.post("/corrections/events/5/close", {"reason": "the next list is soon enough"})
    assert "It is put into no list that is out." in client.get(closed.headers["location"]).text


def test_a_list_that_closes_at_midnight_is_in_no_correction_after_it(four: Served) -> None:
    merge = ("members", "merge", HATA, "--into", TANI, "--anyway", "--reason", "one person")
    four.work.done(*merge)
    four.work.moment = datetime(2027, 2, 28, 14, tzinfo=UTC)  # 23:00 in Tokyo
    client = four.signed_in()
    assert "List of 1 December 2026, version 2" in text(client.get("/corrections"))
    four.work.moment += timedelta(hours=2)
    page = text(client.get("/corrections"))
    assert "List of 1 December 2026, version 2" not in page and "List of 1 February 2027, version 2" in page


@pytest.mark.slow
def test_another_correction_than_the_one_shown_is_not_published(four: Served) -> None:
    client = four.signed_in()
    client.get("/corrections")
    client.post("/corrections/events/1/open", WHY)
    given = form(client)
    words = ("--reported", "2027-02-01", "--reason", "it was doubted")
    four.work.done("correction", "open", "1400002", *words)
    four.work.done("resolve", "1400002", "--exclude", "--reason", "it was never played")
    refused = client.post("/corrections/publish", given)
    assert refused.status_code == 409 and "draft-out-of-date" in refused.text
    assert ratings(four.work) == AS_PUBLISHED
    assert client.post("/corrections/publish", form(client)).status_code == 303
    assert ratings(four.work, 2)["2026-12-01"][MORI] == 1685  # without its game of November


def test_nothing_to_correct_is_no_page_to_publish_from(four: Served) -> None:
    client = four.signed_in()
    assert client.get("/corrections/publish").headers["location"] == "/corrections"
    given = {"shown": "0" * 64, "sure": "yes", "reason": "nothing"}
    refused = client.post("/corrections/publish", given)
    assert refused.status_code == 422 and "nothing-to-correct" in refused.text
    late = {**WHY, "reported": "2027-01-31"}
    refused = client.post("/corrections/events/1/open", late)
    assert refused.status_code == 409 and "list-closed" in refused.text
    refused = client.post("/corrections/events/1/open", {**WHY, "reported": "2027-02-03"})
    assert refused.status_code == 422 and "day-to-come" in refused.text
    four.work.store(game(1400009, date(2027, 3, 7), *PAIRS[0][2:]), arrived=date(2027, 3, 8))
    unlisted = client.get("/corrections/events/5")
    assert unlisted.status_code == 409 and "not-published" in unlisted.text
    for path in ("/corrections/events/99", "/corrections/events/99999999999999999999"):
        assert client.get(path).status_code == 404, path


def test_who_may_only_read_looks_and_changes_nothing(four: Served) -> None:
    reader = four.signed_in("Reader", Role.READER)
    page = reader.get("/corrections")
    assert page.status_code == 200 and "<form" not in page.text.split("<main", 1)[1].split("</main", 1)[0]
    assert reader.post("/corrections/events/1/open", WHY).status_code == 403
    assert reader.get("/corrections/publish").status_code == 403


def test_what_only_a_correction_changes_has_no_button_that_takes_it_back(published_desk: Served) -> None:
    client = published_desk.signed_in()
    numbers = re.compile(r'name="numbers" value="(\d+)"')
    page = client.get("/events/3").text
    assert "Decisions" in page and not numbers.search(page)
    page = client.get("/settings/decisions").text
    assert "round-date" in page and not numbers.search(page)
    today = published_desk.work.moment.date().isoformat()
    client.post("/corrections/events/3/open", {"reported": today, "reason": "a result is wrong"})
    assert "a correction is open, and the list of" in text(client.get("/"))
    page = client.get("/events/3").text
    assert "a result is wrong" in page and numbers.findall(page) == ["3", "4"]
    assert numbers.findall(client.get("/settings/decisions").text) == ["4", "3"]
    assert client.post("/decisions/take-back", {"numbers": "3"}).status_code == 303


def test_the_page_of_decisions_does_not_read_the_whole_chain(
    four: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether a list rests on which of two reports counts is said to who takes it back."""
    again = game(1400009, PAIRS[0][1], MORI, HATA, "0-1")
    four.work.store(again, arrived=date(2026, 11, 3))
    four.work.done("resolve", "E5", "--same-as", "E1", "--reason", "one event, sent twice")
    client = four.signed_in()
    with monkeypatch.context() as patch:
        patch.setattr("office.corrections.counted.links", None)
        page = client.get("/settings/decisions")
    assert page.status_code == 200 and "one event, sent twice" in page.text
