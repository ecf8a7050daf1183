"""What runs for long: serve, the desk in the browser; work, which carries out the jobs that are due."""

import gc
import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import replace
from datetime import UTC, datetime
from importlib import import_module
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options import is_typed, option, refuse_both, refuse_idle
from cli.out import note, problem_lines, say
from cli.session import now, open_office, zone_of
from office.words import _, language

if TYPE_CHECKING:
    from office.jobs.worker import Worker
    from office.opened import Office

HOST, PORT = "127.0.0.1", 8765
MANY = 65535
OFTEN = 700
"""So many new objects are made at an open desk before Python looks for garbage among them, as it does by
itself and a command does not (cli/main.py): each page leaves some in circles, in 20,000 pages a gigabyte."""


def serve(
    context: typer.Context,
    host: Annotated[str, option("The address it listens on.")] = HOST,
    port: Annotated[int, option("The port; 0 takes a free one.", min=0, max=MANY)] = PORT,
    name: Annotated[
        list[str], option("A name under which people reach it, as in https://NAME/; several.", "--name")
    ] = [],  # noqa: B006  typer copies it
    proxy: Annotated[
        list[str],
        option(
            "The address of a proxy that says who asks, and by which protocol; several.", "--proxy-headers"
        ),
    ] = [],  # noqa: B006
    organizers: Annotated[
        bool, option("Organizers may check and report without an account.", "--organizers")
    ] = False,
    demo: Annotated[bool, option("Open a new office with invented data.", "--demo")] = False,
    folder: Annotated[Path | None, option("Where the demonstration's office stays.", "--to")] = None,
    jobs: Annotated[bool, option("Run the jobs that are switched on.", "--jobs/--no-jobs")] = True,
) -> None:
    """Open the desk in the browser. Ends with Ctrl+C."""
    from tempfile import TemporaryDirectory

    if not demo:
        refuse_idle(context, "folder", other="--demo")
    elif jobs and is_typed(context, "jobs"):
        refuse_both(context, "demo", "jobs")
    web = _web()
    at: dict[str, Any] = {
        "host": host,
        "port": port,
        "names": name,
        "proxies": proxy,
        "organizers": organizers or demo,
    }
    if not demo:
        _open(context.obj, web, at, None, jobs=jobs)
        return
    with ExitStack() as stack:  # making the office takes a while: a port that is taken is said first
        at["held"] = stack.enter_context(closing(web.hold(host, port, name, proxy)))
        made = folder or Path(stack.enter_context(TemporaryDirectory(prefix="banzuke-demo-"))) / "demo"
        _open(_demo(context, made), web, at, DEMO_OFFICER)


DEMO_OFFICER = "Demo Officer"


def _web() -> Any:
    """The other door. This one names it, by its name and at the moment when it is to be opened; neither knows
    the other's inside (tests/test_arrows.py)."""
    try:
        return import_module("web.serve")
    except ModuleNotFoundError as error:
        from office.errors import refusal

        if (error.name or "").partition(".")[0] in ("web", "cli", "office", "publication"):
            raise
        found, remedy = f"no library {error.name}", 'pipx install --force "./banzuke-….whl[web]"'
        raise refusal("no-driver", "banzuke serve", "what the desk needs", found, remedy) from None


def _open(folder: Path, web: Any, at: Mapping[str, Any], officer: str | None, *, jobs: bool = False) -> None:
    office = open_office(folder)
    where: dict[str, Any] = {**at, "demo": officer is not None, "jobs": jobs}
    with ExitStack() as stack:
        if officer is not None:  # the demonstration's links are answered from its recording
            where["replay"] = stack.enter_context(as_file(files("cassettes") / "autumn-2026"))
        desk = stack.enter_context(web.listening(office, **where))
        first = web.first_link(office, officer)
        say(_("The desk: {address}", address=desk.address))
        if first:
            say(
                _(
                    "Sign in with this link, once: {link}",
                    link=f"{_reached(office, at, desk.address)}enter#{first}",
                )
            )
        note(_("It ends with Ctrl+C"))
        if jobs:
            stack.enter_context(beside(office))
        signal.signal(signal.SIGTERM, as_interrupt)  # the server passes it on when its pages are closed
        gc.set_threshold(OFTEN, *gc.get_threshold()[1:])
        with suppress(KeyboardInterrupt):
            desk.run()


