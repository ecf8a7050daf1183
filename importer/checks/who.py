"""Who reported an event (4(2); 2022 3(2)) and who ran it (3(3); 2022 2(1)), as far as the office knows.

Who stands for an organizer and who is a member is handed in; a sender's address is never shown, since what is
asked can leave the office.
"""

from collections.abc import Iterator

from importer.checks.asked import Asked
from importer.findings import Facts, Finding


def reporter_unknown(facts: Facts, asked: Asked, settled: int | None) -> Iterator[Finding]:
    """Nobody says who reported."""
    expected = f"who reported it: the organizer, or a member whom he authorised ({asked.article})"
    found = "neither a mail nor a name"
    remedy = "banzuke resolve PROBLEM --reported-by ID, or organizer" + _all_the_same(asked)
    yield facts.finding(
        "reporter-unknown", {}, "report", expected, found, remedy, blocks=asked.blocks, settled_by=settled
    )


def reporter_not_authorised(
    facts: Facts, asked: Asked, who: str, person: str, place: str, organizer: str, settled: int | None
) -> Iterator[Finding]:
    """Who reported is nobody who may report for this organizer, as far as the office knows. `person` names
    him in a ruling, `who` in words."""
    about, blocks = {"organizer": organizer, "person": person}, asked.blocks
    expected = f"the organizer, or a member whom he authorised ({asked.article})"
    found = f"{who}, of whom the office does not know that he may report for " + (
        f"“{organizer}”" if organizer else "an organizer who is not named"
    )
    remedy = (
        "ask the organizer; --authorised ID (the member he is), or organizer, holds from now on"
        + _all_the_same(asked)
    )
    yield facts.finding(
        "reporter-not-authorised", about, place, expected, found, remedy, blocks=blocks, settled_by=settled
    )


def reporter_not_a_member(
    facts: Facts, asked: Asked, who: str, person: str, place: str, why: str, settled: int | None
) -> Iterator[Finding]:
    """Who reported for an organizer is no member on that day."""
    about, found, blocks = {"person": person}, f"{who}: {why}", asked.blocks
    expected = f"a member, unless he is the organizer ({asked.article})"
    remedy = "ask the organizer; --reported-by organizer, if it is he himself" + _all_the_same(asked)
    yield facts.finding(
        "reporter-not-a-member", about, place, expected, found, remedy, blocks=blocks, settled_by=settled
    )


def run_by_unknown(facts: Facts, asked: Asked, settled: int | None) -> Iterator[Finding]:
    """Nobody says who ran the event. A chief arbiter that the report names is only a hint."""
    arbiter = facts.record.arbiter
    expected = f"who ran it, an annual member ({asked.article})"
    found = "nobody is named" + (f"; chief arbiter “{arbiter}”" if arbiter else "")
    remedy = "--run-by ID says it of this event, banzuke rule person of all of the organizer" + _all_the_same(
        asked
    )
    yield facts.finding(
        "run-by-unknown", {}, "event", expected, found, remedy, blocks=asked.blocks, settled_by=settled
    )


def not_run_by_a_member(
    facts: Facts, asked: Asked, who: str, person: str, why: str, settled: int | None
) -> Iterator[Finding]:
    """Who ran the event is no annual member on its days."""
    about, found, blocks = {"person": person}, f"{who}: {why}", asked.blocks
    expected = f"run by an annual member ({asked.article})"
    remedy = "ask the organizer; --run-by ID, if it was another" + _all_the_same(asked)
    yield facts.finding(
        "not-run-by-a-member", about, "event", expected, found, remedy, blocks=blocks, settled_by=settled
    )


def _all_the_same(asked: Asked) -> str:
    return "; --accept rates it as it is" if asked.blocks else "; the event is rated all the same"
