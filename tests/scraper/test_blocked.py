"""What stands in place of a page with status 200, in whatever language, is no page and hides none."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import pytest

from scraper.addresses import Address
from scraper.archive import FileArchive
from scraper.blocked import answers, instead
from scraper.client import Client, offline_client
from scraper.errors import FetchError
from scraper.fetch import fetch_event
from tests.samples import samples
from tests.scraper.fakes import FakeTime
from tests.scraper.team_invented import TeamEvent
from tests.standin import faults
from tests.standin.faults import Fault
from tests.standin.scripted import Says
from tests.standin.server import Standin
from tests.standin.small import small_event
from tests.standin.teams import team_event

EVENT = small_event()


def html(title: str, body: str) -> bytes:
    return f"<!DOCTYPE html><html><head><title>{title}</title></head><body>{body}</body></html>".encode()


FORM = '<form method="post" action="./tnr1234567.aspx?lan=1" id="form1">{}</form>'
STATE = '<input type="hidden" name="__VIEWSTATE" value="abc"/>'
CHALLENGES = {
    "German": html("Einen Moment bitte", "<p>Bitte warten Sie, Ihr Browser wird überprüft.</p>"),
    "Japanese": html("少々お待ちください", "<p>アクセスを確認しています。</p>"),
    "Russian": html("Подождите", "<h2>Проверка</h2><h2>Докажите, что вы не робот</h2>"),
    "Chinese, by a script alone": html("请稍候", '<script src="/cdn-cgi/challenge-platform/h/b/x"></script>'),
    "a form of its own to the same address": html(
        "Einen Moment", '<form id="challenge-form" action="/tnr1234567.aspx?lan=1&x=y" method="post"></form>'
    ),
    "the site's own form with a captcha": html(
        "Chess-Results", FORM.format(STATE + '<div class="g-recaptcha"></div>')
    ),
    "the login of a network": html("WLAN", '<form action="/login" id="form1"><input name="user"/></form>'),
    "nothing but a script": html("", "<script>document.cookie='a=b';location.reload()</script>"),
}
SAYS_SO = {"Chinese, by a script alone", "the site's own form with a captcha"}
"""Of these the page says that it is a challenge; the others are only seen to be none of the site's."""


def challenged(name: str, status: int = 200) -> Fault:
    return lambda asked, right: Says(status, body=CHALLENGES[name])


@pytest.mark.parametrize("page", ["art=0&", "rd=2&"])
@pytest.mark.parametrize("name", CHALLENGES)
def test_a_challenge_in_any_language_ends_the_run_and_hides_no_page(
    tmp_path: Path, name: str, page: str
) -> None:
    archive = FileArchive(tmp_path)
    with (
        Standin([EVENT]) as good,
        Client(archive, transport=good.transport, clock=FakeTime().clock) as client,
    ):
        received = fetch_event(Address(EVENT.number), client)
    with (
        Standin([EVENT], faults={page: challenged(name)}) as bad,
        Client(archive, transport=bad.transport, clock=FakeTime().clock) as client,
    ):
        with pytest.raises(FetchError) as caught:
            fetch_event(Address(EVENT.number), client)
        assert caught.value.problem.code == ("blocked-by-site" if name in SAYS_SO else "not-of-the-site")
        assert caught.value.ends_run
        assert "banzuke import FOLDER" in caught.value.problem.remedy
    with offline_client(archive) as client:
        assert [p.sha256 for p in fetch_event(Address(EVENT.number), client)] == [p.sha256 for p in received]


def test_a_page_of_boards_before_the_challenge_says_which_pages_follow(tmp_path: Path) -> None:
    teams, archive, received = team_event(), FileArchive(tmp_path), []
    whole = TeamEvent().boards_page(1, 2, 3).body.replace(b"tnr990002.", f"tnr{teams.number}.".encode())
    for fault in (lambda asked, right: Says(body=whole), challenged("Japanese")):
        with (
            Standin([teams], faults={"art=3&": fault}) as site,
            Client(archive, transport=site.transport, clock=FakeTime().clock) as client,
            pytest.raises(FetchError) if received else nullcontext(),
        ):
            received.append([p.sha256 for p in fetch_event(Address(teams.number), client)])
    with offline_client(archive) as client:
        assert [[p.sha256 for p in fetch_event(Address(teams.number), client)]] == received


@pytest.mark.parametrize("page", ["art=0&", "rd=2&"])
@pytest.mark.parametrize("name", CHALLENGES)
def test_where_only_a_challenge_was_kept_there_is_no_page(tmp_path: Path, name: str, page: str) -> None:
    archive = FileArchive(tmp_path)
    with (
        Standin([EVENT], faults={page: challenged(name)}) as bad,
        Client(archive, transport=bad.transport, clock=FakeTime().clock) as client,
        pytest.raises(FetchError),
    ):
        fetch_event(Address(EVENT.number), client)
    with offline_client(archive) as client, pytest.raises(FetchError) as caught:
        fetch_event(Address(EVENT.number), client)
    assert caught.value.problem.code == "offline"


def test_a_challenge_with_a_servers_error_is_not_asked_again(tmp_path: Path) -> None:
    fault = challenged("Chinese, by a script alone", 503)
    with (
        Standin([EVENT], faults={"art=0&": fault}) as bad,
        Client(FileArchive(tmp_path), transport=bad.transport, clock=FakeTime().clock) as client,
    ):
        with pytest.raises(FetchError) as caught:
            fetch_event(Address(EVENT.number), client)
        assert caught.value.problem.code == "blocked-by-site"
        assert len(bad.requests) == 1


def test_the_servers_own_trouble_is_no_challenge_and_hides_no_page_either(tmp_path: Path) -> None:
    archive = FileArchive(tmp_path)
    notice = faults.page_instead("Server is not available. Please try again in a few minutes.")
    for spoilt in ({}, {"art=0&": notice}):
        with (
            Standin([EVENT], faults=spoilt) as site,
            Client(archive, transport=site.transport, clock=FakeTime().clock) as client,
        ):
            page = client.get(Address(EVENT.number).page(0)).page
    assert not answers(page.body)
    with offline_client(archive) as client:
        assert answers(client.get(Address(EVENT.number).page(0)).page.body)


def test_every_page_of_the_site_that_was_seen_is_its_own() -> None:
    paths = sorted(samples("chess-results").glob("*.html"))
    assert len(paths) > 50
    for path in paths:
        body = path.read_bytes()
        assert (path.name, instead(body), answers(body)) == (path.name, None, True)
