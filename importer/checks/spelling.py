"""How a report writes names (Note 4; 2022 4(3)): in Roman letters, surname first, without a comma.

Asked of the report form alone. TRF and Swiss Perfect files write "Surname, First" by their own format, and so
do the site's pages.
"""

import unicodedata
from collections.abc import Iterator

from importer.checks.asked import Asked
from importer.findings import Facts, Finding
from importer.names import is_person
from scraper.records import EventRecord

FORM = "form"
LISTED = 20
"""So many names are written out; the others are counted."""

COMMAS = frozenset(",、")
ROMAN = ("LATIN ", "MODIFIER LETTER ")
"""How Unicode names begin of Roman letters, and of signs like the apostrophe of Hawaiʻi."""


def names_not_as_asked(record: EventRecord) -> list[str]:
    """The names of a form, with their numbers, that are written otherwise; none of any other report."""
    if record.source.site != FORM:
        return []
    return [
        f"{player.number} {player.name}"
        for player in record.players
        if is_person(player.name) and not _as_asked(player.name)
    ]


def names_shown(names: list[str]) -> str:
    """The names on one line, so many of them."""
    more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
    return "; ".join(names[:LISTED]) + more


def spelling(facts: Facts, asked: Asked) -> Iterator[Finding]:
    """The names of a report form that are not written as asked, in one finding. Shown."""
    names = names_not_as_asked(facts.record)
    if names:
        expected = f"names in Roman letters, surname first, without a comma ({asked.article})"
        found, place = names_shown(names), "list of players"
        remedy = "tell the organizer; the event is rated all the same; --accept takes them as they are"
        yield facts.finding("name-not-as-asked", {}, place, expected, found, remedy, blocks=False)


def _as_asked(name: str) -> bool:
    """Whether every letter is a Roman one, also with diacritics or in full width, and there is no comma."""
    plain = unicodedata.normalize("NFKC", name)
    if COMMAS & set(plain):
        return False
    return all(unicodedata.name(c, "").startswith(ROMAN) for c in plain if c.isalpha())
