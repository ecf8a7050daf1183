"""Names made comparable. What is compared is only ever a key; the source's spelling is kept as it is.

Two names agree when their keys are equal: same words after NFKC, without case, diacritics, commas,
points, apostrophes and hyphens, signs that nobody sees, katakana as hiragana, in any order. Nothing here
weighs or guesses; what goes further is in importer/matching.
"""

import unicodedata
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

_JOINERS = "'’‘`´ʼʻ′."
_ACUTE = "´"
"""An apostrophe of some keyboards, which NFKC would take for a blank with an accent."""
_BREAKS = ",、;·-‐‑‒–—−・_/\t\r\v\f\x1c\x1d\x1e\x1f\x85\u1680\u2028\u2029"
_LETTERS = {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ħ": "h", "ı": "i"}
_PLAIN: dict[str, str] = {
    **dict.fromkeys(_JOINERS, ""),
    **dict.fromkeys(_BREAKS, " "),
    **_LETTERS,
    **{chr(c): chr(c - 0x60) for c in range(ord("ァ"), ord("ヶ") + 1)},
}
_CASE = "ßς"
"""Small letters that are no case of a capital alone: folding writes them otherwise than a small letter."""

_MACRON = "\u0304"
_VOICED = "\u3099\u309a"
"""Kana voicing marks are letters' parts in Japanese, not diacritics to be dropped."""

_NOBODY = frozenset(
    {"bye", "no player", "player no", "not paired", "unpaired", "spielfrei", "freilos", "dummy", "vacant"}
    | {"no name", "nn", "n n", "不戦勝", "不戦敗", "対戦なし", "不戦"}
    | {"半点不戦勝", "欠席", "休み", "抜け番", "不参加", "withdrawn", "absent", "(bye)"}
    | {"bye half", "bye full", "bye zero", "bye half point", "bye full point", "bye point zero"}
    | {"1 bye", "0 bye", "bye requested"}
)
"""As keys: their words in the order of the alphabet."""


def plain_signs() -> dict[str, str]:
    """What `folded` writes for single signs: the table for a program elsewhere that has to fold alike:
    a page's search. Diacritics, case and signs that nobody sees are Unicode's and not in it."""
    return {**_PLAIN, **{sign: folded([sign])[0] for sign in _CASE}}


def evened(text: str) -> str:
    """A text without what people type otherwise at times: capitals, wide letters, blanks."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def folded(names: Sequence[str], keep: str = "") -> list[str]:
    """Each name's words in their order, folded, one blank between them; many names cost little more than
    one. `keep`: combining marks that are not to be dropped."""
    if not names:
        return []
    text = "\n".join(names)
    if text.count("\n") != len(names) - 1:
        text = "\n".join(name.replace("\n", " ") for name in names)
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text.replace(_ACUTE, ""))
    text = text.casefold()
    for sign in _other_signs(text):
        plain = _plain(sign, keep)
        if plain != sign:
            text = text.replace(sign, plain)
    lines = text.split("\n")
    loose = text.startswith(" ") or text.endswith(" ") or any(blanks in text for blanks in _LOOSE)
    return [" ".join(line.split()) for line in lines] if loose else lines


def _other_signs(text: str) -> set[str]:
    """The signs of a text that can stand otherwise in a key; a look at all takes ten times as long."""
    return set(text.encode("utf-8", "surrogatepass").translate(None, _STAY).decode("utf-8", "surrogatepass"))


_LOOSE = ("  ", " \n", "\n ")
_STAY = b" \nabcdefghijklmnopqrstuvwxyz0123456789"


_KEYS: dict[str, str] = {}
MOST_KEPT = 16384
"""Names whose key is kept."""


def name_key(name: str) -> str:
    """The key of a Roman, kanji or kana name: its words, folded and sorted, joined by blanks. "" if it
    has none."""
    key = _KEYS.get(name)
    if key is None:
        key = sorted_words(folded([name])[0])
        _keep(((name, key),))
    return key


def keep_keys(names: Collection[str]) -> None:
    """Works out the keys of names that are asked for next: of many together they cost a fraction."""
    new = [name for name in names if name not in _KEYS]
    _keep(zip(new, map(sorted_words, folded(new)), strict=True))


def _keep(keys: Iterable[tuple[str, str]]) -> None:
    if len(_KEYS) > MOST_KEPT:
        _KEYS.clear()
    _KEYS.update(keys)


def sorted_words(text: str) -> str:
    """The words of a folded name in the order of the alphabet."""
    one, blank, other = text.partition(" ")
    if " " in other:
        return " ".join(sorted(text.split(" ")))
    return f"{other} {one}" if blank and other < one else text


MOST_WORDS = 30
"""Nobody's name has more. Every two words of a name are looked for, and every word is tried as its first."""


def turned_words(text: str) -> str:
    """The words of a folded name, begun with the one from which they come first in the alphabet: the same for
    surname first and surname last, and another one for the same words in another order (Min-jun, Jun-min).
    What is longer than any name stays as it is."""
    if text.count(" ") < 2:
        return sorted_words(text)
    if text.count(" ") >= MOST_WORDS:
        return text
    words = text.split(" ")
    return " ".join(min([*words[n:], *words[:n]] for n in range(len(words))))


def turned_key(name: str) -> str:
    """The words of a name, folded, as `turned_words` has them."""
    return turned_words(folded([name])[0])


def long_vowel_key(name: str) -> str:
    """The key with macrons kept: Ono and Ōno are two names in Japanese (小野, 大野)."""
    return sorted_words(folded([_with_macrons(name)], keep=_MACRON)[0])


def has_long_vowel(name: str) -> bool:
    """Whether a macron is written, or the circumflex of ô and û, which stands for it in Japan (Kunrei)."""
    return not name.isascii() and _MACRON in unicodedata.normalize("NFD", _with_macrons(name))


def _with_macrons(name: str) -> str:
    return unicodedata.normalize("NFC", name).translate(_CIRCUMFLEX)


_CIRCUMFLEX = str.maketrans("ôûÔÛ", "ōūŌŪ")


COMMAS = frozenset(",，、")
ROMAN = ("LATIN ", "MODIFIER LETTER ")
"""How Unicode names begin of Roman letters, and of signs like the apostrophe of Hawaiʻi."""


def in_roman_letters(name: str) -> bool:
    """Whether every letter is a Roman one, also with diacritics or in full width."""
    letters = (sign for sign in unicodedata.normalize("NFKC", name) if sign.isalpha())
    return all(unicodedata.name(letter, "").startswith(ROMAN) for letter in letters)


def is_person(name: str) -> bool:
    """False for the placeholders that pairing programs put where nobody sits (`BYE`, `No Player`, empty,
    signs and digits only)."""
    key = name_key(name)
    return (key[:1].isalpha() or any(c.isalpha() for c in key)) and key not in _NOBODY


@lru_cache(maxsize=16384)
def _plain(sign: str, keep: str) -> str:
    """One sign without its marks, as it stands in a key; the same sign where nothing is to be done."""
    if sign == "\n" or (sign.isascii() and sign.isalnum()):
        return sign
    if _unseen(sign):
        return ""
    kept = _VOICED + keep
    parts = (c for c in unicodedata.normalize("NFD", sign) if not unicodedata.combining(c) or c in kept)
    return "".join(_PLAIN.get(c, c) for c in unicodedata.normalize("NFC", "".join(parts)))


def _unseen(sign: str) -> bool:
    """Signs of no width (zero-width blanks, marks of direction), and those that choose a shape of a kanji."""
    shape = "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef"
    return shape or unicodedata.category(sign) == "Cf"
