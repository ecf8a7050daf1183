"""What an office holds against its chain: every row that a published list rests on, and every head.

The chain covers every row with its text, and an erasure (R94) takes the text away. So a row that is other
than its link says is taken for erased if it is empty in just the way an erasure leaves it, and a decision in
force erased its member, or, of somebody who is none, this very row; the row's place in the chain, its member,
field and moments stand. Anything else that is other is a fault, as ever.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session, SQLModel, col, select

from importer.register_history import ERASED
from importer.rulings import Kind
from importer.tables import ReadingRow, RulingRow
from office.chain.covered import Covered, Sums, readable
from office.chain.lines import AT_ONCE, MANY, Pointed, encoded, short, shorts
from office.chain.link import ENDED, Ledger, add, begun, fresh, links
from office.chain.noted import BEGAN, Began, entries
from office.chain.noted import begun as begun_noting
from office.chain.rows import LEDGER, LISTED, NO_LINES, ledger_lines, listed_lines
from office.chain.tables import ChainLinkRow
from office.errors import problem_of
from office.journal.note import JournalRow
from office.lists.chain import place_of, published
from office.lists.columns import held_rows, table_of
from office.tables import ListVersionRow
from scraper.records import Problem

SHOWN = 200
"""So many characters of a row are shown; a reading is longer."""

EMPTY: Mapping[str, Mapping[str, Any]] = {
    "register_fact": {"value": None, "source": ERASED},
    "member_name": {"name": "", "source": ERASED},
    "organizer_person": {"name": None, "email": None},
    "report": {"text": None},
}
"""By table, what an erasure leaves in a row's columns. The name of a member, which cannot be nothing, becomes
his ID."""

WHOSE = {"register_fact": "member_id", "member_name": "member_id", "organizer_person": "federation_id"}
"""By table, the part of a row's line that says whose it is."""

BY_NAME = {kept.name: kept for kept in LEDGER}
LISTED_BY_NAME = {str(table.__tablename__): table for table in LISTED}


def chain_faults(session: Session) -> Iterator[Problem]:
    """Every row that is other than its link says, gone or put in behind; every link that does not follow
    from the one before it; and every published version that no link holds. No more is held at a time than
    one link covers."""
    pointed, ledger, before = Pointed(session), Ledger(), ""
    erased = _erased(session)
    named = {version.id: place_of(version) for version in published(session)}
    held: set[int] = set()
    for number, link in enumerate(links(session), 1):
        if link.number != number:
            yield _fault(f"chain, link {number}", f"link {number}", f"link {link.number}")
        held.add(link.version_id)
        where = named.get(link.version_id)
        if where is None:
            where = f"link {link.number}"
            yield _fault("chain", f"the published version that link {link.number} holds", "none")
        yield from _link_faults(session, pointed, ledger, link, where, before, erased)
        before = link.head
    yield from _since(session, pointed, ledger, erased)
    yield from _behind(session, pointed, ledger)
    for version_id, where in named.items():
        if version_id not in held:
            yield _fault(where, "a link of the chain", "none: nobody published it by a command")


def ledger_faults(session: Session, readings: Collection[int]) -> Iterator[Problem]:
    """The part of this that a list to come rests on too: members, facts, reports and rulings that earlier
    publications stand on, and of the readings, which are long, these alone."""
    pointed, ledger, erased = Pointed(session), Ledger(), _erased(session)
    for link in links(session):
        kept = readable(link.ledger)
        if kept is None:
            yield _fault(f"chain, link {link.number}", "what the link covers", "nothing that can be read")
            continue
        ledger.take(kept)
        kept = dict(kept)
        if READINGS in kept:
            kept[READINGS] = Sums.of({row: sum_ for row, sum_ in kept[READINGS].items() if row in readings})
        yield from _faults(_ledger_compared(session, pointed, kept, f"link {link.number}", erased))
    yield from _since(session, pointed, ledger, erased)
    yield from _behind(session, pointed, ledger)


READINGS = str(ReadingRow.__tablename__)


