"""What is sent to the desk: too much, too little, too slow, twice, in no letters of ours. Made as a
stranger's machine would make it."""

from __future__ import annotations

import os
import resource
import select
import socket
import time
from contextlib import suppress
from typing import Any

import httpx
import pytest

from tests.web.conftest import Served, served
from tests.workplace import Workplace
from web.serve import LINES

pytestmark = pytest.mark.slow


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
    monkeypatch.setattr("web.guard.STALLS", 1.5)
    monkeypatch.setattr("web.guard.LINGERS", 0.3)
    with _half_a_form(desk) as line:
        for _ in range(4):  # who is slow is waited for
            time.sleep(0.45)
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
