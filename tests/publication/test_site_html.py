"""Every page is valid HTML: parsed without an error by a library, and built as the standard wants it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tests.publication.test_site import november, site_of
from tests.publication.test_site_families import juniors_site
from tests.workplace import Workplace

pytestmark = pytest.mark.slow

ONLY_IN = {
    "li": {"ul", "ol"},
    "tr": {"thead", "tbody"},
    "td": {"tr"},
    "th": {"tr"},
    "thead": {"table"},
    "tbody": {"table"},
    "dt": {"div", "dl"},
    "dd": {"div", "dl"},
    "option": {"select"},
    "summary": {"details"},
    "figcaption": {"figure"},
    "title": {"head"},
    "link": {"head"},
    "meta": {"head"},
}
ONLY_HOLDS = {
    "ul": {"li"},
    "ol": {"li"},
    "table": {"thead", "tbody"},
    "thead": {"tr"},
    "tbody": {"tr"},
    "tr": {"td", "th"},
    "dl": {"div"},
    "select": {"option"},
}
PHRASING = {"p", "h1", "h2", "h3", "span", "a", "bdi", "strong", "code", "label", "button", "summary", "abbr"}
"""What must not hold a block."""

BLOCKS = {
    "p",
    "div",
    "table",
    "ul",
    "ol",
    "dl",
    "section",
    "form",
    "h1",
    "h2",
    "h3",
    "figure",
    "details",
    "nav",
}
VOID = {"meta", "link", "input", "br", "img", "path", "rect", "circle"}


class Built(HTMLParser):
    """What stands in what, against the content model of the elements that the pages use."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.ids: Counter[str] = Counter()
        self.levels: list[int] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if len(given) != len(attrs):
            self.wrong.append(f"an attribute twice on {tag}")
        if given.get("id"):
            self.ids[given["id"] or ""] += 1
        parent = self.open[-1] if self.open else ""
        if tag in ONLY_IN and parent not in ONLY_IN[tag]:
            self.wrong.append(f"{tag} in {parent}")
        if parent in ONLY_HOLDS and tag not in ONLY_HOLDS[parent]:
            self.wrong.append(f"{tag} in {parent}")
        if tag in BLOCKS and PHRASING & set(self.open):
            self.wrong.append(f"{tag} within {'/'.join(self.open)}")
        if tag == "a" and "a" in self.open:
            self.wrong.append("a link in a link")
        if tag in ("h1", "h2", "h3"):
            self.levels.append(int(tag[1]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and (not self.open or self.open.pop() != tag):
            self.wrong.append(f"/{tag}")


def faults(file: Path) -> Iterator[str]:
    """What is wrong with a page, by its content model."""
    text = file.read_text("utf-8")
    built = Built(text)
    yield from built.wrong
    yield from (f"{tag} is left open" for tag in built.open)
    yield from (f"id {name} {count} times" for name, count in built.ids.items() if count > 1)
    if not text.startswith("<!DOCTYPE html>"):
        yield "no doctype"
    if built.levels.count(1) != 1 or built.levels[0] != 1:
        yield f"headings {built.levels}"
    if any(after - before > 1 for before, after in zip(built.levels, built.levels[1:], strict=False)):
        yield f"headings {built.levels}"


def strange(work: Workplace) -> Path:
    """A site in which names hold what HTML is made of."""
    november(work)
    name = "A & B </td><script>x</script> \"quoted\" 'so' \u202e\U0001f600"
    work.done(
        "members",
        "import",
        work.file(f'ID,Name,Memberships,Club\nN90000001,Mori Sora,,"{name.replace(chr(34), chr(34) * 2)}"\n'),
    )
    return site_of(work, "--ages", "--mail", "rating@example.org", "--address", "https://example.org/r/")


def test_no_element_stands_where_it_must_not(work: Workplace) -> None:
    pages = list(strange(work).rglob("*.html"))
    assert len(pages) > 40
    assert not {str(p): found for p in pages if (found := list(faults(p)))}


def test_the_queensland_site_is_built_as_well(queensland: Workplace) -> None:
    assert not {str(p): f for p in juniors_site(queensland).rglob("*.html") if (f := list(faults(p)))}


def test_the_check_itself_sees_faults(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    for text in (
        "<!DOCTYPE html><h1>a</h1><ul><p>b</p></ul>",
        "<!DOCTYPE html><h1>a</h1><p><div>b</div></p>",
        "<!DOCTYPE html><h1>a</h1><h3>b</h3>",
        "<!DOCTYPE html><h1 id=a>a</h1><p id=a>b</p>",
        "<h1>a</h1>",
        "<!DOCTYPE html><h1>a</h1><p>",
    ):
        file.write_text(text)
        assert list(faults(file)), text


@pytest.mark.parametrize("office", ["work", "queensland"])
def test_a_parser_of_the_standard_finds_no_error(office: str, request: pytest.FixtureRequest) -> None:
    parsers: Any = pytest.importorskip("tinyhtml5.parser", reason="tinyhtml5 is not installed")
    found, makes = {}, {"work": strange, "queensland": juniors_site}[office]
    for file in makes(request.getfixturevalue(office)).rglob("*.html"):
        parser = parsers.HTMLParser()
        parser.parse(file.read_bytes())
        if parser.errors:
            found[str(file)] = parser.errors[:3]
    assert not found
