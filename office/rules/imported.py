"""Whether a ruling of a file has the subject and the value that its kind has, before anything reads them.

Each part is read by what reads an officer's answer, or has to be as the command writes it that makes the
ruling.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlmodel import Session

from importer.guests import NO_MEMBER
from importer.ids import member_number
from importer.organizers_people import REPORTS, REPRESENTS, RUNS
from importer.review import NAMELESS
from importer.rulings import Kind
from office.desk import answers
from office.desk.answers import LEFT_OUT, SHOWN_TOO, UNACCEPTABLE
from office.errors import OfficeError, typed_list
from office.families import refuse_other_family
from office.rules import standing as words
from office.rules.people import ORGANIZER
from office.rules.standing import HIGHEST
from rating.errors import RatingError

Reader = Callable[[Any], object]
"""Takes a part of a ruling; raises `Otherwise` with what was expected where it is none."""

Subjects = Mapping[str, Reader]
"""What a subject holds, by its keys."""


class Otherwise(Exception):
    """What was expected in the place of what was found."""


def _where(expected: str, fits: Callable[[Any], object]) -> Reader:
    def read(value: Any) -> None:
        if not fits(value):
            raise Otherwise(expected)

    return read


def or_none(reader: Reader) -> Reader:
    def read(value: Any) -> None:
        if value is not None:
            reader(value)

    return read


def one_of(*words: str) -> Reader:
    return _where(" or ".join(words), words.__contains__)


def points(least: int, most: int) -> Reader:
    def fits(value: Any) -> bool:
        plain = isinstance(value, str) and re.fullmatch(r"0|[1-9][0-9]{0,5}", value)
        return bool(plain) and least <= int(value) <= most

    return _where(f"a whole number from {least} to {most}, as a text", fits)


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_member(value: object) -> bool:
    return isinstance(value, str) and member_number(value) == value


def member_or(word: str) -> Reader:
    return _where(f"a member's ID, or {word}", lambda value: value == word or _is_member(value))


nothing = _where("nothing", lambda value: value is None)
a_text = _where("a text", lambda value: isinstance(value, str) and value.strip())
any_text = _where("a text", lambda value: isinstance(value, str))
"""As a source has it: names and IDs, also empty ones."""
whole = _where("a whole number", lambda value: _whole(value) and 0 <= value < 10**6)
a_member = _where("a member's ID", _is_member)
person = _where(
    "a member's ID, or mail: and 16 digits",
    lambda value: _is_member(value) or (isinstance(value, str) and re.fullmatch(r"mail:[0-9a-f]{16}", value)),
)
a_sum = _where("16 digits", lambda value: isinstance(value, str) and re.fullmatch("[0-9a-f]{16}", value))
_signed = _where(
    f"points, + or -, {HIGHEST} at most", lambda value: _whole(value) and 0 < abs(value) <= HIGHEST
)


def _as_answered(value: Any, expected: str | None, read: Callable[[str], str]) -> None:
    """As an answer of an officer is read; the file has it as it was then stored."""
    try:
        if isinstance(value, str) and read(value) == value:
            return
    except OfficeError as error:
        expected = expected or error.problems[0].expected
    raise Otherwise(expected or "a text")


def _answered(expected: str, read: Callable[[str], str]) -> Reader:
    return lambda value: _as_answered(value, expected, read)


a_day = _answered("a day, YYYY-MM-DD", answers.day)
days = _answered("the first and last day, YYYY-MM-DD/YYYY-MM-DD", answers.days_of_event)
control = _answered("a time control, as 45+30", answers.time_control)


def _fee(text: str) -> str:
    paid = text.removeprefix(f"{words.PAID} ")
    return text if text in (words.UNPAID, words.ACCEPTED) else f"{words.PAID} {answers.day(paid)}"


fee = _answered(f"{words.PAID} YYYY-MM-DD, {words.UNPAID} or {words.ACCEPTED}", _fee)


def _interval(text: str) -> str:
    first, slash, last = text.partition("/")
    begins, ends = (answers.day(d) if d else "" for d in (first, last))
    return f"{begins}/{ends}" if slash and (begins or ends) and not begins > ends > "" else ""


_valid = _answered("an interval, YYYY-MM-DD/YYYY-MM-DD, of which one day may be missing", _interval)


def _parts(needed: Subjects, free: Subjects) -> Reader:
    return lambda value: _written(value, needed, free)


correction = _parts({"list": a_day, "reported": a_day}, {})
known_as = _parts({"as": member_or(ORGANIZER)}, {"valid": _valid})


def adjusting(value: Any) -> None:
    days = {"announced": a_day, "closed_list": a_day, "error_reported": a_day}
    told = _written(value, {"points": _signed, "reference": a_text}, days)
    if "closed_list" in told and "error_reported" not in told:
        raise Otherwise("error_reported beside closed_list")


def _written(value: Any, needed: Subjects, free: Subjects) -> dict[str, Any]:
    """The value of a ruling that has parts of its own, as JSON."""
    names = ", ".join([*needed, *(f"{name} (perhaps)" for name in free)])
    try:
        told = json.loads(value) if isinstance(value, str) else None
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict) or not set(needed) <= set(told) <= {*needed, *free}:
        raise Otherwise(f"JSON with {names}")
    for name, read in (*needed.items(), *free.items()):
        if name in told:
            try:
                read(told[name])
            except Otherwise as other:
                raise Otherwise(f"JSON with {names}; {name}: {other}") from None
    return told


class Fault(NamedTuple):
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
        yield Fault("kind", f"one of {typed_list(Kind)}", _shown(told.get("kind")))
        return
    form, key, code = FORMS[kind], told.get("event_key"), told.get("code")
    if form.event is not None and (key is not None) != form.event:
        yield Fault("event_key", "an event" if form.event else "none: it is about no event", _shown(key))
    if form.code != (code is not None):
        yield Fault("code", "a problem's code" if form.code else "none", _shown(code))
    if kind is Kind.ACCEPT and isinstance(code, str) and code in UNACCEPTABLE - SHOWN_TOO - LEFT_OUT:
        yield Fault("code", "a problem that can be accepted as it is", _shown(code))
    subject, value = told.get("subject"), told.get("value")
    yield from _of_subject(form, subject)
    try:
        (or_none(a_text) if kind is Kind.ACCEPT and code == NAMELESS else form.value)(value)
        if kind is Kind.EVENT_CLASS:
            _as_answered(value, None, lambda text: answers.event_class(session, text))
        if kind is Kind.EDITION:
            _edition(session, told["value"])
    except Otherwise as other:
        yield Fault("value", str(other), _shown(value))
        return
    if kind is Kind.MERGE and isinstance(subject, dict) and subject.get("member") == value:
        yield Fault("value", "another member than the subject's", _shown(value))


def _edition(session: Session, value: str) -> None:
    try:
        refuse_other_family(session, value)
    except (RatingError, OfficeError) as error:
        raise Otherwise(error.problems[0].expected) from error


def _of_subject(form: Form, subject: object) -> Iterator[Fault]:
    if not isinstance(subject, dict) or not all(
        value is None or isinstance(value, str) or _whole(value) for value in subject.values()
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
        except Otherwise as other:
            yield Fault(f"subject, {key}", str(other), _shown(subject[key]))


def _shown(value: object) -> str:
    return "nothing" if value is None else f"“{str(value)[:100]}”"


_EVENT: tuple[Subjects, ...] = ({},)
_LIST: Subjects = {"list": a_day}
_PLAYER: Subjects = {"name": any_text, "national_id": or_none(any_text), "fide_id": or_none(any_text)}
_NAMESAKE: Subjects = {**_PLAYER, "rating": or_none(whole), "club": or_none(any_text)}
_PLAYERS = (_PLAYER, _NAMESAKE, {**_NAMESAKE, "nth": whole})
_OF_LIST: Subjects = {"list": a_day, "member": a_member, "type": a_text}
_GAME: Subjects = {"round": whole, "white": any_text, "black": any_text}
_ALARM: Subjects = {"list": a_day, "member": or_none(a_text), "type": or_none(a_text)}
_PERSON: Subjects = {"organizer": a_text, "role": one_of(REPRESENTS, REPORTS, RUNS), "person": person}
_OUTSIDE: Subjects = {"member": a_member, "of": one_of(words.JCA, words.FOREIGN)}
_ERASED: tuple[Subjects, ...] = (
    {"member": a_member},
    {"organizer": a_text, "row": a_sum},
    {"report": a_text, "row": a_sum},
)
_GAP: Subjects = {"office": one_of(str(words.RATINGS["office"]))}

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
    Kind.ALARM: Form((_ALARM,), a_text, event=False, code=True),
    Kind.CLOSE: Form(({"report": a_text}, {"mail": a_text}), nothing, event=False),
    Kind.EDITION: Form((*_EVENT, _LIST), a_text, event=False),
    Kind.EVENT_CLASS: Form(_EVENT, a_text),
    Kind.DECIDED: Form((_OF_LIST,), points(0, HIGHEST), event=False),
    Kind.ADJUSTMENT: Form((_OF_LIST,), adjusting, event=False),
    Kind.OUTSIDE: Form((_OUTSIDE,), points(1, HIGHEST), event=False),
    Kind.FEE: Form((*_EVENT, {"organizer": a_text, "list": a_day}), fee, event=None),
    Kind.ORGANIZER: Form(_EVENT, one_of(words.ACCEPTED, words.REFUSED)),
    Kind.PERSON: Form((_PERSON,), known_as, event=False),
    Kind.REPORTER: Form(_EVENT, member_or(ORGANIZER)),
    Kind.RUN_BY: Form(_EVENT, a_member),
    Kind.FORM: Form(_EVENT, one_of(words.TOURNAMENT, words.MEETING)),
    Kind.FIDE_OFFICIAL: Form(_EVENT, one_of(words.YES, words.NO)),
    Kind.RATING_GAP: Form((_GAP,), points(1, HIGHEST), event=False),
    Kind.MERGE: Form(({"member": a_member},), a_member, event=False),
    Kind.APART: Form(({"member": a_member, "other": a_member},), nothing, event=False),
    Kind.ERASURE: Form(_ERASED, one_of(*words.HOW_MUCH), event=False),
    Kind.KNOWN: Form(({"what": one_of(*words.MISSING)},), nothing, event=False),
    Kind.REGIONAL: Form(_EVENT, one_of(words.YES, words.NO)),
}
"""Every kind of ruling with its form."""
