"""A desk of an office of its own: a real server on a free port, asked by httpx and by a real browser."""

from __future__ import annotations

import json
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from argon2 import PasswordHasher
from argon2.profiles import CHEAPEST
from fastapi import FastAPI
from playwright.sync_api import Browser, ConsoleMessage, Page
from starlette.datastructures import State

from cli.demo.run import run_demo
from cli.main import app
from cli.session import open_office
from office.accounts import passwords
from office.accounts.people import add, link
from office.accounts.roles import Role
from office.database.engine import transaction
from office.opened import Office
from office.place import Place
from tests import on_postgresql
from tests.begun import QUICK
from tests.workplace import Workplace
from web import serve
from web.serve import listening
from web.tasks.queue import Tasks

TOKEN = re.compile(r'name="token" value="([0-9a-f]{64})"')
REPLAY = Path(__file__).resolve().parents[2] / "cassettes" / "autumn-2026"
PASSWORD = "four words of nobody"


@dataclass
class Client:
    """A browser without pictures: it keeps cookies, and sends forms as a page of the desk does."""

    http: httpx.Client
    address: str
    token: str = ""

    def get(self, path: str, **more: Any) -> httpx.Response:
        """A page; the token of its forms is remembered."""
        answer = self.http.get(path, **more)
        found = TOKEN.search(answer.text)
        self.token = found[1] if found else self.token
        return answer

    def post(self, path: str, data: dict[str, Any] | None = None, **more: Any) -> httpx.Response:
        """A form sent from a page of the desk."""
        headers = {"origin": self.address.rstrip("/"), **more.pop("headers", {})}
        return self.http.post(path, data={"token": self.token, **(data or {})}, headers=headers, **more)


@dataclass
class Served:
    """An office with its desk open. `said`: what stands behind the # of links, by whom they are for."""

    work: Workplace
    address: str
    stack: ExitStack
    office: Office
    tasks: Tasks
    problems: list[str] = field(default_factory=list)

    @property
    def cookie(self) -> str:
        """What the cookie of a session is called: browsers tell hosts apart, not ports."""
        return f"banzuke-{httpx.URL(self.address).port}"

    def link(self, name: str, role: Role = Role.OFFICER) -> str:
        """A new account, and what stands in the link for its owner."""
        with transaction(self.work.engine()) as session:
            row = add(session, name, role, who="a test", now=self.work.moment)
            return link(session, row, now=self.work.moment)

    def client(self, language: str = "en", **more: Any) -> Client:
        """Somebody who is not signed in."""
        headers = {"accept-language": language}
        # The desk speaks plain HTTP: a client need not read the machine's certificates.
        http = httpx.Client(base_url=self.address, headers=headers, timeout=30, verify=False, **more)
        return Client(self.stack.enter_context(http), self.address)

    def signed_in(self, name: str = "Officer One", role: Role = Role.OFFICER, language: str = "en") -> Client:
        """Somebody who came in by his link."""
        made = self.client(language)
        made.get("/enter")
        answer = made.post("/enter", {"code": self.link(name, role)})
        assert answer.status_code == 303, answer.text
        made.get("/settings")
        return made


@cache
def _answering() -> FastAPI:
    return _real_answering()


_real_answering = serve.answering


def answering() -> FastAPI:
    """What every desk answers, put together once: that takes longer than most requests."""
    made = copy(_answering())
    made.state, made.user_middleware = State(), []
    return made


@contextmanager
def served(work: Workplace, **more: Any) -> Iterator[Served]:
    """The desk of an office, answering in a thread of its own; its tasks need not load the program."""
    with ExitStack() as stack, pytest.MonkeyPatch.context() as patch:
        patch.setattr("web.tasks.queue.subprocess", QUICK)
        patch.setattr(serve, "answering", answering)
        stack.enter_context(on_postgresql.at_once(work.place))
        office = open_office(work.folder)
        at = {"host": "127.0.0.1", "port": 0, "clock": lambda: work.moment, **more}
        desk = stack.enter_context(listening(office, **at))
        inside = desk.server.config.app.state.desk  # type: ignore[union-attr]
        thread = threading.Thread(target=desk.run, daemon=True)
        thread.start()
        try:
            yield Served(work, desk.address, stack, office, inside.tasks)
        finally:
            desk.stop()
            thread.join(20)
            inside.tasks.end(0)
            inside.works.end(60)  # the engine is shared
            assert not thread.is_alive()


