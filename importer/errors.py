"""What stops an import whole. Everything else is a problem value.

ImportRefused          a file or report cannot be taken; carries every problem found in it
"""

from collections.abc import Sequence

from scraper.records import Problem


class ImportRefused(Exception):
    """Nothing of the input was stored; `problems` says all that is wrong with it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(f"{p.place}: expected {p.expected}, found {p.found}" for p in problems))
        self.problems = tuple(problems)

    def __reduce__(self) -> tuple[type["ImportRefused"], tuple[tuple[Problem, ...]]]:
        return ImportRefused, (self.problems,)  # as it comes out of a process of its own (importer/apart.py)
