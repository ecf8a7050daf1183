"""Addresses of Chess-Results tournaments, found in running text or given.

Found: an e-mail holds other links too; they are named, not raised. Given: one address, and anything that
is not a tournament of Chess-Results raises `AddressError`. Seen in reports and on round pages, and read:
links without a blank between them, `/tnr1234567`, the bare `tnr1234567`; what mail programs made of an
address is undone first (`link_text`). Besides tournaments, the pages that list some: searches,
federations, the start page. The one tournament that such a page lists may be meant (`fetch.event_behind`).
Their names are reported (section 8; `fed.aspx` by six readers of the site, who read it by a plain GET);
only the links to `Default.aspx` are seen, on every saved page. Source: shared/chess-results.md, sections 1
and 2 (hosts, nodes, `tnr`/`Tnr`, parameters).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlencode, urlsplit

from scraper.errors import ScraperError
from scraper.link_text import NODES, SHORTENERS, hides, unwrapped, whole
from scraper.records import Problem

SITE = "chess-results.com"

_HOST = re.compile(rf"(?:{NODES})?chess-results\.com", re.ASCII | re.IGNORECASE)
_PATH = re.compile(r"/+tnr0*([1-9][0-9]{0,8})\.aspx", re.ASCII | re.IGNORECASE)
_SHORT = re.compile(r"/+tnr0*([1-9][0-9]{0,8})/?", re.ASCII | re.IGNORECASE)
_TOURNAMENT = re.compile("[1-9][0-9]{0,8}", re.ASCII)
_GAMES = re.compile(r"/+partiesuche\.aspx", re.ASCII | re.IGNORECASE)
_CHARACTERS = r"[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]"
_BARE = rf"tnr0*[1-9][0-9]{{3,8}}(?:\.aspx(?:\?{_CHARACTERS}*)?)?"
_BARE_WORD = re.compile(_BARE, re.ASCII | re.IGNORECASE)
_LIKE_CHESS = r"[a-z0-9.,_\-]{0,20}chess[a-z0-9.,_\-]{0,20}"
_MISSPELT = rf"(?:[a-z0-9\-]{{1,40}}(?:\.[a-z0-9\-]{{1,40}}){{1,4}}/+|{_LIKE_CHESS}[/\\]*)tnr[0-9]"
"""How an address of a tournament begins whose host is written otherwise than the site's."""

_CANDIDATE = re.compile(
    rf"(?:(?:https?|ftps?)://|[a-z][a-z0-9+.\-]{{0,20}}://|(?<![A-Za-z0-9._@%\-])"
    rf"(?:www\.|[a-z0-9\-]+(?:\.[a-z0-9\-]+){{0,4}}\.)?chess-results\.com[.:/]){_CHARACTERS}+"
    rf"|(?<![A-Za-z0-9._@/:%\-])(?:{'|'.join(map(re.escape, sorted(SHORTENERS)))})/[A-Za-z0-9_\-]+"
    rf"|(?<![A-Za-z0-9._@/%\-]){_MISSPELT}{_CHARACTERS}*"
    rf"|(?<![A-Za-z0-9._@/%=&?#\\\-]){_BARE}(?![A-Za-z0-9_@/\\\-]|\.[A-Za-z0-9])",
    re.ASCII | re.IGNORECASE,
)
_NEXT = re.compile(
    rf"(?<=[,;])(?=https?://|(?<![A-Za-z0-9.\-])www\.|(?:{NODES})?chess-results\.com|{_MISSPELT})"
    rf"|(?<=.)(?=https?://(?:{NODES})?chess-results\.com/+tnr)",
    re.ASCII | re.IGNORECASE | re.DOTALL,
)
_ONE_MORE = re.compile(rf"(?:https?://)?(?:{NODES})?chess-results\.com/+tnr", re.ASCII | re.IGNORECASE)
_GOES_ON = re.compile(r"[\s>]{1,9}[0-9]{1,9}(?:\.aspx|\?)", re.ASCII | re.IGNORECASE)
_ENCODED_EQUALS = re.compile("=3D", re.IGNORECASE)
_NO_SCHEME = re.compile(
    rf"{_BARE}|{_MISSPELT}|(?:{'|'.join(map(re.escape, sorted(SHORTENERS)))})/", re.IGNORECASE
)
_HIDDEN = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1\s*>|\Z)"
    r"|<(?:!doctype|\?xml|html|head|body|base|link|meta|img|iframe|form|input|table|t[rdh]|div|span|font|p"
    r"|[vow]:[a-z]+)\b[^<>]*>",
    re.ASCII | re.IGNORECASE | re.DOTALL,
)
_TRAILING = ".,;:!?'\"()[]{}*_~`"
_SHOWN = 200
LONGEST = 2_000
"""Characters of an address of the site; the longest that it links itself have some 200."""

