"""Mails at the desk: kept, replied to, and looked at where nothing in them says what they report."""

from __future__ import annotations

import re
import socket
import time
from html import unescape

import pytest

from office.accounts.roles import Role
from office.mail import take
from tests.importer.forms import filled
from tests.office.mail.shapes import PLAIN, attached, mail, whole
from tests.web.conftest import Served
from tests.web.test_reports import CUP, RAPID, sends, settled
from tests.workplace import Workplace
from web.pages import reports as pages


def test_a_whole_mail_is_kept_and_its_reply_is_a_draft(replayed: Served, work: Workplace) -> None:
    client = replayed.signed_in()
    text = mail(f"The results: {CUP}\r\nPhotos: https://photos.example.jp/\r\n").decode()
    page = settled(client, sends(client, text))
    assert 'href="/mails/1"' in page
    shown = unescape(client.get("/mails/1").text)
    assert "The address does not lead to Chess-Results" in shown and "photos.example.jp" in shown
    assert "Koyo Weekend Cup 2026" in shown and "To: Invented Club <club@example.jp>" in shown
    draft = client.get("/mails/1/reply.eml")
    assert draft.headers["content-disposition"] == 'attachment; filename="reply-M1.eml"'
    assert b"In-Reply-To: <one@example.jp>" in draft.content
    assert work.rows("SELECT arrived_on FROM message") == [("2026-10-05",)]  # its Received header (R46)
    assert "M1 arrived on 5 October 2026" in work.done("inbox", "list").out


def test_a_dropped_mail_with_only_a_quoted_link_waits_and_is_read_or_closed_at_the_desk(
    replayed: Served, work: Workplace
) -> None:
    client = replayed.signed_in()
    quoting = mail(f"Is this known?\r\n\r\n> The results: {CUP}\r\n")
    settled(client, sends(client, files=[("files", ("asks.eml", quoting))]))
    page = client.get("/mails/1").text
    assert "mail-link-quoted" in page and "Read them as reported" in page
    problem, _head, _below = page.partition('<h2 id="become">')  # where it leads: commands stand folded
    assert '<dd><a href="#become">What is to become of it</a>' in problem
    assert not re.search("banzuke inbox", re.sub("(?s)<details>.*?</details>", "", problem))
    reader = replayed.signed_in("Reader One", Role.READER).get("/mails/1").text  # there is nothing below
    assert "#become" not in reader and "banzuke inbox import M1" in reader
    once = re.findall(r'name="once" value="([^"]+)"', page)[0]
    answer = client.post("/mails/1/import", {"once": once, "links": ""})
    read = settled(client, answer.headers["location"])
    assert "Koyo Weekend Cup 2026" in read and 'href="/mails/1"' in read
    page = client.get("/mails/1").text
    assert "Read them as reported" not in page and "mail-link-quoted" not in page
    again = client.post("/mails/1/close", {"reason": "no"})
    assert again.status_code == 409 and "mail-not-waiting" in again.text


