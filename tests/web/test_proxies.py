"""The desk behind real proxies with TLS, each with the lines that the handbook gives for it."""

from __future__ import annotations

import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

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
