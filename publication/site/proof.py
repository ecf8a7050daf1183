"""What the site has to show that its lists are the office's: the public key, and the signed statements."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlmodel import Session

from office.chain.key import office_public_key
from office.chain.minisign import PublicKey
from office.chain.statements import Signed, signed_statements
from office.place import Place
from publication.site.versions import Version


@dataclass(frozen=True, slots=True)
class Proof:
    """`key` is None in an office that never had one; `signed`: the statements by list date and version;
    `place`: where the office lies, whose key signs the archive."""

    key: PublicKey | None = None
    signed: Mapping[tuple[str, int], Signed] = field(default_factory=dict)

    place: Place | None = None

    def of(self, version: Version) -> str | None:
        """The address of a version's statement below `data/`; None where it is not signed."""
        held = self.signed.get((str(version.list_date), version.version))
        return f"statements/{held.statement.name}" if held else None


UNPROVEN = Proof()


def proof_of(place: Place, session: Session) -> Proof:
    """What an office has of it."""
    key = office_public_key(place)
    held = signed_statements(place, session) if key else []
    return Proof(key, {(one.statement.list_date, one.statement.version): one for one in held}, place)
