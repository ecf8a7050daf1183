"""What stops a calculation, drawn whole.

RatingError            everything this package refuses; carries every problem that was found
├── EditionError       no edition for a list, an edition not held, an edition file that does not load
├── CaseError          a rating case that cannot be read
├── TimeControlError   a time control that is not certain
└── InterpretationError  an alternative that a ruling does not have
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that cannot be worked with: where it stands, what was expected and found, what to do."""

    code: str
    place: str
    expected: str
    found: str
    remedy: str = ""

    def __str__(self) -> str:
        text = f"{self.place}: {self.code}: expected {self.expected}, found {self.found}"
        return f"{text} ({self.remedy})" if self.remedy else text


class RatingError(Exception):
    """The calculation is refused. `problems` holds all that was found, not only the first."""

    def __init__(self, problems: Problem | Iterable[Problem]) -> None:
        self.problems = (problems,) if isinstance(problems, Problem) else tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))

    def __reduce__(self) -> tuple[type["RatingError"], tuple[tuple[Problem, ...]]]:
        return type(self), (self.problems,)  # so that it can come out of another process


class EditionError(RatingError):
    """No edition for this list, or one that is not held, or an edition file that does not load."""


class CaseError(RatingError):
    """A rating case that cannot be read; every problem names its place in the file."""


class TimeControlError(RatingError):
    """A time control of which the minutes are not certain; the problem names the part not understood."""


class InterpretationError(RatingError):
    """An interpretation that is not among the alternatives of its ruling."""
