"""Running text with its addresses whole: as their sender meant them, before programs broke, widened or
encoded them (`whole`), and out of the links of other sites that wrap them (`unwrapped`): link protection,
search results, redirects. What is not an address stays as it is.

Seen in reports: soft breaks of quoted-printable, a blank before `.aspx`, lines broken before `tnr`,
full-width letters of Japanese input, percent-encoded addresses.
"""

import re
import tomllib
import unicodedata
from base64 import urlsafe_b64decode
from binascii import Error as BinasciiError
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

NODES = r"www\.|archive\.|s[0-9]{1,2}\."
"""Names that stand before the site's own: its nodes, and the archive of old tournaments (reported)."""

_HOSTS = tomllib.loads(Path(__file__).with_name("link_hosts.toml").read_text("utf-8"))
SHORTENERS: frozenset[str] = frozenset(_HOSTS["shorteners"])
"""Services that stand a short link for a long one; only they know which."""

GATEWAYS: dict[str, str] = _HOSTS["gateways"]
"""Programs that rewrite the links of mails, by the end of their hosts."""


def hides(url: str) -> str | None:
    """Who stands between an address and where it leads; None where the address is the page's own."""
    try:
        host = (urlsplit(url if "://" in url else f"https://{url}").hostname or "").removeprefix("www.")
    except ValueError:
        return None
    if host in SHORTENERS:
        return f"a link of the shortener {host}"
    names = (name for end, name in GATEWAYS.items() if host == end or host.endswith(f".{end}"))
    name = next(names, None)
    return f"a link rewritten by {name} ({host})" if name else None


MOST_LINKS = 2_000
"""So many links of one text are looked at for a wrapping."""

_TNR = r"(?:[a-z0-9\-]+\.)*chess-results\.com/+tnr[0-9]+"
_URL = re.compile(r"https?://[^\s<>\"'「」（）]{1,4000}", re.IGNORECASE)
_SITES_OWN = re.compile(rf"https?://{_TNR}|^{_TNR}", re.ASCII | re.IGNORECASE)
_PROOFPOINT_3 = re.compile(r"/v3/__(.+?)__;", re.DOTALL)


def unwrapped(text: str) -> str:
    """The text with every link to a tournament that is wrapped in another site's link in place of its
    wrapping. Only what can be read in the link itself; nothing is opened."""
    if "://" not in text:
        return text
    left = MOST_LINKS

    def one(found: re.Match[str]) -> str:
        nonlocal left
        left -= 1
        return _target(found[0]) or found[0] if left >= 0 else found[0]

    return _URL.sub(one, text)


def _target(url: str) -> str | None:
    """The tournament's address that a link of another site carries; None if it carries none."""
    at = url
    for _ in range(5):  # wrapped links are forwarded and wrapped again
        inner = _inside(at)
        if inner is None:
            return None
        if _SITES_OWN.match(inner):
            return inner
        at = inner
    return None


def _inside(url: str) -> str | None:
    try:
        parts = urlsplit(url.replace("&amp;", "&"))
    except ValueError:
        return None
    host = parts.hostname or ""
    if host.endswith("chess-results.com") and _SITES_OWN.match(url):
        return None
    query = parse_qsl(parts.query)
    if host.endswith(("urldefense.proofpoint.com", "urldefense.com")):
        third = _PROOFPOINT_3.search(url)
        if third:
            return re.sub(r"^(https?:)/(?=[^/])", r"\1//", third[1])
        inner = dict(query).get("u")
        if inner is not None and not parts.path.startswith("/v1/"):  # v1 is percent-encoded alone
            inner = unquote(re.sub("-(?=[0-9A-Fa-f]{2})", "%", inner).replace("_", "/"))
        return inner
    if host.endswith("protection.sophos.com"):
        return _base64(dict(query).get("u", ""))
    leads = [value for _, value in query if re.match(rf"https?://|{_TNR}", value, re.IGNORECASE)]
    if leads:
        return next((value for value in leads if "chess-results" in value.lower()), leads[0])
    rest = unquote(parts.path)  # some write the address into the path
    written = re.search(rf"/(https?://?{_TNR}\S*)", rest, re.ASCII | re.IGNORECASE)
    return re.sub(r"^(https?:)/(?=[^/])", r"\1//", written[1]) if written else None


def _base64(text: str) -> str | None:
    """The address in Sophos' `u`; None where it is not one."""
    try:
        inner = urlsafe_b64decode((text + "=" * (-len(text) % 4)).encode()).decode("ascii")
    except (BinasciiError, ValueError):
        return None
    return inner if re.match("https?://", inner, re.IGNORECASE) else None


