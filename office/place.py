"""The office's folder: the database, the archive of pages, the published files; and its secrets: from the
environment, from a file that the environment names, or from the folder in which systemd or a container puts
them. Never from `banzuke.toml`."""

import json
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from office.errors import refusal
from rating.nested import is_deeper

LARGEST = 1_000_000
"""Bytes of the settings; a file with more is some other file."""

DEEPEST = 4
"""So many tables and lists stand within one another at most."""

CORRECT = "correct the file"
LOST = (
    "put banzuke.sqlite or banzuke.toml back, or restore a backup (banzuke --office NEW restore FILE); for a"
    " new office name another folder"
)
_DATABASE = re.compile(r"\A((?:(?!\s*\[).*\n)*?)[ \t]*database[ \t]*=.*(?:\n|\Z)")
"""The line with the server's address, above all tables, behind what stands before it."""


def server_address(address: object, place: str) -> str:
    """The address of a database server as it was written in some place; refused if it is none of ours. What
    stands behind its scheme can hold a password, and is not told."""
    if not isinstance(address, str) or not address.startswith("postgresql://"):
        expected, found = "an address, postgresql://user@host/name", f"“{scheme_of(str(address))}”"
        raise refusal("settings-unreadable", place, expected, found, "correct the address")
    return address


def scheme_of(address: str) -> str:
    """How an address that is none of ours is told: without what stands behind its scheme."""
    scheme, sign, _ = address.partition("://")
    return f"{scheme}{'://…' if sign else ''}"


def host_alone(address: str) -> str:
    """An address as it is shown: without the user in it, who can have a password, and without what stands
    behind the host, which of many webhooks is the secret."""
    shown = re.sub(r"\A((?:[^/?#]*//)?)[^/?#]*@", r"\1***@", address)
    return re.sub(r"(?s)\A((?:[^/?#]*//)?[^/?#]*)[/?#].+", r"\1/…", shown)


def with_password(address: str) -> str:
    """The address with the secret `database-password`, if it names a user and no password."""
    from urllib.parse import quote

    head, sign, rest = address.removeprefix("postgresql://").partition("@")
    if not sign or ":" in head or "/" in head:
        return address
    password = secret_text("database-password")
    return address if password is None else f"postgresql://{head}:{quote(password, safe='')}@{rest}"


