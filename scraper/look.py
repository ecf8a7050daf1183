"""One page looked at, not read: enough to say whether the event is as it was.

The "Last update" line is the site's own word; the fingerprint of the list is ours, for the case that the
line does not move. Links, flags, menus, the gate and the server's time are no part of it.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime

from selectolax.lexbor import LexborHTMLParser

from scraper.errors import OtherTournament, TruncatedPage
from scraper.pages.head import read_head, tournament_of
from scraper.problems import Notes
from scraper.records import SavedPage


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
