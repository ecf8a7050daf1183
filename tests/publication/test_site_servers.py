"""The site on real web servers, each with the lines that the handbook gives for it."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.office.writers import busy
from tests.servers import PROGRAMS, lines_for, serving
from tests.workplace import Workplace, tree

SAID = {
    "cache-control": ["no-cache"],
    "content-security-policy": ["frame-ancestors 'none'"],
    "x-content-type-options": ["nosniff"],
}
"""What every answer tells a browser, once each."""


@pytest.fixture
def site(work: Workplace) -> Iterator[Path]:
    """A site in a folder that every user of the system can read, as the servers' own have to."""
    busy(work)
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    work.done("site", folder / "ratings", "--address", "https://ratings.example.org/")
    yield folder / "ratings"
    shutil.rmtree(folder)


@pytest.mark.parametrize("server", PROGRAMS)
def test_the_lines_of_the_handbook_show_the_whole_site(server: str, site: Path, tmp_path: Path) -> None:
    lines = lines_for(server, "site.md").replace("/srv/www/ratings", str(site))
    with serving(server, lines, tmp_path) as port, httpx.Client(base_url=f"http://127.0.0.1:{port}/") as asks:
        for path, data in tree(site).items():
            answer = asks.get(path)
            assert (answer.status_code, answer.content) == (200, data), path
            assert {name: answer.headers.get_list(name) for name in SAID} == SAID, path
        page = asks.get("en/")
        assert page.content == (site / "en" / "index.html").read_bytes()
        assert page.headers["content-type"].lower() == "text/html; charset=utf-8"
        assert page.headers["content-encoding"] == "gzip"
        assert asks.get("data/folding.js").headers["content-encoding"] == "gzip"
        since = {"if-modified-since": page.headers["last-modified"]}
        assert asks.get("en/", headers=since).status_code == 304
        for path in ("nothing.html", "en/members/nobody.html"):
            none = asks.get(path)
            assert (none.status_code, none.content) == (404, (site / "404.html").read_bytes())
            assert {name: none.headers.get_list(name) for name in SAID} == SAID, path
