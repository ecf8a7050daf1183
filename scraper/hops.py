"""From an address to the page that answers: hop after hop, each checked, each tried again while it may help.

A page of the main host is asked of the node that answered last, once; if that node does not serve, the
main host is asked as if none were known. All nodes serve the same pages, and the main host sends every
request on to one: a page asked of the node costs one request, not two. Source: shared/chess-results.md,
section 1.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urljoin, urlsplit, urlunsplit

from tenacity import RetryCallState, Retrying, retry_if_exception_type, stop_after_attempt, wait_exponential

from scraper.addresses import SITE, is_site_url
from scraper.archive import Exchange
from scraper.blocked import Gate, find_gate
from scraper.errors import (
    AddressRefused,
    CertificateRefused,
    ConnectionFailed,
    NoNetwork,
    NotAPage,
    NotFound,
    NotRecorded,
    Passing,
    RedirectLoop,
    RedirectOutside,
    ServerError,
    TimedOut,
    TooManyRequests,
)
from scraper.records import SavedPage
from scraper.request import REDIRECTS, Ask, Requester

NODE_FILE = "node"
_MAIN = (SITE, f"www.{SITE}")
_NODE = re.compile(rf"s[0-9]{{1,2}}\.{re.escape(SITE)}")
"""Not the archive of old tournaments, to which the main host may send on: it need not have the others."""
_MARK = "SNode=S0"
"""What the main host adds to the address when it sends a request on."""


class Nodes:
    """Which node is known; in `folder` it outlives the run."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / NODE_FILE
        self._known = self._read()

    def direct(self, url: str) -> str | None:
        """The same page at the known node; None if none is known or the address names a host itself."""
        parts = urlsplit(url)
        if self._known is None or parts.netloc.lower() not in _MAIN:
            return None
        query = parts.query if _MARK in parts.query else "&".join(filter(None, (parts.query, _MARK)))
        return urlunsplit(parts._replace(netloc=self._known, query=query))

    def answered(self, url: str) -> None:
        """A page came from this address: its host, if it is one of the nodes, is the node from now on."""
        host = urlsplit(url).netloc.lower()
        if _NODE.fullmatch(host) and host != self._known:
            self._known = host
            self._file.write_text(f"{host}\n", encoding="ascii")

    def forget(self) -> None:
        """The node did not serve: ask the main host next."""
        self._known = None
        self._file.unlink(missing_ok=True)

    def _read(self) -> str | None:
        try:
            host = self._file.read_text(encoding="ascii").strip().lower()
        except (FileNotFoundError, UnicodeDecodeError):
            return None
        # A torn or meddled file names no node, and is as good as none.
        return host if _NODE.fullmatch(host) else None


_SITE = "an address of chess-results.com or its nodes"
_NODES_OWN = (
    *(CertificateRefused, ConnectionFailed, NotAPage, NotFound),
    *(NotRecorded, RedirectLoop, ServerError, TimedOut),
)
"""What can be the trouble of one node; a refusal (403, a captcha) is the site's, and not asked twice."""
_WAITED_FOR = (NoNetwork, TooManyRequests)
"""What is tried again at a node as well: another host would not help."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A page as received: kept in the archive, with the address that answered and its gate, if any."""

    page: SavedPage
    address: str
    gate: Gate | None


