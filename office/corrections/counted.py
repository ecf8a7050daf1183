"""Of an event that was reported twice, the report that counts has to be in the correction that leaves the
other one out; which one counts is not taken back while a published list rests on it; and whether two events
counted both."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

from sqlmodel import Session, col, select

from importer.rulings import Kind, Rulings
from importer.tables import RulingRow
from office.chain.link import ENDED, Ledger, covers, links
from office.desk.desk import Desk, DeskEvent
from office.errors import WaitsForOfficer
from office.lists.chain import standing, standing_versions
from office.lists.packing import unpacked as inputs_of
from office.tables import ListVersionRow, VersionEventRow
from scraper.records import Problem


def refuse_without_counted(desk: Desk) -> None:
    """Stops where a correction would take a report off its list, set aside for another one that neither a
    list holds, nor one to come takes, nor the correction: no list would have the event."""
    found = list(_missing(desk))
    if found:
        raise WaitsForOfficer(*found)


def refuse_on_no_list(
    session: Session,
    open_lists: Sequence[ListVersionRow],
    events: Iterable[DeskEvent],
    belongs: Mapping[str, date | None],
) -> None:
    """Stops where the correction would take an event off its list, and the list where it belongs by now is
    out and not open any more: no list would have its games."""
    out, goes_through = {v.list_date for v in standing_versions(session)}, {v.list_date for v in open_lists}
    found = {}
    for event in events:
        key = event.view.key
        if key not in belongs or event.view.excluded() is not None or belongs[key] in goes_through:
            continue
        if (list_date := belongs[key]) is None or list_date in out:
            one, where = (
                f"E{event.view.event.id}",
                "no list" if list_date is None else f"the list of {list_date}",
            )
            found[key] = Problem(
                "list-closed",
                event.named,
                "a list that is open to corrections, or one to come",
                f"{where}, by the day on which it counts as reported",
                f"banzuke resolve {one} --reported, --defer or --exclude; or leave it as published: banzuke"
                f" correction close {one} --reason …",
            )
    if found:
        raise WaitsForOfficer(*found.values())


def _missing(desk: Desk) -> Iterator[Problem]:
    for event in desk.current:
        aside = event.view.set_aside() if event.reopened else None
        if aside is None:
            continue
        one, counted = f"E{event.view.event.id}", _counted(desk, event)
        if counted is None:  # a decision of another office can name it before it is reported here
            place, expected = event.named, f"the report that counts: {aside.value}"
            remedy = f"import it; or leave {one} as published: banzuke correction close {one} --reason …"
            yield Problem("counted-report-missing", place, expected, "none", remedy)
            continue
        if counted.view.excluded() is not None or _is_held(desk, counted):
            continue
        other = f"E{counted.view.event.id}"
        place = f"{event.named}, set aside for {counted.named}"
        expected = f"{other} on a list, or in the correction too"
        remedy = (
            f"banzuke correction open {other} --reported DAY --reason …; or leave {one} as published: banzuke"
            f" correction close {one} --reason …"
        )
        yield Problem("counted-report-missing", place, expected, "neither", remedy)


def _counted(desk: Desk, event: DeskEvent) -> DeskEvent | None:
    """The report that counts for one that was set aside, which may be set aside in its turn; None where it
    is not here."""
    events, met = {one.view.key: one for one in desk.events}, set()
    while (ruling := event.view.set_aside()) is not None and event.view.key not in met:
        met.add(event.view.key)
        if ruling.value not in events:
            return None
        event = events[ruling.value]
    return event


def _is_held(desk: Desk, event: DeskEvent) -> bool:
    """Whether a list holds it, a list to come takes it, or a correction brings it into one that is out."""
    assert desk.last is not None
    to_come = event.list_date is not None and event.list_date > desk.last.list_date
    return event.published is not None or event.into is not None or to_come


def rested_on(session: Session, row: RulingRow) -> tuple[date, str] | None:
    """The published list that was made when this decision, which of two reports counts, stood, and the report
    on it that counts; None where there is none, or one of the two is taken up again."""
    rulings, key, met = Rulings.in_force(session), row.value, set[str]()
    if rulings.of_event(row.event_key, Kind.REOPEN):
        return None
    while key is not None and key not in met:
        met.add(key)
        held = _holding(session, key)
        if held is not None and not rulings.of_event(key, Kind.REOPEN):
            version, list_date = held
            if _stood(session, version, row):
                return list_date, key
        further = rulings.of_event(key, Kind.SAME_EVENT)
        key = further[0].value if further else None
    return None


def _holding(session: Session, key: str) -> tuple[int, date] | None:
    """The standing version that holds an event, and the date of its list."""
    dates, event = standing(session), VersionEventRow
    query = select(event.version_id).where(event.event_key == key, col(event.version_id).in_(dates))
    version = session.exec(query).one_or_none()
    return None if version is None else (version, dates[version])


def both_counted(session: Session, *keys: str) -> bool:
    """Whether the standing lists that hold these events left out neither of them."""
    for key in keys:
        held = _holding(session, key)
        if held is None:
            return False
        told = inputs_of(session.get_one(ListVersionRow, held[0]).inputs)["events"]
        if next(event for event in told if event["key"] == key)["excluded"] is not None:
            return False
    return True


def _stood(session: Session, version: int, row: RulingRow) -> bool:
    """Whether this was decided when the version was published, by this decision or by an equal one: one that
    was decided again has another number."""
    had, name = Ledger(), str(RulingRow.__tablename__)
    for link in links(session):
        had.take(covers(link))
        if link.version_id == version:
            break
    query = select(RulingRow.id).filter_by(kind=row.kind, event_key=row.event_key, value=row.value)
    return any(n in had.of(name) and n not in had.of(name + ENDED) for n in session.exec(query))
