"""The edition a list is made under (R0), and the list a report day belongs to (3(6))."""

from __future__ import annotations

import json
from datetime import date
from typing import TYPE_CHECKING

from importer.rulings import Kind, Rulings, Subject
from office.lists.chain import months_later, next_list
from rating.editions import edition_for, load
from rating.errors import EditionError, Problem, RatingError
from rating.interpretations import Interpretations, stored

if TYPE_CHECKING:
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


def law_if_held(list_date: date, rulings: Rulings) -> Edition | None:
    """The same; None where none is held, which is a question of its own."""
    try:
        return law_of(list_date, rulings)
    except EditionError:
        return None


def law_of_version(version: ListVersionRow) -> tuple[Edition, Interpretations]:
    """The edition and the interpretations a version was reckoned with."""
    assert version.edition is not None
    return law_stored(version.edition, version.interpretations)


def law_stored(edition: str, switches: str) -> tuple[Edition, Interpretations]:
    """The same from what is stored of it."""
    return load(edition), _stored(switches)


def switches_of(version: ListVersionRow) -> Interpretations:
    """The interpretations a version was reckoned with."""
    return _stored(version.interpretations)


def _stored(switches: str) -> Interpretations:
    return stored(json.loads(switches))


def following(list_date: date, rulings: Rulings) -> date:
    """The date of the list after the one of this date; the 1st of the next month where none is held."""
    law = law_if_held(list_date, rulings)
    return months_later(list_date, law.number("months_between_lists")) if law else next_list(list_date)


def list_taking(reported: date, rulings: Rulings) -> date:
    """The date of the list whose period holds this day: the 1st of one of the next months."""
    refused: EditionError | None = None
    list_date = reported
    for _ in range(MONTHS_AHEAD):
        list_date = next_list(list_date)
        try:
            law = law_of(list_date, rulings)
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
