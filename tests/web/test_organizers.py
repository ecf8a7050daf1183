"""Organizers without an account: check before reporting, report, and what became of it, by a private link."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from html import unescape
from shutil import disk_usage
from typing import Any

import pytest
from playwright.sync_api import Browser

from importer.apart import Budget
from office.accounts.roles import Role
from office.doctor.checks import ROOM
from scraper.addresses import Address
from scraper.client import Client as Site
from scraper.errors import RefusedBySite
from tests.importer.forms import filled
from tests.office.mail.shapes import TRF
from tests.publication.test_site_browser import WCAG
from tests.web.conftest import REPLAY, Client, Opener, Served, served
from tests.web.test_lists import text
from tests.web.test_look import violations
from tests.workplace import Workplace
from web.desk import HOUR, OF_ADDRESS

pytestmark = pytest.mark.slow

CUP = "https://chess-results.com/tnr1499733.aspx"
RAPID = "https://chess-results.com/tnr1499612.aspx"
WHO = {"name": "Invented Organizer", "mail": "organizer@example.jp"}


@pytest.fixture
def replayed(work: Workplace) -> Iterator[Served]:
    with served(work, replay=REPLAY, organizers=True) as made:
        yield made


def code_of(client: Client) -> str:
    return str(re.findall(r'name="code" value="([^"]+)"', client.get("/organizers").text)[0])


def sends(client: Client, do: str, text: str, code: str = "", files: Any = (), **more: Any) -> str:
    """Sends the form and waits until all is read; the page then."""
    code = code or code_of(client)
    answer = client.post("/organizers", {"code": code, "text": text, "do": do, **more}, files=files)
    assert answer.status_code == 200, unescape(answer.text)
    for _ in range(600):
        page = unescape(client.post("/sent", {"code": code}).text)
        if "Look again" not in page:
            return page
        time.sleep(0.05)
    raise AssertionError("it is never read")


def test_a_check_says_what_the_office_would_ask_and_stores_no_event(
    replayed: Served, work: Workplace
) -> None:
    work.register(
        {"ID": "N10215754", "Name": "Kazemichi Daichi"}, {"ID": "N10211644", "Name": "Kazemichi Daichi"}
    )
    page = sends(replayed.client(), "check", RAPID)
    assert "What the office would ask" in page and "Tsukimi Rapid 2026" in page
    assert "Kazemichi, Daichi" in page  # no ID is printed beside him
    assert "N10215754" not in page and "N10211644" not in page
    assert ">E1<" not in page  # the number of whichever event is stored first
    assert "If it is reported on" in page and "Counts as reported" not in page
    for table in ("event", "report", "problem"):
        assert work.rows(f"SELECT count(*) FROM {table}") == [(0,)]


def test_what_is_sent_from_a_form_that_was_sent_is_not_what_was_sent_before(
    replayed: Served, work: Workplace
) -> None:
    """A browser brings the page back as it was left: checked, corrected, checked again, then reported."""
    client = replayed.client()
    code = code_of(client)
    sends(client, "check", RAPID, code)
    for do, mail in (("check", "a@example.jp"), ("report", "a@example.jp"), ("report", "b@example.jp")):
        form = {"code": code, "text": CUP, "do": do, "name": "Invented Organizer", "mail": mail}
        pages = [client.post("/organizers", form).text for _click in range(2)]
        links = [re.search(r"/sent#([\w-]+)", page)[1] for page in pages]  # type: ignore[index]
        assert links[0] == links[1] != code
        for _ in range(600):
            page = unescape(client.post("/sent", {"code": links[0]}).text)
            if "Look again" not in page:
                break
            time.sleep(0.05)
        assert "Koyo Weekend Cup 2026" in page
    assert work.rows("SELECT kind, text, reporter FROM sending ORDER BY id") == [
        ("check", RAPID, None),
        ("check", CUP, "a@example.jp"),
        ("given", CUP, "a@example.jp"),
        ("given", CUP, "b@example.jp"),
    ]


def test_a_check_stands_at_the_desk_as_what_it_is(replayed: Served) -> None:
    sends(replayed.client(), "check", RAPID)
    sends(replayed.client(), "check", "https://example.jp/none", **WHO)
    officer = replayed.signed_in()
    page = text(officer.get("/reports")).partition(" Keys ")[0]
    handed, checked = page.split("Only checked by organizers, not reported")
    assert "Nothing has been sent in here yet." in handed and "?" not in checked
    assert "Tsukimi Rapid 2026" in checked and "Invented Organizer" in checked
    page = text(officer.get("/reports/1")).partition(" Keys ")[0]
    assert "Checked, no. 1" in page and "nothing of it was reported" in page and "10:00: read" in page
    assert "Tsukimi Rapid 2026" in page and "Sent in" not in page and "Nothing new came" not in page
    sends(replayed.client(), "report", CUP, **WHO)
    assert "Koyo Weekend Cup 2026" in text(officer.get("/reports")).split("Only checked")[0]


def test_a_check_in_japanese_asks_in_japanese(replayed: Served) -> None:
    client = replayed.client("ja")
    code = code_of(client)
    client.post("/organizers", {"code": code, "text": CUP, "do": "check"})
    for _ in range(600):
        page = client.post("/sent", {"code": code}).text
        if "Koyo Weekend Cup 2026" in page:
            break
        time.sleep(0.05)
    assert "レーティング担当からの確認" in page and "The office" not in page


def test_a_report_arrives_today_from_its_sender_and_its_link_says_what_became_of_it(
    replayed: Served, work: Workplace
) -> None:
    client = replayed.client()
    code = code_of(client)
    page = sends(client, "report", CUP, code, **WHO)
    assert "<h2><bdi>Koyo Weekend Cup 2026" in page and ">E1<" in page and f"/sent#{code}" in page
    assert work.rows("SELECT arrived_on, day_stated, reporter FROM report") == [
        ("2026-11-02", 0, "organizer@example.jp")
    ]
    officer = replayed.signed_in()
    assert "Invented Organizer" in officer.get("/reports").text
    by = officer.get("/events/1").text
    assert "the sender of what was sent in as no. 1" in by and "pasted mail" not in by
    assert code not in repr(work.dump())  # only its hash is kept
    stranger = replayed.client()
    stranger.get("/sent")
    assert stranger.post("/sent", {"code": "x" * 43}).status_code == 404
    assert "Koyo Weekend Cup 2026" in stranger.post("/sent", {"code": code}).text
    assert "Counts as reported on 2 November 2026" in unescape(stranger.post("/sent", {"code": code}).text)
    work.done("resolve", "E1", "--exclude", "--reason", "not announced")
    now = unescape(stranger.post("/sent", {"code": code}).text)
    assert "It is not rated." in now and "Counts as reported" not in now


def test_its_link_asks_no_more_for_what_is_answered_and_says_what_is_not_rated(
    replayed: Served, work: Workplace
) -> None:
    client = replayed.client()
    code = code_of(client)
    page = sends(client, "report", CUP, code, **WHO)
    assert "Please enter the day of round 3" in page and "60 minutes at move 60" in page
    work.done("resolve", "P1", "--accept", "--reason", "he says so")
    page = text(client.post("/sent", {"code": code}))
    assert "Please enter the day of round 3" in page and "60 minutes at move 60" not in page
    work.done("resolve", "E1", "--exclude", "--reason", "it was a simultaneous display")
    page = text(client.post("/sent", {"code": code}))
    assert "It is not rated." in page and "Nothing is asked about it." in page
    assert "Counts as reported" not in page and "round 3" not in page


def test_the_link_of_a_form_that_was_sent_again_says_that_its_correction_came(replayed: Served) -> None:
    client, officer = replayed.client(), replayed.signed_in()
    code = code_of(client)
    page = sends(client, "report", "", code, [("files", ("r.xlsx", filled(non_members="two")))], **WHO)
    assert "“two”" in page and "Its correction came" not in page
    sends(client, "report", "", files=[("files", ("r.xlsx", filled()))], **WHO)
    page = text(client.post("/sent", {"code": code}))
    assert "r.xlsx : Its correction came." in page and "“two”" not in page
    for path in ("/reports", "/", "/reports/1"):
        assert "Its correction came." in text(officer.get(path)), path


def test_what_came_to_nothing_says_so_to_the_officer_too(replayed: Served) -> None:
    sends(replayed.client(), "report", "the results are on our home page", **WHO)
    officer = replayed.signed_in("Officer Two", language="ja")
    for path in ("/reports", "/"):
        assert "ここからは何も取り込んでいません" in officer.get(path).text, path


def test_a_double_click_is_one_report_with_one_link(replayed: Served, work: Workplace) -> None:
    client = replayed.client()
    code = code_of(client)
    sends(client, "report", CUP, code, **WHO)
    sends(client, "report", CUP, code, **WHO)
    assert work.rows("SELECT count(*) FROM sending") == [(1,)]
    assert work.rows("SELECT count(*) FROM report") == [(1,)]


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"do": "report", "text": CUP}, "sender-missing"),
        ({"do": "report", "text": CUP, "name": "A", "mail": "none"}, "sender-missing"),
        ({"do": "check", "text": ""}, "nothing-sent"),
        ({"do": "check", "text": CUP, "code": "short"}, "form-out-of-date"),
    ],
)
def test_what_is_missing_is_named(replayed: Served, given: dict[str, str], code: str) -> None:
    client = replayed.client()
    answer = client.post("/organizers", {"code": code_of(client), **given})
    assert answer.status_code == (403 if code == "form-out-of-date" else 422) and code in answer.text
    assert replayed.work.rows("SELECT count(*) FROM sending") == [(0,)]


def test_where_the_office_does_not_let_them_there_is_no_such_page(desk: Served) -> None:
    client = desk.client()
    assert client.get("/organizers").status_code == 404
    assert client.get("/sent").status_code == 404
    client.get("/sign-in")
    assert client.post("/organizers", {"code": "x" * 43, "text": CUP}).status_code == 404


def test_a_stranger_sends_no_more_than_so_many_in_an_hour(replayed: Served) -> None:
    client = replayed.client()
    for _ in range(OF_ADDRESS):
        sends(client, "check", "https://example.jp/none")
    form = {"code": code_of(client), "text": "https://example.jp/none", "do": "check"}
    answer = client.post("/organizers", form)
    assert answer.status_code == 429 and "too-many-sendings" in answer.text
    assert int(answer.headers["retry-after"]) <= HOUR.total_seconds() + 1
    now = replayed.work.moment
    for moment in (now - 2 * HOUR, now + HOUR):  # also where the clock was ahead
        replayed.work.moment = moment
        assert client.post("/organizers", {**form, "code": code_of(client)}).status_code == 200


def test_strangers_files_do_not_take_the_last_room(
    replayed: Served, work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.desk.disk_usage", lambda _: disk_usage(work.folder)._replace(free=ROOM + 9))
    client = replayed.client()
    form = {"do": "check", "code": code_of(client)}
    refused = client.post("/organizers", form, files={"files": ("open.trf", b"0123456789")})
    assert refused.status_code == 503 and "disk-low" in refused.text and "by mail" in refused.text
    assert work.rows("SELECT count(*) FROM sending") == [(0,)]
    assert client.post("/organizers", form, files={"files": ("open.trf", b"012345678")}).status_code == 200
    form = {"do": "check", "code": code_of(client)}
    assert client.post("/organizers", {**form, "text": "0123456789"}).status_code == 503
    assert client.post("/organizers", {**form, "text": "012345678"}).status_code == 200


def test_strangers_files_have_together_the_time_of_a_mail(
    work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("office.sendings.read.Budget", lambda: Budget(0.0))
    files = [("files", (f"open-{n}.trf", TRF)) for n in range(2)]
    with served(work, organizers=True) as desk:
        page = sends(desk.client(), "check", "", files=files)
    assert page.count("at most 10 s and 1 GB to read it") == 2


def test_what_was_stopped_waits_until_somebody_says_that_it_is_dealt_with(replayed: Served) -> None:
    many = " ".join(f"https://chess-results.com/tnr{number}.aspx" for number in range(9000001, 9000013))
    sends(replayed.client(), "report", many, **WHO)
    officer = replayed.signed_in()
    assert "stopped" in text(officer.get("/today"))
    assert "It is dealt with" in officer.get("/reports/1").text
    for _click in range(2):
        assert officer.post("/reports/1/dealt-with").status_code == 303
    assert "stopped" not in text(officer.get("/today"))
    assert "tnr9000012" in officer.get("/reports/1").text  # what came stays


def test_strangers_links_leave_half_of_the_days_requests_to_the_office(work: Workplace) -> None:
    work.done("budget", "1")
    with served(work, organizers=True) as desk:
        page = sends(desk.client(), "check", CUP)
        assert "Chess-Results does not show us" in page and "Nothing is wrong with what you sent" in page
    assert "0 of 1 requests used" in work.done("budget").out


def test_a_check_asks_for_nothing_more_where_the_site_said_no(
    replayed: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def refused(address: Address, *_more: Any) -> None:
        asked.append(address.reference)
        raise RefusedBySite(address.url, "a page", "HTTP status 403")

    monkeypatch.setattr("office.sendings.read.fetched", refused)
    page = sends(replayed.client(), "check", f"{CUP} {RAPID}")
    assert asked == [CUP] and CUP in page and RAPID in page


def test_an_organizer_checks_then_reports_in_a_browser_and_finds_it_again(
    replayed: Served, opened: Opener
) -> None:
    page = opened()
    page.goto("/organizers")
    assert violations(page, WCAG) == []
    page.get_by_label("The link of your event").fill(CUP)
    page.get_by_role("button", name="Check it").click()
    page.get_by_role("heading", name="Koyo Weekend Cup 2026").wait_for()
    page.get_by_text("nothing is reported").wait_for()
    checked = page.locator("code.lines").inner_text()
    page.get_by_role("link", name="For organizers").click()
    page.get_by_label("The link of your event").fill(CUP)
    page.get_by_label("Your name").fill(WHO["name"])
    page.get_by_label("Your e-mail").fill(WHO["mail"])
    page.get_by_role("button", name="Report it").click()
    page.get_by_role("heading", name="Koyo Weekend Cup 2026").wait_for()
    assert "nothing is reported" not in page.locator("main").inner_text()
    link = page.locator("code.lines").inner_text()
    page.goto("/settings")
    page.goto(link)
    page.get_by_role("heading", name="Koyo Weekend Cup 2026").wait_for()
    assert "#" not in page.url
    page.goto(checked)  # in the same tab: the address is the same but for what stands behind the #
    page.get_by_text("nothing is reported").wait_for()
    assert "#" not in page.url


def test_enter_in_the_fields_of_a_report_reports(replayed: Served, work: Workplace, opened: Opener) -> None:
    """It pressed the form's first button, which only checks; the sender had a link all the same."""
    page = opened()
    page.goto("/organizers")
    page.get_by_label("The link of your event").fill(CUP)
    page.get_by_label("Your name").fill(WHO["name"])
    page.get_by_label("Your e-mail").fill(WHO["mail"])
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Koyo Weekend Cup 2026").wait_for()
    assert work.rows("SELECT kind FROM sending") == [("given",)]


