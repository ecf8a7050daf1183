"""What is done next: which step of the month, and the command that does it."""

from collections.abc import Sequence
from datetime import date

from sqlalchemy import bindparam, or_, text
from sqlmodel import Session, col, select

from importer.rulings import Kind, Rulings
from importer.tables import RulingRow
from office.corrections.open_lists import days_of, of_corrections
from office.desk.desk import Desk, DeskEvent
from office.desk.refresh import refresh
from office.families import day_here
from office.lists.chain import draft, latest_published, list_after
from office.lists.law import chosen_for, law_if_held
from office.merge.due import merged_lines
from office.rules.decisions import open_questions
from office.tables import ListVersionRow, VersionEventRow
from office.words import _
from office.words.formats import day

DECIDE, CORRECT, EDITION, RATE = "decide", "correct", "edition", "rate"
PREVIEW, BEGIN = "preview", "begin"
"""What is done next: answer what the list or an open correction waits for; publish the correction that is
open or due, from which the list begins; name an edition where none is in force (R0); work the list out; look
at it and publish; take over the last list from before this office."""


PUBLISH = "banzuke publish"


def step_of(session: Session, desk: Desk, today: date, merged: Sequence[str] | None = None) -> str:
    """Which of these is next. `today`: the day where the office is. `merged`: what is said of merges of which
    a correction is due, where that was asked for already."""
    if desk.last is None:
        return BEGIN
    coming = list_after(desk.last)
    mine = desk.for_list(coming)
    if _asked(desk, coming) or open_questions(session, coming):
        return DECIDE
    if _correcting(session, desk.last, today, merged):
        return CORRECT
    made = draft(session, coming)
    # A correction may have put another version in the place of the one that it begins from.
    follows = made is not None and made.previous_id == desk.last.id
    if made is not None and follows and not _changed_since(session, made, mine, today):
        return PREVIEW
    return RATE if law_if_held(coming, desk.rulings, chosen_for(made)) else EDITION


def next_step(session: Session, desk: Desk, today: date, merged: Sequence[str] | None = None) -> str:
    """What is done next, as it is typed."""
    step = step_of(session, desk, today, merged)
    if desk.last is None:
        return first_step(session)
    coming = list_after(desk.last)
    if step == DECIDE:
        if _asked(desk, coming):
            return _("banzuke problems, then banzuke resolve P…")
        return _("banzuke problems, then banzuke resolve P… --rating N, then banzuke rate")
    if step == CORRECT:
        return _correct()
    if step == EDITION:
        return _edition()
    if step == RATE:
        return _("banzuke rate (list of {day})", day=day(coming))
    made = draft(session, coming)
    if made is not None and made.period_last is not None and today <= made.period_last:
        return "banzuke preview"  # it is published once its period is over
    return _("banzuke preview, then banzuke publish")


def after_preview(session: Session, today: date) -> str:
    """What is done once a draft was looked at: it is published, unless something comes before."""
    desk = refresh(session)
    return PUBLISH if step_of(session, desk, today) == PREVIEW else next_step(session, desk, today)


def after_answers(session: Session, today: date) -> str:
    """What is done once nothing is left to decide, without a look at the events."""
    last = latest_published(session)
    if last is None:
        return first_step(session)
    if _correcting(session, last, today):
        return _correct()
    coming = list_after(last)
    law = law_if_held(coming, Rulings.in_force(session), chosen_for(draft(session, coming)))
    return "banzuke rate" if law else _edition()


def first_step(session: Session) -> str:
    """What is done first in an office without a list, as it is typed."""
    members = session.execute(text("SELECT count(*) FROM member")).scalar_one()
    begin = "opening import LIST.csv --list YYYY-MM-01" if members else "members import REGISTER.csv"
    return f"banzuke {begin}"


def _asked(desk: Desk, coming: date) -> bool:
    """Whether something is open about an event that the list or the open correction waits for, and be it that
    the event came after its own list."""
    waiting = (*desk.for_list(coming), *desk.left_behind(coming), *_taken_up(desk))
    return any(e.blocking for e in waiting)


def _taken_up(desk: Desk) -> list[DeskEvent]:
    """The events that the correction which is open takes: it waits for the answers about them."""
    assert desk.last is not None
    belongs = ((e, e.list_date if e.reopened else e.into) for e in desk.current)
    return [e for e, list_date in belongs if list_date is not None and list_date <= desk.last.list_date]


def _correcting(
    session: Session, last: ListVersionRow, today: date, merged: Sequence[str] | None = None
) -> bool:
    """Whether a correction is open, or due. One of another office waits for its list to be out here."""
    if any(days_of(row)[0] <= last.list_date for row in session.exec(of_corrections())):
        return True
    return bool(merged_lines(session, today) if merged is None else merged)


def _edition() -> str:
    return _("banzuke rate --edition EDITION --reason WHY")


def _correct() -> str:
    return (
        "banzuke correction preview"  # it says what follows: an event can be open with nothing to change yet
    )


def _changed_since(session: Session, made: ListVersionRow, mine: list[DeskEvent], today: date) -> bool:
    """Whether a draft has other events than its list now, or something else than its alarms was decided or
    learned of members after it. Whether it is still what it would be now is looked at whole when it is
    published. Of one that a clock which was ahead made it cannot be told."""
    if day_here(session, made.made_at) > today:
        return True
    held = select(VersionEventRow.event_key, VersionEventRow.reading_id).filter_by(version_id=made.id)
    if set(session.exec(held)) != {(e.view.key, e.view.event.reading_id) for e in mine}:
        return True
    later = or_(col(RulingRow.made_at) > made.made_at, col(RulingRow.taken_back_at) > made.made_at)
    decided = select(RulingRow.id).where(later, RulingRow.kind != Kind.ALARM.value)
    if session.exec(decided.limit(1)).first() is not None:
        return True
    # By name: who asks what comes next builds no table of the register.
    own = ListVersionRow.__table__.c  # type: ignore[attr-defined]
    since = bindparam("made", made.made_at, own.made_at.type)
    return session.execute(text(_LEARNED).bindparams(since)).first() is not None


_LEARNED = " UNION ALL ".join(
    f"SELECT 1 FROM {name} WHERE known_since > :made OR known_until > :made"
    for name in ("membership", "register_fact")
)
