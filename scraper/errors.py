"""What stops the scraper, each carrying the one `Problem` that says why.

ScraperError
├── PageError                 the bytes are not a page this reader takes
│   ├── NotATournamentPage    not HTML, no tournament heading, "Record not found"
│   ├── SearchPage            a page that lists tournaments: a search, a federation, the start page
│   ├── TruncatedPage         the page ends before its end
│   ├── OtherLanguage         a Chess-Results page in a language that is not read, or not for this view
│   ├── OtherPageKind         a view, layout or table that is not known
│   ├── OtherTournament       pages of two tournaments in one reading
│   └── PageTooLarge          beyond the limits on bytes, players or rounds
├── AddressError              (scraper/addresses.py) no address of Chess-Results
├── ArchiveError              (scraper/archive.py) a kept page is missing, or not what it was
├── CassetteError             (scraper/cassette.py) the cassette cannot be used as it is
└── FetchError                the site did not give the page: a class for each code of fetch_codes.toml
    └── Passing               what may be gone on the next try

Everything that can be read in spite of what was met is a `Problem` in the reading instead.
"""

from typing import ClassVar, Self

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


class NotATournamentPage(PageError): ...


class SearchPage(PageError):
    """A page that lists tournaments; `tournament` is the only one that it names, None if there is not one."""

    def __init__(self, problem: Problem, tournament: int | None) -> None:
        super().__init__(problem)
        self.tournament = tournament
        self.args = problem, tournament  # it is made anew of them where it comes out of another process


class TruncatedPage(PageError): ...


class OtherLanguage(PageError): ...


class OtherPageKind(PageError): ...


class OtherTournament(PageError): ...


class PageTooLarge(PageError): ...


class FetchError(ScraperError):
    """The page was not received; `place` is the address, `expected` and `found` what was met there.

    Some end the whole run (`ends_run`): what stopped this page would stop the next one too, and asking on
    would be impolite.
    """

    code: ClassVar[str]
    ends_run: ClassVar[bool] = False

    def __init_subclass__(cls, code: str | None = None, ends_run: bool = False) -> None:
        if code is not None:
            cls.code, cls.ends_run = code, ends_run

    def __init__(self, place: str, expected: str, found: str, remedy: str | None = None) -> None:
        super().__init__(problem(self.code, place, expected, found, remedy))


class Passing(FetchError):
    """What may be gone on the next try. `retry_after` is what the site asked for, in seconds."""

    def __init__(self, place: str, expected: str, found: str, *, retry_after: float | None = None) -> None:
        super().__init__(place, expected, found)
        self.retry_after = retry_after


class AddressRefused(FetchError, code="address-refused"): ...


class RedirectOutside(FetchError, code="redirect-outside"): ...


class RedirectLoop(FetchError, code="redirect-loop"): ...


class NotFound(FetchError, code="not-found"): ...


class RefusedBySite(FetchError, code="refused-by-site", ends_run=True): ...


class BlockedBySite(FetchError, code="blocked-by-site", ends_run=True): ...


class NotOfTheSite(FetchError, code="not-of-the-site", ends_run=True): ...


class TooManyRequests(Passing, code="too-many-requests", ends_run=True): ...


class DailyBudget(FetchError, code="daily-budget", ends_run=True): ...


class ServerError(Passing, code="server-error"): ...


class ConnectionFailed(Passing, code="connection-failed"): ...


class CertificateRefused(FetchError, code="certificate-refused", ends_run=True): ...


class NoNetwork(Passing, code="no-network", ends_run=True): ...


class Offline(FetchError, code="offline"): ...


class TimedOut(Passing, code="timed-out"): ...


class TooLarge(FetchError, code="too-large"): ...


class NotAPage(FetchError, code="not-a-page"): ...


class GateNotOpened(FetchError, code="gate-not-opened"): ...


class RoundsUnknown(FetchError, code="rounds-unknown"): ...


class NotRecorded(FetchError, code="not-recorded"): ...
