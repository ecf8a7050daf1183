"""Pictures for messengers, and badges for other websites."""

from __future__ import annotations

import io
import sys
from datetime import UTC, date, datetime
from pathlib import Path
from xml.etree import ElementTree

import pytest
from selectolax.lexbor import LexborHTMLParser

from publication.site import pictures
from publication.site.badge import width
from tests.chromium import CHROMIUM, FLAGS
from tests.office.test_corrections import game
from tests.publication.test_site import november, site_of
from tests.workplace import HATA, LATE, MORI, Workplace

ADDRESS = "https://example.org/r/"
SVG = "{http://www.w3.org/2000/svg}"
Image = pytest.importorskip("PIL.Image")


def told(file: Path) -> dict[str, str]:
    """What a page says to whoever shows a link to it."""
    metas = LexborHTMLParser(file.read_text("utf-8")).css("meta[property^='og:'], meta[name^='twitter:']")
    return {m.attributes.get("property") or m.attributes["name"]: m.attributes["content"] for m in metas}  # type: ignore[misc]


def test_every_page_has_a_picture_that_is_there_and_as_large_as_it_says(work: Workplace) -> None:
    november(work)
    site = site_of(work, "--address", ADDRESS, "--pictures")
    pages = [p for folder in ("ja", "en") for p in (site / folder).rglob("*.html")]
    seen = set()
    for page in pages:
        says = told(page)
        assert says["og:image"].startswith(ADDRESS), page
        picture = site / says["og:image"].removeprefix(ADDRESS)
        seen.add(says["og:image"].removeprefix(ADDRESS))
        size = (int(says["og:image:width"]), int(says["og:image:height"]))
        drawn = Image.open(io.BytesIO(picture.read_bytes()))
        assert (drawn.format, drawn.size) == ("PNG", size)
        assert size == (1200, 630)
        assert says["twitter:card"] == "summary_large_image"
        assert says["og:image:alt"]
    assert {f"pictures/members/{MORI}.png", "pictures/lists/2026-11-01-v1.png", "static/share.png"} <= seen
    assert not (site / f"pictures/members/{LATE}.png").exists()  # he has no rating


def test_pictures_are_off_until_they_are_asked_for_and_it_is_remembered(work: Workplace) -> None:
    november(work)
    site = site_of(work, "--address", ADDRESS)
    assert not (site / "pictures").exists()
    assert told(site / f"en/members/{MORI}.html")["og:image"] == f"{ADDRESS}static/share.png"
    site_of(work, "--pictures")
    site_of(work)
    assert told(site / f"en/members/{MORI}.html")["og:image"] == f"{ADDRESS}pictures/members/{MORI}.png"
    site_of(work, "--no-pictures")
    assert not (site / "pictures").exists()


