"""Files that leave the office, each written so that it is there whole or not at all."""

import io
import os
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TypeVar

from scraper.unfinished import put

One = TypeVar("One")

LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The moment of every part of an archive: the same parts make the same bytes."""


@dataclass(frozen=True, slots=True)
class File:
    """A file of a list. `players`: how many stand in it; `public`: whether it is for everybody; `unspelled`:
    in whose names question marks stand for letters that such a file cannot have."""

    name: str
    data: bytes
    players: int
    public: bool = True
    unspelled: tuple[str, ...] = ()


@contextmanager
def published() -> Iterator[None]:
    """Within the block everybody may read new files and look into new folders, whatever the system's umask:
    for what is published. All else that the office writes is its own (cli/main.py)."""
    before = os.umask(0o022)
    try:
        yield
    finally:
        os.umask(before)


def write_whole(path: Path, data: bytes, *, public: bool = False) -> None:
    """Writes beside the file, then puts it in its place; a full disk leaves the old file as it was. Only its
    owner may read it, if it is not `public`."""
    with published() if public else nullcontext():
        path.parent.mkdir(parents=True, exist_ok=True)
    put(path, data, mode=0o644 if public else 0o600)


AT_ONCE = 4096
"""So many rows are dealt with, or lines put together at once."""


def some(rows: Iterable[One]) -> Iterator[list[One]]:
    """Rows, or lines of a file, some thousands at a time: a large list as one text takes several times the
    room of its bytes."""
    waiting = iter(rows)
    while found := list(islice(waiting, AT_ONCE)):
        yield found


def gathered(parts: Iterable[bytes]) -> bytes:
    """The parts of a file as one, without the room that they take twice."""
    out = io.BytesIO()
    out.writelines(parts)
    return out.getvalue()


def zipped(parts: Iterable[tuple[str, bytes]]) -> bytes:
    """Files in an archive, each by its path; the same ones the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in parts:
            info = zipfile.ZipInfo(path, LONG_AGO)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, data)
    return out.getvalue()
