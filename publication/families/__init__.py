"""The families of regulations in what leaves the office."""

from __future__ import annotations

from typing import TYPE_CHECKING

from office import families
from rating.families import part

if TYPE_CHECKING:
    from sqlmodel import Session

    from publication.families.family import Family


def family_named(name: str) -> Family:
    """The family of this name, for what leaves the office."""
    found: Family = part(name, "publication")
    return found


def family_of(session: Session) -> Family:
    return family_named(families.family_of(session).name)
