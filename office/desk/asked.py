"""What the edition of an event's list asks of its report: the edition's words and numbers for the checks."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from sqlmodel import Session, col, select

from importer.applications import application_for, applications
from importer.checks import Facts
from importer.checks.asked import (
    Applied,
    Asked,
    application,
    fees_open,
    fide_notice,
    newcomers,
    newcomers_apart,
    non_members,
    report_items,
    sent_apart,
    unregistered_organizer,
)
from importer.checks.spelling import spelling
from importer.findings import Finding
from importer.matching import Register
from importer.merged import merged
from importer.names import name_key
from importer.rulings import Kind, Rulings
from importer.tables import MemberRow
from office.desk.people import People
from office.desk.who import who_ran, who_reported
from office.rules.payers import ByName, by_name, fee_ruling
from office.rules.standing import YES
from office.tables import EarlierGameRow, ListRatingRow, ListVersionRow
from rating.calendar import add_months
from rating.edition import Edition
from rating.interpretations import Interpretations
from scraper.records import Kind as Pairing

GAME = Pairing.GAME.value

FIELDS = {"kanji": "kanji", "birth-date": "born"}
"""Items of a newcomer that the register has a place for."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the office knows beside events: its organizers by the key of each name, whether any application
    and whether any person of an organizer is entered at all, the members. `last`: the version of the last
    list."""

    organizers: ByName
    applications: bool
    people: bool
    register: Register
    last: int | None


def known(session: Session, last: ListVersionRow | None, register: Register, rulings: Rulings) -> Known:
    """Read once for all events."""
    found = by_name(session)
    people = any(any(o.people.values()) for of_name in found.values() for o in of_name)
    people = people or bool(rulings.of_kind(Kind.PERSON))
    return Known(found, bool(applications(session)), people, register, last.id if last else None)


def article_of(law: Edition, value: str) -> str | None:
    """The article under which an edition has a value; None where it has none."""
    return next((entry.article for entry in law.entries if value in entry.values), None)


def asked_of(
    session: Session, facts: Facts, list_date: date, law: Edition, switches: Interpretations, about: Known
) -> Iterator[Finding]:
    """Every finding on what the edition of the list asks of this report."""
    yield from _hosted(facts, law, switches, about)
    yield from _who(session, facts, law, switches, about)
    row = application_for(session, facts.view.event) if about.applications else None
    applied = Applied(row.applied_on, row.type, row.announced) if row else None
    yield from _applied(facts, law, switches, about, applied)
    yield from _sent(facts, law, applied)
    article = article_of(law, "report_items")
    if article is not None:
        yield from report_items(facts, Asked(article), law.words("report_items"))
        if "non-members" in law.words("report_items"):
            yield from non_members(facts, Asked(article))
    article = article_of(law, "reported_names")
    if article is not None:
        yield from spelling(facts, Asked(article))
    yield from _newcomers(session, facts, law, about)
    yield from _fees(facts, list_date, law, switches, about)


def _hosted(facts: Facts, law: Edition, switches: Interpretations, about: Known) -> Iterator[Finding]:
    """3(3), 2022 2(1): who may host."""
    event, article = facts.view.event, article_of(law, "hosts")
    if article is None or not (about.organizers or _everywhere(switches)):
        return
    named = about.organizers.get(name_key(event.organizer or ""), [])
    days = [day for day in (event.first_day, event.last_day) if day is not None]
    registered = any(o.row.kind in law.words("hosts") and all(map(o.on, days)) for o in named)
    yield from unregistered_organizer(facts, Asked(article), registered)


def _who(
    session: Session, facts: Facts, law: Edition, switches: Interpretations, about: Known
) -> Iterator[Finding]:
    """3(3), 4(2), 2022 2(1), 3(2): who ran it and who reported it (R54)."""
    asks, blocks = about.people or switches.r54 != "shown-once-entered", switches.r54 == "waits"
    ran, reported = article_of(law, "run_by"), article_of(law, "reporters")
    record = facts.record
    named = any((record.run_by, record.run_by_id, record.reporter, record.reporter_id))
    if ran is None or reported is None or not (asks or named or _ruled(facts)):
        return
    organizers = about.organizers.get(name_key(facts.view.event.organizer or ""), [])
    people = People(session, facts, about.register, organizers, switches)
    yield from who_ran(people, ran, asks, blocks)
    yield from who_reported(people, law, reported, asks, blocks, switches)


def _ruled(facts: Facts) -> bool:
    return facts.view.reporter_ruling() is not None or facts.view.run_by_ruling() is not None


def _applied(
    facts: Facts, law: Edition, switches: Interpretations, about: Known, applied: Applied | None
) -> Iterator[Finding]:
    """3(4): whether it was applied for in time."""
    event, article = facts.view.event, article_of(law, "application_days")
    asked = about.applications or _everywhere(switches)
    if article is None or event.first_day is None or not asked:
        return
    until = event.first_day - timedelta(days=law.number("application_days"))
    type_ = None
    if event.minutes_at_60 is not None and facts.view.time_control_ruling() is None:
        type_ = law.shapes.rating_type(law, event.minutes_at_60, False, switches)
    yield from application(facts, Asked(article, until), applied, type_)


def _everywhere(switches: Interpretations) -> bool:
    """R38: whether organizers and applications are asked for where the office entered none at all."""
    return switches.r38 == "asked"


def _sent(facts: Facts, law: Edition, applied: Applied | None) -> Iterator[Finding]:
    """2022 2(3), 3(1), 4(7), 2019 3(1): what FIDE official and regional events ask beside."""
    view = facts.view
    official = view.fide_official_ruling()
    if official is not None and official.value == YES and view.event.first_day is not None:
        notice, file = article_of(law, "fide_notice_months"), article_of(law, "fide_items")
        if notice is not None:
            until = add_months(view.event.first_day, -law.number("fide_notice_months"))
            yield from fide_notice(facts, Asked(notice, until), applied)
        if file is not None:
            yield from sent_apart(facts, Asked(file), law.words("fide_items"), "FIDE official event")
    regional, article = view.regional_ruling(), article_of(law, "regional_items")
    if regional is not None and regional.value == YES and article is not None:
        yield from sent_apart(facts, Asked(article), law.words("regional_items"), "regional event")


def _newcomers(session: Session, facts: Facts, law: Edition, about: Known) -> Iterator[Finding]:
    """2022 4(5): who has neither a rating nor games kept is in his first event."""
    article = article_of(law, "newcomer_items")
    if article is None:
        return
    items = [item for item in law.words("newcomer_items") if item in FIELDS]
    ids = [p.member_id for p in facts.view.players.values() if p.member_id is not None]
    members = session.exec(select(MemberRow).where(col(MemberRow.id).in_(ids))).all()
    seen: set[str] = set()
    one, theirs = merged(session), {m.federation_id for m in members}
    theirs |= {other for other, kept in one.ids.items() if kept in theirs}
    for table in (ListRatingRow, EarlierGameRow):
        numbers = select(table.federation_id).where(table.version_id == about.last)
        seen.update(map(one.id, session.exec(numbers.where(col(table.federation_id).in_(theirs)))))
    new = {f"{m.federation_id} {m.name}": m for m in members if m.federation_id not in seen}
    missing = {
        who: lacks
        for who, member in new.items()
        if (lacks := [item for item in items if getattr(member, FIELDS[item]) is None])
    }
    yield from newcomers(facts, Asked(article), missing)
    apart = [item for item in law.words("newcomer_items") if item not in FIELDS]
    yield from newcomers_apart(facts, Asked(article), apart, list(new))


def _fees(
    facts: Facts, list_date: date, law: Edition, switches: Interpretations, about: Known
) -> Iterator[Finding]:
    view = facts.view
    reported = view.reported_on()
    if not law.has("fees") or reported is None:
        return
    due = law.shapes.fee_due(law, reported, law.shapes.period(law, list_date), switches)
    ruled = fee_ruling(view, about.organizers, list_date)
    games = [p for p in view.pairings if p.kind == GAME]
    players = {n for p in games for n in (p.white, p.black)}
    if players:
        asked = Asked(law.article_of_role("fees"), due)
        yield from fees_open(facts, asked, len(players), ruled.id if ruled else None)
