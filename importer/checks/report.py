"""What a report has to say by article 4(3), and what came in after an event was published."""

from collections.abc import Iterator

from importer.checks.facts import Facts
from importer.findings import Finding


def event_without_days(facts: Facts) -> Iterator[Finding]:
    """4(3) a: without its days nothing can be said of membership, age or lateness."""
    event = facts.view.event
    if event.first_day is None or event.last_day is None:
        yield facts.finding(
            "event-without-days",
            {},
            "details",
            "the event's first and last day (4(3) a)",
            "none",
            "ask the organizer, then: banzuke resolve PROBLEM --days YYYY-MM-DD/YYYY-MM-DD; or import again",
        )
    elif event.first_day > event.last_day:
        yield facts.finding(
            "event-without-days",
            {},
            "details",
            "a first day not after the last",
            f"{event.first_day} to {event.last_day}",
            "ask the organizer, then: banzuke resolve PROBLEM --days YYYY-MM-DD/YYYY-MM-DD; or import again",
        )


def missing_report_items(facts: Facts) -> Iterator[Finding]:
    """4(3) a: the organizer. Shown; the list does not wait for it."""
    if not facts.view.event.organizer:
        yield facts.finding(
            "organizer-missing",
            {},
            "details",
            "the organizer's name (4(3) a)",
            "none",
            "ask the organizer; the event is rated without it",
            blocks=False,
        )


def newer_reading(facts: Facts) -> Iterator[Finding]:
    """The source changed after a list was published: a correction (7(3)), never a silent change."""
    if facts.changes:
        yield facts.finding(
            "changed-after-publication",
            {"changes": "; ".join(facts.changes)},
            "",
            "the event as it was when its list was published",
            "; ".join(facts.changes),
            "the published list stands; a correction under 7(3): banzuke correction open EVENT; or --accept",
        )
