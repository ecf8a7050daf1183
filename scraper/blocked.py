"""A page that says no with status 200: a captcha, a "you are blocked", in place of the tournament.

No such page of the site has been seen or reported (chess-results.md, section 10); these are the words of the
common blockers. They count only on a page without the hidden state that every page of the site carries,
so that an event may be called "Captcha Open". A false alarm stops a run; a missed one asks on and on.
"""

from __future__ import annotations

import re

_SITES_OWN = b"__viewstate"
_WORDS = re.compile(
    rb"captcha|(?:are|am) (?:you|i) a (?:ro)?bot|not a robot|unusual traffic|access(?: to this page)?"
    rb"(?: has been| is)? denied|just a moment|checking your browser|attention required|too many requests"
    rb"|(?:been|is|temporarily|request) blocked"
)
_LOOKED_AT = 200_000


def blocking_words(body: bytes) -> str | None:
    """The words by which a page tells that the client is blocked; None for every other page."""
    text = body[:_LOOKED_AT].lower()
    if _SITES_OWN in text:
        return None
    found = _WORDS.search(text)
    return found[0].decode() if found else None
