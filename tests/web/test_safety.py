"""One attack for each rule of safety. Each is made as a stranger's page, program or machine would make it."""

from __future__ import annotations

import os
import resource
import select
import socket
import sqlite3
import time
from contextlib import suppress
from typing import Any

import httpx
import psycopg
import pytest
from playwright.sync_api import Browser

from cli.session import open_office
from office.accounts.people import add
from office.accounts.roles import Role
from office.database.engine import transaction
from office.errors import OfficeError
from tests.web.conftest import PASSWORD, Opener, Served, served
from tests.workplace import Workplace
from web.serve import LINES, listening


def test_a_session_cookie_cannot_be_read_by_a_script_nor_sent_along_by_another_site(desk: Served) -> None:
    client = desk.client()
    client.get("/enter")
    answer = client.post("/enter", {"code": desk.link("Officer One")})
    (told,) = [c for c in answer.headers.get_list("set-cookie") if c.startswith(f"{desk.cookie}=")]
    assert "HttpOnly" in told and "SameSite=lax" in told and "Path=/" in told


def test_behind_a_proxy_that_is_named_cookies_go_by_https_alone(work: Workplace) -> None:
    with served(work, names=["desk.example"], proxies=["127.0.0.1"]) as desk:
        headers = {"host": "desk.example", "x-forwarded-proto": "https"}
        client = desk.client()
        client.get("/enter", headers=headers)
        (cookie,) = client.http.cookies.jar
        assert cookie.name == "__Host-banzuke-form" and cookie.secure
        answer = client.get("/sign-in", headers=headers)
        assert answer.headers["strict-transport-security"] == "max-age=31536000"


def test_a_machine_that_is_no_named_proxy_is_not_believed(desk: Served) -> None:
    headers = {"x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.1"}
    answer = desk.client().get("/sign-in", headers=headers)
    assert "strict-transport-security" not in answer.headers
    assert "__Host-" not in answer.headers["set-cookie"]


@pytest.mark.parametrize("proxy", ["*", "proxy.example", ""])
def test_nobody_is_believed_who_is_not_named_by_his_number(work: Workplace, proxy: str) -> None:
    at = {"host": "127.0.0.1", "port": 0, "proxies": [proxy]}
    with pytest.raises(OfficeError) as refused, listening(open_office(work.folder), **at):
        pass
    assert refused.value.problems[0].code == "proxy-unnamed"


@pytest.mark.parametrize(
    "name", ["https://desk.example", "desk.example/", "desk_.example", "9" * 300, "", "*"]
)
def test_the_desk_is_reached_under_the_name_of_a_host(work: Workplace, name: str) -> None:
    at = {"host": "127.0.0.1", "port": 0, "names": [name]}
    with pytest.raises(OfficeError) as refused, listening(open_office(work.folder), **at):
        pass
    assert refused.value.problems[0].code == "host-unnamed"


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"origin": "https://evil.example"}, "not-from-here"),
        ({"origin": "null"}, "not-from-here"),
        ({"origin": "http://127.0.0.1:1"}, "not-from-here"),
    ],
)
def test_another_sites_page_changes_nothing(desk: Served, headers: dict[str, str], code: str) -> None:
    client = desk.signed_in()
    answer = client.post("/settings/password", {"new": PASSWORD, "again": PASSWORD}, headers=headers)
    assert answer.status_code == 403 and code in answer.text
    assert desk.work.rows("SELECT password FROM account") == [(None,)]


def test_a_page_that_does_not_say_where_it_is_from_changes_nothing(desk: Served) -> None:
    client = desk.signed_in()
    answer = client.http.post("/settings/language", data={"token": client.token, "language": "ja"})
    assert answer.status_code == 403 and "not-from-here" in answer.text


@pytest.mark.parametrize("token", ["", "0" * 64, "é"])
def test_a_form_without_the_token_of_this_browser_changes_nothing(desk: Served, token: str) -> None:
    client = desk.signed_in()
    answer = client.post("/settings/language", {"token": token, "language": "ja"})
    assert answer.status_code == 403 and "form-out-of-date" in answer.text
    assert desk.work.rows("SELECT language FROM account") == [(None,)]


def test_the_token_of_another_browser_is_none(desk: Served) -> None:
    client, other = desk.signed_in(), desk.signed_in("Officer Two")
    assert client.token != other.token
    assert client.post("/sign-out", {"token": other.token}).status_code == 403