_ACCEPTED = f"https://{SITE}/tnr1234567.aspx, any node and any parameters"


LISTS: dict[str, str] = {
    "turniersuche": "tournament search",
    "spielersuche": "player search",
    "kalender": "calendar",
    "fed": "list of a federation",
    "default": "start page",
}
"""Pages that list tournaments, by the name in their address, in lower case."""

_LIST_PATH = re.compile(r"/+([a-z]{1,20})\.aspx", re.ASCII | re.IGNORECASE)
_OURS = frozenset({"lan", "snode"})


@dataclass(frozen=True, slots=True)
class ListAddress:
    """A page that lists tournaments. `url` is the canonical address, `what` its kind in words, `met` the
    address as it stood in the source."""

    url: str
    what: str
    met: str = field(default="", compare=False)


def list_address(url: str, met: str) -> ListAddress | None:
    """The list that an absolute address of the site names; None for its other pages.

    The site's bare name is none: people write it where they mean no page of it.
    """
    parts = urlsplit(url)
    path = _LIST_PATH.fullmatch(parts.path)
    name = path[1].lower() if path else ""
    if path is None or name not in LISTS:
        return None
    asked = [(k, v) for k, v in parse_qsl(parts.query) if k.lower() not in _OURS]
    query = urlencode([("lan", "1"), *asked])
    return ListAddress(f"https://chess-results.com/{path[1]}.aspx?{query}", LISTS[name], met or url)


def names_a_list(action: str) -> bool:
    """Whether the form of a page posts to one of these pages, by its `action`."""
    found = _LIST_PATH.search(urlsplit("/" + action.split("?")[0].split("/")[-1]).path)
    return found is not None and found[1].lower() in LISTS


class AddressError(ScraperError):
    """The address is none of a Chess-Results tournament; the problem says what it is instead."""


@dataclass(frozen=True, slots=True)
class Address:
    """A tournament on Chess-Results. `art` and `round` are the view the address named, None if none;
    `met` is the address as it stood in the source."""

    tournament: int
    art: int | None = None
    round: int | None = None
    met: str = field(default="", compare=False)

    @property
    def url(self) -> str:
        """The canonical address of what was named."""
        return _url(self.tournament, art=self.art, rd=self.round)

    @property
    def reference(self) -> str:
        """How a report of this tournament is named, whatever view its link asked for."""
        return _url(self.tournament).partition("?")[0]

    def page(self, art: int, round: int | None = None, *, details: bool = False) -> str:
        """The canonical address to fetch one whole view by: English, all rows, flags, details on request."""
        return _url(
            self.tournament, art=art, rd=round, turdet="YES" if details else None, zeilen=99999, flag=30
        )

    def card(self, number: int) -> str:
        """The canonical address of one player's card, by his starting number."""
        return _url(self.tournament, art=9, snr=number)


@dataclass(frozen=True, slots=True)
class Found:
    """What a text holds: tournaments in order, each once, and a problem for every other link.

    `lists`: pages that list tournaments, in a text that names no tournament itself.
    """

    addresses: tuple[Address, ...]
    refused: tuple[Problem, ...]
    lists: tuple[ListAddress, ...] = ()


def find_addresses(text: str) -> Found:
    """The Chess-Results tournaments named in running text; never raises.

    One tournament is one address, however many of its views the text links: the first is kept. What an
    HTML text links for its own looks (its style, pictures, name spaces) is not reported as refused.
    """
    text = unwrapped(whole(text))
    hidden = [m.span() for m in _HIDDEN.finditer(text)]
    addresses: dict[int, Address] = {}
    refused: dict[str, Problem] = {}
    for match in _CANDIDATE.finditer(text):
        while hidden and hidden[0][1] <= match.start():
            del hidden[0]
        seen = not (hidden and hidden[0][0] <= match.start())
        pieces = list(_pieces(match[0]))
        for number, piece in enumerate(pieces, start=1):
            met = piece.rstrip(_TRAILING)
            after = text[match.end() : match.end() + 40] if number == len(pieces) else ""
            try:
                address = _parse(met)
                _refuse_broken(met, after)
                if not seen and _BARE_WORD.fullmatch(met):
                    continue  # a name inside a tag
            except AddressError as error:
                if seen:
                    refused.setdefault(met, error.problem)
            else:
                addresses.setdefault(address.tournament, address)
    lists = {} if addresses else {met: found for met in refused if (found := read_list_address(met))}
    others = tuple(problem for met, problem in refused.items() if met not in lists)
    return Found(tuple(addresses.values()), others, tuple(dict.fromkeys(lists.values())))


