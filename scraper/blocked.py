"""A page with status 200 that is not the site's: a challenge, a notice, the login of a network.

No such page of the site has been seen or reported (chess-results.md, section 10). What is known is what the
site's own pages have, in every language: a form with the hidden state of ASP.NET that posts to a tournament
or to a list of tournaments (section 1). A page without it is told as such; by their marks, which are the same
in every language, or their words, challenges are told among them. An event may be called "Captcha Open".

And the button in front of old tournaments: five days after its end a page hides details and links (section
3). The input `cb_alleDetails` in `.defaultDialogMsg` tells a gated page; `P1_LinkButton2` does not, it is on
every page. The fields that are posted are the hidden inputs that are there (one saved page has no
`__EVENTTARGET`) and the button.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urljoin

from selectolax.lexbor import LexborHTMLParser

from scraper.addresses import names_a_list
from scraper.errors import NotATournamentPage, PageError
from scraper.pages.head import BUTTON, LAYOUTS, beginning, is_tournaments, read_head, tournament_of
from scraper.problems import Notes
from scraper.words import RECORD_NOT_FOUND, unavailable

_CHALLENGE = re.compile(
    rb"captcha|cf-turnstile|cdn-cgi/challenge-platform|_cf_chl|awswaf|datadome|incapsula|px-block"
    rb"|(?:are|am) (?:you|i) a (?:ro)?bot|not a robot|unusual traffic|access(?: to this page)?"
    rb"(?: has been| is)? denied|just a moment|checking your browser|attention required|too many requests"
    rb"|(?:been|is|temporarily|request) blocked"
)
_LOOKED_AT = 200_000


def challenge(body: bytes) -> str | None:
    """The mark or the words of a challenge in a body; None where there are none. Of an error's body, or of
    one that is no page of the site."""
    found = _CHALLENGE.search(body[:_LOOKED_AT].lower())
    return found[0].decode() if found else None


@dataclass(frozen=True, slots=True)
class Instead:
    """A page in place of the site's: its title, how its text begins, and the `mark` of a challenge on it."""

    title: str
    text: str
    mark: str | None


def instead(body: bytes) -> Instead | None:
    """What a page with status 200 is instead of the site's; None for the site's own, whatever it says."""
    if _begins(beginning(body))[1]:
        return None
    tree = LexborHTMLParser(body)
    if _sites_own(tree, body):
        return None
    own = _sites_form(tree, body)
    mark = challenge(body)
    text = " ".join(tree.body.text().split()) if tree.body is not None else ""
    if mark is None and (own or RECORD_NOT_FOUND in text or unavailable(text)):
        return None
    title = tree.css_first("title")
    return Instead(" ".join(title.text().split())[:80] if title is not None else "", text[:80], mark)


def answers(body: bytes) -> bool:
    """Whether a kept answer tells of a tournament, or lists some: also that there is none of its number."""
    if _begins(beginning(body))[0]:
        return True
    try:
        read_head(LexborHTMLParser(body), Notes(""))
    except NotATournamentPage as error:
        return error.problem.code == "record-not-found"
    except PageError:
        return True
    return True


@lru_cache(maxsize=1)
def _begins(begin: bytes) -> tuple[bool, bool]:
    """Of the beginning of a page, whether it shows a tournament's, and whether it shows one of the site."""
    tree = LexborHTMLParser(begin)
    return is_tournaments(tree), _sites_own(tree, begin)


def _sites_own(tree: LexborHTMLParser, body: bytes) -> bool:
    """Whether it has a form of the site, and headings or a list as the site makes them."""
    return _sites_form(tree, body) and (len(tree.css("h2")) > 1 or tree.css_first("table.CRs2") is not None)


def _sites_form(tree: LexborHTMLParser, body: bytes) -> bool:
    state = b"__viewstate" in body[:_LOOKED_AT].lower()
    for form in tree.css("form"):
        action = form.attributes.get("action") or ""
        if (tournament_of(action) is not None or names_a_list(action)) and (
            state or form.attributes.get("id") in LAYOUTS
        ):
            return True
    return False


@dataclass(frozen=True, slots=True)
class Gate:
    """The form to post: its absolute address and its fields in the order of the page."""

    action: str
    fields: dict[str, str]


def find_gate(body: bytes, address: str) -> Gate | None:
    """The gate of a page that was received from `address` (the final one), None if the page has none."""
    if BUTTON.encode() not in body:
        return None
    tree = LexborHTMLParser(body)
    button = tree.css_first(f".defaultDialogMsg input[name={BUTTON}]")
    if button is None:
        return None
    fields: dict[str, str] = {}
    # Of the whole document: gated pages leave tables open, so the form's own end is not to be trusted.
    for node in tree.css("input[type=hidden]"):
        name = node.attributes.get("name")
        if name:
            fields[name] = node.attributes.get("value") or ""
    fields[BUTTON] = button.attributes.get("value") or ""
    form = tree.css_first("form[action]")
    action = (form.attributes.get("action") or "") if form else ""
    try:
        target = urljoin(address, action)
    except ValueError:
        # Left as it stands: the client refuses it by name.
        target = action
    return Gate(action=target, fields=fields)