def test_nothing_is_done_in_the_name_of_who_came_in_at_this_browser_since(desk: Served) -> None:
    """The page has another's name on it; what he answers there would be a decision of who is signed in."""
    one = desk.signed_in()
    shown = one.token
    one.get("/enter")
    assert one.post("/enter", {"code": desk.link("Officer Two")}).status_code == 303
    points = {"points": "300", "reason": "so it is"}
    refused = one.post("/settings/rules/rating-gap", {**points, "token": shown})
    assert refused.status_code == 403 and "form-out-of-date" in refused.text
    assert desk.work.rows("SELECT count(*) FROM ruling") == [(0,)]
    one.get("/settings/rules")
    assert one.post("/settings/rules/rating-gap", points).status_code == 303
    assert desk.work.rows("SELECT who FROM ruling") == [("Officer Two",)]


def test_nothing_is_changed_by_looking(desk: Served) -> None:
    client = desk.signed_in()
    for path in ("/sign-out", "/settings/password", "/settings/accounts/close"):
        assert client.get(path).status_code == 405
    assert client.get("/settings").status_code == 200


def test_every_answer_forbids_inline_scripts_frames_and_keeping(desk: Served) -> None:
    client = desk.signed_in()
    for path, status in (("/", 200), ("/settings", 200), ("/nowhere", 404), ("/sign-out", 405)):
        answer = client.get(path)
        assert answer.status_code == status
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "server" not in answer.headers
        assert "style=" not in answer.text and "onclick" not in answer.text
    assert "immutable" in client.get("/static/desk.css").headers["cache-control"]


def test_a_name_full_of_markup_is_only_shown(desk: Served, opened: Opener) -> None:
    page = opened("<img src=x onerror=document.title='taken'><script>document.title='taken'</script>")
    page.goto("/settings")
    assert page.title().startswith("Settings")
    assert page.locator("header :not(.site > a) > img").count() == 0
    assert "<img src=x" in page.locator("header .me span").inner_text()


def test_a_link_of_another_site_leaves_the_forms_of_open_pages_as_they_are(
    desk: Served, opened: Opener
) -> None:
    """A webmail is such a site; the form of another tab was refused after it."""
    page = opened()
    page.get_by_label("The pages are in").select_option("ja")
    mails = page.context.new_page()
    link = f'<a href="{desk.address}settings">The desk</a>'
    mails.route("http://mail.example/", lambda route: route.fulfill(body=link, content_type="text/html"))
    mails.goto("http://mail.example/")
    mails.get_by_role("link").click()
    mails.get_by_role("heading", name="Settings").wait_for()
    page.get_by_role("button", name="Set", exact=True).first.click()
    page.get_by_role("heading", name="設定").wait_for()


def test_an_inline_script_that_got_into_a_page_does_not_run(desk: Served, browser: Browser) -> None:
    """What the policy is for: were something ever shown unescaped, the browser would not run it."""
    page = browser.new_context().new_page()
    page.goto(f"{desk.address}sign-in")
    page.evaluate("""() => {
      const s = document.createElement('script');
      s.textContent = 'document.documentElement.dataset.taken = 1';
      document.body.append(s);
    }""")
    assert page.evaluate("document.documentElement.dataset.taken") is None
    page.context.close()


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "evil.example:80", "", "[::1"])
def test_a_name_that_was_bent_to_this_machine_is_not_answered(desk: Served, host: str) -> None:
    answer = httpx.get(f"{desk.address}sign-in", headers={"host": host})
    assert answer.status_code == 400
    assert "Sign in" not in answer.text


def test_more_than_a_form_is_not_taken(desk: Served) -> None:
    client = desk.client("ja")
    client.get("/sign-in")
    refused = client.post("/sign-in", {"name": "x" * 1_000_001})
    assert refused.status_code == 413 and refused.headers["connection"] == "close"
    assert "too-much-sent" in refused.text and "一度に1MBまで" in refused.text
    assert '<link rel="icon" href="/static/icon.svg?' in refused.text  # else a browser asks for /favicon.ico

    def endless() -> Any:
        yield b"name="
        for _ in range(300):
            yield b"x" * 10_000

    headers = {
        "origin": client.address.rstrip("/"),
        "content-type": "application/x-www-form-urlencoded",
        "x-form-token": client.token,
    }
    try:
        status = client.http.post("/sign-in", content=endless(), headers=headers).status_code
    except (httpx.WriteError, httpx.RemoteProtocolError):
        status = 413  # it hung up before all was sent
    assert status == 413


