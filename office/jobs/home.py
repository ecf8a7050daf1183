"""Whether a worker's folder is the one that the office's pages, mails and heads stand in. On a server's
database an office can be opened in any folder; in another one a poll would keep its pages where nobody looks
for them, and a backup would lack what stands here."""

import json

from sqlmodel import Session, col, select

from importer.tables import MessageRow, ReadingRow
from office.chain.statements import NAME, newest_link
from office.errors import refusal
from office.mail.keep import DELETED
from office.place import Place
from scraper.archive import FileArchive
from scraper.records import EventRecord


def require_home(place: Place, session: Session) -> None:
    """Refused where the folder has no page of the newest reading, not the newest mail, or too few heads; a
    power cut may have kept the last one from being written. The embedded database is in its folder."""
    if session.get_bind().dialect.name == "sqlite":
        return
    found = []
    reading = session.exec(select(ReadingRow).order_by(col(ReadingRow.id).desc()).limit(1)).first()
    pages = EventRecord.from_dict(json.loads(reading.record)).source.pages if reading else ()
    archive = FileArchive(place.archive)
    if reading and pages and not any(archive.is_kept(page.sha256) for page in pages):
        found.append(f"no page of {reading.event_key}")
    kept = select(MessageRow.sha256, MessageRow.id).where(
        col(MessageRow.sha256).is_not(None), MessageRow.state != DELETED
    )
    mail = session.exec(kept.order_by(col(MessageRow.id).desc()).limit(1)).first()
    if mail and not FileArchive(place.mails).is_kept(mail[0] or ""):
        found.append(f"no mail M{mail[1]}")
    heads, newest = place.folder / NAME, newest_link(session)
    written = len(heads.read_bytes().splitlines()) if heads.is_file() else 0
    if written + 1 < newest:
        found.append(f"{written} of {newest} heads")
    if found:
        expected = "the folder that has the office's pages, mails and heads"
        raise refusal("office-elsewhere", str(place.folder), expected, "; ".join(found))
