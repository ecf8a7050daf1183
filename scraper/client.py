"""The one client that asks Chess-Results for pages: polite, bounded, and kept inside the site.

Every answer is archived before anything looks into it. Redirects are followed by hand and checked at
each hop; what may pass (resets, timeouts, 429, 5xx) is tried again a bounded number of times with
tenacity; what will not (403, 404, another host) stops at once. Errors: scraper/fetch_errors.py.
Source: shared/chess-results.md, sections 1 and 3.
"""

from __future__ import annotations

import importlib.metadata
import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from urllib.parse import urljoin, urlsplit, urlunsplit

import httpx
from tenacity import RetryCallState, Retrying, retry_if_exception_type, stop_after_attempt, wait_exponential

from scraper.addresses import is_site_url
from scraper.archive import Archive, Exchange
from scraper.clock import Clock
from scraper.fetch_errors import (
    AddressRefused,
    GateNotOpened,
    Passing,
    RedirectLoop,
    RedirectOutside,
    TimedOut,
)
from scraper.gate import Gate, find_gate
from scraper.limits import Limits
from scraper.politeness import PoliteTransport
from scraper.records import SavedPage
from scraper.request import REDIRECTS, Requester

_log = logging.getLogger(__name__)
_SITE = "an address of chess-results.com or its nodes"


@dataclass(frozen=True, slots=True)
class Answer:
    """A page as received: kept in the archive, with the address that answered and its gate, if any."""

    page: SavedPage
    address: str
    gate: Gate | None


