"""The search of the handbook finds Japanese words, in a real browser."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser

from docs.__main__ import HERE
from tests.publication.test_site_browser import Quiet

PAGES = {
    "index": "# The handbook\n\n```{toctree}\nja/month\nja/people\nja/other\n```\n",
    "ja/month": "# 毎月の作業\n\n算入期間の報告を取り込み、確認事項に回答します。The rating period.\n",
    "ja/people": "# 登録\n\n会員名簿を取り込みます。期間は問いません。\n",
    "ja/other": "# その他\n\nここには何もありません。\n",
}


@pytest.fixture(scope="module")
def handbook(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a few pages, built as `make docs` builds the handbook."""
    build = pytest.importorskip("sphinx.cmd.build")
    source, built = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("built")
    for name, text in PAGES.items():
        (source / name).parent.mkdir(exist_ok=True)
        (source / f"{name}.md").write_text(text, "utf-8")
    assert build.main(["-q", "-W", "-b", "html", "-c", str(HERE), str(source), str(built)]) == 0
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(built)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("算入期間", ["ja/month"]),
        ("確認事項", ["ja/month"]),
        ("会員名簿", ["ja/people"]),
        ("期間", ["ja/month", "ja/people"]),
        ("Rating", ["ja/month"]),
        ("象", []),
    ],
)
def test_a_query_finds_the_pages_with_its_words(
    handbook: str, browser: Browser, query: str, found: list[str]
) -> None:
    page = browser.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{handbook}/search.html?q={query}")
    page.wait_for_function("document.querySelector('.search-summary')?.textContent")
    shown = page.eval_on_selector_all("#search-results li a", "all => all.map(one => one.pathname)")
    page.close()
    assert sorted(path.strip("/").removesuffix(".html") for path in shown) == found
    assert complaints == []
