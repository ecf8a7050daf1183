"""Supposed games under the Queensland text: one event of a class (QJ 1 to 4c)."""

from collections.abc import Iterator
from datetime import date, timedelta
from fractions import Fraction

from office.errors import refusal
from office.runs.inputs import Values
from office.runs.report import signed
from office.whatif.answer import Answer
from rating.edition import Edition
from rating.records import AcfRating, Member


def what_if_event(law: Edition, type_: str, event_class: str | None) -> Values:
    """What the event of supposed games is beside days and games: of a class. Refused without one."""
    known = law.words("time_classes")
    if event_class not in known:
        expected, found = f"one of {', '.join(known)}", event_class or "none"
        raise refusal("event-class", "--class", expected, found, "K hangs on the class of the event (QJ 1)")
    return {"time_class": event_class}


def what_if_opponent(name: str, type_: str, rating: int, day: date) -> Member:
    """An opponent of whom only the rating is given: as an adult, who stands at it."""
    return Member(name, acf=(AcfRating(day - timedelta(days=1), rating),))


def what_if_lines(answer: Answer) -> Iterator[str]:
    """What the next list would say of the player if these games were his only event."""
    outcome, row = answer.outcome, answer.row
    yield (
        f"{answer.who}: supposed games, one event ({answer.event_class}), for the list of"
        f" {outcome.list_date}, on the ratings of {answer.previous_list}; nothing is stored"
    )
    if outcome.events_not_rated:
        yield f"  Not rated: nobody in it is rated ({outcome.events_not_rated[0].article})"
        return
    line = next(x for x in outcome.event_lines if x.player == answer.member.id)
    points = f"{line.score // 2}{'½' if line.score % 2 else ''}"
    yield f"  {points} of {line.games} against an average of {_shown(line.average)}"
    if line.change is not None and line.percentage is not None:
        hundredths = line.percentage * line.games
        yield (
            f"  {line.table} % of Table 1, {line.percentage} % after the 3 % rule: expected"
            f" {hundredths // 100}.{hundredths % 100:02d}; K {line.k}: {signed(line.change)}"
        )
    yield f"  Performance {line.performance}: {line.p} %, dp {line.dp:+d}"
    if row is None:
        yield "  An adult: no QJ rating"
        return
    mark = "P" if row.provisional else ""
    if row.pool is not None:
        yield f"  Mean of two periods {row.rating}{mark}, {row.pool.games} games that are not lightning"
    else:
        yield f"  {row.previous} {row.rounded or 0:+d} = {row.rating}"
    if not row.listed:
        yield "  Not on the list: too low"


def _shown(value: Fraction) -> str:
    """A mean to a tenth, half up; the exact one is in the explanation of a real list."""
    tenths = (20 * value + 1) // 2
    return f"{tenths // 10}.{tenths % 10}"
