"""The website of a small office: what stands on it, what does not, and how it is written."""

from __future__ import annotations

import errno
import json
import os
from datetime import date
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from importer.tables import ReportRow
from office.database.engine import transaction
from tests.office.test_corrections import game
from tests.office.test_desk import EVENT, november
from tests.publication.exported import tells, told
from tests.workplace import HATA, MORI, NOVEMBER, ONO, TANI, Workplace, once, small_federation, tree

VOID = {"meta", "link", "input", "path", "br", "rect", "circle", "img"}


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


def site_of(work: Workplace, *words: object) -> Path:
    folder = work.folder.parent / "public"
    work.done("site", folder, *words)
    return folder


SITE = ("public", ".public.site")
"""What `site_of` makes beside the office."""


@partial(once, beside=SITE)
def _november_site(work: Workplace) -> None:
    november(work)
    site_of(work)


def november_site(work: Workplace) -> Path:
    """The site of the two lists: to be looked at."""
    return Path(_november_site(work).folder.parent / "public")


def shown(file: Path) -> str:
    """A page as it is read: its text, blanks as one."""
    return " ".join("".join(Page(file.read_text("utf-8")).text).split())


def test_a_members_page_tells_the_rating_and_every_game_behind_it(work: Workplace) -> None:
    """The games are worked by hand in tests/office/test_lists.py."""
    site = november_site(work)
    for number, sums, games in (
        (MORI, "1700 + 8 = 1708.", ("+4.80", "+3.00")),
        (HATA, "1500 − 2 = 1498.", ("−4.80", "+2.80")),
        (TANI, "1600 − 18 = 1582.", ("−15.20", "−2.80")),
        (ONO, "1400 + 12 = 1412.", ("+15.20", "−3.00")),
    ):
        page = shown(site / f"en/members/{number}.html")
        assert [told for told in (sums, *games) if told not in page] == [], page


def test_every_link_of_every_page_leads_to_a_file(work: Workplace) -> None:
    site = november_site(work)
    pages = list(site.rglob("*.html"))
    assert len(pages) > 40
    for file in pages:
        page = Page(file.read_text("utf-8"))
        assert not page.wrong, (file, page.wrong)
        assert not page.open, (file, page.open)
        for link in page.links:
            if link.startswith(("http", "mailto:", "#")) or file.name == "404.html":
                continue
            target, _, anchor = link.partition("?")[0].partition("#")
            assert (file.parent / target).is_file(), (file, link)
            assert not anchor or f'id="{anchor}"' in (file.parent / target).read_text("utf-8"), (file, link)


def test_nothing_is_written_when_nothing_is_new(work: Workplace) -> None:
    site = november_site(work)

    def stands() -> dict[Path, tuple[int, int]]:
        return {p: (p.stat().st_ino, p.stat().st_mtime_ns) for p in site.rglob("*")}

    before = stands()
    release = os.readlink(site)
    said = work.done("site", site)
    assert " 0 new or changed, 0 deleted" in said.out
    assert os.readlink(site) == release
    assert stands() == before


def test_a_new_list_writes_only_the_pages_it_changes(work: Workplace) -> None:
    site = november_site(work)
    work.done("site", site, "--uploaded")
    kept = (site / f"en/members/{ONO}.html").stat().st_ino
    work.moment = work.moment.replace(month=12)
    work.store(game(1400002, date(2026, 11, 4), MORI, HATA, "1-0"), arrived=date(2026, 11, 5))
    work.done("rate")
    work.done("publish")
    said = work.done("site", site)
    changed = (site.parent / ".public.site/changed.txt").read_text().splitlines()
    for number in (MORI, HATA, TANI, ONO):
        assert (f"en/members/{number}.html" in changed) == (number in (MORI, HATA)), number
    assert "en/lists/2026-11-01/v1-standard.html" not in changed
    assert "en/lists/2026-12-01/v1-standard.html" in changed
    assert "0 deleted" in said.out
    assert (site / f"en/members/{ONO}.html").stat().st_ino == kept


