"""A printed ID that is no member's as it stands: what stands around it, how else it can be read, and whose ID
is one slip away."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache

from importer.ids import member_number, office_names, short_number
from importer.matching.records import Known

_DIGITS = re.compile(r"\d{4,10}")
_BETWEEN = re.compile(r"[\s_\-\u00ad\u2010-\u2015\u2212ー]+")
_BEHIND = re.compile(r"\.0*$")
_WITH_O = re.compile(r"[A-Za-z]?[\dOo]*[Oo][\dOo]*")
_ZERO = str.maketrans("Oo", "00")


@lru_cache(maxsize=16384)
def plain_id(printed: str) -> str:
    """The ID without what is no part of it: `NCS ` in front, blanks and dashes, `.0` behind, the letter O for
    a zero; "" where nothing is left, or zeros alone: then no ID is printed."""
    text = _without_noise(printed)[0]
    return text if text.strip("0") else ""


@lru_cache(maxsize=16384)
def one_id(printed: str) -> str:
    """What is the same for all ways to print one ID in a file: with and without its letter, in capitals or
    not, with and without the zeros that a spreadsheet drops; "" where no ID is printed."""
    plain = plain_id(printed)
    return member_number(plain) or short_number(plain) or plain


@lru_cache(maxsize=16384)
def _without_noise(printed: str) -> tuple[str, str]:
    """The ID, and in words what was taken off."""
    told = []
    if printed.isascii() and printed.isalnum():  # nothing can stand in it or behind it
        text, noises = printed, _noises()[:1]
    else:
        text, noises = unicodedata.normalize("NFKC", printed).strip(), _noises()
    for noise, words in noises:
        if noise.search(text):
            text = noise.sub("", text)
            told.append(words)
    if _WITH_O.fullmatch(text):
        text = text.translate(_ZERO)
        told.append("the letter O for a zero")
    return text, " and ".join(told)


@cache
def _noises() -> tuple[tuple[re.Pattern[str], str], ...]:
    """What is no part of an ID, and in words what it is."""
    offices = "|".join(office_names())
    in_front = re.compile(rf"^(?:(?:{offices})[\s.:#_-]*|(?:ID|No)[\s.:#_-]+)", re.IGNORECASE)
    return (
        (in_front, "a word in front"),
        (_BEHIND, "“.0” behind"),
        (_BETWEEN, "blanks or dashes in it"),
    )


def as_printed(printed: str, number: str) -> str | None:
    """How the text differs from the ID it says, in words; None if it is the ID."""
    if printed.strip() == number:
        return None
    plain, noise = _without_noise(printed)
    wide = "in full-width signs" if unicodedata.normalize("NFKC", printed).strip() != printed.strip() else ""
    lost = "without its letter" if plain[:1].isdigit() else ""
    small = "with a small letter" if plain[:1].islower() else ""
    zeros = "without zeros in front" if _figures(plain) < _figures(number) else ""
    around = f"with {noise}" if noise else ""
    return " and ".join(t for t in (lost, small, zeros, wide, around) if t) or "with blanks around it"


def other_readings(
    printed: str, by_id: Mapping[str, Known], by_fide: Mapping[str, Sequence[Known]]
) -> Iterator[tuple[Known, str]]:
    """Members whose whole ID the text can be, each with how: zeros in front were lost, or it is a FIDE ID."""
    plain = plain_id(printed)
    number = short_number(plain)
    if number is not None and number in by_id:
        yield by_id[number], as_printed(printed, number) or ""
    if _DIGITS.fullmatch(plain):
        for member in by_fide.get(plain.lstrip("0"), ()):
            yield member, "the FIDE ID in the field of the federation ID"


def _figures(text: str) -> int:
    return sum(sign.isdigit() for sign in text)


def ids_one_slip_away(printed: str, by_id: Mapping[str, Known]) -> list[tuple[Known, str]]:
    """Members whose ID differs from the printed one in one digit, or by two neighbours changed round."""
    number = member_number(plain_id(printed))
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
