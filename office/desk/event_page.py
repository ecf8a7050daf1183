"""One event on the desk: what its source says, and beside it what the office takes it for, and by what."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import astuple, dataclass, replace
from datetime import date

from sqlmodel import Session, col, select

from importer.findings import within
from importer.merged import stands_for
from importer.names import name_key
from importer.organizers_people import address_of
from importer.review import days_facts
from importer.rulings import CODES, Kind, subject_text
from importer.spreadsheet import cell, csv_text
from importer.tables import MemberRow, ProblemRow, ReportRow, RulingRow
from importer.view import EventView, reading
from office.corrections.open_lists import waiting
from office.desk.desk import Desk, DeskEvent
from office.desk.groups import Group, grouped
from office.desk.lapsed_told import lapsed_lines
from office.desk.reports import reports_behind
from office.desk.status import event_state
from office.families import day_here, family_of
from office.mail.waiting import of_somebody_else
from office.rules.reasons import reason_told
from office.rules.standing import ruled_text, ruling_words, subject_words
from office.sendings.tables import SendingPartRow
from office.text_table import column, hung, table
from office.time_controls import officer_minutes
from office.words import _, n_, p_
from office.words.formats import day, days
from office.words.problems import place, said
from scraper.addresses import Address
from scraper.records import EventRecord

COLUMNS = ("No.", "Name as printed", "ID as printed", "FIDE ID as printed", "Match", "ID", "Name", "By")


@dataclass(frozen=True, slots=True)
class Taken:
    """A player as his source has him, and the member he is taken for, with what decided it."""

    number: int
    name: str
    national_id: str | None
    fide_id: str | None
    match: str
    member_id: str | None
    member_name: str | None
    rule: str

    @property
    def differs(self) -> bool:
        """Whether the office takes him for another than the report names."""
        if self.member_id is None:
            return False
        other_name = name_key(self.name) != name_key(self.member_name or "")
        return other_name or self.national_id not in (None, self.member_id)


def event_text(session: Session, desk: Desk, event: DeskEvent, today: date) -> str:
    """One event of the desk whole. A line ends with what was ruled otherwise, with the ruling's number and
    reason."""
    view = event.view
    record = reading(session, view.event.reading_id)
    lines = [f"E{view.event.id} {view.label}{p_('punctuation', ': ')}{event_state(event)}"]
    lines += [f"  {one.words()}" for one in waiting(session, [event], today)]
    lines += [f"  {column(label, 14)}{told}" for label, told in _facts(session, view, record)]
    cells = [
        (
            *(p.number, p.name, p.national_id, p.fide_id, "≠" if p.differs else ""),
            *(p.member_id or said(p.match), p.member_name, said(p.rule)),
        )
        for p in taken(session, view)
    ]
    headings = (
        *(_("no."), _("as printed"), _("ID as printed"), _("FIDE ID"), ""),
        *(_("matched with"), "", _("because")),
    )
    ruled = [f"  {number} {words}" for number, words in rulings_on(session, view)]
    asked = list(_asked(session, view))
    sections = (
        table(cells, headings).split("\n"),
        lapsed_lines(session, replace(desk, current=(event,)), today),
        list(_rounds(view)),
        [_("Decisions"), *ruled] if ruled else [],
        [_("Open (banzuke problems)"), *asked] if asked else [],
    )
    lines += [line for section in sections if section for line in ("", *section)]
    return "\n".join(map(hung, lines))


def page_there(key: str) -> str | None:
    """Where an event's page stands at Chess-Results; None of one that was read from a file or typed in."""
    source, _colon, number = key.partition(":")
    return Address(int(number)).reference if source == "chess-results" else None


def facts_of(session: Session, desk: Desk, event: DeskEvent, today: date) -> list[tuple[str, str]]:
    """What the source says of an event, each under its label, with what was decided otherwise; what waits for
    a correction, and who played without a membership, without one."""
    view = event.view
    told = list(_facts(session, view, reading(session, view.event.reading_id)))
    told += [("", one.words()) for one in waiting(session, [event], today)]
    told += [("", line.strip()) for line in lapsed_lines(session, replace(desk, current=(event,)), today)]
    return told + [("", line) for line in _rounds(view)]


