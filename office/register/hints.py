"""What the office does not ask about, because nobody has entered what to ask by."""

from sqlmodel import Session, col, select

from importer.rulings import Kind
from importer.tables import ApplicationRow, OrganizerPersonRow, OrganizerRow, RulingRow
from office.words import _


def not_entered(session: Session) -> list[str]:
    """A line for what 3(3), 3(4) and 4(2) are not asked without, if anything."""
    missing = []
    if session.exec(select(OrganizerRow.id)).first() is None:
        missing.append(_("no organizers (3(3)): banzuke organizers import FILE"))
    standing = select(ApplicationRow.id).where(col(ApplicationRow.known_until).is_(None))
    if session.exec(standing).first() is None:
        missing.append(_("no applications (3(4)): banzuke applications import FILE"))
    people = select(OrganizerPersonRow.id).where(col(OrganizerPersonRow.known_until).is_(None))
    ruled = select(RulingRow.id).where(
        RulingRow.kind == Kind.PERSON.value, col(RulingRow.taken_back_at).is_(None)
    )
    if session.exec(people).first() is None and session.exec(ruled).first() is None:
        missing.append(
            _("nobody who reports for organizers or runs events (4(2), 3(3)): banzuke organizers import FILE")
        )
    return (
        [_("Not asked, because nothing is entered:"), *(f"  {line}" for line in missing)] if missing else []
    )
