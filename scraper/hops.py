"""From an address to the page that answers: hop after hop, each checked, each tried again while it may help.

A page of the main host is asked of the node that answered last, once; if that node does not serve, the
main host is asked as if none were known.
"""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit, urlunsplit

from tenacity import RetryCallState, Retrying, retry_if_exception_type, stop_after_attempt, wait_exponential

from scraper.addresses import is_site_url
from scraper.archive import Exchange
from scraper.clock import Clock
from scraper.fetch_errors import (
    AddressRefused,
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
from scraper.gate import Gate, find_gate
from scraper.limits import Limits
from scraper.nodes import Nodes
from scraper.records import SavedPage
from scraper.request import REDIRECTS, Requester

_SITE = "an address of chess-results.com or its nodes"
_NODES_OWN = (ConnectionFailed, NotAPage, NotFound, NotRecorded, RedirectLoop, ServerError, TimedOut)
"""What can be the trouble of one node; a refusal (403, a captcha) is the site's, and not asked twice."""
_WAITED_FOR = (NoNetwork, TooManyRequests)
"""What is tried again at a node as well: another host would not help."""


Kinds = tuple[type[Passing], ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """A page as received: kept in the archive, with the address that answered and its gate, if any."""

    page: SavedPage
    address: str
    gate: Gate | None


class Hops:
    """Follows one address at a time for the client. `notice` is told about every retry and every wait."""

    def __init__(
        self,
        requests: Requester,
        clock: Clock,
        limits: Limits,
        nodes: Nodes,
        notice: Callable[[str], None],
    ) -> None:
        self._requests = requests
        self._clock = clock
        self._limits = limits
        self._nodes = nodes
        self._notice = notice

    def follow(self, asked: str, method: str, url: str, form: dict[str, str], until: float) -> Answer:
        """The page behind `url`. `asked` is the address the work asked for; `until` a monotonic time."""
        if not is_site_url(url):
            raise AddressRefused(asked, _SITE, url)
        url = _over_https(url)
        direct = self._nodes.direct(url) if method == "GET" else None
        if direct is not None:
            try:
                return self._walk(asked, method, direct, form, until, again=_WAITED_FOR)
            except _NODES_OWN as error:
                self._nodes.forget()
                problem = error.problem
                self._notice(f"{problem.code}: {problem.found}; {_host(direct)} is left, the main host asked")
                if isinstance(error, Passing) and error.retry_after:
                    self._clock.sleep(error.retry_after)
        return self._walk(asked, method, url, form, until, again=(Passing,))

    def _walk(
        self, asked: str, method: str, url: str, form: dict[str, str], until: float, *, again: Kinds
    ) -> Answer:
        """Hop after hop to a page; `again` are the errors after which a request is tried again."""
        seen: list[tuple[str, str]] = []
        while True:
            seen.append((method, url))
            answer, page = self._persist(asked, method, url, form, until, again)
            if answer.status not in REDIRECTS:
                self._nodes.answered(url)
                return Answer(page=page, address=url, gate=find_gate(page.body, url))
            url = _target(asked, url, answer)
            if method == "POST" and answer.status in (301, 302, 303):
                method, form = "GET", {}
            if (method, url) in seen:
                raise RedirectLoop(asked, "a page", f"a redirect back to {url}")
            if len(seen) > self._limits.redirects:
                most = self._limits.redirects
                raise RedirectLoop(asked, f"at most {most} redirects", f"one more, to {url}")

    def _persist(
        self, asked: str, method: str, url: str, form: dict[str, str], until: float, again: Kinds
    ) -> tuple[Exchange, SavedPage]:
        """One request, tried again while what is wrong may pass."""

        def wait(state: RetryCallState) -> float:
            return self._pause(_passing(state), state, asked, until)

        def tell(state: RetryCallState) -> None:
            pause = state.next_action.sleep if state.next_action else 0.0
            problem = _passing(state).problem
            self._notice(
                f"{problem.code}: {problem.found}; try {state.attempt_number} of {self._limits.attempts}, "
                f"the next in {pause:.0f} s ({url})"
            )

        tries = Retrying(
            stop=stop_after_attempt(self._limits.attempts),
            wait=wait,
            retry=retry_if_exception_type(again),
            sleep=self._clock.sleep,
            before_sleep=tell,
            reraise=True,
        )
        return tries(self._requests.send, asked, method, url, form, until)

    def _pause(self, error: Passing, state: RetryCallState, asked: str, until: float) -> float:
        """Seconds before the next try: what the site asks for, at least 1, 2, 4 …; or the end of trying."""
        problem, longest = error.problem, self._limits.retry_after
        if error.retry_after is not None and error.retry_after > longest:
            found = f"{problem.found} with Retry-After {error.retry_after:.0f} s, more than {longest:.0f} s"
            raise type(error)(problem.place, problem.expected, found) from error
        pause = max(float(wait_exponential(multiplier=1, max=30)(state)), error.retry_after or 0.0)
        last = state.attempt_number >= self._limits.attempts
        if not last and self._clock.monotonic() + pause > until:
            raise TimedOut(
                asked, "an answer in time", f"{problem.found}, and no time left to wait"
            ) from error
        return pause


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


def _host(url: str) -> str:
    return urlsplit(url).netloc
