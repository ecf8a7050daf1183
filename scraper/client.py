"""The one client that asks Chess-Results for pages: polite, bounded, and kept inside the site.

Every answer is archived before anything looks into it. What was received once in a run is not asked for
again: the archive answers. Redirects are followed by hand and checked at each hop (scraper/hops.py); what
may pass (resets, timeouts, 429, 5xx) is tried again a bounded number of times; what will not (403, 404,
another host) stops at once. Errors: scraper/errors.py.
Source: shared/chess-results.md, sections 1 and 3.
"""

import importlib.metadata
import logging
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import cached_property
from pathlib import Path

import httpx

from scraper.archive import Archive
from scraper.blocked import find_gate, instead
from scraper.clock import Clock
from scraper.errors import GateNotOpened, Offline
from scraper.hops import Answer, Hops, Nodes
from scraper.request import ACCEPTED, AsItCame, Ask, Limits
from scraper.wire import PoliteTransport, Wire

_log = logging.getLogger(__name__)


class Client(AbstractContextManager["Client"]):
    """Asks for pages one after the other; a context manager that closes its connections. One client is
    one run: an address asked for again is answered from the archive.

    `transport` is the network (see `open_client`), a replay or a test's; None: there is none, and only
    the archive answers (`offline`). `nodes` knows the node to ask directly; without it each page is asked
    of the address that was given. `notice` is told in words about every retry and the wait before it.
    `contact` is where the site reaches the office. `pages_asked` counts the pages asked of the site.
    """

    def __init__(
        self,
        archive: Archive,
        *,
        transport: httpx.BaseTransport | None,
        clock: Clock | None = None,
        limits: Limits | None = None,
        nodes: Nodes | None = None,
        notice: Callable[[str], None] | None = None,
        contact: str = "",
    ) -> None:
        self.archive = archive
        self.clock = clock or Clock()
        self.limits = limits or Limits()
        self.pages_asked = 0
        self.offline = transport is None
        self._received: dict[str, Answer] = {}
        self._transport, self._contact = transport, contact
        self._nodes, self._notice = nodes, notice or _log.info

    @cached_property
    def _http(self) -> httpx.Client:
        assert self._transport is not None  # nothing is asked offline
        return httpx.Client(
            transport=AsItCame(self._transport),
            follow_redirects=False,
            timeout=self.limits.silence,
            headers={
                "User-Agent": user_agent(self._contact),
                "Accept": "text/html",
                "Accept-Language": "en",
                "Accept-Encoding": ACCEPTED,
            },
        )

    @cached_property
    def _hops(self) -> Hops:
        return Hops(self._http, self.archive, self.clock, self.limits, self._nodes, self._notice)

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the connections back."""
        if "_http" in self.__dict__:
            self._http.close()

    def get(self, address: str, *, deadline: float | None = None, looked: bool = True) -> Answer:
        """The page at an address, as it comes: a gate in front of it is left shut.

        `deadline` is a monotonic time beyond which nothing is asked. Not `looked`: of who reads a page of the
        archive, and asks again where it is none of a tournament. Raises FetchError.
        """
        kept = self._again(address)
        if kept is not None:
            return kept
        if self.offline:
            return self._archived(address, looked)
        self.pages_asked += 1
        ask = Ask(address, "GET", address, {}, self._until(deadline))
        return self._keep(address, self._hops.follow(ask))

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
        if self.offline:
            raise Offline(asked, "the page with its details", "only the one with the button before them")
        until = self._until(deadline)
        answer = self._hops.follow(Ask(asked, "POST", gated.gate.action, gated.gate.fields, until))
        if answer.gate is not None:
            answer = self._hops.follow(Ask(asked, "GET", gated.address, {}, until))
        if answer.gate is not None:
            raise GateNotOpened(
                asked, "the page with its details", "the button again, after a POST and a GET"
            )
        return self._keep(asked, answer)

    def _keep(self, asked: str, answer: Answer) -> Answer:
        """Remember what came, without its bytes: those lie in the archive."""
        self._received[asked] = replace(answer, page=replace(answer.page, body=b""))
        return answer

    def _again(self, asked: str) -> Answer | None:
        known = self._received.get(asked)
        page = self.archive.page(known.page.sha256) if known else None
        if known is None or page is None:
            return None
        return replace(known, page=replace(known.page, body=page.body))

    def _archived(self, asked: str, looked: bool) -> Answer:
        page = self.archive.newest(asked, looked=looked)
        if page is None:
            raise Offline(asked, "a page in the archive", "none")
        if not looked:
            return Answer(page, asked, find_gate(page.body, asked))
        if instead(page.body) is not None:
            raise Offline(asked, "a page in the archive", "only one that is not of the site")
        return self._keep(asked, Answer(page, asked, find_gate(page.body, asked)))

    def _until(self, deadline: float | None) -> float:
        own = self.clock.monotonic() + self.limits.page
        return own if deadline is None else min(own, deadline)


def open_client(
    archive: Archive,
    folder: Path,
    *,
    notice: Callable[[str], None] | None,
    contact: str,
    half: bool,
) -> Client:
    """The client for the real site. `folder` is the archive's: the time of the last request, the day's
    count and the node lie there. `half`: the last half of the day's requests is left to others."""
    clock = Clock()
    network = PoliteTransport(Wire(), folder, clock=clock, half=half)
    return Client(
        archive, transport=network, clock=clock, nodes=Nodes(folder), notice=notice, contact=contact
    )


def offline_client(archive: Archive) -> Client:
    """The client that asks nobody: what the archive does not hold is refused as `offline`."""
    return Client(archive, transport=None)


def user_agent(contact: str = "") -> str:
    """How the client names itself, with the address or web page of the office that runs it, if it gave one.
    R: postbacks of agents that do not begin `Mozilla/5.0` are ignored."""
    try:
        version = importlib.metadata.version("banzuke")
    except importlib.metadata.PackageNotFoundError:
        version = "unpackaged"
    reached = f"; +{contact}" if contact else ""
    return f"Mozilla/5.0 (compatible; Banzuke/{version}{reached})"