def of_players(view: EventView, some: Iterable[int], groups: Iterable[Group]) -> dict[int, int]:
    """The numbers of the open questions who a player is, by his starting number, of some players."""
    asked = {row.subject: row.id or 0 for g in groups for row in g.rows if row.code in CODES.values()}
    numbers = {n: subject_text(view.subject_of(view.players[n])) for n in some} if asked else {}
    return {n: asked[subject] for n, subject in numbers.items() if subject in asked}


def _facts(session: Session, view: EventView, record: EventRecord) -> Iterator[tuple[str, str]]:
    yield from _head(view, record)
    if family_of(session).asks_who_reports:
        yield from _who(session, view, record)


def _asked(session: Session, view: EventView) -> Iterator[str]:
    """Its open questions by number, those that are one in one line."""
    query = select(ProblemRow).where(ProblemRow.event_key == view.key, ProblemRow.state == "open")
    for group in grouped(session.exec(query.order_by(col(ProblemRow.id)))):
        row = group.first
        where = place(within(row.place, view.key))  # empty of a question about all of it
        told = where if len(group.rows) == 1 else group.asked
        yield f"  {group.target} {row.code}" + (f"{p_('punctuation', ': ')}{told}" if told else "")


def event_csv(session: Session, view: EventView) -> bytes:
    """The players as CSV: what was printed, and beside it who it is taken for."""
    cells = (["" if c is None else cell(str(c)) for c in astuple(p)] for p in taken(session, view))
    return csv_text([COLUMNS, *cells], "\n").encode()


def taken(session: Session, view: EventView, some: Collection[int] | None = None) -> list[Taken]:
    """Every player of an event by starting number, or `some` of them."""
    players = {n: p for n, p in view.players.items() if some is None or n in some}
    ids = {p.member_id for p in players.values() if p.member_id is not None}
    rows = session.exec(select(MemberRow).where(col(MemberRow.id).in_(ids)))
    members = {m.id: stands_for(session, m) for m in rows}
    found = []
    for number, p in sorted(players.items()):
        member = members.get(p.member_id) if p.member_id is not None else None
        is_, called = (member.federation_id, member.name) if member else (None, None)
        found.append(Taken(number, p.name, p.national_id, p.fide_id, p.match, is_, called, p.match_rule))
    return found


def _who(session: Session, view: EventView, record: EventRecord) -> Iterator[tuple[str, str]]:
    """Who reported it and who ran it, as far as reports and mails say; of a mail without its address."""
    told = [_person(record.reporter, record.reporter_id)]
    for report, mail in reports_behind(session, view.event.reading_id):
        if mail is not None and of_somebody_else(mail):
            continue
        if mail is not None and mail.sender:
            name = mail.sender_name + _(", ") if mail.sender_name else ""
            told.append(name + _("the sender of M{mail}", mail=mail.id))
        elif report.reporter:
            named = _("{name}, by --reporter", name=report.reporter)
            told.append(_by_address(session, report) if address_of(report.reporter) else named)
    reporters = p_("people", "; ").join(dict.fromkeys(text for text in told if text))
    yield _line(_("reported by"), reporters or _("not stated"), view.reporter_ruling())
    arbiter = _("not stated")
    if record.arbiter:
        arbiter = _("not stated; chief arbiter {name}", name=record.arbiter)
    yield _line(_("run by"), _person(record.run_by, record.run_by_id) or arbiter, view.run_by_ruling())


def _by_address(session: Session, report: ReportRow) -> str:
    """Who reported it where the office knows an address alone, which is not shown."""
    part = select(SendingPartRow.sending_id).where(SendingPartRow.report_id == report.id)
    if (sending := session.exec(part.limit(1)).first()) is not None:
        return _("the sender of what was sent in as no. {sending}", sending=sending)
    pasted = (report.reporter or "").casefold() in (report.text or "").casefold()  # with its headers
    return _("the sender of the pasted mail") if pasted else _("a sender known by an address")


def _person(name: str | None, number: str | None) -> str | None:
    """Somebody whom the report names."""
    shown = " ".join(filter(None, (name, number)))
    return _("{name}, named in the report", name=shown) if shown else None


