"""The desk in words: what is open, for which list, until when; and the states of all its events."""

import json
from collections import defaultdict
from collections.abc import Sequence
from datetime import date

from sqlalchemy import text
from sqlmodel import Session

from importer.rulings import Kind, word
from importer.tables import RulingRow
from office.corrections.open_lists import waiting, waiting_lines
from office.desk.assumed import missing_lines
from office.desk.desk import Desk, DeskEvent
from office.desk.groups import count
from office.desk.lapsed_told import lapsed_lines
from office.desk.next_step import next_step
from office.desk.refresh import refresh
from office.desk.reports import sent_since, waiting_reports
from office.families import family_of
from office.lists.chain import draft, list_after
from office.lists.law import law_of
from office.mail.waiting import waiting_mails
from office.merge.due import merged_lines
from office.rules.reasons import reason_told
from office.rules.standing import accepted_as, ruled_text, subject_words
from office.words import N_, _, n_, p_
from office.words.codes import meaning
from office.words.formats import day, listed, moment
from office.words.problems import in_language, said
from rating.errors import RatingError

CLOSING = N_(
    "import the link again, or a corrected file. If nothing more is to be read of a report, close it:"
    " banzuke resolve --close NUMBER --reason WHY"
)

LOOKING = N_(
    "what is a report: banzuke inbox import MAIL, with the LINK of the tournament that was found; nothing to"
    " take: banzuke inbox close MAIL --reason WHY"
)


def status_text(session: Session, today: date, *, everything: bool) -> str:
    """The next list, its period, its events and what they wait for; and everything that waits elsewhere.
    `everything`: also what is known to be missing."""
    desk = refresh(session)
    last = desk.last
    if last is None:
        members = session.execute(text("SELECT count(*) FROM member")).scalar_one()
        stored = [f"  {e.named}{p_('punctuation', ': ')}" + _("waits for a list") for e in desk.current]
        head = n_("{n} member, no list yet.", "{n} members, no list yet.", members)
        step = _("Next: {step}", step=next_step(session, desk, today))
        return "\n".join([head, *stored, *_not_read(session, today), *_tokens(session, today), step])
    lines = [
        _("Last published list: {day}, version {version}", day=day(last.list_date), version=last.version)
    ]
    coming = list_after(last)
    lines.append(next_list(session, desk, coming, today))
    mine = desk.for_list(coming)
    told = [f"  {event.named}{p_('punctuation', ': ')}{event_state(event)}" for event in mine]
    lines += told or ["  " + _("no event reported for it")]
    for title, events in not_for(desk, coming):
        if events:
            lines.append(title)
        for e in events:
            on = [day(e.list_date)] if e.list_date else []
            lines.append(f"  {e.named}{p_('punctuation', ': ')}{_(', ').join([*on, event_state(e)])}")
    lines += waiting_lines(session, desk.current, today)
    lines += (merged := merged_lines(session, today))
    lines += lapsed_lines(session, desk, today)
    lines += _not_read(session, today)
    lines += lost_sight(session, desk)
    lines += _tokens(session, today)
    lines += not_known_who(desk)
    lines += missing_lines(session, last.id, coming, desk.rulings, everything=everything)
    lines.append(_("Next: {step}", step=next_step(session, desk, today, merged)))
    return "\n".join(lines)


def not_for(desk: Desk, coming: date) -> list[tuple[str, list[DeskEvent]]]:
    """The events that the next list does not take and no list holds, under headings. Nothing waits any more
    for one that came after its list and was left out."""
    placed = [e for e in desk.current if e.published is None and e.list_date is not None]
    gone = [e for e in placed if e.list_date and e.list_date < coming and e.view.excluded()]
    later = [e for e in placed if e.list_date != coming and e not in gone]
    unplaced = [e for e in desk.current if e.published is None and e.list_date is None]
    left_out = [e for e in unplaced if e.view.excluded()]
    waits = [e for e in unplaced if e not in left_out]
    return [
        (_("For other lists:"), later),
        (_("Incomplete, so not reported yet:"), [e for e in waits if e.view.reported_on() is None]),
        (_("Reported on a day that no list takes:"), [e for e in waits if e.view.reported_on() is not None]),
        (_("Left out by decision:"), left_out),
    ]


WHO = {
    "reporter-unknown": N_("who reported {events}"),
    "reporter-not-authorised": N_("whether the reporter of {events} may report for it"),
    "reporter-not-a-member": N_("whether the reporter of {events} is a member"),
    "run-by-unknown": N_("who ran {events}"),
    "not-run-by-a-member": N_("whether a member ran {events}"),
}
"""What is asked of the people of an organizer, in words, by its code."""


