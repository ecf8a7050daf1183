"""Organizers without an account: check before reporting, report, and what became of it, by a private link."""

from __future__ import annotations

import re
import time
from html import unescape
from shutil import disk_usage
from typing import Any

import pytest

from importer.apart import Budget
from office.doctor.checks import ROOM
from scraper.addresses import Address
from scraper.errors import RefusedBySite
from tests.importer.forms import filled
from tests.office.mail.shapes import TRF
from tests.web.conftest import Client, Served, served
from tests.web.test_lists import text
from tests.web.test_reports import ends_meanwhile
from tests.workplace import Workplace
from web.desk import HOUR, OF_ADDRESS
from web.pages import organizers

pytestmark = pytest.mark.slow

CUP = "https://chess-results.com/tnr1499733.aspx"
RAPID = "https://chess-results.com/tnr1499612.aspx"
WHO = {"name": "Invented Organizer", "mail": "organizer@example.jp"}


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


def test_a_check_says_what_the_office_would_ask_and_stores_no_event(let_in: Served, work: Workplace) -> None:
    work.register(
        {"ID": "N10215754", "Name": "Kazemichi Daichi"}, {"ID": "N10211644", "Name": "Kazemichi Daichi"}
    )
    page = sends(let_in.client(), "check", RAPID)
    assert "What the office would ask" in page and "Tsukimi Rapid 2026" in page
    assert "Kazemichi, Daichi" in page  # no ID is printed beside him
    assert "N10215754" not in page and "N10211644" not in page
    assert ">E1<" not in page  # the number of whichever event is stored first
    assert "If it is reported on" in page and "Counts as reported" not in page
    for table in ("event", "report", "problem"):
        assert work.rows(f"SELECT count(*) FROM {table}") == [(0,)]


def test_what_is_sent_from_a_form_that_was_sent_is_not_what_was_sent_before(
    let_in: Served, work: Workplace
) -> None:
    """A browser brings the page back as it was left: checked, corrected, checked again, then reported."""
    client = let_in.client()
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


