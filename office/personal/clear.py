"""What is old and needed no more, counted first and then deleted, in one call for both doors (7(1))."""

from datetime import datetime

from office.database.lifted import overwrite
from office.notices.addresses import forget_old
from office.opened import Office
from office.personal.retention import Kept, delete_files, forget_accounts, forget_mails, old
from office.words import _


def clear(
    office: Office, now: datetime, *, mails: int | None, pages: int | None, sender: str, delete: bool
) -> Kept:
    """Mails and pages as `old` finds them; with `delete` they are gone when this returns, and with them
    sessions that ended long ago and addresses of old notices."""
    with office.writing(dry_run=not delete) as session:
        found = old(session, office.place, now, mails=mails, pages=pages, sender=sender)
        if delete:
            forget_mails(session, found)
            forget_accounts(session, now)
            forget_old(session, now)
    if delete:
        with office.reading() as session:
            delete_files(session, office.place, found)
        overwrite(office.engine)
    return found


def counted(found: Kept) -> str:
    """How much of each, in words."""
    return _("mails: {mails}, pages: {pages}, kilobytes: {kb}").format(
        mails=len(found.mails), pages=len(found.pages), kb=-(-found.bytes // 1000)
    )