SITES_FORM = {
    "place": "en/lists/2026-11-01.html",
    "lang": "ja",
    "list": "2026-11-01",
    "member": "N10211644",
    "wrong": "1506 <b>",
    "right": "1516",
    "name": "A Player",
    "mail": "player@example.jp",
}


def test_a_doubt_from_the_websites_page_is_shown_filled_in_and_kept_only_when_sent_from_here(
    replayed: Served, work: Workplace
) -> None:
    client = replayed.client()
    answer = client.http.post("/doubt", data=SITES_FORM, headers={"origin": "https://site.example"})
    assert answer.status_code == 200 and '<html lang="ja">' in answer.text
    assert 'value="N10211644"' in answer.text and "1506 &lt;b&gt;" in answer.text
    assert work.rows("SELECT count(*) FROM sending") == [(0,)]
    forged = client.http.post("/doubt/send", data=SITES_FORM, headers={"origin": "https://site.example"})
    assert forged.status_code == 403
    page = client.get("/doubt").text
    assert 'name="lang" value="en"' in page and 'name="lang" value="ja"' in answer.text
    (code,) = re.findall(r'name="code" value="([^"]+)"', page)
    refused = client.post("/doubt/send", {**SITES_FORM, "code": code, "right": ""})
    assert refused.status_code == 422 and '<html lang="ja">' in refused.text
    for language, called in (("en", "what is printed"), ("ja", "表示されている内容")):
        too_long = {**SITES_FORM, "lang": language, "code": code, "wrong": "1" * 5001}
        assert f'<p class="where">{called}</p>' in client.post("/doubt/send", too_long).text
    shown = unescape(client.post("/doubt/send", {**SITES_FORM, "code": code}).text)
    assert '<html lang="ja">' in shown and "正しい内容：1516" in shown
    client.post("/doubt/send", {**SITES_FORM, "code": code})
    assert (
        client.post("/doubt/send", {**SITES_FORM, "code": ""}).status_code == 403
    )  # a link that one guesses
    assert work.rows("SELECT kind, state FROM sending") == [("doubt", "waits")]
    officer = replayed.signed_in()
    assert "A number is doubted" in officer.get("/reports").text
    assert "1516" in officer.get("/reports/1").text
    for path in ("/reports", "/reports/1"):  # it is no report from which nothing was taken
        assert "Nothing" not in text(officer.get(path)), path
    assert replayed.signed_in("Reader", Role.READER).post("/reports/1/dealt-with").status_code == 403
    assert officer.post("/reports/1/dealt-with").status_code == 303
    assert "A number is doubted" not in officer.get("/reports").text
    assert "dealt with" in client.post("/sent", {"code": code}).text


