"""The addresses of the site's pages. They are for ever: links from outside must not break."""

import hashlib
import re
from datetime import date
from functools import lru_cache

from importer.names import evened

_OTHER = re.compile(r"[^A-Za-z0-9]+")


@lru_cache(maxsize=4096)
def event_slug(key: str) -> str:
    """An event's part of an address: `chess-results:1234567` is `chess-results-1234567`."""
    return _OTHER.sub("-", key).strip("-").lower()


def member_page(language: str, number: str) -> str:
    return f"{language}/members/{number}.html"


def event_page(language: str, key: str, page: int = 1) -> str:
    """One page of an event; the first has no number."""
    suffix = "" if page == 1 else f"-{page}"
    return f"{language}/events/{event_slug(key)}{suffix}.html"


def list_overview(language: str, list_date: date) -> str:
    """The page of a list: its versions, tables and files."""
    return f"{language}/lists/{list_date}/index.html"


def list_table(language: str, list_date: date, version: int, type_: str, page: int) -> str:
    """One page of a version's table of one type; the first has no number."""
    suffix = "" if page == 1 else f"-{page}"
    return f"{language}/lists/{list_date}/v{version}-{type_}{suffix}.html"


def letter_page(language: str, letter: str) -> str:
    """The index of names that begin with a letter."""
    return f"{language}/members/letter-{letter}.html"


@lru_cache(maxsize=4096)
def club_slug(name: str) -> str:
    """A club's part of an address, the same for spellings that differ in width, case and blanks alone:
    `club-kita-chess-club`; with a sum of the name where it has more than Roman letters and figures."""
    same = evened(name)
    plain = _OTHER.sub("-", same).strip("-")
    if plain.replace("-", " ") == same and len(plain) <= 60:
        return f"club-{plain}"
    mark = hashlib.sha256(same.encode()).hexdigest()[:10]
    return f"club-{plain[:40]}-{mark}" if plain else f"club-{mark}"


def club_page(language: str, slug: str) -> str:
    return f"{language}/clubs/{slug}.html"


def up(path: str) -> str:
    """From a page back to the site's root: `../../` for `en/members/x.html`. Links are relative, so that the
    site works under any base path and from files."""
    return "../" * path.count("/")
