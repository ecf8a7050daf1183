"""Reports: what is pasted or dropped is kept first and read while one looks on; each sees his own."""

from __future__ import annotations

import re
import time
from datetime import timedelta
from html import unescape
from typing import Any

import pytest

from office.accounts.roles import Role
from office.mail import take
from scraper.client import Client as Site
from tests.importer.forms import filled
from tests.office.mail.shapes import PLAIN, TRF, attached, mail, whole
from tests.web.conftest import REPLAY, Client, Opener, Served, served
from tests.workplace import Workplace
from web.pages import reports as pages

CUP = "https://chess-results.com/tnr1499733.aspx"
RAPID = "https://chess-results.com/tnr1499612.aspx?lan=1"


def sends(client: Client, text: str = "", files: Any = None, **more: str) -> str:
    """Hands something in as the form does; the address of its page."""
    once = re.findall(r'name="once" value="([^"]+)"', client.get("/reports").text)[0]
    answer = client.post("/reports", {"once": once, "text": text, **more}, files=files or {})
    assert answer.status_code == 303, unescape(answer.text)
    return str(answer.headers["location"])


def settled(client: Client, path: str) -> str:
    """The page when all is read."""
    for _ in range(600):
        page = unescape(client.get(path).text)
        if 'id="steps"' not in page and "waits to be read" not in page:
            return page
        time.sleep(0.05)
    raise AssertionError("it is never read")


def test_a_pasted_link_is_read_and_is_what_the_command_line_stores(replayed: Served, work: Workplace) -> None:
    client = replayed.signed_in()
    page = settled(client, sends(client, f"Dear office,\nhere it is: {CUP}\n"))
    assert "Koyo Weekend Cup 2026" in page and 'href="/events/1"' in page
    assert work.rows("SELECT state, reporter, day_stated FROM report") == [("read", None, 0)]
    again = work.done("import", CUP, "--replay", REPLAY)
    assert "unchanged: Koyo Weekend Cup 2026" in again.out
    told = "already imported; nothing has changed"
    assert told not in page and told in settled(client, sends(client, CUP))


def test_a_report_leads_to_questions_only_while_there_are_any(replayed: Served, work: Workplace) -> None:
    client = replayed.signed_in()
    where = sends(client, CUP)
    assert 'href="/questions/next"' in settled(client, where)
    work.done("resolve", "E1", "--exclude", "--reason", "of another federation")
    page = client.get(where).text
    assert "Koyo Weekend Cup 2026" in page and 'href="/questions/next"' not in page


def test_the_same_form_sent_twice_is_one(replayed: Served, work: Workplace) -> None:
    client = replayed.signed_in()
    once = re.findall(r'name="once" value="([^"]+)"', client.get("/reports").text)[0]
    where = [client.post("/reports", {"once": once, "text": CUP}).headers["location"] for _ in range(3)]
    assert len(set(where)) == 1
    settled(client, where[0])
    assert work.rows("SELECT count(*) FROM report") == [(1,)]
    assert work.rows("SELECT count(*) FROM sending") == [(1,)]


def test_what_is_sent_from_a_page_that_the_browser_brought_back_is_another_report(
    replayed: Served, work: Workplace
) -> None:
    client = replayed.signed_in()
    once = re.findall(r'name="once" value="([^"]+)"', client.get("/reports").text)[0]
    forms = ({"text": CUP}, {"text": "another"}, {"text": CUP, "reported": "2026-10-19"})
    files = [("files", ("rapid.trf", TRF))]
    ways = [{"data": {"once": once, **form}} for form in forms] + [{"data": {"once": once}, "files": files}]
    where = [[client.post("/reports", **way).headers["location"] for _ in range(2)] for way in ways]
    assert where == [[f"/reports/{number}"] * 2 for number in (1, 2, 3, 4)]
    assert work.rows("SELECT text, reported_on FROM sending ORDER BY id") == [
        (CUP, None), ("another", None), (CUP, "2026-10-19"), ("", None)
    ]  # fmt: skip
    for [path, _again] in where:
        settled(client, path)


