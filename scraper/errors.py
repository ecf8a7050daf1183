"""What stops the scraper, each carrying the one `Problem` that says why.

ScraperError
├── PageError                 the bytes are not a page this reader takes
│   ├── NotATournamentPage    not HTML, no tournament heading, "Record not found"
│   ├── SearchPage            a page that lists tournaments: a search, a federation, the start page
│   ├── TruncatedPage         the page ends before its end
│   ├── OtherLanguage         a Chess-Results page in a language that is not read
│   ├── OtherPageKind         a view, layout or table that is not known
│   ├── OtherTournament       pages of two tournaments in one reading
│   └── PageTooLarge          beyond the limits on size, players or rounds
├── AddressError              (scraper/addresses.py) no address of Chess-Results
└── FetchError                (scraper/client.py) the site did not give the page

Everything that can be read in spite of what was met is a `Problem` in the reading instead.
"""

from typing import Self

from scraper.problems import problem
from scraper.records import Problem


class ScraperError(Exception):
    """The work on one address or page stops here; `problem` says what was met and what would do."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem

    @classmethod
    def because(cls, code: str, place: str, expected: str, found: str, remedy: str | None = None) -> Self:
        """The error with a problem of a listed code, as `problems.problem` makes it."""
        return cls(problem(code, place, expected, found, remedy))

    def __str__(self) -> str:
        p = self.problem
        return f"{p.code}: {p.place}: expected {p.expected}, found {p.found}. {p.remedy}"


class PageError(ScraperError):
    """The bytes are not a page that can be read."""


class NotATournamentPage(PageError):
    """Not HTML, no tournament heading, or the site's "Record not found"."""


class SearchPage(PageError):
    """A page that lists tournaments; `tournament` is the only one that it names, None if there is not one."""

    def __init__(self, problem: Problem, tournament: int | None) -> None:
        super().__init__(problem)
        self.tournament = tournament

    def __reduce__(self) -> tuple[type["SearchPage"], tuple[Problem, int | None]]:
        return SearchPage, (self.problem, self.tournament)


class TruncatedPage(PageError):
    """The page ends before its end."""


class OtherLanguage(PageError):
    """A page of Chess-Results in a language that is not read, or not for this view."""


class OtherPageKind(PageError):
    """A view, a layout or a table that is not known."""


class OtherTournament(PageError):
    """Pages of more than one tournament in one reading."""


class PageTooLarge(PageError):
    """Beyond the limits on bytes, players or rounds."""
