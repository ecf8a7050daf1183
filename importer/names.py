"""Names made comparable. What is compared is only ever a key; the source's spelling is kept as it is.

Two names agree when their keys are equal: same words after NFKC, without case, diacritics, commas,
points, apostrophes and hyphens, in any order (surname first or last). Nothing here weighs or guesses.
"""

import re
import unicodedata

_JOINERS = re.compile(r"['’‘`´ʼ.]")
_BREAKS = re.compile(r"[,;\s\-‐‑‒–—・･_/]+")
_NOBODY = frozenset({"bye", "no player", "player no", "not paired", "spielfrei", "dummy"})


def name_key(name: str) -> str:
    """The key of a Roman or kanji name: its words, folded and sorted, joined by blanks. "" if it has none."""
    text = unicodedata.normalize("NFKC", name).casefold()
    text = "".join(
        c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c) or _voiced(c)
    )
    text = unicodedata.normalize("NFC", text)
    return " ".join(sorted(w for w in _BREAKS.split(_JOINERS.sub("", text)) if w))


def is_person(name: str) -> bool:
    """False for the placeholders that pairing programs put where nobody sits (`BYE`, `No Player`, empty)."""
    key = name_key(name)
    return bool(key) and key not in _NOBODY


def _voiced(mark: str) -> bool:
    """Kana voicing marks are letters' parts in Japanese, not diacritics to be dropped."""
    return mark in "\u3099\u309a"


_FEDERATION_ID = re.compile(r"[Nn]?(\d{8})")


def federation_id(text: str) -> str | None:
    """`N` and eight digits, from text that says so, the leading `N` lost or full-width digits included;
    None if the text is no federation ID."""
    found = _FEDERATION_ID.fullmatch(unicodedata.normalize("NFKC", text).strip())
    return f"N{found[1]}" if found else None
