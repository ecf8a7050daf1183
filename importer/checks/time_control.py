"""The time control decides the rating type (2(2)); what cannot be read is asked, never guessed."""

from collections.abc import Iterator

from importer.checks.facts import Facts
from importer.findings import Finding

KIND_MINUTES = {"standard": (45, None), "rapid": (10, 59), "blitz": (0, 10)}
"""Minutes at move 60 that a printed kind can stand for: FIDE's bounds, and 45 to 59 minutes, which are
rapid for FIDE and standard here (2(2)), under either name."""

REMEDY = "ask the organizer, then: banzuke resolve PROBLEM --time-control “45+30” (minutes + seconds a move)"


def against_kind(kind: str | None, minutes: int | None) -> bool:
    """Whether a time control of so many minutes can be none of the kind that is printed beside it."""
    if kind not in KIND_MINUTES or minutes is None:
        return False
    low, high = KIND_MINUTES[kind]
    return minutes < low or (high is not None and minutes > high)


def time_control(facts: Facts) -> Iterator[Finding]:
    """Missing, unreadable, or against the kind that the page prints."""
    event = facts.view.event
    ruling = facts.view.time_control_ruling()
    settled = ruling.id if ruling else None
    if event.time_control is None:
        yield facts.finding(
            "time-control-missing",
            {},
            "details, row Time control",
            "a time control (4(3) a)",
            "none",
            REMEDY,
            settled_by=settled,
        )
    elif event.minutes_at_60 is None:
        yield facts.finding(
            "time-control-unreadable",
            {},
            "details, row Time control",
            "a time control such as 90 min + 30 sec/move",
            f"“{event.time_control}”",
            REMEDY,
            settled_by=settled,
        )
    elif against_kind(event.printed_kind, event.minutes_at_60):
        yield facts.finding(
            "time-control-contradicts-kind",
            {},
            "details, row Time control",
            f"a time control that is {event.printed_kind}",
            f"“{event.time_control}”, {event.minutes_at_60} minutes at move 60",
            REMEDY + ", or --accept to rate by the minutes",
            settled_by=settled,
        )
