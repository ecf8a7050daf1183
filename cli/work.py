"""`banzuke work`: a worker carries out the jobs that are due. `banzuke serve` has one beside the desk."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.out import note, say
from cli.session import open_office
from office.words import _

if TYPE_CHECKING:
    from office.jobs.worker import Worker
    from office.opened import Office


def work(
    context: typer.Context,
    once: Annotated[bool, typer.Option("--once", help="What is due now, and end.")] = False,
) -> None:
    """Carry out the jobs that are due, until it is ended (Ctrl+C). Several may be at work, also on several
    machines."""
    from cli.carry import Command  # noqa: F401  before anything is taken: it must be there

    office = open_office(context.obj)
    worker = worker_of(office)
    signal.signal(signal.SIGTERM, as_interrupt)
    note(_("At work; banzuke jobs shows what is due. It ends with Ctrl+C"))
    try:
        go_on(worker, threading.Event(), once=once)
    except KeyboardInterrupt:
        worker.stop()
        say(_("Ended; what was at work is begun again by the next worker"))
    if worker.stuck:
        raise typer.Exit(1)  # why was told when it could not be stored


def worker_of(office: "Office") -> "Worker":
    """A worker whose commands are those of this program."""
    from cli.carry import Command
    from office.clock import now
    from office.families import family_of
    from office.jobs.worker import Worker

    with office.reading() as session:
        zone = family_of(session).zone
    folder = office.place.folder.absolute()
    return Worker(
        office,
        lambda words, lock: Command(folder, words, lock),
        zone,
        clock=lambda: now(),
        ticks=time.monotonic,
        tell=lambda line: note(f"{now().astimezone(zone):%Y-%m-%d %H:%M:%S} {line}"),
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
    worker, ended = worker_of(office), threading.Event()
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
