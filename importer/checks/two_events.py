"""Members who were in two events at the same time, as far as reports say."""

from collections.abc import Iterator, Sequence

from importer.checks.facts import OnEvent
from importer.findings import Finding
from importer.overlaps import Overlap
from importer.view import EventView

LISTED = 10
"""So many players are named; the others are counted."""


def member_in_two_events(view: EventView, found: Sequence[Overlap]) -> Iterator[Finding]:
    """One finding for each other event, with everybody concerned. Shown: a club evening may follow a
    tournament of the same day, and both are rated."""
    for overlap in found:
        event = overlap.other.event
        named = "; ".join(f"{name} on {day}" for name, day in overlap.players[:LISTED])
        more = f"; and {len(overlap.players) - LISTED} more" if len(overlap.players) > LISTED else ""
        yield OnEvent(view).finding(
            "member-in-two-events",
            {"event": event.key},
            f"with E{event.id} {event.name}",
            "each member in one event at a time (R51)",
            f"games in both: {named}{more}",
            "look whether the ID is another person's: banzuke resolve EVENT --player NUMBER --match ID;"
            " without an answer both are rated",
            blocks=False,
        )
