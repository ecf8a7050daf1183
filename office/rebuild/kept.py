"""Everything published lists rest on, compared with what cannot have changed: for `rebuild`, and for whoever
asks after an office's health."""

from collections.abc import Iterator

from sqlmodel import Session

from importer.register_replay import register_faults
from office.chain.compare import chain_faults
from office.chain.outside import head_faults
from office.chain.statements import statement_faults
from office.journal.faults import journal_faults
from office.place import Place
from office.runs.trust import form_faults
from scraper.records import Problem


def kept_faults(session: Session, place: Place) -> Iterator[Problem]:
    """What of the database is other than it was made (triggers above all), rows that are other than the chain
    says, heads and signed statements that are known outside the database alone, members who are other than
    their facts, and settings and accounts that are other than the journal says."""
    yield from form_faults(session)
    yield from chain_faults(session)
    yield from head_faults(place, session)
    yield from statement_faults(place, session)
    yield from register_faults(session)
    yield from journal_faults(session)
