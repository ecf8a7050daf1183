"""Entering what belongs to a list, a member or an organizer: adjustments, outside ratings, fees, limits."""

import json
from collections.abc import Mapping, Sequence
from datetime import date

from sqlmodel import Session, col, select

from importer.merged import entries_of, stands_for
from importer.rulings import Kind, Made, Rulings, Subject, answered, subject_text
from importer.tables import EventRow, RulingRow
from office.corrections.open_lists import closing_article, is_open, version_that_closes
from office.errors import OfficeError, refusal, typed_list
from office.families import day_here
from office.lists.chain import draft, latest_published, list_after, newest, require_published
from office.lists.law import chosen_for, known_as, law_if_held, law_of
from office.lists.rows import type_written
from office.register.find import find_member
from office.rules import standing
from office.rules.payers import by_name, payer
from office.rules.standing import (
    FOREIGN,
    HIGHEST,
    JCA,
    RATINGS,
    Adjusting,
    adjustments_of_one,
    rating_subject,
    stand,
)
from office.tables import ListRatingRow, ListVersionRow
from rating.edition import Edition
from rating.editions import load
from rating.errors import RatingError
from rating.interpretations import Interpretations
from rating.records import Member
from scraper.records import Problem

REMEDY = "correct it; see: banzuke rule adjustment --help"


def adjust(
    session: Session, member: str, type_: str, adjusting: Adjusting, list_date: date | None, *, made: Made
) -> RulingRow:
    """Points added to a member's rating on one list that is still to come (2019 5(2), 7(3)).

    Refused where the edition of that list asks for something that is missing, where the member holds no
    rating of the type, and as a correction of a list that is not closed yet.
    """
    last = require_published(session)
    day = list_date or list_after(last)
    if day <= last.list_date:
        expected = f"a list after {last.list_date}, the last that is published"
        raise _refused("list-published", "--list", expected, str(day))
    law = _law(session, day)
    person = stands_for(session, find_member(session, member))
    if not adjusting.points:
        raise _refused("adjustment-of-nothing", "--points", "points, + or -", "0")
    if abs(adjusting.points) > HIGHEST:
        expected = f"points, + or -, {HIGHEST} at most"
        raise _refused("not-a-rating", "--points", expected, str(adjusting.points))
    if not adjusting.reference.strip():
        raise _refused("adjustment-reference", "--reference", "the decision it rests on", "nothing")
    if type_ not in law.shapes.types(law):
        expected = f"one of {typed_list(law.shapes.types(law))}, the ratings of {law.id}"
        raise _refused("unknown-type", "--type", expected, f"“{type_}”")
    if not law.has("adjustment"):
        raise _refused("no-adjustment", law.id, "an edition with adjustments", law.id)
    _refuse_day_to_come(session, adjusting, made)
    announced = date.fromisoformat(adjusting.announced) if adjusting.announced else None
    missing = law.shapes.adjustment(law, announced, day, chosen_for(draft(session, day)))
    if missing is not None:
        (months, until), article = missing, law.article_of_role("adjustment")
        expected = f"announced {months} months before {until} ({article})"
        found = f"announced {announced}" if announced else "no --announced"
        raise _refused("adjustment-not-announced", f"list of {day}", expected, found)
    _refuse_unrated(session, last, law, person.federation_id, type_)
    if adjusting.closed_list is not None:
        _refuse_open_list(session, adjusting)
    elif adjusting.error_reported is not None:
        expected = "the closed list whose error it makes good (7(3))"
        raise _refused("adjustment-reference", "--closed-list", expected, "nothing")
    subject = rating_subject(day, person.federation_id, type_)
    _refuse_another(session, subject, adjusting, made)
    return stand(session, Kind.ADJUSTMENT, subject, adjusting.text(), made)


def adjustable(session: Session) -> Sequence[str]:
    """The types of rating of the next list to which points can be added; none before the first list, and
    where its edition has no adjustments."""
    last = latest_published(session)
    if last is None:
        return ()
    try:
        law = law_of(list_after(last), Rulings.in_force(session))
    except RatingError:
        return ()
    return law.shapes.types(law) if law.has("adjustment") else ()


