"""The heads of the chain outside the database: `heads.txt` in the office's folder, a line a publication.

What somebody takes out of the database whole, the newest list with its link, is still named here. A line is
written when its publication is stored; what a power cut kept from being written, the next command that stores
anything writes.
"""

from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa
from sqlmodel import Session, col, select

from office.chain.tables import ChainLinkRow
from office.place import Place
from office.tables import ListVersionRow
from scraper.records import Problem
from scraper.unfinished import put

NAME = "heads.txt"


def write_heads(place: Place, session: Session) -> None:
    """Adds the heads that the file does not have yet. Left alone where it does not go with the database:
    then `head_faults` says so. A file that is gone is begun anew with the first publication alone."""
    path = place.folder / NAME
    there = path.is_file()
    written = path.read_text("utf-8", "replace").splitlines() if there else []
    newest = newest_link(session)
    if newest <= len(written) or (not there and newest > 1):
        return
    lines = heads(session)
    if lines[: len(written)] == written:
        put(path, "".join(f"{line}\n" for line in lines).encode(), mode=0o600)


def unwritten(path: Path, found: str = "not written yet") -> Problem:
    """Something that the office says outside the database and has not written yet."""
    remedy = "the next command that stores anything writes it; at once: banzuke doctor --repair"
    return Problem("unwritten", str(path), "what the office says outside its database", found, remedy)


def head_faults(place: Place, session: Session) -> Iterator[Problem]:
    """Publications that the file knows and the database does not, or otherwise; a file that is not there."""
    path = place.folder / NAME
    lines = heads(session)
    if not path.is_file():
        if len(lines) > 1:
            remedy = f"put it back from a copy; if it was never there, make it empty: touch {NAME}"
            yield Problem(
                "head-differs", str(path), f"the heads of {len(lines)} publications", "none", remedy
            )
        return
    remedy = "the database is not the one that was published from: put back a copy that has them all"
    for number, written in enumerate(path.read_text("utf-8", "replace").splitlines(), 1):
        held = lines[number - 1] if number <= len(lines) else "no such publication"
        if held != written:
            yield Problem("head-differs", f"{path}, line {number}", written, held, remedy)


def newest_link(session: Session) -> int:
    """The number of the newest link; 0 where nothing is published."""
    return session.exec(select(ChainLinkRow.number).order_by(col(ChainLinkRow.number).desc())).first() or 0


def heads(session: Session) -> list[str]:
    """The lines as they should stand: number, list, version, head."""
    link, version = ChainLinkRow.__table__, ListVersionRow.__table__  # type: ignore[attr-defined]
    rows = session.connection().execute(
        sa.select(link.c.number, version.c.list_date, version.c.version, link.c.head)
        .join_from(link, version, link.c.version_id == version.c.id, isouter=True)
        .order_by(link.c.number)
    )
    return [f"{number} {day} v{version} {head}" for number, day, version, head in rows]
