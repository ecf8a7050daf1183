"""What a decision is made on, from how that is typed: P60, P60-P70, P3,P5-P9, E25."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlmodel import Session, col, select

from importer.guests import NO_MEMBER
from importer.keys import is_named
from importer.review import NAMELESS
from importer.rulings import CODES, Kind
from importer.tables import ProblemRow
from office.desk.answers import LEAVE_OUT, LEFT_OUT, UNACCEPTABLE, Decision
from office.errors import refusal

if TYPE_CHECKING:
    from office.desk.desk import DeskEvent


def event_named(events: tuple[DeskEvent, ...], target: str, *, or_problem: bool = False) -> DeskEvent:
    """The event that is meant by E3, its key or its tournament number; refused if it is none of these.
    `or_problem`: it could have been a problem too."""
    for event in events:
        if is_named(event.view.event, target):
            return event
    if or_problem:
        remedy = "name a problem (P12) or an event (E3, or its tournament number); see: banzuke events"
        raise refusal("no-such-event", target, "a problem or an event", "neither", remedy)
    plain = unicodedata.normalize("NFKC", target)
    if _PROBLEM.fullmatch(plain):
        remedy = f"look at it: banzuke resolve {plain.upper()}; or name its event (E3): banzuke events"
        raise refusal("no-such-event", target, "an event", "the number of a problem", remedy)
    remedy = "name an event (E3, or its tournament number); see: banzuke events"
    raise refusal("no-such-event", target, "an event", "none", remedy)


_PART = r"(?:[Pp][0-9]{1,9}(?:-[Pp]?[0-9]{1,9})?|[Ee][0-9]{1,9})"
_LIST = re.compile(rf"{_PART}(?:,{_PART})*,?")
_RANGE = re.compile(r"[Pp]([0-9]{1,9})-[Pp]?([0-9]{1,9})")
_PROBLEM = re.compile(r"[Pp]([0-9]{1,9})")


def targets_of(
    session: Session,
    events: tuple[DeskEvent, ...],
    given: Sequence[str],
    decision: Decision | None = None,
    code: str | None = None,
) -> list[str]:
    """Each problem and event that is meant, once. A range stands for its open problems. An event stands for
    its open problems of `code`; without one, where the decision answers a problem and not an event, for those
    that it answers, if they are of one code. Refused where a range or a code has no open problem, and where
    several codes could be meant, and a code beside problems. Without a decision: the problems that are
    asked about."""
    found: list[str] = []
    for text in given:
        for part in text.split(",") if _LIST.fullmatch(text) else [text]:
            between = _RANGE.fullmatch(part)
            if code is not None and (between or number_of(part) is not None):
                expected, remedy = "an event beside it", "name the event, or leave --code out"
                raise refusal("decision-does-not-fit", "--code", expected, f"the problems {part}", remedy)
            if between:
                found += _range(session, part, *map(int, between.groups()))
            elif number_of(part) is not None:
                found.append(part)
            elif part and decision is not None and (code is not None or _of_problem(decision)):
                named = event_named(events, part, or_problem=True)
                found += _of_event(session, named, part, decision, code)
            elif part:
                found.append(part)
    if given and not found:
        expected, remedy = "a problem or an event", "see: banzuke problems"
        raise refusal("no-such-problem", "banzuke resolve", expected, "an empty word", remedy)
    return list(dict.fromkeys(found))


def number_of(target: str) -> int | None:
    """The number of a problem as it is typed, P60; None for anything else, or one that is too large."""
    found = _PROBLEM.fullmatch(target)
    return int(found[1]) if found else None


def _range(session: Session, part: str, first: int, last: int) -> list[str]:
    if first > last:
        remedy = "write the lower number first"
        raise refusal(
            "no-such-problem", part, f"a range such as P{last}-P{first}", "one that is backwards", remedy
        )
    row = ProblemRow
    query = select(row.id).where(row.state == "open", col(row.id).between(first, last))
    numbers = [f"P{n}" for n in session.exec(query.order_by(col(row.id)))]
    if not numbers:
        raise refusal("no-such-problem", part, "a range with open problems", "none", "see: banzuke problems")
    return numbers


def _of_problem(decision: Decision) -> bool:
    """Whether a decision answers a problem, and says nothing of an event without one."""
    if decision.kind is Kind.ACCEPT:
        return True
    return decision.kind is Kind.MATCH and decision.value == NO_MEMBER and decision.player is None


def _of_event(
    session: Session, event: DeskEvent, part: str, decision: Decision, code: str | None
) -> list[str]:
    query = select(ProblemRow).where(ProblemRow.state == "open", ProblemRow.event_key == event.view.key)
    rows = list(session.exec(query.order_by(col(ProblemRow.id))))
    met = Counter(row.code for row in rows if _answered_by(decision, row.code) or code is not None)
    if code is None and not met:
        return [part]  # refused, with what the decision is about
    if code is None and len(met) == 1:
        (code,) = met
    if code is None or code not in met:
        named = ", ".join(f"{name} ({n})" for name, n in sorted(met.items())) or "none is open"
        expected = f"one kind of open problem: {named}"
        remedy = "say which, with --code; see: banzuke problems"
        raise refusal("no-such-problem", part, expected, code or "several kinds", remedy)
    return [f"P{row.id}" for row in rows if row.code == code]


def _answered_by(decision: Decision, code: str) -> bool:
    if decision.kind is not Kind.ACCEPT:
        return code in CODES.values()
    if decision.names:
        return code == NAMELESS
    return code in LEFT_OUT if decision.value == LEAVE_OUT else code not in UNACCEPTABLE