@dataclass(frozen=True, slots=True)
class Hops(Requester):
    """Follows one address at a time for the client. `_notice` is told about every retry and every wait."""

    nodes: Nodes | None
    _notice: Callable[[str], None]

    def follow(self, ask: Ask) -> Answer:
        """The page behind an address."""
        if not is_site_url(ask.url):
            raise AddressRefused(ask.asked, _SITE, ask.url)
        ask = replace(ask, url=_over_https(ask.url))
        direct = self.nodes.direct(ask.url) if self.nodes is not None and ask.method == "GET" else None
        if self.nodes is not None and direct is not None:
            try:
                return self._walk(replace(ask, url=direct), again=_WAITED_FOR)
            except _NODES_OWN as error:
                self.nodes.forget()
                pause = self._asked_for(error, ask) if isinstance(error, Passing) else 0.0
                problem, host = error.problem, urlsplit(direct).netloc
                self._notice(f"{problem.code}: {problem.found}; {host} is left, the main host asked")
                if pause:
                    self.clock.sleep(pause)
        return self._walk(ask, again=(Passing,))

    def _walk(self, ask: Ask, *, again: tuple[type[Passing], ...]) -> Answer:
        """Hop after hop to a page; `again` are the errors after which a request is tried again."""
        seen: list[tuple[str, str]] = []
        while True:
            seen.append((ask.method, ask.url))
            answer, page = self._persist(ask, again)
            if answer.status not in REDIRECTS:
                if self.nodes is not None:
                    self.nodes.answered(ask.url)
                return Answer(page=page, address=ask.url, gate=find_gate(page.body, ask.url))
            ask = replace(ask, url=_target(ask, answer))
            if ask.method == "POST" and answer.status in (301, 302, 303):
                ask = replace(ask, method="GET", form={})
            if (ask.method, ask.url) in seen:
                raise RedirectLoop(ask.asked, "a page", f"a redirect back to {ask.url}")
            if len(seen) > self.limits.redirects:
                most = self.limits.redirects
                raise RedirectLoop(ask.asked, f"at most {most} redirects", f"one more, to {ask.url}")

    def _persist(self, ask: Ask, again: tuple[type[Passing], ...]) -> tuple[Exchange, SavedPage]:
        """One request, tried again while what is wrong may pass."""
        attempts = self.limits.attempts

        def wait(state: RetryCallState) -> float:
            error = state.outcome.exception() if state.outcome else None
            assert isinstance(error, Passing)
            pause, problem = self._pause(error, state, ask), error.problem
            if state.attempt_number < attempts:
                self._notice(
                    f"{problem.code}: {problem.found}; try {state.attempt_number} of {attempts}, "
                    f"the next in {pause:.0f} s ({ask.url})"
                )
            return pause

        stop, retry = stop_after_attempt(attempts), retry_if_exception_type(again)
        tries = Retrying(stop=stop, wait=wait, retry=retry, sleep=self.clock.sleep, reraise=True)
        return tries(self.send, ask)

    def _pause(self, error: Passing, state: RetryCallState, ask: Ask) -> float:
        """Seconds before the next try: what the site asks for, at least 1, 2, 4 …; or the end of trying."""
        at_least = float(wait_exponential(multiplier=1, max=30)(state))
        more = state.attempt_number < self.limits.attempts
        return self._asked_for(error, ask, at_least=at_least, more=more)

    def _asked_for(self, error: Passing, ask: Ask, *, at_least: float = 0.0, more: bool = True) -> float:
        """Seconds to wait as the site asks; the end of trying where it asks for too many or, if there is one
        `more` try, for more than are left."""
        problem, longest = error.problem, self.limits.retry_after
        if error.retry_after is not None and error.retry_after > longest:
            found = f"{problem.found} with Retry-After {error.retry_after:.0f} s, more than {longest:.0f} s"
            raise type(error)(problem.place, problem.expected, found) from error
        pause = max(at_least, error.retry_after or 0.0)
        if more and self.clock.monotonic() + pause > ask.until:
            raise TimedOut(
                ask.asked, "an answer in time", f"{problem.found}, and no time left to wait"
            ) from error
        return pause


def _target(ask: Ask, answer: Exchange) -> str:
    """Where a redirect leads, over https; RedirectOutside if that is not the site."""
    found = f"{answer.status} to {answer.location or 'nowhere'}"
    try:
        target = urljoin(ask.url, answer.location or "")
    except ValueError as error:
        raise RedirectOutside(ask.asked, _SITE, found) from error
    if not answer.location or not is_site_url(target):
        raise RedirectOutside(ask.asked, _SITE, found)
    return _over_https(target)


def _over_https(url: str) -> str:
    return urlunsplit(urlsplit(url)._replace(scheme="https"))
