"""Names that differ by a letter or two, found without looking at every member; and those that differ by one
slip of the hand: a letter missing, too many, replaced, or two neighbours changed round (R61).

The score only puts candidates in order; it never accepts. (A name with one slip beside the right ID is
accepted by no score: nobody else may be as near, R61.) The score is Levenshtein's distance between the
letters of two names (spellings brought together, blanks left out, the printed words begun with each in
turn). `farthest` says how many letters may differ in a name of a length; only the nearest distance at
which there is anybody is proposed.

A name is cut into one piece more than letters may differ: then at least one piece stands unchanged in the
other name, moved by no more letters than were added or lost before it (the pigeonhole principle, as in
Li, Deng, Wang and Feng, "Pass-Join", PVLDB 5(3), 2011). Looking the pieces up therefore misses nobody.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from functools import cache
from itertools import compress, pairwise
from operator import ne
from typing import Generic, TypeVar

from importer.matching.agreement import names_of, printings, rotations
from importer.matching.records import Known
from importer.matching.spelling import words_of

MOST = 3


def farthest(text: str) -> int:
    """How many letters may differ from a name on the register: none in up to three, one in up to seven,
    two in up to thirteen, else three; in kanji and kana one from three signs on."""
    if not text.isascii():
        return 1 if len(text) > 2 else 0
    return sum(len(text) > n for n in (3, 7, 13))


def likeness(one: str, other: str) -> int:
    """The score, 0 to 100."""
    from rapidfuzz.distance import Levenshtein  # slow to load; most reports are matched without it

    return round(100 * Levenshtein.normalized_similarity(one, other))


V = TypeVar("V")


class Postings(Generic[V]):
    """Values by key, for hundreds of thousands of keys: most lead to one member or one name. A list is made
    only for a key that several share: a list for each costs more than everything else."""

    __slots__ = ("_last", "_others")

    def __init__(self, keys: Sequence[str], values: Sequence[V]) -> None:
        last: dict[str, V] = dict(zip(keys, values, strict=True))
        self._last: dict[str, V] = last
        self._others: dict[str, list[V]] = {}
        if len(last) < len(keys):
            others = map(ne, map(last.__getitem__, keys), values)
            for key, value in compress(zip(keys, values, strict=True), others):
                self._others.setdefault(key, []).append(value)

    def get(self, key: str) -> Sequence[V]:
        """The values under a key, each once, in their order."""
        last = self._last.get(key)
        if last is None:
            return ()
        others = self._others.get(key)
        return (last,) if others is None else tuple(dict.fromkeys((*others, last)))

    def of_any(self, keys: Iterable[str]) -> Iterator[V]:
        """The values under several keys, one key after the other."""
        for key in keys:
            yield from self.get(key)

    def __iter__(self) -> Iterator[str]:
        return iter(self._last)


class Pieces:
    """Names cut into `letters + 1` pieces, by length and place."""

    def __init__(self, texts: Iterable[str], letters: int) -> None:
        self.letters = letters
        self.by_length: dict[int, list[Postings[str]]] = {}
        of_length: dict[int, list[str]] = defaultdict(list)
        for text in texts:
            if farthest(text) >= letters:
                of_length[len(text)].append(text)
        for length, alike in of_length.items():
            self.by_length[length] = [
                Postings([text[start:end] for text in alike], alike) for start, end in _cuts(length, letters)
            ]

    def near(self, text: str) -> set[str]:
        """Every name at most `letters` away."""
        from rapidfuzz.distance import Levenshtein

        most, size = self.letters, len(text)
        met: set[str] = set()
        for length in range(size - most, size + most + 1):
            longer = size - length
            for nth, pieces in enumerate(self.by_length.get(length, ())):
                start, end = _cuts(length, most)[nth]
                first = max(0, start - nth, start + longer - (most - nth))
                last = min(size - (end - start), start + nth, start + longer + (most - nth))
                for place in range(first, last + 1):
                    met.update(pieces.get(text[place : place + end - start]))
        return {m for m in met if Levenshtein.distance(text, m, score_cutoff=most) <= most}


@cache
def _cuts(length: int, letters: int) -> list[tuple[int, int]]:
    """Where a name of a length is cut: `letters + 1` pieces, as equal as can be, the longer ones last."""
    short, longer = divmod(length, letters + 1)
    bounds = [0]
    for nth in range(letters + 1):
        bounds.append(bounds[-1] + short + (nth > letters - longer))
    return list(pairwise(bounds))


class Neighbours:
    """All names of a register, by their letters; the pieces are cut when they are first needed."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        self._pieces: dict[int, Pieces] = {}

    def one_slip_from(self, form: str) -> set[str]:
        """The names of the same letters that become this one by one slip: a letter missing, too many or
        replaced, or two neighbours changed round."""
        letters = alphabet(form)
        if letters is None:
            return set()
        near = {text for text in self._of(1).near(form) if letters.fullmatch(text)}
        return {*near, *swapped(form)} - {form}

    def nearest(self, printed: Iterable[str]) -> dict[str, int]:
        """The names nearest to any of the printed forms, each with its score; empty if none is near."""
        forms = list(printed)
        for letters in range(1, MOST + 1):
            pieces = self._of(letters)
            found: dict[str, int] = {}
            for form in forms:
                for text in pieces.near(form):
                    found[text] = max(found.get(text, 0), likeness(form, text))
            if found:
                return found
        return {}

    def _of(self, letters: int) -> Pieces:
        if letters not in self._pieces:
            self._pieces[letters] = Pieces(self._texts, letters)
        return self._pieces[letters]


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
