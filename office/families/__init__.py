"""The office's family of regulations, and what hangs on that alone.

The setting `family` is made with the office and never changed. A family whose text is undated is always
asked for by name: an office under it keeps a standing ruling that names the edition for every list.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import text
from sqlmodel import Session

from office.errors import refusal
from rating.families import FAMILIES, is_compared, part, usual

if TYPE_CHECKING:
    from importer.rulings import Subject
    from office.families.family import Family

EVERY_LIST: Subject = {}
"""What the standing ruling on the edition is about."""


def family_named(name: str) -> Family:
    """The family of this name, for the office's work."""
    found: Family = part(name, "office")
    return found


_SETTING = text("SELECT value FROM setting WHERE name = :name")


def family_of(session: Session) -> Family:
    """The office's family. Refused where this Banzuke does not know it."""
    session.flush()
    setting: str | None = session.connection().execute(_SETTING, {"name": "family"}).scalar()
    name = usual() if setting is None else setting
    if name not in FAMILIES:
        raise refusal("unknown-family", "office", f"one of {', '.join(FAMILIES)}", name)
    return family_named(name)


def found(session: Session, name: str, *, who: str, now: datetime) -> None:
    """Makes the family of a new office known, and names its edition where no date does."""
    from importer.rulings import Kind, Made, fingerprint, record
    from office.tables import SettingRow

    session.add(SettingRow(name="family", value=name))
    if (edition := family_named(name).edition) is not None:
        made = Made("the text is undated and is asked for by name; the office was made for it", who, now)
        facts = fingerprint("edition")
        record(session, Kind.EDITION, subject=EVERY_LIST, facts=facts, value=edition, made=made)


def day_here(session: Session, moment: datetime) -> date:
    """The calendar day of a moment where the office is."""
    return moment.astimezone(family_of(session).zone).date()


def require(session: Session, what: str, can: Callable[[Any], Any], wing: str = "office") -> Any:
    """What a wing's part of the office's family can do; refused where it cannot and that of another can."""
    mine = family_of(session).name
    if not (found := can(part(mine, wing))):
        others = " or ".join(name for name in FAMILIES if can(part(name, wing)))
        expected = f"an office of the family {others}"
        raise refusal("office-family", what, expected, f"one of the family {mine}")
    return found


def require_memberships(session: Session, what: str) -> None:
    """Refused where membership is asked of nobody, so that nothing hangs on it."""
    require(session, what, lambda family: family.memberships)


def require_organizers(session: Session, what: str) -> None:
    """Refused where nobody asks who organized an event, nor whether it was applied for."""
    require(session, what, lambda family: family.asks_who_reports)


def refuse_other_family(session: Session, edition: str) -> None:
    """A list can only be made under an edition of the office's own family."""
    from rating.editions import load

    mine, named = family_of(session).name, load(edition).family
    if is_compared(named):
        expected = f"an edition of the family {mine}"
        found = f"{edition}, under which no office makes a list"
        remedy = f"compare with it: banzuke simulate --edition {edition}"
        raise refusal("edition-compared", "--edition", expected, found, remedy)
    if named != mine:
        expected = f"an edition of the family {mine}, which this office was made for"
        remedy = "name another edition, or make an office of that family: banzuke init --family"
        raise refusal("edition-family", "--edition", expected, f"{edition}, of the family {named}", remedy)
