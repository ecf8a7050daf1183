"""One request and its answer: received within the limits, archived, and only then judged."""

import errno
import socket

import httpx

from scraper.archive import Archive, Exchange
from scraper.blocked import challenge, instead
from scraper.clock import Clock
from scraper.encoding import unpacked
from scraper.fetch_errors import (
    AddressRefused,
    BlockedBySite,
    ConnectionFailed,
    FetchError,
    NoNetwork,
    NotAPage,
    NotFound,
    NotOfTheSite,
    RefusedBySite,
    ServerError,
    TimedOut,
    TooLarge,
    TooManyRequests,
)
from scraper.limits import Limits
from scraper.records import SavedPage
from scraper.retry_after import retry_after
from scraper.wire import SECONDS

REDIRECTS = (301, 302, 303, 307, 308)
_REFUSALS = (401, 403, 451)
_PAGE_TYPES = ("text/html", "application/xhtml+xml")
_UNREACHABLE = (errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN)
_PAGE = "the page of a tournament"


LOCATION, ENCODING = "location", "encoding"
"""Where `AsItCame` puts the headers of these names."""


class AsItCame(httpx.BaseTransport):
    """Takes from the client's sight what it would act upon unasked: it parses the address of a redirect that
    nobody follows, and fails on one that is none, and it unpacks bodies without a limit."""

    def __init__(self, inner: httpx.BaseTransport) -> None:
        self._inner = inner

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = self._inner.handle_request(request)
        for name, header in ((LOCATION, "location"), (ENCODING, "content-encoding")):
            if header in response.headers:
                response.extensions[name] = response.headers.pop(header)
        return response

    def close(self) -> None:
        self._inner.close()


class Requester:
    """Sends single requests for the client; knows nothing of redirects, retries or gates."""

    def __init__(self, http: httpx.Client, archive: Archive, clock: Clock, limits: Limits) -> None:
        self._http = http
        self._archive = archive
        self._clock = clock
        self._limits = limits

    def send(
        self, asked: str, method: str, url: str, form: dict[str, str], until: float
    ) -> tuple[Exchange, SavedPage]:
        """The page or redirect that answers, as archived; a FetchError for everything else.

        `asked` is the address the work asked for, `url` this hop's; `until` a monotonic time.
        """
        if self._clock.monotonic() > until:
            raise TimedOut(asked, "all answers in time", "no time left")
        end = min(until, self._clock.monotonic() + self._limits.request)
        body = bytearray()
        trouble: FetchError | None = None
        response: httpx.Response | None = None
        left = {SECONDS: max(end - self._clock.monotonic(), 0.0)}
        try:
            with self._http.stream(method, url, data=form or None, extensions=left) as response:
                # As the bytes come: in larger pieces a dripping answer would never be looked at.
                for chunk in response.iter_bytes():
                    body += chunk
                    trouble = self._beyond(asked, len(body), end)
                    if trouble is not None:
                        break
        except httpx.TimeoutException as error:
            most = self._limits.silence if self._clock.monotonic() < end else self._limits.request
            trouble = TimedOut(asked, f"an answer within {most:g} s", _words(error))
            trouble.__cause__ = error
        except httpx.TransportError as error:
            kind = NoNetwork if _is_unreachable(error) else ConnectionFailed
            trouble = kind(asked, "a whole answer", _words(error))
            trouble.__cause__ = error
        except (httpx.InvalidURL, UnicodeError) as error:
            raise AddressRefused(asked, "an address that can be asked for", _words(error)) from error
        if response is None:
            assert trouble is not None
            raise trouble
        received = bytes(body[: self._limits.body])
        if trouble is None:
            received, trouble = unpacked(
                asked, received, response.extensions.get(ENCODING, ""), self._limits.body
            )
        answer = Exchange(
            asked=asked,
            address=url,
            method=method,
            status=response.status_code,
            body=received,
            fetched_at=self._clock.now(),
            content_type=response.headers.get("content-type"),
            location=response.extensions.get(LOCATION),
            form=tuple(form),
            complete=trouble is None,
        )
        page = self._archive.put(answer)
        if trouble is None:
            wait = retry_after(response.headers.get("retry-after"), self._clock.wall())
            trouble = _judge(asked, answer, wait)
        if trouble is not None:
            raise trouble
        return answer, page

    def _beyond(self, asked: str, size: int, end: float) -> FetchError | None:
        if size > self._limits.body:
            return TooLarge(asked, f"at most {self._limits.body} bytes", "more")
        if self._clock.monotonic() > end:
            return TimedOut(asked, f"a whole page within {self._limits.request:g} s", f"{size} bytes so far")
        return None


def _judge(asked: str, answer: Exchange, wait: float | None) -> FetchError | None:
    """What is wrong with a whole answer, None for a redirect or an HTML page."""
    status = answer.status
    found = f"HTTP status {status}"
    if status in REDIRECTS:
        return None
    if status in (404, 410):
        return NotFound(asked, _PAGE, found)
    if status in _REFUSALS:
        return RefusedBySite(asked, _PAGE, found)
    if status == 429:
        return TooManyRequests(asked, _PAGE, found, retry_after=wait)
    if status == 408 or status >= 500:
        mark = challenge(answer.body)
        if mark is not None:
            return BlockedBySite(asked, _PAGE, f"{found} and a page that says “{mark}”")
        return ServerError(asked, _PAGE, found, retry_after=wait)
    if status != 200:
        return NotAPage(asked, "HTTP status 200", found)
    kind = (answer.content_type or "").split(";")[0].strip().lower()
    if kind not in _PAGE_TYPES and (kind or answer.body.lstrip()[:1] != b"<"):
        return NotAPage(asked, "text/html", kind or "no content type and no HTML")
    if not answer.body.strip():
        return NotAPage(asked, "text/html", "an empty answer")
    other = instead(answer.body)
    if other is None:
        return None
    if other.mark is not None:
        return BlockedBySite(asked, _PAGE, f"a page that says “{other.mark}”")
    return NotOfTheSite(asked, _PAGE, f"a page with the title “{other.title}” and the text “{other.text}”")


def _is_unreachable(error: BaseException) -> bool:
    """Whether a name could not be resolved or no network is there, as the cause of a failed connection."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, socket.gaierror):
            return True
        if isinstance(cause, OSError) and cause.errno in _UNREACHABLE:
            return True
        cause = cause.__cause__ or cause.__context__
    return False


def _words(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