def listed_faults(
    session: Session, version: ListVersionRow, tables: Collection[type[SQLModel]]
) -> Iterator[Problem]:
    """The rows of one published version, in some of its tables, that are other than its link says."""
    link = session.exec(select(ChainLinkRow).where(ChainLinkRow.version_id == version.id)).one_or_none()
    covered = None if link is None else readable(link.listed)
    where = place_of(version)
    if covered is None:
        yield _fault(where, "a link of the chain", "none that can be read")
        return
    names = {str(table.__tablename__) for table in tables}
    yield from _faults(_listed_compared(session, Pointed(session), version.id or 0, covered, where, names))


def _link_faults(
    session: Session,
    pointed: Pointed,
    ledger: Ledger,
    link: ChainLinkRow,
    where: str,
    before: str,
    erased: frozenset[str],
) -> Iterator[Problem]:
    head, faults, whole = begun(before, link.number), 0, True
    kept, listed = readable(link.ledger), readable(link.listed)
    if kept is None or listed is None:
        yield _fault(where, "what its link covers", "nothing that can be read")
        return
    ledger.take(kept)
    for compared in (
        _ledger_compared(session, pointed, kept, where, erased),
        _listed_compared(session, pointed, link.version_id, listed, where),
    ):
        for lines, found in compared:
            whole = whole and GONE not in lines
            add(head, [line for line in lines if line])
            faults += len(found)
            yield from found
    # A head over rows that were erased cannot be worked out again: each other row of it was compared above.
    if whole and not faults and (text := head.hexdigest()) != link.head:
        yield _fault(f"{where}, link {link.number}", f"the head {text}", link.head)


Compared = Iterator[tuple[Sequence[str | None], Sequence[Problem]]]
"""Every row that is covered, in the order of the link, some at a time: their lines now, None where there is
no such row, and what is wrong with them."""


def _faults(compared: Compared) -> Iterator[Problem]:
    return (fault for _lines, faults in compared for fault in faults)


GONE = ""
"""The line of a row that was erased (R94): no link's head can be worked out with it."""


def _ledger_compared(
    session: Session, pointed: Pointed, covered: Covered, where: str, erased: frozenset[str]
) -> Compared:
    for table, rows in covered.items():
        kept = BY_NAME.get(table.removesuffix(ENDED))
        size = AT_ONCE if kept is None or kept.table is ReadingRow else MANY
        ended = table.endswith(ENDED)
        for some in rows.parts(size):
            found: list[int] = []
            told: list[str] = []
            ends: dict[int, str] = {}
            for lines in () if kept is None else ledger_lines(session, kept, pointed, among=some.rows):
                found += lines.rows
                told += lines.texts
                ends |= lines.ends
            now = list(ends.values()) if ended else told
            if some.are([*ends] if ended else found, shorts(now)):
                yield now, ()
                continue
            texts = dict(zip(found, told, strict=True))
            as_told: list[str | None] = []
            faults: list[Problem] = []
            for row, sum_ in some.items():
                line = (ends if ended else texts).get(row)
                other = line is not None and short(line) != sum_
                if other and row in texts and _is_erased(texts[row], str(line), sum_, erased):
                    as_told.append(GONE)
                    continue
                as_told.append(line)
                faults += _one(line, sum_, f"{where}, {table} {row}")
            yield as_told, faults


def _listed_compared(
    session: Session,
    pointed: Pointed,
    version_id: int,
    covered: Covered,
    where: str,
    names: Collection[str] = LISTED_BY_NAME,
) -> Compared:
    """And then every row of the version that the link does not cover. `names`: of these tables alone."""
    more: list[Problem] = []
    for table in dict.fromkeys((*covered, *LISTED_BY_NAME)):
        known, sums = LISTED_BY_NAME.get(table), covered.get(table, Sums())
        if known is not None and table not in names:
            continue
        stored = held_rows(session, version_id)
        found = NO_LINES if known is None else listed_lines(session, known, version_id, pointed, stored)
        if sums.are(found.rows, shorts(found.texts)):
            yield found.texts, ()
            continue
        left = dict(sums.items())
        lines, faults = [], []
        for row, line in zip(found.rows, found.texts, strict=True):
            place = f"{where}, {table} {row}"
            if row in left:
                lines.append(line)
                faults += _one(line, left.pop(row), place)
            else:
                more.append(_fault(place, "no such row, as it was published", line))
        for row, sum_ in left.items():
            faults += _one(None, sum_, f"{where}, {table} {row}")
        yield lines, faults
    yield (), more