def test_an_officer_says_the_day_and_who_reported(replayed: Served, work: Workplace) -> None:
    client = replayed.signed_in()
    settled(client, sends(client, CUP, reported="2026-10-19", reporter="organizer"))
    assert work.rows("SELECT arrived_on, day_stated, reporter FROM report") == [
        ("2026-10-19", 1, "organizer")
    ]


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({}, "nothing-sent"),
        ({"text": "  \n"}, "nothing-sent"),
        ({"text": "x" * 1_000_001}, "too-much-sent"),
        ({"text": CUP, "reported": "2027-01-01"}, "day-to-come"),
        ({"text": CUP, "reported": "1900-01-01"}, "no-edition"),
        ({"text": CUP, "reported": "soon"}, "not-a-day"),
        ({"text": CUP, "reported": "0001-01-01"}, "not-a-day"),
        ({"text": CUP, "reporter": "x@"}, "person-of-organizer"),
        ({"text": CUP, "once": ""}, "form-out-of-date"),
    ],
)
def test_what_cannot_be_taken_is_refused_before_it_is_kept(
    desk: Served, given: dict[str, str], code: str
) -> None:
    client = desk.signed_in()
    client.get("/reports")
    answer = client.post("/reports", {"once": "a" * 32, **given}, files={"files": ("", b"")})
    status = {"form-out-of-date": 403, "too-much-sent": 413}.get(code, 422)
    assert answer.status_code == status and code in answer.text
    assert desk.work.rows("SELECT count(*) FROM sending") == [(0,)]


def test_files_are_told_by_their_content_and_kept_as_they_came(desk: Served, work: Workplace) -> None:
    client = desk.signed_in()
    files = [("files", ("rapid.trf", TRF)), ("files", ("../../photo.png", b"\x89PNG\r\n\x1a\n\0\0"))]
    page = settled(client, sends(client, files=files))
    assert "photo.png" in page and "../" not in page
    states = dict(work.rows("SELECT text, state FROM report"))
    assert states["photo.png"] == "failed" and set(states) == {"rapid.trf", "photo.png"}
    assert "photo.png" in client.get("/reports").text
    told = client.get("/reports", headers={"accept-language": "ja"}).text
    assert "画像" in told and "a picture" not in told


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


def test_the_mailbox_without_settings_says_what_is_missing(desk: Served) -> None:
    client = desk.signed_in()
    assert "imap-settings" in settled(client, sends(client, mailbox="yes"))


def test_who_is_an_officer_no_more_looks_into_no_mailbox_again(desk: Served) -> None:
    client = desk.signed_in()
    settled(client, sends(client, mailbox="yes"))
    desk.work.done("account", "role", "Officer One", "reporter")
    refused = client.post("/reports/1/again")
    assert refused.status_code == 403 and "not-allowed" in refused.text
    assert desk.work.rows("SELECT state FROM sending") == [("stopped",)]
    desk.work.done("account", "role", "Officer One", "officer")
    assert client.post("/reports/1/again").status_code == 303


def test_a_report_that_cannot_be_read_waits_until_it_is_closed_with_a_reason(desk: Served) -> None:
    client = desk.signed_in()
    settled(client, sends(client, files=[("files", ("photo.png", b"\x89PNG\r\n\x1a\n\0\0"))]))
    page = client.get("/reports").text
    assert "Nothing more is to be read of it" in page and "The file is none that the office reads" in page
    assert 'href="/reports#waits"' in client.get("/").text
    assert client.post("/reports/close/1", {"reason": "a photo"}).status_code == 303
    assert "Nothing more is to be read of it" not in client.get("/reports").text
    assert client.post("/reports/close/1", {"reason": "a photo"}).status_code == 409


