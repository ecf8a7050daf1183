"""The links of the chain: each publication is joined to the one before it, with all that it rests on.

A link covers every row that was kept since the link before (members, facts, memberships, names, reports,
readings, rulings, organizers, applications, and what ended one of them) and every row of its version. Its
head is the SHA-256 over the head before, its number and these lines (office/chain/rows.py): who knows the
newest head knows whether any of it was changed.
"""

import hashlib
from collections.abc import Container, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field

from sqlmodel import Session, col, select

from office.chain.covered import Covered, Numbers, Sums, packed, readable
from office.chain.lines import Pointed, shorts
from office.chain.rows import LEDGER, LISTED, Kept, ledger_lines, listed_lines
from office.chain.tables import LINKED, ChainLinkRow
from office.errors import refusal
from office.journal.note import PUBLISHED, entry
from office.lists.columns import StoredRows, table_of
from office.tables import ListVersionRow

ENDED = " ended"
"""What is put behind a table's name for the ends of its rows."""


@dataclass(slots=True)
class Ledger:
    """What the links so far cover of the ledger: by table, the numbers of its rows."""

    rows: dict[str, Numbers] = field(default_factory=dict)

    def take(self, link: Covered) -> None:
        """Adds what a link covers."""
        for table, sums in link.items():
            self.of(table).add(sums.rows)

    def of(self, table: str) -> Numbers:
        """The rows of a table that are covered."""
        return self.rows.setdefault(table, Numbers())

    def without(self, table: str, sums: Sums) -> Sums:
        """These rows but those that are covered."""
        covered = self.of(table)
        return Sums.of({row: sum_ for row, sum_ in sums.items() if row not in covered})

    def last(self, table: str) -> int:
        """The highest number of a row that is covered."""
        return self.of(table).last


def begun(before: str, number: int) -> "hashlib._Hash":
    """The sum of a link's head, over the head before it and its number; its lines are added by `add`."""
    return hashlib.sha256(f"{before}\n{number}\n".encode())


def add(head: "hashlib._Hash", lines: Sequence[str]) -> None:
    if lines:
        head.update("\n".join((*lines, "")).encode("ascii"))


def links(session: Session) -> Iterator[ChainLinkRow]:
    """Every link in order, a few at a time: what one covers is half a megabyte in a large office."""
    query = select(ChainLinkRow).order_by(col(ChainLinkRow.number))
    with closing(session.exec(query, execution_options={"yield_per": 4})) as found:  # who asks may stop early
        yield from found


def covers(link: ChainLinkRow) -> Covered:
    """What a link covers of the ledger; refused where that cannot be read."""
    if (found := readable(link.ledger)) is None:
        raise refusal(
            "chain-differs", f"chain, link {link.number}", "what the link covers", "nothing that can be read"
        )
    return found


def append(session: Session, version: ListVersionRow, stored: StoredRows | None = None) -> ChainLinkRow:
    """Joins a version that has just been published to the chain, in the caller's transaction. `stored`: its
    rows, where they were read already."""
    session.flush()
    assert version.id is not None and version.published_at is not None
    told, subject = {"text": version.text_sha256}, f"{version.list_date} {version.version}"
    entry(session.connection(), PUBLISHED, subject, told, version.published_at)
    ledger, last = Ledger(), None
    for last in links(session):
        ledger.take(covers(last))
    number = last.number + 1 if last else 1
    head = begun(last.head if last else "", number)
    pointed = Pointed(session)
    kept: dict[str, tuple[list[int], list[str]]] = {}
    for table, rows, lines in fresh(session, ledger, pointed):
        add(head, lines)
        numbers, sums = kept.setdefault(table, ([], []))
        numbers += rows
        sums += shorts(lines)
    listed: Covered = {}
    for one in LISTED:
        found = listed_lines(session, one, version.id, pointed, stored)
        if found.rows:
            add(head, found.texts)
            listed[str(one.__tablename__)] = Sums(found.rows, "".join(shorts(found.texts)))
    ledgered = {table: Sums(numbers, "".join(sums)) for table, (numbers, sums) in kept.items()}
    covered = {"ledger": packed(ledgered), "listed": packed(listed)}
    link = ChainLinkRow(number=number, version_id=version.id, head=head.hexdigest(), **covered)
    session.add(link)
    session.info[LINKED] = True
    session.flush()
    return link


def fresh(
    session: Session, ledger: Ledger, pointed: Pointed
) -> Iterator[tuple[str, Sequence[int], Sequence[str]]]:
    """What no link covers yet, some rows at a time with their lines: rows, then ends, table by table."""
    for kept in LEDGER:
        for rows, texts, _ends in ledger_lines(session, kept, pointed, after=ledger.last(kept.name)):
            yield kept.name, rows, texts
        if kept.ends:
            name = kept.name + ENDED
            ends = ended_lines(session, kept, pointed, ledger.of(name))
            if ends:
                yield name, [*ends], [*ends.values()]


def ended_lines(session: Session, kept: Kept, pointed: Pointed, known: Container[int]) -> dict[int, str]:
    """The rows of a table that came to their end, but those that are `known`: what ended each."""
    own = table_of(kept.table).c
    query = select(own.id).where(own[kept.ends[0]].is_not(None)).order_by(own.id)
    fresh = [row for row in session.connection().execute(query).scalars() if row not in known]
    found: dict[int, str] = {}
    for lines in ledger_lines(session, kept, pointed, among=fresh):
        found |= lines.ends
    return found
