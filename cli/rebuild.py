"""Trust, but verify: rebuild, bundle, verify."""

from pathlib import Path
from typing import Annotated

import typer

from cli.out import note, say, show_problem
from cli.session import open_office, reading


def register(app: typer.Typer) -> None:
    """Adds these commands."""
    app.command()(rebuild)
    app.command()(bundle)
    app.command()(verify)


def rebuild(
    context: typer.Context,
    pages: Annotated[bool, typer.Option("--pages/--no-pages", help="Read the saved pages again too.")] = True,
) -> None:
    """Derive every published list again from what was frozen, and compare byte for byte."""
    from office.rebuild.run import rebuild as run
    from scraper.archive import FileArchive

    office = open_office(context.obj)
    with office.reading() as session:
        found = run(session, FileArchive(office.place.archive), note, pages=pages)
    for problem in found.problems:
        show_problem(problem)
    if found.problems:
        raise typer.Exit(1)
    say(f"{found.versions} published versions: all derived again, byte for byte the same")


def bundle(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="The archive to write, e.g. lists.zip.")],
) -> None:
    """Write a public archive of games and lists that anybody can verify; no birth dates in it."""
    from publication.bundle.write import write_bundle
    from publication.exports.files import write_whole

    with reading(context) as session:
        data, versions = write_bundle(session, note)
    write_whole(file, data)
    say(f"{file}: {versions} versions")
    note(f"Anybody can check it: banzuke verify {file.name}")


def verify(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="An archive made by bundle.")],
) -> None:
    """Derive the lists of a public archive again, from it alone."""
    from publication.bundle.verify import verify_bundle

    found = verify_bundle(file.read_bytes(), file.name, note)
    for problem in found.problems:
        show_problem(problem)
    if found.problems:
        raise typer.Exit(1)
    but = f", {found.withheld} of them but for what is withheld" if found.withheld else ""
    say(f"{found.versions} versions derived again from {file.name} alone: all as published{but}")
