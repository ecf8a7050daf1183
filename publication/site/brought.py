"""What uploads brought to each server, so that what is gone since is deleted there, whichever server got the
last one: a file for each, in which the paths stand below the server's name."""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from publication.exports.files import write_whole


@dataclass(frozen=True, slots=True)
class Brought:
    """These files, in a folder beside the site; there is none before the first upload."""

    beside: Path

    def to(self, server: str) -> set[str]:
        """What this server may have: all that was ever sent there and not deleted."""
        file = self._file(server)
        return set(file.read_text("utf-8").splitlines()[1:]) if file.is_file() else set()

    def add(self, server: str, paths: Collection[str]) -> None:
        """These are about to be sent to it too."""
        self.has(server, {*self.to(server), *paths})

    def has(self, server: str, paths: Collection[str]) -> None:
        """It has these, and no others."""
        file = self._file(server)
        file.parent.mkdir(mode=0o700, exist_ok=True)  # addresses of who is withheld since stand there
        write_whole(file, "".join(f"{line}\n" for line in (server, *sorted(paths))).encode())

    def _file(self, server: str) -> Path:
        return self.beside / "servers" / f"{hashlib.sha256(server.encode()).hexdigest()[:16]}.txt"