def read_address(text: str) -> Address:
    """The one address given; an AddressError if it is none of a Chess-Results tournament."""
    met = whole(text).strip()
    if met.startswith("<") and met.endswith(">"):
        met = met[1:-1].strip()
    return _parse(unwrapped(met).rstrip(_TRAILING))


def read_list_address(text: str) -> ListAddress | None:
    """The page that lists tournaments which an address names; None for any other text."""
    met = text.strip()
    if len(met) > LONGEST:
        return None
    url = met if "://" in met else f"https://{met}"
    return list_address(url, met) if _host_trouble(url) is None else None


def _pieces(candidate: str) -> Iterator[str]:
    """The links that stand in one run of characters without a blank: as `link,link` or `linklink`."""
    for piece in _NEXT.split(candidate):
        cuts = [0]
        if _ONE_MORE.match(piece):
            cuts += [m.start() for m in _ONE_MORE.finditer(piece)][1:]
        for start, end in zip(cuts, [*cuts[1:], len(piece)], strict=True):
            one = piece[start:end]
            if "://" in one or SITE in one.lower() or _NO_SCHEME.match(one):
                yield _ENCODED_EQUALS.sub("=", one)


def _refuse_broken(met: str, after: str) -> None:
    """A number without `.aspx` whose next line goes on with digits would be another tournament's."""
    if re.search("tnr[0-9]+$", met, re.ASCII | re.IGNORECASE) and _GOES_ON.match(after):
        going_on = " ".join(after.split())[:20]
        raise _error("address-broken", f"a number that goes on behind a blank or line end: “{going_on}”", met)


def is_site_url(url: str) -> bool:
    """Whether an absolute http(s) URL stays on chess-results.com or one of its nodes: no port, no user."""
    return _host_trouble(url) is None


def tournament_of(url: str) -> int | None:
    """The tournament number in an address of the site, None where there is none."""
    try:
        match = _PATH.fullmatch(urlsplit(url).path)
    except ValueError:
        return None
    return int(match[1]) if match else None


def _parse(met: str) -> Address:
    url = f"https://{SITE}/{met}" if _BARE_WORD.fullmatch(met) else met if "://" in met else f"https://{met}"
    url = re.sub(r"(?<=\.aspx)&", "?", url, count=1, flags=re.IGNORECASE)  # parameters added by hand
    url = re.sub(r"(?<=\.aspx),.*", "", url, count=1, flags=re.IGNORECASE)  # the next cell of a list
    trouble = _host_trouble(url)
    if trouble is not None:
        hidden = hides(url)
        raise _error("address-hidden" if hidden else "address-not-chess-results", hidden or trouble, met)
    if len(met) > LONGEST:
        raise _error("address-too-long", f"{len(met)} characters", met)
    parts = urlsplit(url)
    path = _PATH.fullmatch(parts.path) or _SHORT.fullmatch(parts.path)
    query = {name.lower(): value for name, value in reversed(parse_qsl(parts.query))}
    if path is None and _GAMES.fullmatch(parts.path) and _TOURNAMENT.fullmatch(query.get("tnr", "")):
        return Address(int(query["tnr"]), met=met)  # the games of a tournament (seen: a menu's link)
    if path is None:
        raise _error("address-not-a-tournament", f"the page {parts.path or '/'} of the site", met)
    return Address(int(path[1]), art=_number(query.get("art")), round=_number(query.get("rd")), met=met)


def _host_trouble(url: str) -> str | None:
    if not re.fullmatch(_CHARACTERS + "+", url, re.ASCII):
        return "characters that no address has"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "no readable address"
    if parts.scheme.lower() not in ("http", "https"):
        return f"the scheme “{parts.scheme[:_SHOWN] or 'none'}”"
    if "@" in parts.netloc:
        return "a user name before the host"
    if port is not None or parts.netloc.endswith(":"):
        return "a port"
    if not _HOST.fullmatch(parts.netloc):
        return f"the host “{parts.netloc[:_SHOWN] or 'none'}”"
    return None


def _number(text: str | None) -> int | None:
    return int(text) if text and re.fullmatch("[0-9]{1,4}", text) else None


def _error(code: str, found: str, met: str) -> AddressError:
    shown = met if len(met) <= _SHOWN else met[:_SHOWN] + "…"
    place = "".join(c if c.isprintable() else "·" for c in shown)
    return AddressError.because(code, place, _ACCEPTED, found)


def _url(tournament: int, **parameters: int | str | None) -> str:
    query = "".join(f"&{name}={value}" for name, value in parameters.items() if value is not None)
    return f"https://{SITE}/tnr{tournament}.aspx?lan=1{query}"
