"""Addresses of the pages of Chess-Results that list tournaments: searches, federations, the start page.

None of them is a tournament, but the one tournament that such a page lists may be (`fetch.event_behind`).
The names of these pages are reported (shared/chess-results.md, section 8; `fed.aspx` by six readers of the
site, who read it by a plain GET); only the links to `Default.aspx` are seen, on every saved page.
"""

import re
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlencode, urlsplit

LISTS: dict[str, str] = {
    "turniersuche": "tournament search",
    "spielersuche": "player search",
    "kalender": "calendar",
    "fed": "list of a federation",
    "default": "start page",
}
"""Pages that list tournaments, by the name in their address, in lower case."""

_PATH = re.compile(r"/+([a-z]{1,20})\.aspx", re.ASCII | re.IGNORECASE)
_OURS = frozenset({"lan", "snode"})


@dataclass(frozen=True, slots=True)
class ListAddress:
    """A page that lists tournaments. `url` is the canonical address, `what` its kind in words, `met` the
    address as it stood in the source."""

    url: str
    what: str
    met: str = field(default="", compare=False)


def list_address(url: str, met: str = "") -> ListAddress | None:
    """The list that an absolute address of the site names; None for its other pages.

    The site's bare name is none: people write it where they mean no page of it.
    """
    parts = urlsplit(url)
    path = _PATH.fullmatch(parts.path)
    name = path[1].lower() if path else ""
    if path is None or name not in LISTS:
        return None
    asked = [(k, v) for k, v in parse_qsl(parts.query) if k.lower() not in _OURS]
    query = urlencode([("lan", "1"), *asked])
    return ListAddress(f"https://chess-results.com/{path[1]}.aspx?{query}", LISTS[name], met or url)


def names_a_list(action: str) -> bool:
    """Whether the form of a page posts to one of these pages, by its `action`."""
    found = _PATH.search(urlsplit("/" + action.split("?")[0].split("/")[-1]).path)
    return found is not None and found[1].lower() in LISTS