def test_what_ends_while_its_page_is_made_is_not_told_as_cut_off(
    let_in: Served, work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = let_in.client()
    given = {"code": code_of(client), "text": "The report will come.", "do": "report", **WHO}
    ends_meanwhile(work, monkeypatch, organizers, "outcome_of")
    page = client.post("/organizers", given).text
    assert "read" in page and "cut off" not in page


def test_a_check_stands_at_the_desk_as_what_it_is(let_in: Served) -> None:
    sends(let_in.client(), "check", RAPID)
    sends(let_in.client(), "check", "https://example.jp/none", **WHO)
    officer = let_in.signed_in()
    page = text(officer.get("/reports")).partition(" Keys ")[0]
    handed, checked = page.split("Only checked by organizers, not reported")
    assert "Nothing has been sent in here yet." in handed and "?" not in checked
    assert "Tsukimi Rapid 2026" in checked and "Invented Organizer" in checked
    page = text(officer.get("/reports/1")).partition(" Keys ")[0]
    assert "Checked, no. 1" in page and "nothing of it was reported" in page and "10:00: read" in page
    assert "Tsukimi Rapid 2026" in page and "Sent in" not in page and "Nothing new came" not in page
    sends(let_in.client(), "report", CUP, **WHO)
    assert "Koyo Weekend Cup 2026" in text(officer.get("/reports")).split("Only checked")[0]


@pytest.mark.parametrize("above", ["Date: 2026-10-05", "Subject: Koyo Weekend Cup", "From: Koyo"])
def test_a_text_that_begins_like_a_mail_loses_no_link(let_in: Served, work: Workplace, above: str) -> None:
    sent = f"{above}\nLink: {CUP}\n\nThank you\n"
    assert "Koyo Weekend Cup 2026" in sends(let_in.client(), "report", sent, **WHO)
    assert work.rows("SELECT state FROM report") == [("read",)]


def test_a_check_in_japanese_asks_in_japanese(let_in: Served) -> None:
    client = let_in.client("ja")
    code = code_of(client)
    client.post("/organizers", {"code": code, "text": CUP, "do": "check"})
    for _ in range(600):
        page = client.post("/sent", {"code": code}).text
        if "Koyo Weekend Cup 2026" in page:
            break
        time.sleep(0.05)
    assert "レーティング担当からの確認" in page and "The office" not in page


def test_a_report_arrives_today_from_its_sender_and_its_link_says_what_became_of_it(
    let_in: Served, work: Workplace
) -> None:
    client = let_in.client()
    code = code_of(client)
    page = sends(client, "report", CUP, code, **WHO)
    assert "<h2><bdi>Koyo Weekend Cup 2026" in page and ">E1<" in page and f"/sent#{code}" in page
    assert work.rows("SELECT arrived_on, day_stated, reporter FROM report") == [
        ("2026-11-02", 0, "organizer@example.jp")
    ]
    officer = let_in.signed_in()
    assert "Invented Organizer" in officer.get("/reports").text
    by = officer.get("/events/1").text
    assert "the sender of what was sent in as no. 1" in by and "pasted mail" not in by
    japanese = let_in.signed_in("Officer Two", language="ja")
    assert "<h1>提出 第1号</h1>" in japanese.get("/reports/1").text
    assert "提出 第1号の送信者" in japanese.get("/events/1").text  # as that page is called
    assert code not in repr(work.dump())  # only its hash is kept
    stranger = let_in.client()
    stranger.get("/sent")
    assert stranger.post("/sent", {"code": "x" * 43}).status_code == 404
    assert "Koyo Weekend Cup 2026" in stranger.post("/sent", {"code": code}).text
    assert "Counts as reported on 2 November 2026" in unescape(stranger.post("/sent", {"code": code}).text)
    work.done("resolve", "E1", "--exclude", "--reason", "not announced")
    now = unescape(stranger.post("/sent", {"code": code}).text)
    assert "It is not rated." in now and "Counts as reported" not in now


def test_its_link_asks_no_more_for_what_is_answered_and_says_what_is_not_rated(
    let_in: Served, work: Workplace
) -> None:
    client = let_in.client()
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


def test_the_link_of_a_form_that_was_sent_again_says_that_its_correction_came(let_in: Served) -> None:
    client, officer = let_in.client(), let_in.signed_in()
    code = code_of(client)
    page = sends(client, "report", "", code, [("files", ("r.xlsx", filled(non_members="two")))], **WHO)
    assert "“two”" in page and "Its correction came" not in page
    sends(client, "report", "", files=[("files", ("r.xlsx", filled()))], **WHO)
    page = text(client.post("/sent", {"code": code}))
    assert "r.xlsx : Its correction came." in page and "“two”" not in page
    for path in ("/reports", "/", "/reports/1"):
        assert "Its correction came." in text(officer.get(path)), path


def test_what_came_to_nothing_says_so_to_the_officer_too(let_in: Served) -> None:
    sends(let_in.client(), "report", "the results are on our home page", **WHO)
    officer = let_in.signed_in("Officer Two", language="ja")
    for path in ("/reports", "/"):
        assert "ここからは何も取り込んでいません" in officer.get(path).text, path


def test_a_double_click_is_one_report_with_one_link(let_in: Served, work: Workplace) -> None:
    client = let_in.client()
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
def test_what_is_missing_is_named(let_in: Served, given: dict[str, str], code: str) -> None:
    client = let_in.client()
    answer = client.post("/organizers", {"code": code_of(client), **given})
    assert answer.status_code == (403 if code == "form-out-of-date" else 422) and code in answer.text
    assert let_in.work.rows("SELECT count(*) FROM sending") == [(0,)]


def test_where_the_office_does_not_let_them_there_is_no_such_page(desk: Served) -> None:
    client = desk.client()
    assert client.get("/organizers").status_code == 404
    assert client.get("/sent").status_code == 404
    client.get("/sign-in")
    assert client.post("/organizers", {"code": "x" * 43, "text": CUP}).status_code == 404


def test_a_stranger_sends_no_more_than_so_many_in_an_hour(let_in: Served) -> None:
    client = let_in.client()
    for _ in range(OF_ADDRESS):
        sends(client, "check", "https://example.jp/none")
    form = {"code": code_of(client), "text": "https://example.jp/none", "do": "check"}
    answer = client.post("/organizers", form)
    assert answer.status_code == 429 and "too-many-sendings" in answer.text
    assert int(answer.headers["retry-after"]) <= HOUR.total_seconds() + 1
    now = let_in.work.moment
    for moment in (now - 2 * HOUR, now + HOUR):  # also where the clock was ahead
        let_in.work.moment = moment
        assert client.post("/organizers", {**form, "code": code_of(client)}).status_code == 200


def test_strangers_files_do_not_take_the_last_room(
    let_in: Served, work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.desk.disk_usage", lambda _: disk_usage(work.folder)._replace(free=ROOM + 9))
    client = let_in.client()
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
    assert page.count("takes too long to read, or too much memory") == 2


def test_what_was_stopped_waits_until_somebody_says_that_it_is_dealt_with(let_in: Served) -> None:
    many = " ".join(f"https://chess-results.com/tnr{number}.aspx" for number in range(9000001, 9000013))
    sends(let_in.client(), "report", many, **WHO)
    officer = let_in.signed_in()
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
    let_in: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def refused(address: Address, *_more: Any) -> None:
        asked.append(address.reference)
        raise RefusedBySite(address.url, "a page", "HTTP status 403")

    monkeypatch.setattr("office.sendings.read.fetched", refused)
    page = sends(let_in.client(), "check", f"{CUP} {RAPID}")
    assert asked == [CUP] and CUP in page and RAPID in page
