"""Offices for a benchmark, and a desk that is open: a real server on a free port, and somebody who is in."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx

from benchmarks.federation import JAPANESE, Federation, noon, place_in
from benchmarks.timing import command
from cli.session import open_office
from office.accounts.people import add, link
from office.accounts.programs import admit
from office.accounts.roles import Role
from office.database.engine import look, sqlite, transaction
from office.lists.chain import newest, next_list
from office.opened import Office
from office.tables import SettingRow
from tests.web.conftest import Client
from web.serve import listening

UNBRAKED = "api_questions = 1000000000\napi_reports = 1000000000\n"
"""What is measured is the desk, not its brake."""
LISTS = 60
"""Of an office after five years."""


@dataclass(frozen=True, slots=True)
class Open:
    """A desk that answers at `address`."""

    office: Office
    address: str

    def token(self, name: str) -> str:
        """The token of a program that somebody new has."""
        now = datetime.now(UTC)
        with transaction(self.office.engine) as session:
            row = add(session, name, Role.REPORTER, who="benchmark", now=now)
            return admit(session, row.id or 0, "benchmark", who="benchmark", now=now)


def signed_in(office: Office, address: str, name: str, role: Role, now: datetime) -> httpx.Client:
    """A browser in which somebody new is in, at a desk that is open at `address`."""
    client = httpx.Client(base_url=address, timeout=60, headers={"accept-language": "en"})
    browser = Client(client, address)
    browser.get("/enter")
    answer = browser.post("/enter", {"code": code_of(office, name, role, now)})
    if answer.status_code != 303:
        raise SystemExit(f"{name} does not come in: {answer.status_code}")
    return client


def code_of(office: Office, name: str, role: Role, now: datetime) -> str:
    """The code by which somebody new comes in."""
    with transaction(office.engine) as session:
        row = add(session, name, role, who="benchmark", now=now)
        return link(session, row, now=now)


def over(folder: Path) -> datetime:
    """A moment, now or later, at which the period of an office's next list is over."""
    with look(open_office(folder).engine) as session:
        return max(datetime.now(UTC), noon(next_list(newest(session, None).list_date)))


def changed(office: Office, number: int) -> None:
    """Something is stored, which makes what was worked out old."""
    with transaction(office.engine) as session:
        row = session.get(SettingRow, "benchmark") or SettingRow(name="benchmark", value="")
        row.value = str(number)
        session.add(row)


def demo(folder: Path, *, to_decide: bool = False) -> Path:
    """The demonstration's office with its published list, or as it is before its first answer (`to_decide`);
    made in a process of its own."""
    words = (
        "import sys, functools, pathlib; from cli.demo.run import run_demo; from cli.main import app;"
        f"run_demo(pathlib.Path(sys.argv[1]), functools.partial(app, standalone_mode=False), {to_decide=})"
    )
    command([sys.executable, "-c", words, str(folder / "demo")])
    return folder / "demo"


def large(folder: Path, members: int) -> Path:
    """An office as it stands after five years, with so many members and 60 lists."""
    engine = sqlite(place_in(folder))
    federation = Federation(JAPANESE, members)
    federation.founded(engine)
    for number in range(1, LISTS):
        federation.next_list(engine, members // 12)
        sys.stderr.write(f"\rlist {number + 1} of {LISTS}")
    sys.stderr.write("\n")
    engine.dispose()
    return folder


@contextmanager
def opened(folder: Path, *, organizers: bool = True, **more: Any) -> Iterator[Open]:
    """Within the block the desk of this office answers, in a thread of this process; `more`: as
    `web.serve.listening` takes it."""
    office = open_office(folder)
    office.place.settings.write_text(UNBRAKED, "utf-8")
    with listening(office, host="127.0.0.1", port=0, organizers=organizers, **more) as desk:
        thread = threading.Thread(target=desk.run, daemon=True)
        thread.start()
        try:
            yield Open(office, desk.address)
        finally:
            desk.stop()
            thread.join(20)
