"""The catalogues compiled before the first test; an office that is made once and copied for each."""

from __future__ import annotations

import asyncio
import gc
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import replace
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import typer.main
from hypothesis import HealthCheck, settings
from sqlalchemy import Connection, Engine, event

from cli import help_pages
from cli.demo.run import run_demo
from cli.main import YOUNG, app
from office import words
from office.database import engine, migrate
from office.database.engine import REVISION
from office.errors import OfficeError
from office.words import language, po
from tests import begun, memory
from tests.chromium import CHROMIUM, FLAGS
from tests.depth import DATABASES, LONG
from tests.office.words import recorder
from tests.on_postgresql import ON_POSTGRESQL, Offices, everywhere, left_out, server
from tests.workplace import Workplace, empty_office

if TYPE_CHECKING:
    from playwright.sync_api import Browser

settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")  # the machine may be busy with other tests
memory.take()
gc.set_threshold(YOUNG, *gc.get_threshold()[1:])

COMMANDS = cache(typer.main.get_command)
"""What a process finds out once for its one command."""

_real_tree = help_pages.tree


@cache
def _tree(_language: str) -> Any:
    """The same in the language spoken now, as `banzuke shell` keeps it from one line to the next."""
    return _real_tree(app)


_real_form = migrate.form
_forms: dict[tuple[bool, tuple[Any, ...]], dict[str, str]] = {}
MASTERS = ("sqlite_master", "sqlite_temp_master")
_SAID = "SELECT type, name, tbl_name, sql FROM {}"


def _form(connection: Connection, *, tables_alone: bool = False) -> dict[str, str]:
    """The form of a database, worked out once for all that are made by the same statements: thousands of
    commands look at it first."""
    if connection.dialect.name != "sqlite":
        return _real_form(connection, tables_alone=tables_alone)
    rows = connection.exec_driver_sql(" UNION ALL ".join(map(_SAID.format, MASTERS))).all()
    made = tables_alone, tuple(map(tuple, rows))
    if made not in _forms:
        _forms[made] = _real_form(connection, tables_alone=tables_alone)
    return dict(_forms[made])


def _state(database: Path) -> tuple[object, ...] | None:
    """What the system notes of a file whenever it is changed; None while somebody writes to it."""
    if not database.is_file() or database.with_name(f"{database.name}-wal").exists():
        return None
    now = database.stat()
    return str(database), now.st_dev, now.st_ino, now.st_ctime_ns, now.st_size


_real_of_office = words._of_office
_spoken: dict[tuple[object, ...], str | None] = {}


def _of_office(database: Path) -> str | None:
    """The language that an office is set to, looked up once for each state of its file: every command asks
    for it first, by a connection of its own."""
    if (state := _state(database)) is None:
        return _real_of_office(database)
    if state not in _spoken:
        _spoken[state] = _real_of_office(database)
    return _spoken[state]


_real_check = migrate.check
_checked: set[tuple[object, ...]] = set()


def _check(engine: Engine, name: str, *, earlier: bool = False) -> None:
    """The form of an office's database, looked at once for each state of its file: every command does so
    next."""
    state, newest = _state(Path(name)), migrate.newest()
    if state is not None and (newest, *state) in _checked:
        engine.update_execution_options(**{REVISION: newest})
        return
    _real_check(engine, name, earlier=earlier)
    if state is not None and not earlier:
        _checked.add((newest, *state))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """One more than processors, where there is room; PYTEST_XDIST_AUTO_NUM_WORKERS says another number."""
    return None if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else memory.workers()


def pytest_configure(config: pytest.Config) -> None:
    """A command's connection ends with its process; here when Python comes to it, in whichever test."""
    if ON_POSTGRESQL:
        config.addinivalue_line("filterwarnings", "ignore:<psycopg.Connection object:ResourceWarning")
    worker = getattr(config, "workerinput", None)
    if worker is not None and config.args == config.getini("testpaths"):
        _load(int(worker["workerid"].removeprefix("gw")), worker["workercount"])


