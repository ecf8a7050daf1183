"""What files, site and accounts ask of a family of regulations, beside what the office asks."""

from collections.abc import Sequence
from typing import Protocol

from office.families.family import Family as OfficeFamily
from publication.exports.fields import Audience


class Family(OfficeFamily, Protocol):
    """What leaves an office of a family. How the account of a rating reads belongs here too: what
    `publication/account/` asks of a family, with the rows, blocks and words in the family's own folder."""

    @property
    def audience(self) -> Audience:
        """Whom its published list is for: which facts of a member the site may show."""

    @property
    def first_type(self) -> str:
        """The rating that stands beside members before there is a list."""

    @property
    def usual_formats(self) -> Sequence[str]:
        """What `export list` writes if nothing is named."""
