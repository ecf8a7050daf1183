"""One event on the desk: as its last look found it, or looked at anew (office/desk/anew.py)."""

from importer.tables import EventRow
from importer.view import UnreadView, reading
from office.desk.desk import DeskEvent
from office.desk.looks import Looks
from office.desk.sight import Sight


def looked(seen: Sight, event: EventRow, looks: Looks, *, anew: bool) -> DeskEvent:
    """An event that no published list holds: as the last look found it, or looked at anew."""
    held = None if anew else looks.standing(event)
    if held is not None:
        view = UnreadView(seen.session, event, seen.rulings, seen.on_arrival, seen.from_first_link)
        published, reopened = seen.published.get(event.key), event.key in seen.reopened
        return DeskEvent(view, held[0], published, held[2], reopened=reopened, into=held[1])
    from office.desk.anew import looked_anew  # with all that reading, matching and checking need

    return looked_anew(seen, event, looks)


def of_published(seen: Sight, event: EventRow) -> DeskEvent:
    """An event that a published list holds. Where nothing came in since, it is not even read: its list
    stands."""
    session, list_date = seen.session, seen.published[event.key]
    view = UnreadView(session, event, seen.rulings)
    if event.newer_reading_id is None and event.reading_id not in seen.reread:
        return DeskEvent(view, None, list_date, ())
    from importer.checks.facts import Facts
    from importer.checks.report import newer_reading
    from importer.store import differences
    from office.desk.anew import reread_differs

    record = reading(session, event.reading_id)
    changes: tuple[str, ...] = ()
    if event.newer_reading_id is not None:
        changes = differences(record, reading(session, event.newer_reading_id))
    facts = Facts(view, record, {}, changes)
    findings = (*newer_reading(facts), *reread_differs(session, facts, published=True))
    return DeskEvent(view, None, list_date, findings)
