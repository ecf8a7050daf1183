"""How the editions of a family of regulations are written and reckoned."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Family:
    """`editions`: each that is held, with the package its file stands in. `by_event`: ratings are worked out
    event by event, not game by game. `places`: how its texts name their articles, as patterns in the text's
    order; numbers in them order places of one kind. `example` says it in words. `reasons`: for which a game
    does not count in every edition. `types`: how many types of rating there are; None: that is the
    edition's."""

    editions: Mapping[str, str]
    by_event: bool
    places: tuple[str, ...]
    example: str
    reasons: tuple[str, ...]
    types: int | None = None
