"""Whether a printed name can be a member's, and by which rule: from the same words to a name cut short.

Every rule is exact: it holds or it does not. Which of them accept, and when, is decided in `register.py`:
without an ID only the same words (the first three rules); with one, every rule here, if nothing else
contradicts it.
"""

import re
from enum import IntEnum

from importer.matching.nicknames import stand_for_the_same
from importer.matching.records import Known
from importer.matching.spelling import other_ways, words_of

SHORTEST_CUT = 15
"""Views of Chess-Results cut long names; a beginning of fewer letters says too little."""


class Rule(IntEnum):
    """How a name agrees, the nearest first."""

    SAME = 0
    OTHER_NAME = 1
    FORMER_NAME = 2
    SPELLING = 3
    DIVIDED = 4
    MIDDLE_NAME = 5
    INITIAL = 6
    NICKNAME = 7
    CUT = 8

    @property
    def words(self) -> str:
        """As the officer reads it."""
        return _WORDS[self]


_WORDS = {
    Rule.SAME: "name",
    Rule.OTHER_NAME: "other name on the register",
    Rule.FORMER_NAME: "former name",
    Rule.SPELLING: "name in another spelling",
    Rule.DIVIDED: "name divided otherwise into words",
    Rule.MIDDLE_NAME: "name without a middle name",
    Rule.INITIAL: "name with an initial",
    Rule.NICKNAME: "name with a short form of the given name",
    Rule.CUT: "name cut short",
}

Words = tuple[tuple[str, ...], tuple[str, ...]]


def printings(name: str) -> list[Words]:
    """The printed name in words, as it stands first; again where it has umlauts, which others write in two
    letters, or initials written together."""
    return [words_of(way) for way in (name, *other_ways(name))]


def names_of(member: Known) -> list[str]:
    """All names of a member, the first one first."""
    first = (member.name, member.kanji, member.kana)
    return [n for n in (*first, *member.other_names, *member.former_names) if n]


def agreement(name: str, member: Known) -> Rule | None:
    """The nearest rule by which the name is one of the member's; None if there is none."""
    mine = printings(name)
    found = [
        _named(rule, member, known, whole=ours is mine[0] and theirs is its[0])
        for known in names_of(member)
        for its in [printings(known)]
        for theirs in its
        for ours in mine
        if (rule := _rule(ours, theirs)) is not None
    ]
    return min(found, default=None)


def _named(rule: Rule, member: Known, known: str, *, whole: bool) -> Rule:
    """The rule with what it does not see: which name it was, and that umlauts were written out."""
    if rule is not Rule.SAME:
        return rule
    if not whole:
        return Rule.SPELLING
    if known in (member.name, member.kanji, member.kana):
        return Rule.SAME
    return Rule.OTHER_NAME if known in member.other_names else Rule.FORMER_NAME


def rotations(words: tuple[str, ...]) -> list[str]:
    """The letters of a name without blanks, its words begun with each in turn: surname first or last."""
    return ["".join((*words[n:], *words[:n])) for n in range(len(words))]


def japanese(text: str) -> bool:
    """Whether a folded name is written without Latin letters: then the blank in it says little."""
    return not text.isascii() and _LATIN.search(text) is None


_LATIN = re.compile("[a-z]")


def _rule(ours: Words, theirs: Words) -> Rule | None:
    (printed, spelled), (known, known_spelled) = ours, theirs
    if not printed or not known:
        return None
    if sorted(printed) == sorted(known):
        return Rule.SAME
    if "".join(printed) == "".join(known) and japanese("".join(printed)):
        return Rule.SAME
    if sorted(spelled) == sorted(known_spelled):
        return Rule.SPELLING
    if "".join(known_spelled) in rotations(spelled):
        return Rule.DIVIDED
    rule = _word_by_word(list(zip(*ours, strict=False)), list(zip(*theirs, strict=False)))
    if rule is None and is_cut(" ".join(printed), " ".join(known)):
        return Rule.CUT
    return rule


def is_cut(short: str, whole: str) -> bool:
    """Whether one folded name, in the order printed, is a beginning of another."""
    return len(short) >= SHORTEST_CUT and len(short) < len(whole) and whole.startswith(short)


Word = tuple[str, str]
"""A word folded, and with its spellings brought together."""


def _word_by_word(one: list[Word], other: list[Word]) -> Rule | None:
    """Every word of the shorter name answers to one of the longer: the same one first, then a short form,
    then an initial. One whole word must be the same, and two must answer."""
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    if len(short) < 2:
        return None
    rule = Rule.MIDDLE_NAME if len(short) < len(long) else None
    left, free = list(short), list(long)
    for test, found in ((_same, None), (_nickname, Rule.NICKNAME), (_initial, Rule.INITIAL)):
        for word in list(left):
            partner = next((w for w in free if test(word, w)), None)
            if partner is not None:
                left.remove(word)
                free.remove(partner)
                rule = max(rule or found, found) if found else rule
        if len(left) == len(short):
            return None
    return rule if not left else None


def _same(one: Word, other: Word) -> bool:
    return one[1] == other[1] and len(one[0]) > 1 and len(other[0]) > 1


def _nickname(one: Word, other: Word) -> bool:
    return other[1] in stand_for_the_same(one[1])


def _initial(one: Word, other: Word) -> bool:
    return one[0][0] == other[0][0] and min(len(one[0]), len(other[0])) == 1 and one[0].isascii()
