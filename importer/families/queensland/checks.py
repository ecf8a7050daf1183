"""What an office asks about an event that is reckoned by its class (QJ 1, Organisers 1)."""

from collections.abc import Callable, Iterator

from importer.checks import people, report
from importer.findings import Facts, Finding
from importer.rulings import Kind
from importer.tables import RulingRow
from importer.view import EventView

JUNIOR = "junior"
"""The answer that an event is of a junior club or school and states nothing more: the text's K holds."""

REMEDY = (
    "ask the organizer, then: banzuke resolve PROBLEM --class lightning, open, short or club;"
    " --class junior for a junior club or school event that states nothing"
)

WHO = (
    "banzuke resolve PROBLEM --match ID, or --no-member for an opponent only;"
    " new players: banzuke members newcomers EVENT NEW.csv"
)


def class_ruling(view: EventView) -> RulingRow | None:
    """The officer's word on the class of an event, made on the time control that the source prints."""
    return view.rulings.find(Kind.EVENT_CLASS, view.key, {}, view.control_facts())


def event_class(facts: Facts) -> Iterator[Finding]:
    """K hangs on the event's class; no file and no page says it, so the officer does."""
    ruling = class_ruling(facts.view)
    control = facts.view.event.time_control
    yield facts.finding(
        "event-class-missing",
        {},
        "",
        "the class of the event (QJ 1)",
        "none" + (f"; time control “{control}”" if control else ", and no time control"),
        REMEDY,
        settled_by=ruling.id if ruling else None,
    )


def without_days(facts: Facts) -> Iterator[Finding]:
    """Without its days nothing can be said of the period, the ACF list and the last game."""
    yield from report.event_without_days(facts, "the event's first and last day")


def strangers(facts: Facts) -> Iterator[Finding]:
    """Who is not on the register, or not one alone there; new players are entered together."""
    yield from people.unmatched_players(facts, WHO)


def rounds_outside(facts: Facts) -> Iterator[Finding]:
    """Rounds dated outside the event. Nothing but the day of the last game hangs on them: shown."""
    for number in sorted({p.round for p in facts.view.pairings}):
        yield from report.round_outside(facts, number)


CHECKS: tuple[Callable[[Facts], Iterator[Finding]], ...] = (
    *(report.reading_problems, without_days),
    *(event_class, rounds_outside, report.pending_results, report.report_day),
    *(strangers, people.guests_again, people.member_twice, report.newer_reading),
)
"""No membership and no organizer is asked for: play, and the games count (Players 1)."""