def _reached(office: "Office", at: Mapping[str, Any], address: str) -> str:
    """Where people reach the desk: behind a proxy as the office has said, else under its name."""
    from office.house import fact

    if not (at["names"] and at["proxies"]):
        return address
    with office.reading() as session:
        told = fact(session, "site-desk") or f"https://{at['names'][0]}"
    return f"{told.rstrip('/')}/"


def _demo(context: typer.Context, folder: Path) -> Path:
    """The demo's office with its first month's reports and nothing decided yet; its folder."""
    from cli.demo.run import run_demo

    root = context.find_root().command
    note(_("The demonstration's office is made …"))
    with (
        open(os.devnull, "w", encoding="utf-8") as nowhere,
        redirect_stdout(nowhere),
        redirect_stderr(nowhere),
    ):
        spoken = language()
        run_demo(
            folder, lambda words: root.main(["--lang", spoken, *words], standalone_mode=False), to_decide=True
        )
    return folder


def work(
    context: typer.Context,
    once: Annotated[bool, option("Run what is due now, and end.", "--once")] = False,
) -> None:
    """Run the jobs that are due, until it is stopped (Ctrl+C). Several can run at once, also on several
    machines."""
    from cli.carry import Command  # noqa: F401  before anything is taken: it must be there

    office = open_office(context.obj)
    tell = teller(office)
    worker = worker_of(office, tell)
    signal.signal(signal.SIGTERM, as_interrupt)
    try:
        tell("", _("At work; banzuke jobs shows what is due. It ends with Ctrl+C"))
        go_on(worker, threading.Event(), once=once)
    except KeyboardInterrupt:
        worker.stop()
        tell("", _("Ended; what was at work is begun again by the next worker"))
    if worker.stuck:
        raise typer.Exit(1)  # why was told when it could not be stored


def teller(office: "Office", log: str | None = None) -> Callable[[str, str], None]:
    """Tells what became of a job, or of the worker itself (""): in words, or as a line of JSON with the
    moment. `log`: else as the office's settings say."""
    from office.errors import OfficeError
    from office.settings import settings

    log = log or settings(office.place, os.environ)[0].log
    with office.reading() as session:
        zone = zone_of(session)

    def tell(job: str, what: str) -> None:
        try:
            moment = now()
        except OfficeError:  # a clock that cannot be right ends no worker: it is set right one day
            moment = datetime.now(UTC)
        if log == "json":
            note(json.dumps({"moment": moment.isoformat(timespec="seconds"), "job": job, "what": what}))
        else:
            note(f"{moment.astimezone(zone):%Y-%m-%d %H:%M:%S} {job}: {what}" if job else what)

    return tell


def worker_of(office: "Office", tell: Callable[[str, str], None]) -> "Worker":
    """A worker whose commands are those of this program."""
    from cli.carry import Command
    from office.jobs.worker import Worker

    with office.reading() as session:
        zone = zone_of(session)
    folder = office.place.folder.absolute()
    return Worker(
        replace(office, tell=lambda problem: tell("", "\n".join(problem_lines(problem)))),
        lambda words, lock: Command(folder, words, lock),
        zone,
        clock=now,
        ticks=time.monotonic,
        tell=tell,
    )


def go_on(worker: "Worker", ended: threading.Event, *, once: bool = False) -> None:
    """Looks and works until it is `ended`; `once`: until nothing that was due runs any more, or
    what ended could not be stored."""
    while not ended.is_set():
        sleep = worker.step()
        if once and (not worker.busy or worker.stuck):
            return
        ended.wait(0.1 if once else max(0.1, sleep.total_seconds()))


@contextmanager
def beside(office: "Office") -> Iterator[None]:
    """Within the block a worker is at work in a thread; what it carries out ends with the block."""
    worker, ended = worker_of(office, teller(office)), threading.Event()
    thread = threading.Thread(target=go_on, args=(worker, ended), name="jobs", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join(timeout=30)
        worker.stop()


def as_interrupt(*_given: Any) -> None:
    """What ends a worker or a desk from outside ends it as Ctrl+C does: what it carries out ends with it."""
    raise KeyboardInterrupt
