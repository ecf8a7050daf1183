"""Pages of Chess-Results among the texts that are given to import: saved by a browser, they are no report."""

import hashlib
import re

from scraper.addresses import Address, names_a_list
from scraper.errors import PageError, SearchPage
from scraper.reading import read_page
from scraper.records import Problem, SavedPage

_HTML = re.compile(
    r"\ufeff?\s*(?:<\?xml[^>]*>\s*|<!--(?:(?!-->).){0,500}-->\s*){0,20}<(?:!doctype\s+html|html\b)",
    re.I | re.S,
)
_TITLE = re.compile(r"<title>\s*Chess-Results Server\b", re.I)
_FORM = re.compile(r"<form\b[^<>]*\saction=[\"'][^\"'<>]{0,80}?\btnr0*([1-9][0-9]{0,8})\.aspx", re.I)
_ACTION = re.compile(r"<form\b[^<>]*\saction=[\"']([^\"'<>]{0,400})", re.I)
_SAVED_FROM = re.compile(r"<!-- saved from url=\S{0,80}?/tnr0*([1-9][0-9]{0,8})\.aspx", re.I)
_SNAPSHOT = re.compile(
    r"^Snapshot-Content-Location: \S{0,40}\bchess-results\.com/+(?:tnr0*([1-9][0-9]{0,8})\.aspx)?",
    re.I | re.M,
)


def search_given(text: str, name: str) -> Address | Problem | None:
    """A saved page that lists tournaments: the one that it names, or why none is; None for other texts."""
    form = _ACTION.search(text) if _HTML.match(text) else None
    if form is None or not names_a_list(form[1]):
        return None
    body = text.encode()
    try:
        read_page(SavedPage(body, name, hashlib.sha256(body).hexdigest()))
    except SearchPage as error:
        return error.problem if error.tournament is None else Address(error.tournament, met=name)
    except PageError as error:
        return error.problem
    return None


def page_given(text: str, name: str) -> Problem | None:
    """A page of Chess-Results saved by a browser: it links many other tournaments, and reports none."""
    archive = _SNAPSHOT.search(text[:4000])
    if archive is None and not (_HTML.match(text) and (_TITLE.search(text) or _FORM.search(text))):
        return None
    found = archive or _FORM.search(text) or _SAVED_FROM.search(text[:4000])
    number = found[1] if found else None
    of = f" of tournament {number}" if number else ""
    if number:
        link = f"https://chess-results.com/tnr{number}.aspx"
        remedy = f"paste its link, {link}, or give the page as a file: banzuke import FILE"
    else:
        remedy = "paste the tournament's link, or give the page as a file: banzuke import FILE"
    return Problem("page-not-a-mail", name, "links, or text that holds them", f"a saved page{of}", remedy)
