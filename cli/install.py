"""Units for systemd: install."""

import getpass
import os
import pwd
import shutil
import sys
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from cli.options import option
from cli.out import note, save, say
from cli.session import open_office, zone_of
from office.errors import refusal
from office.words import _

OWN = (Path("/tmp"), Path("/var/tmp"))
"""Folders of which every unit has others than the system (`PrivateTmp` of systemd)."""

UNITS = (
    *("banzuke-desk.service", "banzuke-work.service"),
    *("banzuke-poll.service", "banzuke-poll.timer"),
    *("banzuke-inbox.service", "banzuke-inbox.timer"),
)


def install(
    context: typer.Context,
    folder: Annotated[Path, option("Where to write the units.", "--to", file_okay=False)] = Path(
        "/etc/systemd/system"
    ),
    user: Annotated[str | None, option("The system account they run under.", show_default="your own")] = None,
    write: Annotated[
        list[Path],
        option("A further folder that jobs write in: that of backups, or the one the site's folder is in."),
    ] = [],  # noqa: B006  typer copies it
) -> None:
    """Write units for systemd: the desk, the poll twice a day, the mailbox every half hour."""
    office = open_office(context.obj)
    with office.reading() as session:
        zone = str(zone_of(session))
    words = {
        "OFFICE": str(office.place.folder.resolve()),
        "USER": user or _own(),
        "BANZUKE": shutil.which("banzuke") or str(Path(sys.executable).with_name("banzuke")),
        "ZONE": zone,
    }
    further = {f"--write {one}": str(one.absolute()) for one in write}
    for name, word in {**words, **further}.items():
        if not word.isprintable() or any(sign.isspace() or sign in "%\"'\\" for sign in word):
            expected, remedy = "a name without blanks, quotes or %", "move it to such a path, or name another"
            raise refusal("unit-name", name.lower(), expected, f"“{word}”", remedy)
    for name, word in {"office": words["OFFICE"], "banzuke": words["BANZUKE"], **further}.items():
        if any(Path(word).resolve().is_relative_to(folder) for folder in OWN):
            expected, remedy = "a path that units see: each has a /tmp of its own", "move it out of there"
            raise refusal("unit-name", name, expected, f"“{word}”", remedy)
    account = words["USER"]
    if _number(account) is None:
        remedy = f"make it first: useradd --system --create-home {account}"
        raise refusal("unit-name", "--user", "an account of the system", f"“{account}”", remedy)
    _refuse_closed_to(account, office.place.folder)
    for option_, path in further.items():
        if not Path(path).is_dir():
            expected = "a folder that is there: without it systemd starts no unit"
            remedy = f"make it first, for the account they run under: install -d -o {account} {path}"
            raise refusal("file-trouble", option_, expected, "none", remedy)
    here = files("cli") / "units"
    hardened = (here / "hardened.txt").read_text("utf-8").rstrip()
    hardened = hardened.replace("@OFFICE@", " ".join(("@OFFICE@", *further.values())))
    for unit in UNITS:
        text = (here / unit).read_text("utf-8").replace("@HARDENED@", hardened)
        for name, word in words.items():
            text = text.replace(f"@{name}@", word)
        save(folder / unit, text.encode("utf-8"), public=True)
        say(str(folder / unit))
    if folder.absolute().parts[-2:] != ("systemd", "system"):  # systemd does not look there
        note(_("Next: look at them, then the same without --to"))
        return
    note(_("Next: systemctl daemon-reload; systemctl enable --now banzuke-desk.service banzuke-poll.timer"))


def _own() -> str:
    """The name of who types; where the system does not know him, his number."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return str(os.geteuid())


def _number(account: str) -> int | None:
    """The number of an account of the system, by its name or number; None where there is none."""
    with suppress(KeyError):
        return pwd.getpwnam(account).pw_uid
    with suppress(KeyError, ValueError, OverflowError):
        return pwd.getpwuid(int(account)).pw_uid
    return None


def _refuse_closed_to(account: str, folder: Path) -> None:
    """Refuses an account that cannot open the office: the folder is another one's and its owner's alone. Of
    root the owner could not read what it writes there."""
    stands = folder.stat()
    if stands.st_uid == _number(account) or stands.st_mode & 0o077:
        return
    owner = str(stands.st_uid)
    with suppress(KeyError):
        owner = pwd.getpwuid(stands.st_uid).pw_name
    remedy = f"name it: --user {owner}; or give the folder to the account first: chown -R {account}: {folder}"
    expected, found = f"the account whose the office's folder is: {owner}", f"“{account}”"
    raise refusal("not-writable", "--user", expected, found, remedy)