class Client:
    """Asks for pages one after the other; a context manager that closes its connections.

    `transport` is the network (see `open_client`), a replay or a test's. `notice` is told in words
    about every retry and the wait before it.
    """

    def __init__(
        self,
        archive: Archive,
        *,
        transport: httpx.BaseTransport,
        clock: Clock | None = None,
        limits: Limits | None = None,
        notice: Callable[[str], None] | None = None,
    ) -> None:
        self.archive = archive
        self.clock = clock or Clock()
        self.limits = limits or Limits()
        self._notice = notice or _log.info
        self._http = httpx.Client(
            transport=transport,
            follow_redirects=False,
            timeout=self.limits.silence,
            headers={"User-Agent": user_agent(), "Accept": "text/html", "Accept-Language": "en"},
        )
        self._requests = Requester(self._http, archive, self.clock, self.limits)

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the connections back."""
        self._http.close()

    def get(self, address: str, *, deadline: float | None = None) -> Answer:
        """The page at an address, as it comes: a gate in front of it is left shut.

        `deadline` is a monotonic time beyond which nothing is asked. Raises FetchError.
        """
        return self._ask(address, "GET", address, {}, self._until(deadline))

    def page(self, address: str, *, deadline: float | None = None) -> Answer:
        """The page at an address; if a gate is in front of it, it is opened. Raises FetchError."""
        answer = self.get(address, deadline=deadline)
        return answer if answer.gate is None else self.open_gate(answer, deadline=deadline)

    def open_gate(self, gated: Answer, *, deadline: float | None = None) -> Answer:
        """What is behind the gate of an answer: its form is posted to the final address, and the answer
        of that is read; if it is gated still, the address is asked once more with the cookies (R:
        readers disagree which of the two the site does). Raises GateNotOpened if neither helps."""
        if gated.gate is None:
            raise ValueError("the page has no gate")
        asked = gated.page.origin
        until = self._until(deadline)
        answer = self._ask(asked, "POST", gated.gate.action, gated.gate.fields, until)
        if answer.gate is not None:
            answer = self._ask(asked, "GET", gated.address, {}, until)
        if answer.gate is not None:
            raise GateNotOpened(
                asked, "the page with its details", "the button again, after a POST and a GET"
            )
        return answer

    def _until(self, deadline: float | None) -> float:
        own = self.clock.monotonic() + self.limits.page
        return own if deadline is None else min(own, deadline)

    def _ask(self, asked: str, method: str, url: str, form: dict[str, str], until: float) -> Answer:
        """One page: hop after hop, each checked before it is made."""
        if not is_site_url(url):
            raise AddressRefused(asked, _SITE, url)
        url = _over_https(url)
        seen: list[tuple[str, str]] = []
        while True:
            seen.append((method, url))
            answer, page = self._persist(asked, method, url, form, until)
            if answer.status not in REDIRECTS:
                return Answer(page=page, address=url, gate=find_gate(page.body, url))
            url = _target(asked, url, answer)
            if method == "POST" and answer.status in (301, 302, 303):
                method, form = "GET", {}
            if (method, url) in seen:
                raise RedirectLoop(asked, "a page", f"a redirect back to {url}")
            if len(seen) > self.limits.redirects:
                raise RedirectLoop(asked, f"at most {self.limits.redirects} redirects", f"one more, to {url}")

    def _persist(
        self, asked: str, method: str, url: str, form: dict[str, str], until: float
    ) -> tuple[Exchange, SavedPage]:
        """One request, tried again while what is wrong may pass."""

        def wait(state: RetryCallState) -> float:
            return self._pause(_passing(state), state, asked, until)

        def tell(state: RetryCallState) -> None:
            pause = state.next_action.sleep if state.next_action else 0.0
            problem = _passing(state).problem
            self._notice(
                f"{problem.code}: {problem.found}; try {state.attempt_number} of {self.limits.attempts}, "
                f"the next in {pause:.0f} s ({url})"
            )

        attempts = Retrying(
            stop=stop_after_attempt(self.limits.attempts),
            wait=wait,
            retry=retry_if_exception_type(Passing),
            sleep=self.clock.sleep,
            before_sleep=tell,
            reraise=True,
        )
        return attempts(self._requests.send, asked, method, url, form, until)

    def _pause(self, error: Passing, state: RetryCallState, asked: str, until: float) -> float:
        """Seconds before the next try: what the site asks for, at least 1, 2, 4 …; or the end of trying."""
        problem, longest = error.problem, self.limits.retry_after
        if error.retry_after is not None and error.retry_after > longest:
            found = f"{problem.found} with Retry-After {error.retry_after:.0f} s, more than {longest:.0f} s"
            raise type(error)(problem.place, problem.expected, found) from error
        pause = max(float(wait_exponential(multiplier=1, max=30)(state)), error.retry_after or 0.0)
        last = state.attempt_number >= self.limits.attempts
        if not last and self.clock.monotonic() + pause > until:
            raise TimedOut(
                asked, "an answer in time", f"{problem.found}, and no time left to wait"
            ) from error
        return pause


def open_client(
    archive: Archive, folder: Path, *, notice: Callable[[str], None] | None = None, clock: Clock | None = None
) -> Client:
    """The client for the real site. `folder` is the archive's: the time of the last request lies there."""
    clock = clock or Clock()
    network = PoliteTransport(httpx.HTTPTransport(), folder, clock=clock)
    return Client(archive, transport=network, clock=clock, notice=notice)


def user_agent() -> str:
    """How the client names itself. R: postbacks of agents that do not begin `Mozilla/5.0` are ignored."""
    return f"Mozilla/5.0 (compatible; Banzuke/{_version()}; +rating office)"


def _version() -> str:
    try:
        return importlib.metadata.version("banzuke")
    except importlib.metadata.PackageNotFoundError:
        return "unpackaged"


def _passing(state: RetryCallState) -> Passing:
    error = state.outcome.exception() if state.outcome else None
    assert isinstance(error, Passing)
    return error


def _target(asked: str, url: str, answer: Exchange) -> str:
    """Where a redirect leads, over https; RedirectOutside if that is not the site."""
    found = f"{answer.status} to {answer.location or 'nowhere'}"
    try:
        target = urljoin(url, answer.location or "")
    except ValueError as error:
        raise RedirectOutside(asked, _SITE, found) from error
    if not answer.location or not is_site_url(target):
        raise RedirectOutside(asked, _SITE, found)
    return _over_https(target)


def _over_https(url: str) -> str:
    return urlunsplit(urlsplit(url)._replace(scheme="https"))
