"""The numbered problems, all of them or those of one event, one kind or one member; and those that are one
question to a person: results missing in an event, its likely guests."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby

from sqlmodel import Session, col, select

from importer.findings import Finding
from importer.rulings import ABROAD, CODES
from importer.tables import ProblemRow
from office.desk.desk import Desk
from office.errors import refusal
from office.words import _

TOGETHER = frozenset({"result-pending", "round-not-paired", "newcomer-incomplete"})
"""Codes of questions that have the same answer throughout an event, as a rule."""

LISTED = 5
"""So many of a group are written out; the others are counted."""


@dataclass(frozen=True, slots=True)
class Group:
    """Open questions of one event that one answer settles; or one question by itself."""

    rows: tuple[ProblemRow, ...]

    @property
    def first(self) -> ProblemRow:
        return self.rows[0]

    @property
    def target(self) -> str:
        """How all of them are named to `banzuke resolve`."""
        return spans(row.id or 0 for row in self.rows)

    @property
    def asked(self) -> str:
        """The one question, in words."""
        n = len(self.rows)
        if self.first.code in CODES.values():
            return _("{n} players of other federations, no likely member: all guests?", n=n)
        if self.first.code == "result-pending":
            return _("{n} results are still missing", n=n)
        if self.first.code == "round-not-paired":
            return _("{n} rounds are not paired", n=n)
        return _("of {n} newcomers something is not known", n=n)


def grouped(rows: Iterable[ProblemRow]) -> list[Group]:
    """The questions in the order given, those that belong together at the place of their first."""
    found: dict[object, list[ProblemRow]] = {}
    for row in rows:
        together = row.state == "open" and (row.code in TOGETHER or likely_guest(row))
        key = (row.event_key, row.code, row.blocks) if together else row.id
        found.setdefault(key, []).append(row)
    return [Group(tuple(group)) for group in found.values()]


def open_questions(session: Session, event_key: str | None = None) -> list[Group]:
    """The open questions, those that a list waits for first; of one event where it is named."""
    query = select(ProblemRow).where(ProblemRow.state == "open")
    if event_key is not None:
        query = query.where(ProblemRow.event_key == event_key)
    return grouped(session.exec(query.order_by(col(ProblemRow.blocks).desc(), col(ProblemRow.id))))


def spans(numbers: Iterable[int], letter: str = "P") -> str:
    """Numbers of problems as they are typed: P5-P7,P9."""
    runs = groupby(enumerate(sorted(numbers)), key=lambda at: at[1] - at[0])
    told = [[n for _, n in run] for _, run in runs]
    return ",".join(f"{letter}{r[0]}" + (f"-{letter}{r[-1]}" if len(r) > 1 else "") for r in told)


def count(asked: Iterable[Finding]) -> int:
    """How many questions these are, of one event, to a person."""
    return len({f.code if f.code in TOGETHER or likely_guest(f) else f.key for f in asked})


def likely_guest(row: ProblemRow | Finding) -> bool:
    """Whether it is about a player of another federation for whom no member is likely."""
    return row.code in CODES.values() and ABROAD in row.found


def numbered_problems(
    session: Session,
    desk: Desk,
    *,
    everything: bool,
    event: str | None,
    code: str | None,
    member: str | None,
) -> list[ProblemRow]:
    """The problems that are there, by number; open ones only unless `everything`. `event` as E25 or its
    tournament number, `member` by ID or whole name. Refused if one of these is none."""
    states = ("open", "settled") if everything else ("open",)
    query = select(ProblemRow).where(col(ProblemRow.state).in_(states)).order_by(col(ProblemRow.id))
    if event is not None:
        from office.desk.targets import event_named

        query = query.where(ProblemRow.event_key == event_named(desk.events, event).view.key)
    about = _about(session, member) if member is not None else None
    rows = [row for row in session.exec(query) if about is None or about(row)]
    if code is None:
        return rows
    met = sorted({row.code for row in rows})
    if code not in met:
        expected = f"the code of a problem that is there: {', '.join(met) or 'there is none'}"
        raise refusal("no-such-problem", "--code", expected, code, "see: banzuke problems")
    return [row for row in rows if row.code == code]


def _about(session: Session, text: str) -> Callable[[ProblemRow], bool]:
    """Whether a problem names a member, or a player who is taken for him: by ID, name or name in print."""
    from importer.merged import merged, stands_for
    from importer.tables import EventPlayerRow, EventRow
    from office.register.find import find_member

    member = stands_for(session, find_member(session, text))
    one = merged(session)
    entries = {member.federation_id, *(o for o, kept in one.ids.items() if kept == member.federation_id)}
    always = entries | {member.name}
    printed: dict[str, set[str]] = {}
    query = select(EventRow.key, EventPlayerRow.name, EventPlayerRow.member_id)
    query = query.join(EventRow, col(EventRow.id) == EventPlayerRow.event_id)
    for key, name, of in session.exec(query.where(col(EventPlayerRow.member_id).is_not(None))):
        if of is not None and one.row(of) == member.id:
            printed.setdefault(key, set()).add(name)

    def about(row: ProblemRow) -> bool:
        told = "\n".join((row.place, row.found, row.subject))
        return any(word in told for word in always | printed.get(row.event_key or "", set()))

    return about
