"""The edition a list is made under (R0), and the list a report day belongs to (3(6))."""

from datetime import date

from importer.rulings import Kind, Rulings, Subject
from office.lists.chain import next_list
from rating.edition import Edition
from rating.editions import edition_for, load
from rating.errors import EditionError, Problem
from rating.interpretations import Interpretations


def edition_subject(list_date: date) -> Subject:
    """What a ruling on the edition is about: one list."""
    return {"list": list_date.isoformat()}


def law_of(list_date: date, rulings: Rulings, switches: Interpretations | None = None) -> Edition:
    """The edition for a list: as ruled for it, else as R0 says. EditionError where none is held."""
    ruled = rulings.standing(Kind.EDITION, edition_subject(list_date))
    return load(ruled.value or "") if ruled else edition_for(list_date, switches)


def list_taking(reported: date, rulings: Rulings) -> date:
    """The date of the list whose period holds this day: the 1st of the next month or of the one after."""
    first = next_list(reported)
    refused: EditionError | None = None
    for list_date in (first, next_list(first)):
        try:
            law = law_of(list_date, rulings)
        except EditionError as error:  # the next one can hold the day all the same
            refused = refused or error
            continue
        if reported in law.shapes.period(law, list_date):
            return list_date
    place = f"report day {reported}"
    raise refused or EditionError(
        Problem("no-edition", place, "a day in the period of a list", "none holds it")
    )
