"""What a decision is made on, from how it is typed: P60, P60-P70, P3,P5-P9, E25."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlmodel import Session, col, select

from importer.guests import NO_MEMBER
from importer.rulings import Kind
from importer.tables import ProblemRow
from importer.unmatched import CODES
from office.desk.answers import LEAVE_OUT, LEFT_OUT, UNACCEPTABLE
from office.desk.decision import Decision, event_named
from office.errors import refusal

if TYPE_CHECKING:
    from office.desk.desk import DeskEvent

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
    several codes could be meant. Without a decision: the problems that are asked about."""
    found: list[str] = []
    for text in given:
        for part in text.split(",") if _LIST.fullmatch(text) else [text]:
            if between := _RANGE.fullmatch(part):
                found += _range(session, part, *map(int, between.groups()))
            elif number_of(part) is not None:
                found.append(part)
            elif part and decision is not None and (code is not None or _of_problem(decision)):
                found += _of_event(session, event_named(events, part), part, decision, code)
            elif part:
                found.append(part)
    return list(dict.fromkeys(found))


def number_of(target: str) -> int | None:
    """The number of a problem as it is typed, P60; None for anything else, or one that is too large."""
    found = _PROBLEM.fullmatch(target)
    return int(found[1]) if found else None


def _range(session: Session, part: str, first: int, last: int) -> list[str]:
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
    return code in LEFT_OUT if decision.value == LEAVE_OUT else code not in UNACCEPTABLE
