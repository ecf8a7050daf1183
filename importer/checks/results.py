"""Results that are not there yet, and the day of the report that follows from them (R16)."""

from collections.abc import Iterator

from importer.checks.facts import Facts
from importer.complete import rounds_unknown
from importer.findings import Finding
from scraper.records import Kind

PENDING = Kind.PENDING.value


def pending_results(facts: Facts) -> Iterator[Finding]:
    """Each pairing without a result, and each round without pairings."""
    view = facts.view
    odd = {
        p.place.rpartition(", round ")[2]: p.found
        for p in facts.record.problems
        if p.code == "swiss-perfect-result-unknown"
    }
    for pairing in view.pairings:
        if pairing.kind == PENDING:
            place = f"round {pairing.round}, {view.name(pairing.white)} – {view.name(pairing.black)}"
            yield facts.finding(
                "result-pending",
                view.game(pairing),
                place,
                "a result",
                odd.get(place.removeprefix("round "), "none yet"),
                "import the link again when it is entered, or --accept: an unfinished game is not rated",
            )
    if rounds_unknown(facts.record):
        return  # asked once, by the reading's own problem
    paired = {p.round for p in view.pairings}
    for number in range(1, (view.event.round_count or 0) + 1):
        if number not in paired:
            yield facts.finding(
                "round-not-paired",
                {"round": number},
                f"round {number}",
                "pairings",
                "none",
                "import the link again when the round is over, or --accept if it is not played any more",
            )


def report_day(facts: Facts) -> Iterator[Finding]:
    """An incomplete event has no report day; when all that is open in it is accepted, the officer says it."""
    if facts.view.event.complete_on is not None or facts.view.on_arrival:
        return
    if any(f.settled_by is None for f in pending_results(facts)):
        return
    ruling = facts.view.reported_ruling()
    yield facts.finding(
        "report-day-open",
        {},
        "",
        "the day it counts as reported (R16)",
        "none, because results were missing",
        "banzuke resolve PROBLEM --reported YYYY-MM-DD",
        settled_by=ruling.id if ruling else None,
    )
