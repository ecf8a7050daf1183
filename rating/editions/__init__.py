"""The editions that are held, and which one a list falls under (R0)."""

from __future__ import annotations

from datetime import date
from functools import cache
from importlib.resources import files

from rating.edition import Edition
from rating.edition_file import read_edition
from rating.errors import EditionError, Problem
from rating.interpretations import Interpretations

HELD = ("jcf-2024-10",)


@cache
def load(edition: str) -> Edition:
    """The edition of this name. EditionError where it is not held."""
    if edition not in HELD:
        raise EditionError(
            Problem(
                "unknown-edition", "edition", f"one of {', '.join(HELD)}", edition, "name an edition held"
            )
        )
    name = f"{edition}.toml"
    return read_edition((files(__package__) / name).read_text(encoding="utf-8"), name)


def held() -> tuple[Edition, ...]:
    """All editions held, the oldest first."""
    return tuple(sorted((load(name) for name in HELD), key=lambda edition: edition.in_force_from))


def edition_for(list_date: date, switches: Interpretations | None = None) -> Edition:
    """The edition a list falls under (R0): the one in force on the last day of its period.

    EditionError, with the date and the editions held, where none is. "The latest" is never taken.
    """
    switches = switches or Interpretations()
    for edition in held():
        period = edition.shapes.period(edition, list_date)
        if edition.in_force_on(list_date if switches.r0 == "list-date" else period.last):
            return edition
    raise EditionError(
        Problem(
            "no-edition",
            f"list of {list_date.isoformat()}",
            "an edition in force on the last day of its period; held are "
            + ", ".join(f"{edition.id} from {edition.in_force_from.isoformat()}" for edition in held()),
            "none",
            "a recorded ruling can name the edition to use",
        )
    )
