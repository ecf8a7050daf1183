"""What files, site and accounts ask of a family of regulations, beside what the office asks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from office.families.family import Family as OfficeFamily

if TYPE_CHECKING:
    from sqlmodel import Session

    from publication.account.blocks import Reader, Told
    from publication.account.events import Beside
    from publication.account.model import Account, Part
    from publication.exports.cells import Writing
    from publication.exports.fields import Audience
    from publication.exports.files import File
    from publication.exports.public_list import PublicList


@dataclass(frozen=True, slots=True)
class Format:
    """A format of the published list. `write` takes session, the public list as it is shown, how letters
    are written, and what a name says of IDs that are left out. `what`: what it is, for who chooses one;
    `letters`: whether they can be written in more than one way; `table`: whether it is the CSV that the
    site offers."""

    write: Callable[[Session, PublicList, Writing, str], File]
    what: str
    letters: bool = True
    table: bool = False


ExportGames = Callable[..., Mapping[str, tuple[bytes, int]]]


class Family(OfficeFamily, Protocol):
    """What leaves an office of a family."""

    audience: Audience
    """Whom its published list is for: which facts of a member the site may show."""

    home: str
    """What its lists are filtered by on the site: `club` or `school`."""

    first_type: str
    """The rating that stands beside members before there is a list."""

    @property
    def formats(self) -> Mapping[str, Format]:
        """Its own formats of the published list by name; `export list` writes them if nothing is named."""

    @property
    def export_games(self) -> ExportGames | None:
        """The rated games of a version as files, by path: each with how many games it holds; None where no
        text asks for them. Takes session, version, writing, `hide_ids` and `inputs`, what the version was
        reckoned from where that is unpacked already."""

    # How the account of a rating is gathered and read.

    def beside(
        self, session: Session, ids: Sequence[str], asked: Collection[int], *, everything: bool
    ) -> Iterable[tuple[tuple[str, int], Beside]]:
        """What is stored of these members, by ID and version, beside the rows of every list: of the versions
        `asked` for, or of all. `everything`: with what the next list takes."""

    def tell(self, account: Account, part: Part, reader: Reader) -> Told:
        """How a part of an account reads, in the language spoken."""

    def document(self, account: Account) -> dict[str, Any]:
        """What stands in the JSON of an explanation after its head."""
