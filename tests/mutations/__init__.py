"""Registers, cases, settings and archives damaged at random; of pages, files and mails see elsewhere."""

from pathlib import Path
from tempfile import TemporaryDirectory

_HELD: list[TemporaryDirectory[str]] = []


def folder_of_its_own() -> Path:
    """A new folder, which is gone with the process."""
    _HELD.append(TemporaryDirectory(prefix="banzuke-"))
    return Path(_HELD[-1].name)