def _load(number: int, of: int) -> None:
    """A worker's share of the files, before it collects all of them: each is compiled by one of the workers,
    who begin together, and not by all. What cannot be loaded says so when it is collected."""
    here = Path(__file__).parent
    for file in sorted(here.rglob("test_*.py"))[number::of]:
        with suppress(Exception, pytest.skip.Exception):
            import_module(".".join(file.relative_to(here.parent).with_suffix("").parts))


def pytest_sessionstart(session: pytest.Session) -> None:
    """The catalogues compiled as they stand. Each worker compiles for itself; a file is put in place in one
    step, so that none reads half of one."""
    sources = [po.path(language) for language in po.LANGUAGES]
    made = [source.with_suffix(".mo") for source in sources]
    if not all(
        m.exists() and m.stat().st_mtime > s.stat().st_mtime for m, s in zip(made, sources, strict=True)
    ):
        try:
            po.compile_all()
        except OfficeError as error:
            pytest.exit(f"make words: {error}"[:2000], returncode=1)
    if os.environ.get("BANZUKE_WORDS") == "record":
        recorder.start()


HEAVY = ("publication", "web", "office", "cli")
"""Folders whose files take longest: they begin first, so that no worker is left with one at the end."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Heavy files first. The short run has a test that is marked `either` on one database: of two such tests
    that follow each other each on its own."""
    items.sort(key=_weight)
    for item in items if ON_POSTGRESQL else ():
        if reason := left_out(item.nodeid):
            item.add_marker(pytest.mark.skip(reason=reason))
    if LONG:
        return
    names = dict.fromkeys(
        item.nodeid.partition("[")[0] for item in items if item.get_closest_marker("either")
    )
    on = {name: DATABASES[at % 2] for at, name in enumerate(names)}
    stays = [on.get(item.nodeid.partition("[")[0], "") in item.name for item in items]
    if not all(stays):
        config.hook.pytest_deselected(
            items=[item for item, stay in zip(items, stays, strict=True) if not stay]
        )
        items[:] = [item for item, stay in zip(items, stays, strict=True) if stay]


def pytest_collection_finish() -> None:
    gc.freeze()  # the tests and all that they load stay to the end: nobody need look through them
    memory.join()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """What a file of tests has made of the memory."""
    if nextitem is not None and nextitem.path != item.path:
        memory.join()


def _weight(item: pytest.Item) -> int:
    folder = item.path.relative_to(Path(__file__).parent).parts[0]
    return HEAVY.index(folder) if folder in HEAVY else len(HEAVY)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """With BANZUKE_WORDS=record: the texts of problems that no catalogue can hold yet."""
    begun.LOADED.end()
    if os.environ.get("BANZUKE_WORDS") == "record":
        print(f"\n{recorder.write(Path.cwd())}")


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """A running PostgreSQL server, by the address of its first database."""
    with server() as address:
        yield address


@pytest.fixture(scope="session", autouse=True)
def _everywhere(request: pytest.FixtureRequest) -> Iterator[Offices | None]:
    """Every office on PostgreSQL, in the run that is for this."""
    if not ON_POSTGRESQL:
        yield None
        return
    with everywhere(request.getfixturevalue("cluster")) as offices:
        yield offices


@pytest.fixture(autouse=True)
def _dropped(request: pytest.FixtureRequest, _everywhere: Offices | None) -> Iterator[None]:
    """The databases of a test's offices go with it, also where its folder is kept: they fill the memory."""
    has_folder = _everywhere is not None and "tmp_path" in request.fixturenames
    folder = request.getfixturevalue("tmp_path") if has_folder else None
    yield
    if _everywhere is not None and folder is not None:
        _everywhere.drop_below(folder)