@pytest.mark.slow
def test_mails_that_a_run_leaves_are_counted_and_read_on_at_the_desk(
    replayed: Served, work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(take, "AT_ONCE", 1)
    client = replayed.signed_in()
    letters = [mail(f"{link}\n", message_id=f"<{n}@x>".encode()) for n, link in enumerate((CUP, RAPID))]
    page = client.get(sends(client, files=[("files", (f"{n}.eml", m)) for n, m in enumerate(letters)]))
    for _ in range(600):
        if "mail waits to be read:" in page.text:
            break
        time.sleep(0.05)
        page = client.get(str(page.url))
    for path in ("/", "/reports"):
        assert "1 mail waits to be read" in client.get(path).text
    once = re.findall(r'name="once" value="([^"]+l)"', page.text)[0]
    answer = client.post("/reports", {"once": once, "mailbox": "left"})
    read = settled(client, answer.headers["location"])
    assert "E2 Tsukimi Rapid 2026" in read and "Koyo" not in read and "Nothing new came" not in read
    assert work.rows("SELECT state FROM message") == [("taken",), ("taken",)]
    assert "waits to be read" not in client.get("/").text


def test_what_is_written_in_a_mail_stands_on_its_page_and_older_mails_on_the_next(
    desk: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "LAST", 1)
    client = desk.signed_in()
    for n, words in enumerate(("The second game was a draw. <b>", "It is our https://photos.example.com")):
        letter = mail(f"{words}\n> as you asked\n", message_id=f"<{n}@x>".encode())
        desk.work.run("inbox", desk.work.file(letter, "answer.eml"))
    told = unescape(client.get("/mails/1").text)
    assert "The second game was a draw. <b>\n> as you asked" in told and "reports nothing" in told
    reader = desk.signed_in("Reader One", Role.READER).get("/mails/1").text
    assert "reports nothing" in reader and "The second game" not in reader
    newest, _mails, listed = client.get("/reports").text.partition('id="mails"')
    assert "M2" in newest + listed and "M1" not in listed
    (older,) = re.findall(r'href="(/reports[?][^"#]+)', listed)
    assert "M1" in client.get(older).text.partition('id="mails"')[2]


def test_a_doubt_of_somebody_else_waits_at_the_desk_and_is_closed_there(
    replayed: Served, work: Workplace
) -> None:
    client = replayed.signed_in()
    settled(client, sends(client, mail(f"The results: {CUP}\r\n").decode()))
    of = {
        "sender": b"Sora Mori <sora@example.net>",
        "message_id": b"<doubt@example.net>",
        "subject": b"My game",
    }
    letter = mail(f"In round 3 of {CUP} I won. Please correct it.\r\n", **of)
    page = settled(client, sends(client, files=[("files", ("doubt.eml", letter))]))
    assert '<li class="waits"><a href="/mails/2">' in page
    for path in ("/", "/reports"):
        shown = client.get(path).text
        assert '<a href="/mails/2">M2 <bdi>My game</bdi></a>' in shown and "Sora Mori" in shown, path
        assert "it may say in words that something is wrong" in shown, path
    page = unescape(client.get("/mails/2").text)
    assert "<details open>" in page and "I won. Please correct it." in page
    assert 'href="/events/1"' in page and "nothing has changed since" in page and "#become" in page
    become = page.partition('id="become"')[2]
    assert 'href="/events/1"' in become and 'href="/corrections"' in become
    assert "Read them as reported" not in page
    assert "the sender of M1" in client.get("/events/1").text and "of M2" not in client.get("/events/1").text
    client.post("/mails/2/close", {"reason": "the scoresheet says draw"})
    assert "mail-nothing-new" not in client.get("/mails/2").text
    for path in ("/", "/reports"):
        assert '<li class="waits"><a href="/mails/2">' not in client.get(path).text, path
    assert "the scoresheet says draw" in work.done("inbox", "list").out


def test_a_report_that_cannot_be_read_leads_to_its_mail(desk: Served) -> None:
    client = desk.signed_in()
    letter = whole(b"mixed", PLAIN, attached(b'filename="r.xlsx"', filled()[:2000]))
    settled(client, sends(client, files={"files": ("a.eml", letter)}))
    for path in ("/", "/reports", "/reports/1"):
        page = client.get(path).text
        assert '<a href="/mails/1">M1 <bdi>' in page and "r.xlsx" in page, path
        assert "cannot be read as one" in page and "workbook-broken" not in page, path


def test_why_a_mail_waits_no_more_is_kept_in_the_offices_language(replayed: Served, work: Workplace) -> None:
    work.done("language", "ja")
    client = replayed.signed_in(language="ja")
    settled(client, sends(client, files={"files": ("a.eml", mail("see https://bit.ly/1\n"))}))
    once = re.findall(r'name="once" value="([^"]+)"', client.get("/mails/1").text)[0]
    settled(client, client.post("/mails/1/import", {"once": once, "links": CUP}).headers["location"])
    page = client.get("/mails/1").text
    assert "処理済み：取り込み：1499733" in page and "mail-link-hidden" not in page


def test_a_mail_that_another_officer_closed_meanwhile_is_not_imported_unseen(
    replayed: Served, work: Workplace
) -> None:
    one, two = replayed.signed_in(), replayed.signed_in("Officer Two")
    settled(one, sends(one, files={"files": ("a.eml", mail("see https://bit.ly/1\n"))}))
    once = re.findall(r'name="once" value="([^"]+)"', two.get("/mails/1").text)[0]
    one.get("/mails/1")
    assert one.post("/mails/1/close", {"reason": "photos"}).status_code == 303
    refused = two.post("/mails/1/import", {"once": once, "links": CUP})
    assert refused.status_code == 409 and "answered-meanwhile" in refused.text and "photos" in refused.text
    assert work.rows("SELECT count(*) FROM sending WHERE kind = 'quoted'") == [(0,)]


def test_from_a_mail_to_look_at_the_next_one_is_opened(desk: Served) -> None:
    client = desk.signed_in()
    for n in range(3):
        letter = mail(f"see https://bit.ly/{n}\n", message_id=f"<{n}@x>".encode())
        settled(client, sends(client, files={"files": ("a.eml", letter)}))
    leads = re.compile(r'<a href="/mails/(\d)">The next mail to look at</a>')
    assert [leads.findall(client.get(f"/mails/{n}").text) for n in (1, 2, 3)] == [["2"], ["3"], ["1"]]
    for n in (2, 3):
        client.post(f"/mails/{n}/close", {"reason": "a photo"})
    assert [leads.findall(client.get(f"/mails/{n}").text) for n in (1, 2)] == [[], ["1"]]


def test_a_mail_that_only_quotes_a_known_event_asks_nothing(replayed: Served, work: Workplace) -> None:
    client = replayed.signed_in()
    settled(client, sends(client, files={"files": ("a.eml", mail(f"The day was the 17th.\n> {CUP}\n"))}))
    assert "mail-link-quoted" in client.get("/mails/1").text
    settled(client, sends(client, CUP))
    page = client.get("/mails/1").text
    assert "mail-link-quoted" not in page and "only in quoted lines" in page
    assert "Do you report this tournament" not in page and "Please correct this" not in page


def test_a_mail_that_reports_nothing_is_told_by_its_subject(desk: Served) -> None:
    client = desk.signed_in(language="ja")
    raw = mail("結果は後ほど", subject="第3回架空オープン".encode())
    page = settled(client, sends(client, files=[("files", ("later.eml", raw))]))
    assert "no-link" in page and "「第3回架空オープン」" in page and "From:" not in page


def no_answer(work: Workplace) -> None:
    """Sets a mailbox on a server that does not answer."""
    with socket.socket() as taken:  # bound, and nobody listens
        taken.bind(("127.0.0.1", 0))
        port = str(taken.getsockname()[1])
    for name, value in (("HOST", "127.0.0.1"), ("PORT", port), ("USER", "rating"), ("PASSWORD", "word")):
        work.monkeypatch.setenv(f"BANZUKE_IMAP_{name}", value)
    work.monkeypatch.setenv("BANZUKE_IMAP_SECURITY", "none")


@pytest.mark.parametrize("lacks", ["HOST", "USER", "PASSWORD"])
def test_a_mailbox_without_settings_is_refused_with_what_is_missing_and_nothing_is_left_of_it(
    desk: Served, lacks: str
) -> None:
    client = desk.signed_in()
    once = {"once": "m" * 32, "mailbox": "yes"}
    no_answer(desk.work)
    desk.work.monkeypatch.delenv(f"BANZUKE_IMAP_{lacks}")
    answer = client.post("/reports", once)
    code = "imap-no-password" if lacks == "PASSWORD" else "imap-settings"
    assert answer.status_code in (409, 422) and code in answer.text
    assert desk.work.rows("SELECT count(*) FROM sending") == [(0,)]
    assert "stopped" not in client.get("/").text
    no_answer(desk.work)
    assert "imap-unreachable" in settled(client, client.post("/reports", once).headers["location"])


def test_of_looks_into_the_mailbox_that_were_stopped_the_last_alone_stands_on_the_first_page(
    desk: Served,
) -> None:
    client = desk.signed_in()
    no_answer(desk.work)
    first, second = (sends(client, mailbox="yes", once=letter * 32) for letter in "ab")
    settled(client, first)
    settled(client, second)
    page = client.get("/").text
    assert f'href="{second}"' in page and f'href="{first}"' not in page
    assert f'href="{first}"' in client.get("/reports").text


def test_who_is_an_officer_no_more_looks_into_no_mailbox_again(desk: Served) -> None:
    client = desk.signed_in()
    no_answer(desk.work)
    settled(client, sends(client, mailbox="yes"))
    desk.work.done("account", "role", "Officer One", "reporter")
    refused = client.post("/reports/1/again")
    assert refused.status_code == 403 and "not-allowed" in refused.text
    assert desk.work.rows("SELECT state FROM sending") == [("stopped",)]
    desk.work.done("account", "role", "Officer One", "officer")
    assert client.post("/reports/1/again").status_code == 303


def test_a_reporters_mail_is_not_believed_about_its_day_and_sender(replayed: Served, work: Workplace) -> None:
    mine = replayed.signed_in("Reporter One", Role.REPORTER)
    settled(mine, sends(mine, mail(f"The results: {CUP}\r\n").decode()))
    assert work.rows("SELECT arrived_on, reporter, message_id FROM report") == [
        ("2026-11-02", "Reporter One", None)
    ]
    assert work.rows("SELECT count(*) FROM message") == [(0,)]


def test_a_mail_that_was_pasted_is_read_by_officers_alone(desk: Served) -> None:
    text = mail("For the office's eyes.\r\n").decode()
    path = sends(desk.signed_in(), text)
    settled(desk.signed_in("Officer Two"), path)
    assert "the office&#39;s eyes" in desk.signed_in("Officer Three").get(path).text
    reader = desk.signed_in("Reader", Role.READER).get(path)
    assert reader.status_code == 200 and "eyes" not in reader.text