def test_only_what_changed_is_drawn_again(work: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    november(work)
    site_of(work, "--pictures")
    drawn: list[str] = []
    real = pictures.Painter.person
    monkeypatch.setattr(
        pictures.Painter, "person", lambda self, name, *more: drawn.append(name) or real(self, name, *more)
    )
    site_of(work)
    assert drawn == []
    work.moment = datetime(2026, 12, 2, 1, tzinfo=UTC)
    work.store(game(1400002, date(2026, 11, 8), MORI, HATA, "1-0"), date(2026, 11, 9))
    work.done("rate")
    work.done("publish")
    site_of(work)
    assert sorted(drawn) == ["Hata Rin", "Mori Sora"]


def test_nothing_of_who_is_withheld_is_drawn(work: Workplace) -> None:
    november(work)
    site = site_of(work, "--pictures")
    assert (site / f"pictures/members/{MORI}.png").exists()
    assert (site / f"badges/{MORI}.svg").exists()
    work.register({"ID": MORI, "Name": "Mori Sora", "Withheld": "1"})
    site_of(work)
    assert not (site / f"pictures/members/{MORI}.png").exists()
    assert not (site / f"badges/{MORI}.svg").exists()


def test_kanji_without_a_font_is_left_out_and_never_a_box(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same picture as of somebody without kanji: none of it is drawn."""

    def drawn() -> tuple[bytes, bytes, bytes]:
        pictures.font.cache_clear()
        pictures._glyph.cache_clear()
        painter = pictures.Painter("Invented Federation", "架空連盟")
        plain = pictures.Painter("Invented Federation", "Invented Federation")
        return (
            painter.person("Mori Sora", "森 空", [("Standard", 1705)], ""),
            plain.person("Mori Sora", "", [("Standard", 1705)], ""),
            plain.person("Mori Sora", "森 空", [("Standard", 1705)], ""),
        )

    monkeypatch.setattr(pictures, "FONTS", ())
    with_kanji, without, only_his = drawn()
    assert with_kanji == without == only_his
    assert not pictures.drawable("森")
    assert pictures.roman("Žižek 森") == "Zizek"
    monkeypatch.undo()
    pictures.font.cache_clear()
    pictures._glyph.cache_clear()
    if pictures.drawable("森"):
        assert drawn()[0] != without


@pytest.mark.parametrize("name", ["W" * 60, "字" * 40, "\u202eevil", "A", "i" * 200, "مريم", ""])
def test_any_name_fits_into_the_picture(name: str) -> None:
    """Nothing is drawn on the edges, where the ground is as it was."""
    painter = pictures.Painter("Federation " * 12, "連盟" * 40)
    drawn = Image.open(io.BytesIO(painter.person(name, name, [("Standard", 3000)] * 5, "2026-11-01")))
    pixels = drawn.convert("RGB")
    assert drawn.size == (1200, 630)
    edge = [pixels.getpixel((x, y)) for x in (2, 1190) for y in range(140, 610, 3)]
    assert len(set(edge)) == 1


def test_without_pillow_it_says_what_to_do(work: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    november(work)
    monkeypatch.setitem(sys.modules, "PIL", None)
    pictures._painter.cache_clear()
    said = work.run("site", work.folder.parent / "public", "--pictures")
    assert (said.code, said.problem()["code"]) == (1, "no-pictures")
    assert "--no-pictures" in said.problem()["do"]
    assert not (work.folder.parent / "public").exists()


def test_a_badge_is_a_drawing_of_the_rating_and_the_page_has_the_lines_to_copy(work: Workplace) -> None:
    november(work)
    site = site_of(work, "--address", ADDRESS)
    ((rating,),) = work.rows(
        "SELECT rating FROM list_rating WHERE version_id = 2 AND federation_id = ? AND type = 'standard'",
        MORI,
    )
    drawn = ElementTree.parse(site / f"badges/{MORI}.svg").getroot()
    texts = [t.text for t in drawn.iter(f"{SVG}text")]
    assert texts == ["スタンダード", "Standard", str(rating)]
    assert drawn.attrib["aria-label"] == f"Mori Sora: Standard {rating}"
    page = LexborHTMLParser((site / f"ja/members/{MORI}.html").read_text("utf-8"))
    copied = page.css_first("details.share code").text()
    assert copied.startswith(
        f'<a href="{ADDRESS}ja/members/{MORI}.html"><img src="{ADDRESS}badges/{MORI}.svg"'
    )
    assert not (site / f"badges/{LATE}.svg").exists()


@pytest.mark.skipif(not CHROMIUM.exists(), reason="no /usr/bin/chromium")
@pytest.mark.parametrize(("reads", "shown"), [("ja", "スタンダード"), ("en", "Standard"), ("fr", "Standard")])
def test_a_badge_speaks_the_language_of_whoever_looks_and_nothing_runs_over(
    work: Workplace, reads: str, shown: str
) -> None:
    from playwright.sync_api import sync_playwright

    november(work)
    site = site_of(work, "--address", ADDRESS)
    with sync_playwright() as playwright:
        args = [*FLAGS, f"--accept-lang={reads}"]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=args)
        page = browser.new_page()
        page.goto((site / f"badges/{MORI}.svg").as_uri())
        found = page.evaluate(
            "[...document.querySelectorAll('text, svg > rect, svg > path')].map(e =>"
            " ({what: e.textContent, ...e.getBoundingClientRect().toJSON()}))"
        )
        browser.close()
    whole, part, *texts = (one for one in found if one["width"])
    assert texts[0]["what"] == shown
    assert texts[0]["right"] < part["left"] < texts[1]["left"]
    assert texts[1]["right"] < whole["right"]


def test_widths_are_reckoned_with_kanji_as_wide_as_high() -> None:
    assert width("スタンダード") == 66
    assert width("1705") < width("スタ") * 2
