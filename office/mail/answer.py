"""The officer's answer to a mail that waits: its tournaments are imported as reported with it."""

from collections.abc import Callable, Sequence

from sqlalchemy import Engine

from importer.rulings import Made
from importer.tables import MessageRow
from office.clock import Clock
from office.database.engine import transaction
from office.errors import OfficeError, refusal
from office.intake.links import Link, Taken, refuse_many, take_links
from office.mail.keep import NOTHING, TAKEN
from office.mail.read import Mail
from office.mail.waiting import close_mail, waiting_mails
from scraper.addresses import find_addresses
from scraper.client import Client
from scraper.fetch import Progress


def import_shown(
    engine: Engine,
    client: Client,
    row: MessageRow,
    mail: Mail,
    given: Sequence[str],
    *,
    made: Made,
    clock: Clock,
    progress: Callable[[Link], Progress],
) -> list[Taken]:
    """Imports the tournaments `given`, else those that the mail only quotes or that sign it, as of the mail's
    day and sender. When all are stored, the mail waits no more. Refused where there is none to import."""
    found = [find_addresses(text) for text in given]
    refused = [p for f in found for p in f.refused]
    if refused:
        raise OfficeError(*refused)
    addresses = [a for f in found for a in f.addresses] if given else list(mail.shown)
    if not addresses:
        expected = "a tournament that the mail quotes, or the link that was found"
        remedy = "give the address of the tournament: banzuke inbox import M… LINK"
        raise refusal("mail-not-waiting", f"M{row.id}", expected, ", ".join(given) or "none", remedy)
    links = [Link(address, "") for address in dict.fromkeys(addresses)]
    if not given:
        refuse_many(links)
    taken = take_links(
        engine, client, links, reported=row.arrived_on, clock=clock, progress=progress, message=row.id
    )
    if len(taken) == len(links) and all(t.stored is not None for t in taken):
        with transaction(engine) as session:
            stored = session.get_one(MessageRow, row.id)
            if any(w.row.id == row.id for w in waiting_mails(session)):
                numbers = ", ".join(str(a.tournament) for a in addresses)
                why = made.reason.strip() or f"imported: {numbers}"
                close_mail(session, stored, made=Made(why, made.who, made.now))
            if stored.state == NOTHING:
                stored.state = TAKEN
            session.add(stored)
    return taken
