"""Changes of one cell of a real page, by row and column, so that no name need be written here."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace

from scraper.records import SavedPage

_ROW = re.compile(rb'<tr class="CRn?g[12](?: [^"]*)?">.*?</tr>', re.DOTALL)
_CELL = re.compile(rb"(<td[^>]*>)(.*?)(</td>)", re.DOTALL)


def with_body(page: SavedPage, body: bytes) -> SavedPage:
    """The page with other bytes."""
    return replace(page, body=body, sha256=hashlib.sha256(body).hexdigest())


def replaced(page: SavedPage, old: str, new: str, count: int = 1) -> SavedPage:
    """The page with a text replaced, which must be there."""
    assert old.encode() in page.body, old
    return with_body(page, page.body.replace(old.encode(), new.encode(), count))


def cell(page: SavedPage, row: int, column: int, text: str) -> SavedPage:
    """The page with one cell's inner text replaced; row and column count from 1."""
    match = list(_ROW.finditer(page.body))[row - 1]
    found = list(_CELL.finditer(match[0]))[column - 1]
    start = match.start() + found.start(2)
    return with_body(page, page.body[:start] + text.encode() + page.body[match.start() + found.end(2) :])
