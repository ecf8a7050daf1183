"""The families of regulations in what leaves the office."""

from sqlmodel import Session

from office import families
from publication.families.family import Family
from rating.families import part


def family_named(name: str) -> Family:
    """The family of this name, for what leaves the office."""
    found: Family = part(name, "publication")
    return found


def family_of(session: Session) -> Family:
    """The family of the office."""
    return family_named(families.family_of(session).name)
