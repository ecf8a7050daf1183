"""The values and parts of subjects that rulings of a file can have.

Each is read by what reads an officer's answer, or has to be as the command writes it that makes the ruling.
"""

import json
import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from importer.ids import member_number
from office.desk.answers import day as day_of
from office.desk.answers import days_of_event, time_control
from office.errors import OfficeError
from office.rules.people import ORGANIZER
from office.rules.standing import ACCEPTED, HIGHEST, PAID, UNPAID

Reader = Callable[[Any], None]
"""Takes a part of a ruling; raises `Unfit` with what was expected where it is none."""

Subjects = Mapping[str, Reader]
"""What a subject holds, by its keys."""


class Unfit(Exception):
    """What was expected in the place of what was found."""


def nothing(value: Any) -> None:
    if value is not None:
        raise Unfit("nothing")


def a_text(value: Any) -> None:
    if not isinstance(value, str) or not value.strip():
        raise Unfit("a text")


def any_text(value: Any) -> None:
    """As a source has it: names and IDs, also empty ones."""
    if not isinstance(value, str):
        raise Unfit("a text")


def or_none(reader: Reader) -> Reader:
    def read(value: Any) -> None:
        if value is not None:
            reader(value)

    return read


def whole(value: Any) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 10**6:
        raise Unfit("a whole number")


def a_day(value: Any) -> None:
    as_answered(value, "a day, YYYY-MM-DD", day_of)


def days(value: Any) -> None:
    as_answered(value, "the first and last day, YYYY-MM-DD/YYYY-MM-DD", days_of_event)


def control(value: Any) -> None:
    as_answered(value, "a time control, as 45+30", time_control)


def as_answered(value: Any, expected: str | None, read: Callable[[str], str]) -> None:
    """As an answer of an officer is read; the file has it as it was then stored."""
    try:
        if isinstance(value, str) and read(value) == value:
            return
    except OfficeError as error:
        expected = expected or error.problems[0].expected
    raise Unfit(expected or "a text")


def one_of(*words: str) -> Reader:
    def read(value: Any) -> None:
        if value not in words:
            raise Unfit(" or ".join(words))

    return read


def points(least: int, most: int) -> Reader:
    def read(value: Any) -> None:
        plain = isinstance(value, str) and re.fullmatch(r"0|[1-9][0-9]{0,5}", value)
        if not plain or not least <= int(value) <= most:
            raise Unfit(f"a whole number from {least} to {most}, as a text")

    return read


def a_member(value: Any) -> None:
    if not isinstance(value, str) or member_number(value) != value:
        raise Unfit("a member's ID")


def member_or(word: str) -> Reader:
    def read(value: Any) -> None:
        try:
            if value != word:
                a_member(value)
        except Unfit:
            raise Unfit(f"a member's ID, or {word}") from None

    return read


def person(value: Any) -> None:
    if isinstance(value, str) and re.fullmatch(r"mail:[0-9a-f]{16}", value):
        return
    try:
        a_member(value)
    except Unfit:
        raise Unfit("a member's ID, or mail: and 16 digits") from None


def fee(value: Any) -> None:
    """What became of fees."""
    expected = f"{PAID} YYYY-MM-DD, {UNPAID} or {ACCEPTED}"
    try:
        word, _, day = value.partition(" ") if isinstance(value, str) else ("", "", "")
        if value in (UNPAID, ACCEPTED) or (word == PAID and day_of(day) == day):
            return
    except OfficeError:
        pass
    raise Unfit(expected)


def correction(value: Any) -> None:
    _written(value, {"list": a_day, "reported": a_day}, {})


def _valid(value: Any) -> None:
    try:
        first, slash, last = value.partition("/") if isinstance(value, str) else ("", "", "")
        begins, ends = (date.fromisoformat(day_of(d)) if d else None for d in (first, last))
        if slash and (begins or ends) and not (begins and ends and begins > ends):
            return
    except OfficeError:
        pass
    raise Unfit("an interval, YYYY-MM-DD/YYYY-MM-DD, of which one day may be missing")


def known_as(value: Any) -> None:
    _written(value, {"as": member_or(ORGANIZER)}, {"valid": _valid})


def adjusting(value: Any) -> None:
    days = {"announced": a_day, "closed_list": a_day, "error_reported": a_day}
    told = _written(value, {"points": _signed, "reference": a_text}, days)
    if "closed_list" in told and "error_reported" not in told:
        raise Unfit("error_reported beside closed_list")


def _signed(value: Any) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 < abs(value) <= HIGHEST:
        raise Unfit(f"points, + or -, {HIGHEST} at most")


def _written(value: Any, needed: Subjects, free: Subjects) -> dict[str, Any]:
    """The value of a ruling that has parts of its own, as JSON."""
    names = ", ".join([*needed, *(f"{name} (perhaps)" for name in free)])
    try:
        told = json.loads(value) if isinstance(value, str) else None
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict) or not set(needed) <= set(told) <= {*needed, *free}:
        raise Unfit(f"JSON with {names}")
    for name, read in (*needed.items(), *free.items()):
        if name in told:
            try:
                read(told[name])
            except Unfit as unfit:
                raise Unfit(f"JSON with {names}; {name}: {unfit}") from None
    return told