_AMPERSAND = re.compile(r"&(?:amp|#38|#x26);", re.IGNORECASE)
_ANGLE = re.compile(r"<\s*((?:https?|ftp)://[^<>]{1,2000}+)\s*+>", re.IGNORECASE)
_BLANK = re.compile(
    r"(chess-results\.com/+tnr[0-9]{1,10})(?:\s{1,3}|%20)(?=\.aspx)", re.ASCII | re.IGNORECASE
)
_BEFORE_TNR = re.compile(
    r"(chess-results\.com)(?:/+[\s>＞〉]{1,12}|[\s>＞〉]{1,12}/+)(?=tnr[0-9]{1,10}(?![0-9]))",
    re.ASCII | re.IGNORECASE,
)
_LINK = re.compile(
    rf"https?://|(?<![A-Za-z0-9.\-])www\.|(?:{NODES})?chess-results\.com", re.ASCII | re.IGNORECASE
)
_UNSEEN = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))
"""Signs that pages and programs put where a long address may be broken, and that nobody sees."""

_HYPHENS = str.maketrans(dict.fromkeys("‐‑‒–—−ー", "-"))


def _wide(word: str) -> str:
    """A pattern of a word in full-width letters of any case."""
    letters = (f"[{chr(ord(c) + 0xFEE0)}{chr(ord(c.upper()) + 0xFEE0)}]" for c in word)
    return "".join(letters)


_WIDE_SCHEME = rf"(?:https?|{_wide('http')}{_wide('s')}?)[:：](?://|／／)"
_WIDE_SITE = rf"{_wide('chess')}[－‐‑‒–—−ー\-]{_wide('results')}[．.]{_wide('com')}"
_WIDE_TOURNAMENT = re.compile(
    rf"(?:{_WIDE_SCHEME})?(?:[a-z0-9.]{{0,8}}chess-results\.com|[ａ-ｚ０-９．]{{0,8}}{_WIDE_SITE})?[/／]{{0,3}}"
    rf"(?:tnr|{_wide('tnr')})(?:[0-9]{{1,10}}|[０-９]{{1,10}})(?![0-9０-９])"
    rf"(?:(?:\.|．)(?:aspx|{_wide('aspx')})(?:[?？][A-Za-z0-9=&Ａ-Ｚａ-ｚ０-９＝＆]{{1,200}})?)?",
    re.IGNORECASE,
)
_WIDE_LINK = re.compile(rf"{_wide('http')}{_wide('s')}?[:：](?://|／／)[^\s「」（）、。＜＞]{{1,500}}")
_SITE = rf"(?:https?://)?(?:{NODES})?chess-results\.com"
_ENCODED = re.compile(
    rf"(?<![A-Za-z0-9%=&?/.\-])(?:https?%(?:25){{0,3}}3A%(?:25){{0,3}}2F|{_SITE}%(?:25){{0,3}}2F"
    rf"|{_SITE}/+[^\s<>\"'?%]{{0,40}}%[0-9A-F]{{2}})[^\s<>\"']{{0,2000}}",
    re.ASCII | re.IGNORECASE,
)
_TOURNAMENT = re.compile(rf"{_SITE}/+tnr[0-9]", re.ASCII | re.IGNORECASE)


def whole(text: str) -> str:
    """The text with every address in one piece, in ASCII and decoded."""
    text = _without_soft_breaks(text.translate(_UNSEEN))
    text = _ANGLE.sub(lambda m: f"<{''.join(line.strip() for line in m[1].splitlines())}>", text)
    text = _AMPERSAND.sub("&", text)
    if not text.isascii():
        text = _WIDE_LINK.sub(_narrow, _WIDE_TOURNAMENT.sub(_narrow, text))
    text = _ENCODED.sub(_decoded, text)
    return _BLANK.sub(r"\1", _BEFORE_TNR.sub(r"\1/", text))


def _narrow(met: re.Match[str]) -> str:
    return met[0] if met[0].isascii() else unicodedata.normalize("NFKC", met[0].translate(_HYPHENS))


def _decoded(met: re.Match[str]) -> str:
    """What a percent-encoded address says, also one that was encoded several times; only of links."""
    at = met[0]
    for _ in range(4):
        if _TOURNAMENT.match(at) and "%" not in at.partition("?")[0]:
            break
        at = unquote(at)
    return at.translate(_UNSEEN) if "://" in at or _TOURNAMENT.match(at) else met[0]


def _without_soft_breaks(text: str) -> str:
    """The text with the addresses whole that an e-mail program broke: `=` at a line's end inside an
    address is the soft break of quoted-printable (RFC 2045, 6.7), which belongs to no address."""
    lines = text.splitlines(keepends=True)
    broken = False
    word = ""
    for at, line in enumerate(lines[:-1]):
        bare = line.rstrip("\r\n")
        words = (word + bare if broken else bare)[-2000:].split()
        word = words[-1] if words and not bare[-1:].isspace() else ""
        broken = bare.endswith("=") and bare != line and _LINK.search(word) is not None
        if broken:
            word = word[:-1]
            follows = _LINK.match(lines[at + 1]) is not None
            lines[at] = bare[:-1] + ("\n" if follows else "")
            broken = not follows
    return "".join(lines)
