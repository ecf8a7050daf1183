"""Reports: what is pasted or dropped is kept first and read while one looks on; each step as it comes."""

from __future__ import annotations

import re
import threading
import time
from datetime import datetime, timedelta
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest

from office.accounts.roles import Role
from scraper.client import Client as Site
from tests.importer.forms import filled
from tests.office.mail.shapes import TRF
from tests.web.conftest import REPLAY, Client, Opener, Served, served
from tests.workplace import Workplace
from web import works
from web.pages import questions, reports

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


@pytest.mark.parametrize("kind", ["a refused file", "a text without a link"])
@pytest.mark.parametrize(("language", "told"), [("en", "could not be read"), ("ja", "読み取れませんでした")])
def test_what_could_not_be_read_is_not_called_read(desk: Served, kind: str, language: str, told: str) -> None:
    client = desk.signed_in(language=language)
    given = {"files": {"files": ("r.xlsx", filled()[:2000])}} if kind == "a refused file" else {"text": "x"}
    page = settled(client, sends(client, **given))
    assert f"<strong>{told}</strong>" in page
    for path in ("/reports", "/"):
        shown = client.get(path).text
        assert "読み取り済み" not in shown and "</a> read <" not in shown, path
    assert told in client.get("/reports").text
    page = settled(client, sends(client, files={"files": ("whole.xlsx", filled())}))
    assert "<strong>read</strong>" in page or "<strong>読み取り済み</strong>" in page


def test_the_kind_of_an_event_that_came_as_a_file_is_not_said_to_stand_on_a_page(desk: Served) -> None:
    client = desk.signed_in(language="ja")
    settled(client, sends(client, files={"files": ("whole.xlsx", filled())}))
    page = client.get("/events/1").text
    assert "60手到達時点で75分、記載の種類はスタンダード" in page and "ページの表示" not in page


def test_of_what_is_handed_in_one_report_that_was_read_is_enough_to_be_called_read(desk: Served) -> None:
    client = desk.signed_in()
    files = [("files", ("r.xlsx", filled()[:2000])), ("files", ("whole.xlsx", filled()))]
    assert "<strong>read</strong>" in settled(client, sends(client, files=files))


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


def ends_meanwhile(work: Workplace, monkeypatch: pytest.MonkeyPatch, pages: Any, name: str) -> None:
    """What is handed in is read to its end once these pages have looked at its state, by that name."""
    looked, read, look = threading.Event(), works.read, getattr(pages, name)

    def waited(*given: Any, **more: Any) -> Any:
        assert looked.wait(30)
        return read(*given, **more)

    def late(*given: Any) -> Any:
        found = look(*given)
        looked.set()
        while work.rows("SELECT state FROM sending") != [("read",)]:
            time.sleep(0.05)
        time.sleep(0.3)
        return found

    monkeypatch.setattr(works, "read", waited)
    monkeypatch.setattr(pages, name, late)


def test_what_ends_while_its_page_is_made_is_not_told_as_cut_off(
    desk: Served, work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = desk.signed_in()
    ends_meanwhile(work, monkeypatch, reports, "outcome")
    where = sends(client, "The report will come.")
    page = client.get(where).text
    assert 'id="steps"' in page and "cut off" not in page
    assert "no-link" in settled(client, where)


@pytest.mark.parametrize(
    ("path", "pages", "name"), [("/reports", reports, "sendings"), ("/today", questions, "today")]
)
def test_what_ends_while_a_page_that_lists_it_is_made_is_not_told_as_cut_off(
    desk: Served, work: Workplace, monkeypatch: pytest.MonkeyPatch, path: str, pages: Any, name: str
) -> None:
    client = desk.signed_in()
    once = re.findall(r'name="once" value="([^"]+)"', client.get("/reports").text)[0]
    ends_meanwhile(work, monkeypatch, pages, name)
    client.post("/reports", {"once": once, "text": "The report will come."})
    page = client.get(path).text
    assert "/reports/1" in page and "cut off" not in page


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
    settled(client, sends(client, CUP, reported="２０２６-１０-１９", reporter="organizer"))
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


def test_a_report_that_cannot_be_read_waits_until_it_is_closed_with_a_reason(desk: Served) -> None:
    client = desk.signed_in()
    settled(client, sends(client, files=[("files", ("photo.png", b"\x89PNG\r\n\x1a\n\0\0"))]))
    page = client.get("/reports").text
    assert "Nothing more is to be read of it" in page and "The file is none that the office reads" in page
    assert 'href="/reports#waits"' in client.get("/").text
    assert client.post("/reports/close/1", {"reason": "a photo"}).status_code == 303
    assert "Nothing more is to be read of it" not in client.get("/reports").text
    assert client.post("/reports/close/1", {"reason": "a photo"}).status_code == 409


def test_steps_come_as_they_happen_and_the_page_goes_on_by_itself(
    replayed: Served, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    get, asked, seen = Site.get, [], threading.Event()

    def slowly(self: Site, address: str, **more: Any) -> Any:
        asked.append(address)
        if len(asked) == 4:
            assert seen.wait(60)
        return get(self, address, **more)

    monkeypatch.setattr(Site, "get", slowly)
    page = opened()
    page.goto("/reports")
    page.get_by_label("Links, or a whole mail").fill(CUP)
    page.get_by_role("button", name="Send").click()
    page.wait_for_url("**/reports/1")
    page.get_by_text(re.compile("page [2-6] of 7")).wait_for()
    seen.set()
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
        looks_on = desk.signed_in("Reader", Role.READER).get(path).text
        assert "daily-budget" in looks_on and f"{path}/again" not in looks_on
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


def test_the_steps_of_what_was_read_to_its_end_take_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """A desk is open for months, and nobody is shown them any more."""

    def read(_office: Any, number: int, *, tell: Any, **_more: Any) -> None:
        tell("E1", "{event}: taken in", {"event": "E1"})
        if number == 2:
            raise OSError("the database is gone")

    monkeypatch.setattr(works, "read", read)
    told = list[Any]()
    going = works.Works(SimpleNamespace(tell=told.append), datetime.now, None)  # type: ignore[arg-type]
    for number in (1, 2, 1):
        going.begin(number)
        for _ in range(600):
            if not going.waiting():
                break
            time.sleep(0.05)
        assert going.seen(number) is None and not going.going()
    assert [problem.code for problem in told] == ["sending-cut-off"]
