"""Rulings that no question asks for: on a list, a member, an organizer, the office, or on an event as a
whole (organizer, form, FIDE event, fees). Their words and values."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from sqlmodel import Session

from importer.rulings import IN_PARTS, Kind, Made, Rulings, Subject, fingerprint, record, word
from importer.tables import RulingRow
from office.errors import refusal
from office.rules.accepted import ACCEPTED as DECIDES
from office.words import _, language, p_, speaking
from office.words.formats import day
from office.words.problems import said
from scraper.records import Problem

if TYPE_CHECKING:
    from importer.view import EventView

JCA, FOREIGN = "jca", "foreign"
"""Whose rating an outside rating is: JCA's, or another country's taken on application (2019 2(3))."""

PAID, UNPAID, ACCEPTED = "paid", "unpaid", "accepted"
"""What became of a fee; `paid` is followed by the day. `accepted` or `refused` is an organizer too."""

REFUSED = "refused"
TOURNAMENT, MEETING = "tournament", "meeting"
YES, NO = "yes", "no"

HIGHEST = 4000
"""No rating is higher: a slip of the keys is."""

RATINGS: Subject = {"office": "printed ratings"}
"""What a ruling is about that says how far a printed rating may lie from the member's before it speaks
against him: no event, no member."""

MISSING = ("peaks", "birth-dates", "organizers", "applications", "people")
"""What the office can know that it lacks, and need not be told again."""

HOW_MUCH = ("but-arithmetic", "name-stays")
"""What an erasure takes away (R94): all but what published numbers rest on; or not the name either."""

STANDING = fingerprint("standing")
"""The facts of a ruling that stands whatever becomes of an event."""


@dataclass(frozen=True, slots=True)
class Adjusting:
    """The value of an adjustment: points, reference, the day the members were told; and where it corrects
    a closed list (7(3)), that list and the day the error was reported."""

    points: int
    reference: str
    announced: str | None = None
    closed_list: str | None = None
    error_reported: str | None = None

    def grounds(self) -> tuple[str | None, ...]:
        """What the points are added for: the decision, and the error that they make good."""
        return self.reference.strip(), self.closed_list, self.error_reported

    def text(self) -> str:
        told = {name: value for name, value in asdict(self).items() if value is not None}
        return json.dumps(told, ensure_ascii=False)


def rating_subject(list_date: date, member: str, type_: str) -> Subject:
    """One rating on one list: of an adjustment, or of a first rating that is decided for it."""
    return {"list": list_date.isoformat(), "member": member, "type": type_}


def fee_subject(organizer: str, list_date: date) -> Subject:
    """The fees of everything an organizer reported for one list."""
    return {"organizer": organizer, "list": list_date.isoformat()}


def adjustments_on(rulings: Rulings, list_date: date) -> list[dict[str, Any]]:
    """The adjustments of a list as a run freezes them, in a fixed order."""
    found = []
    for row in rulings.of_event(None, Kind.ADJUSTMENT):
        subject, told = json.loads(row.subject), json.loads(row.value or "{}")
        if subject.pop("list") == list_date.isoformat():
            with speaking("en"):  # it is frozen with the list, whoever makes it
                reference = _reference(told)
            what = {"reference": reference, "announced": told.get("announced")}
            found.append({**subject, "points": told["points"], **what})
    return sorted(found, key=lambda item: (item["member"], item["type"]))


def adjustments_of_one(rulings: Rulings, entries: Collection[str]) -> dict[tuple[str, str], list[RulingRow]]:
    """The adjustments in force of one person, under whichever of his IDs, by list and type; in order."""
    found: dict[tuple[str, str], list[RulingRow]] = {}
    for row in sorted(rulings.of_kind(Kind.ADJUSTMENT), key=lambda row: row.id or 0):
        about = json.loads(row.subject)
        if about["member"] in entries:
            found.setdefault((about["list"], about["type"]), []).append(row)
    return found


def adjusted_twice(place: str, rows: Sequence[RulingRow]) -> Problem:
    """Several adjustments of one rating, of which one has to be taken back."""
    told = [(row.id, json.loads(row.value or "{}")) for row in rows]
    found = "; ".join(f"decision {n}: {one['points']:+d}, “{one['reference']}”" for n, one in told)
    remedy = (
        f"take one back, such as: banzuke resolve --take-back {rows[-1].id} --reason …; for the sum take back"
        " both, and add one with a reference that names both grounds"
    )
    return Problem("adjustment-twice", place, "one adjustment of a rating", found, remedy)


def outside_ratings(rulings: Rulings, known: Any) -> dict[str, dict[str, int]]:
    """JCA's and other countries' ratings by member; `known` tells whether a moment is early enough (R17)."""
    found: dict[str, dict[str, int]] = {}
    for row in rulings.of_event(None, Kind.OUTSIDE):
        subject = json.loads(row.subject)
        if known(row.made_at):
            found.setdefault(subject["member"], {})[subject["of"]] = int(row.value or "")
    return found


def stand(session: Session, kind: Kind, subject: Subject, value: str, made: Made) -> RulingRow:
    """Records a ruling that stands whatever becomes of an event."""
    return record(session, kind, subject=subject, facts=STANDING, value=value, made=made)


def rating_gap(rulings: Rulings) -> int:
    """The limit for printed ratings in points, as ruled; else 500."""
    ruled = rulings.standing(Kind.RATING_GAP, RATINGS)
    if ruled is not None:
        return int(ruled.value or "")
    from importer.matching.candidates import RATING_GAP  # with all that matching needs

    return RATING_GAP


def list_of(row: RulingRow) -> date | None:
    """The list that a ruling on a member's rating is about, None for others."""
    if row.kind not in (Kind.ADJUSTMENT, Kind.DECIDED):
        return None
    return date.fromisoformat(json.loads(row.subject)["list"])


