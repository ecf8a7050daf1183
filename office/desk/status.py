"""The desk in words: what is open, for which list, until when."""

import json
from datetime import date

from sqlmodel import Session, col, select

from importer.tables import MemberRow, ProblemRow, ReportRow, RulingRow
from office.desk.refresh import Desk, DeskEvent, refresh
from office.desk.reports import Waiting, sent_since, waiting_reports
from office.desk.resolve import rulings_of
from office.lists.chain import by_events, draft, latest_published, list_after
from office.lists.law import law_of
from office.register.hints import not_entered
from office.rules.decisions import open_questions
from office.rules.standing import ruled_text
from office.tables import ListRatingRow
from rating.errors import RatingError

CLOSING = (
    "import the link, or a corrected file; a report of which nothing is to be read any more is closed:"
    " banzuke resolve --close NUMBER --reason WHY"
)


def status_text(session: Session, today: date) -> str:
    """The next list, its period, its events and what they wait for; and everything that waits elsewhere."""
    desk = refresh(session)
    last = latest_published(session)
    if last is None:
        members = len(session.exec(select(MemberRow)).all())
        step = "opening import LIST.csv --list YYYY-MM-01" if members else "members import REGISTER.csv"
        stored = [f"  E{e.view.event.id} {e.view.event.name}: waits for a list" for e in desk.events]
        head = f"{members} members, no list yet."
        return "\n".join([head, *stored, *_not_read(session), f"Next: banzuke {step}"])
    lines = [f"Last published list: {last.list_date}, version {last.version}"]
    coming = list_after(last)
    lines.append(_next_list(session, desk, coming, today))
    mine = desk.for_list(coming)
    for event in mine:
        lines.append(f"  E{event.view.event.id} {event.view.event.name}: {event_state(event)}")
    if not mine:
        lines.append("  no event reported for it")
    later = [e for e in desk.events if e.published is None and e.list_date not in (None, coming)]
    waiting = [e for e in desk.events if e.published is None and e.list_date is None]
    for title, events in (("For other lists", later), ("Incomplete, so not reported yet", waiting)):
        if events:
            lines.append(f"{title}:")
            lines += [
                f"  E{e.view.event.id} {e.view.event.name}: {e.list_date or ''} {event_state(e)}"
                for e in events
            ]
    lines += _not_read(session)
    lines += not_known_who(desk)
    if not by_events(last):  # no rule of the Queensland text asks for a birth date or a peak
        lines += _assumptions(session, last.id)
        lines += not_entered(session)
    lines.append(f"Next: {_next_step(session, mine, coming)}")
    return "\n".join(lines)


WHO = {
    "reporter-unknown": "who reported",
    "reporter-not-authorised": "whether who reported may",
    "reporter-not-a-member": "whether who reported is a member",
    "run-by-unknown": "who ran",
    "not-run-by-a-member": "whether a member ran",
}
"""What is asked of the people of an organizer, in words, by its code."""


def not_known_who(desk: Desk) -> list[str]:
    """What is open about the people of each organizer: one answer can settle it for all of his events."""
    found: dict[str, dict[str, list[str]]] = {}
    for event in desk.events:
        for finding in event.open:
            if finding.code in WHO:
                mine = found.setdefault(event.view.event.organizer or "no organizer named", {})
                mine.setdefault(WHO[finding.code], []).append(f"E{event.view.event.id}")
    if not found:
        return []
    lines = ["Not known of organizers (for all of one: banzuke rule person ORGANIZER ID --as …):"]
    for organizer, asked in sorted(found.items()):
        told = "; ".join(f"{words} {', '.join(dict.fromkeys(events))}" for words, events in asked.items())
        lines.append(f"  {organizer}: {told}")
    return lines


def _not_read(session: Session) -> list[str]:
    failed = failed_reports(session)
    return ["Received, but not read:", *(f"  {line}" for line in failed), f"  {CLOSING}"] if failed else []


def event_state(event: DeskEvent) -> str:
    """An event's state in a few words."""
    if event.published is not None:
        changed = any(f.code == "changed-after-publication" for f in event.findings)
        return f"published with the list of {event.published}" + (
            "; the source changed since" if changed else ""
        )
    if event.view.excluded():
        return "left out by ruling"
    if event.blocking:
        return f"{len(event.blocking)} to decide"
    if event.list_date is None:
        return "waits for results"
    return "ready" + (f", {len(event.open)} for information" if event.open else "")


