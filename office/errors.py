"""What a command says no with. Drawn whole:

OfficeError                the command was refused; carries the problems; exit code 1
    WaitsForOfficer        it can go on when the officer has decided something; exit code 3
    Unanswered             a server did not answer; the same may do in a while; exit code 75
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from scraper.records import Problem


class OfficeError(Exception):
    """Refused: nothing was changed. `problems` says where, what was expected, found, and what to do."""

    exit_code = 1

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(f"{p.place}: expected {p.expected}, found {p.found}" for p in problems))
        self.problems: Sequence[Problem] = problems

    def __reduce__(self) -> tuple[type["OfficeError"], tuple[Problem, ...]]:
        return type(self), tuple(self.problems)  # as it comes out of a process of its own (importer/apart.py)


class WaitsForOfficer(OfficeError):
    """Refused until the officer decides what is open."""

    exit_code = 3


class Unanswered(OfficeError):
    """Refused because a server did not answer, and not because one said no: the same may do in a while."""

    exit_code = 75
    """EX_TEMPFAIL of sysexits.h."""


class Later(OfficeError):
    """Refused for now; `seconds`: after so many it can be tried again."""

    seconds = 60


def later(error: OfficeError, seconds: float) -> Later:
    """The same refusal, with when it ends."""
    found = Later(*error.problems)
    found.seconds = max(1, int(seconds) + 1)
    return found


def refusal(code: str, place: str, expected: str, found: str, remedy: str = "") -> OfficeError:
    """The refusal of a command for one reason; the remedy as `problem_of` has it."""
    return OfficeError(problem_of(code, place, expected, found, remedy))


def refuse_changed(place: str, shown: str | None, stands: str, given: str) -> None:
    """Stops what would replace unseen what another one set since a page showed it. `shown`: what stood there;
    None: nobody looked."""
    if shown is not None and stands not in (shown, given):
        remedy = "look at it as it stands now, then set it"
        raise refusal("answered-meanwhile", place, f"“{shown}”, as it was shown", f"“{stands}”", remedy)


def typed_list(words: Iterable[str]) -> str:
    """Words that are taken as they stand, in quotes: no language tells them otherwise."""
    return ", ".join(f"'{word}'" for word in words)


def problem_of(code: str, place: str, expected: str, found: str, remedy: str = "") -> Problem:
    """A problem with its own remedy; without one, with what codes.toml says is always to be done."""
    return Problem(code, place, expected, found, remedy or catalogue()[code]["do"])


@cache
def catalogue() -> Mapping[str, Mapping[str, str]]:
    """By code `meaning` and `remedy`, for the list of problems, and `do` where that hangs on no case."""
    import tomllib  # with a parser that most commands do without

    return tomllib.loads(Path(__file__).with_name("codes.toml").read_text("utf-8"))