def _one(line: str | None, sum_: str, place: str) -> list[Problem]:
    if line is None:
        return [_fault(place, "the row as it was published", "none")]
    return [] if short(line) == sum_ else [_fault(place, "the row as it was published", line)]


def _behind(session: Session, pointed: Pointed, ledger: Ledger) -> Iterator[Problem]:
    """Rows with a number among those that are covered, which no link covers."""
    for kept in LEDGER:
        own, covered = table_of(kept.table).c, ledger.of(kept.name)
        left_out = [own.id < covered.first, *(own.id.between(*gap) for gap in covered.gaps())]
        behind: list[int] = []
        for at in range(0, len(left_out), AT_ONCE):
            query = sa.select(own.id).where(sa.or_(*left_out[at : at + AT_ONCE])).order_by(own.id)
            behind += session.connection().execute(query).scalars()
        for lines in ledger_lines(session, kept, pointed, among=behind):
            for row, line in zip(lines.rows, lines.texts, strict=True):
                yield _fault(f"{kept.name} {row}", "no such row, as of the last publication", line)


def _since(session: Session, pointed: Pointed, ledger: Ledger, erased: frozenset[str]) -> Iterator[Problem]:
    """Rows since the newest link (`ledger`: all that links cover) that are other than their entry of the
    journal says, or gone, and newer ones that no entry names; `ledger` gets them."""
    if not begun_noting(session):
        return
    for number, rows in entries(session, ledger.last(JOURNAL)):
        left = {table: told for table, found in rows.items() if (told := ledger.without(table, found)).rows}
        yield from _faults(_ledger_compared(session, pointed, left, f"journal, entry {number}", erased))
        ledger.take(rows)
    began: Began | None = session.info.get(BEGAN)  # what this very transaction did has its entry at its end
    for table, numbers, lines in fresh(session, ledger, pointed):
        for row, line in zip(numbers, lines, strict=True) if table != JOURNAL else ():
            if not (began and began.own(table, row)):
                yield _fault(f"{table} {row}", "no such row, as of the journal", line)


JOURNAL = str(JournalRow.__tablename__)


def _fault(place: str, expected: str, found: str) -> Problem:
    shown = found if len(found) <= SHOWN else f"{found[:SHOWN]}…"
    return problem_of("chain-differs", place, expected, shown)


def _erased(session: Session) -> frozenset[str]:
    """The members whom a decision in force erased, by federation ID; and of who was none each row, by the
    beginning of its line's SHA-256."""
    query = select(RulingRow.subject).where(
        RulingRow.kind == Kind.ERASURE.value, col(RulingRow.taken_back_at).is_(None)
    )
    told = map(json.loads, session.exec(query))
    return frozenset(subject.get("member") or subject["row"] for subject in told)


def _is_erased(text: str, line: str, sum_: str, erased: frozenset[str]) -> bool:
    """Whether a row's text is what an erasure of one of these leaves. `line`: the same, or that the row
    ended; `sum_`: the sum of this before."""
    if not erased:
        return False
    table, told = json.loads(text)
    left, who = EMPTY.get(table), told.get(WHOSE.get(table, ""))
    if left is None or (who not in erased and sum_ not in _sums(line, erased)):
        return False
    if table == "register_fact" and told.get("field") == "name":
        left = {**left, "value": who}
    return all(told.get(name) == value for name, value in left.items())


def _sums(line: str, rows: frozenset[str]) -> Collection[str]:
    """The sums of these rows; of a line that says that a row ended, what it would be for each of them."""
    table, told = json.loads(line)
    if not table.endswith(ENDED):
        return rows
    return {short(encoded([table, {**told, "row": row}])) for row in rows}