def outside(session: Session, member: str, of: str, rating: int, *, made: Made) -> RulingRow:
    """A rating from outside that a UR player may take over: JCA's, or another country's on application.
    Refused where no list takes one."""
    person = stands_for(session, find_member(session, member))
    if of not in (JCA, FOREIGN) or not 0 < rating <= HIGHEST:
        raise refusal("not-a-rating", f"--{of}", f"a rating from 1 to {HIGHEST}", str(rating), "correct it")
    if not takes_outside(session):
        expected, found = "a list whose edition takes such a rating over", "none, to come or published here"
        raise refusal("decision-without-effect", f"--{of}", expected, found)
    return stand(session, Kind.OUTSIDE, {"member": person.federation_id, "of": of}, str(rating), made)


def takes_outside(session: Session) -> bool:
    """Whether a rating from outside can act: on the next list, or in a correction of one made here."""
    last = latest_published(session)
    law = None if last is None else law_if_held(list_after(last), Rulings.in_force(session))
    if law is None:
        return True  # it is not known yet
    made = select(ListVersionRow.edition).where(col(ListVersionRow.edition).is_not(None)).distinct()
    return any(_takes_outside(one) for one in (law, *(load(str(name)) for name in session.exec(made))))


def _takes_outside(law: Edition) -> bool:
    somebody = Member("", jca=HIGHEST)
    return (
        law.has("outside_rating") and law.shapes.outside_rating(law, somebody, Interpretations()) is not None
    )


def fee_of_all(session: Session, organizer: str, list_date: date, value: str, *, made: Made) -> RulingRow:
    """What became of all fees of an organizer for one list; a ruling on one event goes before it. Refused
    where the edition of that list has no fees."""
    refuse_without_fees(_law(session, list_date), list_date)
    last = latest_published(session)
    if last is not None and list_date <= last.list_date:
        newest(session, list_date)  # refuses a list that was never here
    payers = by_name(session)
    printed = session.exec(select(EventRow.organizer).where(col(EventRow.organizer).is_not(None))).all()
    names = sorted({payer(payers, str(name)) for name in printed})
    if payer(payers, organizer) not in names:
        expected = f"an organizer of an event: {'; '.join(names) or 'none'}"
        raise refusal("no-such-organizer", "ORGANIZER", expected, organizer, "name one of these")
    return stand(session, Kind.FEE, standing.fee_subject(payer(payers, organizer), list_date), value, made)


def refuse_without_fees(law: Edition, list_date: date) -> None:
    if not law.has("fees"):
        raise refusal("no-fees", f"list of {list_date}", "an edition with renewal fees", law.id)


ACTS_BY: Mapping[Kind, tuple[str, ...]] = {
    Kind.FIDE_OFFICIAL: ("standard_from_minutes_unless_fide", "fide_notice_months", "fide_items"),
    Kind.REGIONAL: ("regional_items",),
    Kind.FORM: ("event_forms", "fees"),
    Kind.ACCEPT_LATE: ("late",),
    Kind.ORGANIZER: ("organizer",),
    Kind.REPORTER: ("reporters",),
    Kind.RUN_BY: ("run_by",),
}
"""Values, roles and reasons, of which an edition has one where a decision of this kind changes anything."""


def refuse_without_effect(kind: Kind, law: Edition, list_date: date) -> None:
    """Refuses a decision on an event of which the edition of its list makes no use."""
    if not has_effect(kind, law):
        expected = "an edition that makes use of this decision"
        raise refusal("decision-without-effect", f"list of {list_date}", expected, law.id)


def has_effect(kind: Kind, law: Edition) -> bool:
    """Whether an edition makes use of decisions of a kind on an event."""
    has = {name for entry in law.entries for name in (*entry.values, *entry.functions, *entry.reasons)}
    return kind not in ACTS_BY or not has.isdisjoint(ACTS_BY[kind])