def not_known_who(desk: Desk) -> list[str]:
    """What is open about the people of each organizer: one answer can settle it for all of his events."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for event in desk.current:
        for finding in event.open:
            if finding.code in WHO:
                organizer = event.view.event.organizer or _("no organizer named")
                found[organizer][finding.code].append(f"E{event.view.event.id}")
    heading = _(
        "Not known of organizers (to answer for all events: banzuke rule person ORGANIZER ID --as …):"
    )
    lines = [heading] if found else []
    for organizer, asked in sorted(found.items()):
        named = ((code, _(", ").join(dict.fromkeys(events))) for code, events in asked.items())
        told = listed(_(WHO[code], events=events) for code, events in named)
        lines.append(f"  {organizer}{p_('punctuation', ': ')}{told}")
    return lines


def _tokens(session: Session, today: date) -> list[str]:
    """Which tokens of programs run out; without an account there are none, and nothing of them is loaded."""
    if session.execute(text("SELECT 1 FROM account LIMIT 1")).first() is None:
        return []
    from office.accounts.programs import ending_lines

    return ending_lines(session, today)


def lost_sight(session: Session, desk: Desk) -> list[str]:
    """Events of a list to come whose page was not what it was at the last look, such as one that is gone."""
    rows = session.execute(text("SELECT event_key, reading_id, problem FROM poll WHERE problem IS NOT NULL"))
    told = {(key, reading_id): problem for key, reading_id, problem in rows}
    if not told:
        return []
    from office.intake.refused import PASSING

    lines = []
    for event in desk.current:
        reading_id = event.view.event.newer_reading_id or event.view.event.reading_id
        problem = json.loads(told.get((event.view.key, reading_id)) or "{}")
        if event.published is not None or event.view.excluded() is not None:  # not looked at any more
            continue
        if problem and problem["code"] not in PASSING:
            lines.append(f"  {event.named}{p_('punctuation', ': ')}{meaning(problem['code'])}")
    return [_("At the last look at their pages (banzuke poll):"), *lines] if lines else []


def _not_read(session: Session, today: date) -> list[str]:
    failed, mails = failed_reports(session), waiting_mails(session, today)
    lines = [_("Received, but not read:"), *(f"  {x}" for x in failed), f"  {_(CLOSING)}"] if failed else []
    lines += [_("Mails that a person has to look at:")] if mails else []
    for mail in mails:
        row = mail.row
        told = p_("problem", "; ").join(
            f"{p.place}{p_('punctuation', ': ')}{p.found}" for p in map(in_language, mail.problems)
        )
        who = row.sender or row.sender_name or _("an unknown sender")
        facts = {"id": row.id, "day": day(row.arrived_on), "who": who, "what": told}
        lines.append("  " + _("M{id}, {day}, from {who}: {what}", **facts))
    return [*lines, f"  {_(LOOKING)}"] if mails else lines


def event_state(event: DeskEvent) -> str:
    """An event's state in a few words."""
    if event.published is not None:
        of_list = {"day": day(event.published)}
        if event.view.excluded() and not event.reopened:
            return _("left out by decision, with the list of {day}", **of_list)
        if any(f.code == "changed-after-publication" for f in event.open):
            return _("published with the list of {day}; the source has changed since", **of_list)
        return _("published with the list of {day}", **of_list)
    if event.view.excluded():
        return _("left out by decision")
    if event.blocking:
        return n_("{n} question to decide", "{n} questions to decide", count(event.blocking))
    if event.list_date is None:
        return _("waits for results")
    if event.open:
        return n_("ready, {n} for information", "ready, {n} for information", count(event.open))
    return _("ready")


def failed_reports(session: Session) -> list[str]:
    """The reports that wait because they could not be read, a line each."""
    lines = []
    for w in waiting_reports(session):
        told = {"id": w.report.id, "name": w.name, "day": day(w.report.arrived_on), "why": w.why}
        # what else its sender reported since: perhaps the same, corrected
        events = _(", ").join(f"E{e.id} {e.called}" for e in sent_since(session, w.report))
        since = _("; the same sender has reported {events} since", events=events) if events else ""
        lines.append(_("report {id}: {name}, {day}: {why}", **told) + since)
    return lines


def ruling_lines(session: Session, *, everything: bool) -> list[str]:
    """Each ruling in two lines."""
    from office.desk.resolve import rulings_of

    lines, zone = [], family_of(session).zone
    for row, event in rulings_of(session, taken_back=everything):
        made = f"    {row.who}{_(', ')}{moment(row.made_at.astimezone(zone))}"
        lines += [ruling_head(row, event), p_("punctuation", ": ").join((made, reason_told(row.reason)))]
    return lines


def ruling_head(row: RulingRow, event: str) -> str:
    """A ruling in one line: its number, what, about what; why it was taken back, where it was. `event`: of a
    mail its number."""
    about = "" if row.kind == Kind.CLOSE and event else subject_words(row)
    why = reason_told(row.taken_back_why or "")
    back = " " + _("[taken back: {why}]", why=why) if row.taken_back_at else ""
    parts = [f"{row.id} {said(word(row.kind))}", ruled_text(row), accepted_as(row), row.code, about, event]
    return " · ".join(p for p in parts if p) + back


def next_list(session: Session, desk: Desk, coming: date, today: date) -> str:
    """The next list, its edition and its period, and how long that lasts."""
    try:
        law = law_of(coming, desk.rulings)
    except RatingError as error:
        problem = in_language(error.problems[0])
        what = {"day": day(coming), "expected": problem.expected, "found": problem.found}
        return _("Next list: {day}: expected {expected}, found {found}", **what)
    period = law.shapes.period(law, coming)
    made = draft(session, coming)
    days = (period.last - today).days
    left = n_("{n} day left", "{n} days left", days)
    if days < 0:
        left = _("the period is over, it can be published")
    facts = {"day": day(coming), "edition": law.id, "first": day(period.first), "last": day(period.last)}
    told = _(
        "Next list: {day}, edition {edition}, reports from {first} to {last}; {left}", left=left, **facts
    )
    if made is None:
        return told
    return told + _("; draft of {moment}", moment=moment(made.made_at.astimezone(family_of(session).zone)))


def event_states(
    session: Session, desk: Desk, today: date, of: Sequence[DeskEvent] | None = None
) -> dict[str, str]:
    """The state of each event by its key; `of` these alone. `today`: the day where the office is."""
    from office.intake.pages import by_hand  # with all that reads pages

    saved = by_hand(session)
    corrections = {one.event.view.key: one.words() for one in waiting(session, desk.current, today)}
    states = {}
    for event in desk.events if of is None else of:
        told = [event_state(event)]
        if event.view.key in corrections:
            told.append(corrections[event.view.key])
        if event.view.event.id in saved:
            told.append(_("pages saved by hand"))
        states[event.view.key] = p_("problem", "; ").join(told)
    return states
