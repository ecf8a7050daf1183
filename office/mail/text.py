"""The text of a mail as its sender wrote it: lines put together again, links out of their wrappings."""

import re
from urllib.parse import parse_qsl, unquote, urlsplit

MOST_LINKS = 2_000
"""So many links of one text are looked at for a wrapping."""

_TNR = r"(?:[a-z0-9\-]+\.)*chess-results\.com/+tnr[0-9]+"
_URL = re.compile(r"https?://[^\s<>\"'「」（）]{1,4000}", re.IGNORECASE)
_SITE = re.compile(rf"https?://{_TNR}|^{_TNR}", re.ASCII | re.IGNORECASE)
_SIGNATURE_MARK = re.compile(r"[> ]*-- ?$")
_BREAK = r"[ \t]*\r?\n[>＞ \t]*"
_JOINS = (
    # Each break stands where no address can end and the next line goes on with what has to follow.
    re.compile(rf"(chess-results\.com/+){_BREAK}(?=tnr[0-9]+\.aspx)", re.ASCII | re.IGNORECASE),
    re.compile(rf"(chess-results\.com){_BREAK}(?=/+tnr[0-9]+\.aspx)", re.ASCII | re.IGNORECASE),
    re.compile(rf"(chess-){_BREAK}(?=results\.com/+tnr[0-9]+\.aspx)", re.ASCII | re.IGNORECASE),
    re.compile(rf"(chess-results\.com/+tnr?){_BREAK}(?=r?[0-9]+\.aspx)", re.ASCII | re.IGNORECASE),
    re.compile(rf"(chess-results\.com/+tnr[0-9]+\.a?s?p?){_BREAK}(?=a?s?p?x\b)", re.ASCII | re.IGNORECASE),
    re.compile(
        r"(https?://)" + _BREAK + r"(?=(?:[a-z0-9]+\.)?chess-results\.com/)", re.ASCII | re.IGNORECASE
    ),
)
_PROOFPOINT_3 = re.compile(r"/v3/__(.+?)__;", re.DOTALL)


def unflowed(text: str, *, delete_space: bool) -> str:
    """Text of `format=flowed` (RFC 3676) with its paragraphs on one line each; quoting stays.
    `delete_space`: the parameter DelSp says that the blank at a line's end belongs to the break."""
    found: list[str] = []
    depth_before = -1
    for line in text.split("\n"):
        line = line.removesuffix("\r")
        depth = len(line) - len(line.lstrip(">"))
        content = line[depth:].removeprefix(" ")
        if depth_before == depth and found:
            found[-1] += content
        else:
            found.append(">" * depth + (" " if depth else "") + content)
        depth_before = -1
        if found[-1].endswith(" ") and not _SIGNATURE_MARK.match(found[-1]):
            depth_before = depth
            if delete_space:
                found[-1] = found[-1][:-1]
    return "\n".join(found)


def whole_links(text: str) -> str:
    """The text with links in one piece where a line break can only be a program's, and without wrappings."""
    for join in _JOINS:
        text = join.sub(r"\1", text)
    return unwrapped(text)


def unwrapped(text: str) -> str:
    """The text with every link to a tournament that is wrapped in another site's link (link protection,
    search results, redirects) in place of its wrapping."""
    if "results" not in text.lower() or "://" not in text:
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
    if (parts.hostname or "").endswith("chess-results.com") and _SITE.match(url):
        return None
    if (parts.hostname or "").endswith(("urldefense.proofpoint.com", "urldefense.com")):
        third = _PROOFPOINT_3.search(url)
        if third:
            return re.sub(r"^(https?:)/(?=[^/])", r"\1//", third[1])
        for name, value in parse_qsl(parts.query):
            if name == "u":
                return unquote(re.sub("-(?=[0-9A-Fa-f]{2})", "%", value).replace("_", "/"))
    for _, value in parse_qsl(parts.query):
        if "chess-results" in value.lower() and re.match(rf"https?://|{_TNR}", value, re.IGNORECASE):
            return value
    rest = unquote(parts.path)  # some write the address into the path
    inner = re.search(rf"https?://?{_TNR}\S*", rest, re.ASCII | re.IGNORECASE)
    return re.sub(r"^(https?:)/(?=[^/])", r"\1//", inner[0]) if inner else None
