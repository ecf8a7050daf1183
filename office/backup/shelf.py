"""Where the office's backups lie, and which there are: the folder that its job writes to, else one beside the
database."""

import json
from argparse import ArgumentError, ArgumentParser
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlmodel import Session

from office.backup.keep import moment_of
from office.errors import refusal
from office.jobs.tables import JobRow
from office.place import Place

BESIDE = "backups"
"""The folder in the office's own, where its job knows no other. No backup holds it."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """`folder`: where backups are put; `recipients`: who alone can read them; `apart`: whether the folder is
    one that somebody named, and so may lie on another disk."""

    folder: Path
    recipients: tuple[str, ...] = ()
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Held:
    """A backup that lies there."""

    name: str
    made_at: datetime
    size: int
    encrypted: bool


def shelf(session: Session, place: Place) -> Shelf:
    """As the job `backup` was told (`banzuke jobs change backup --with`), whether it is on or not."""
    row = session.get(JobRow, "backup")
    words: Sequence[str] = json.loads(row.words) if row is not None else ()
    told = ArgumentParser(add_help=False, exit_on_error=False, allow_abbrev=False)
    told.add_argument("folder", nargs="?")
    told.add_argument("--recipient", action="append", default=[])
    told.add_argument("--months")
    told.add_argument("--keep")
    try:
        found, other = told.parse_known_args(words)
    except ArgumentError as error:
        raise _unclear(str(error)) from None
    if other:
        raise _unclear(" ".join(other))
    if not found.folder:
        return Shelf(place.folder / BESIDE, tuple(found.recipient))
    return Shelf(Path(found.folder), tuple(found.recipient), apart=True)


def held(folder: Path) -> list[Held]:
    """The backups in a folder, the newest first; none where it is not there."""
    if not folder.is_dir():
        return []
    found = []
    for path in folder.iterdir():
        made_at = moment_of(path.name)
        if made_at is not None and path.is_file():
            found.append(Held(path.name, made_at, path.stat().st_size, path.suffix == ".age"))
    return sorted(found, key=lambda one: (one.made_at, one.name), reverse=True)


def file_of(folder: Path, name: str) -> Path:
    """A backup of the folder by its name; refused where there is none."""
    if name not in {one.name for one in held(folder)}:
        remedy = "look at the list of backups again"
        raise refusal("no-such-backup", name[:100], "a backup in the folder", "none of this name", remedy)
    return folder / name


def _unclear(found: str) -> Exception:
    expected = "FOLDER, --recipient, --keep, --months"
    remedy = "say it anew: banzuke jobs change backup --with “FOLDER”"
    return refusal("backup-words", "banzuke jobs, backup", expected, f"“{found[:200]}”", remedy)
