"""Of an event that was reported twice, the report that counts has to be in the correction that leaves the
other one out."""

from collections.abc import Iterator

from office.desk.desk import Desk, DeskEvent
from office.errors import WaitsForOfficer
from scraper.records import Problem


def refuse_without_counted(desk: Desk) -> None:
    """Stops where a correction would take a report off its list, set aside for another one that neither a
    list holds, nor one to come takes, nor the correction: no list would have the event."""
    found = list(_missing(desk))
    if found:
        raise WaitsForOfficer(*found)


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
