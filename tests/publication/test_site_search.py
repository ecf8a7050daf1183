"""Search on the website in a real browser: any spelling, the first click, the address, namesakes."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from cli.demo.run import LIST
from tests.chromium import CHROMIUM, until
from tests.depth import every
from tests.importer.invented import ALWAYS, csv_bytes
from tests.publication.test_site_browser import SOMEBODY, Site, over_http
from tests.publication.test_site_browser import site as site
from tests.workplace import Workplace

pytestmark = pytest.mark.skipif(
    not CHROMIUM.exists(), reason="no /usr/bin/chromium: apt-get install chromium fonts-noto-cjk"
)

HEADINGS = ("ID", "Name", "Kanji", "Kana", "Club", "Memberships")
PEOPLE = (
    {
        "ID": "N91000001",
        "Name": "Kondo Takashi",
        "Kanji": "近藤 隆",
        "Kana": "こんどう たかし",
        "Club": "Kita",
    },
    {"ID": "N91000002", "Name": "Takahashi Jun", "Kanji": "髙橋 潤", "Kana": "たかはし じゅん"},
    {"ID": "N91000003", "Name": "Saito Shinichi", "Kanji": "斎藤 真一", "Club": "Higashi"},
    {"ID": "N91000004", "Name": "Ohno Shinji", "Kanji": "大野 信二"},
    {"ID": "N91000005", "Name": "Müller Jörg"},
    {"ID": "N91000006", "Name": "Sasaki Yuji", "Kanji": "佐々木 雄二"},
    {"ID": "N91000007", "Name": "Kondo Takashi", "Kanji": "近藤 貴", "Club": "Minami"},
)
ASKED = (
    ("近藤隆", "1"), ("近藤　隆", "1"), ("こんどうたかし", "17"), ("コンドウ タカシ", "17"), ("近藤", "17"),
    ("Kondou", "17"), ("Kondoh takasi", "17"), ("KONDŌ", "17"), ("kondo", "17"), ("takashi kondo", "17"),
    ("高橋", "2"), ("髙橋潤", "2"), ("takahasi jyun", "2"), ("たかはし", "2"),
    ("斉藤", "3"), ("齋藤眞一", "3"), ("Saitoh Shin'ichi", "3"), ("saitou sinichi", "3"),
    ("Ono", "4"), ("おおの", "4"), ("Oono Sinzi", "4"), ("muller", "5"), ("Mueller", "5"),
    ("jorg, müller", "5"), ("佐佐木", "6"), ("佐々木雄", "6"), ("N91000003", "3"), ("91000006", "6"),
    ("Kondo Takeshi", "~17"), ("Takahshi", "~127"), ("Tkaahashi Jun", "~2"), ("Mullerr", "~5"),
    ("佐々木雄一", "~6"), ("こんどうたかひ", "~17"), ("Kondo Tekeshi", ""), ("隆藤", ""), ("N91000008", ""),
    ("Sasakiyu", "6"), ("Kondo" * 400, ""), ("(Ono", "~4"), ("Kondo *]", ""),
)  # fmt: skip
"""What is typed, and the last figures of the IDs it finds: as a reader of Japanese names expects it. Behind ~
those whose names are not what was typed, but differ in one letter, or have two changed about."""


def numbers(page: Page) -> str:
    """The last figures of the IDs found, once the search is done."""
    return "".join(sorted(i[-1] for i in page.locator(".results .dim").evaluate_all(
        "all => all.map(e => e.firstChild.textContent)"
    )))  # fmt: skip


def test_any_usual_spelling_finds_the_member(site: Site, work: Workplace) -> None:
    register = [{"Memberships": ALWAYS, **p} for p in PEOPLE]
    data = csv_bytes(HEADINGS, [[p.get(h) for h in HEADINGS] for p in register])
    work.done("members", "import", work.file(data, "register.csv"))
    work.opening(
        {"ID": p["ID"], "Name": p["Name"], "Kanji": p.get("Kanji", ""), "ST": 1500, "ST-G": 40}
        for p in PEOPLE
    )
    folder = work.folder.parent / "public"
    work.done("site", folder)
    page = site.browser.new_page()
    page.goto(f"file://{folder}/ja/index.html")
    found = {}
    for words, _ in ASKED:
        page.get_by_role("searchbox").fill("")
        until(page, "!document.querySelector('.found').textContent")
        page.get_by_role("searchbox").fill(words)
        until(page, "document.querySelector('.found').textContent")
        nearly = "似た氏名" in page.locator(".found").inner_text()
        found[words] = "~" * nearly + numbers(page)
    assert found == dict(ASKED)
    page.get_by_role("searchbox").fill("近藤")
    page.locator(".results li").nth(1).wait_for()
    shown = page.locator(".results li").all_inner_texts()
    assert [("N91000001" in x, "Kita" in x, "N91000007" in x, "Minami" in x) for x in shown] == [
        (True, True, False, False),
        (False, False, True, True),
    ]
    page.goto(f"file://{folder}/ja/members/letter-k.html")
    assert page.locator(".names li").all_inner_texts() == [
        "Kondo Takashi 近藤 隆 N91000001 Kita",
        "Kondo Takashi 近藤 貴 N91000007 Minami",
    ]
    page.goto(f"file://{folder}/ja/lists/2026-10-01/v1-standard.html?q=saitoh")
    until(page, "document.querySelectorAll('table.list tbody tr').length === 1")
    assert page.locator("table.list tbody td.id").all_inner_texts() == ["N91000003"]
    page.goto(f"file://{folder}/en/lists/2026-10-01/v1-standard.html?q=saitto")
    page.locator(".found").filter(has_text="Nobody found. With a similar name: 1").wait_for()
    assert page.locator("table.list tbody td.id").all_inner_texts() == ["N91000003"]
    with over_http(folder) as address:
        page.goto(f"{address}en/compare.html")  # where players are chosen by the same search
        found_by = (("Kondou", "2 found"), ("髙橋", "1 found"), ("mullerr", "With a similar name: 1"))
        for words, count in found_by:
            page.get_by_role("searchbox").fill(words)
            page.locator(".found").filter(has_text=count).wait_for()
    page.close()


@pytest.mark.parametrize("how", every(["file", "http"], 2, 1))
def test_the_first_click_opens_a_result_and_going_back_keeps_search_and_sort(site: Site, how: str) -> None:
    page = site.open(f"en/lists/{LIST}/v1-standard.html", how).page
    page.get_by_role("button", name="Name").click()
    page.get_by_label("Sex").select_option("m")
    page.locator(".found").filter(has_text="found").wait_for()
    box = page.get_by_role("searchbox")
    box.click()
    page.keyboard.type("a")
    until(page, "[...document.querySelectorAll('table.list tbody th')].every(e => /a/i.test(e.innerText))")
    before = page.locator("table.list tbody tr").all_inner_texts()
    assert len(before) > 3
    place = page.locator("table.list tbody a").nth(2).bounding_box()
    assert place
    page.mouse.move(place["x"] + 5, place["y"] + 5)
    page.mouse.down()
    page.wait_for_timeout(200)  # as long as a finger stays: what the blur does has happened
    page.mouse.up()
    page.wait_for_url("**/members/*.html")
    page.go_back()
    page.wait_for_url("**/v1-standard.html?q=a&sex=m&sort=name")
    page.locator(".found").filter(has_text=f"{len(before)} found").wait_for()
    assert page.locator("table.list tbody tr").all_inner_texts() == before
    expect(box).to_have_value("a")
    assert page.get_by_role("columnheader", name="Name").get_attribute("aria-sort") == "ascending"
    again = site.browser.new_page()  # whoever is sent the address sees the same
    again.goto(page.url)
    again.locator(".found").filter(has_text=f"{len(before)} found").wait_for()
    assert again.locator("table.list tbody tr").all_inner_texts() == before
    again.get_by_role("searchbox").fill("")
    again.get_by_label("Sex").select_option("")
    again.get_by_role("button", name="Rank").click()
    until(again, "!location.search")
    again.close()


@pytest.mark.parametrize("words", ["aot", "Aot", "あおt"])
def test_whose_name_begins_with_what_is_typed_stands_first(site: Site, words: str) -> None:
    """Of the Aotsukis the one has an ID behind Akizora Aoto's; a player to compare with is one of eight."""
    first = ["Aotsuki Kaede", "Aotsuki Aoto"]
    page = site.open("en/members/index.html").page
    page.get_by_role("searchbox").fill(words)
    page.locator(".found", has_text="found").wait_for()
    names = page.locator(".results li a").all_inner_texts()
    assert names[:2] == first and "Akizora Aoto" in names[2:]
    page = site.open("en/compare.html", "http").page
    page.get_by_role("searchbox").fill(words)
    page.locator(".offered button").first.wait_for()
    names = page.locator(".offered bdi:first-child").all_inner_texts()
    assert names[:2] == first and "Akizora Aoto" in names[2:]


