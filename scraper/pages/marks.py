"""The nodes that a page is known by: headings, menu, lists."""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser, LexborNode

_GATE = "cb_alleDetails"
_SELECTOR = f"h2, p.CRsmall, td.CRnowrap, table.CRs1, a.fett, #{_GATE}"


class Marks:
    """Found by one selector, since each further one would walk the whole page again; in the page's order.

    `headings` are the h2 of the dialog boxes, first the event's name and then the view's; `small` the small
    paragraphs, `labels` those of the menu, `lists` the tables of class CRs1, `links` the bold ones; `gate`
    says that the page has the gate's button.
    """

    __slots__ = ("gate", "headings", "labels", "links", "lists", "small")

    def __init__(self, tree: LexborHTMLParser) -> None:
        self.gate = False
        self.headings: list[LexborNode] = []
        self.small: list[LexborNode] = []
        self.labels: list[LexborNode] = []
        self.lists: list[LexborNode] = []
        self.links: list[LexborNode] = []
        for node in tree.css(_SELECTOR):
            tag = node.tag
            if node.id == _GATE:
                self.gate = True
            elif tag == "td":
                self.labels.append(node)
            elif tag == "h2":
                if _in_dialog(node):
                    self.headings.append(node)
            elif tag == "table":
                self.lists.append(node)
            elif tag == "p":
                self.small.append(node)
            else:
                self.links.append(node)

    @property
    def name(self) -> LexborNode:
        """The heading with the event's name; only a page that has a head has one."""
        return self.headings[0]

    @property
    def view(self) -> LexborNode:
        """The heading of the view."""
        return self.headings[1]


def _in_dialog(heading: LexborNode) -> bool:
    """The event's heading and the view's stand in a dialog box; organizers' remarks can hold others."""
    parent = heading.parent
    return parent is not None and "defaultDialog" in (parent.attributes.get("class") or "").split()
