"""Who could be meant: the members whose names agree by any rule, and if there is none the nearest ones.

Each way to them is built when it is first needed.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations, permutations

from importer.matching.agreement import (
    SHORTEST_CUT,
    Rule,
    agreement,
    japanese,
    names_of,
    printings,
    rotations,
    stand_for_the_same,
)
from importer.matching.likeness import Neighbours, Postings
from importer.matching.records import Known
from importer.matching.spelling import other_ways, spelled, words_of
from importer.names import MOST_WORDS, folded, turned_words


class NameIndex:
    """The names of all members, by words, letters and beginnings."""

    def __init__(self, members: Sequence[Known]) -> None:
        written, owners = _written(members)
        names = folded(written)
        out = [
            (way, n)
            for name, n in zip(written, owners, strict=True)
            if not name.isascii() or "." in name or "(" in name or "[" in name or "<" in name
            for way in other_ways(name)
        ]
        self._members = members
        self._folded = [*names, *folded([text for text, _ in out])] if out else names
        self._owners = [*owners, *(n for _, n in out)] if out else owners

    def named(self, name: str) -> list[Known]:
        """The members who have exactly this name."""
        text = folded([name])[0]
        keys, words = frozenset(_keys(text)), words_of(name)[1]
        met = set(self._letters.of_any(rotations(words) if len(words) <= MOST_WORDS else ["".join(words)]))
        if japanese(text):
            met.update(self._signs.get(text.replace(" ", "")))
        found = (self._members[n] for n in sorted(met))
        return [m for m in found if not keys.isdisjoint(k for its in folded(names_of(m)) for k in _keys(its))]

    def agreeing(self, name: str) -> list[tuple[Rule, Known]]:
        """Every member whose name agrees, and by which rule, in no order."""
        met = dict.fromkeys(self._met(name))
        found = ((agreement(name, self._members[n]), self._members[n]) for n in met)
        return [(rule, member) for rule, member in found if rule is not None]

    def spelled_the_same(self, name: str) -> list[Known]:
        """The members whose name can be spelled as this one is, also divided otherwise into words, or is this
        one."""
        ways = [words for _, words in printings(name)]
        met = {n for words in ways for form in rotations(words) for n in self._letters.get(form)}
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
            for one, other in combinations(words, 2):
                yield from self._with_both(one, other)
            for form in rotations(words):
                yield from self._letters.get(form)
            yield from self._met_partly(list(zip(printed, words, strict=False)))
            text = " ".join(printed)
            if len(text) >= SHORTEST_CUT:
                yield from self._beginnings.get(text[:SHORTEST_CUT])

    def _met_partly(self, words: list[tuple[str, str]]) -> Iterator[int]:
        """One whole word the same, and another that is its initial or a short form."""
        for (one, same), (other, spelled_other) in permutations(words, 2):
            if len(one) == 1:
                continue
            if len(other) == 1 and other.isascii():
                yield from self._initials.get(f"{same} {other}")
            for answer in (other[0], *stand_for_the_same(spelled_other)):
                yield from self._with_both(same, answer)

    def _with_both(self, one: str, other: str) -> Iterator[int]:
        """Numbers of the members whose name is these two words or has them among others, and some more."""
        yield from self._letters.of_any((one + other, other + one))
        yield from self._pairs.get(" ".join(sorted((one, other))))

    @cached_property
    def _all_spelled(self) -> list[str]:
        return spelled(self._folded)

    @cached_property
    def _spelled(self) -> tuple[Sequence[str], Sequence[int]]:
        """Every name with its spellings brought together, and whose it is; kana that only repeat what the
        Roman name says are left out."""
        texts, owners = self._all_spelled, self._owners
        if isinstance(owners, range):
            return texts, owners
        two_before = zip(["", "", *texts], [-1, -1, *owners], texts, owners, strict=False)
        kept = [(t, n) for before, whose, t, n in two_before if t != before or n != whose]
        return [text for text, _ in kept], [n for _, n in kept]

    @cached_property
    def _pairs(self) -> Postings[int]:
        """Every two words, in the order of the alphabet, of names that have more."""
        texts, owners = self._spelled
        more = [
            (text.split(), n)
            for text, n in zip(texts, owners, strict=True)
            if 1 < text.count(" ") < MOST_WORDS
        ]
        found = [(f"{one} {two}", n) for words, n in more for one, two in combinations(sorted(words), 2)]
        return Postings([pair for pair, _ in found], [n for _, n in found])

    @cached_property
    def _initials(self) -> Postings[int]:
        found = [
            (f"{same} {other[0]}", n)
            for text, together, n in zip(self._folded, self._all_spelled, self._owners, strict=True)
            if text.count(" ") < MOST_WORDS and not japanese(text)
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
    def _signs(self) -> Postings[int]:
        """Names in Japanese writing as they are written, without blanks: kana change with what stands beside
        them when they are brought together."""
        mine = [(t, n) for t, n in zip(self._folded, self._owners, strict=True) if japanese(t)]
        return Postings(_in_one([text for text, _ in mine]), [n for _, n in mine])

    @cached_property
    def _written(self) -> Postings[int]:
        return Postings(_in_one(self._folded), self._owners)

    @cached_property
    def _beginnings(self) -> Postings[int]:
        """Names that can have been cut, by what is left at least."""
        long = [
            (t[:SHORTEST_CUT], n)
            for t, n in zip(self._folded, self._owners, strict=True)
            if len(t) > SHORTEST_CUT
        ]
        return Postings([text for text, _ in long], [n for _, n in long])

    @cached_property
    def _near_written(self) -> Neighbours:
        return Neighbours(list(self._written))

    @cached_property
    def _neighbours(self) -> Neighbours:
        return Neighbours(list(self._letters))


def _written(members: Sequence[Known]) -> tuple[list[str], Sequence[int]]:
    """Every name of every member as it is written, and whose it is, by number: a range where each has one."""
    if all(member.one_name for member in members):
        return [member.name for member in members], range(len(members))
    named = [(name, n) for n, member in enumerate(members) for name in names_of(member)]
    return [name for name, _ in named], [n for _, n in named]


def _keys(text: str) -> tuple[str, ...]:
    """What two folded names have alike that are exactly one; in Japanese writing also without the blank."""
    if " " not in text:
        return (text,) if text else ()
    if japanese(text):
        return turned_words(text), text.replace(" ", "")
    return (turned_words(text),)


def _in_one(texts: Sequence[str]) -> list[str]:
    """Folded names without their blanks."""
    return "\n".join(texts).replace(" ", "").split("\n") if texts else []
