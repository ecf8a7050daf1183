"""A backup proved without putting it anywhere: whole by its SHA-256, unpacked beside and examined."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from office.backup.age import is_encrypted
from office.backup.pack import unpack
from office.database.move import settings_put
from office.doctor.examine import HARMLESS, examine
from office.errors import refusal
from office.place import Place
from scraper.records import Problem

OF_THE_MACHINE = HARMLESS | {"disk-low"}
"""Findings that say nothing of a backup."""


@dataclass(frozen=True, slots=True)
class Proved:
    """What a backup is of (`office`, `made_at` and so on), and what an examination of it found."""

    about: dict[str, Any]
    found: tuple[Problem, ...]


def prove(file: Path, now: datetime, tell: Callable[[str], None]) -> Proved:
    """Looks whether an office can be made of a backup. Refused where it is not whole, or is encrypted: the
    secret key is on no desk."""
    if is_encrypted(file):
        remedy = "where the secret key is: banzuke --office NEW restore FILE --identity KEY"
        raise refusal(
            "backup-encrypted", file.name, "a backup that can be read here", "an encrypted one", remedy
        )
    with TemporaryDirectory(prefix="banzuke-") as work:
        return unpacked(file, Path(work) / "office", now, tell)


def unpacked(packed: Path, into: Path, now: datetime, tell: Callable[[str], None]) -> Proved:
    """The office of a backup in a new folder, examined there: its own database, wherever the office that was
    backed up has its own."""
    made = Place(into)
    about = unpack(packed, made.folder)
    made.archive.mkdir(exist_ok=True)
    settings_put(made, None)
    found = examine(made, now, tell, pages=False).found
    return Proved(about, tuple(one for one in found if one.code not in OF_THE_MACHINE))
