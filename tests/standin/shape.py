"""The shape of a page: tags, classes and headings, without the values. Two pages of one build agree in it."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

Shape = tuple[object, ...]

_FEDERATION = re.compile(r"\b(tn_)?[A-Z]{3}\b")


def list_table(html: str) -> LexborNode:
    """The one table of the list."""
    tables = LexborHTMLParser(html).css("table.CRs1")
    assert len(tables) == 1, f"{len(tables)} lists"
    return tables[0]


def rows_of(table: LexborNode) -> list[LexborNode]:
    return [row for body in children(table) for row in children(body)]


def children(node: LexborNode) -> list[LexborNode]:
    return list(node.iter(include_text=False))


def header_shape(html: str) -> list[tuple[str | None, str, str]]:
    """Tag, class and text of every cell of the heading row."""
    head = rows_of(list_table(html))[0]
    return [(c.tag, _class(c), (c.text() or "").strip("\xa0 ")) for c in children(head)]


def row_shapes(html: str) -> set[Shape]:
    """The different shapes of the rows under the headings."""
    return {shape(row) for row in rows_of(list_table(html))[1:]}


def cell_shapes(html: str) -> set[Shape]:
    """Every cell by the length of its row, its place in it, and its shape (titles come and go by row)."""
    found: set[Shape] = set()
    for row in rows_of(list_table(html))[1:]:
        cells = children(row)
        found |= {(_class(row)[:-1], len(cells), index, shape(cell)) for index, cell in enumerate(cells)}
    return found


def shape(node: LexborNode) -> Shape:
    """Tag, class, names of the attributes, whether it says something of its own, and what is inside."""
    own = "".join(
        child.text() or "" for child in node.iter(include_text=True) if child.tag == "-text"
    ).strip()
    return (
        node.tag,
        _class(node),
        tuple(sorted(name for name in node.attributes if name not in ("class", "style", "width"))),
        bool(own),
        *(shape(child) for child in children(node)),
    )


def link_parameters(html: str) -> set[tuple[str, ...]]:
    """The names of the parameters of the links in the list, in their order."""
    found = set()
    for link in list_table(html).css("a[href*='/tnr']"):
        query = (link.attributes["href"] or "").partition("?")[2]
        found.add(tuple(part.partition("=")[0] for part in query.split("&")))
    return found


def boxes(html: str) -> list[Shape]:
    """The boxes around the list, from the page's panel on: class, and the tags that stand in it directly."""
    tree = LexborHTMLParser(html)
    found: list[Shape] = []
    for box in tree.css("div.defaultDialogMsg, div.defaultDialog"):
        inside = [(c.tag, _class(c)) for c in children(box)]
        found.append((_class(box), tuple(inside)))
    return found


def identified(html: str) -> list[tuple[str | None, str]]:
    """Every id of the page that is not one of the language and main menus, in order."""
    tree = LexborHTMLParser(html)
    nodes = [(n.tag, n.attributes.get("id") or "") for n in tree.css("[id]")]
    return [(tag, id_) for tag, id_ in nodes if not re.match(r"(Hyp|H)_", id_)]


def hidden_fields(html: str) -> list[str]:
    return [n.attributes.get("name") or "" for n in LexborHTMLParser(html).css("input[type=hidden]")]


def _class(node: LexborNode) -> str:
    return _FEDERATION.sub(lambda m: (m[1] or "") + "FED", node.attributes.get("class") or "")
