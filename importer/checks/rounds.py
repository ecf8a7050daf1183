"""The day of every round: membership (3(5)) and age (R3) hang on it."""

from collections.abc import Iterator

from importer.checks.facts import Facts
from importer.complete import rounds_unknown
from importer.findings import Finding


def rounds_without_date(facts: Facts) -> Iterator[Finding]:
    """A round that nobody dates. The list waits only where the day matters: the event spans two years,
    or a player's membership holds on some of its days and not on others."""
    event = facts.view.event
    if event.first_day is None or event.last_day is None:
        return  # asked by event_without_days
    gridded = rounds_unknown(facts.record)
    for number in sorted({p.round for p in facts.view.pairings}):
        row = facts.view.rounds.get(number)
        if row is not None and row.played_on is not None:
            yield from _outside(facts, number)
            continue
        ruling = facts.view.round_date_ruling(number)
        why = _why_it_matters(facts, number)
        if event.first_day == event.last_day:
            continue  # the schedule's only day is the round's day
        yield facts.finding(
            "round-without-date",
            {"round": number},
            f"the games of the grid, leg {number}" if gridded else f"round {number}",
            "the day it was played",
            "no date" + (f"; it matters: {why}" if why else ""),
            "ask the organizer, then: banzuke resolve PROBLEM --date YYYY-MM-DD"
            + ("" if why else "; without an answer any day of the event gives the same, and it is rated"),
            blocks=bool(why),
            settled_by=ruling.id if ruling else None,
        )


def _outside(facts: Facts, number: int) -> Iterator[Finding]:
    event, played_on = facts.view.event, facts.view.rounds[number].played_on
    assert event.first_day and event.last_day and played_on
    if not event.first_day <= played_on <= event.last_day:
        ruling = facts.view.round_date_ruling(number)
        yield facts.finding(
            "round-outside-event",
            {"round": number},
            f"round {number}",
            f"a day from {event.first_day} to {event.last_day}",
            str(played_on),
            "ask the organizer, then: banzuke resolve PROBLEM --date YYYY-MM-DD, or --accept",
            settled_by=ruling.id if ruling else None,
        )


def _why_it_matters(facts: Facts, number: int) -> str | None:
    first, last = facts.view.event.first_day, facts.view.event.last_day
    assert first and last
    if first.year != last.year:
        return f"the event runs from {first.year} into {last.year}, and ages are taken by the year (R3)"
    for pairing in facts.view.pairings:
        if pairing.round != number or pairing.black is None:
            continue
        for at in (pairing.white, pairing.black):
            player = facts.view.players.get(at)
            if player is None or player.member_id is None:
                continue
            spans = facts.memberships.get(player.member_id, [])
            covers = any(a <= first and last <= b for a, b in spans)
            touches = any(a <= last and first <= b for a, b in spans)
            if touches and not covers:
                return f"{player.name} is a member on some days of the event only (3(5))"
    return None
