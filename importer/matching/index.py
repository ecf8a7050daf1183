"""Who could be meant: the members whose names agree by any rule, and if there is none the nearest ones.

Everything here is built when a name is first asked for that the plain keys do not settle.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, permutations

from importer.matching.agreement import (
    SHORTEST_CUT,
    Rule,
    agreement,
    japanese,
    printings,
    rotations,
    stand_for_the_same,
)
from importer.matching.likeness import Neighbours, Postings
from importer.matching.records import Known
from importer.matching.spelling import other_ways, spelled
from importer.names import each_sorted, folded


class NameIndex:
    """The names of all members, by words, letters and beginnings."""

    def __init__(
        self, members: Sequence[Known], written: Sequence[str], names: Sequence[str], owners: Sequence[int]
    ) -> None:
        """`written`: every name of every member; `names`: the same folded; `owners`: whose each is, by number
        in `members`."""
        out = [
            (way, n)
            for name, n in zip(written, owners, strict=True)
            if not name.isascii() or "." in name or "(" in name or "[" in name or "<" in name
            for way in other_ways(name)
        ]
        self._members = members
        self._folded = [*names, *folded([text for text, _ in out])] if out else names
        self._owners = [*owners, *(n for _, n in out)] if out else owners

    def agreeing(self, name: str) -> list[tuple[Rule, Known]]:
        """Every member whose name agrees, and by which rule, in no order."""
        met = dict.fromkeys(self._met(name))
        found = ((agreement(name, self._members[n]), self._members[n]) for n in met)
        return [(rule, member) for rule, member in found if rule is not None]

    def spelled_the_same(self, name: str) -> list[Known]:
        """The members whose name can be spelled as this one is, also divided otherwise into words, or is this
        one."""
        ways = [words for _, words in printings(name)]
        met = {n for words in ways for key in _pairs(words)[:1] for n in self._pairs.get(key)}
        met.update(n for words in ways for form in rotations(words) for n in self._letters.get(form))
        near = ((agreement(name, self._members[n]), self._members[n]) for n in sorted(met))
        return [member for rule, member in near if rule is not None and rule <= Rule.DIVIDED]

    def one_slip_away(self, name: str) -> list[Known]:
        """The members whose name the printed one is but for one slip, as both are written or with their
        spellings brought together."""
        met: set[int] = set()
        for printed, words in printings(name):
            for form in rotations(printed):
                met.update(self._written.of_any(self._near_written.one_slip_from(form)))
            for form in rotations(words):
                met.update(self._letters.of_any(self._neighbours.one_slip_from(form)))
        return [self._members[n] for n in sorted(met)]

    def borne(self, word: str) -> bool:
        """Whether anybody's name has this word, its spellings brought together."""
        return word in self._words

    def alike(self, name: str) -> list[tuple[int, Known]]:
        """The nearest members by likeness, each with his score, in no order."""
        forms = {form for _, words in printings(name) for form in rotations(words)}
        best: dict[int, int] = {}
        for text, score in self._neighbours.nearest(forms).items():
            for n in self._letters.get(text):
                best[n] = max(score, best.get(n, 0))
        return [(score, self._members[n]) for n, score in best.items()]

    def _met(self, name: str) -> Iterator[int]:
        """Numbers of all members whose name could agree, and some more."""
        for printed, words in printings(name):
            for key in _pairs(words):
                yield from self._pairs.get(key)
            for form in rotations(words):
                yield from self._letters.get(form)
            yield from self._met_partly(list(zip(printed, words, strict=False)))
            text = " ".join(printed)
            if len(text) >= SHORTEST_CUT:
                texts = self._in_order
                first, last = bisect_left(texts, (text,)), bisect_right(texts, (text + "\U0010ffff",))
                yield from (n for _, n in texts[first:last])

    def _met_partly(self, words: list[tuple[str, str]]) -> Iterator[int]:
        """One whole word the same, and another that is its initial or a short form."""
        for (one, same), (other, spelled_other) in permutations(words, 2):
            if len(one) == 1:
                continue
            if len(other) == 1 and other.isascii():
                yield from self._initials.get(f"{same} {other}")
            for answer in (other[0], *stand_for_the_same(spelled_other)):
                yield from self._pairs.get(" ".join(sorted((same, answer))))

    @cached_property
    def _all_spelled(self) -> list[str]:
        return spelled(self._folded)

    @cached_property
    def _spelled(self) -> tuple[list[str], list[int]]:
        """Every name with its spellings brought together, and whose it is; kana that only repeat what the
        Roman name says are left out."""
        texts, owners = self._all_spelled, self._owners
        two_before = zip(["", "", *texts], [-1, -1, *owners], texts, owners, strict=False)
        kept = [(t, n) for before, whose, t, n in two_before if t != before or n != whose]
        return [text for text, _ in kept], [n for _, n in kept]

    @cached_property
    def _pairs(self) -> Postings[int]:
        texts, owners = self._spelled
        keys = each_sorted(texts, _later)
        longer: list[tuple[str, int]] = []
        for place in [n for n, key in enumerate(keys) if not key]:
            keys[place], *more = _pairs(texts[place].split()) or [""]
            longer += [(pair, owners[place]) for pair in more]
        return Postings([*keys, *(k for k, _ in longer)], [*owners, *(n for _, n in longer)])

    @cached_property
    def _initials(self) -> Postings[int]:
        found = [
            (f"{same} {other[0]}", n)
            for text, together, n in zip(self._folded, self._all_spelled, self._owners, strict=True)
            if not japanese(text)
            for (_, same), (other, _) in permutations(zip(text.split(), together.split(), strict=False), 2)
        ]
        return Postings([key for key, _ in found], [n for _, n in found])

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(word for text in self._spelled[0] for word in text.split())

    @cached_property
    def _letters(self) -> Postings[int]:
        texts, owners = self._spelled
        return Postings(_in_one(texts), owners)

    @cached_property
    def _written(self) -> Postings[int]:
        return Postings(_in_one(self._folded), self._owners)

    @cached_property
    def _in_order(self) -> list[tuple[str, int]]:
        return sorted(
            (text, n) for text, n in zip(self._folded, self._owners, strict=True) if len(text) > SHORTEST_CUT
        )

    @cached_property
    def _near_written(self) -> Neighbours:
        return Neighbours(list(self._written))

    @cached_property
    def _neighbours(self) -> Neighbours:
        return Neighbours(list(self._letters))


def _later(_text: str) -> str:
    """In the place of a name of more than two words."""
    return ""


def _in_one(texts: Sequence[str]) -> list[str]:
    """Folded names without their blanks."""
    return "\n".join(texts).replace(" ", "").split("\n") if texts else []


def _pairs(words: Iterable[str]) -> list[str]:
    """Every two words of a name, in the order of the alphabet; a single word by itself."""
    given = sorted(words)
    if len(given) == 2:
        return [f"{given[0]} {given[1]}"]
    if len(given) < 2:
        return given
    return [f"{one} {other}" for one, other in combinations(given, 2)]
