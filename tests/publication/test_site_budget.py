"""How much a visitor has to load: the first page, and a list of ten thousand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest
from playwright.sync_api import Page, Request, sync_playwright

from tests.chromium import CHROMIUM, FLAGS
from tests.publication.test_site import site_of
from tests.workplace import Workplace, once

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="no /usr/bin/chromium")

HOME, LIST = 60_000, 300_000
"""Bytes as they lie on the disk, before any compression: the page with all it asks for; of a list without its
rows as data, which are asked for when somebody searches or sorts."""

LISTED = "lists/2026-10-01/v1-standard.html"


@pytest.fixture
@once
def many(work: Workplace) -> Workplace:
    people = [
        {"ID": f"N91{n:06d}", "Name": f"Mori {chr(97 + n % 26)}{chr(97 + n // 26 % 26)}{n % 71}"}
        for n in range(10_000)
    ]
    work.register(*people)
    work.opening({**one, "ST": 1000 + n * 7 % 1500, "ST-G": 40} for n, one in enumerate(people))
    return work


@pytest.fixture
def page() -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser.new_page()
        browser.close()


def loaded(page: Page, site: Path, path: str) -> dict[str, int]:
    """By the name of each file that a page asks for unasked: its bytes."""
    asked: set[str] = set()

    def note(request: Request) -> None:
        asked.add(request.url)

    page.on("request", note)
    page.goto(f"{site.as_uri()}/{path}", wait_until="networkidle")
    page.remove_listener("request", note)
    files = [Path(unquote(urlparse(url).path)) for url in asked]
    return {file.name: file.stat().st_size for file in files}


def test_home_and_a_list_of_ten_thousand_stay_within_their_bytes(many: Workplace, page: Page) -> None:
    site = site_of(many)
    for lang in ("en", "ja"):
        home = loaded(page, site, f"{lang}/index.html")
        assert {"index.html", "site.css", "site.js"} <= home.keys()
        assert sum(home.values()) <= HOME, home
        listed = loaded(page, site, f"{lang}/{LISTED}")
        assert not [name for name in listed if name.endswith("standard.js")]
        assert sum(listed.values()) <= LIST, listed
