"""Which article functions have a counterpart on columns, by role and name.

A registry for each role; a counterpart is marked with the names of the article functions it equals.
What an edition names and no counterpart equals is refused, never replaced by something near.
"""

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from rating.edition import Edition
from rating.errors import Problem, RatingError

F = TypeVar("F", bound=Callable[..., object])


class Counterparts(Generic[F]):
    """The counterparts of one role of `rating.shapes`, by the name of the article function."""

    def __init__(self, role: str) -> None:
        self.role = role
        self._by_name: dict[str, F] = {}

    def of(self, *names: str) -> Callable[[F], F]:
        """Mark a function as the counterpart of these article functions."""

        def mark(function: F) -> F:
            for name in names:
                if name in self._by_name:
                    raise ValueError(f"two counterparts of {name}")
                self._by_name[name] = function
            return function

        return mark

    def names(self) -> tuple[str, ...]:
        """The article functions that have a counterpart."""
        return tuple(sorted(self._by_name))

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def for_edition(self, law: Edition) -> F:
        """The counterpart of the function an edition names. RatingError where there is none."""
        name = function_name(law, self.role)
        try:
            return self._by_name[name]
        except KeyError:
            raise RatingError(not_for(law, self.role, f"one of {', '.join(self)}", name)) from None


def function_name(law: Edition, role: str) -> str:
    """The name of the article function that fills a role."""
    return str(getattr(law.shapes, role).__name__)


def not_for(law: Edition, role: str, expected: str, found: str) -> Problem:
    """The refusal of an edition that has a shape without a counterpart."""
    return Problem(
        "columns-not-for",
        f"{law.id}, {role}",
        f"{expected} on columns",
        found,
        "calculate with rating.engine.rate, or write its counterpart",
    )
