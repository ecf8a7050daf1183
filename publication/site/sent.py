"""What a server has by an upload in parts that has not come to its end: a file, in which the paths stand
below the server's name."""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from publication.exports.files import write_whole


@dataclass(frozen=True, slots=True)
class Sent:
    """That file; there is none where nothing is half sent."""

    file: Path

    def to(self, server: str) -> set[str]:
        """What this server has, as it stands in the site."""
        whose, there = self._read()
        return there if whose == server else set()

    def add(self, server: str, paths: Collection[str]) -> None:
        """It has these too; what another one has is forgotten."""
        self._write(server, {*self.to(server), *paths})

    def without(self, *paths: str) -> None:
        """These are other than they were."""
        whose, there = self._read()
        if there:
            self._write(whose, there.difference(paths))

    def forget(self) -> None:
        """No server is known to have a part."""
        self.file.unlink(missing_ok=True)

    def _read(self) -> tuple[str, set[str]]:
        whose, *there = self.file.read_text("utf-8").splitlines() if self.file.is_file() else [""]
        return whose, set(there)

    def _write(self, server: str, there: Collection[str]) -> None:
        write_whole(self.file, "".join(f"{line}\n" for line in (server, *sorted(there))).encode())