def test_what_is_too_much_is_answered_and_its_line_closed_when_no_more_comes(desk: Served) -> None:
    """Else a proxy, which sends on, tells an error of its own."""
    with _half_a_form(desk, 3_000_000) as line:
        assert line.recv(100).startswith(b"HTTP/1.1 413 ")
        for _ in range(20):
            line.sendall(b"x" * 100_000)
            time.sleep(0.01)
        line.shutdown(socket.SHUT_WR)
        while line.recv(10_000):
            pass


def test_more_files_or_text_than_a_form_has_is_told_as_that(desk: Served) -> None:
    client = desk.signed_in()
    client.get("/reports")
    files = [("files", (f"page-{n}.html", b"x")) for n in range(51)]
    for sent in ({"files": files}, {"data": {"text": "x" * 1_000_001}, "files": files[:1]}):
        answer = client.post("/reports", **sent)
        assert answer.status_code == 413
        assert "at most 50 files" in answer.text and "send it in parts" in answer.text


def _half_a_form(desk: Served, size: int = 500, more: str = "") -> socket.socket:
    """A line to the desk on which a form is sent, and not to its end."""
    host, port = desk.address.removeprefix("http://").rstrip("/").split(":")
    line = socket.create_connection((host, int(port)), timeout=20)
    kind = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {size}\r\n"
    kind += f"Accept-Language: ja\r\n{more}"
    head = f"POST /sign-in HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {desk.address[:-1]}\r\n{kind}\r\n"
    line.sendall(f"{head}name=".encode())
    return line


def test_who_goes_away_while_he_sends_leaves_no_report_of_a_fault(desk: Served) -> None:
    """Else whoever may not even come in fills the office's folder."""
    _half_a_form(desk).close()
    counted = 'banzuke_answers_total{method="POST",route="/sign-in",status="400"} 1.0'
    for _ in range(200):
        if "/sign-in" in (told := desk.client().get("/metrics").text):
            break
        time.sleep(0.05)
    assert counted in told
    assert list(desk.work.folder.glob("fault-*")) == []


