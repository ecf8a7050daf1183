"""What a ruling is: a point a text leaves open, the reading followed, the other readings, one switch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Alternative:
    """One reading: the word that selects it, and what it does."""

    word: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """A point the text leaves open. The first alternative is the one followed."""

    number: str
    name: str
    articles: Mapping[str, str]
    left_open: str
    alternatives: tuple[Alternative, ...]
    consulted_in: str

    @property
    def article(self) -> str:
        """The articles by edition, in words."""
        return "; ".join(f"{edition} {article}" for edition, article in self.articles.items())

    @property
    def switch(self) -> str:
        """The field of `Interpretations`, and the setting, that selects the alternative."""
        return self.number.lower()

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(alternative.word for alternative in self.alternatives)


def ruling(
    number: str,
    name: str,
    articles: Mapping[str, str],
    left_open: str,
    consulted_in: str,
    **alternatives: str,
) -> Ruling:
    """A ruling from its number, name, articles by edition and alternatives, the followed one first."""
    return Ruling(
        number,
        name,
        MappingProxyType(dict(articles)),
        left_open,
        tuple(Alternative(word.replace("_", "-"), meaning) for word, meaning in alternatives.items()),
        consulted_in,
    )
