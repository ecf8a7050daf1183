"""Trust, but verify: rebuild, bundle, verify."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.out import note, say, show_problem
from cli.session import open_office
from office.words import _, n_

if TYPE_CHECKING:
    from office.chain.minisign import PublicKey


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
    """Write the public archive of games and lists, signed. It holds no birth dates; anybody can check it."""
    from office.chain.key import office_key
    from office.chain.statements import write_statements
    from publication.bundle.write import write_bundle
    from publication.exports.files import write_whole

    office = open_office(context.obj)
    with office.reading() as session:
        write_statements(office.place, session)
        data, versions = write_bundle(session, office.place, note)
    write_whole(file, data, public=True)
    say(f"{file}: " + n_("{n} version", "{n} versions", versions))
    key = office_key(office.place).public.text
    note(_("Anybody can check it: banzuke verify {name} --key {key}", name=file.name, key=key))


def verify(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="An archive made by bundle.")],
    key: Annotated[
        str | None,
        typer.Option(
            envvar="BANZUKE_KEY",
            help="The office's public key, or a file with it; from its website, not from the archive.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Check the lists of a public archive: who signed them, and whether they come out of its games alone."""
    from publication.bundle.told import result
    from publication.bundle.verify import verify_bundle

    given = None if key is None else _key(key)
    found = verify_bundle(file, note, given)
    for problem in found.problems:
        show_problem(problem)
    if found.problems:
        raise typer.Exit(1)
    line, *cannot = result(found, file.name, given)
    say(line)
    for one in cannot:
        note(one)


def _key(given: str) -> "PublicKey":
    """The public key that was given, in one line or as a file; refused where it is none."""
    from office.chain.minisign import LARGEST
    from publication.bundle.told import key_given

    file = Path(given)
    if len(given) < 200 and file.is_file():
        with file.open("rb") as opened:
            given = opened.read(LARGEST + 1).decode("ascii", "replace")
    return key_given(given)
