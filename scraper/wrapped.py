"""Links to a tournament inside the links of other sites: link protection, search results, redirects."""

import re
from base64 import urlsafe_b64decode
from binascii import Error as BinasciiError
from urllib.parse import parse_qsl, unquote, urlsplit

MOST_LINKS = 2_000
"""So many links of one text are looked at for a wrapping."""

_TNR = r"(?:[a-z0-9\-]+\.)*chess-results\.com/+tnr[0-9]+"
_URL = re.compile(r"https?://[^\s<>\"'「」（）]{1,4000}", re.IGNORECASE)
_SITE = re.compile(rf"https?://{_TNR}|^{_TNR}", re.ASCII | re.IGNORECASE)
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
        if _SITE.match(inner):
            return inner
        at = inner
    return None


def _inside(url: str) -> str | None:
    try:
        parts = urlsplit(url.replace("&amp;", "&"))
    except ValueError:
        return None
    host = parts.hostname or ""
    if host.endswith("chess-results.com") and _SITE.match(url):
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
