"""Who reported, as the officer names him when he takes a report in (4(2))."""

from importer.ids import member_number
from importer.names import is_person
from importer.organizers_people import address_of
from office.errors import refusal
from office.rules.people import ORGANIZER


def reporter_named(text: str) -> str:
    """As a report keeps it: `organizer`, an ID, an address, or a name; refused where it is none of these."""
    plain = " ".join(text.split())
    if plain.casefold() == ORGANIZER:
        return ORGANIZER
    found = member_number(plain) or address_of(plain)
    if found is None and "@" not in plain and is_person(plain):
        return plain
    if found is None:
        expected = "organizer, a member's ID, a name, or an e-mail address"
        raise refusal("person-of-organizer", "--reporter", expected, f"“{text}”", "correct it")
    return found