def held(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """What pages wait for before they are fetched."""
    get, on = Site.get, threading.Event()

    def waited(self: Site, address: str, **more: Any) -> Any:
        on.wait(30)
        return get(self, address, **more)

    monkeypatch.setattr(Site, "get", waited)
    return on


def test_the_page_of_a_report_that_is_being_read_goes_on_without_being_loaded_again(
    replayed: Served, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The keyboard stays where it stands, and what is new is said by what screen readers listen to."""
    on = held(monkeypatch)
    page = opened()
    page.goto("/organizers")
    page.get_by_label("The link of your event").fill(CUP)
    page.get_by_role("button", name="Check it").click()
    page.get_by_role("button", name="Look again").focus()
    page.evaluate("window.sameAsBefore = true")
    with page.expect_response("**/sent"):
        pass
    assert page.evaluate("document.activeElement.textContent") == "Look again"
    link = page.get_by_text("/sent#").inner_text()
    on.set()
    page.get_by_role("heading", name="Koyo Weekend Cup 2026").wait_for()
    assert page.evaluate("window.sameAsBefore") is True
    assert page.get_by_text("/sent#").inner_text() == link
    assert page.evaluate("document.activeElement.id") == "state"
    assert page.locator("#state[role=status]").inner_text().endswith(": read")
    assert page.get_by_role("button", name="Look again").count() == 0
    assert violations(page, WCAG) == []


def test_a_desk_that_says_no_for_good_is_not_asked_on_as_if_the_line_were_lost(
    replayed: Served, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    on = held(monkeypatch)
    page = browser.new_context(base_url=replayed.address, locale="en-GB").new_page()
    page.goto("/organizers")
    page.get_by_label("The link of your event").fill(CUP)
    page.get_by_role("button", name="Check it").click()
    page.get_by_role("button", name="Look again").wait_for()
    page.context.clear_cookies()
    try:
        with page.expect_navigation(timeout=10_000) as told:
            pass
    finally:
        on.set()
    assert told.value.status == 403
    assert "form-out-of-date" in page.locator("main").inner_text()
    assert page.locator("[data-again]").count() == 0
    page.context.close()


def test_without_scripts_it_is_looked_at_again_by_its_button(
    replayed: Served, opened: Opener, browser: Browser
) -> None:
    page = browser.new_context(base_url=replayed.address, java_script_enabled=False).new_page()
    page.goto("/organizers")
    page.get_by_label("The link of your event").fill(CUP)
    with page.expect_navigation():
        page.get_by_role("button", name="Check it").click()
    for _ in range(100):
        if page.get_by_role("heading", name="Koyo Weekend Cup 2026").count():
            break
        with page.expect_navigation():  # a click alone returns before all of the page is there
            page.get_by_role("button", name="Look again").click()
    assert page.get_by_role("heading", name="Koyo Weekend Cup 2026").count() == 1
    page.context.close()


def test_a_doubt_from_the_websites_page_leaves_the_forms_of_open_pages_as_they_are(
    replayed: Served, work: Workplace, opened: Opener
) -> None:
    """The browser sends no cookie along from another site's page, and took a new one from the answer."""
    page = opened()
    page.get_by_label("The pages are in").select_option("ja")
    site = page.context.new_page()
    inside = '<input name="right" value="1516"><button>Doubt</button>'
    form = f'<form method="post" action="{replayed.address}doubt">{inside}</form>'
    site.route("http://site.example/", lambda route: route.fulfill(body=form, content_type="text/html"))
    site.goto("http://site.example/")
    site.get_by_role("button", name="Doubt").click()
    site.get_by_label("what is printed").fill("1506")
    site.get_by_label("Your name").fill(WHO["name"])
    site.get_by_label("Your e-mail").fill(WHO["mail"])
    site.get_by_role("button", name="Send it to the office").click()
    site.get_by_text("Keep this link").wait_for()
    assert work.rows("SELECT kind FROM sending") == [("doubt",)]
    page.get_by_role("button", name="Set", exact=True).first.click()
    page.get_by_role("heading", name="設定").wait_for()
