"""Whether a printed name can be a member's, and by which rule: from the same words to a name cut short.

Every rule is exact: it holds or it does not. Which of them accept, and when, is decided in `register.py`:
without an ID only the same words (`EXACT`); with one, every rule here but the last, if nothing else
contradicts it.
"""

import csv
import re
from collections.abc import Sequence
from enum import IntEnum
from functools import cache
from importlib.resources import files

from importer.matching.records import Known
from importer.matching.spelling import BRACKETS, one_form, other_ways, spelled, words_of
from importer.names import MOST_WORDS, name_key, turned_key

SHORTEST_CUT = 15
"""Views of Chess-Results cut long names; a beginning of fewer letters says too little."""


class Rule(IntEnum):
    """How a name agrees, the nearest first. `SLIP` no name has by itself: the whole register decides it;
    `SURNAME` is proposed and never taken."""

    SAME = 0
    FORM = 1
    OTHER_NAME = 2
    FORMER_NAME = 3
    SPELLING = 4
    DIVIDED = 5
    ORDER = 6
    MIDDLE_NAME = 7
    INITIAL = 8
    NICKNAME = 9
    CUT = 10
    SLIP = 11
    SURNAME = 12

    @property
    def words(self) -> str:
        """As the officer reads it."""
        return _WORDS[self][0]

    @property
    def why(self) -> str:
        """Why a member is a candidate, whose name agrees so."""
        return _WORDS[self][1]


_WORDS = {
    Rule.SAME: ("name", "has this name"),
    Rule.FORM: ("name with another form of a kanji", "has this name with another form of a kanji"),
    Rule.OTHER_NAME: ("other name on the register", "has this other name on the register"),
    Rule.FORMER_NAME: ("former name", "had this name"),
    Rule.SPELLING: ("name in another spelling", "has this name in another spelling"),
    Rule.DIVIDED: ("name divided otherwise into words", "has this name, divided otherwise into words"),
    Rule.ORDER: ("name with its words in another order", "has this name with its words in another order"),
    Rule.MIDDLE_NAME: ("name without a middle name", "has this name but for a middle name"),
    Rule.INITIAL: ("name with an initial", "has this name but for an initial"),
    Rule.NICKNAME: ("name with a short form of the given name", "has this name but for a short form"),
    Rule.CUT: ("name cut short", "has a name that begins so"),
    Rule.SLIP: ("name but for one slip", "has this name but for one slip"),
    Rule.SURNAME: ("name without the surname", "has this name if the surname is left out or an initial"),
}

EXACT = frozenset({Rule.SAME, Rule.FORM, Rule.OTHER_NAME, Rule.FORMER_NAME})
"""Agreements that leave nothing to interpretation: the same words as a name on the register."""

LESS = frozenset({Rule.MIDDLE_NAME, Rule.INITIAL, Rule.NICKNAME, Rule.CUT})
"""Agreements of a name that says less than the register: several members can have it."""

Words = tuple[tuple[str, ...], tuple[str, ...]]


def printings(name: str) -> list[Words]:
    """The printed name in words, as it stands first; again where it has umlauts, which others write in two
    letters, or initials written together. None of what is longer than any name."""
    ways = [words_of(way) for way in (name, *other_ways(name))]
    return [way for way in ways if len(way[0]) <= MOST_WORDS]


def names_of(member: Known) -> list[str]:
    """All names of a member, the first one first."""
    first = (member.name, member.kanji, member.kana)
    return [n for n in (*first, *member.other_names, *member.former_names) if n]


def agreement(name: str, member: Known) -> Rule | None:
    """The nearest rule by which the name is one of the member's; None if there is none."""
    if (key := name_key(name)) and (name == member.name or key == name_key(member.name)):
        turned = name != member.name and key.count(" ") > 1 and turned_key(name) != turned_key(member.name)
        if not turned:
            return Rule.SAME
    mine, surname = printings(name), surname_words(name)
    nearest: Rule | None = None
    for known in names_of(member):
        its = printings(known)
        for theirs in its:
            for ours in mine:
                rule = _rule(ours, theirs, (surname, _surname_words(member, known)))
                if rule is not None:
                    rule = _named(rule, member, known, whole=ours is mine[0] and theirs is its[0])
                    nearest = rule if nearest is None else min(nearest, rule)
                if nearest is Rule.SAME:
                    return nearest
    return nearest


def _surname_words(member: Known, name: str) -> int:
    """How many words of one of his names are the surname, as far as anybody knows: at least the first."""
    told = words_of(member.surname)[0] if member.surname and name == member.name else ()
    return len(told) if told and words_of(name)[0][: len(told)] == told else 1


def surname_words(name: str) -> int:
    """How many words of a printed name are the surname, where a comma says so; else 0."""
    surname, comma, given = name.replace("，", ",").partition(",")
    return len(words_of(surname)[0]) if comma and given.strip() else 0


def _named(rule: Rule, member: Known, known: str, *, whole: bool) -> Rule:
    """The rule with what it does not see: which name it was, and that umlauts were written out."""
    if rule not in (Rule.SAME, Rule.FORM):
        return rule
    if not whole:  # brackets on the register tell namesakes apart: without them a name says less
        return Rule.MIDDLE_NAME if any(sign in known for sign in BRACKETS) else Rule.SPELLING
    if known in (member.name, member.kanji, member.kana):
        return rule
    return Rule.OTHER_NAME if known in member.other_names else Rule.FORMER_NAME


def rotations(words: tuple[str, ...]) -> list[str]:
    """The letters of a name without blanks, its words begun with each in turn: surname first or last."""
    return ["".join((*words[n:], *words[:n])) for n in range(len(words))]


