"""What a backup holds of an office's folder, and in what order it is taken.

What is signed and written beside the database comes first, then the database as it is at one moment, then
pages and mails. So the database never knows less than what stands beside it says, and has every page that it
names, whoever writes meanwhile.
"""

import fcntl
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from office.place import Place
from scraper.unfinished import PREFIX

BEFORE = ("banzuke.toml", "heads.txt", "key.sec", "key.pub", "statements", "templates")
AFTER = ("archive", "mails", "lists", "games", "fide")
OLD_KEY = re.compile(r"key-[0-9A-Za-z]+\.(sec|pub)")
"""A key that another one took the place of."""

PASSING = ("last-request", "node")
"""What an archive needs no longer than its next request."""

DATABASE = "banzuke.sqlite.gz"
"""The database, whichever it is in the office, as an SQLite file."""

ABOUT = "backup.json"
"""What the backup is of: its first file."""


def files(place: Place, names: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    """The files of these names and below these folders, each with its path in the office."""
    found = [place.folder / name for name in names]
    if names is BEFORE:
        found += [p for p in place.folder.iterdir() if OLD_KEY.fullmatch(p.name)]
    for one in sorted(found):
        inside = sorted(one.rglob("*")) if one.is_dir() else [one]
        for path in inside:
            if path.is_file() and not path.name.startswith(PREFIX) and path.name not in PASSING:
                yield path.relative_to(place.folder).as_posix(), path


def opened(path: Path) -> tuple[BinaryIO, int]:
    """A file with its size; whoever adds a line to it just now has added it whole."""
    file = path.open("rb")
    fcntl.flock(file, fcntl.LOCK_SH)
    size = os.fstat(file.fileno()).st_size
    fcntl.flock(file, fcntl.LOCK_UN)
    return file, size


def belongs(name: str) -> bool:
    """Whether a path can be one of a backup: below the office's folder, and of a name known here."""
    parts = name.split("/")
    if name in (ABOUT, DATABASE):
        return True
    if any(part in ("", ".", "..") or "\\" in part or "\0" in part for part in parts):
        return False
    return parts[0] in (*BEFORE, *AFTER) or (len(parts) == 1 and bool(OLD_KEY.fullmatch(name)))
