"""One request and its answer: received within the limits, archived, and only then judged."""

import errno
import socket
import zlib
from dataclasses import dataclass
from datetime import UTC
from email.utils import parsedate_to_datetime

import httpx

from scraper.archive import Archive, Exchange
from scraper.blocked import challenge, instead
from scraper.certificates import doubt_in, why_not
from scraper.clock import Clock
from scraper.errors import (
    AddressRefused,
    BlockedBySite,
    CertificateRefused,
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
from scraper.records import SavedPage
from scraper.wire import SECONDS

REDIRECTS = (301, 302, 303, 307, 308)
_REFUSALS = (401, 403, 451)
_PAGE_TYPES = ("text/html", "application/xhtml+xml")
_UNREACHABLE = (errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN)
_PAGE = "the page of a tournament"


LOCATION, ENCODING = "location", "encoding"
"""Where `AsItCame` puts the headers of these names."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one page may take. Times in seconds, sizes in bytes.

    `silence` bounds one wait for bytes, `request` one request with its body, `page` one page with
    redirects, waits and retries; `retry_after` is the longest wait the site may ask for (R: kahalm
    caps it at five minutes).
    """

    silence: float = 20.0
    request: float = 60.0
    page: float = 900.0
    body: int = 20_000_000
    redirects: int = 5
    attempts: int = 4
    retry_after: float = 300.0


class AsItCame(httpx.BaseTransport):
    """Takes from the client's sight what it would act upon unasked: it parses the address of a redirect that
    nobody follows, and fails on one that is none, unpacks bodies without a limit, and keeps cookies that no
    later request could carry."""

    def __init__(self, inner: httpx.BaseTransport) -> None:
        self._inner = inner

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = self._inner.handle_request(request)
        for name, header in ((LOCATION, "location"), (ENCODING, "content-encoding")):
            if header in response.headers:
                response.extensions[name] = response.headers.pop(header)
        raw = response.headers.raw
        if any(_no_cookie(*header) for header in raw):
            response.headers = httpx.Headers([header for header in raw if not _no_cookie(*header)])
        return response

    def close(self) -> None:
        self._inner.close()


def _no_cookie(name: bytes, value: bytes) -> bool:
    return name.lower() == b"set-cookie" and not value.isascii()


@dataclass(frozen=True, slots=True)
class Ask:
    """One request. `asked` is the address the work asked for, `url` this hop's; `form` is what is posted;
    `until` a monotonic time."""

    asked: str
    method: str
    url: str
    form: dict[str, str]
    until: float


@dataclass(frozen=True, slots=True)
class Requester:
    """Sends single requests for the client; knows nothing of redirects, retries or gates."""

    http: httpx.Client
    archive: Archive
    clock: Clock
    limits: Limits

    def send(self, ask: Ask) -> tuple[Exchange, SavedPage]:
        """The page or redirect that answers, as archived; a FetchError for everything else."""
        asked, largest = ask.asked, self.limits.body
        if self.clock.monotonic() > ask.until:
            raise TimedOut(asked, "all answers in time", "no time left")
        end = min(ask.until, self.clock.monotonic() + self.limits.request)
        body = bytearray()
        trouble: FetchError | None = None
        response: httpx.Response | None = None
        left = {SECONDS: max(end - self.clock.monotonic(), 0.0)}
        try:
            with self.http.stream(ask.method, ask.url, data=ask.form or None, extensions=left) as response:
                # As the bytes come: in larger pieces a dripping answer would never be looked at.
                for chunk in response.iter_bytes():
                    body += chunk
                    trouble = self._beyond(asked, len(body), end)
                    if trouble is not None:
                        break
        except httpx.TimeoutException as error:
            most = self.limits.silence if self.clock.monotonic() < end else self.limits.request
            trouble = TimedOut(asked, f"an answer within {most:g} s", _words(error))
            trouble.__cause__ = error
        except httpx.TransportError as error:
            if (doubt := doubt_in(error)) is not None:
                expected = "a certificate of the site that this machine trusts"
                raise CertificateRefused(asked, expected, why_not(doubt)) from error
            kind = NoNetwork if _is_unreachable(error) else ConnectionFailed
            trouble = kind(asked, "a whole answer", _words(error))
            trouble.__cause__ = error
        except (httpx.InvalidURL, UnicodeError) as error:
            raise AddressRefused(asked, "an address that can be asked for", _words(error)) from error
        if response is None:
            assert trouble is not None
            raise trouble
        received = bytes(body[:largest])
        if trouble is None:
            received, trouble = unpacked(asked, received, response.extensions.get(ENCODING, ""), largest)
        answer = Exchange(
            asked=asked,
            address=ask.url,
            method=ask.method,
            status=response.status_code,
            body=received,
            fetched_at=self.clock.now(),
            content_type=response.headers.get("content-type"),
            location=response.extensions.get(LOCATION),
            form=tuple(ask.form),
            complete=trouble is None,
        )
        page = self.archive.put(answer)
        if trouble is None:
            wait = retry_after(response.headers.get("retry-after"), self.clock.wall())
            trouble = _judge(asked, answer, wait)
        if trouble is not None:
            raise trouble
        return answer, page

    def _beyond(self, asked: str, size: int, end: float) -> FetchError | None:
        if size > self.limits.body:
            return TooLarge(asked, f"at most {self.limits.body} bytes", "more")
        if self.clock.monotonic() > end:
            return TimedOut(asked, f"a whole page within {self.limits.request:g} s", f"{size} bytes so far")
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


def retry_after(value: str | None, now: float) -> float | None:
    """Seconds to wait as the header `Retry-After` says (RFC 9110, 10.2.3: seconds, or an HTTP date), never
    negative; None if it says nothing that can be read. `now` is wall time in seconds since 1970."""
    if value is None:
        return None
    value = value.strip()
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        moment = parsedate_to_datetime(value)
    except (ValueError, OverflowError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, moment.timestamp() - now)


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


ACCEPTED = "gzip, deflate"
MOST_LAYERS = 3
_WINDOWS = {"gzip": zlib.MAX_WBITS | 16, "x-gzip": zlib.MAX_WBITS | 16, "deflate": zlib.MAX_WBITS}


def unpacked(asked: str, body: bytes, stated: str, most: int) -> tuple[bytes, FetchError | None]:
    """The body without its packing, at most `most` bytes, and what is wrong with it; `stated` is the header
    Content-Encoding. Where a layer cannot be unpacked, what came out of it is given."""
    layers = [name for name in (part.strip().lower() for part in stated.split(",")) if name]
    layers = [name for name in layers if name != "identity"]
    if len(layers) > MOST_LAYERS or any(name not in _WINDOWS for name in layers):
        return body, NotAPage(asked, f"a body packed as {ACCEPTED} or not at all", f"packed as {stated[:80]}")
    for name in reversed(layers):
        window = _WINDOWS[name]
        if name == "deflate" and body[:1] and (body[0] & 0x0F) != zlib.DEFLATED:
            window = -zlib.MAX_WBITS  # without the head that zlib writes, as some servers send it
        packing = zlib.decompressobj(window)
        try:
            out = packing.decompress(body, most + 1)
        except zlib.error as error:
            return b"", ConnectionFailed(asked, "a whole answer", f"{name} that cannot be unpacked: {error}")
        if len(out) > most:
            return out[:most], TooLarge(asked, f"at most {most} bytes", "more, unpacked")
        if body and not packing.eof:
            return out, ConnectionFailed(asked, "a whole answer", f"{name} that breaks off")
        body = out
    return body, None