def test_an_incremental_site_is_the_same_as_one_written_whole(work: Workplace) -> None:
    small_federation(work)
    site = site_of(work)
    work.store(EVENT)
    work.done("rate")
    work.done("publish")
    work.done("site", site)
    work.done("site", site.parent / "again")

    assert tree(site) == tree(site.parent / "again")


def test_who_asked_to_be_withheld_is_nowhere(work: Workplace) -> None:
    site = november_site(work)
    assert "Mori" in shown(site / "en/lists/2026-10-01/v1-standard.html")
    work.register({"ID": MORI, "Name": "Mori Sora", "Withheld": "yes"})
    work.done("site", site)
    for file in site.rglob("*"):
        if file.is_file():
            content = told(file)
            assert "Mori" not in content, file
            assert MORI not in content, file
            assert MORI not in file.name
    assert f"en/members/{MORI}.html" in (site.parent / ".public.site/deleted.txt").read_text()
    lost = shown(site / "404.html")  # what whoever kept the address is told
    assert "or what stood there is no longer shown" in lost and "掲載を終えたページ" in lost


def test_names_cannot_break_a_page(work: Workplace) -> None:
    evil = "</script><script>alert(1)</script>"
    strange = f"Mori {evil} \u202earoS \U0001f600 " + "o" * 150
    work.register({"ID": MORI, "Name": strange, "Kanji": "森<b>"})
    work.opening([{"ID": MORI, "Name": strange, "ST": 1700, "ST-G": 100, "ST-Peak": 1750}])
    site = site_of(work)
    for file in site.rglob("*"):
        if file.suffix in (".html", ".js"):
            content = file.read_text("utf-8")
            assert "<script>alert" not in content, file
    page = (site / f"en/members/{MORI}.html").read_text("utf-8")
    assert "&lt;/script&gt;" in page
    assert page.count("<bdi") == page.count("</bdi>") > 0


def test_no_age_is_shown_unless_the_office_turned_it_on(work: Workplace) -> None:
    people = {"mori": {"Birth": "2013-05-06"}}
    small_federation(work, **people)
    site = site_of(work)
    everything = "".join(told(p) for p in site.rglob("*") if p.is_file())
    assert not tells(everything, 2013)
    assert "under 14" not in everything
    work.done("site", site, "--ages")
    assert "under 14" in shown(site / f"en/members/{MORI}.html")
    assert not tells((site / f"en/members/{MORI}.html").read_text("utf-8"), 2013)
    work.done("site", site, "--no-ages")
    assert "under 14" not in shown(site / f"en/members/{MORI}.html")


def test_feeds_and_sitemap_are_well_formed_and_name_whole_addresses(work: Workplace) -> None:
    november(work)
    site = site_of(work, "--address", "https://example.org/rating")
    atom = "{http://www.w3.org/2005/Atom}"
    feed = ElementTree.parse(site / "feeds/lists-en.xml").getroot()
    titles = [e.findtext(f"{atom}title") for e in feed.iter(f"{atom}entry")]
    assert titles[0] == "List of 1 November 2026, Version 1"
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
    site = november_site(work)
    stored = dict(work.rows("SELECT federation_id, rating FROM list_rating WHERE version_id = 2"))
    told = json.loads((site / "data/lists/2026-11-01-v1.json").read_text())
    assert {m["id"]: m["ratings"]["standard"]["rating"] for m in told["members"]} == stored
    index = json.loads((site / "data/index.json").read_text())
    for entry in index["lists"]:
        assert (site / "data" / entry["csv"]).is_file()
    schema = json.loads((site / "data" / index["schemas"]["index.json"]).read_text())
    assert "the oldest first" in schema["properties"]["lists"]["description"]
    assert [entry["list"] for entry in index["lists"]] == ["2026-10-01", "2026-11-01"]
    member = json.loads((site / f"data/members/{MORI}.json").read_text())
    assert member["ratings"] == {"standard": stored[MORI]}
    assert len(list(site.rglob(f"{MORI}*"))) < 6  # a page in each language, figures, games, badge


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


