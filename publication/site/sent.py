"""What uploads brought to servers: files in which the paths stand below the server's name."""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from publication.exports.files import write_whole


@dataclass(frozen=True, slots=True)
class Sent:
    """What a server has by an upload in parts that has not come to its end: one file; there is none where
    nothing is half sent."""

    file: Path

    def to(self, server: str) -> set[str]:
        """What this server has, as it stands in the site."""
        whose, there = _read(self.file)
        return there if whose == server else set()

    def add(self, server: str, paths: Collection[str]) -> None:
        """It has these too; what another one has is forgotten."""
        _write(self.file, server, {*self.to(server), *paths})

    def without(self, *paths: str) -> None:
        """These are other than they were."""
        whose, there = _read(self.file)
        if there:
            _write(self.file, whose, there.difference(paths))

    def forget(self) -> None:
        """No server is known to have a part."""
        self.file.unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class Brought:
    """What uploads brought to each server, so that what is gone since is deleted there, whichever server got
    the last one: a file for each, in a folder beside the site; there is none before the first upload."""

    beside: Path

    def to(self, server: str) -> set[str]:
        """What this server may have: all that was ever sent there and not deleted."""
        return _read(self._file(server))[1]

    def add(self, server: str, paths: Collection[str]) -> None:
        """These are about to be sent to it too."""
        self.has(server, {*self.to(server), *paths})

    def has(self, server: str, paths: Collection[str]) -> None:
        """It has these, and no others."""
        file = self._file(server)
        file.parent.mkdir(mode=0o700, exist_ok=True)  # addresses of who is withheld since stand there
        _write(file, server, paths)

    def _file(self, server: str) -> Path:
        return self.beside / "servers" / f"{hashlib.sha256(server.encode()).hexdigest()[:16]}.txt"


def _read(file: Path) -> tuple[str, set[str]]:
    lines = file.read_text("utf-8").splitlines() if file.is_file() else []
    whose, *there = lines or [""]
    return whose, set(there)


def _write(file: Path, server: str, paths: Collection[str]) -> None:
    write_whole(file, "".join(f"{line}\n" for line in (server, *sorted(paths))).encode())
