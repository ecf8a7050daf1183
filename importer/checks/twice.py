"""The same event reported twice: one counts, and the first accepted report fixes period and lateness."""

from collections.abc import Iterator, Sequence

from importer.checks.facts import OnEvent
from importer.findings import Finding
from importer.twice import Alike
from importer.view import EventView


def reported_twice(view: EventView, found: Sequence[Alike]) -> Iterator[Finding]:
    """One question for each earlier event that this one may be. What the officer left out, or set aside for
    another, asks nothing more; one that was set aside for this one is answered by that."""
    aside = view.set_aside()
    for other in found:
        settled = None
        theirs = other.other.set_aside()
        if aside is not None and aside.value == other.other.key:
            settled = aside.id
        elif theirs is not None and theirs.value == view.key:
            settled = theirs.id
        elif other.other.excluded() is not None:
            continue
        event = other.other.event
        yield OnEvent(view).finding(
            "reported-twice",
            {"event": event.key},
            "",
            "an event that was not reported before",
            f"{other.common} of {other.smaller} games are between the same people as in E{event.id}"
            f" {other.other.label}, {other.same} with the same result",
            f"banzuke resolve PROBLEM --same-as E{event.id} if it is one event and that report counts, or"
            f" banzuke resolve E{event.id} --same-as E{view.event.id} if this one does; --accept: two events",
            settled_by=settled,
        )
