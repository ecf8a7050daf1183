"""Files that are not the page, each refused with the right code: nothing is read from a 200 that is none."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from scraper.errors import PageError
from scraper.reading import read_event, read_page
from scraper.records import SavedPage

FOLDER = Path(__file__).parent / "not_pages"
CODES = {
    "another_site.html": "no-tournament",
    "answer.json": "not-html",
    "empty_list.html": "table-empty",
    "error_500.html": "site-unavailable",
    "list.csv": "not-html",
    "login.html": "no-tournament",
    "nothing.html": "not-html",
    "printed.pdf": "not-html",
    "record_not_found.html": "record-not-found",
    "search.html": "search-names-none",
    "unavailable.html": "site-unavailable",
    "unavailable_site.html": "site-unavailable",
    "saved.mhtml": "no-tournament",
    "saved.webarchive": "web-archive",
}


def file(name: str) -> SavedPage:
    body = (FOLDER / name).read_bytes()
    return SavedPage(body, name, hashlib.sha256(body).hexdigest())


@pytest.mark.parametrize("name", sorted(CODES))
def test_what_is_not_the_page_is_refused_with_its_code(name: str) -> None:
    with pytest.raises(PageError) as caught:
        read_page(file(name))
    problem = caught.value.problem
    assert problem.code == CODES[name]
    assert name in problem.place
    assert problem.expected and problem.found and problem.remedy
    with pytest.raises(PageError):
        read_event([file(name)], minutes_at_60=lambda text: None)


def test_every_file_of_the_folder_is_tried() -> None:
    assert {p.name for p in FOLDER.iterdir()} == CODES.keys()
