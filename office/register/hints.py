"""What the office does not ask about, because nobody has entered what to ask by."""

from sqlmodel import Session, col, select

from importer.tables import ApplicationRow, OrganizerRow


def not_entered(session: Session) -> list[str]:
    """A line for what 3(3) and 3(4) are not asked without, if anything."""
    missing = []
    if session.exec(select(OrganizerRow.id)).first() is None:
        missing.append("no organizers (3(3)): banzuke organizers import FILE")
    standing = select(ApplicationRow.id).where(col(ApplicationRow.known_until).is_(None))
    if session.exec(standing).first() is None:
        missing.append("no applications (3(4)): banzuke applications import FILE")
    return [f"Not asked, because nothing is entered: {'; '.join(missing)}"] if missing else []
