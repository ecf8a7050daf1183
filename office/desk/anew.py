"""An event looked at anew: read, matched, placed, checked, also against what the edition of its list asks of
its report, in the edition's words and numbers; what was found is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from sqlmodel import Session, col, select

from importer.applications import application_among
from importer.checks import asked
from importer.checks.asked import Asked, spelling
from importer.checks.report import stale_rulings
from importer.findings import Facts, Finding
from importer.names import name_key
from importer.review import review
from importer.rulings import CODES, GUEST_SINCE, Kind
from importer.store import rows_just_stored
from importer.tables import ApplicationRow, EventRow, MemberRow
from importer.view import EventView
from office.desk.desk import DeskEvent
from office.desk.looks import Looks
from office.desk.possible import early_report, hardly_possible, late_report, placed
from office.desk.sight import Sight
from office.desk.who import People, who_ran, who_reported
from office.lists.law import law_if_held
from office.rules.payers import fee_ruling
from office.rules.standing import YES
from office.tables import EarlierGameRow, ListRatingRow, RereadRow
from rating.articles.fees import paired_owe
from rating.calendar import add_months
from rating.edition import Edition
from rating.fee_statement import all_are_charged, guests_owe, is_charged
from scraper.records import EventRecord
from scraper.records import Kind as Pairing

FIELDS = {"kanji": "kanji", "birth-date": "born"}
"""Items of a newcomer that the register has a place for."""


def asked_of(seen: Sight, facts: Facts, list_date: date, law: Edition) -> Iterator[Finding]:
    """Every finding on what the edition of the list asks of this report."""
    one = _Asking(seen, facts, list_date, law)
    yield from one.hosted()
    yield from one.who()
    beside, event = seen.beside, facts.view.event
    applied = application_among(seen.applied, event, beside.organizers) if beside.applications else None
    yield from one.applied(applied)
    yield from one.sent(applied)
    if (article := one.under("report_items")) is not None:
        yield from asked.report_items(facts, Asked(article), law.words("report_items"))
        if "non-members" in law.words("report_items"):
            yield from asked.non_members(facts, Asked(article))
    if (article := one.under("reported_names")) is not None:
        yield from spelling(facts, Asked(article))
    yield from one.newcomers()
    yield from one.fees()


@dataclass(frozen=True, slots=True)
class _Asking:
    """A report, and the edition of its list that asks."""

    seen: Sight
    facts: Facts
    list_date: date
    law: Edition

    def under(self, value: str) -> str | None:
        """The article under which the edition has a value; None where it has none."""
        return next((entry.article for entry in self.law.entries if value in entry.values), None)

    @property
    def everywhere(self) -> bool:
        """R38: whether organizers and applications are asked for where the office entered none at all."""
        return self.seen.switches.r38 == "asked"

    def hosted(self) -> Iterator[Finding]:
        """3(3), 2022 2(1): who may host, all the time that the event lasts."""
        event, article = self.facts.view.event, self.under("hosts")
        if article is None or not (self.seen.beside.organizers or self.everywhere):
            return
        named = self.seen.beside.organizers.get(name_key(event.organizer or ""), [])
        may = [o for o in named if o.row.kind in self.law.words("hosts")]
        days = [day for day in (event.first_day, event.last_day) if day is not None]
        registered = any(not days or o.throughout(days[0], days[-1]) for o in may)
        yield from asked.unregistered_organizer(self.facts, Asked(article), registered)

    def who(self) -> Iterator[Finding]:
        """3(3), 4(2), 2022 2(1), 3(2): who ran it and who reported it (R54)."""
        record, view, switches = self.facts.record, self.facts.view, self.seen.switches
        asks, blocks = (
            self.seen.beside.people or switches.r54 != "shown-once-entered",
            switches.r54 == "waits",
        )
        ran, reported = self.under("run_by"), self.under("reporters")
        named = any((record.run_by, record.run_by_id, record.reporter, record.reporter_id))
        ruled = view.reporter_ruling() is not None or view.run_by_ruling() is not None
        if ran is None or reported is None or not (asks or named or ruled):
            return
        organizers = self.seen.beside.organizers.get(name_key(view.event.organizer or ""), [])
        people = People(self.seen, self.facts, organizers)
        yield from who_ran(people, ran, asks, blocks)
        yield from who_reported(people, self.law, reported, asks, blocks)

    def applied(self, applied: ApplicationRow | None) -> Iterator[Finding]:
        """3(4): whether it was applied for in time."""
        view, law, article = self.facts.view, self.law, self.under("application_days")
        event = view.event
        if (
            article is None
            or event.first_day is None
            or not (self.seen.beside.applications or self.everywhere)
        ):
            return
        until = event.first_day - timedelta(days=law.number("application_days"))
        type_ = None
        if event.minutes_at_60 is not None and view.time_control_ruling() is None:
            type_ = law.shapes.rating_type(law, event.minutes_at_60, False, self.seen.switches)
        yield from asked.application(self.facts, Asked(article, until), applied, type_)

    def sent(self, applied: ApplicationRow | None) -> Iterator[Finding]:
        """2022 2(3), 3(1), 4(7), 2019 3(1): what FIDE official and regional events ask beside."""
        facts, law = self.facts, self.law
        official, first_day = facts.view.fide_official_ruling(), facts.view.event.first_day
        if official is not None and official.value == YES and first_day is not None:
            if (notice := self.under("fide_notice_months")) is not None:
                until = add_months(first_day, -law.number("fide_notice_months"))
                yield from asked.fide_notice(facts, Asked(notice, until), applied)
            if (file := self.under("fide_items")) is not None:
                yield from asked.sent_apart(
                    facts, Asked(file), law.words("fide_items"), "FIDE official event"
                )
        regional, article = facts.view.regional_ruling(), self.under("regional_items")
        if regional is not None and regional.value == YES and article is not None:
            yield from asked.sent_apart(facts, Asked(article), law.words("regional_items"), "regional event")

    def newcomers(self) -> Iterator[Finding]:
        """2022 4(5): who has neither a rating nor games kept is in his first event."""
        session, article = self.seen.session, self.under("newcomer_items")
        if article is None:
            return
        ids = [p.member_id for p in self.facts.view.players.values() if p.member_id is not None]
        members = session.exec(select(MemberRow).where(col(MemberRow.id).in_(ids))).all()
        seen: set[str] = set()
        one, theirs = self.seen.merged, {m.federation_id for m in members}
        theirs |= {other for other, kept in one.ids.items() if kept in theirs}
        for table in (ListRatingRow, EarlierGameRow):
            numbers = select(table.federation_id).where(table.version_id == self.seen.version)
            seen.update(map(one.id, session.exec(numbers.where(col(table.federation_id).in_(theirs)))))
        new = {f"{m.federation_id} {m.name}": m for m in members if m.federation_id not in seen}
        items = self.law.words("newcomer_items")
        missing = {
            who: lacks
            for who, member in new.items()
            if (lacks := [item for item in items if item in FIELDS and getattr(member, FIELDS[item]) is None])
        }
        yield from asked.newcomers(self.facts, Asked(article), missing)
        apart = [item for item in items if item not in FIELDS]
        yield from asked.newcomers_apart(self.facts, Asked(article), apart, list(new))

    def fees(self) -> Iterator[Finding]:
        """Whether the fees of the event are paid, by the day they are due."""
        view, law, switches = self.facts.view, self.law, self.seen.switches
        reported = view.reported_on()
        if not law.has("fees") or reported is None or not self._charged():
            return
        due = law.shapes.fee_due(law, reported, law.shapes.period(law, self.list_date), switches)
        ruled = fee_ruling(view, self.seen.beside.organizers, self.list_date)
        kinds = {Pairing.GAME.value, *([Pairing.FORFEIT.value] if paired_owe(switches) else ())}
        numbers = {n for p in view.pairings if p.kind in kinds for n in (p.white, p.black)}
        one = self.seen.merged
        members = {n: one.row(p.member_id) for n, p in view.players.items() if p.member_id is not None}
        owing = numbers if guests_owe(switches) else numbers & members.keys()
        players = {members.get(n or 0, f"#{n}") for n in owing}
        if players:
            due_under = Asked(law.article_of_role("fees"), due)
            yield from asked.fees_open(self.facts, due_under, len(players), ruled.id if ruled else None)

    def _charged(self) -> bool:
        """Whether fees are owed for the event, as far as it is known (R114)."""
        switches = self.seen.switches
        if all_are_charged(switches):
            return True
        from office.runs.inputs import event_values, events_of  # only where it is read otherwise

        mine = DeskEvent(self.facts.view, self.list_date, None, ())
        values = event_values(self.seen.session, self.list_date, [mine], self.law, switches)
        given = {"edition": self.law.id, "events": values}
        return all(is_charged(self.law, one, switches) for one in events_of(given))


def looked_anew(seen: Sight, event: EventRow, looks: Looks, record: EventRecord | None = None) -> DeskEvent:
    """An event that no published list holds, from its reading; `looks` keeps what is found. `record`: its
    reading, where it was stored just now."""
    reopened, published = event.key in seen.reopened, seen.published.get(event.key)
    facts, findings = review(
        seen.session,
        event,
        seen.beside.register,
        seen.rulings,
        seen.read_as,
        guests=seen.guests,
        checks=seen.family.checks,
        rows=looks.ahead.of(event) if record is None else rows_just_stored(seen.session, event, record),
        spans=seen.spans,
        changed=looks.players,
        record=record,
    )
    view = facts.view
    list_date, more = placed(facts, seen.last, published, seen.switches)
    findings += more
    law = law_if_held(list_date, seen.rulings, seen.switches) if list_date is not None else None
    if list_date is not None and law is not None:
        findings += late_report(facts, law, seen.switches)
        findings += asked_of(seen, facts, list_date, law)
        if any(f.code == "organizer-unregistered" for f in findings):  # of an event that names none, too
            findings = [f for f in findings if f.code != "organizer-missing"]
    findings += early_report(facts, list_date, law)
    findings += hardly_possible(facts, seen)
    if {event.reading_id, event.newer_reading_id} & seen.reread:
        findings += reread_differs(seen.session, facts, published=False)
    view.consult()
    findings += stale_rulings(facts)
    findings, into = _put_into(view, list_date, findings)
    settled = _settled_whole(view, findings)
    asked = [p for p in view.players.values() if p.match in CODES or p.match_rule.startswith(GUEST_SINCE)]
    looked = DeskEvent(view, list_date, published, settled, reopened=reopened, into=into)
    looks.keep(looked, asked)
    return looked


def _put_into(
    view: EventView, list_date: date | None, findings: list[Finding]
) -> tuple[list[Finding], date | None]:
    """Answers the question of an event that came after its list, where it is put into a correction of that
    list (R16); and gives the date of the list, also while the event has no day of its report any more."""
    ruling = view.taken_up()
    if ruling is None:
        return findings, None
    answered = [
        replace(f, settled_by=ruling.id) if f.code == "list-already-published" else f for f in findings
    ]
    if ruling.kind != Kind.INTO:
        return answered, None
    from office.corrections.open_lists import days_of  # which only an open correction needs

    return answered, list_date or days_of(ruling)[0]


def _settled_whole(view: EventView, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """An excluded event asks nothing more: the exclusion answers everything."""
    excluded = view.excluded()
    if excluded is None:
        return tuple(findings)
    return tuple(
        f if f.settled_by is not None else replace(f, settled_by=excluded.id)
        for f in findings
        if f.code != "ruling-no-longer-fits"
    )


SHOWN = 12
"""Differences that are named one by one; the rest is counted."""


def reread_differs(session: Session, facts: Facts, *, published: bool) -> Iterator[Finding]:
    """One finding for each reading of the event that did not stand when it was read again."""
    event = facts.view.event
    for which, reading_id in (("standing", event.reading_id), ("newer", event.newer_reading_id)):
        row = session.get(RereadRow, reading_id) if reading_id is not None else None
        if row is None:
            continue
        lines = json.loads(row.differences)
        anew = "banzuke import LINK --offline takes the newer reading; --accept keeps the frozen one"
        source = facts.record.source
        if source.tournament is None or source.by_hand:  # no link finds what was brought as files
            anew = "banzuke import FILE… takes the newer reading of the files; --accept keeps the stored one"
        more = f"; and {len(lines) - SHOWN} more" if len(lines) > SHOWN else ""
        yield facts.finding(
            "reread-differs",
            {"reading": which},
            f"the {which} reading",
            "the same from its saved pages, read again",
            f"by reader {row.reader}: " + "; ".join(lines[:SHOWN]) + more,
            "the published list stands; if the newer reader is right: banzuke correction open EVENT"
            if published
            else anew,
            blocks=not published,
        )
