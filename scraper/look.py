"""One page looked at, not read: enough to say whether the event is as it was.

The "Last update" line is the site's own word; the fingerprint of the list is ours, for the case that the
line does not move. Links, flags, menus, the gate and the server's time are no part of it.

And how a page is built, without what it says: to tell a new layout from new values. Named parts in a fixed
order; two pages of one kind agree in each, and the first that differs is the drift. Federations, numbers,
links and names are values; headings, columns, classes and counts are structure.
"""

import hashlib
import re
from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from selectolax.lexbor import LexborHTMLParser, LexborNode

from scraper.errors import OtherTournament, TruncatedPage
from scraper.pages.head import BUTTON, read_head, tournament_of
from scraper.problems import Notes
from scraper.records import SavedPage
from scraper.tables import cells_of
from scraper.values import clean


@dataclass(frozen=True, slots=True)
class Look:
    """What a page showed. `last_update` as printed, without a zone; `fingerprint` is the SHA-256 of the view,
    the name and the texts of its lists, cell by cell."""

    last_update: datetime | None
    fingerprint: str


def look_at(page: SavedPage) -> Look:
    """The look of a page. PageError if it is no page of the tournament its address names, or ends before
    its end: a list that is cut would look like one that changed."""
    text = page.body.decode("utf-8", "replace")
    if "</html>" not in text[-2000:].lower():
        found = f"none in {len(page.body)} bytes"
        raise TruncatedPage.because("page-truncated", page.origin, "</html> at the end", found)
    tree = LexborHTMLParser(text)
    head = read_head(tree, Notes(page.origin))
    asked = tournament_of(page.address) if page.address else None
    if asked is not None and asked != head.tournament:
        expected, found = f"tournament {asked}", f"tournament {head.tournament}"
        raise OtherTournament.because("other-tournament", page.origin, expected, found)
    digest = hashlib.sha256(f"{head.view}\n{head.name}\n".encode())
    for table in tree.css("table.CRs1"):
        for row in table.css("tr"):
            cells = (" ".join((c.text() or "").split()) for c in row.iter() if c.tag in ("td", "th"))
            digest.update(("\t".join(cells) + "\n").encode())
    return Look(head.last_update, digest.hexdigest())


Parts = dict[str, str]
_NUMBER = re.compile(r"\d+")
_FEDERATION = re.compile(r"\b(tn_)?[A-Z]{3}\b")
_ROUND = re.compile(r"\d+\.Rd|\d+")
_TIE_BREAK = re.compile(r"TB\d+")
_SCORE = re.compile(r"[\d½]+ : [\d½]+")
_LABELLED = ("labels of the details", "labels of the menu")
_HIDDEN = (*_LABELLED, "classes of the cells")
"""How parts begin that a gated page hides, with its links: compared only where neither page is gated."""
_COMES_AND_GOES = ("heading of the round",)
"""What an organizer can enter or leave out: compared only where both pages have it."""
_LABELS = ("Federation", "Number of rounds", "Tournament type", "Date", "Lists", "Excel and Print")
"""Labels that the site prints whatever the organizer enters."""


@dataclass(frozen=True, slots=True)
class Drift:
    """The first part in which a page is built otherwise."""

    part: str
    expected: str
    found: str


def first_drift(kept: SavedPage, fresh: SavedPage) -> Drift | None:
    """Where `fresh` leaves the build of `kept`; None if it does not."""
    before, after = structure(kept), structure(fresh)
    gated = "gate" in (before["before the page"], after["before the page"])
    for part, was in before.items():
        if part == "before the page" or (gated and part.startswith(_HIDDEN)):
            continue
        if part not in after and part in _COMES_AND_GOES:
            continue
        now = after.get(part, "nothing")
        if gated:
            was, now = was.replace("CRng", "CRg"), now.replace("CRng", "CRg")
        if was != now:
            return Drift(part, was, now)
    return None