def _named(report: ReportRow) -> str:
    """A link as it is, files by their names: what names them for the office says nothing to people."""
    return report.text or report.reference if report.reference.startswith("file:") else report.reference


def failed_reports(session: Session) -> list[str]:
    """Reports that could not be read, were not read later either, and that nobody closed."""
    return [
        f"report {w.report.id}: {_named(w.report)}, {w.report.arrived_on}: {w.why}{_since(session, w)}"
        for w in waiting_reports(session)
    ]


def _since(session: Session, waiting: Waiting) -> str:
    """What else its sender reported since: perhaps the same, corrected."""
    events = sent_since(session, waiting.report)
    named = ", ".join(f"E{e.id} {e.name}" for e in events)
    return f"; the same sender's {named} came since" if events else ""


def numbered_problems(session: Session, *, everything: bool) -> list[ProblemRow]:
    """The problems that are there, by number; open ones only unless `everything`."""
    states = ("open", "settled") if everything else ("open",)
    query = select(ProblemRow).where(col(ProblemRow.state).in_(states)).order_by(col(ProblemRow.id))
    return list(session.exec(query))


def ruling_lines(session: Session, *, everything: bool) -> list[str]:
    """Each ruling in two lines."""
    return [
        line
        for row, event in rulings_of(session, taken_back=everything)
        for line in (
            _ruling_head(row, event),
            f"    {row.who}, {row.made_at:%Y-%m-%d %H:%M} UTC: {row.reason}",
        )
    ]


def _ruling_head(row: RulingRow, event: str) -> str:
    about = ", ".join(f"{k} {v}" for k, v in json.loads(row.subject).items() if v is not None)
    back = f" [taken back: {row.taken_back_why}]" if row.taken_back_at else ""
    parts = [f"{row.id} {row.kind}", ruled_text(row), row.code, about, event]
    return " · ".join(p for p in parts if p) + back


def _next_list(session: Session, desk: Desk, coming: date, today: date) -> str:
    try:
        law = law_of(coming, desk.rulings)
    except RatingError as error:
        problem = error.problems[0]
        return f"Next list: {coming}: {problem.expected}; found {problem.found}"
    period = law.shapes.period(law, coming)
    made = draft(session, coming)
    left = (
        f"{(period.last - today).days} days left"
        if today <= period.last
        else "the period is over, it can be published"
    )
    drafted = f"; a draft was made {made.made_at:%Y-%m-%d %H:%M} UTC" if made else ""
    reports = f"reports from {period.first} to {period.last}"
    return f"Next list: {coming}, edition {law.id}, {reports}; {left}{drafted}"


def _next_step(session: Session, events: list[DeskEvent], coming: date) -> str:
    if any(e.blocking for e in events):
        return "banzuke problems, then banzuke resolve P…"
    if open_questions(session, coming):
        return "banzuke problems, then banzuke resolve P… --rating N, then banzuke rate"
    if draft(session, coming) is None:
        return f"banzuke rate (list of {coming})"
    return "banzuke preview, then banzuke publish"


def _assumptions(session: Session, version_id: int | None) -> list[str]:
    """How much of the register and the last list is assumed because it is not known."""
    peaks = session.exec(
        select(ListRatingRow).where(ListRatingRow.version_id == version_id, ListRatingRow.peak_assumed)
    ).all()
    unborn = session.exec(select(MemberRow).where(col(MemberRow.born).is_(None))).all()
    found = []
    if peaks:
        who = ", ".join(f"{p.federation_id} {p.type}" for p in peaks[:5])
        more = " …" if len(peaks) > 5 else ""
        found.append(f"  peak = opening rating, {len(peaks)}: {who}{more}")
    if unborn:
        who = ", ".join(m.federation_id for m in unborn[:5]) + (" …" if len(unborn) > 5 else "")
        found.append(f"  no birth date, so no junior rule, {len(unborn)}: {who}")
    return ["Assumed, because it is not known:", *found] if found else []
