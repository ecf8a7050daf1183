"""The office's folder: its settings, who may read and write there, room on the disk, what killed commands
left, and the key."""

import fcntl
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from office.chain.key import PUBLIC, SECRET, office_key
from office.chain.outside import unwritten
from office.database.read_only import writable
from office.errors import OfficeError
from office.place import Place
from scraper.records import Problem
from scraper.unfinished import PREFIX

ROOM = 200_000_000
"""Bytes that have to be free at least: an evening's pages, a month's site and a copy of a small database."""

PRIVATE = ("banzuke.sqlite", "mails", "archive", "banzuke.toml")
"""What holds personal data or a server's password."""

SHELVES = (
    *("archive", "archive/pages", "mails", "mails/pages", "statements", "seen"),
    *("lists", "games", "games/*", "fide", "outgoing", "templates", "templates/notices"),
)
"""The folders of an office in which files are begun, beside its own."""

OTHERS = 0o077
"""The rights of everybody but the owner."""


def folder_faults(place: Place) -> Iterator[Problem]:
    """Files that cannot be written, a disk that is nearly full, unfinished files, what others may read."""
    for path in (place.folder, place.archive, place.mails, place.database):
        if path.exists() and not writable(path):
            remedy = "give the office's user the right to write there; without it only what reads can be done"
            yield Problem("not-writable", str(path), "a place that can be written", "no right to", remedy)
    free = shutil.disk_usage(place.folder).free
    held = place.database.stat().st_size if place.database.is_file() else 0
    needed = max(ROOM, 2 * held)
    if free < needed:
        expected, found = f"{needed // 1_000_000} MB free", f"{free // 1_000_000} MB"
        remedy = "make room on the disk, or move the office's folder to a larger one"
        yield Problem("disk-low", str(place.folder), expected, found, remedy)
    for path in leftovers(place):
        found, remedy = "what a killed command left", "banzuke doctor --repair"
        yield Problem("leftover", str(path), "no such file", found, remedy)
    if place.folder.stat().st_mode & OTHERS:  # else nobody comes further
        for path in (place.folder / name for name in PRIVATE):
            if path.exists() and path.stat().st_mode & OTHERS:
                remedy = f"if nobody else is to read it: chmod -R go= {place.folder}"
                yield Problem("open-to-others", str(path), "readable by its owner alone", mode(path), remedy)


def key_faults(place: Place) -> Iterator[Problem]:
    """A key that is lost, is none, or that others may read."""
    secret, public = place.folder / SECRET, place.folder / PUBLIC
    if not secret.exists() and not public.exists():
        return  # of an older office: made when it is first needed
    if public.exists():
        try:
            office_key(place)
        except OfficeError as error:
            yield from error.problems
    elif writable(place.folder):
        yield unwritten(public)
    if secret.exists() and secret.stat().st_mode & OTHERS:
        remedy = "banzuke doctor --repair; if somebody else could have read it: banzuke key --new"
        yield Problem("key-readable", str(secret), "readable by its owner alone", mode(secret), remedy)


def leftovers(place: Place) -> Iterator[Path]:
    """Files and folders that killed commands began; what a living one writes is none."""
    folders = [place.folder, *(folder for name in SHELVES for folder in sorted(place.folder.glob(name)))]
    for folder in folders:
        if folder.is_dir() and os.access(folder, os.R_OK | os.X_OK):
            names = sorted(path for path in folder.iterdir() if path.name.startswith(PREFIX))
            yield from filter(_left, names)


def _left(path: Path) -> bool:
    """Whether its writer is gone: a living one holds a lock on it."""
    try:
        handle = os.open(path, os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(handle)
    return True


def mode(path: Path) -> str:
    """The rights on a file as `chmod` takes them."""
    return f"{path.stat().st_mode & 0o777:04o}"