def structure(page: SavedPage) -> Parts:
    """The parts of a page by name, in the order in which they are compared."""
    tree = LexborHTMLParser(page.body.decode("utf-8", "replace"))
    html, form = tree.css_first("html"), tree.css_first("form")
    headings = [clean(h.text()) for h in tree.css("div.defaultDialog > h2")]
    parts: Parts = {
        "before the page": "gate" if tree.css_first(f"input[name={BUTTON}]") else "nothing",
        "language": (html.attributes.get("lang") if html else None) or "none",
        "form": (form.attributes.get("id") if form else None) or "none",
        "boxes": _counted(len(tree.css("div.defaultDialog")), "box"),
        "heading of the view": _plain(headings[1]) if len(headings) > 1 else "none",
        "update line": _update_line(tree),
    }
    for name, selector in zip(_LABELLED, ("td.CR:first-child", "td.CRnowrap.b"), strict=True):
        found = {clean(c.text()) for c in tree.css(f"div.defaultDialog {selector}")}
        if labels := [label for label in _LABELS if label in found]:
            parts[name] = "; ".join(labels)
    if rounds := tree.css("div.defaultDialog > h2 ~ h3:not(.CRmsg)"):
        parts["heading of the round"] = _plain(clean(rounds[-1].text()))
    tables = tree.css("table.CRs1")
    if tables:
        parts["lists"] = _counted(len(tables), "list")
    for number, table in enumerate(tables, start=1):
        parts |= _list_parts(table, f"list {number}" if len(tables) > 1 else "the list")
    return parts


def _list_parts(table: LexborNode, name: str) -> Parts:
    rows = [r for r in table.css("tr") if r.parent is not None and r.parent.parent == table]
    heads = [r for r in rows if "g1b" in _class(r)]
    data = [r for r in rows if r not in heads]
    repeated = [r for r in heads if len([*cells_of(r)]) > 1]
    parts: Parts = {}
    if repeated:
        cells = [*cells_of(repeated[0])]
        parts[f"columns of {name}"] = _columns([clean(c.text()) for c in cells])
        parts[f"cells of the headings of {name}"] = _collapsed([f"{c.tag}.{_class(c)}" for c in cells])
    elif heads or data:
        parts[f"columns of {name}"] = "no row of headings"
    kinds = {_class(r).split(" ")[0].rstrip("12") or "none" for r in data}
    if kinds:
        parts[f"rows of {name}"] = f"class {', '.join(sorted(kinds))}"
        shapes = Counter(_collapsed([_class(c) or "none" for c in cells_of(r)]) for r in data)
        parts[f"classes of the cells of {name}"] = shapes.most_common(1)[0][0]
    return parts


def _columns(texts: list[str]) -> str:
    """Headings by text; as many rounds, opponents or tie-breaks as there are count as one column."""
    plain = [_TIE_BREAK.sub("TB", _SCORE.sub("0 : 0", t)) for t in texts]
    return _collapsed(["n.Rd" if _ROUND.fullmatch(t) else t or "(empty)" for t in plain], " | ")


def _collapsed(words: list[str], joint: str = " ") -> str:
    """Equal neighbours once: the number of rounds is a value."""
    return joint.join(w for n, w in enumerate(words) if n == 0 or w != words[n - 1])


def _update_line(tree: LexborHTMLParser) -> str:
    for p in tree.css("p.CRsmall"):
        text = clean(p.text())
        if ":" in text and any(c.isdigit() for c in text):
            # What follows is who uploaded, and whether a copy answered.
            return _plain(text.split(",")[0].split(" / ")[0])
    return "none"


def _plain(text: str) -> str:
    return _NUMBER.sub("0", text)


def _class(node: LexborNode) -> str:
    return _FEDERATION.sub(lambda m: (m[1] or "") + "FED", node.attributes.get("class") or "")


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 'es' if what.endswith('x') else 's'}"