def _law(session: Session, list_date: date) -> Edition:
    try:
        law = law_of(list_date, Rulings.in_force(session))
        law.shapes.period(law, list_date)  # refuses a day that is no list's
    except RatingError as error:
        remedy = "name the list by the day it is published on"
        found = [Problem(p.code, p.place, p.expected, p.found, p.remedy or remedy) for p in error.problems]
        raise OfficeError(*found) from error
    return law


def _refuse_another(session: Session, subject: Subject, adjusting: Adjusting, made: Made) -> None:
    """One rating has one adjustment on a list: points on other grounds do not take the place of those that
    stand there. On the same grounds they are those decided anew."""
    entries = entries_of(session, str(subject["member"]))
    about = str(subject["list"]), str(subject["type"])
    for row in adjustments_of_one(Rulings.in_force(session), entries).get(about, ()):
        told = json.loads(row.value or "{}")
        if row.subject == subject_text(subject) and adjusting.grounds() == Adjusting(**told).grounds():
            continue
        both = told["points"] + adjusting.points
        number = row.id
        remedy = f"take decision {number} back: banzuke resolve --take-back {number} --reason …"
        if both:
            remedy = (
                f"take decision {number} back: banzuke resolve --take-back {number} --reason …;"
                f" then add the sum, --points={both:+d}, with a reference that names both grounds"
            )
        place, found = f"list of {about[0]}, {about[1]}", answered(row, made.zone)
        raise _refused("adjustment-twice", place, "one adjustment of a rating", found, remedy)


def _refuse_unrated(session: Session, last: ListVersionRow, law: Edition, member: str, type_: str) -> None:
    entries = entries_of(session, member)
    row = ListRatingRow
    query = select(row).where(row.version_id == last.id, col(row.type).in_(known_as(type_, law)))
    if session.exec(query.where(col(row.federation_id).in_(entries))).first() is None:
        expected = f"a holder of a {type_written(type_)} rating on the list of {last.list_date}"
        raise _refused("adjustment-of-nobody", "member", expected, f"{member}, who has none")


def _refuse_day_to_come(session: Session, adjusting: Adjusting, made: Made) -> None:
    today = day_here(session, made.now).isoformat()
    days = {"--announced": adjusting.announced, "--error-reported": adjusting.error_reported}
    for option, day in days.items():
        if day is not None and day > today:
            remedy = "give the day on which it was"
            raise refusal("day-to-come", option, f"a day not after {today}", day, remedy)


def _refuse_open_list(session: Session, adjusting: Adjusting) -> None:
    """7(3): a list that is still open is corrected itself; only the error of a closed one is adjusted for."""
    assert adjusting.closed_list is not None
    version = version_that_closes(session, date.fromisoformat(adjusting.closed_list))
    if adjusting.error_reported is None:
        expected = "the day the error was pointed out (7(3))"
        raise _refused("adjustment-reference", "--error-reported", expected, "nothing")
    if version.published_at and is_open(version, date.fromisoformat(adjusting.error_reported)):
        raise refusal(
            "list-open",
            f"list of {version.list_date}",
            f"a list that an error of {adjusting.error_reported} finds closed{closing_article(version)}",
            f"one published on {day_here(session, version.published_at)}, which is still open",
        )


def _refused(code: str, place: str, expected: str, found: str, remedy: str = REMEDY) -> OfficeError:
    return refusal(code, place, expected, found, remedy)


def rule_rating_gap(session: Session, points: int, *, made: Made) -> RulingRow:
    """Rules how far a printed rating may lie from the member's, for every event that no list holds yet."""
    if not 0 < points <= HIGHEST:
        expected, remedy = f"points from 1 to {HIGHEST}", "correct it"
        raise refusal("not-a-rating", "POINTS", expected, str(points), remedy)
    return stand(session, Kind.RATING_GAP, RATINGS, str(points), made)
