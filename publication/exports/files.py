"""Files that leave the office, each written so that it is there whole or not at all."""

from dataclasses import dataclass
from pathlib import Path

from scraper.unfinished import put


@dataclass(frozen=True, slots=True)
class File:
    """A file of a list. `players`: how many stand in it."""

    name: str
    data: bytes
    players: int


def write_whole(path: Path, data: bytes) -> None:
    """Writes beside the file, then puts it in its place; a full disk leaves the old file as it was."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        put(path, data, mode=0o644)
    except OSError as error:
        error.filename = str(path)  # what is told is the file that was to be written
        raise
