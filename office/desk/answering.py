"""Questions as a door shows them that is no terminal: each with its answers, and what an answer leads to."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from sqlmodel import Session, col, select

from importer.findings import within
from importer.rulings import Kind, Made, replaced
from importer.tables import EventRow, ProblemRow, RulingRow
from office.desk.choices import CORRECTED, TAKE_BACK, Choice, choices
from office.desk.groups import Group, open_questions, spans
from office.desk.options import decision_of
from office.desk.refresh import refresh
from office.desk.resolve import resolve_all
from office.desk.seen import Seen, mark
from office.desk.withdraw import ruling_numbers, withdraw
from office.errors import refusal
from office.families import family_of
from office.rules.reasons import reason_told
from office.rules.standing import ruling_words
from office.words import _, p_
from office.words.codes import as_text
from office.words.formats import moment
from office.words.problems import said


@dataclass(frozen=True, slots=True)
class Question:
    """A question as it is shown: with the `marks` of its problems, by number, which come back with the
    answer; `event` it is about, None for one of a list; `choices`: its answers; `ruling`: by which it is
    answered, and `answer` that in words; `after`: the number of the one that comes after it, None where it
    is the last; `waiting`: how many there are to decide."""

    group: Group
    marks: Mapping[int, str]
    event: EventRow | None
    choices: Sequence[Choice]
    ruling: RulingRow | None
    answer: str
    after: int | None
    waiting: int = 0

    @property
    def number(self) -> int:
        """The number it is opened by."""
        return self.group.first.id or 0

    @property
    def where(self) -> str:
        """Where within its event, as it is stored."""
        place = self.group.first.place
        return within(place, self.event.key) if self.event is not None else place

    @property
    def corrects(self) -> bool:
        """Whether a correction of a published list answers it, beside its choices (7(3))."""
        return self.group.first.code in CORRECTED

    @property
    def player(self) -> str:
        """The name of the player whom it is about, as printed; "" of everything else."""
        told: dict[str, Any] = json.loads(self.group.first.subject)
        return str(told.get("name") or "") if len(self.group.rows) == 1 else ""

    @property
    def found(self) -> str:
        """What was found, in English; without the candidates, who stand among the answers."""
        found = as_text(self.group.first.code, self.group.first.found)
        return found.partition("\n")[0] if any(c.about for c in self.choices) else found


def question(session: Session, number: int, *, alone: bool) -> Question:
    """The question to which a problem belongs, as it stands; `alone`: that problem by itself, also where one
    answer settles several. Refused if nothing is asked under the number."""
    refresh(session)
    row = session.get(ProblemRow, number)
    if row is None or row.state == "gone":
        found = "no problem of this number" if row is None else "one that is no longer there"
        raise refusal(
            "no-such-problem", f"P{number}", "a problem that is there", found, "see: banzuke problems"
        )
    groups = open_questions(session)
    several = () if alone else groups
    mine = next((g for g in several if any(r.id == number for r in g.rows)), Group((row,)))
    waiting = [g for g in groups if g.first.blocks]
    others = [g for g in waiting if g.first.id != mine.first.id]
    return replace(shown(session, mine, _next(others, mine.first.id or 0)), waiting=len(waiting))


def _next(groups: Sequence[Group], number: int) -> int | None:
    """The question that comes after a number; at the end from the beginning again."""
    firsts = [g.first.id or 0 for g in groups]
    return next((n for n in firsts if n > number), firsts[0] if firsts else None)


def shown(session: Session, group: Group, after: int | None = None) -> Question:
    """A question with everything that stands beside it. `after`: the one that comes after it."""
    row = group.first
    event = session.exec(select(EventRow).where(EventRow.key == row.event_key)).one_or_none()
    ruling = session.get(RulingRow, row.ruling_id) if row.state == "settled" and row.ruling_id else None
    marks = {r.id: mark(r) for r in group.rows if r.id is not None}
    found = choices(session, group) if row.state == "open" else []
    answer = _in_words(session, ruling) if ruling is not None else ""
    return Question(group, marks, event, found, ruling, answer, after)


def _in_words(session: Session, row: RulingRow) -> str:
    """A decision in the language spoken, with the hour that it was where the office is."""
    at = moment(row.made_at.astimezone(family_of(session).zone))
    words = " ".join(filter(None, (ruling_words(row), row.code)))
    facts = {"words": words, "reason": reason_told(row.reason), "who": row.who, "at": at, "id": row.id}
    return _("{words}: {reason} ({who}, {at}; decision {id})", **facts)


def answer(
    session: Session, option: str, value: str | None, *, marks: Mapping[int, str], made: Made
) -> tuple[list[int], int | None]:
    """Answers the problems of these marks with one answer. Gives the numbers of the decisions, and the
    question that comes after them. `made.seen`: the decisions that were shown. Refused as `resolve_all`
    refuses; without a reason it says what stood beside the answer."""
    if not made.reason:
        made = replace(made, reason=_reason(session, option, value, min(marks, default=0)))
    numbers: list[int] = []
    if option == TAKE_BACK:
        withdraw(session, ruling_numbers(value or ""), seen=Seen(), made=made)
    else:
        seen, decision = Seen(dict(marks), set(made.seen or ())), decision_of(option, value)
        ruled = resolve_all(session, [f"P{n}" for n in marks], decision, seen=seen, made=made)
        numbers = sorted({one.ruling.id for one in ruled if one.ruling.id is not None})
    waiting = [g for g in open_questions(session) if g.first.blocks]
    return numbers, _next(waiting, min(marks, default=0))


def _reason(session: Session, option: str, value: str | None, number: int) -> str:
    """What speaks for an answer by itself: what stood beside it. Never nothing: it says that nobody wrote
    more."""
    row = session.get(ProblemRow, number)
    fitting = choices(session, Group((row,))) if row is not None and row.state == "open" else []
    for choice in fitting:
        if (choice.option, choice.value) == (option, value) and choice.about:
            return _("as the question shows it: {about}", about=said(choice.about))
    return _("as the question shows it")


def take_back(session: Session, numbers: str, *, made: Made) -> int | None:
    """Takes decisions back, by their numbers as they are typed; what they answered is open again. Gives the
    first question that they answered, or the one after it where nothing is to decide there."""
    given = made if made.reason else replace(made, reason=_("taken back at once"))
    answered = select(ProblemRow.id).where(ProblemRow.ruling_id == next(ruling_numbers(numbers)))
    number = session.exec(answered.order_by(col(ProblemRow.id))).first() or 1
    withdraw(session, ruling_numbers(numbers), seen=Seen(), made=given)
    return _next([g for g in open_questions(session) if g.first.blocks], number - 1)


@dataclass(frozen=True, slots=True)
class Done:
    """Decisions that were just made: as they are typed, and in words."""

    numbers: str
    words: str
    count: int
    taken_back: bool


MOST = 2000
"""So many decisions are looked up at once."""


def done(session: Session, numbers: str) -> Done | None:
    """Decisions by their numbers as they are typed; None where there are none."""
    wanted = islice(ruling_numbers(numbers), MOST)  # an address can name a thousand million
    rows = [row for n in wanted if (row := session.get(RulingRow, n)) is not None]
    if not rows:
        return None
    back = all(row.taken_back_at is not None for row in rows)
    words, before = _in_words(session, rows[0]), replaced(session, rows[0]) if len(rows) == 1 else None
    if before is not None and not back:
        told = _("in place of decision {id} ({what})", id=before.id, what=ruling_words(before))
        words += _(", ") + told
    if back and rows[0].kind == Kind.MERGE:
        from office.merge.part import parted_lines

        words = p_("problem", "; ").join((words, *parted_lines(session, rows[0])))
    return Done(numbers, words, len(rows), back)


def typed(numbers: Sequence[int]) -> str:
    """Numbers of decisions as they are typed: 12-14,20."""
    return spans(numbers, "")
