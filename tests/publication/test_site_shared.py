"""What other programs find of the site: descriptions, addresses, sitemap, feeds, calendar."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from pathlib import Path
from xml.etree import ElementTree

import pytest
from selectolax.lexbor import LexborHTMLParser

from importer.rulings import Rulings
from office.database.engine import look, open_engine
from office.place import Place
from publication.site import pages_home, whole
from publication.site.feeds import escaped, folded
from publication.site.target import Target
from publication.site.whole import write_site
from rating.edition import Edition
from tests.office.test_desk import EVENT
from tests.publication.test_site import november, november_site, shown, site_of
from tests.publication.test_site_families import juniors_site
from tests.workplace import HATA, MORI, Workplace, small_federation

ADDRESS = "https://example.org/r/"
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
ATOM = "{http://www.w3.org/2005/Atom}"


def head(file: Path) -> LexborHTMLParser:
    return LexborHTMLParser(file.read_text("utf-8"))


def entries(file: Path) -> list[dict[str, str]]:
    """The entries of a calendar, read as RFC 5545 has it: lines end with CRLF, folded ones are joined."""
    data = file.read_bytes()
    assert data.endswith(b"\r\n")
    assert data.count(b"\n") == data.count(b"\r\n")
    assert all(len(line) <= 75 for line in data.split(b"\r\n"))
    lines = data.decode().replace("\r\n ", "").split("\r\n")
    assert lines[:2] == ["BEGIN:VCALENDAR", "VERSION:2.0"]
    found: list[dict[str, str]] = []
    for line in lines:
        name, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            found.append({})
        elif found:
            found[-1][name] = value
    return found


def test_pages_name_their_whole_address_in_both_languages(work: Workplace) -> None:
    november(work)
    site = site_of(work, "--address", ADDRESS)
    pages = [p for p in site.rglob("*.html") if p.name != "404.html"]
    assert len(pages) > 40
    for file in pages:
        path = file.relative_to(site).as_posix()
        page = head(file)
        inner = path.partition("/")[2] or path
        assert page.css_first("link[rel=canonical]").attributes["href"] == ADDRESS + path
        others = {n.attributes["hreflang"]: n.attributes["href"] for n in page.css("link[hreflang]")}
        assert others["ja"] == f"{ADDRESS}ja/{inner}"
        assert others["en"] == f"{ADDRESS}en/{inner}"
        assert (site / (others["x-default"] or "").removeprefix(ADDRESS)).is_file()
        said = page.css_first("meta[name=description]").attributes["content"]
        assert said == page.css_first("meta[property='og:description']").attributes["content"]
        assert said
        assert len(said) > 10


def test_without_an_address_nothing_is_absolute(work: Workplace) -> None:
    site = november_site(work)
    page = head(site / f"en/members/{MORI}.html")
    assert page.css_first("link[rel=canonical]") is None
    assert page.css_first("meta[property='og:url']") is None
    (other,) = page.css("link[hreflang]")
    assert other.attributes["href"] == f"../../ja/members/{MORI}.html"


def test_a_japanese_title_has_the_kanji(work: Workplace) -> None:
    small_federation(work, mori={"Kanji": "森 空"})
    work.store(EVENT)
    work.done("rate")
    work.done("publish")
    site = site_of(work)
    for page, title in (
        (f"ja/members/{MORI}.html", "森 空（Mori Sora）"),
        (f"en/members/{MORI}.html", "Mori Sora"),
        (f"ja/members/{HATA}.html", "Hata Rin"),
        (f"en/members/{HATA}.html", "Hata Rin"),
    ):
        said = head(site / page).css_first("title").text()
        assert said.startswith(title) and said[len(title)] in " –：:", said


def test_the_sitemap_has_the_day_of_each_pages_list(work: Workplace) -> None:
    november(work)
    site = site_of(work, "--address", ADDRESS)
    days = {n.findtext(f"{SITEMAP}loc"): n.findtext(f"{SITEMAP}lastmod") for n in
            ElementTree.parse(site / "sitemap.xml").getroot()}  # fmt: skip
    published = "2026-11-02"  # the present day of the tests
    assert days[f"{ADDRESS}en/lists/2026-11-01/index.html"] == published
    assert days[f"{ADDRESS}ja/lists/2026-11-01/v1-standard.html"] == published
    assert days[f"{ADDRESS}en/members/{MORI}.html"] == published
    assert days[f"{ADDRESS}en/about.html"] is None


def test_an_event_of_very_many_players_has_several_pages_that_lead_to_each_other(
    work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("office.desk.lengths.ROWS", 3)
    november(work)
    site = site_of(work, "--address", ADDRESS)
    files = sorted((site / "en/events").glob("chess-results-1400001*.html"))
    pages = {file.name: LexborHTMLParser(file.read_text("utf-8")) for file in files}
    assert list(pages) == ["chess-results-1400001-2.html", "chess-results-1400001.html"]
    rows = {name: [row.id for row in page.css(".cross tbody tr")] for name, page in pages.items()}
    assert [*rows.values()] == [["p4"], ["p1", "p2", "p3"]]
    led = 0
    for name, page in pages.items():
        for link in page.css(".cross td a"):
            to, _sign, place = (link.attributes["href"] or "").partition("#")
            assert place in rows[to or name] and bool(to) == (place not in rows[name])
            led += bool(to)
        links = [(a.attributes["href"], a.text()) for a in page.css("nav.pages a")]
        assert links == [("chess-results-1400001.html", "1–3"), ("chess-results-1400001-2.html", "4–4")]
        (here,) = page.css("nav.pages a[aria-current]")
        assert here.attributes["href"] == name
    assert led
    told = (" · Page 2 of 2", "Page 2 of 2 – ", "/ja/events/chess-results-1400001-2.html", "1400001.json")
    assert all(one in files[0].read_text("utf-8") for one in told)
    listed = (site / "sitemap.xml").read_text("utf-8")
    dated = f"<loc>{ADDRESS}en/events/{files[0].name}</loc>\n?<lastmod>2026-11-02</lastmod>"
    assert re.search(dated, listed)


def test_a_sitemap_too_long_for_one_file_is_an_index(
    work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    november(work)
    monkeypatch.setattr(whole, "MOST", 20)
    site = site_of(work, "--address", ADDRESS)
    root = ElementTree.parse(site / "sitemap.xml").getroot()
    assert root.tag == f"{SITEMAP}sitemapindex"
    names = [(n.findtext(f"{SITEMAP}loc") or "").removeprefix(ADDRESS) for n in root]
    parts = [ElementTree.parse(site / name).getroot() for name in names]
    assert all(len(part) <= 20 for part in parts)
    listed = [n.findtext(f"{SITEMAP}loc") for part in parts for n in part]
    assert len(listed) == len(set(listed)) == len([p for p in site.rglob("*.html") if p.name != "404.html"])


@pytest.mark.parametrize(("lang", "gained"), [("en", "Most gained"), ("ja", "上昇")])
def test_the_feed_says_who_moved(work: Workplace, lang: str, gained: str) -> None:
    site = november_site(work)
    feed = ElementTree.parse(site / f"feeds/lists-{lang}.xml").getroot()
    said = feed.findtext(f"{ATOM}entry/{ATOM}summary") or ""
    assert gained in said
    assert "Ono Aki +12" in said  # by hand in tests/office/test_lists.py


def test_the_feed_names_as_new_whom_the_home_page_does(demonstration: Path, tmp_path: Path) -> None:
    """Also those whose first rating was not worked out from games."""
    with look(open_engine(Place(demonstration))) as session:
        write_site(session, Target(tmp_path / "site"), Place(tmp_path))
    feed = ElementTree.parse(tmp_path / "site/feeds/lists-en.xml").getroot()
    newest, first = (entry.findtext(f"{ATOM}summary") or "" for entry in feed.iter(f"{ATOM}entry"))
    named = re.findall(r"New: (.+?)\.", newest)
    assert named == [
        "Wakabayama Shun 1715, Shigureno Mio 1439 and Sazanamino Itsuki 1432",
        "Chigusano Sora 2158, Konohana Tsumugi 1979, Suzukage Emi 1790 and Usugumo Kaede 1573",
    ]
    said = ElementTree.parse(tmp_path / "site/feeds/lists-ja.xml").getroot()
    assert (said.findtext(f"{ATOM}title") or "").endswith("：レーティングリスト")
    newest = said.findtext(f"{ATOM}entry/{ATOM}summary") or ""
    assert "名。新規：若葉山 駿 1715、" in re.sub("上昇：.+?。", "", newest)
    home = shown(tmp_path / "site/en/index.html")
    assert all(name in home for name in ("Wakabayama Shun 若葉山 駿 1715", "Chigusano Sora 千草野 空 2158"))
    assert "New:" not in first


def test_who_is_withheld_is_in_no_feed(work: Workplace) -> None:
    november(work)
    first = (site_of(work) / "feeds/lists-en.xml").read_text("utf-8")
    ((name,),) = work.rows("SELECT name FROM list_member WHERE version_id = 2 AND federation_id = ?", MORI)
    assert name in first
    work.register({"ID": MORI, "Name": name, "Withheld": "yes"})
    assert name not in (site_of(work) / "feeds/lists-en.xml").read_text("utf-8")


def test_the_calendar_has_the_lists_and_their_deadlines(work: Workplace) -> None:
    november(work)
    site = site_of(work, "--address", ADDRESS)
    found = entries(site / "feeds/lists-en.ics")
    assert len({e["UID"] for e in found}) == len(found) == 2 + 2 * 12
    by_text = {e["SUMMARY"]: e for e in found}
    # 3(6): the list of the 1st takes reports up to the 20th of the month before
    assert by_text["Rating list of 1 December 2026"]["DTSTART;VALUE=DATE"] == "20261201"
    last = by_text["Last day for reports to the list of 1 December 2026"]
    assert (last["DTSTART;VALUE=DATE"], last["DTEND;VALUE=DATE"]) == ("20261120", "20261121")
    assert by_text["Rating list of 1 November 2026"]["URL"] == f"{ADDRESS}en/lists/2026-11-01/index.html"
    japanese = entries(site / "feeds/lists-ja.ics")
    assert "2026年12月1日付リストの報告締切" in {e["SUMMARY"] for e in japanese}
    for lang in ("en", "ja"):
        page = (site / lang / "downloads.html").read_text("utf-8")
        assert f'href="webcal:{ADDRESS.removeprefix("https:")}feeds/lists-{lang}.ics"' in page
    assert "webcal:" not in (site_of(work, "--address", "") / "en/downloads.html").read_text("utf-8")


def test_queensland_has_a_list_every_second_month(queensland: Workplace) -> None:
    site = juniors_site(queensland)
    found = {e["SUMMARY"]: e["DTSTART;VALUE=DATE"] for e in entries(site / "feeds/lists-en.ics")}
    assert found["Rating list of 1 January 2027"] == "20270101"
    assert found["Last day for reports to the list of 1 January 2027"] == "20261220"
    assert "Rating list of 1 December 2026" not in found


def test_from_the_first_month_on_the_calendar_has_what_the_home_page_says(work: Workplace) -> None:
    """The office has made no list yet."""
    work.register({"ID": MORI, "Name": "Mori Sora"})
    work.opening([{"ID": MORI, "Name": "Mori Sora", "ST": 1500, "ST-G": 100}])
    site = site_of(work)
    assert "1 November 2026 Takes events reported by 20 October 2026" in shown(site / "en/index.html")
    found = {e["SUMMARY"]: e["DTSTART;VALUE=DATE"] for e in entries(site / "feeds/lists-en.ics")}
    assert found["Rating list of 1 November 2026"] == "20261101"
    assert found["Last day for reports to the list of 1 November 2026"] == "20261020"
    assert "Rating list of 1 October 2027" in found and len(found) == 1 + 2 * 12


def test_each_list_to_come_has_the_deadline_of_the_edition_that_it_will_be_made_under(
    work: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    november(work)
    real, later = pages_home.law_of, date(2027, 4, 1)

    def law_of(day: date, rulings: Rulings) -> Edition:  # of April lists come every second month
        law = real(day, rulings)
        return law if day < later else replace(law, values={**law.values, "months_between_lists": 2})

    monkeypatch.setattr(pages_home, "law_of", law_of)
    found = {e["SUMMARY"] for e in entries(site_of(work) / "feeds/lists-en.ics")}
    lists = [f"Rating list of 1 {month}" for month in ("March 2027", "April 2027", "June 2027")]
    assert found.issuperset(lists)
    assert "Rating list of 1 May 2027" not in found


def test_values_are_escaped_and_long_lines_folded() -> None:
    assert escaped("a,b;c\\d\ne") == "a\\,b\\;c\\\\d e"
    long = folded("SUMMARY:" + "日本チェス連盟" * 12)
    assert all(len(line.encode()) <= 75 for line in long.split("\r\n"))
    assert long.replace("\r\n ", "") == "SUMMARY:" + "日本チェス連盟" * 12 + "\r\n"
