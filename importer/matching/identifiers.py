"""A printed ID that is no member's as it stands: how else it can be read, and whose ID is one slip away."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from importer.ids import member_number, short_number
from importer.matching.records import Known

_DIGITS = re.compile(r"\d{4,10}")


def as_printed(printed: str, number: str) -> str | None:
    """How the text differs from the ID it says, in words; None if it is the ID."""
    if printed.strip() == number:
        return None
    plain = unicodedata.normalize("NFKC", printed).strip()
    wide = "in full-width signs" if plain != printed.strip() else ""
    lost = "without its letter" if plain[:1].isdigit() else ""
    small = "with a small letter" if plain[:1].islower() else ""
    zeros = "without zeros in front" if _figures(plain) < _figures(number) else ""
    return " and ".join(t for t in (lost, small, zeros, wide) if t) or "with blanks around it"


def other_readings(
    printed: str, by_id: Mapping[str, Known], by_fide: Mapping[str, Sequence[Known]]
) -> Iterator[tuple[Known, str]]:
    """Members whose whole ID the text can be, each with how: zeros in front were lost, or it is a FIDE ID."""
    plain = unicodedata.normalize("NFKC", printed).strip()
    number = short_number(plain)
    if number is not None and number in by_id:
        yield by_id[number], as_printed(printed, number) or ""
    if _DIGITS.fullmatch(plain):
        for member in by_fide.get(plain.lstrip("0"), ()):
            yield member, "the FIDE ID in the field of the federation ID"


def _figures(text: str) -> int:
    return sum(sign.isdigit() for sign in text)


def one_slip_away(printed: str, by_id: Mapping[str, Known]) -> list[tuple[Known, str]]:
    """Members whose ID differs from the printed one in one digit, or by two neighbours changed round."""
    number = member_number(printed)
    if number is None:
        return []
    found = []
    for place in range(1, len(number)):
        head, digit, tail = number[:place], number[place], number[place + 1 :]
        for other in "0123456789":
            if other != digit and (member := by_id.get(head + other + tail)):
                found.append((member, "one digit wrong"))
        if tail and tail[0] != digit and (member := by_id.get(head + tail[0] + digit + tail[1:])):
            found.append((member, "two digits changed round"))
    return found
