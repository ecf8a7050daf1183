"""Secrets: from the environment, from a file that the environment names, or from the folder in which systemd
or a container puts them. Never from `banzuke.toml`."""

import os
from collections.abc import Mapping
from pathlib import Path

from office.errors import refusal

FOLDERS = ("BANZUKE_SECRETS", "CREDENTIALS_DIRECTORY")
"""Variables that name a folder of secrets; the second is systemd's, for `LoadCredential=`."""

LARGEST = 10_000
"""Bytes of a secret; a file with more is some other file."""


def secret_text(name: str, environment: Mapping[str, str] = os.environ) -> str | None:
    """The secret of this name (`imap-password`), None where nobody gave one: BANZUKE_IMAP_PASSWORD, else the
    file that BANZUKE_IMAP_PASSWORD_FILE names, else the file `imap-password` in the folder of secrets. A line
    end behind it is not part of it. Refused where a file that is named cannot be read."""
    variable = "BANZUKE_" + name.upper().replace("-", "_")
    if given := environment.get(variable):
        return given
    if named := environment.get(f"{variable}_FILE"):
        return _read(Path(named), f"{variable}_FILE")
    for folder in filter(None, map(environment.get, FOLDERS)):
        file = Path(folder) / name
        if file.is_file():
            return _read(file, name)
    return None


def _read(file: Path, what: str) -> str:
    try:
        with file.open("rb") as opened:
            data = opened.read(LARGEST + 1)
        text = data.decode("utf-8").rstrip("\r\n")
        if not text or len(data) > LARGEST:
            raise ValueError("an empty file" if not text else f"more than {LARGEST} bytes")
    except (OSError, ValueError) as error:
        found = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        remedy = "put the secret alone into the file, and let the office's user read it"
        raise refusal("secret-unreadable", f"{what}: {file}", "a file with a secret", found, remedy) from None
    return text
