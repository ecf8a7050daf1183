"""The rulings that concern the editions held, by number, as rulings.toml has them.

A ruling: a point a text leaves open, the reading followed, the other readings, one switch.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Ruling:
    """A point the text leaves open. `articles` by edition; `alternatives`: what each reading does, by the
    word that selects it. The first alternative is the one followed."""

    number: str
    name: str
    articles: Mapping[str, str]
    left_open: str
    alternatives: Mapping[str, str]
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
        return tuple(self.alternatives)


_TOLD = tomllib.loads(files(__package__).joinpath("rulings.toml").read_text("utf-8"))
RULINGS: Mapping[str, Ruling] = MappingProxyType({n: Ruling(n, **told) for n, told in _TOLD.items()})