@contextmanager
def _loop_of(started: asyncio.AbstractEventLoop) -> Iterator[None]:
    """The browser's library stands in the middle of this loop while a file's tests ask it; otherwise the
    thread has none, so that others can run their own."""
    asyncio._set_running_loop(started)
    try:
        yield
    finally:
        asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def _browsing() -> Iterator[Callable[[], AbstractContextManager[Browser]]]:
    """A real browser, begun once: that takes longer than most of what it is asked. One that ended is begun
    anew."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=20_000)  # the machine may be busy with other tests
    library = sync_playwright()
    playwright = library.__enter__()
    loop = asyncio.get_running_loop()
    asyncio._set_running_loop(None)
    now: list[Browser] = []

    @contextmanager
    def browsing() -> Iterator[Browser]:
        with _loop_of(loop):
            if not now or not now[0].is_connected():
                now[:] = [playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)]
            yield now[0]
            for context in now[0].contexts:  # what a file's tests have opened ends with it
                context.close()

    yield browsing
    with _loop_of(loop):
        for browser in now:
            browser.close()
        library.__exit__()


@pytest.fixture(scope="module")
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """A real browser, in which nothing of another file is open; tests that ask for it are skipped where there
    is none."""
    if not CHROMIUM.exists():
        pytest.skip(f"no {CHROMIUM}: apt-get install chromium fonts-noto-cjk")
    with request.getfixturevalue("_browsing")() as made:
        yield made


@pytest.fixture(scope="session")
def demonstration(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demonstration's office with its list published, made once: to be looked at, or copied."""
    folder = tmp_path_factory.mktemp("demonstration") / "office"
    run_demo(folder, partial(app, standalone_mode=False))
    return folder


@pytest.fixture(scope="session")
def one_engine(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], Engine]:
    """The office's own engine, made once and pointed to one database after the other: what SQLAlchemy has
    compiled is kept with an engine, and hundreds of tests need not compile it each."""
    now = [tmp_path_factory.mktemp("engine") / "none.sqlite"]
    made = engine.sqlite_at(lambda: now[0])

    @event.listens_for(made, "connect")
    def _connect(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute("PRAGMA synchronous = OFF")  # no test pulls the plug: nothing waits for the disk

    def pointed(path: Path) -> Engine:
        now[0] = path
        return made

    return pointed


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("template") / "office"
    words = [
        "--office",
        str(folder),
        "init",
        "--name",
        "Invented Federation",
        "--officer",
        "Invented Officer",
    ]
    app(words, standalone_mode=False)
    return folder


@pytest.fixture
def work(
    template: Path,
    one_engine: Callable[[Path], Engine],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Workplace:
    """An empty office, whose jobs need not load the program."""
    folder = tmp_path / "office"
    empty_office(template, folder)
    for name in ("BANZUKE_OFFICE", "BANZUKE_OFFICER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(engine, "sqlite", one_engine)
    monkeypatch.setattr(migrate, "form", _form)
    monkeypatch.setattr(migrate, "check", _check)
    monkeypatch.setattr(words, "_of_office", _of_office)
    monkeypatch.setattr(typer.main, "get_command", COMMANDS)
    monkeypatch.setattr("cli.carry.subprocess", begun.QUICK)
    monkeypatch.setattr(help_pages, "tree", lambda _app: _tree(language()))
    made = Workplace(folder, template.parent, capsys, monkeypatch)
    made.served()  # a database of its own, before a test writes settings
    return made


@pytest.fixture(scope="session")
def queensland_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("template") / "queensland"
    words = ["--office", str(folder), "init", "--name", "Invented Juniors", "--officer", "Invented Officer"]
    app([*words, "--family", "queensland"], standalone_mode=False)
    return folder


@pytest.fixture
def queensland(work: Workplace, queensland_template: Path, tmp_path: Path) -> Workplace:
    """An empty office under the Queensland text."""
    folder = tmp_path / "queensland"
    empty_office(queensland_template, folder)
    return replace(work, folder=folder)
