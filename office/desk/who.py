"""Who reported an event and who ran it: what reports, mails and the register of organizers say of it."""

from collections.abc import Iterator, Sequence

from sqlmodel import Session, col, select

from importer.checks import who as checks
from importer.checks.who import Asking
from importer.findings import Finding
from importer.ids import member_number
from importer.organizers_people import RUNS, address_of, sender_key
from importer.tables import MessageRow, ReadingRow, ReportRow
from office.desk.people import Judged, People, Who
from office.rules.people import ORGANIZER
from rating.edition import Edition
from rating.interpretations import Interpretations


def who_reported(
    people: People, law: Edition, article: str, asks: bool, blocks: bool, switches: Interpretations
) -> Iterator[Finding]:
    """4(2): reported by the organizer, or by a member whom he authorised. Unless it is asked of every event
    (`asks`), only whom the report itself names is looked at."""
    view = people.view
    asking = Asking(article, blocks)
    word = law.words("reporters")[1]
    ruling = view.reporter_ruling()
    ruled = None
    if ruling is not None and ruling.value != ORGANIZER:
        ruled = people.named(None, ruling.value, "report", view.event.arrived_on)
    candidates = _reporters(people, switches)
    settled = ruling.id if ruling else None
    if candidates is not None:
        judged = [people.judged(who, word) for who in candidates]
        yield from _of_reporters(people, asking, judged, asks, word, settled)
    if ruled is not None:
        yield from _of_reporters(people, asking, [people.judged(ruled, word)], asks, word, None)


def _of_reporters(
    people: People, asking: Asking, judged: Sequence[Judged], asks: bool, word: str, settled: int | None
) -> Iterator[Finding]:
    facts = people.facts
    allowed = [j for j in judged if j.allowed]
    if any(j.ruling is None for j in allowed):
        return
    if not asks:
        for who in (j.who for j in judged if j.who.named):
            why = people.no_member(who.member, who.day, who.day, word)
            if why is not None:
                yield from checks.reporter_not_a_member(
                    facts, asking, who.shown, who.key, who.place, why, settled
                )
            return
        return
    if not judged:
        yield from checks.reporter_unknown(facts, asking, settled)
        return
    first = (allowed or [j for j in judged if j.no_member is not None] or judged)[0]
    who = first.who
    if first.no_member is not None:
        why = first.no_member
        yield from checks.reporter_not_a_member(facts, asking, who.shown, who.key, who.place, why, settled)
        return
    settled = first.ruling or settled
    yield from checks.reporter_not_authorised(
        facts, asking, who.shown, who.key, who.place, people.organizer, settled
    )


def _reporters(people: People, switches: Interpretations) -> list[Who] | None:
    """Everybody by whom the report can be (R55); None where it is the organizer himself."""
    record, view = people.facts.record, people.view
    reports = reports_behind(people.session, view.event.reading_id)
    by_mail = [
        Who(
            sender_key(mail.sender),
            f"the sender of the mail, “{mail.sender_name}”" if mail.sender_name else "the sender of the mail",
            f"mail M{mail.id}",
            None,
            None,
            False,
            report.arrived_on,
        )
        for report, mail in reports
        if mail is not None and mail.sender
    ]
    if by_mail and switches.r55 == "sender":
        return by_mail
    named = [people.named(record.reporter, record.reporter_id, "report", view.event.arrived_on)]
    named += [_stated(people, r) for r, _ in reports if r.reporter and r.reporter != ORGANIZER]
    told = [who for who in named if who is not None]
    if any(report.reporter == ORGANIZER for report, _ in reports):
        return None
    first = reports[0][1] if reports else None  # what the office fetches later says nothing
    own = people.federation and not told and first is None
    return None if own and switches.r55 != "federation-too" else [*told, *by_mail]


def _stated(people: People, report: ReportRow) -> Who | None:
    """Whom the officer named with a report, or who sent the mail that he pasted."""
    text = report.reporter or ""
    if address_of(text):
        shown = "the sender of the mail that was pasted"
        return Who(sender_key(text), shown, "report", None, None, False, report.arrived_on)
    number = member_number(text)
    return people.named(None if number else text, number, "report", report.arrived_on)


def reports_behind(session: Session, reading_id: int) -> list[tuple[ReportRow, MessageRow | None]]:
    """Every report of what the event was read from, each with its mail: of a link every one that named it,
    of a file every one that brought these bytes."""
    own = session.get_one(ReportRow, session.get_one(ReadingRow, reading_id).report_id)
    query = (
        select(ReportRow, MessageRow)
        .outerjoin(MessageRow, col(MessageRow.id) == col(ReportRow.message_id))
        .where(ReportRow.reference == own.reference, ReportRow.state == "read")
        .order_by(col(ReportRow.arrived_on), col(ReportRow.id))
    )
    return list(session.exec(query).all())


def who_ran(people: People, article: str, asks: bool, blocks: bool) -> Iterator[Finding]:
    """3(3): run by an annual member on every day of the event; who is named in the report goes first, then
    who is in charge of the organizer's events."""
    facts, view = people.facts, people.view
    first, last = view.event.first_day, view.event.last_day
    if first is None or last is None or first > last:
        return
    asking, word = Asking(article, blocks), "annual-member"
    ruling = view.run_by_ruling()
    settled = ruling.id if ruling else None
    named = people.named(facts.record.run_by, facts.record.run_by_id, "report", first)
    in_charge = [s for s in people.standing if s.role == RUNS and s.person.on(first) and s.person.on(last)]
    if named is not None:
        why = people.no_member(named.member, first, last, word)
        if why is not None:
            yield from checks.not_run_by_a_member(facts, asking, named.shown, named.key, why, settled)
    elif in_charge:
        numbers = [s.person.federation_id for s in in_charge]
        reasons = [
            (s, people.no_member(people.id(number) or number, first, last, word))
            for s, number in zip(in_charge, numbers, strict=True)
        ]
        members = [s for s, why in reasons if why is None]
        if not members:
            who = ", ".join(number or "" for number in numbers)
            why = "; ".join(why for _, why in reasons if why)
            shown = f"in charge at “{people.organizer}”"
            yield from checks.not_run_by_a_member(facts, asking, shown, who, why, settled)
        elif asks and all(s.ruling is not None for s in members):
            yield from checks.run_by_unknown(facts, asking, members[0].ruling)
    elif asks:
        yield from checks.run_by_unknown(facts, asking, settled)
    if ruling is not None:
        ruled = people.named(None, ruling.value, "ruling", first)
        why = people.no_member(ruling.value, first, last, word)
        if ruled is not None and why is not None:
            yield from checks.not_run_by_a_member(facts, asking, ruled.shown, ruled.key, why, None)
