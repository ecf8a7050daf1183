"""An HTML mail as text: what a reader sees, line by line, and every link beside its words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from selectolax.lexbor import LexborHTMLParser, LexborNode

from office.mail.quoted import OWN, QUOTED, SIGNATURE, forwards_a_mail

LARGEST, MOST_TAGS = 2_000_000, 20_000
"""An HTML part with more characters or tags is not parsed (a parser's time grows with the square of the
nesting); its source is searched for links as it stands."""

_BLOCKS = re.compile(
    "address|article|aside|blockquote|body|br|dd|div|dl|dt|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre"
    "|section|table|td|th|tr|ul"
)
_HIDDEN = re.compile("head|style|script|title|template|noscript")
_QUOTES = re.compile(r"(?:^|\s|_)(?:gmail_quote|yahoo_quoted|protonmail_quote|tutanota_quote|zmail_extra)")
_SIGNS = re.compile(
    r"(?:^|\s|x_)(?:gmail_signature|moz-signature|protonmail_signature_block|signature|applemailsignature"
    r"|ms-outlook-mobile-signature)(?:\s|$)",
    re.IGNORECASE,
)
_NONE = r"0*\.?0+\s*(?:%|[a-z]+)?\s*(?:!\s*important\s*)?(?:;|$)"
_UNSEEN = re.compile(
    rf"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*{_NONE})", re.IGNORECASE
)
_NO_ROOM = re.compile(rf"(?:^|;)\s*(?:max-)?(?:height|width)\s*:\s*{_NONE}", re.IGNORECASE)
_CUT_OFF = re.compile(r"(?:^|;)\s*overflow\s*:\s*hidden", re.IGNORECASE)
"""Styles of what nobody sees; what has no room is seen all the same, where it is not cut off."""
_FONT_SIZE = re.compile(r"(?:^|;)\s*font-size\s*:\s*([^;]*)", re.IGNORECASE)
_NO_SIZE = re.compile(_NONE, re.IGNORECASE)
_LINE_END = re.compile("[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class Anchor:
    """A link: where it leads, the words that show it, and the line of the text it stands in."""

    href: str
    words: str
    line: int


@dataclass(frozen=True, slots=True)
class Html:
    """The text of a page and its links in their order. `kinds`: of each line what the page's own marks say
    (a quotation, a signature), else own; empty where the page was not parsed."""

    text: str
    anchors: tuple[Anchor, ...]
    kinds: tuple[str, ...] = ()


def read_html(source: str) -> Html:
    """The text and links of an HTML mail. Comments, scripts and styles say nothing."""
    if len(source) > LARGEST or source.count("<") > MOST_TAGS:
        return Html(source, ())
    tree = LexborHTMLParser(source.replace("\x00", ""))
    root = tree.body or tree.root
    if root is None:
        return Html("", ())
    lines: list[tuple[list[str], str]] = [([], OWN)]
    links: list[tuple[str, str, int]] = []
    for node, kind in _nodes(root):
        tag = node.tag or ""
        if _BLOCKS.fullmatch(tag) or kind != lines[-1][1]:
            lines.append(([], kind))
        if tag == "-text":
            first, *more = _LINE_END.split(node.text_content or "")
            lines[-1][0].append(first)
            lines += [([line], kind) for line in more]
        elif tag in ("a", "area"):
            href = (node.attributes.get("href") or "").strip()
            if href:
                links.append((href[:4000], (node.text() or "").strip()[:2000], len(lines) - 1))
    told = [" ".join("".join(pieces).split()) for pieces, _ in lines]
    numbers = list(accumulate((bool(line) for line in told), initial=0))
    kept = [(line, kind) for line, (_, kind) in zip(told, lines, strict=True) if line]
    anchors = tuple(Anchor(href, words, min(numbers[n], len(kept) - 1)) for href, words, n in links)
    return Html("\n".join(line for line, _ in kept), anchors, tuple(kind for _, kind in kept))


def _kind(node: LexborNode) -> str:
    """What the marks of mail programs say of a node and all in it. What forwards a mail quotes nothing."""
    marks = f"{node.attributes.get('class') or ''} {node.attributes.get('id') or ''}" if node.tag else ""
    if node.tag == "blockquote" or _QUOTES.search(marks):
        return OWN if forwards_a_mail(" ".join((node.text() or "").split())) else QUOTED
    return SIGNATURE if _SIGNS.search(marks) else OWN


def _is_unseen(style: str) -> bool:
    return bool(_UNSEEN.search(style) or (_NO_ROOM.search(style) and _CUT_OFF.search(style)))


def _nodes(root: LexborNode) -> Iterator[tuple[LexborNode, str]]:
    """Every node that can be seen, in the order of the page, with its kind; without recursion, however deep
    it is. Telephones set a forwarded mail in one or two blockquotes below the line that says so."""
    at: LexborNode | None = root
    above = [(OWN, False)]
    forwards, inside = False, 0  # the last words before say that it forwards; so deep stands what it forwards
    while at is not None:
        kind, tiny = above[-1]
        inside = inside if len(above) > inside else 0
        hidden = _HIDDEN.fullmatch(at.tag or "") is not None
        if not (at.tag or "-").startswith("-"):
            if kind == OWN and at.tag == "blockquote" and forwards and not inside:
                inside = len(above)
            elif kind == OWN:
                kind = _kind(at)
            style = at.attributes.get("style") or ""
            hidden = hidden or "hidden" in at.attributes or _is_unseen(style)
            if size := _FONT_SIZE.search(style):  # what stands in it can have a size again
                tiny = _NO_SIZE.fullmatch(size[1]) is not None
        if not hidden and not tiny:
            yield at, kind
            words = " ".join((at.text_content or "").split()) if at.tag == "-text" and not inside else ""
            forwards = forwards_a_mail(words) if words else forwards
        below = None if hidden else at.child
        if below is not None:
            above.append((kind, tiny))
        while below is None and at is not None:
            if at.mem_id == root.mem_id:
                return
            below = at.next
            if below is None:
                at = at.parent
                above.pop()
        at = below
