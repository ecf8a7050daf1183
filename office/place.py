"""The office's folder: the database, the archive of pages, the published files."""

from dataclasses import dataclass
from pathlib import Path

from office.errors import OfficeError
from scraper.records import Problem


@dataclass(frozen=True, slots=True)
class Place:
    """Where an office keeps its things; everything is below one folder."""

    folder: Path

    @property
    def database(self) -> Path:
        return self.folder / "banzuke.sqlite"

    @property
    def archive(self) -> Path:
        return self.folder / "archive"

    @property
    def lists(self) -> Path:
        return self.folder / "lists"

    def require(self) -> "Place":
        """This place, if there is an office in it; refused by name otherwise."""
        if not self.database.is_file():
            raise OfficeError(
                Problem(
                    "no-office",
                    str(self.folder),
                    "an office (banzuke.sqlite)",
                    "none",
                    "make one with: banzuke init, or name its folder with --office DIR",
                )
            )
        return self
