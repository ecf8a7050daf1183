"""The office in one file, and back: backup, restore."""

from pathlib import Path
from typing import Annotated

import typer

from cli.out import note, say, show_problem
from cli.session import open_office
from office.words import _


def backup(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(help="Where to put it: a folder, best on another machine.")],
    recipient: Annotated[
        list[str] | None,
        typer.Option(
            help="Encrypt it for this public key (age1… or ssh-…), or those in this file; repeatable.",
            show_default=False,
        ),
    ] = None,
    keep: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=9999,
            help="Then delete older backups of the office but the newest so many.",
            show_default=False,
        ),
    ] = None,
    months: Annotated[
        int, typer.Option(min=0, max=999, help="With --keep: keep the last one of so many months as well.")
    ] = 12,
) -> None:
    """Put the whole office into one file, and prove that it can be restored."""
    import office.clock
    from office.backup.age import recipients
    from office.backup.make import backup as make
    from office.backup.shelf import take_away

    opened = open_office(context.obj)
    to = recipients(recipient) if recipient else ()
    made = make(opened.place, opened.engine, folder, office.clock.now(), note, to=to)
    for problem in made.found:
        show_problem(problem)
    say(_("{file}: {n} bytes, unpacked again and examined", file=made.file, n=made.size))
    if made.found:
        note(_("The backup is whole; what was found is in the office: banzuke doctor"))
        raise typer.Exit(1)
    for name in take_away(folder, made.key, keep, months) if keep else ():
        say(_("deleted: {path}", path=name))


def restore(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="A file made by backup.")],
    identity: Annotated[
        Path | None,
        typer.Option(
            exists=True, dir_okay=False, help="The secret key, if it is encrypted.", show_default=False
        ),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            help="An empty PostgreSQL database, postgresql://…, instead of a file.", show_default=False
        ),
    ] = None,
) -> None:
    """Make the office of a backup in an empty folder (--office DIR), and examine it."""
    import office.clock
    from office.backup.make import restore as put_back
    from office.place import Place, server_address

    if database is not None:
        server_address(database, "--database")
    done = put_back(file, Place(context.obj), office.clock.now(), note, identity=identity, server=database)
    for problem in done.found.found:
        show_problem(problem)
    told, moment = done.about.get("office", ""), done.about.get("made_at", "")
    say(_("{name}: the office as of {moment} is in {folder}", name=told, moment=moment, folder=context.obj))
    if not done.found.sound:
        note(_("It is as it was backed up; what was found was so already, or is of this machine"))
        raise typer.Exit(1)