def test_a_club_stands_in_the_address_too(site: Site) -> None:
    ((club,),) = site.rows("SELECT club FROM member WHERE federation_id = ?", SOMEBODY)
    page = site.open(f"en/lists/{LIST}/v1-standard.html").page
    page.get_by_label("Club").focus()
    page.get_by_label("Club").select_option(club)
    until(page, "location.search.startsWith('?club=')")
    again = site.browser.new_page()
    again.goto(page.url)
    again.locator(".found").filter(has_text="found").wait_for()
    expect(again.get_by_label("Club")).to_have_value(club)
    assert SOMEBODY in again.locator("table.list tbody td.id").all_inner_texts()
    again.close()


def test_a_member_without_a_rating_keeps_his_kanji(site: Site) -> None:
    """Played in a rated event, is on no list yet: the register has how he is written."""
    people = json.loads((site.folder / "data/people.json").read_text("utf-8"))
    unrated = {p["id"]: p["kanji"] for p in people if not p["ratings"]}
    on_lists = {i for (i,) in site.rows("SELECT federation_id FROM list_member")}
    kanji = dict(site.rows("SELECT federation_id, kanji FROM member WHERE kanji IS NOT NULL"))
    here = {i: kanji.get(i, "") for i in unrated.keys() - on_lists}
    assert any(here.values())
    assert {i: unrated[i] for i in here} == here
