"""`banzuke serve`: the desk in the browser."""

import os
import signal
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from importlib import import_module
from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated, Any

import typer

from cli.out import note, say
from cli.session import open_office
from office.words import _, language

HOST, PORT = "127.0.0.1", 8765
MANY = 65535


def serve(
    context: typer.Context,
    host: Annotated[str, typer.Option(help="The address it listens on.")] = HOST,
    port: Annotated[int, typer.Option(min=0, max=MANY, help="The port; 0 takes a free one.")] = PORT,
    name: Annotated[
        list[str],
        typer.Option("--name", help="A name under which people reach it, as in https://NAME/; several."),
    ] = [],  # noqa: B006  typer copies it
    proxy: Annotated[
        list[str],
        typer.Option(
            "--proxy-headers",
            help="The address of a proxy that says who asks, and by which protocol; several.",
        ),
    ] = [],  # noqa: B006
    organizers: Annotated[
        bool, typer.Option("--organizers", help="Organizers may check and report without an account.")
    ] = False,
    demo: Annotated[
        bool,
        typer.Option("--demo", help="A new office with invented data."),
    ] = False,
    folder: Annotated[
        Path | None, typer.Option("--to", help="Where the demonstration's office stays.")
    ] = None,
    jobs: Annotated[
        bool, typer.Option("--jobs/--no-jobs", help="Carry out the jobs that are switched on.")
    ] = True,
) -> None:
    """Open the desk in the browser. Ends with Ctrl+C."""
    from tempfile import TemporaryDirectory

    if folder is not None and not demo:
        raise typer.BadParameter(_("--to is of --demo"), param_hint="--to")
    web = _web()
    at = {"host": host, "port": port, "names": name, "proxies": proxy, "organizers": organizers or demo}
    if not demo:
        _open(context.obj, web, at, None, jobs=jobs)
        return
    if folder is not None:
        _open(_demo(context, folder), web, at, DEMO_OFFICER)
        return
    with TemporaryDirectory(prefix="banzuke-demo-") as gone:
        _open(_demo(context, Path(gone) / "demo"), web, at, DEMO_OFFICER)


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
        found, remedy = f"no {error.name}", 'pip install "banzuke[web]"'
        raise refusal("no-driver", "banzuke serve", "what the desk needs", found, remedy) from None


def _open(folder: Path, web: Any, at: Mapping[str, Any], officer: str | None, *, jobs: bool = False) -> None:
    from cli.work import as_interrupt, beside

    office = open_office(folder)
    where: dict[str, Any] = {**at, "demo": officer is not None}
    with ExitStack() as stack:
        if officer is not None:  # the demonstration's links are answered from its recording
            where["replay"] = stack.enter_context(as_file(files("cassettes") / "autumn-2026"))
        desk = stack.enter_context(web.listening(office, **where))
        first = web.first_link(office, officer)
        say(_("The desk: {address}", address=desk.address))
        if first:
            say(_("Come in by this link, once: {link}", link=f"{desk.address}enter#{first}"))
        note(_("It ends with Ctrl+C"))
        if jobs:
            stack.enter_context(beside(office))
        signal.signal(signal.SIGTERM, as_interrupt)  # the server passes it on when its pages are closed
        with suppress(KeyboardInterrupt):
            desk.run()


def _demo(context: typer.Context, folder: Path) -> Path:
    """The demo's office with its first month's reports and nothing decided yet; its folder."""
    from contextlib import redirect_stderr, redirect_stdout

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
