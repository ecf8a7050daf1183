"""What stops an import whole. Everything else is a problem value.

ImportRefused          a file or report cannot be taken; carries every problem found in it
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from scraper.records import Problem


@dataclass(frozen=True, slots=True)
class Says:
    """The event that a refused report says it is: the key it would have, its players' names as far as they
    can be read, and its type where that is printed. A corrected report is told by them."""

    event_key: str
    players: tuple[str, ...]
    kind: str | None = None


class ImportRefused(Exception):
    """Nothing of the input was stored; `problems` says all that is wrong with it, `says` which event a report
    says it is, where that can be read."""

    def __init__(self, problems: Sequence[Problem], says: Says | None = None) -> None:
        super().__init__("; ".join(f"{p.place}: expected {p.expected}, found {p.found}" for p in problems))
        self.problems = tuple(problems)
        self.says = says

    @classmethod
    def because(cls, code: str, place: str, expected: str, found: str, remedy: str) -> Self:
        """The refusal for one problem."""
        return cls([Problem(code, place, expected, found, remedy)])

    def __reduce__(self) -> tuple[type["ImportRefused"], tuple[tuple[Problem, ...], Says | None]]:
        # as it comes out of a process of its own (importer/apart.py)
        return ImportRefused, (self.problems, self.says)
