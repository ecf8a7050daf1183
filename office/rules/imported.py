"""Whether a ruling of a file has the subject and the value that its kind has, before anything reads them.

What a value can be is in office/rules/imported_values.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from importer.guests import NO_MEMBER
from importer.organizers_people import REPORTS, REPRESENTS, RUNS
from importer.rulings import Kind
from office.desk.answers import LEFT_OUT, SHOWN_TOO, UNACCEPTABLE, event_class
from office.errors import OfficeError
from office.families import refuse_other_family
from office.rules.imported_values import (
    Reader,
    Subjects,
    Unfit,
    a_day,
    a_member,
    a_text,
    adjusting,
    any_text,
    as_answered,
    control,
    correction,
    days,
    fee,
    known_as,
    member_or,
    nothing,
    one_of,
    or_none,
    person,
    points,
    whole,
)
from office.rules.people import ORGANIZER
from office.rules.standing import (
    ACCEPTED,
    FOREIGN,
    HIGHEST,
    HOW_MUCH,
    JCA,
    MEETING,
    MISSING,
    NO,
    RATINGS,
    REFUSED,
    TOURNAMENT,
    YES,
)
from rating.errors import RatingError

if TYPE_CHECKING:
    from sqlmodel import Session


@dataclass(frozen=True, slots=True)
class Fault:
    """A part of a ruling, by its key, with what was expected and found there."""

    key: str
    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class Form:
    """What a kind of ruling holds: one of these subjects; the value; whether it is about an event (None: it
    may be) and answers a problem, by its code. Of `open_subject` any keys will do."""

    subjects: tuple[Subjects, ...]
    value: Reader
    event: bool | None = True
    code: bool = False
    open_subject: bool = False


def faults_of(session: Session, told: Mapping[str, Any]) -> Iterator[Fault]:
    """Everything in a ruling that its kind does not have; nothing where it is as it was exported."""
    kind = next((k for k in Kind if k == told.get("kind")), None)
    if kind is None:
        yield Fault("kind", "one of " + ", ".join(Kind), _shown(told.get("kind")))
        return
    form = FORMS[kind]
    if form.event is not None and (told.get("event_key") is not None) != form.event:
        yield Fault(
            "event_key",
            "an event" if form.event else "none: it is about no event",
            _shown(told.get("event_key")),
        )
    if form.code != (told.get("code") is not None):
        yield Fault("code", "a problem's code" if form.code else "none", _shown(told.get("code")))
    if kind is Kind.ACCEPT and told.get("code") in UNACCEPTABLE - SHOWN_TOO - LEFT_OUT:
        yield Fault("code", "a problem that can be accepted as it is", _shown(told["code"]))
    yield from _of_subject(form, told.get("subject"))
    try:
        form.value(told.get("value"))
        if kind in OF_THE_OFFICE:
            OF_THE_OFFICE[kind](session, told["value"])
    except Unfit as unfit:
        yield Fault("value", str(unfit), _shown(told.get("value")))
        return
    subject = told.get("subject")
    if kind is Kind.MERGE and isinstance(subject, dict) and subject.get("member") == told["value"]:
        yield Fault("value", "another member than the subject's", _shown(told["value"]))


def _of_subject(form: Form, subject: object) -> Iterator[Fault]:
    if not isinstance(subject, dict) or not all(
        value is None or (isinstance(value, str | int) and not isinstance(value, bool))
        for value in subject.values()
    ):
        yield Fault("subject", "keys with texts and numbers", _shown(subject))
        return
    if form.open_subject:
        return
    wanted = next((s for s in form.subjects if set(s) == set(subject)), None)
    if wanted is None:
        expected = " or ".join(", ".join(s) if s else "nothing" for s in form.subjects)
        yield Fault("subject", expected, ", ".join(map(str, subject)) or "nothing")
        return
    for key, reader in wanted.items():
        try:
            reader(subject[key])
        except Unfit as unfit:
            yield Fault(f"subject, {key}", str(unfit), _shown(subject[key]))


def _shown(value: object) -> str:
    return "nothing" if value is None else f"“{str(value)[:100]}”"


def _class(session: Session, value: str) -> None:
    as_answered(value, None, lambda text: event_class(session, text))


def _edition(session: Session, value: str) -> None:
    try:
        refuse_other_family(session, value)
    except (RatingError, OfficeError) as error:
        raise Unfit(error.problems[0].expected) from error


OF_THE_OFFICE: Mapping[Kind, Callable[[Session, str], None]] = {
    Kind.EVENT_CLASS: _class,
    Kind.EDITION: _edition,
}
"""Values that fit one family of offices and not the other."""

_EVENT: tuple[Subjects, ...] = ({},)
_LIST: Subjects = {"list": a_day}
_PLAYER: Subjects = {"name": any_text, "national_id": or_none(any_text), "fide_id": or_none(any_text)}
_NAMESAKE: Subjects = {**_PLAYER, "rating": or_none(whole), "club": or_none(any_text)}
_PLAYERS = (_PLAYER, _NAMESAKE, {**_NAMESAKE, "nth": whole})
_OF_LIST: Subjects = {"list": a_day, "member": a_member, "type": a_text}
_GAME: Subjects = {"round": whole, "white": any_text, "black": any_text}

FORMS: Mapping[Kind, Form] = {
    Kind.MATCH: Form(_PLAYERS, member_or(NO_MEMBER)),
    Kind.ALIAS: Form(_PLAYERS, member_or(NO_MEMBER), event=False),
    Kind.ROUND_DATE: Form(({"round": whole},), a_day),
    Kind.TIME_CONTROL: Form(_EVENT, control),
    Kind.REPORTED: Form(_EVENT, a_day),
    Kind.DAYS: Form(_EVENT, days),
    Kind.SAME_EVENT: Form(_EVENT, a_text),
    Kind.ACCEPT_LATE: Form(_EVENT, nothing),
    Kind.EXCLUDE: Form((*_EVENT, _GAME), nothing),
    Kind.DEFER: Form((_LIST,), nothing),
    Kind.ACCEPT: Form((), nothing, event=None, code=True, open_subject=True),
    Kind.REOPEN: Form(_EVENT, correction),
    Kind.INTO: Form(_EVENT, correction),
    Kind.CORRECTED: Form(({"list": a_day, "version": whole},), a_text, event=False),
    Kind.ALARM: Form(
        ({"list": a_day, "member": or_none(a_text), "type": or_none(a_text)},), a_text, event=False, code=True
    ),
    Kind.CLOSE: Form(({"report": a_text}, {"mail": a_text}), nothing, event=False),
    Kind.EDITION: Form((*_EVENT, _LIST), a_text, event=False),
    Kind.EVENT_CLASS: Form(_EVENT, a_text),
    Kind.DECIDED: Form((_OF_LIST,), points(0, HIGHEST), event=False),
    Kind.ADJUSTMENT: Form((_OF_LIST,), adjusting, event=False),
    Kind.OUTSIDE: Form(({"member": a_member, "of": one_of(JCA, FOREIGN)},), points(1, HIGHEST), event=False),
    Kind.FEE: Form((*_EVENT, {"organizer": a_text, "list": a_day}), fee, event=None),
    Kind.ORGANIZER: Form(_EVENT, one_of(ACCEPTED, REFUSED)),
    Kind.PERSON: Form(
        ({"organizer": a_text, "role": one_of(REPRESENTS, REPORTS, RUNS), "person": person},),
        known_as,
        event=False,
    ),
    Kind.REPORTER: Form(_EVENT, member_or(ORGANIZER)),
    Kind.RUN_BY: Form(_EVENT, a_member),
    Kind.FORM: Form(_EVENT, one_of(TOURNAMENT, MEETING)),
    Kind.FIDE_OFFICIAL: Form(_EVENT, one_of(YES, NO)),
    Kind.RATING_GAP: Form(({"office": one_of(str(RATINGS["office"]))},), points(1, HIGHEST), event=False),
    Kind.MERGE: Form(({"member": a_member},), a_member, event=False),
    Kind.APART: Form(({"member": a_member, "other": a_member},), nothing, event=False),
    Kind.ERASURE: Form(({"member": a_member},), one_of(*HOW_MUCH), event=False),
    Kind.KNOWN: Form(({"what": one_of(*MISSING)},), nothing, event=False),
    Kind.REGIONAL: Form(_EVENT, one_of(YES, NO)),
}
"""Every kind of ruling with its form."""
