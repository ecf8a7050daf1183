"""A desk that is open for a benchmark: a real server on a free port, and somebody of each role who is in."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import httpx

from cli.session import open_office
from office.accounts.people import add, link
from office.accounts.programs import admit
from office.accounts.roles import Role
from office.accounts.sessions import LINK
from office.database.engine import transaction
from office.opened import Office
from web.serve import listening

UNBRAKED = "api_questions = 1000000000\napi_reports = 1000000000\n"
"""What is measured is the desk, not its brake."""
FORM_TOKEN = re.compile(r'name="token" value="([0-9a-f]{64})"')


@dataclass(frozen=True, slots=True)
class Open:
    """A desk that answers at `address`."""

    office: Office
    address: str

    def signed_in(self, name: str, role: Role = Role.OFFICER) -> httpx.Client:
        """A browser in which somebody is in."""
        return signed_in(self.office, self.address, name, role)

    def token(self, name: str) -> str:
        """The token of a program that somebody new has."""
        now = datetime.now(UTC)
        with transaction(self.office.engine) as session:
            row = add(session, name, Role.REPORTER, who="benchmark", now=now)
            return admit(session, row.id or 0, "benchmark", who="benchmark", now=now)


def signed_in(office: Office, address: str, name: str, role: Role) -> httpx.Client:
    """A browser in which somebody new is in, at a desk that is open at `address`."""
    now = datetime.now(UTC)
    with transaction(office.engine) as session:
        row = add(session, name, role, who="benchmark", now=now)
        code = link(session, row, now=now, ends_at=now + LINK)
    client = httpx.Client(base_url=address, timeout=60, headers={"accept-language": "en"})
    token = FORM_TOKEN.findall(client.get("/enter").text)[0]
    sent = {"token": token, "code": code}
    answer = client.post("/enter", data=sent, headers={"origin": address.rstrip("/")})
    if answer.status_code != 303:
        raise SystemExit(f"{name} does not come in: {answer.status_code}")
    return client


def demo(folder: Path) -> Path:
    """The demonstration's office with its published list, made in a process of its own."""
    words = [sys.executable, "-m", "cli.main", "demo", "--to", str(folder / "demo")]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return folder / "demo"


def undecided(folder: Path) -> Path:
    """The same before its first answer: its questions are open."""
    words = (
        "import sys, functools, pathlib; from cli.demo.run import run_demo; from cli.main import app;"
        "run_demo(pathlib.Path(sys.argv[1]), functools.partial(app, standalone_mode=False), to_decide=True)"
    )
    made = [sys.executable, "-c", words, str(folder / "demo")]
    subprocess.run(made, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return folder / "demo"


@contextmanager
def opened(folder: Path, replay: Path | None = None) -> Iterator[Open]:
    """Within the block the desk of this office answers, in a thread of this process."""
    office = open_office(folder)
    office.place.settings.write_text(UNBRAKED, "utf-8")
    with listening(office, host="127.0.0.1", port=0, organizers=True, replay=replay) as desk:
        thread = threading.Thread(target=desk.run, daemon=True)
        thread.start()
        try:
            yield Open(office, desk.address)
        finally:
            desk.stop()
            thread.join(20)
