"""Names that differ from a printed one by one slip of the hand: a letter missing, too many, replaced, or two
neighbours changed round (R61)."""

import re
from enum import Enum

from importer.matching.agreement import names_of, printings, rotations
from importer.matching.records import Known
from importer.matching.spelling import words_of


class Slips(Enum):
    """What becomes of a name with one slip whose ID is right."""

    NOT_A_NAME = "not-a-name"
    TAKEN = "taken"
    ASKED = "asked"


FARTHEST = 4
"""So many letters one slip changes at most, when spellings are brought together."""

_ROMAN = re.compile("[a-z]{4,}")
_KANA = re.compile("[ぁ-ゖー]{4,}")


def alphabet(text: str) -> re.Pattern[str] | None:
    """The letters a folded name without blanks is written in; None of a name that says too little to be
    mended, and of one with kanji: a kanji that differs is another name."""
    return next((letters for letters in (_ROMAN, _KANA) if letters.fullmatch(text)), None)


def swapped(text: str) -> list[str]:
    """Every text with two neighbours of this one changed round."""
    return [f"{text[:n]}{text[n + 1]}{text[n]}{text[n + 2 :]}" for n in range(len(text) - 1)]


def may_be_one_slip(name: str, member: Known) -> bool:
    """False where more than one slip lies between the name and each of the member's; a quick look."""
    from rapidfuzz.distance import OSA  # slow to load

    known = ["".join(words) for text in names_of(member) for _, words in printings(text)]
    forms = {form for _, words in printings(name) for form in rotations(words)}
    return any(OSA.distance(a, b, score_cutoff=FARTHEST) <= FARTHEST for a in forms for b in known)


def other_given(name: str, member: Known) -> list[str]:
    """The words that make the printed name another than the member's, where his surname stands in it: if they
    are names, it can be his brother or sister (Yuto for Yuta)."""
    printed = words_of(name)[1]
    known = [words_of(text)[1] for text in names_of(member)]
    if not any(words and words[0] in printed for words in known):
        return []
    return [word for word in printed if not any(word in words for words in known)]
