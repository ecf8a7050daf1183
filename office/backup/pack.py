"""The one file of a backup: a tar archive, and behind its end a line with the SHA-256 of what is before it.

Any program that reads tar reads it. A backup that was cut off, or in which a single byte is another one, is
named before anything of it is used. What is signed and written beside the database comes first, then the
database as it is at one moment, then pages and mails. So the database never knows less than what stands
beside it says, and has every page that it names, whoever writes meanwhile.
"""

import fcntl
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import sqlite3
import tarfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, BinaryIO, cast

from sqlalchemy import Engine

from office.database.copy import copied, one_file
from office.database.engine import reader, sqlite
from office.errors import OfficeError, refusal
from office.locks import files_held
from office.place import Place
from scraper.unfinished import PREFIX

FORMAT = 1
BLOCK = 1 << 20
UNFIT = (
    *(tarfile.TarError, ValueError, AttributeError, EOFError, RecursionError, gzip.BadGzipFile, zlib.error),
    *(FileNotFoundError, FileExistsError, NotADirectoryError),
)
"""What unpacking raises where a file of the right sum is not what was packed."""
_MARK = b"banzuke backup sha256 "
_LINE = len(_MARK) + 64 + 1

BEFORE = ("banzuke.toml", "heads.txt", "journal.txt", "key.sec", "key.pub", "statements", "templates")
AFTER = ("archive", "mails", "lists", "games", "fide", "outgoing")
OLD_KEY = re.compile(r"key-[0-9A-Za-z]+\.(sec|pub)")
"""A key that another one took the place of."""

PASSING = ("last-request", "node")
"""What an archive needs no longer than its next request."""

DATABASE = "banzuke.sqlite.gz"
"""The database, whichever it is in the office, as an SQLite file."""

ABOUT = "backup.json"
"""What the backup is of: its first file."""


class _Summed:
    """A file that adds up what is written to it."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self.sum = file, hashlib.sha256()

    def write(self, data: Any) -> int:
        self.sum.update(data)
        return self._file.write(data)


def pack(place: Place, engine: Engine, about: Mapping[str, Any], file: Path, work: Path) -> None:
    """Writes a backup of the office into a file that is not there yet; `work`: an empty folder to work in."""
    with files_held(place.folder, deleting=False), _private(file) as out:
        summed = _Summed(out)
        with tarfile.open(fileobj=cast(BinaryIO, summed), mode="w|", format=tarfile.PAX_FORMAT) as tar:
            told = json.dumps({"format": FORMAT, **about}, ensure_ascii=False, indent=1).encode()
            _add(tar, ABOUT, io.BytesIO(told), len(told))
            _add_files(tar, place, BEFORE)
            plain, packed = work / "banzuke.sqlite", work / DATABASE
            snapshot(engine, plain)
            with (
                plain.open("rb") as source,
                packed.open("wb") as raw,
                gzip.GzipFile("", "wb", 6, raw, mtime=0) as target,
            ):
                shutil.copyfileobj(source, target, BLOCK)
            plain.unlink()
            with packed.open("rb") as source:
                _add(tar, DATABASE, source, packed.stat().st_size)
            packed.unlink()
            _add_files(tar, place, AFTER)
        out.write(_MARK + summed.sum.hexdigest().encode() + b"\n")
        out.flush()
        os.fsync(out.fileno())


def _add_files(tar: tarfile.TarFile, place: Place, names: tuple[str, ...]) -> None:
    for name, path in files(place, names):
        source, size = opened(path)
        with source:
            _add(tar, name, source, size)


def _add(tar: tarfile.TarFile, name: str, source: Any, size: int) -> None:
    one = tarfile.TarInfo(name)
    one.size, one.mode = size, 0o600
    tar.addfile(one, source)


def unpack(file: Path, into: Path) -> dict[str, Any]:
    """What a backup is of; its files are put into a new folder, the database unpacked. Refused, before
    anything is written, where it is not what was packed."""
    _refuse_changed(file)
    into.mkdir(mode=0o700)
    try:
        with tarfile.open(file, "r:") as tar:
            for one in tar:
                if not one.isreg() or not belongs(one.name):
                    raise _unfit(file, "a backup's files", f"“{one.name}”")
                target = into / one.name
                target.parent.mkdir(parents=True, exist_ok=True)
                source = tar.extractfile(one)
                assert source is not None
                with source, _private(target) as out:
                    shutil.copyfileobj(source, out, BLOCK)
        about: dict[str, Any] = json.loads((into / ABOUT).read_bytes())
        if about.get("format") != FORMAT:
            raise _unfit(file, f"format {FORMAT}", f"format {about.get('format')}")
        with gzip.open(into / DATABASE) as database, _private(into / "banzuke.sqlite") as out:
            shutil.copyfileobj(database, out, BLOCK)
    except UNFIT as error:
        raise _unfit(file, "a backup of an office", str(error)) from None
    (into / ABOUT).unlink()
    (into / DATABASE).unlink()
    return about


def _private(file: Path) -> BinaryIO:
    """A new file that is its owner's alone."""
    return os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def _refuse_changed(file: Path) -> None:
    size = file.stat().st_size
    found = hashlib.sha256()
    with file.open("rb") as source:
        left = size - _LINE
        while left > 0 and (block := source.read(min(BLOCK, left))):
            found.update(block)
            left -= len(block)
        line = source.read()
    if size <= _LINE or not line.startswith(_MARK):
        expected = "a whole backup, with its SHA-256 at the end"
        raise _unfit(file, expected, "another end: it was cut off, or is none")
    if line != _MARK + found.hexdigest().encode() + b"\n":
        told = line[len(_MARK) :].decode("ascii", "replace").strip()
        raise _unfit(file, f"a backup with SHA-256 {told}", f"one with {found.hexdigest()}")


def _unfit(file: Path, expected: str, found: str) -> OfficeError:
    remedy = "take another copy of this backup, or the backup before it"
    return refusal("backup-unfit", str(file), expected, found, remedy)


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


def snapshot(engine: Engine, to: Path) -> None:
    """Writes the database as it is at one moment into an SQLite file that is not there yet, whichever the
    office is on. Nobody waits for it."""
    with reader(engine).connect() as source:
        if engine.dialect.name == "sqlite":
            raw: Any = source.connection.dbapi_connection
            with closing(sqlite3.connect(to)) as target:
                raw.backup(target)
        else:
            copied(source, sqlite(to))
    one_file(to)
