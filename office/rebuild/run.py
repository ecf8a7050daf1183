"""The rebuild of an office: all published versions, oldest first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlmodel import Session, col, select

from office.rebuild.again import version_faults
from office.rebuild.readings import byte_faults, event_faults
from office.tables import ListVersionRow
from office.words import _, n_
from scraper.archive import FileArchive
from scraper.records import Problem

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What a rebuild found: versions looked at, and every fault."""

    versions: int
    problems: tuple[Problem, ...]


def rebuild(session: Session, archive: FileArchive, tell: Tell, *, pages: bool = True) -> Rebuilt:
    """Derives every published version again and compares. `pages`: the saved pages too, each read anew."""
    query = select(ListVersionRow).where(ListVersionRow.state == "published")
    versions = session.exec(query.order_by(col(ListVersionRow.id))).all()
    found: list[Problem] = []
    for version in versions:
        mine = list(version_faults(session, version))
        if not mine:  # inputs that are not what they were say nothing of readings
            mine += event_faults(session, version)
        if pages:
            mine += byte_faults(session, version, archive)
        named = _("list of {day}, version {version}", day=version.list_date, version=version.version)
        count = n_("{n} fault", "{n} faults", len(mine))
        tell(f"{named}: {count if mine else _('the same, byte for byte')}")
        found += mine
        session.expire_all()
    return Rebuilt(len(versions), tuple(found))
