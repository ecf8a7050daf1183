"""The website of a small office: what stands on it, what does not, and how it is written."""

from __future__ import annotations

import errno
import json
import os
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from office.site.words import ENGLISH, JAPANESE
from rating.editions import load
from rating.reasons import REASONS
from scraper.records import Kind
from tests.office.test_desk import EVENT
from tests.office.workplace import HATA, MORI, ONO, TANI, Workplace, small_federation

VOID = {"meta", "link", "input", "path", "br", "rect", "circle"}


class Page(HTMLParser):
    """A page's links and anchors, and whether every tag that was opened is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.text: list[str] = []
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src", "data-people", "data-list") and value:
                self.links.append(value)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and (not self.open or self.open.pop() != tag):
            self.wrong.append(tag)

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def november(work: Workplace) -> None:
    """Two lists: the opening of October and that of November with one event."""
    small_federation(work)
    work.store(EVENT)
    work.done("rate")
    work.done("publish")


def site_of(work: Workplace, *words: object) -> Path:
    folder = work.folder.parent / "public"
    work.done("site", folder, *words)
    return folder


def shown(file: Path) -> str:
    """A page as it is read: its text, blanks as one."""
    return " ".join("".join(Page(file.read_text("utf-8")).text).split())


def test_both_languages_have_the_same_words() -> None:
    assert ENGLISH.keys() == JAPANESE.keys()
    fields = re.compile(r"\{\w*\}")
    for key, text in ENGLISH.items():
        assert sorted(set(fields.findall(text))) == sorted(set(fields.findall(JAPANESE[key]))), key


def test_a_members_page_tells_the_rating_and_every_game_behind_it(work: Workplace) -> None:
    november(work)
    stored = dict(work.rows("SELECT federation_id, rating FROM list_rating WHERE version_id = 2"))
    site = site_of(work)
    for number, rating in stored.items():
        page = shown(site / f"en/members/{number}.html")
        assert f"make {rating}." in page or rating in {1700, 1500, 1600, 1400}, page
    lines = work.rows("SELECT c FROM game_line WHERE version_id = 2 AND federation_id = ? AND counts", MORI)
    assert lines
    page = shown(site / f"en/members/{MORI}.html")
    for (c,) in lines:
        assert f"{c / 100:+.2f}" in page


def test_every_link_of_every_page_leads_to_a_file(work: Workplace) -> None:
    november(work)
    site = site_of(work)
    pages = list(site.rglob("*.html"))
    assert len(pages) > 40
    for file in pages:
        page = Page(file.read_text("utf-8"))
        assert not page.wrong, (file, page.wrong)
        assert not page.open, (file, page.open)
        for link in page.links:
            if link.startswith(("http", "mailto:", "#")) or file.name == "404.html":
                continue
            assert (file.parent / link.partition("?")[0]).is_file(), (file, link)


def test_nothing_is_written_when_nothing_is_new(work: Workplace) -> None:
    november(work)
    site = site_of(work)

    def stands() -> dict[Path, tuple[int, int]]:
        return {p: (p.stat().st_ino, p.stat().st_mtime_ns) for p in site.rglob("*")}

    before = stands()
    release = os.readlink(site)
    said = work.done("site", site)
    assert " 0 of them new or changed, 0 gone" in said.out
    assert os.readlink(site) == release
    assert stands() == before


def test_a_new_list_writes_only_the_pages_it_changes(work: Workplace) -> None:
    small_federation(work)
    site = site_of(work)
    kept = (site / f"en/members/{ONO}.html").stat().st_ino
    work.store(EVENT)
    work.done("rate")
    work.done("publish")
    said = work.done("site", site)
    changed = (site.parent / ".public.site/changed.txt").read_text().splitlines()
    played = {
        n for (n,) in work.rows("SELECT DISTINCT federation_id FROM game_line WHERE version_id = 2") if n
    }
    for number in (MORI, HATA, TANI, ONO):
        assert (f"en/members/{number}.html" in changed) == (number in played), number
    assert "en/lists/2026-10-01/v1-standard.html" not in changed
    assert "en/lists/2026-11-01/v1-standard.html" in changed
    assert "0 gone" in said.out
    if ONO not in played:
        assert (site / f"en/members/{ONO}.html").stat().st_ino == kept


def test_an_incremental_site_is_the_same_as_one_written_whole(work: Workplace) -> None:
    small_federation(work)
    site = site_of(work)
    work.store(EVENT)
    work.done("rate")
    work.done("publish")
    work.done("site", site)
    work.done("site", site.parent / "again")

    def content(folder: Path) -> dict[str, bytes]:
        return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}

    assert content(site) == content(site.parent / "again")


def test_who_asked_to_be_withheld_is_nowhere(work: Workplace) -> None:
    november(work)
    site = site_of(work)
    assert "Mori" in shown(site / "en/lists/2026-10-01/v1-standard.html")
    work.register({"ID": MORI, "Name": "Mori Sora", "Withheld": "yes"})
    work.done("site", site)
    for file in site.rglob("*"):
        if file.is_file():
            content = file.read_text("utf-8")
            assert "Mori" not in content, file
            assert MORI not in content, file
            assert MORI not in file.name
    assert f"en/members/{MORI}.html" in (site.parent / ".public.site/deleted.txt").read_text()


def test_names_cannot_break_a_page(work: Workplace) -> None:
    evil = "</script><script>alert(1)</script>"
    strange = f"Mori {evil} \u202earoS \U0001f600 " + "o" * 150
    work.register({"ID": MORI, "Name": strange, "Kanji": "森\u2028<b>"})
    work.opening([{"ID": MORI, "Name": strange, "ST": 1700, "ST-G": 100, "ST-Peak": 1750}])
    site = site_of(work)
    for file in site.rglob("*"):
        if file.suffix in (".html", ".js"):
            content = file.read_text("utf-8")
            assert "<script>alert" not in content, file
            assert "\u2028" not in content or file.suffix == ".html"
    page = (site / f"en/members/{MORI}.html").read_text("utf-8")
    assert "&lt;/script&gt;" in page
    assert page.count("<bdi") == page.count("</bdi>") > 0


def test_no_age_is_shown_unless_the_office_turned_it_on(work: Workplace) -> None:
    people = {"mori": {"Birth": "2013-05-06"}}
    small_federation(work, **people)
    site = site_of(work)
    everything = "".join(p.read_text("utf-8") for p in site.rglob("*") if p.is_file())
    assert "2013" not in everything
    assert "under 14" not in everything
    work.done("site", site, "--ages")
    assert "under 14" in shown(site / f"en/members/{MORI}.html")
    assert "2013" not in (site / f"en/members/{MORI}.html").read_text("utf-8")
    work.done("site", site, "--no-ages")
    assert "under 14" not in shown(site / f"en/members/{MORI}.html")


def test_feeds_and_sitemap_are_well_formed_and_name_whole_addresses(work: Workplace) -> None:
    november(work)
    site = site_of(work, "--address", "https://example.org/rating")
    atom = "{http://www.w3.org/2005/Atom}"
    feed = ElementTree.parse(site / "feeds/lists-en.xml").getroot()
    titles = [e.findtext(f"{atom}title") for e in feed.iter(f"{atom}entry")]
    assert titles[0] == "List of 2026-11-01, Version 1"
    ids = [e.findtext(f"{atom}id") for e in feed.iter(f"{atom}entry")]
    assert len(set(ids)) == len(ids) == 2
    locations = [
        e.text or ""
        for e in ElementTree.parse(site / "sitemap.xml").getroot().iter()
        if e.text and e.text.strip()
    ]
    assert f"https://example.org/rating/en/members/{MORI}.html" in locations
    assert "Sitemap: https://example.org/rating/sitemap.xml" in (site / "robots.txt").read_text()
    assert 'href="https://example.org/rating/en/index.html"' in (site / "404.html").read_text()


def test_the_files_beside_the_pages_hold_the_same_figures(work: Workplace) -> None:
    november(work)
    site = site_of(work)
    stored = dict(work.rows("SELECT federation_id, rating FROM list_rating WHERE version_id = 2"))
    told = json.loads((site / "data/lists/2026-11-01-v1.json").read_text())
    at = [told["columns"].index(name) for name in ("id", "rating")]
    assert {r[at[0]]: r[at[1]] for r in told["ratings"]["standard"]} == stored
    index = json.loads((site / "data/index.json").read_text())
    for entry in index["lists"]:
        assert (site / "data" / entry["csv"]).is_file()
    member = json.loads((site / f"data/members/{MORI}.json").read_text())
    assert member["ratings"] == {"standard": stored[MORI]}
    assert len(list(site.rglob(f"{MORI}*"))) < 5


def test_a_report_that_waits_is_told_by_its_state(work: Workplace) -> None:
    small_federation(work)
    work.store(EVENT)
    site = site_of(work)
    assert "complete; will be rated" in shown(site / "en/arrived.html")
    work.done("rate")
    work.done("publish")
    work.done("site", site)
    assert "will be rated" not in shown(site / "en/arrived.html")
    assert "2026-11-01" in shown(site / "en/arrived.html")


def test_another_folder_is_not_written_over(work: Workplace) -> None:
    small_federation(work)
    folder = work.folder.parent / "mine"
    folder.mkdir()
    (folder / "letter.txt").write_text("keep me")
    assert work.run("site", folder).problem()["code"] == "site-target"
    assert [p.name for p in folder.iterdir()] == ["letter.txt"]


@pytest.mark.parametrize(
    ("option", "value", "code"),
    [
        ("--address", "javascript:alert(1)", "site-address"),
        ("--address", "example.org", "site-address"),
        ("--mail", "nobody", "site-mail"),
        ("--mail", "a@b.c?bcc=x@y.z", "site-mail"),
    ],
)
def test_a_setting_that_is_none_is_refused(work: Workplace, option: str, value: str, code: str) -> None:
    small_federation(work)
    assert work.run("site", work.folder.parent / "public", option, value).problem()["code"] == code


def test_a_full_disk_leaves_the_old_site_whole(work: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    small_federation(work)
    site = site_of(work)
    before = {p: p.read_bytes() for p in site.rglob("*") if p.is_file()}
    work.store(EVENT)
    work.done("rate")
    work.done("publish")
    real, written = os.link, []

    def full(*args: object, **more: object) -> None:
        written.append(args)
        if len(written) > 20:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "public")
        real(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "link", full)
    problem = work.run("site", site).problem()
    monkeypatch.setattr(os, "link", real)
    assert problem["code"] == "site-not-written"
    assert {p: p.read_bytes() for p in site.rglob("*") if p.is_file()} == before
    work.done("site", site)
    assert (site / "en/lists/2026-11-01/index.html").is_file()


def test_every_reason_and_every_kind_of_pairing_has_its_words() -> None:
    for words in (ENGLISH, JAPANESE):
        for reason in REASONS:
            assert words["organizer-reason" if reason == "organizer" else reason]
        for kind in Kind:
            assert kind == Kind.GAME or words[kind.value]
        for edition in ("jcf-2024-10", "ncs-2022-09", "ncs-2019-09", "qjrl"):
            law = load(edition)
            assert all(words[type_] for type_ in law.words("types"))
        for time_class in load("qjrl").words("time_classes"):
            assert words[f"class_{time_class}"]
