"""The edition a list is made under (R0), and the list a report day belongs to (3(6))."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

from importer.rulings import Kind, Rulings, Subject
from office.errors import refusal
from office.lists.chain import months_later, next_list
from rating.editions import edition_for, held, load
from rating.errors import EditionError, Problem, RatingError
from rating.interpretations import Interpretations, interpretations, stored

if TYPE_CHECKING:
    from sqlalchemy import Row

    from office.tables import ListVersionRow
    from rating.edition import Edition

MONTHS_AHEAD = 3
"""A report counts for a list at most so many months later: two-month periods that end ten days before."""


def edition_subject(list_date: date) -> Subject:
    """What a ruling on the edition is about: one list."""
    return {"list": list_date.isoformat()}


def law_of(list_date: date, rulings: Rulings, switches: Interpretations | None = None) -> Edition:
    """The edition for a list: as ruled for it, else for every list of the office, else as R0 says.
    EditionError where none is held."""
    ruled = rulings.standing(Kind.EDITION, edition_subject(list_date)) or rulings.standing(Kind.EDITION, {})
    return load(ruled.value or "") if ruled else edition_for(list_date, switches)


def law_if_held(list_date: date, rulings: Rulings, switches: Interpretations | None = None) -> Edition | None:
    """The same; None where none is held, which is a question of its own."""
    try:
        return law_of(list_date, rulings, switches)
    except EditionError:
        return None


def law_of_version(version: ListVersionRow | Row[Any]) -> tuple[Edition, Interpretations]:
    """The edition and the interpretations a version was reckoned with."""
    assert version.edition is not None
    return load(version.edition), switches_of(version)


def switches_of(version: ListVersionRow | Row[Any]) -> Interpretations:
    return stored(json.loads(version.interpretations))


def chosen_for(draft: ListVersionRow | None) -> Interpretations:
    """The readings of a draft, to make the next one under. One from before a point came up chose nothing
    about it: unlike a list that is out, which stays as it was, it is read as today."""
    used = {} if draft is None else json.loads(draft.interpretations)
    return interpretations(**{number.lower(): word for number, word in used.items()})


def carried_over(law: Edition) -> Mapping[str, str]:
    """The types of rating of before that go on as others under an edition, each with the one it becomes
    (R13)."""
    return (law.shapes.carried_over(law) if law.has("carried_over") else None) or {}


def known_as(type_: str, law: Edition) -> tuple[str, ...]:
    """A type, and those of before that it was carried over from."""
    return type_, *(old for old, new in carried_over(law).items() if new == type_)


def renamed(law: Edition, before: Edition | None) -> Mapping[str, str]:
    """The types that a list made under `before` keeps games of and that an edition after it knows no more,
    each with the one it went on as then (R13)."""
    known = {*law.shapes.types(law), *carried_over(law)}
    carried = {} if before is None else carried_over(before)
    return {old: new for old, new in carried.items() if old not in known}


def following(list_date: date, rulings: Rulings, switches: Interpretations | None) -> date:
    """The date of the list after the one of this date; the 1st of the next month where none is held."""
    law = law_if_held(list_date, rulings, switches)
    return months_later(list_date, law.number("months_between_lists")) if law else next_list(list_date)


def list_taking(reported: date, rulings: Rulings, switches: Interpretations | None = None) -> date:
    """The date of the list whose period holds this day: the 1st of one of the next months."""
    refused: EditionError | None = None
    list_date = reported
    for _ in range(MONTHS_AHEAD):
        list_date = next_list(list_date)
        try:
            law = law_of(list_date, rulings, switches)
            period = law.shapes.period(law, list_date)
        except EditionError as error:  # the next one can hold the day all the same
            refused = refused or error
            continue
        except RatingError:  # no list has this date where they come out every two months
            continue
        if reported in period:
            return list_date
    place = f"report day {reported}"
    raise refused or EditionError(
        Problem("no-edition", place, "a day in the period of a list", "none holds it")
    )


def check_report_day(day: date, today: date, rulings: Rulings, place: str) -> None:
    """Refuses a day on which nothing can have been reported: one still to come, and one before all rules held
    here. One between two editions waits for a ruling on its list. `place`: where the day was given."""
    remedy = "give the day the report arrived"
    if day > today:
        raise refusal("day-to-come", place, f"a day not after {today}", str(day), remedy)
    try:
        list_taking(day, rulings)
    except EditionError:
        first = held()[0].in_force_from
        if first is not None and day < first:
            expected = f"a day from {first} on, when the first edition held here begins"
            raise refusal("no-edition", place, expected, str(day), remedy) from None
