"""Members at the desk: found as one types, in any script; everything known of them; entered and renewed."""

from __future__ import annotations

import re
from html import unescape

import pytest
from playwright.sync_api import Browser, expect

from office.accounts.roles import Role
from tests.office.test_members import ONE, THREE, TWO, register
from tests.web.conftest import Opener, Served
from tests.web.test_lists import text
from tests.workplace import HATA, Workplace, small_federation

NEW = {"id": "N90000021", "name": "Abe Michi", "kanji": "阿部 道", "birth": "2001-02-03", "sex": "f"}
SPANS = "SELECT first_day, last_day, paid_on FROM membership WHERE known_until IS NULL AND member_id ="
SPANS += " (SELECT id FROM member WHERE federation_id = '{}') ORDER BY first_day"


def shown(page: str) -> str:
    found = re.search(r'name="mark" value="([0-9a-f]{16})"', page)
    assert found
    return found[1]


def test_members_are_found_while_one_types_in_any_script(desk: Served, opened: Opener) -> None:
    register(desk.work, ONE, TWO, THREE)
    page = opened()
    page.goto("/members")
    for typed, who in (
        ("斉藤", "Saito Kenichi"),
        ("さいとう", "Saito Kenichi"),
        ("Syozi", "Ono Shoji"),
        ("mueller", "Müller"),
    ):
        page.get_by_role("searchbox").fill("")
        page.get_by_role("searchbox").press_sequentially(typed)
        page.get_by_role("link", name=re.compile(who)).wait_for()
        expect(page.locator("#found li")).to_have_count(1)
    page.get_by_role("link", name=re.compile("Müller")).click()
    page.wait_for_url("**/members/N90000013")
    expect(page.get_by_text("Federation: GER")).to_be_visible()


def test_a_search_that_nobody_answers_says_so_until_somebody_does(desk: Served, browser: Browser) -> None:
    with browser.new_context(base_url=desk.address, locale="ja-JP") as context:
        page = context.new_page()
        page.goto(f"/enter#{desk.link('Officer One')}")
        page.wait_for_url("**/settings")
        page.goto("/members")
        page.route("**/members?*", lambda route: route.abort())
        page.get_by_role("searchbox").press_sequentially("Mori")
        expect(page.locator("#said")).to_contain_text("デスクが応答しません。")
        page.unroute("**/members?*")
        page.get_by_role("searchbox").press_sequentially(" Sora")
        expect(page.locator("#said")).to_be_empty()


def test_the_search_works_without_javascript_and_says_when_there_is_nobody(desk: Served) -> None:
    register(desk.work, ONE, TWO, THREE)
    client = desk.signed_in()
    assert "N90000011" in client.get("/members", params={"q": "太田"}).text
    assert "0 members found" in client.get("/members", params={"q": "Nobody Here"}).text
    similar = client.get("/members", params={"q": "Saiko"}).text
    assert "With a similar name: 1" in similar
    assert "N90000011" in similar
    assert client.get("/members", params={"q": "<b>x</b>"}).text.count("<b>x") == 0
    for words in ("", " ", "%", "x" * 500):
        assert client.get("/members", params={"q": words}).status_code == 200
    unseen = client.get("/members", params={"q": "\u202e"})
    assert unseen.status_code == 404 and "no-such-member" in unseen.text


def test_a_page_has_what_the_command_line_says_and_what_hangs_on_the_member(demo_desk: Served) -> None:
    client = demo_desk.signed_in()
    page = client.get("/members/N10210411")
    for line in demo_desk.work.done("members", "show", "N10210411").out.splitlines()[1:]:
        assert " ".join(line.split()) in text(page)
    assert 'href="/lists/1/members/N10210411"' in page.text
    assert 'href="/events/2"' in page.text
    assert client.get("/members/N99999999").status_code == 404


