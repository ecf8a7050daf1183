"""The desk behind real proxies with TLS, each with the lines that the handbook gives for it."""

from __future__ import annotations

import shutil
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Route

from cli import serve as command
from office.accounts.roles import Role
from tests.servers import PROGRAMS, lines_for, serving
from tests.web.conftest import Client, Served, served
from tests.workplace import Workplace

NAME = "desk.federation.example"


@pytest.fixture
def behind(work: Workplace) -> Iterator[Served]:
    """The desk of an empty office that believes a proxy on this machine."""
    with served(work, names=[NAME], proxies=["127.0.0.1"]) as made:
        yield made


@pytest.fixture(scope="module")
def tls(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate for the desk's name, which is its own authority, and its key."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    folder = tmp_path_factory.mktemp("tls")
    made = folder / "certificate.pem", folder / "key.pem"
    words = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    names = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    subprocess.run(
        [*words, *names, "-keyout", made[1], "-out", made[0], "-days", "2"], check=True, capture_output=True
    )
    return made


class Named(httpx.HTTPTransport):
    """Asks this machine for the desk's name, as a browser would whom the network's names lead here."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        there = request.url.copy_with(host="127.0.0.1")
        named = {**request.extensions, "sni_hostname": NAME}
        sent = httpx.Request(
            request.method, there, headers=request.headers, stream=request.stream, extensions=named
        )
        return super().handle_request(sent)


def asking(desk: Served, port: int, certificate: Path, **headers: str) -> Client:
    address = f"https://{NAME}:{port}"
    trusted: dict[str, Any] = {"transport": Named(verify=ssl.create_default_context(cafile=certificate))}
    http = httpx.Client(base_url=address, headers=headers, timeout=30, **trusted)
    return Client(desk.stack.enter_context(http), address)


@pytest.mark.parametrize("server", PROGRAMS)
def test_through_the_lines_of_the_handbook_an_officer_comes_in_and_sends_files(
    server: str, behind: Served, tls: tuple[Path, Path], tmp_path: Path
) -> None:
    lines = lines_for(server, "desk.md").replace("http://127.0.0.1:8765", behind.address.rstrip("/"))
    lines = lines.replace("127.0.0.1:8765", behind.address.removeprefix("http://").rstrip("/"))
    with serving(server, lines, tmp_path, tls) as port:
        officer = asking(behind, port, tls[0])
        page = officer.get("/enter")
        assert page.status_code == 200 and page.headers["strict-transport-security"]
        answer = officer.post("/enter", {"code": behind.link("Reporter One", Role.REPORTER)})
        assert (answer.status_code, answer.headers["location"]) == (303, "/settings")
        assert "Secure" in answer.headers["set-cookie"] and "__Host-" in answer.headers["set-cookie"]
        page = officer.get("/reports")
        assert page.status_code == 200, page.headers
        files = {"files": ("games.trf", b"012 " + b"x" * 3_000_000)}
        answer = officer.post("/reports", {"once": "a" * 32}, files=files)
        assert answer.status_code == 303, answer.text
        elsewhere = {"origin": f"http://{NAME}:{port}"}  # the same name, but not by HTTPS
        assert (
            "not-from-here"
            in officer.post("/reports", {"once": "a" * 32}, files=files, headers=elsewhere).text
        )
        # On this machine every sender is 127.0.0.1; who says that he is another one is that, or not believed.
        forged = asking(behind, port, tls[0], **{"x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "http"})
        assert forged.get("/metrics").status_code == 403
        assert forged.get("/sign-in").headers["strict-transport-security"]


@pytest.mark.parametrize(
    ("names", "proxies", "begins"),
    [
        ([], [], "http://127.0.0.1:8765/"),
        ([NAME], [], "http://127.0.0.1:8765/"),
        ([NAME], ["127.0.0.1"], f"https://{NAME}/"),
    ],
)
def test_the_first_link_leads_to_where_people_reach_the_desk(
    work: Workplace, monkeypatch: pytest.MonkeyPatch, names: list[str], proxies: list[str], begins: str
) -> None:
    @contextmanager
    def listening(*_given: Any, **_more: Any) -> Iterator[SimpleNamespace]:
        yield SimpleNamespace(address="http://127.0.0.1:8765/", run=lambda: None)

    said: list[str] = []
    monkeypatch.setattr(command, "say", said.append)
    monkeypatch.setattr(command.signal, "signal", lambda *_given: None)
    web = SimpleNamespace(listening=listening, first_link=lambda *_given: "word")
    at = {"names": names, "proxies": proxies}
    command._open(work.folder, web, at, None)
    assert said[-1].endswith(f" {begins}enter#word")
    if proxies:
        work.done("site", work.folder.parent / "site", "--desk", f"https://{NAME}:8443")
        command._open(work.folder, web, at, None)
        assert said[-1].endswith(f" https://{NAME}:8443/enter#word")


def test_a_page_that_waits_goes_on_though_a_proxy_said_that_the_desk_is_closed(
    replayed: Served, browser: Browser
) -> None:
    """As while the desk is started again: to the browser that is an answer, after which it asks no more."""
    asked: list[str] = []

    def closed(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=502, content_type="text/html", body="<title>502</title>")

    context = browser.new_context(base_url=replayed.address, locale="en-GB")
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.add_init_script(
        "const real = setTimeout; window.setTimeout = (what, after) => real(what, after / 20)"
    )
    page.goto(f"/enter#{replayed.link('Head', Role.ADMINISTRATOR)}")
    page.wait_for_url("**/settings")
    page.route("**/live", closed, times=1)
    page.route("**/health", closed, times=1)
    loaded: list[str] = []
    page.on("load", lambda one: loaded.append(one.url))
    page.goto("/office")
    page.get_by_role("button", name="Examine").first.click()
    page.wait_for_url("**/tasks/1")
    for _ in range(1200):
        if sum(url.endswith("/tasks/1") for url in loaded) > 1:
            break
        page.wait_for_timeout(50)
    else:
        raise AssertionError(loaded)
    assert [url.rpartition("/")[2] for url in asked] == ["live", "health"]
    page.get_by_text("The office is sound").wait_for()
    context.close()
