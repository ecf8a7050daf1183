"""Units for systemd, written for an office: banzuke install."""

import getpass
import shutil
import sys
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from cli.out import note, say
from cli.session import open_office
from office.words import _

UNITS = (
    *("banzuke-desk.service", "banzuke-work.service"),
    *("banzuke-poll.service", "banzuke-poll.timer"),
    *("banzuke-inbox.service", "banzuke-inbox.timer"),
)


def install(
    context: typer.Context,
    folder: Annotated[Path, typer.Option("--to", file_okay=False, help="Where to write the units.")] = Path(
        "/etc/systemd/system"
    ),
    user: Annotated[
        str | None, typer.Option(help="The system's account they run under.", show_default="your own")
    ] = None,
    write: Annotated[
        list[Path],
        typer.Option(
            help="A further folder that jobs write in: that of backups, or the one the site's folder is in."
        ),
    ] = [],  # noqa: B006  typer copies it
) -> None:
    """Write units for systemd: the desk, the poll twice a day, the mailbox every half hour."""
    from office.errors import refusal
    from office.families import family_of
    from publication.exports.files import write_whole

    office = open_office(context.obj)
    with office.reading() as session:
        zone = str(family_of(session).zone)
    words = {
        "OFFICE": str(office.place.folder.resolve()),
        "USER": user or getpass.getuser(),
        "BANZUKE": shutil.which("banzuke") or str(Path(sys.executable).with_name("banzuke")),
        "ZONE": zone,
    }
    further = {f"--write {one}": str(one.absolute()) for one in write}
    for name, word in {**words, **further}.items():
        if not word.isprintable() or any(sign.isspace() or sign in '%"\\' for sign in word):
            expected, remedy = "a name without blanks, quotes or %", "move it to such a path, or name another"
            raise refusal("unit-name", name.lower(), expected, f"“{word}”", remedy)
    here = files("cli") / "units"
    hardened = (here / "hardened.txt").read_text("utf-8").rstrip()
    hardened = hardened.replace("@OFFICE@", " ".join(("@OFFICE@", *further.values())))
    for unit in UNITS:
        text = (here / unit).read_text("utf-8").replace("@HARDENED@", hardened)
        for name, word in words.items():
            text = text.replace(f"@{name}@", word)
        write_whole(folder / unit, text.encode("utf-8"), public=True)
        say(str(folder / unit))
    note(_("Next: systemctl daemon-reload; systemctl enable --now banzuke-desk.service banzuke-poll.timer"))