def test_a_member_is_entered_once(work: Workplace, desk: Served) -> None:
    register(work, ONE)
    client = desk.signed_in()
    client.get("/members/new")
    form = {**NEW, "first": "2026-04-01", "last": "2027-03-31", "paid": "2026-03-20"}
    answer = client.post("/members", form)
    assert answer.headers["location"] == "/members/N90000021?done=entered"
    assert "The member is entered." in client.get("/members/N90000021?done=entered").text
    assert "entered by Officer One" in client.get("/members/N90000021").text
    assert work.rows(SPANS.format("N90000021")) == [("2026-04-01", "2027-03-31", "2026-03-20")]
    again = client.post("/members", form)
    assert again.status_code == 409 and "member-exists" in again.text
    twin = {**NEW, "id": "N90000022"}
    refused = client.post("/members", twin)
    assert refused.status_code == 422 and "member-again" in refused.text and "N90000021" in refused.text
    assert work.rows("SELECT count(*) FROM member") == [(2,)]
    assert client.post("/members", {**twin, "anyway": "yes"}).status_code == 303


def test_what_is_wrong_is_said_and_nothing_is_stored(work: Workplace, desk: Served) -> None:
    register(work, ONE)
    client = desk.signed_in()
    client.get("/members/new")
    before = work.dump()
    for wrong in (
        {"id": ""},
        {"id": "x"},
        {"name": ""},
        {"birth": "2001-13-01"},
        {"sex": "x"},
        {"first": "2026-04-01"},
    ):
        answer = client.post("/members", {**NEW, **wrong})
        assert answer.status_code == 422 and "bad-cell" in answer.text, (wrong, text(answer))
    assert work.dump() == before


def test_a_membership_is_renewed_once_and_over_nobodys_head(work: Workplace, desk: Served) -> None:
    small_federation(work)
    one, two = desk.signed_in("Officer One"), desk.signed_in("Officer Two")
    seen_one, seen_two = (shown(c.get(f"/members/{HATA}").text) for c in (one, two))
    before = work.rows(SPANS.format(HATA))
    form = {"first": "2001-04-01", "last": "2002-03-31", "mark": seen_one}
    path = f"/members/{HATA}/renew"
    assert one.post(path, form).status_code == 303
    assert one.post(path, form).status_code == 303  # clicked twice
    assert work.rows(SPANS.format(HATA)) == [("2001-04-01", "2002-03-31", None), *before]
    late = two.post(path, {"first": "2001-04-01", "last": "2001-12-31", "mark": seen_two})
    assert late.status_code == 409 and "member-changed" in late.text
    assert work.rows(SPANS.format(HATA)) == [("2001-04-01", "2002-03-31", None), *before]
    now = shown(two.get(f"/members/{HATA}").text)
    overlap = two.post(path, {"first": "2001-05-01", "last": "2002-06-30", "mark": now})
    assert overlap.status_code == 422 and "membership-overlaps" in overlap.text
    empty = two.post(path, {"mark": now})
    assert empty.status_code == 422 and "nothing-chosen" in unescape(empty.text)


def test_a_reader_enters_nobody_and_a_reporter_sees_nobody(desk: Served) -> None:
    register(desk.work, ONE)
    reader = desk.signed_in("Reader", Role.READER)
    page = reader.get("/members/N90000011")
    assert page.status_code == 200 and "Renew" not in text(page)
    assert reader.get("/members/new").status_code == 403
    assert reader.post("/members", NEW).status_code == 403
    assert reader.post("/members/N90000011/renew", {"first": "2001-04-01"}).status_code == 403
    reporter = desk.signed_in("Reporter", Role.REPORTER)
    for path in ("/members", "/members?q=saito", "/members/N90000011"):
        assert reporter.get(path).status_code == 403


@pytest.mark.parametrize("day", ["9999-12-31", "0001-01-01", "2100-01-01"])
def test_a_day_that_nothing_has_is_refused_with_the_days_that_there_are(desk: Served, day: str) -> None:
    desk.work.register({"ID": "N90000001", "Name": "Mori Sora"})
    answer = desk.signed_in(language="ja").get(f"/members/N90000001?known={day}")
    assert answer.status_code == 422 and "not-a-day" in answer.text
    assert "1850-01-01" in answer.text and "2099-12-31" in answer.text and "from 1850" not in answer.text