def with_points(about: Mapping[str, str]) -> str:
    """What is done about a rating that a published list has by a ruling: the list does not change. `about`:
    what such a ruling is about."""
    rating = " ".join((about["member"], "--type", about["type"]))  # a type by itself would be put into words
    return (
        f"put it right with points on the next list: banzuke rule adjustment {rating}"
        " --points=POINTS --reference … --reason …"
    )


def fee_of_organizer(rulings: Rulings, names: Iterable[str], list_date: date) -> RulingRow | None:
    """What was ruled of all fees of an organizer for a list, under the first of his names that has any."""
    found = (rulings.standing(Kind.FEE, fee_subject(name, list_date)) for name in names)
    return next((row for row in found if row is not None), None)


def ruled_text(row: RulingRow) -> str | None:
    if row.kind == Kind.ACCEPT and row.value:  # what the event is called
        return _("as “{name}”", name=row.value)
    if row.kind not in IN_PARTS:
        return row.value and said(row.value)
    told = json.loads(row.value or "{}")
    if row.kind in (Kind.REOPEN, Kind.INTO):
        return _("{day}; reported {reported}", day=day(told["list"]), reported=day(told["reported"]))
    if row.kind == Kind.PERSON:
        return " ".join((_("as {who}", who=said(told["as"])), *([told["valid"]] if "valid" in told else [])))
    parts = [f"{told['points']:+d}", _reference(told)]
    if told.get("announced"):
        parts.append(_("announced {day}", day=day(told["announced"])))
    return p_("problem", "; ").join(parts)


def accepted_as(row: RulingRow) -> str:
    """What an acceptance decides, where “accept” by itself could be read otherwise: of a late report that it
    is rated; else ""."""
    told = DECIDES.get(row.code or "") if row.kind == Kind.ACCEPT and not row.value else None
    return _(told) if told else ""


def kind_told(kind: str) -> str:
    """A kind of ruling in the language spoken; in English as it is typed."""
    return kind if language() == "en" else said(word(kind))


def ruling_words(row: RulingRow) -> str:
    """What kind of ruling it is, and its value, as they are shown."""
    told = accepted_as(row)
    return " ".join(filter(None, (said(word(row.kind)), ruled_text(row), told and _("({what})", what=told))))


OURS = ("type", "what", "office", "of")
"""Of a subject what is a word of ours, and not as people wrote it."""


def subject_words(row: RulingRow) -> str:
    told = json.loads(row.subject).items()
    return _(", ").join(_about(what, value) for what, value in told if value is not None)


def _about(what: str, value: Any) -> str:
    if what == "role":
        return _("role {role}", role=said(typed_roles().get(value, value)))
    return f"{said(what)} {said(value) if what in OURS else value}"


def typed_roles() -> Mapping[str, str]:
    """What somebody does for an organizer, as it is typed and shown."""
    from importer.organizers_people import (
        REPORTS,
        REPRESENTS,
        RUNS,
    )  # with tables that nothing else here needs

    return {REPRESENTS: "representative", REPORTS: "reporter", RUNS: "in-charge"}


def _reference(told: dict[str, Any]) -> str:
    closed = told.get("closed_list")
    if not closed:
        return str(told["reference"])
    facts = {"reference": told["reference"], "closed": closed, "day": told["error_reported"]}
    return _("{reference} (correction of the list of {closed}, error reported {day})", **facts)


_MADE_GOOD = re.compile(r"(?s)(.+) \(correction of the list of ([0-9-]{10}), error reported ([0-9-]{10})\)")


def reference_shown(frozen: str) -> str:
    """What an adjustment rests on, as a list froze it in English, in the language spoken."""
    told = _MADE_GOOD.fullmatch(frozen)
    if told is None:
        return frozen
    return _reference({"reference": told[1], "closed_list": told[2], "error_reported": told[3]})


def event_facts(view: EventView, kind: Kind) -> str:
    """The facts such a ruling is made on: the organizer as the source names him, else the event's days."""
    if kind is Kind.ORGANIZER:
        return fingerprint(view.event.organizer)
    return fingerprint(view.event.first_day, view.event.last_day)


def fee_answer(value: str, today: date, option: str = "--fee-paid") -> str:
    """The value of a fee ruling, as given; a day of payment that is still to come is refused. `option`: by
    which it was given."""
    word, _blank, day = value.partition(" ")
    if word == PAID and day > today.isoformat():
        remedy = "give the day the payment arrived"
        raise refusal("day-to-come", option, f"a day not after {today}", day, remedy)
    return value
