"""Every page says itself what a browser may run and load for it: the site's own files, and nothing else."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route
from selectolax.lexbor import LexborHTMLParser, LexborNode

from tests.chromium import CHROMIUM
from tests.publication.test_site import november, site_of
from tests.workplace import Workplace

needs_browser = pytest.mark.skipif(not CHROMIUM.exists(), reason="no /usr/bin/chromium")

DATA_BLOCK = "application/json"


def rules(page: LexborHTMLParser) -> dict[str, list[str]]:
    (meta,) = page.css('meta[http-equiv="Content-Security-Policy"]')
    told = (rule.split() for rule in (meta.attributes["content"] or "").split(";"))
    return {name: what for name, *what in told}


def children(page: LexborHTMLParser) -> list[LexborNode]:
    (head,) = page.css("head")
    return list(head.iter(include_text=False))


def test_every_page_has_its_policy_before_all_that_it_is_about_and_nothing_inline(work: Workplace) -> None:
    november(work)
    site = site_of(work)
    pages = {path.relative_to(site): path.read_text("utf-8") for path in site.rglob("*.html")}
    assert len(pages) > 20
    for path, text in pages.items():
        page = LexborHTMLParser(text)
        held = rules(page)
        charset, policy, *_ = children(page)
        assert charset.attributes == {"charset": "utf-8"}, path
        assert policy.attributes["http-equiv"] == "Content-Security-Policy", path
        assert (held["default-src"], held["base-uri"], held["form-action"]) == (["'none'"],) * 3, path
        assert not any("unsafe" in word or "*" in word for of in held.values() for word in of), path
        for script in page.css("script"):
            assert "src" in script.attributes or script.attributes["type"] == DATA_BLOCK, path
        assert len(page.css("style")) == (path.name == "404.html"), path
        for node in page.css("*"):
            assert not [name for name in node.attributes if name == "style" or name.startswith("on")], path


def test_a_form_is_sent_to_the_desk_or_to_a_mail_program_alone(work: Workplace) -> None:
    november(work)
    site = site_of(work, "--mail", "r@example.org")
    for path, told in (("corrections.html", "mailto:"), ("index.html", "'none'")):
        assert rules(LexborHTMLParser((site / "en" / path).read_text()))["form-action"] == [told]
    site = site_of(work, "--desk", "https://desk.example.org:8443/office/")
    for path, told in (("corrections.html", "https://desk.example.org:8443"), ("index.html", "'none'")):
        assert rules(LexborHTMLParser((site / "en" / path).read_text()))["form-action"] == [told]


@pytest.mark.parametrize(
    ("desk", "told"),
    [
        ("https://対局.example.org:8443/", "https://xn--hetwf.example.org:8443"),
        ("https://[fd00::1]:8765", "https:"),
        ("http://rating_office.example/", "http:"),
    ],
)
def test_a_desk_that_a_policy_cannot_name_as_it_is_written_still_gets_the_form(
    work: Workplace, desk: str, told: str
) -> None:
    """Chromium drops a rule with other letters than ASCII, and forbids what it cannot read."""
    november(work)
    page = LexborHTMLParser((site_of(work, "--desk", desk) / "en" / "corrections.html").read_text("utf-8"))
    assert rules(page)["form-action"] == [told]


@pytest.mark.parametrize("desk", ["https://desk.example.org;script-src", "https://a.example,b.example/"])
def test_an_address_that_would_say_more_in_the_policy_is_refused(work: Workplace, desk: str) -> None:
    said = work.run("site", work.folder.parent / "public", "--desk", desk)
    assert (said.code, said.problem()["expected"]) == (1, "an address, https://…/")


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Path, dict[str, str]]]:
    folder = tmp_path / "public"
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield (
        tmp_path,
        {"file": folder.as_uri() + "/", "http": f"http://127.0.0.1:{server.server_port}/public/"},
    )
    server.shutdown()
    server.server_close()


PUT_IN = """async ([tag, attributes, text]) => {
  const refused = [];
  document.addEventListener("securitypolicyviolation", (e) => refused.push(e.effectiveDirective));
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.textContent = text;
  document.body.append(node);
  if (tag === "form") node.submit();
  for (let n = 0; n < 50 && !refused.length; n++) await new Promise((done) => setTimeout(done, 10));
  return [refused, Boolean(window.ran)];
}"""
"""Puts an element into a page, as a name that was not escaped would; what was refused, and if it ran."""

STRANGE = [
    ("script", {}, "window.ran = true", "script-src-elem"),
    ("script", {"src": "https://elsewhere.example/a.js"}, "", "script-src-elem"),
    ("style", {}, "body { display: none }", "style-src-elem"),
    ("img", {"src": "https://elsewhere.example/a.png"}, "", "img-src"),
    ("img", {"src": "static/icon.svg", "onload": "window.ran = true"}, "", "script-src-attr"),
    ("iframe", {"src": "https://elsewhere.example/"}, "", "frame-src"),
    ("form", {"action": "https://elsewhere.example/"}, "", "form-action"),
]


@needs_browser
@pytest.mark.parametrize("how", ["file", "http"])
def test_what_is_strange_to_a_page_neither_runs_nor_is_asked_for(
    browser: Browser, work: Workplace, served: tuple[Path, dict[str, str]], how: str
) -> None:
    november(work)
    folder, addresses = served
    work.done("site", folder / "public")
    page: Page = browser.new_page()
    asked: list[str] = []

    def answered(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(body="window.ran = true", content_type="text/javascript")

    page.route("https://elsewhere.example/**", answered)
    for tag, attributes, text, refused in STRANGE:
        page.goto(f"{addresses[how]}index.html")
        assert page.evaluate(PUT_IN, [tag, attributes, text]) == [[refused], False], (tag, attributes)
    assert asked == []