def test_who_sends_half_a_form_and_then_nothing_holds_no_line(
    desk: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.guard.STALLS", 0.3)
    monkeypatch.setattr("web.guard.LINGERS", 0.3)
    with _half_a_form(desk) as line:
        for _ in range(4):  # who is slow is waited for
            time.sleep(0.15)
            line.sendall(b"x")
        told = b"".join(iter(lambda: line.recv(1000), b""))  # to the end of the line
    head, _blank, page = told.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ") and b"\r\nconnection: close" in head
    assert b'<html lang="ja"' in page and b"not-sent-whole" in page and "送信".encode() in page


def test_what_says_twice_how_long_it_is_is_told_so_by_a_page(
    desk: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.guard.LINGERS", 0.3)
    with _half_a_form(desk, more="Transfer-Encoding: chunked\r\n") as line:
        told = b"".join(iter(lambda: line.recv(1000), b""))
    assert told.startswith(b"HTTP/1.1 400 ") and "長さの指定が二通りある".encode() in told


def test_who_sends_a_form_sign_by_sign_without_end_is_left(
    desk: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.guard.WHOLE", 0.5)
    monkeypatch.setattr("web.guard.LINGERS", 0.3)
    with _half_a_form(desk) as line, suppress(OSError):
        for _ in range(100):
            line.sendall(b"x")
            time.sleep(0.05)
            if select.select([line], [], [], 0)[0]:
                break
        told = b"".join(iter(lambda: line.recv(1000), b""))
    assert told.startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    "begun", [b"", b"GET / HTTP/1.1\r\nHost: ", b"GET /health HTTP/1.1\r\nHost: HERE\r\n\r\nGET"]
)
def test_a_line_on_which_no_question_comes_to_the_end_of_its_fields_is_closed(
    desk: Served, monkeypatch: pytest.MonkeyPatch, begun: bytes
) -> None:
    monkeypatch.setattr("web.lines.BEGUN", 0.5)
    host, port = desk.address.removeprefix("http://").rstrip("/").split(":")
    with socket.create_connection((host, int(port)), timeout=20) as line:
        line.sendall(begun.replace(b"HERE", f"{host}:{port}".encode()))
        ended, until = False, time.monotonic() + 10
        while not ended and time.monotonic() < until:
            with suppress(OSError):  # closed already
                line.sendall(b"x" if begun else b"")
            if select.select([line], [], [], 0.1)[0]:
                with suppress(ConnectionError):
                    ended = not line.recv(10_000)
                    continue
                ended = True
        assert ended


def test_what_says_twice_how_long_it_is_is_not_taken(desk: Served) -> None:
    host, port = desk.address.removeprefix("http://").rstrip("/").split(":")
    fields = "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n"
    with socket.create_connection((host, int(port)), timeout=20) as line:
        line.sendall(f"POST /sign-in HTTP/1.1\r\nHost: {host}:{port}\r\n{fields}\r\n0\r\n\r\n".encode())
        told = b"".join(iter(lambda: line.recv(1000), b""))  # to the end of the line
    assert told.startswith(b"HTTP/1.1 400 ") and told.count(b"HTTP/1.1 ") == 1


def test_a_page_that_takes_no_such_method_says_which_it_takes(desk: Served) -> None:
    for method, path, allowed in (("OPTIONS", "/sign-in", "GET, HEAD, POST"), ("PUT", "/", "GET, HEAD")):
        answer = httpx.request(method, f"{desk.address[:-1]}{path}")
        assert (answer.status_code, answer.headers.get("allow")) == (405, allowed)


def test_a_desk_asks_the_system_for_as_many_lines_as_it_may_have(work: Workplace) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    few = max(map(int, os.listdir("/proc/self/fd"))) + 100
    resource.setrlimit(resource.RLIMIT_NOFILE, (few, hard))
    try:
        with served(work):
            most = LINES if hard == resource.RLIM_INFINITY else min(LINES, hard)
            assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == most
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_desk_that_is_closed_while_somebody_sends_shows_no_traceback(
    work: Workplace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("web.serve.GRACE", 1)
    with served(work) as desk:
        line = _half_a_form(desk)
        desk.client().get("/sign-in")
    line.close()
    said = capsys.readouterr().err
    assert "graceful shutdown exceeded" in said and "Traceback" not in said
    assert list(work.folder.glob("fault-*")) == []


def test_an_endless_address_and_endless_fields_are_not_taken(desk: Served) -> None:
    client = desk.client("ja")
    refused = client.get(f"/sign-in?next=/{'x' * 3000}")
    assert refused.status_code == 414 and "2000バイトまで" in refused.text
    client.get("/sign-in")
    fields = {f"f{n}": "x" for n in range(3000)}
    assert client.post("/sign-in", fields).status_code == 413


def test_what_no_database_stores_as_text_is_refused_wherever_it_stands(work: Workplace) -> None:
    with served(work, organizers=True) as desk:
        stranger, officer = desk.client(), desk.signed_in()
        for path, field in (("/organizers", "text"), ("/organizers", "name"), ("/doubt/send", "wrong")):
            stranger.get(path.removesuffix("/send"))
            answer = stranger.post(path, {"code": "x" * 43, "do": "check", "text": "x", field: "a\0b"})
            assert answer.status_code == 422 and "form-unreadable" in answer.text and "NUL" in answer.text
        named = {"files": [("files", ("a%00.trf", b"x"))]}
        assert officer.post("/reports", {"once": "x" * 32}, **named).status_code == 303  # as it is written
        for path in ("/members?q=%00", "/members/a%00", "/sign-in?next=/%00"):
            assert officer.get(path).status_code == 404
    assert work.rows("SELECT kind, text FROM sending") == [("given", "")]  # what the officer sent


@pytest.mark.parametrize("letters", ["punycode", "undefined", "utf-8; charset*=us-ascii''punycode"])
def test_no_letters_are_read_but_those_of_our_pages(desk: Served, letters: str) -> None:
    """There are some for which a form of a megabyte takes minutes, while nobody else is answered."""
    client = desk.client()
    client.get("/sign-in")
    kind = f"multipart/form-data; boundary=between; charset={letters}"
    part = b"--between\r\nContent-Disposition: form-data; name=a\r\n\r\n"
    body = part + b"a" * 300_000 + b"\r\n--between--"
    headers = {"origin": client.address[:-1], "x-form-token": client.token, "content-type": kind}
    began = time.monotonic()
    answer = client.http.post("/sign-in", content=body, headers=headers)
    assert answer.status_code == 400 and "form-unreadable" in answer.text
    assert time.monotonic() - began < 5
    assert list(desk.work.folder.glob("fault-*")) == []
    plain = kind.replace(letters, '"UTF-8"')
    answer = client.http.post("/sign-in", content=body, headers=headers | {"content-type": plain})
    assert answer.status_code == 403 and "sign-in-refused" in answer.text


def test_fields_that_are_nothing_are_counted_and_a_form_without_files_is_a_small_one(work: Workplace) -> None:
    with served(work, organizers=True) as desk:
        client = desk.client()
        client.get("/organizers")
        headers = {"origin": client.address[:-1], "x-form-token": client.token}
        headers["content-type"] = "application/x-www-form-urlencoded"
        for body in (b"&" * 900_000, b"text=" + b"x" * 5_000_000):
            answer = client.http.post("/organizers", content=body, headers=headers)
            assert answer.status_code == 413 and "too-much-sent" in answer.text


@pytest.mark.parametrize("number", ["99999999999999999999", "9" * 1500])
def test_a_number_that_no_table_has_is_no_page(desk: Served, number: str) -> None:
    client = desk.signed_in()
    for path in ("/questions/{}", "/reports/{}", "/reports/{}/live", "/events/{}"):
        assert client.get(path.format(number)).status_code == 404, path
    for path in ("/settings/sessions/{}/end", "/reports/{}/again", "/reports/{}/dealt-with"):
        assert client.post(path.format(number)).status_code == 404, path
    for decision in ("²", number):
        answer = client.post("/questions", {"choice": "--no-member", "mark": "1:x", "decision": decision})
        assert answer.status_code == 404 and "no-such-problem" in answer.text


@pytest.mark.parametrize("next_", ["//evil.example", "https://evil.example/", "/\\evil.example", "\t//evil"])
def test_nobody_is_sent_elsewhere_from_the_way_in(desk: Served, next_: str) -> None:
    client = desk.signed_in()
    answer = client.get("/sign-in", params={"next": next_})
    assert answer.status_code == 303 and answer.headers["location"] == "/"


def test_no_secret_is_stored_or_stands_in_an_address(desk: Served, browser: Browser) -> None:
    """The link's secret is behind #, which no browser sends: neither server nor proxy nor history has it."""
    code = desk.link("Officer One")
    page = browser.new_context().new_page()
    asked: list[str] = []
    page.on("request", lambda r: asked.append(r.url))
    page.goto(f"{desk.address}enter#{code}")
    page.wait_for_url("**/settings")
    sent = [a.partition("#")[0] for a in asked]
    assert sent and not [a for a in sent if code in a]
    page.go_back()
    assert code not in page.url
    cookies = {c["name"]: c["value"] for c in page.context.cookies()}
    page.context.close()
    stored = repr(desk.work.dump())
    for secret in (code, *cookies.values()):
        assert secret and secret not in stored


def test_passwords_are_kept_as_argon2_hashes(desk: Served) -> None:
    client = desk.signed_in()
    client.post("/settings/password", {"new": PASSWORD, "again": PASSWORD})
    ((kept,),) = desk.work.rows("SELECT password FROM account")
    assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=4$") and PASSWORD not in repr(desk.work.dump())


def test_it_listens_on_this_machine_alone_unless_told(desk: Served) -> None:
    host, port = desk.address.removeprefix("http://").rstrip("/").split(":")
    assert host == "127.0.0.1"
    own = socket.gethostbyname(socket.gethostname())
    if own.startswith("127."):
        pytest.skip("this machine has no other address")
    with pytest.raises(OSError), socket.create_connection((own, int(port)), timeout=2):
        pass


def test_an_officer_of_a_desk_that_others_reach_has_to_take_an_authenticator(work: Workplace) -> None:
    with served(work, names=["desk.example"]) as desk:
        client = desk.signed_in()
        assert client.get("/today").headers["location"] == "/settings"
        assert client.post("/settings/second").status_code == 200
        closed = ("journal", "jobs", "jobs/poll", "notices", "rules", "decisions", "programs")
        for path in (f"/settings/{name}" for name in closed):
            assert client.get(path).headers.get("location") == "/settings", path
        for path in ("/settings/accounts", "/settings/jobs/poll", "/settings/programs"):
            assert "second-factor" in client.post(path, {"name": "x", "role": "reader", "do": "on"}).text, (
                path
            )
        assert desk.signed_in("Reader", Role.READER).get("/today").status_code == 200


def test_what_nobody_foresaw_is_a_page_with_a_report(desk: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    client = desk.signed_in()

    def breaks(*_: object) -> None:
        raise ZeroDivisionError("a secret of the program")

    monkeypatch.setattr("web.pages.questions.today", breaks)
    answer = client.get("/today")
    assert answer.status_code == 500
    assert "unforeseen" in answer.text and "Traceback" not in answer.text
    assert "a secret of the program" not in answer.text
    (report,) = desk.work.folder.glob("fault-*.txt")
    assert "banzuke serve GET today" in report.read_text("utf-8")
    assert str(desk.work.folder) in answer.text


def test_what_the_database_cannot_do_is_no_fault_of_who_asks(
    desk: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same question can be answered later (503), and a program may ask it again (RFC 9110, 15.6.4)."""
    raised: list[Exception] = [
        psycopg.errors.DiskFull("could not extend file: No space left on device"),
        psycopg.errors.ReadOnlySqlTransaction("cannot execute INSERT in a read-only transaction"),
        psycopg.errors.DataCorrupted("invalid page in block 3"),
        psycopg.errors.LockNotAvailable("could not obtain lock"),
        psycopg.OperationalError("connection refused"),
        sqlite3.OperationalError("database or disk is full"),
        sqlite3.OperationalError("attempt to write a readonly database"),
        sqlite3.DatabaseError("database disk image is malformed"),
    ]

    def breaks(*_: object) -> None:
        raise raised[0]

    client = desk.signed_in()
    monkeypatch.setattr("web.pages.questions.today", breaks)
    monkeypatch.setattr("web.api.asked._refuse_off", breaks)
    while raised:
        told = {path: client.get(path).status_code for path in ("/today", "/api/v1/lists")}
        assert told == {"/today": 503, "/api/v1/lists": 503}, raised.pop(0)
        raised.pop(0)


def test_strangers_are_not_told_where_the_office_lies(
    work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor on which machine its database is: whoever asks from this machine, and an officer, is told."""
    server = 'connection to server at "10.1.2.3", port 5432 failed: FATAL: no such role "kyoku"'
    raised: list[Exception] = [
        ZeroDivisionError("x"),
        PermissionError(13, "Permission denied", str(work.folder / "archive" / "a.xz")),
        psycopg.OperationalError(server),
    ]

    def breaks(*_: object) -> None:
        raise raised[0]

    elsewhere = {"x-forwarded-for": "192.0.2.1"}
    with served(work, organizers=True) as desk:
        officer, stranger = desk.signed_in(), desk.client()
        monkeypatch.setattr("web.pages.organizers._refuse_unless_open", breaks)
        monkeypatch.setattr("web.api.asked._refuse_off", breaks)
        for _ in "123":
            for path in ("/organizers", "/api/v1/lists"):
                told = stranger.get(path, headers=elsewhere)
                assert told.status_code >= 500 or "file-trouble" in told.text
                for secret in (str(work.folder), "10.1.2.3", "kyoku"):
                    assert secret not in told.text, path
            whole = officer.get("/organizers", headers=elsewhere).text, stranger.get("/organizers").text
            for text in whole:
                assert str(work.folder) in text or "10.1.2.3" in text
            raised.pop(0)
        monkeypatch.setenv("BANZUKE_METRICS_TOKEN_FILE", str(work.folder / "nowhere"))
        assert str(work.folder) not in stranger.get("/metrics", headers=elsewhere).text


def test_an_account_is_of_the_office_not_of_the_list(work: Workplace) -> None:
    """No account, session or attempt changes what is published; that there is one is in the journal alone."""
    before = work.dump("account", "journal")
    with transaction(work.engine()) as session:
        add(session, "Somebody", Role.READER, who="a test", now=work.moment)
    assert work.dump("account", "journal") == before


def test_an_administrator_without_an_authenticator_sees_his_own_settings_alone(work: Workplace) -> None:
    with served(work, names=["desk.example"]) as desk:
        desk.link("Officer Two")
        page = desk.signed_in("Administrator", Role.ADMINISTRATOR).get("/settings").text
        assert "Set up an authenticator" in page
        assert "Officer Two" not in page and "/settings/accounts" not in page and "/office" not in page


@pytest.mark.parametrize(("method", "status"), [("GET", 404), ("POST", 405)])
def test_what_is_no_page_is_told_on_one_in_the_persons_own_language(
    desk: Served, method: str, status: int
) -> None:
    client = desk.signed_in()
    client.post("/settings/language", {"language": "ja"})
    answer = client.get("/nowhere") if method == "GET" else client.post("/lists")
    assert answer.status_code == status
    assert '<html lang="ja">' in answer.text and 'href="/members"' in answer.text
    assert "Officer One" in answer.text and 'href="/"' in answer.text
    stranger = desk.client("ja").get("/nowhere")
    assert stranger.status_code == 404 and 'href="/sign-in"' in stranger.text
