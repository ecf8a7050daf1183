"""A public archive as it is opened: its parts, and what its head says of them."""

import json
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cached_property
from typing import Any
from zipfile import ZipFile

from importer.unpack import member_of, open_zip
from office.errors import OfficeError, refusal
from publication.bundle.signed import HEAD
from publication.bundle.write import FORMAT

LARGEST_PART = 100_000_000
"""Bytes of one part unpacked. A list of 10,000 members with its inputs has a tenth."""

MOST_VERSIONS = 2_000
"""A monthly list for more than a century."""

UNFIT = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What reading and reckoning raise where values are not what an archive of ours holds."""


ENTRY = {
    "list": str, "version": int, "how": str, "published_sha256": str, "as_published": bool, "text": str,
    "statement": str,
}  # fmt: skip
RECKONED = {"edition": str, "inputs": str, "previous": dict, "pages": str}
PREVIOUS = {"list": str, "version": int}
"""What the head of an archive says of a list; more of one that was reckoned, and of the list before it."""

PARTS = ("text", "statement", "inputs", "pages")
"""The files of a list."""


class Parts(Mapping[str, bytes]):
    """The parts of an archive, each unpacked when it is asked for; ValueError for one that is too large. The
    archive is opened where it is read, apart: once for all that is read there. `looked`: it was opened so
    before, and its directory has an end."""

    def __init__(self, data: bytes) -> None:
        self._data, self.looked = data, False

    @cached_property
    def _archive(self) -> ZipFile:
        return open_zip(self._data, looked=self.looked)

    def __getitem__(self, path: str) -> bytes:
        info = self._archive.getinfo(path)
        if info.file_size > LARGEST_PART:
            raise ValueError(f"{path} has {info.file_size} bytes, more than {LARGEST_PART}")
        return member_of(self._archive, info)

    def packed(self) -> dict[str, int]:
        """Bytes of each as it is packed, as the archive says."""
        return {info.filename: info.compress_size for info in self._archive.infolist()}

    def __iter__(self) -> Iterator[str]:
        return iter(self._archive.namelist())

    def __len__(self) -> int:
        return len(self._archive.namelist())


def head_of(parts: Mapping[str, bytes], name: str) -> dict[str, Any]:
    """What an archive says of itself; refused where it is no such archive."""
    try:
        if HEAD not in parts:
            raise not_one(name, f"no {HEAD} in it")
        head = json.loads(parts[HEAD])
        if head["format"] != FORMAT:
            raise not_one(name, f"the format “{str(head['format'])[:80]}”")
        head["files"].items()
        _typed(head, {"key": str}, name)
        if len(head["versions"]) > MOST_VERSIONS:
            raise not_one(name, f"{len(head['versions'])} lists, more than {MOST_VERSIONS}")
        for entry in head["versions"]:
            _typed(entry, ENTRY, name)
            date.fromisoformat(entry["list"])
            if entry.get("edition") is not None:  # one that was taken over can have none
                _typed(entry, {"edition": str}, name)
            if entry["how"] != "opening":
                _typed(entry, RECKONED, name)
                _typed(entry["previous"], PREVIOUS, name)
            if {entry[part] for part in PARTS if part in entry} - head["files"].keys():
                raise not_one(name, f"no file for the list of {entry['list']}")
    except UNFIT as error:
        raise not_one(name, f"{type(error).__name__}: {error}") from error
    return dict(head)


def _typed(held: Mapping[str, Any], wanted: Mapping[str, type], name: str) -> None:
    for key, kind in wanted.items():
        if type(held[key]) is not kind:
            raise not_one(name, f"{key!r}: {str(held[key])[:80]}")


def not_one(name: str, found: str) -> OfficeError:
    """The refusal of what is no public archive."""
    remedy = "download it again; it is made by: banzuke bundle"
    return refusal("not-a-bundle", name, f"an archive of the format {FORMAT}", found, remedy)