@dataclass(frozen=True, slots=True)
class Place:
    """Where an office keeps its things; everything is below one folder."""

    folder: Path

    @property
    def database(self) -> Path:
        return self.folder / "banzuke.sqlite"

    @property
    def settings(self) -> Path:
        return self.folder / "banzuke.toml"

    @property
    def archive(self) -> Path:
        return self.folder / "archive"

    @property
    def statements(self) -> Path:
        return self.folder / "statements"

    @property
    def mails(self) -> Path:
        return self.folder / "mails"

    @property
    def lists(self) -> Path:
        return self.folder / "lists"

    def has_office(self) -> bool:
        """Whether an office was made here, on the embedded database or on a server's."""
        return self.database.is_file() or self.settings.is_file()

    def left(self) -> str:
        """What an office wrote beside its database, of its lists and its journal; empty where nothing is
        there. Where no database is, that is an office that was lost."""
        return ", ".join(n for n in ("heads.txt", "journal.txt", "statements") if (self.folder / n).exists())

    def server(self) -> str | None:
        """The address of the database server, None for the embedded database: `banzuke.toml` may hold other
        settings alone, once the database is there. Refused if unreadable."""
        if not self.settings.is_file():
            return None
        address = self.written().get("database")
        if address is not None:
            return server_address(address, str(self.settings))
        if not self.database.is_file():
            expected = f"{self.database.name}, or a database in banzuke.toml"
            remedy = (
                "put it back, or a copy of it from your backup; for a new office move banzuke.toml away"
                " until it is made"
            )
            raise refusal("no-office", str(self.folder), expected, "none", remedy)
        return None

    def written(self) -> dict[str, Any]:
        """What `banzuke.toml` says; nothing where there is none. Refused if it cannot be read."""
        if not self.settings.is_file():
            return {}
        try:
            if (size := self.settings.stat().st_size) > LARGEST:
                raise ValueError(f"{size} bytes")
            told = tomllib.loads(self._text())
            if is_deeper(told, DEEPEST):  # whatever looks at it would go down without end
                raise ValueError(f"tables within tables, more than {DEEPEST} of them")
            return told
        except UnicodeDecodeError as error:
            place, found = str(self.settings), f"a byte that is none at {error.start}"
            remedy = "save it as UTF-8"
            raise refusal("settings-unreadable", place, "a TOML file in UTF-8", found, remedy) from None
        except (ValueError, RecursionError) as error:
            place = str(self.settings)
            raise refusal("settings-unreadable", place, "settings (TOML)", str(error), CORRECT) from None

    def _text(self) -> str:
        """`banzuke.toml` as it stands, but for the mark before it with which editors on Windows save."""
        return self.settings.read_text("utf-8-sig")

    def settings_text(self, server: str | None) -> str:
        """What `banzuke.toml` has to say for the office to be on this database server, or on none; all else
        as it stands. Refused where the line with the old one cannot be told from the others."""
        told = {name: value for name, value in self.written().items() if name != "database"}
        text = self._text() if self.settings.is_file() else ""
        text = _DATABASE.sub(r"\1", text, count=1)
        if tomllib.loads(text) != told:
            remedy = 'write database = "…" in one line, and repeat the command'
            found, expected = "another form", "database in a line of its own"
            raise refusal("settings-unreadable", str(self.settings), expected, found, remedy)
        return text if server is None else f"database = {json.dumps(server)}\n{text}"

    def require(self) -> "Place":
        """This place, if there is an office in it; refused by name otherwise."""
        if not self.has_office():
            expected = "an office (banzuke.sqlite or banzuke.toml)"
            if left := self.left():
                raise refusal("no-office", str(self.folder), expected, left, LOST)
            raise refusal("no-office", str(self.folder), expected, "none")
        return self


FOLDERS = ("BANZUKE_SECRETS", "CREDENTIALS_DIRECTORY")
"""Variables that name a folder of secrets; the second is systemd's, for `LoadCredential=`."""

LARGEST_SECRET = 10_000
"""Bytes of a secret; a file with more is some other file."""


def secret_text(name: str, environment: Mapping[str, str] = os.environ) -> str | None:
    """The secret of this name (`imap-password`), None where nobody gave one: BANZUKE_IMAP_PASSWORD, else the
    file that BANZUKE_IMAP_PASSWORD_FILE names, else the file `imap-password` in the folder of secrets. A line
    end behind it is not part of it. Refused where a file that is named cannot be read."""
    variable = variable_of(name)
    if given := environment.get(variable):
        return given
    if named := environment.get(f"{variable}_FILE"):
        return _secret_in(Path(named), f"{variable}_FILE")
    for folder in filter(None, map(environment.get, FOLDERS)):
        file = Path(folder) / name
        if file.is_file():
            return _secret_in(file, name)
    return None


def variable_of(name: str) -> str:
    """The variable of the environment in which a secret can stand."""
    return "BANZUKE_" + name.upper().replace("-", "_")


def _secret_in(file: Path, what: str) -> str:
    try:
        with file.open("rb") as opened:
            data = opened.read(LARGEST_SECRET + 1)
        text = data.decode("utf-8").rstrip("\r\n")
        if not text or len(data) > LARGEST_SECRET:
            raise ValueError("an empty file" if not text else f"more than {LARGEST_SECRET} bytes")
    except (OSError, ValueError) as error:
        found = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise refusal("secret-unreadable", f"{what}: {file}", "a file with a secret", found) from None
    return text
