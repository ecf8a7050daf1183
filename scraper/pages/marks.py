"""The nodes that a page is known by: headings, menu, lists."""

from selectolax.lexbor import LexborHTMLParser, LexborNode

_GATE = "cb_alleDetails"
_OF_PAGE = "h2, table.CRs1, a.fett"
_OF_DIALOG = "p.CRsmall, td.CRnowrap"


class Marks:
    """Found by one selector over the page, since each further one would walk all the lists again.

    `headings` are the h2 of the dialog boxes, first the event's name and then the view's; `lists` the tables
    of class CRs1, `links` the bold ones. Of the box with the event's name `small` are the small paragraphs
    and `labels` those of the menu. All in the page's order. `gate` says that the page has the gate's button,
    which hides the menu.
    """

    __slots__ = ("gate", "headings", "labels", "links", "lists", "small")

    def __init__(self, tree: LexborHTMLParser) -> None:
        self.gate = False
        self.headings: list[LexborNode] = []
        self.small: list[LexborNode] = []
        self.labels: list[LexborNode] = []
        self.lists: list[LexborNode] = []
        self.links: list[LexborNode] = []
        for node in tree.css(_OF_PAGE):
            tag = node.tag
            if tag == "h2":
                if _in_dialog(node):
                    self.headings.append(node)
            elif tag == "table":
                self.lists.append(node)
            else:
                self.links.append(node)
        dialog = self.headings[0].parent if self.headings else None
        for node in dialog.css(_OF_DIALOG) if dialog is not None else ():
            (self.small if node.tag == "p" else self.labels).append(node)
        if not self.labels:
            self.gate = tree.css_first(f"#{_GATE}") is not None

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
