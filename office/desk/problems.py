"""The numbered problems, all of them or those of one event, one kind or one member."""

from collections.abc import Callable

from sqlmodel import Session, col, select

from importer.tables import ProblemRow
from office.desk.desk import Desk
from office.errors import refusal


def numbered_problems(
    session: Session,
    desk: Desk,
    *,
    everything: bool,
    event: str | None = None,
    code: str | None = None,
    member: str | None = None,
) -> list[ProblemRow]:
    """The problems that are there, by number; open ones only unless `everything`. `event` as E25 or its
    tournament number, `member` by ID or whole name. Refused if one of these is none."""
    states = ("open", "settled") if everything else ("open",)
    query = select(ProblemRow).where(col(ProblemRow.state).in_(states)).order_by(col(ProblemRow.id))
    if event is not None:
        from office.desk.decision import event_named

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
    query = select(EventRow.key, EventPlayerRow.name, EventPlayerRow.member_id).join(
        EventRow, col(EventRow.id) == EventPlayerRow.event_id
    )
    for key, name, of in session.exec(query.where(col(EventPlayerRow.member_id).is_not(None))):
        if of is not None and one.row(of) == member.id:
            printed.setdefault(key, set()).add(name)

    def about(row: ProblemRow) -> bool:
        told = "\n".join((row.place, row.found, row.subject))
        return any(word in told for word in always | printed.get(row.event_key or "", set()))

    return about