def test_a_reporter_sends_and_sees_his_own_alone(replayed: Served, work: Workplace) -> None:
    officer, other = replayed.signed_in(), replayed.signed_in("Reporter Two", Role.REPORTER)
    mine = replayed.signed_in("Reporter One", Role.REPORTER)
    path = sends(mine, CUP, reported="2026-09-01", reporter="organizer", mailbox="")
    page = settled(mine, path)
    assert "Koyo Weekend Cup 2026" in page and "The office asks" in page
    assert work.rows("SELECT arrived_on, reporter FROM report") == [("2026-11-02", "Reporter One")]
    for theirs in (path, f"{path}/live"):
        assert other.get(theirs).status_code == 404
        assert officer.get(theirs).status_code == 200
    assert path not in other.get("/reports").text and path in mine.get("/reports").text
    assert other.post(f"{path}/again").status_code == 404
    for closed in ("/mails/1", "/events/1", "/questions"):
        assert mine.get(closed).status_code == 403
    assert mine.post("/reports", {"once": "b" * 32, "mailbox": "yes"}).status_code == 403
    reader = replayed.signed_in("Reader", Role.READER)
    assert reader.get(path).status_code == 200 and "<textarea" not in reader.get("/reports").text
    assert reader.post("/reports", {"once": "c" * 32, "text": CUP}).status_code == 403


def test_a_reporters_mail_is_not_believed_about_its_day_and_sender(replayed: Served, work: Workplace) -> None:
    mine = replayed.signed_in("Reporter One", Role.REPORTER)
    settled(mine, sends(mine, mail(f"The results: {CUP}\r\n").decode()))
    assert work.rows("SELECT arrived_on, reporter, message_id FROM report") == [
        ("2026-11-02", "Reporter One", None)
    ]
    assert work.rows("SELECT count(*) FROM message") == [(0,)]


def test_a_note_beside_a_file_is_no_report_without_a_link(desk: Served) -> None:
    """Who sent nothing else is told that there is none."""
    mine = desk.signed_in("Reporter One", Role.REPORTER)
    none = "We found no link of a tournament and no report file"
    page = settled(mine, sends(mine, "The report is attached.", files=[("files", ("rapid.trf", TRF))]))
    assert "The office asks" in page and none not in page
    assert none in settled(mine, sends(mine, "The report will come."))


def test_no_member_is_named_to_a_reporter(replayed: Served, work: Workplace) -> None:
    """He is told what he sent, never whom the register knows: the namesake's number is not on his page."""
    work.register(
        {"ID": "N10215754", "Name": "Kazemichi Daichi"}, {"ID": "N10211644", "Name": "Kazemichi Daichi"}
    )
    mine = replayed.signed_in("Reporter One", Role.REPORTER)
    page = settled(mine, sends(mine, RAPID))
    assert "Kazemichi, Daichi" in page
    assert "N10215754" not in page and "N10211644" not in page