def test_a_report_that_could_not_be_read_is_told_without_the_offices_words(work: Workplace) -> None:
    small_federation(work)
    link = "https://chess-results.com/tnr9.aspx"
    with transaction(work.engine()) as session:
        for reference in (f"file:{'ab' * 32}", link):
            session.add(
                ReportRow(
                    reference=reference,
                    arrived_on=date(2026, 10, 5),
                    day_stated=True,
                    received_at=NOVEMBER,
                    state="failed",
                    problem='{"code": "page-unknown"}',
                )
            )
    site = site_of(work)
    page = shown(site / "en/arrived.html")
    assert "a file abababab" in page
    assert link in page
    assert "arrived, but could not be read yet; the office is looking into it" in page
    figures = (site / "data/arrived.json").read_text()
    assert "page-unknown" not in figures + page
    assert {one["link"] for one in json.loads(figures)} == {None, link}
    work.done("resolve", "--close", 1, "--reason", "word of the office")
    work.done("site", site)
    page = shown(site / "en/arrived.html")
    assert page.count("could not be read") == 1
    assert "a file abababab" in page
    assert "closed by the office" in page
    assert "word of the office" not in page


def test_a_lock_that_leads_elsewhere_is_refused(work: Workplace) -> None:
    """Whoever may write beside the site could have the office empty any file of its own: its database."""
    beside = work.folder.parent / "www" / ".site.site"
    beside.mkdir(parents=True)
    (beside / "site.lock").symlink_to(work.database)
    before = work.database.read_bytes()
    refused = work.run("site", work.folder.parent / "www" / "site")
    assert work.database.read_bytes() == before
    assert refused.code == 1 and refused.problem()["code"] == "file-trouble"


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
        ("--desk", "https://officer:password@desk.example.org", "site-address"),
        ("--name-ja", "  ", "office-unnamed"),
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


def test_what_was_not_sent_is_remembered_until_it_is(work: Workplace) -> None:
    small_federation(work)
    site = site_of(work)
    lists = [site.parent / ".public.site" / name for name in ("changed.txt", "deleted.txt")]
    first = set(lists[0].read_text().splitlines())
    assert f"en/members/{ONO}.html" in first
    work.register({"ID": ONO, "Name": "Ono Aki", "Withheld": "yes"})
    again = work.done("site", site)  # the first upload failed meanwhile
    assert f"Once it is there: banzuke site {site} --uploaded\n" in again.err
    changed, deleted = (set(file.read_text().splitlines()) for file in lists)
    assert f"en/members/{ONO}.html" in deleted
    assert changed == {p for p in first - deleted if (site / p).is_file()}
    said = work.done("site", site, "--uploaded")
    assert f"{len(changed)} files were sent and {len(deleted)} deleted" in said.out
    assert [file.read_text() for file in lists] == ["", ""]
    work.register({"ID": ONO, "Name": "Ono Aki", "Withheld": "no"})
    work.done("site", site)
    assert f"en/members/{ONO}.html" in lists[0].read_text().splitlines()
    assert lists[1].read_text() == ""


def test_nothing_is_noted_as_sent_where_it_is_to_be_sent(work: Workplace) -> None:
    small_federation(work)
    site = site_of(work)
    changed = site.parent / ".public.site" / "changed.txt"
    before = changed.read_text()
    said = work.run("site", site, "--upload", "office@example.org:/srv/site", "--uploaded")
    assert (said.code, "exclude each other" in said.err) == (2, True)
    assert changed.read_text() == before != ""


def test_nothing_can_be_noted_as_sent_before_there_is_a_site(work: Workplace) -> None:
    small_federation(work)
    said = work.run("site", work.folder.parent / "none", "--uploaded")
    assert said.code == 1
    assert said.problem()["code"] == "site-target"
    assert not (work.folder.parent / ".none.site").exists()
