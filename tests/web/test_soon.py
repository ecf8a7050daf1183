"""A list that takes long to work out does not keep its page waiting: the page says so, and shows it when it
is there."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Client, Opener, Served

SOON = "The list is being worked out."


@pytest.fixture(autouse=True)
def _large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any list is large here."""
    monkeypatch.setattr("web.pages.lists.LARGE", 1)


def partly(client: Client, path: str) -> dict[str, str]:
    answer = client.get(path, headers={"hx-request": "true"})
    assert answer.status_code == 204
    return dict(answer.headers)


def test_the_page_says_that_it_is_being_worked_out_until_it_is(demo_desk: Served) -> None:
    client = demo_desk.signed_in()
    assert SOON in client.get("/lists/next").text
    assert partly(client, "/lists/next")["hx-redirect"] == "/lists/next"
    page = client.get("/lists/next").text
    assert SOON not in page and "Events in it" in page


def test_after_a_change_it_is_worked_out_anew(demo_desk: Served) -> None:
    client = demo_desk.signed_in()
    assert "Events in it" in client.get("/lists/next?wait=1").text  # as without scripts
    assert "Events in it" in client.get("/lists/next").text
    demo_desk.work.done("rule", "rating-gap", "450", "--reason", "few printed ratings are of this office")
    assert SOON in client.get("/lists/next").text


def test_so_does_a_correction_and_the_page_that_publishes_it(published_desk: Served) -> None:
    client = published_desk.signed_in()
    soon = "The corrected lists are being worked out."
    for path in ("/corrections?done=open", "/corrections/publish"):
        page = client.get(path).text
        assert soon in page and "every open list stays" not in page, path
    assert partly(client, "/corrections")["hx-redirect"] == "/corrections"
    page = client.get("/corrections").text
    assert soon not in page and "every open list stays as it is published" in page
    assert client.get("/corrections/publish").headers["location"] == "/corrections"  # nothing to publish


def test_what_cannot_be_worked_out_is_said_by_the_page_itself(demo_desk: Served) -> None:
    client = demo_desk.signed_in()
    assert SOON in client.get("/lists/next/publish").text
    assert partly(client, "/lists/next/publish")["hx-redirect"] == "/lists/next/publish"
    answer = client.get("/lists/next/publish")
    assert answer.status_code == 409 and SOON not in answer.text


def test_so_does_a_published_list_whatever_is_asked_of_it(published_desk: Served) -> None:
    client = published_desk.signed_in()
    page = client.get("/lists/2?all=1").text
    assert SOON in page and "/lists/2?all=1&amp;wait=1" in page
    assert partly(client, "/lists/2?all=1")["hx-redirect"] == "/lists/2?all=1"
    assert SOON not in client.get("/lists/2?all=1").text
    assert SOON in client.get("/lists/99").text
    assert partly(client, "/lists/99")["hx-redirect"] == "/lists/99?wait=1"
    assert client.get("/lists/99?wait=1").status_code == 404


def test_so_does_the_account_of_one_of_its_numbers(demo_desk: Served) -> None:
    client = demo_desk.signed_in()
    path = "/lists/next/members/N10217946"
    assert SOON in client.get(path).text
    assert partly(client, path)["hx-redirect"] == path
    page = client.get(path).text
    assert SOON not in page and "N10217946" in page
    assert SOON in client.get("/lists/next/members/N1").text
    assert partly(client, "/lists/next/members/N1")["hx-redirect"] == "/lists/next/members/N1?wait=1"
    assert client.get("/lists/next/members/N1?wait=1").status_code == 404


def test_a_browser_shows_it_by_itself(demo_desk: Served, opened: Opener) -> None:
    page = opened()
    page.goto("/lists/next")
    expect(page.get_by_role("heading", name="Events in it")).to_be_visible(timeout=20_000)
    assert page.url.endswith("/lists/next")


def test_an_office_without_a_list_says_so_at_once(desk: Served) -> None:
    answer = desk.signed_in().get("/lists/next")
    assert answer.status_code == 422 and SOON not in answer.text