@pytest.fixture(scope="module")
def cheap_passwords() -> Iterator[None]:
    """Passwords are tried in hundreds, each with Argon2id at its least cost. The product's own is seen
    by test_passwords_are_kept_as_argon2_hashes."""
    made = PasswordHasher.from_parameters(CHEAPEST)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_hasher", lambda: made)
        passwords._nobodys.cache_clear()
        yield
    passwords._nobodys.cache_clear()


@pytest.fixture
def desk(work: Workplace) -> Iterator[Served]:
    """The desk of an empty office."""
    with served(work) as made:
        yield made


@pytest.fixture
def replayed(work: Workplace) -> Iterator[Served]:
    """The same, whose links are answered from a recording."""
    with served(work, replay=REPLAY) as made:
        yield made


@pytest.fixture
def let_in(work: Workplace) -> Iterator[Served]:
    """The same, which organizers without an account may use."""
    with served(work, replay=REPLAY, organizers=True) as made:
        yield made


Opener = Callable[..., Page]

REPLACED = ("htmx:afterRequest", "htmx:sendAbort")
"""What htmx tells of a search in whose place the next one is asked, as who types on while it is answered."""


def _complains(message: ConsoleMessage) -> bool:
    return message.type in ("error", "warning") and not message.text.startswith(REPLACED)


@pytest.fixture
def opened(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Opener]:
    """Opens the desk in a browser, by a link of a new account: that of the demonstration where the test has
    it. What the pages complain of fails the test."""
    desks = ("demo_desk", "published_desk", "replayed", "let_in")
    named = (name for name in desks if name in request.fixturenames)
    name = next(named, "desk")
    desk: Served = request.getfixturevalue(name)
    complaints: list[str] = []
    contexts = []

    def open_(name: str = "Officer One", role: Role = Role.OFFICER, **more: Any) -> Page:
        context = browser.new_context(
            **{
                "locale": "en-GB",
                "viewport": {"width": 1200, "height": 900},
                "base_url": desk.address,
                **more,
            }
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda m: complaints.append(m.text) if _complains(m) else None)
        page.on("pageerror", lambda e: complaints.append(str(e)))
        page.goto(f"/enter#{desk.link(name, role)}")
        page.wait_for_url("**/settings")
        return page

    yield open_
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture(scope="session")
def demo_office(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demonstration's office before its first answer, made once."""
    folder = tmp_path_factory.mktemp("demo") / "office"
    run_demo(folder, partial(app, standalone_mode=False), to_decide=True)
    return folder


def set_to(place: Place, settings: str) -> None:
    """These settings, beside where the office's database is."""
    server = place.server()
    told = "" if server is None else f"database = {json.dumps(server)}\n"
    place.settings.write_text(told + settings, "utf-8")


@contextmanager
def served_copy(office: Path, folder: Path, settings: str = "", **more: Any) -> Iterator[Served]:
    """The desk of a copy of an office, for all tests of a file. `settings`: its banzuke.toml."""
    shutil.copytree(office, folder)
    if settings:
        set_to(Place(folder), settings)
    with pytest.MonkeyPatch.context() as patch:
        no_capsys: Any = None  # its commands are not run
        work = Workplace(folder, folder.parent, no_capsys, patch, datetime.now(UTC))
        with served(work, **more) as made:
            yield made


@pytest.fixture
def demo_desk(work: Workplace, demo_office: Path, tmp_path: Path) -> Iterator[Served]:
    """The desk of the demonstration: three events, four questions that the list waits for."""
    folder = tmp_path / "demo"
    shutil.copytree(demo_office, folder)
    work = replace(work, folder=folder, moment=datetime.now(UTC))
    with served(work, organizers=True) as made:
        yield made


@pytest.fixture
def published_desk(demonstration: Path, tmp_path: Path) -> Iterator[Served]:
    """The desk of the demonstration after its list."""
    with served_copy(demonstration, tmp_path / "published") as made:
        yield made
