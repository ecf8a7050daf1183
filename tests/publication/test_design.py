"""The look that all pages share: its parts, its colours, and that it asks nobody for anything."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from publication.design.styles import ORDER, SHARED, mark, script, stylesheet
from publication.site.whole import STATIC

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FOLDER = files("publication.design") / "styles"
GROUNDS = ("back", "card", "soft", "mine")
ON_THEM = ("text", "dim", "link", "accent", "up", "down", "one", "two")
ON_BAND = ("on-band", "dim-band", "accent-band")
ENOUGH = 4.5
"""WCAG 2.2, 1.4.3, level AA."""


def colours(scheme: str) -> dict[str, tuple[int, int, int]]:
    """The colours of the tokens; in the dark, those that are otherwise there over those of the light."""
    text = (FOLDER / "tokens.css").read_text("utf-8")
    light, dark = text.split("@media")
    found = {}
    for part in (light, dark) if scheme == "dark" else (light,):
        for name, value in re.findall(r"--([a-z-]+): #([0-9a-f]{3,6});", part):
            whole = value if len(value) == 6 else "".join(2 * c for c in value)
            found[name] = (int(whole[:2], 16), int(whole[2:4], 16), int(whole[4:], 16))
    return found


def contrast(a: tuple[int, int, int], b: tuple[int, int, int]) -> float:
    """The ratio of two colours (WCAG 2.2, "contrast ratio" and "relative luminance")."""

    def luminance(colour: tuple[int, int, int]) -> float:
        parts = [c / 255 for c in colour]
        r, g, b = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_reckoned_as_the_standard_says() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((0x76, 0x76, 0x76), (255, 255, 255)) == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_can_be_read_on_every_ground(scheme: str) -> None:
    of = colours(scheme)
    pairs = [(text, ground) for text in ON_THEM for ground in GROUNDS]
    pairs += [(text, "band") for text in ON_BAND] + [("back", "link")]
    weak = {pair: contrast(of[pair[0]], of[pair[1]]) for pair in pairs}
    assert not {pair: found for pair, found in weak.items() if found < ENOUGH}
    assert contrast(of["focus"], of["back"]) >= 3  # 1.4.11
    assert contrast(of["edge"], of["card"]) >= 3


def test_only_the_tokens_name_colours_and_nothing_is_loaded() -> None:
    assert {f"{name}.css" for name in ORDER} == {f.name for f in FOLDER.iterdir()}
    for name in ORDER:
        text = re.sub(r"/\*.*?\*/", "", (FOLDER / f"{name}.css").read_text("utf-8"), flags=re.DOTALL)
        assert "url(" not in text and "@import" not in text, name
        if name != "tokens":
            assert not re.findall(r"#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(", text), name
        used = set(re.findall(r"var\(--([a-z0-9-]+)", text))
        own = set(re.findall(r"--([a-z0-9-]+):", stylesheet()))
        assert used <= own, (name, used - own)


def test_parts_come_in_one_order_whatever_is_asked_for() -> None:
    shared = stylesheet(*SHARED)
    assert stylesheet().startswith(shared)
    assert stylesheet(*reversed(SHARED)) == shared
    assert ".list" not in shared and "/*" not in shared
    assert stylesheet("print").startswith("@media print")
    with pytest.raises(ValueError, match="colour"):
        stylesheet("colour")


@pytest.mark.parametrize("name", STATIC)
def test_a_script_is_written_without_what_is_for_who_writes_it(name: str) -> None:
    text = (files("publication.site") / "static" / name).read_text("utf-8")
    assert all(line.count("`") % 2 == 0 for line in text.splitlines()), "a text goes over a line's end"
    told = script("publication.site", name).decode()
    assert not re.search(r"^\s|^/[/*]|\*/$", told, re.MULTILINE)
    code = [line.strip() for line in re.sub(r"(?s)/\*.*?\*/", "", text).splitlines()]
    assert told.splitlines() == [line for line in code if line and not line.startswith("//")]


def test_a_browser_reads_the_same_rules_as_in_the_files(browser: Browser) -> None:
    page = browser.new_page()
    rules = """text => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      return [...sheet.cssRules].map((rule) => rule.cssText);
    }"""
    written = [(FOLDER / f"{name}.css").read_text("utf-8") for name in ORDER]
    read = page.evaluate(rules, stylesheet())
    assert len(read) > 200
    assert read == page.evaluate(rules, "".join(written))


def test_the_star_of_what_is_needed_stays_beside_its_words() -> None:
    """On a telephone it stood on a line of its own."""
    (star,) = re.findall(r":required\)::after ?{ ?content: ?(.*?);? ?}", stylesheet())
    assert star == r'"\a0*"'


def test_the_mark_is_one_drawing_without_words() -> None:
    root = ElementTree.fromstring(mark())
    assert root.get("viewBox") == "0 0 16 16"
    assert len(mark()) < 400
