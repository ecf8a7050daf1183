"""The report for the Board: one page, on a phone, in both languages, in the dark, without fetching
anything."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, expect

from office.assess.assessment import Assessment, assessed
from office.assess.baselines import elo, even
from office.words import speaking
from publication.assess.asked import draw, files
from publication.assess.pictures import calibrations, courses, parts
from publication.assess.report import page
from tests.chromium import CHROMIUM, CONTRAST, WCAG
from tests.depth import every
from tests.office.assess.invented import Invented, nothing
from tests.publication.test_site_html import faults

pytestmark = pytest.mark.slow

STRANGE = 'A & B </td><script>x</script> "q" =1+1'


def told(lists: int = 24, games: int = 100) -> Assessment:
    one = Invented(lists=lists, games=games)
    history = replace(one.history, names=dict.fromkeys(one.history.people, STRANGE))
    held = history.course.lists[0]["standard"]
    moved = replace(held, rating=held.rating + 40, k=held.k + 21)
    course = replace(history.course, lists=[{"standard": held}, *[{"standard": moved}] * lists])
    amended = {"name": "amended & new.toml", "kind": "simulated"}
    models = [one.published(), replace(elo(history, 40), **amended), even(history)]
    return assessed(history, models, [course, replace(course, **amended)])


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "report.html"
    with speaking("ja"):
        path.write_bytes(page(told(), STRANGE))
    return path


def test_the_page_is_built_as_html_wants_it_and_holds_no_script(report: Path) -> None:
    assert list(faults(report)) == []
    text = report.read_text("utf-8")
    assert "<script" not in text
    assert STRANGE not in text


def test_the_page_fetches_nothing(report: Path) -> None:
    text = report.read_text("utf-8")
    assert not re.findall(r"\b(?:src|href|action)=|@import|url\(", text)


LOOKED = every([("light", "en"), ("light", "ja"), ("dark", "en"), ("dark", "ja")], 3)


@pytest.mark.skipif(not CHROMIUM.exists(), reason="no /usr/bin/chromium")
def test_a_phone_shows_either_language_without_scrolling_aside_by_day_and_by_night(
    report: Path, browser: Browser
) -> None:
    asked: list[str] = []
    for scheme, rules in (("light", WCAG), ("dark", CONTRAST)):
        phone = browser.new_page(viewport={"width": 390, "height": 844}, color_scheme=scheme)  # type: ignore[arg-type]
        phone.on("request", lambda request: asked.append(request.url))
        phone.goto(report.as_uri())
        expect(phone.locator("article[lang=ja]")).to_be_visible()
        expect(phone.locator("article[lang=en]")).not_to_be_visible()
        phone.evaluate(AXE_SCRIPT)
        for spoken, shown in (("en", "How well do the ratings predict?"), ("ja", "レーティング")):
            phone.check(f"#speak-{spoken}")
            phone.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
            assert shown in phone.locator("h1").inner_text()
            assert phone.evaluate("document.documentElement.scrollWidth") == 390
            if (scheme, spoken) in LOOKED:
                found = phone.evaluate("rules => axe.run(document, rules)", rules)["violations"]
                assert not [(v["id"], [n["html"] for n in v["nodes"]][:3]) for v in found]
    assert asked == [report.as_uri()] * 2


def test_plots_are_files_of_both_kinds_and_the_same_figures_give_the_same_svg(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    first, second = draw(told(), tmp_path / "1"), draw(told(), tmp_path / "2")
    names = {path.name for path in first}
    assert {"calibration-published.svg", "groups.png", "cohort-standard.svg", "spread-standard.png"} <= names
    assert len(names) == len(first) and not len(names) % 2
    for one, other in zip(first, second, strict=True):
        if one.suffix == ".svg":
            assert one.read_bytes() == other.read_bytes()
            ElementTree.parse(one)
        else:
            assert one.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("lists", [1, 2, 3, 60])
def test_axes_mean_something_with_one_list_and_with_sixty(lists: int) -> None:
    assessment = told(lists, games=60)
    drawn = [*calibrations(assessment), *courses(assessment)]
    assert any(plot.name == "cohort-standard" for plot in drawn) == (lists > 1)
    for plot in drawn:
        assert plot.x.low < plot.x.high and plot.y.low < plot.y.high
        assert 2 <= len(plot.y.ticks) <= 8, plot.name
        labels = [label for _value, label in plot.x.ticks]
        assert 1 <= len(labels) <= 8 and len(set(labels)) == len(labels), plot.name
        for series in plot.series:
            for x, y, _error in series.points:
                assert plot.x.low <= x <= plot.x.high
                assert y is None or plot.y.low <= y <= plot.y.high
    if lists > 1:
        level = next(plot for plot in drawn if plot.name == "means-standard")
        assert level.y.high - level.y.low >= 50  # what hardly moves looks so


def test_nothing_is_drawn_of_a_model_that_says_nothing() -> None:
    one = Invented(lists=2, games=400)
    found = assessed(one.history, [one.published(), nothing(800)], [one.history.course])
    assert [plot.name for plot in calibrations(found)] == ["calibration-published"]
    few = Invented(lists=1, games=10)
    found = assessed(few.history, [few.published()], [few.history.course])
    assert not list(calibrations(found)) and parts(found) is None
    assert "nothing is drawn" in page(found, "X").decode()


def test_every_plot_draws_the_simulations_first_asked_for_and_names_the_others() -> None:
    one = Invented(lists=3, games=200)
    course, published = one.history.course, one.published()
    by_k = {f"k-{k}.toml": replace(elo(one.history, k), kind="simulated") for k in (400, 300, 20)}
    models = [published, *(replace(model, name=name) for name, model in by_k.items())]
    courses_of = [course, *(replace(course, name=name, kind="simulated") for name in by_k)]
    found = assessed(one.history, models, courses_of)
    drawn = [plot for plot in (parts(found), *courses(found)) if plot is not None]
    assert len(drawn) >= 4
    for plot in drawn:
        labels = " ".join(series.label for series in plot.series)
        assert "k-400.toml" in labels and "k-300.toml" in labels and "k-20.toml" not in labels
        assert plot.note == "Not drawn here, but in the tables: k-20.toml."


def test_models_whose_names_are_alike_in_files_have_a_file_each() -> None:
    one = Invented(lists=2, games=200)
    models = [one.published(), *(replace(one.published(), name=n, kind="simulated") for n in ("a b", "a.b"))]
    found = assessed(one.history, models, [one.history.course])
    names = [plot.name for plot in calibrations(found)]
    assert sorted(names) == ["calibration-a-b", "calibration-a-b-2", "calibration-published"]


def test_a_spreadsheet_takes_no_name_for_a_formula() -> None:
    one = Invented(lists=1, games=10)
    history = replace(one.history, names=dict.fromkeys(one.history.people, "=1+1"))
    held = history.course.lists[0]["standard"]
    course = replace(
        history.course, lists=[{"standard": held}, {"standard": replace(held, rating=held.rating[::-1])}]
    )
    table = dict(files(assessed(history, [one.published()], [course])))["places.csv"].decode()
    assert "'=1+1" in table and ",=1+1" not in table
