"""Trust, but verify: rebuild, bundle, verify."""

from pathlib import Path
from typing import Annotated

import typer

from cli.out import note, say, show_problem
from cli.session import open_office, reading
from office.words import _, n_


def rebuild(
    context: typer.Context,
    pages: Annotated[bool, typer.Option("--pages/--no-pages", help="Read the saved pages again too.")] = True,
) -> None:
    """Make every published list again and compare, byte for byte."""
    from office.rebuild.run import rebuild as run

    office = open_office(context.obj)
    with office.reading() as session:
        found = run(session, office.place, note, pages=pages)
    for problem in found.problems:
        show_problem(problem)
    if found.problems:
        raise typer.Exit(1)
    say(
        n_(
            "{n} published version: made again, the same byte for byte",
            "{n} published versions: all made again, the same byte for byte",
            found.versions,
        )
    )


def bundle(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="The archive to write, e.g. lists.zip.")],
) -> None:
    """Write the public archive of games and lists. It holds no birth dates; anybody can check it."""
    from publication.bundle.write import write_bundle
    from publication.exports.files import write_whole

    with reading(context) as session:
        data, versions = write_bundle(session, note)
    write_whole(file, data, public=True)
    say(f"{file}: " + n_("{n} version", "{n} versions", versions))
    note(_("Anybody can check it: banzuke verify {name}", name=file.name))


def verify(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="An archive made by bundle.")],
) -> None:
    """Check the lists of a public archive from its games alone."""
    from publication.bundle.verify import verify_bundle

    found = verify_bundle(file, note)
    for problem in found.problems:
        show_problem(problem)
    if found.problems:
        raise typer.Exit(1)
    again = n_(
        "{n} version made again from {file} alone: as published",
        "{n} versions made again from {file} alone: all as published",
        found.versions,
        file=file.name,
    )
    but = [_("{n} of them without who is withheld", n=found.withheld)] if found.withheld else []
    if found.unworded:
        but.append(_("{n} of them without the office's own words", n=found.unworded))
    say(", ".join([again, *but]))