def test_steps_come_as_they_happen_and_the_page_goes_on_by_itself(
    replayed: Served, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    get = Site.get

    def slowly(self: Site, address: str, **more: Any) -> Any:
        time.sleep(0.15)
        return get(self, address, **more)

    monkeypatch.setattr(Site, "get", slowly)
    page = opened()
    page.goto("/reports")
    page.get_by_label("Links, or a whole mail").fill(CUP)
    page.get_by_role("button", name="Send").click()
    page.wait_for_url("**/reports/1")
    page.get_by_text(re.compile("page [2-6] of 7")).wait_for()
    page.close()  # nobody looks on
    page = opened("Officer Two")
    page.goto("/reports/1")
    page.get_by_role("link", name="Koyo Weekend Cup 2026").wait_for()
    assert page.locator("#steps").count() == 0


def test_files_are_dropped_on_the_form(desk: Served, opened: Opener) -> None:
    page = opened()
    page.goto("/reports")
    page.evaluate(
        """data => {
          const dropped = new DataTransfer();
          dropped.items.add(new File([data], "rapid.trf"));
          document.querySelector("[data-drop]").dispatchEvent(
            new DragEvent("drop", { dataTransfer: dropped, bubbles: true, cancelable: true }));
        }""",
        TRF.decode(),
    )
    page.get_by_role("button", name="Send").click()
    page.wait_for_url("**/reports/1")
    page.get_by_text("rapid.trf").first.wait_for(state="attached")
    page.locator("#steps").wait_for(state="detached")
    assert desk.work.rows("SELECT text FROM report") == [("rapid.trf",)]


def test_a_mail_that_was_pasted_is_read_by_officers_alone(desk: Served) -> None:
    text = mail("For the office's eyes.\r\n").decode()
    path = sends(desk.signed_in(), text)
    settled(desk.signed_in("Officer Two"), path)
    assert "the office&#39;s eyes" in desk.signed_in("Officer Three").get(path).text
    reader = desk.signed_in("Reader", Role.READER).get(path)
    assert reader.status_code == 200 and "eyes" not in reader.text


def test_a_desk_that_was_closed_in_the_middle_leaves_what_can_be_read_again(work: Workplace) -> None:
    with served(work, replay=REPLAY) as desk:
        client = desk.signed_in()
        path = sends(client, CUP)
        settled(client, path)
        with work.engine().begin() as connection:
            connection.exec_driver_sql("UPDATE sending SET state = 'reading'")
    with served(work, replay=REPLAY) as desk:
        client = desk.signed_in("Officer Two")
        page = client.get(path).text
        assert "The desk was closed while this was read" in page
        for lists in (client.get(path).text for path in ("/reports", "/today")):
            assert "cut off" in lists and "is being read" not in lists
        assert client.post(f"{path}/again").status_code == 303
        assert "Koyo Weekend Cup 2026" in settled(client, path)
    assert work.rows("SELECT count(*) FROM event") == [(1,)]


def test_links_that_were_not_asked_for_are_named_and_read_later_as_of_the_day_they_came(
    work: Workplace,
) -> None:
    """What stopped the first would stop the others too: they are not passed over without a word."""
    work.done("budget", "0")
    with served(work) as desk:
        client = desk.signed_in()
        path = sends(client, f"{CUP}\n{RAPID}")
        page = settled(client, path)
        told = page.partition("What was sent in")[0]
        assert "stopped" in told and "daily-budget" in told and RAPID.partition("?")[0] in told
    work.moment += timedelta(days=2)
    with served(work, replay=REPLAY) as desk:
        client = desk.signed_in("Officer Two")
        assert path in client.get("/today").text
        assert client.post(f"{path}/again").status_code == 303
        page = settled(client, path)
        assert "Koyo Weekend Cup 2026" in page and "Tsukimi Rapid 2026" in page
    assert work.rows("SELECT DISTINCT arrived_on, day_stated FROM report") == [("2026-11-02", 0)]


def test_a_single_link_that_the_days_requests_left_is_read_again_from_its_page(work: Workplace) -> None:
    work.done("budget", "0")
    with served(work) as desk:
        client = desk.signed_in()
        path = sends(client, CUP)
        page = settled(client, path)
        assert "<strong>stopped</strong>" in page and "daily-budget" in page and f"{path}/again" in page
    with served(work, replay=REPLAY) as desk:
        client = desk.signed_in("Officer Two")
        assert path in client.get("/today").text
        assert client.post(f"{path}/again").status_code == 303
        assert "Koyo Weekend Cup 2026" in settled(client, path)
    assert work.rows("SELECT state FROM sending") == [("read",)]


def test_what_was_typed_is_sent_again_after_signing_in(replayed: Served, work: Workplace) -> None:
    client = replayed.signed_in()
    client.get("/reports")
    form = {"once": "d" * 32, "text": f"see {CUP}\n<b>&"}
    work.moment += timedelta(days=15)
    ended = client.post("/reports", form)
    assert ended.status_code == 403
    kept = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', ended.text))
    assert unescape(kept["text"]) == form["text"] and kept["once"] == form["once"]
    link = work.done("account", "reset", "Officer One").out.partition("#")[2].split()[0]
    client.get("/enter")
    client.post("/enter", {"code": link})
    answer = client.post("/reports", {name: unescape(value) for name, value in kept.items()})
    assert "Koyo Weekend Cup 2026" in settled(client, answer.headers["location"])
