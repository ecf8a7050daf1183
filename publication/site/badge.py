"""The badge of a player: a small drawing for other websites, with his rating of the newest list he is on."""

from collections.abc import Mapping
from functools import lru_cache

from office.lists.rows import type_order
from publication.account.blocks import safe
from publication.site.people import Person
from publication.site.render import template, unmarked
from publication.site.settings import WORDS

EDGE, SEAL, SIZE = 8, 14, 11
"""Dots: the distance to the edges, the mark, the letters."""

NARROW, WIDE = 0.6, 1.0
"""How wide a letter is at most, in parts of the letters' height: of Roman ones and figures, and of others."""


def badge_address(number: str) -> str:
    """Where a player's badge stands, for ever."""
    return f"badges/{number}.svg"


NONE = "–"
"""Stands for a rating that nobody has any more."""


def badge(person: Person, courses: Mapping[str, object]) -> bytes | None:
    """The badge of one who has a rating: the first type he has one in, in the language of whoever looks. Who
    had one and has none now, by his `courses`, keeps his badge, with none on it: it stands on other
    websites. None for who never had one."""
    if person.ratings:
        type_, rating = person.ratings[0][0], str(person.ratings[0][1])
    elif courses:
        type_, rating = min(courses, key=type_order), NONE
    else:
        return None
    drawn = _badge(type_, width(rating)).replace(RATING, rating)
    return drawn.replace(NAME, safe(unmarked(person.name))).encode()


NAME, RATING = "\ue000", "\ue001"
"""Stand for a player's name and rating in a badge that is drawn once for all: signs of no alphabet."""


@lru_cache(maxsize=256)
def _badge(type_: str, right: int) -> str:
    called = {lang: WORDS[lang][type_] for lang in WORDS}
    left = max(width(text) for text in called.values())
    drawn = template("badge.svg").render(
        name=NAME, rating=RATING, called=called, left=left, right=right, edge=EDGE, seal=SEAL, size=SIZE
    )
    return f"{drawn.strip()}\n"


def width(text: str) -> int:
    """Dots that a text takes at most, whatever the font."""
    return round(SIZE * sum(NARROW if ord(letter) < 0x250 else WIDE for letter in text) + 0.5)
