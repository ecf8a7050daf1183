"""The badge of a player: a small drawing for other websites, with his rating of the newest list he is on."""

from publication.site.people import Person
from publication.site.render import template, unmarked
from publication.site.words import LANGUAGES

EDGE, SEAL, SIZE = 8, 14, 11
"""Dots: the distance to the edges, the mark, the letters."""

NARROW, WIDE = 0.6, 1.0
"""How wide a letter is at most, in parts of the letters' height: of Roman ones and figures, and of others."""


def badge_address(number: str) -> str:
    """Where a player's badge stands, for ever."""
    return f"badges/{number}.svg"


def badge(person: Person) -> bytes:
    """The badge of one who has a rating: the first type he has one in, in the language of whoever looks."""
    type_, rating = person.ratings[0]
    called = {lang: LANGUAGES[lang][type_] for lang in LANGUAGES}
    left = max(width(text) for text in called.values())
    right = width(str(rating))
    drawn = template("badge.svg").render(
        name=unmarked(person.name), rating=rating, called=called, left=left, right=right,
        edge=EDGE, seal=SEAL, size=SIZE,
    )  # fmt: skip
    return f"{drawn.strip()}\n".encode()


def width(text: str) -> int:
    """Dots that a text takes at most, whatever the font."""
    return round(SIZE * sum(NARROW if ord(letter) < 0x250 else WIDE for letter in text) + 0.5)