def japanese(text: str) -> bool:
    """Whether a folded name is written without Latin letters: then the blank in it says little."""
    return not text.isascii() and _LATIN.search(text) is None


_LATIN = re.compile("[a-z]")


def _rule(ours: Words, theirs: Words, surnames: tuple[int, int]) -> Rule | None:
    (printed, spelled), (known, known_spelled) = ours, theirs
    if not printed or not known:
        return None
    if _same_words(printed, known):
        return Rule.SAME
    if not "".join(printed).isascii() and _same_words(one_form(printed), one_form(known)):
        return Rule.FORM
    if _turned(spelled, known_spelled):
        return Rule.SPELLING
    if "".join(known_spelled) in rotations(spelled):
        return Rule.DIVIDED
    if sorted(spelled) == sorted(known_spelled):
        return Rule.ORDER
    rule = _word_by_word(list(zip(*ours, strict=False)), list(zip(*theirs, strict=False)), surnames)
    if rule in (None, Rule.SURNAME) and is_cut(" ".join(printed), " ".join(known)):
        return Rule.CUT
    return rule


def _same_words(one: Sequence[str], other: Sequence[str]) -> bool:
    """The same words, the surname first or last; in Japanese writing the same signs."""
    if _turned(one, other):
        return True
    return "".join(one) == "".join(other) and japanese("".join(one))


def _turned(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether it is the same words in the same order, begun with one or another of them."""
    words, others = list(one), list(other)
    return len(words) == len(others) and any([*words[n:], *words[:n]] == others for n in range(len(words)))


def is_cut(short: str, whole: str) -> bool:
    """Whether one folded name, in the order printed, is a beginning of another."""
    return len(short) >= SHORTEST_CUT and len(short) < len(whole) and whole.startswith(short)


Word = tuple[str, str]
"""A word folded, and with its spellings brought together."""


def _word_by_word(printed: list[Word], known: list[Word], surnames: tuple[int, int]) -> Rule | None:
    """Every word of the shorter name answers to one of the longer: the same one first, then a short form,
    then an initial. One whole word must be the same, and two must answer. `surnames`: how many words of each
    are the surname for certain; 0 where nothing says so."""
    swap = len(printed) > len(known)
    short, long = (known, printed) if swap else (printed, known)
    if len(short) < 2:
        return None
    rule = Rule.MIDDLE_NAME if len(short) < len(long) else None
    left, free = list(range(len(short))), list(range(len(long)))
    met: dict[int, tuple[int, Rule | None]] = {}
    for test, found in ((_same, None), (_nickname, Rule.NICKNAME), (_initial, Rule.INITIAL)):
        for n in list(left):
            partner = next((m for m in free if test(short[n], long[m])), None)
            if partner is not None:
                left.remove(n)
                free.remove(partner)
                met |= {partner: (n, found)} if swap else {n: (partner, found)}
                rule = max(rule or found, found) if found else rule
        if len(left) == len(short):
            return None
    if left:
        return None
    return rule if _surnames_meet(printed, met, *surnames) else Rule.SURNAME


def _surnames_meet(
    printed: list[Word], met: dict[int, tuple[int, Rule | None]], surname: int, known_surname: int
) -> bool:
    """Whether both surnames are written out and are the same words: an initial never stands for one, and none
    is left out. `met`: the printed words by number, each with the one on the register and how they agree,
    None for the same word. On the register the surname comes first. In print it does where there is a comma;
    else it comes first or last."""
    same = {n: m for n, (m, how) in met.items() if how is None}
    place = next((n for n, m in same.items() if m == 0), None)
    if place is None or any(m < known_surname and how is Rule.INITIAL for m, how in met.values()):
        return False
    if surname:
        return all(n in same for n in range(surname))
    if place == 0:
        return True
    if 0 not in met or (met[0][1] is Rule.INITIAL and len(printed[0][0]) > 1):
        return False  # the first word could be a surname, and is left out or stands against an initial
    return all(same.get(n) == n - place for n in range(place, len(printed)))


def _same(one: Word, other: Word) -> bool:
    return one[1] == other[1] and len(one[0]) > 1 and len(other[0]) > 1


def _nickname(one: Word, other: Word) -> bool:
    return other[1] in stand_for_the_same(one[1])


def _initial(one: Word, other: Word) -> bool:
    return one[0][0] == other[0][0] and min(len(one[0]), len(other[0])) == 1 and one[0].isascii()


@cache
def full_forms() -> dict[str, frozenset[str]]:
    """Short forms of Western given names, Bill for William: every word of the table with the full names it
    can stand for, itself included where it is one; in the spelling of `spelled`.

    `nicknames.csv` holds everyday pairs, chosen by hand and not complete; a larger list to compare is
    names.csv of github.com/carltonnorthern/nicknames (Apache-2.0). A short form accepts nobody without an ID.
    """
    found: dict[str, set[str]] = {}
    text = files("importer.matching").joinpath("nicknames.csv").read_text("utf-8")
    for row in csv.DictReader(text.splitlines()):
        name, *short = spelled([row["name"], *row["short"].split()])
        for word in (name, *short):
            found.setdefault(word, set()).add(name)
    return {word: frozenset(names) for word, names in found.items()}


@cache
def stand_for_the_same(word: str) -> frozenset[str]:
    """All words that can be the given name that `word` is; empty for a word that is not in the table."""
    forms = full_forms()
    mine = forms.get(word, frozenset())
    return frozenset(other for other, names in forms.items() if other != word and mine & names)
