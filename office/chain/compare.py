"""What an office holds against its chain: every row that a published list rests on, and every head."""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from sqlmodel import Session, col, select

from office.chain.link import ENDED, Covered, Head, Ledger, links, unpacked
from office.chain.rows import LEDGER, LISTED, Pointed, ledger_lines, listed_lines, short
from office.chain.tables import ChainLinkRow
from office.tables import ListVersionRow
from scraper.records import Problem

Lines = dict[str, dict[int, str]]
"""By table and row number, the line of the row as it is now."""

SHOWN = 200
"""So many characters of a row are shown; a reading is longer."""

REMEDY = "restore the database from a copy made before; a published list is never repaired by hand"


@dataclass(slots=True)
class _Office:
    """The rows as they are now, and what the links before cover."""

    ledger: Lines
    pointed: Pointed
    before: str = ""
    covered: Ledger = field(default_factory=Ledger)


def chain_faults(session: Session) -> Iterator[Problem]:
    """Every row that is other than its link says, gone or put in behind; every link that does not follow
    from the one before it; and every published version that no link holds."""
    office = _Office(_ledger(session, pointed := Pointed(session)), pointed)
    published = {
        version.id: _named(version)
        for version in session.exec(
            select(ListVersionRow).where(ListVersionRow.state == "published").order_by(col(ListVersionRow.id))
        )
    }
    held: set[int] = set()
    for number, link in enumerate(links(session), 1):
        if link.number != number:
            yield _fault(f"chain, link {number}", f"link {number}", f"link {link.number}")
        held.add(link.version_id)
        where = published.get(link.version_id)
        if where is None:
            where = f"link {link.number}"
            yield _fault("chain", f"the published version that link {link.number} holds", "none")
        yield from _link_faults(session, office, link, where)
        office.before = link.head
    yield from _behind(office)
    for version_id, where in published.items():
        if version_id not in held:
            yield _fault(where, "a link of the chain", "none: nobody published it by a command")


def ledger_faults(session: Session) -> Iterator[Problem]:
    """The part of this that a list to come rests on too: members, facts, reports, readings and rulings that
    earlier publications stand on."""
    found = _ledger(session, Pointed(session))
    covered = Ledger()
    for link in links(session):
        kept = _unpacked(link.ledger)
        if kept is None:
            yield _fault(f"chain, link {link.number}", "what the link covers", "nothing that can be read")
            continue
        for _line, fault in _compared(found, kept, f"link {link.number}"):
            if fault is not None:
                yield fault
        covered.take(kept)
    yield from _behind(_Office(found, Pointed(session), covered=covered))


def listed_faults(session: Session, version: ListVersionRow) -> Iterator[Problem]:
    """The rows of one published version that are other than its link says."""
    link = session.exec(select(ChainLinkRow).where(ChainLinkRow.version_id == version.id)).one_or_none()
    covered = None if link is None else _unpacked(link.listed)
    where = _named(version)
    if covered is None:
        yield _fault(where, "a link of the chain", "none that can be read")
        return
    now = _listed(session, version.id or 0, Pointed(session))
    for _line, fault in _compared(now, covered, where):
        if fault is not None:
            yield fault
    yield from _more(now, covered, where)


def _link_faults(session: Session, office: _Office, link: ChainLinkRow, where: str) -> Iterator[Problem]:
    head, faults = Head(office.before, link.number), 0
    kept, listed = _unpacked(link.ledger), _unpacked(link.listed)
    if kept is None or listed is None:
        yield _fault(where, "what its link covers", "nothing that can be read")
        return
    office.covered.take(kept)
    now = _listed(session, link.version_id, office.pointed)
    for lines, part in ((office.ledger, kept), (now, listed)):
        for line, fault in _compared(lines, part, where):
            if line is not None:
                head.take(line)
            if fault is not None:
                faults += 1
                yield fault
    for fault in _more(now, listed, where):
        faults += 1
        yield fault
    if not faults and head.text() != link.head:
        yield _fault(f"{where}, link {link.number}", f"the head {head.text()}", link.head)


def _compared(lines: Lines, covered: Covered, where: str) -> Iterator[tuple[str | None, Problem | None]]:
    """Every row that is covered, in the link's order: its line now, and what is wrong with it."""
    for table, rows in covered.items():
        now = lines.get(table, {})
        for row, sum_ in rows.items():
            line = now.get(row)
            place = f"{where}, {table} {row}"
            if line is None:
                yield None, _fault(place, "the row as it was published", "none")
            elif short(line) != sum_:
                yield line, _fault(place, "the row as it was published", line)
            else:
                yield line, None


def _more(now: Lines, listed: Covered, where: str) -> Iterator[Problem]:
    for table, rows in now.items():
        for row in sorted(rows.keys() - listed.get(table, {}).keys()):
            yield _fault(f"{where}, {table} {row}", "no such row, as it was published", rows[row])


def _behind(office: _Office) -> Iterator[Problem]:
    """Rows with a number among those that are covered, which no link covers."""
    for kept in LEDGER:
        covered, last = office.covered.rows.get(kept.name, {}), office.covered.last(kept.name)
        for row, line in office.ledger[kept.name].items():
            if row <= last and row not in covered:
                yield _fault(f"{kept.name} {row}", "no such row, as of the last publication", line)


def _ledger(session: Session, pointed: Pointed) -> Lines:
    found: Lines = {}
    for kept in LEDGER:
        mine = found[kept.name] = {}
        ends = found[kept.name + ENDED] = {}
        for row, line in ledger_lines(session, kept, pointed):
            mine[row] = line.text
            if line.end is not None:
                ends[row] = line.end
    return found


def _listed(session: Session, version_id: int, pointed: Pointed) -> Lines:
    return {
        str(table.__tablename__): dict(listed_lines(session, table, version_id, pointed)) for table in LISTED
    }


def _unpacked(data: bytes) -> Covered | None:
    try:
        return unpacked(data)
    except (OSError, EOFError, ValueError, TypeError, AttributeError, zlib.error):
        return None


def _named(version: ListVersionRow) -> str:
    return f"list of {version.list_date}, version {version.version}"


def _fault(place: str, expected: str, found: str) -> Problem:
    shown = found if len(found) <= SHOWN else f"{found[:SHOWN]}…"
    return Problem("chain-differs", place, expected, shown, REMEDY)
