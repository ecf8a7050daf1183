"""An HTML mail as text: what a reader sees, line by line, and every link beside its words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

LARGEST, MOST_TAGS = 2_000_000, 20_000
"""An HTML part with more characters or tags is not parsed (a parser's time grows with the square of the
nesting); its source is searched for links as it stands."""

_BLOCKS = re.compile(
    "address|article|aside|blockquote|body|br|dd|div|dl|dt|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre"
    "|section|table|td|th|tr|ul"
)
_HIDDEN = re.compile("head|style|script|title|template|noscript")


@dataclass(frozen=True, slots=True)
class Anchor:
    """A link: where it leads, and the words that show it."""

    href: str
    words: str


@dataclass(frozen=True, slots=True)
class Html:
    """The text of a page and its links in their order."""

    text: str
    anchors: tuple[Anchor, ...]


def read_html(source: str) -> Html:
    """The text and links of an HTML mail. Comments, scripts and styles say nothing."""
    if len(source) > LARGEST or source.count("<") > MOST_TAGS:
        return Html(source, ())
    tree = LexborHTMLParser(source.replace("\x00", ""))
    root = tree.body or tree.root
    if root is None:
        return Html("", ())
    text: list[str] = []
    anchors: list[Anchor] = []
    for node in _nodes(root):
        tag = node.tag or ""
        if tag == "-text":
            text.append(node.text_content or "")
        elif _BLOCKS.fullmatch(tag):
            text.append("\n")
        elif tag == "a":
            href = (node.attributes.get("href") or "").strip()
            if href:
                anchors.append(Anchor(href[:4000], (node.text() or "").strip()[:2000]))
    lines = (" ".join(line.split()) for line in "".join(text).splitlines())
    return Html("\n".join(line for line in lines if line), tuple(anchors))


def _nodes(root: LexborNode) -> Iterator[LexborNode]:
    """Every node that can be seen, in the order of the page; without recursion, however deep it is."""
    at: LexborNode | None = root
    while at is not None:
        hidden = _HIDDEN.fullmatch(at.tag or "") is not None
        if not hidden:
            yield at
        below = None if hidden else at.child
        while below is None and at is not None:
            if at.mem_id == root.mem_id:
                return
            below = at.next
            if below is None:
                at = at.parent
        at = below