def _line(label: str, told: str, ruling: RulingRow | None, ruled: str | None = None) -> tuple[str, str]:
    """What the source says, and what was decided instead: `ruled`, otherwise the ruling's own value."""
    answer = ruled if ruled is not None else (ruled_text(ruling) or "") if ruling else ""
    return label, f"{told}{_ruled(ruling, answer)}"


def _head(view: EventView, record: EventRecord) -> Iterator[tuple[str, str]]:
    """What the source says of the event; what was decided otherwise stands behind it."""
    ruling = view.rulings.find(Kind.DAYS, view.key, {}, days_facts(record))
    unknown = _("not stated")
    first, _slash, last = ((ruling.value or "") if ruling else "").partition("/")
    yield _line(_("days"), days(record.first_day, record.last_day, unknown), ruling, days(first, last))
    yield _line(_("organizer"), record.organizer or unknown, view.organizer_ruling())
    control, ruled = record.time_control, view.time_control_ruling()
    told = [_("“{text}”", text=control.text) if control.text else unknown]
    if control.minutes_at_60 is not None:
        told.append(n_("{n} minute at move 60", "{n} minutes at move 60", control.minutes_at_60))
    elif control.text:
        told.append(_("not read"))
    if control.printed_kind:
        told.append(_("called {kind}", kind=said(control.printed_kind)))
    answer = ""
    if ruled is not None:
        minutes = officer_minutes(ruled.value or "") or 0
        moves = n_("{n} minute at move 60", "{n} minutes at move 60", minutes)
        answer = _(", ").join((_("“{text}”", text=ruled.value), moves))
    yield _line(_("time control"), _(", ").join(told), ruled, answer)
    came, complete = view.event.link_came_on, view.event.complete_on
    own = _("first came on {day}, incomplete", day=day(came))
    if complete:
        own = _("first came on {day}, complete on {complete}", day=day(came), complete=day(complete))
    reported = view.reported_ruling()
    yield _line(_("reported"), own, reported, day(reported.value) if reported and reported.value else None)
    saved = record.source.by_hand
    if saved:
        names = _(", ").join(page.origin for page in saved)
        yield _line(_("by hand"), _("pages saved in a browser: {names}", names=names), None)


def _rounds(view: EventView) -> Iterator[str]:
    for number in sorted({p.round for p in view.pairings}):
        ruling = view.round_date_ruling(number)
        if ruling is not None:
            row = view.rounds.get(number)
            printed = row.played_on if row else None
            told = _("Round {number}: {day}", number=number, day=day(printed) if printed else _("no date"))
            yield told + _ruled(ruling, day(ruling.value) if ruling.value else "")
    for pairing in view.pairings:
        left_out = view.excluded_game(pairing) if pairing.black is not None else None
        if left_out is not None:
            names = f"{view.name(pairing.white)} – {view.name(pairing.black)}"
            facts = {"number": pairing.round, "names": names, "result": pairing.result or pairing.kind}
            yield _("Round {number}, {names}: {result}", **facts) + _ruled(left_out, _("left out"))


def rulings_on(session: Session, view: EventView) -> list[tuple[int, str]]:
    """Every ruling in force on the event, in the order in which they were made: its number, and in words;
    then those on the reports that are set aside for it."""
    rows = [row for kind in Kind for row in view.rulings.of_event(view.key, kind)]
    told = []
    for row in sorted(rows, key=lambda row: row.id or 0):
        words = " ".join(filter(None, (ruling_words(row), row.code)))
        about = subject_words(row) if row.kind != Kind.ACCEPT else ""  # of a problem its code says enough
        words = " · ".join(filter(None, (words, about)))
        made = day(day_here(session, row.made_at))
        facts = {"words": words, "reason": reason_told(row.reason), "who": row.who, "day": made}
        told.append((row.id or 0, _("{words}: {reason} ({who}, {day})", **facts)))
    for other in view.aside:
        named = _("E{id}, set aside for this one", id=other.event.id) + p_("punctuation", ": ")
        told += [(number, named + words) for number, words in rulings_on(session, other)]
    return told


def _ruled(ruling: RulingRow | None, value: str) -> str:
    if ruling is None:
        return ""
    facts = {"value": value, "id": ruling.id, "reason": reason_told(ruling.reason)}
    return _(" → {value}, by decision {id}: {reason}", **facts)
