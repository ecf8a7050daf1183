"""Why the site did not give the page: one class per code, each carrying its one `Problem`.

FetchError
├── AddressRefused     address-refused      ├── ConnectionFailed  connection-failed
├── RedirectOutside    redirect-outside     ├── Offline           offline
├── RedirectLoop       redirect-loop        ├── TimedOut          timed-out
├── NotFound           not-found            ├── TooLarge          too-large
├── RefusedBySite    ! refused-by-site      ├── NotAPage          not-a-page
├── BlockedBySite    ! blocked-by-site      ├── GateNotOpened     gate-not-opened
├── TooManyRequests  ! too-many-requests    ├── RoundsUnknown     rounds-unknown
├── DailyBudget      ! daily-budget         ├── NotRecorded       not-recorded
├── NoNetwork        ! no-network           ├── ServerError       server-error
└── NotOfTheSite     ! not-of-the-site

Those marked ! end the whole run (`ends_run`): what stopped this page would stop the next one too, and
asking on would be impolite.
"""

from typing import ClassVar

from scraper.errors import ScraperError
from scraper.problems import problem


class FetchError(ScraperError):
    """The page was not received; `place` is the address, `expected` and `found` what was met there."""

    code: ClassVar[str]
    ends_run: ClassVar[bool] = False

    def __init_subclass__(cls, code: str | None = None, ends_run: bool = False) -> None:
        if code is not None:
            cls.code, cls.ends_run = code, ends_run

    def __init__(self, place: str, expected: str, found: str) -> None:
        super().__init__(problem(self.code, place, expected, found))


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


class NoNetwork(Passing, code="no-network", ends_run=True): ...


class Offline(FetchError, code="offline"): ...


class TimedOut(Passing, code="timed-out"): ...


class TooLarge(FetchError, code="too-large"): ...


class NotAPage(FetchError, code="not-a-page"): ...


class GateNotOpened(FetchError, code="gate-not-opened"): ...


class RoundsUnknown(FetchError, code="rounds-unknown"): ...


class NotRecorded(FetchError, code="not-recorded"): ...
