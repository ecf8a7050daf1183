"""The members whom an organizer can pick from in the form: ID and name, nothing else."""

from sqlmodel import Session, col, select

from importer.tables import MemberRow
from publication.exports.fields import Audience, facts, wishes_of


def form_members(session: Session) -> list[tuple[str, str]]:
    """ID and name by name, without entries that turned out to be another member; of who asked to be withheld
    the ID alone."""
    rows = session.exec(select(MemberRow).where(col(MemberRow.merged_into).is_(None)))
    wishes = wishes_of(session)
    shown = [facts(m, Audience.PAIRING, wishes) for m in rows]
    known = [(one.id, one.name) for one in shown if one is not None]
    return sorted(known, key=lambda one: (one[1].casefold(), one[0]))
