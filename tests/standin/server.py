"""The stand-in for the site: one server for the main host and its nodes, told apart by the Host header."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import parse_qs, urlsplit

from tests.standin import round_robin, teams, views
from tests.standin.faults import Fault
from tests.standin.frame import page
from tests.standin.head import Shown, head
from tests.standin.model import Event
from tests.standin.serving import MAIN, Asked, MappedTransport, Says, Serving

__all__ = ["MappedTransport", "Standin", "render"]


class Standin(Serving):
    """Serves invented events; a context manager. `transport` reaches it under the site's own names.
    `events` can be replaced while it serves: that is how an event changes.

    `gate_opens` is what opens the gate of a gated event: "post" (the answer of the POST is the page,
    reported: section 3, Kusk24 and kahalm), "cookie" (only a GET after the POST, reported: Bruno) or
    "never". `unknown` is the status for a number that is no tournament: 404 (reported: section 1,
    markjonleonard) or 200 with "Record not found" (reported: Bruno). `faults` spoils answers: by the number
    of the request, or by a part of the address (then every time). `lists`: pages that list tournaments, by
    the name in their address (`fed`, `TurnierSuche`).
    """

    def __init__(
        self,
        events: Iterable[Event],
        *,
        gate_opens: str = "post",
        unknown: int = 404,
        faults: Mapping[int | str, Fault] | None = None,
        lists: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(self._answer)
        self.events = {event.number: event for event in events}
        self.gate_opens = gate_opens
        self.unknown = unknown
        self.faults: dict[int | str, Fault] = dict(faults or {})
        self.lists = {name.lower(): text for name, text in (lists or {}).items()}

    def __enter__(self) -> Standin:
        super().__enter__()
        return self

    def pages(self) -> list[str]:
        """The logical pages asked for, in order, each once: without node, redirects and posts."""
        plain = ("?".join(urlsplit(url)[2:4]).replace("&SNode=S0", "") for _, url in self.requests)
        return list(dict.fromkeys(plain))

    def _answer(self, asked: Asked) -> Says:
        right = self._right(asked)
        for key, fault in self.faults.items():
            if key == asked.number or (isinstance(key, str) and key in asked.url):
                return fault(asked, right)
        return right

    def _right(self, asked: Asked) -> Says:
        """The answer of a site in good health."""
        parts = urlsplit(asked.url)
        stem = parts.path.strip("/").lower().removesuffix(".aspx").removeprefix("tnr")
        if stem in self.lists:
            if parts.netloc in MAIN:
                target = f"https://s1.chess-results.com{parts.path}?{parts.query}&SNode=S0"
                return Says(302, {"Location": target})
            return Says(body=self.lists[stem].encode())
        event = self.events.get(int(stem)) if stem.isdigit() else None
        if event is None:
            if self.unknown == 404:
                return Says(404, body=b"<html><body><h1>Not found</h1></body></html>")
            return Says(body=b'<html><body><div class="error">Record not found</div></body></html>')
        if parts.netloc in MAIN:
            # A POST to the main host is sent on as well, and so becomes a GET (reported: section 1).
            node = f"s{event.number % 3 + 1}"
            target = f"https://{node}.chess-results.com{parts.path}?{parts.query}&SNode=S0"
            return Says(302, {"Location": target})
        opened = self.gate_opens == "post" and asked.method == "POST" and "cb_alleDetails" in asked.fields
        opened = opened or (
            self.gate_opens == "cookie" and asked.method == "GET" and f"opened={event.number}" in asked.cookie
        )
        headers = {"Set-Cookie": f"opened={event.number}; path=/"} if asked.method == "POST" else {}
        text = render(event, parts.query, parts.netloc.split(".")[0], opened=opened)
        return Says(headers=headers, body=text.encode())


def render(event: Event, query: str, node: str, *, opened: bool = False) -> str:
    """The page of an event for a query string as the node has it."""
    asked = {name.lower(): values[-1] for name, values in parse_qs(query).items()}
    art = int(asked.get("art", "0"))
    rd = int(asked["rd"]) if "rd" in asked else None
    gated = event.gated and not opened
    shown = Shown(
        event, art, rd, details=asked.get("turdet") == "YES", gated=gated, flags=asked.get("flag") != "NO"
    )
    body = head(shown)
    if event.system == "round-robin":
        views_ = {2: round_robin.all_rounds, 5: round_robin.grid}
        body += views_.get(art, round_robin.start_list)(shown)
    elif event.system == "team-swiss":
        body += teams.view(shown)
    elif art == 9:
        body += views.card(shown, int(asked["snr"]))
    elif art == 2:
        # A round past the last is not refused: the last one is served (reported: section 2, Kusk24).
        number = min(rd or 1, event.round_count)
        body += views.pairings(shown, next((r for r in event.rounds if r.number == number), None))
    elif art == 5:
        body += views.crosstable(shown)
    elif art == 40:
        body += views.not_paired(shown)
    else:
        rows = None if asked.get("zeilen") == "99999" else views.CUT
        body += views.start_list(shown, rows, query)
    return page(event, query, node, body, post_fields=gated)
