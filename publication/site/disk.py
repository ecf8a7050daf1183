"""Files of a release on the disk, by the fewest calls of the system."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager


def write_file(path: str, data: bytes) -> None:
    """By the system's own calls: a file object takes as long as they."""
    number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
    try:
        while data:  # a very large one takes more than one
            data = data[os.write(number, data) :]
    finally:
        os.close(number)


def read_file(path: str) -> bytes:
    """The same."""
    with open(path, "rb", buffering=0) as file:
        return file.readall()


def holds(path: str, data: bytes) -> bool:
    """Whether a file has these bytes."""
    return os.stat(path).st_size == len(data) and read_file(path) == data


def link_all(old: str, new: str, paths: Iterable[str]) -> None:
    """Takes files over, folder by folder: a name in an open folder is found sooner than a whole path."""
    inside: dict[str, list[str]] = {}
    for path in paths:
        folder, _, name = path.rpartition("/")
        inside.setdefault(folder, []).append(name)
    for folder, names in inside.items():
        os.makedirs(f"{new}/{folder}", exist_ok=True)
        with _opened(f"{old}/{folder}") as there, _opened(f"{new}/{folder}") as here:
            for name in names:
                os.link(name, name, src_dir_fd=there, dst_dir_fd=here)


@contextmanager
def _opened(folder: str) -> Iterator[int]:
    number = os.open(folder, os.O_RDONLY)
    try:
        yield number
    finally:
        os.close(number)


def files_in(folder: str) -> dict[str, int]:
    """Every file in a folder and the folders in it, by its path from there, with its number on the disk."""
    found, folders = {}, [""]
    while folders:
        inside = folders.pop()
        with os.scandir(f"{folder}/{inside}") as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    folders.append(f"{inside}{entry.name}/")
                else:
                    found[f"{inside}{entry.name}"] = entry.inode()
    return found
