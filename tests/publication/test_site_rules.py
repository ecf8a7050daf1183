"""The articles as pages: what they say, Table 1, and that every citation of the site leads to its article."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from markupsafe import Markup
from selectolax.lexbor import LexborHTMLParser

from publication.site.articles import anchor, cited_text
from publication.site.settings import ENGLISH
from rating.editions import load, names
from rating.families import is_compared
from tests.publication.test_site import november, november_site, shown, site_of
from tests.publication.test_site_families import site_of_family
from tests.workplace import MORI, Workplace

CITED = {
    "work": re.compile(r"(?<!\w)[1-7]\([1-8]\)"),
    "queensland": re.compile(r"(?<=[(（])(?:[1-3]|4a|4b ii?|4c|intro|(?:Players|Organisers) \d)(?=[)）])"),
}
"""A citation as a reader sees it, in the text of each family."""
RULES = "rules/jcf-2024-10.html"


@pytest.mark.parametrize("office", ["work", "queensland"])
def test_every_citation_is_a_link_to_its_article(office: str, request: pytest.FixtureRequest) -> None:
    site = site_of_family(office, request)
    found: dict[str, set[str]] = {}
    for file in site.rglob("*.html"):
        if "rules" in file.parts or (office == "queensland" and file.parent.name != "members"):
            continue  # elsewhere a number in brackets counts players
        main = LexborHTMLParser(file.read_text("utf-8")).css_first("main")
        for script in main.css("script"):
            script.decompose()
        links = {link.text() for link in main.css("a[href*=rules]")}
        cited = CITED[office].findall(main.text())
        assert set(cited) <= links, file
        assert len(cited) <= len([x for x in main.css("a[href*=rules]") if x.text() in cited]), file
        for link in main.css("a.cite"):
            page, _, place = (link.attributes["href"] or "").partition("#")
            assert f'id="{place}"' in (file.parent / page).read_text("utf-8"), (file, link.text())
            assert place == anchor(link.text()), file
            found.setdefault(file.parent.name, set()).add(link.text())
    assert len(found["members"]) > 1


def test_an_article_says_what_it_settles_in_both_languages(work: Workplace) -> None:
    site = november_site(work)
    english = LexborHTMLParser((site / "en" / RULES).read_text("utf-8"))
    article = english.css_first("#a-6-3").text(separator=" ")
    assert "once they are six" in article
    assert "initial rating" in article
    assert "initial_from_games = 6" in article
    japanese = LexborHTMLParser((site / "ja" / RULES).read_text("utf-8"))
    assert "レーティングの下限は1000とします" in japanese.css_first("#a-5-3").text()
    assert japanese.css_first("#a-table-1 h2").text() == "表1"
    assert "不戦" in japanese.css_first("#a-5-1").text()


def test_table_1_is_the_printed_one(work: Workplace) -> None:
    november(work)
    page = LexborHTMLParser((site_of(work) / "en" / RULES).read_text("utf-8"))
    rows = {n.attributes["id"]: n.text(separator=" ").split() for n in page.css("#a-table-1 tbody tr")}
    assert len(rows) == 51
    # of the printed table of 27 September 2024
    assert rows["d-198"] == ["198–206", "0.76", "0.24"]
    assert rows["d-736"][-2:] == ["1.00", "0.00"]
    points = {n.attributes["id"]: n.text(separator=" ").split() for n in page.css("#a-table-2 tbody tr")}
    assert points["p-66"] == ["66", "%", "+117"]
    assert len(points) == 101


def test_every_role_of_an_office_has_a_word() -> None:
    """Under an edition that is only compared with, no office has a list, and so no page."""
    offices = [load(name) for name in names() if not is_compared(load(name).family)]
    roles = {role for edition in offices for entry in edition.entries for role in entry.functions}
    assert len(roles) > 20
    assert not {role for role in roles if f"law_{role}" not in ENGLISH}


@pytest.mark.parametrize(
    ("text", "linked"),
    [
        ("forfeit (5(1)); late (3(7))", ["5(1)", "3(7)"]),
        ("（400として計算、5(1)）", ["5(1)"]),
        ("by decision (7(3), board 12): +4", ["7(3)"]),
        ("PD (Table 1), C (5(1) and 5(2))", ["Table 1", "5(1)", "5(2)"]),
        ("Cup 15(1), 3.5(1)", []),
    ],
)
def test_what_a_citation_is(text: str, linked: list[str]) -> None:
    made = cited_text(text, "jcf-2024-10", "../")
    assert re.findall(r">([^<]+)</a>", made) == linked
    assert made.striptags() == Markup("{}").format(text).striptags()


def test_what_is_no_citation_is_escaped() -> None:
    assert cited_text("<b> (5(1))", "jcf-2024-10", "") == Markup(
        '&lt;b&gt; (<a class="cite" href="rules/jcf-2024-10.html#a-5-1">5(1)</a>)'
    )


def test_no_two_articles_share_an_anchor() -> None:
    for edition in ("jcf-2024-10", "ncs-2022-09", "ncs-2019-09", "qjrl"):
        names = [entry.article for entry in load(edition).entries]
        assert len({anchor(name) for name in names}) == len(names)


def test_a_players_page_cites_as_the_text_does(work: Workplace) -> None:
    november(work)
    page: Path = site_of(work) / f"en/members/{MORI}.html"
    assert f'<a class="cite" href="../{RULES}#a-5-2">5(2)</a>' in page.read_text("utf-8")
    assert "(5(2))" in shown(page)
