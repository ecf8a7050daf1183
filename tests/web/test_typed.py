"""What was typed into a form that is refused stands in the form again on the way back; never a secret, never
for somebody else, and nothing that was changed meanwhile is overwritten by it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from office.accounts.roles import Role
from office.errors import OfficeError
from tests.office.test_members import ONE, register
from tests.web.conftest import Client, Served, served
from tests.web.test_lists import text
from tests.web.test_member_changes import CORRECTED, form_of, overtaken
from tests.workplace import Workplace
from web.desk import Held, Holding
from web.guard import LONGEST
from web.typed import EACH, HOUR, MOST, SECRET, Refused, Sent, filled

BACK = re.compile(r'href="([^"]*typed=[^"]*)"')
TEMPLATES = Path(__file__).resolve().parents[2] / "web" / "templates"
MARKUP = '</textarea>"><img src=x onerror="document.title=1">&amp;'
AT = datetime(2026, 11, 1, tzinfo=UTC)


def refused(client: Client, page: str, form: dict[str, str], to: str = "", **more: Any) -> str | None:
    """The way back from a refusal to the form on a page."""
    answer = client.post(to or page, form, headers={"referer": f"{client.address}{page[1:]}"}, **more)
    assert answer.status_code >= 400, answer.text
    found = BACK.search(answer.text)
    return unescape(found[1]) if found else None


def sent(fields: list[tuple[str, str]], account: int | None = 1) -> Sent:
    return Sent(account, "browser", "post", "/there", fields, AT)


def test_a_refused_form_is_filled_again_as_it_was(desk: Served, browser: Browser) -> None:
    page = browser.new_context(base_url=desk.address, locale="en-GB").new_page()
    page.goto(f"/enter#{desk.link('Officer One')}")
    page.wait_for_url("**/settings")
    page.goto("/members/new")
    typed = {"id": "N90000031", "name": "Invented Person", "kanji": MARKUP, "first": "2026-04-01"}
    for name, value in {**typed, "birth": "2001-02-03", "reason": "a form by post"}.items():
        page.locator(f"main [name={name}]").fill(value)
    page.locator("main [name=sex]").select_option("f")
    page.locator("main [name=anyway]").check()
    page.get_by_role("button", name="Enter").click()
    for _again in range(2):  # also from the page to which it led
        page.get_by_role("link", name="Back to the form, with what was typed").click()
        expect(page.locator("main")).to_contain_text("What you typed is in the form again")
        for name, value in {**typed, "birth": "2001-02-03", "reason": "a form by post"}.items():
            expect(page.locator(f"main [name={name}]")).to_have_value(value)
        expect(page.locator("main [name=sex]")).to_have_value("f")
        expect(page.locator("main [name=anyway]")).to_be_checked()
        assert page.title() != "1" and page.locator("main img").count() == 0
        page.get_by_role("button", name="Enter").click()
    page.get_by_role("link", name="Back to the form").click()
    page.locator("main [name=kanji]").fill("無名")
    page.locator("main [name=last]").fill("2027-03-31")
    page.get_by_role("button", name="Enter").click()
    page.wait_for_url("**/members/N90000031?done=entered")
    page.context.close()


def test_it_goes_back_to_nobody_else_and_is_gone_after_an_hour(desk: Served) -> None:
    client = desk.signed_in()
    form = {"id": "x", "name": "Invented Person"}
    client.get("/members/new")
    back = refused(client, "/members/new", form, "/members")
    assert back and 'value="Invented Person"' in client.get(back).text
    other = desk.signed_in("Officer Two").get(back).text
    desk.work.moment += HOUR + timedelta(seconds=1)
    for page in (other, client.get(back).text):
        assert "Invented Person" not in page and "What you typed is no longer kept here" in page


def test_secrets_and_what_no_form_of_ours_sent_are_not_kept(desk: Served) -> None:
    client = desk.signed_in()
    passwords = {"old": "one thing of mine", "new": "short", "again": "other", "reason": "it was seen"}
    back = refused(client, "/settings", passwords, "/settings/password")
    assert back and "it was seen" in (page := client.get(back).text)
    assert "one thing of mine" not in page and "short" not in page
    assert refused(client, "/settings", {"old": "1", "new": "2"}, "/settings/password") is None
    client.token = "0" * 64
    answer = client.post("/members", {"name": "Invented Person"}, headers={"referer": client.address})
    assert "form-out-of-date" in answer.text and "Invented Person" not in answer.text
    assert not BACK.search(answer.text) and "the browser may still have it" in answer.text


def test_every_field_for_a_secret_is_known_as_one() -> None:
    fields = [
        tag for file in TEMPLATES.glob("*.html") for tag in re.findall("<input[^>]*>", file.read_text())
    ]
    secret = [tag for tag in fields if 'type="password"' in tag or "one-time-code" in tag]
    assert len(secret) > 4
    assert {re.findall(' name="([^"]*)"', tag)[0] for tag in secret} <= {*SECRET}


def test_what_was_changed_meanwhile_is_not_overwritten(work: Workplace, desk: Served) -> None:
    register(work, ONE)
    _one, two, theirs = overtaken(desk)
    path = CORRECTED
    back = refused(two, path, {**theirs, "school": "Invented School", "sex": "f"})
    assert back
    form = form_of(two, back)
    assert (form["school"], form["sex"], form["club"]) == ("Invented School", "f", theirs["club"])
    assert two.post(path, form).status_code == 409
    assert work.rows("SELECT club FROM member") == [("Koyo",)]


def test_what_has_no_form_any_more_is_shown(desk: Served) -> None:
    client = desk.signed_in()
    back = refused(client, "/settings/rules", {"reason": "as <agreed>", "points": "many"}, "/reports/close/9")
    assert back
    page = client.get(back)
    assert "This could not be put back into a form of this page." in text(page)
    assert "reason as <agreed>" in text(page)


def test_supposed_games_stand_there_again(published_desk: Served) -> None:
    desk, reader = published_desk, published_desk.signed_in("Reader", Role.READER)
    query = "member=Nobody&score=loss&against=1850&score=draw&against=1700&day=2026-11-01"
    answer = reader.get(f"/lists/whatif?{query}", headers={"referer": f"{desk.address}lists/whatif"})
    found = BACK.search(answer.text)
    assert answer.status_code == 404 and found
    page = reader.get(unescape(found[1])).text
    assert re.findall('name="against" value="([^"]+)"', page) == ["1850", "1700"]
    assert re.findall('<option value="([a-z]+)" selected>', page)[:2] == ["loss", "draw"]
    assert "<details open><summary>More" in page


def test_a_strangers_doubt_is_kept_without_the_secret_of_its_link(work: Workplace) -> None:
    with served(work, organizers=True) as desk:
        stranger = desk.client()
        found = re.search('name="code" value="([^"]*)"', stranger.get("/doubt").text)
        assert found
        form = {"code": found[1], "wrong": "1850", "right": "1870\n\nby hand", "name": "Invented Reader"}
        back = refused(stranger, "/doubt", form, "/doubt/send")
        assert back
        page = stranger.get(back).text
        assert ">\n1870\n\nby hand</textarea>" in page and found[1] not in page


def test_of_several_forms_that_which_was_sent_is_filled() -> None:
    form = '<form method="post" action="/there"><input type="hidden" name="mark" value="{0}">{1}</form>'
    field = '<input name="reason"><select name="level"><option>HS<option>PS</select>'
    page = form.format("1", field) + f"<details>{form.format('2', field)}</details>"
    out, left = filled(page, sent([("mark", "2"), ("reason", "so"), ("level", "PS"), ("gone", "9")]))
    assert left == [("gone", "9")]
    changed = field.replace('"reason"', '"reason" value="so"').replace("<option>PS", "<option selected>PS")
    assert out == form.format("1", field) + f"<details open>{form.format('2', changed)}</details>"


def test_ticks_are_as_they_were_sent() -> None:
    page = '<form method="post" action="/there"><input type="checkbox" name="a" value="1" checked>{}</form>'
    radios = '<input type="radio" name="b" value="x" checked><input type="radio" name="b" value="y">'
    out, left = filled(page.format(radios), sent([("b", "y")]))
    assert left == [] and re.findall('value="(.)" checked', out) == ["y"]


def test_the_way_back_is_never_longer_than_what_the_desk_takes(desk: Served) -> None:
    client = desk.signed_in()
    page = f"/members/new?from={'x' * (LONGEST - 19)}"
    assert client.get(page).status_code == 200
    back = refused(client, page, {"id": "x", "name": "Invented Person"}, "/members")
    assert back and 'value="Invented Person"' in client.get(back).text


def test_the_page_as_it_is_now_is_without_what_was_typed(desk: Served) -> None:
    client = desk.signed_in()
    client.get("/members/new")
    form = {"id": "x", "name": "Invented Person"}
    back = refused(client, "/members/new?from=here", form, "/members")
    assert back
    answer = client.post("/members", form, headers={"referer": f"{client.address}{back[1:]}"})
    links = [unescape(link) for link in re.findall('href="(/members/new[^"]*)"', answer.text)]
    assert len(links) == 2 and links[0] != back and links[1] == "/members/new?from=here"


def test_a_link_that_leads_nowhere_is_no_form(desk: Served) -> None:
    answer = desk.signed_in().get("/lists/99?all=1", headers={"referer": f"{desk.address}lists"})
    assert answer.status_code == 404 and not BACK.search(answer.text)


def test_no_way_back_leads_to_another_host(desk: Served) -> None:
    client = desk.signed_in()
    client.get("/members/new")
    for page in ("/elsewhere.example/", "/[", ""):
        answer = client.post("/members", {"id": "x"}, headers={"referer": f"{desk.address}{page}"})
        assert answer.status_code == 422 and bool(BACK.search(answer.text)) is (page == ""), page
        assert "elsewhere" not in answer.text


@pytest.mark.parametrize("later", [HOUR, -HOUR])
def test_nothing_is_kept_longer_because_a_clock_was_ahead(later: timedelta) -> None:
    held, files = Refused(), Holding()
    key = held.put(sent([("text", "x")])) or ""
    file = files.put(Held(1, "members", (), {}, (), AT))
    assert held.of(key, 1, "browser", AT + later) and files.of(file, "members", 1, AT + later)
    later *= 2
    assert held.of(key, 1, "browser", AT + later) is None
    with pytest.raises(OfficeError):
        files.of(file, "members", 1, AT + later)


def test_strangers_forms_go_first_where_it_is_too_much() -> None:
    held = Refused()
    officers = held.put(sent([("text", "x" * 1_000_000)]))
    strangers = [held.put(sent([("text", "x" * (MOST // 10 - EACH))], None)) for _ in range(20)]
    assert officers and held.of(officers, 1, "browser", AT)
    assert [held.of(key or "", None, "browser", AT) is not None for key in strangers] == [
        *[False] * 12,
        *[True] * 8,
    ]


def test_empty_fields_take_room_too() -> None:
    held = Refused()
    first = held.put(sent([("text", "x")]))
    many = [held.put(sent([("text", "x"), *[("", "")] * 1999])) for _ in range(MOST // EACH // 2000)]
    assert first and held.of(first, 1, "browser", AT) is None
    assert held.of(many[-1] or "", 1, "browser", AT)


@pytest.mark.parametrize(
    "fields",
    [
        [],
        [("reason", " ")],
        [("mark", "1"), ("do", "now")],
        [("choice", "--no-member"), ("value--match", "")],
        [("text", "x" * (MOST + 1))],
    ],
)
def test_nothing_is_kept_where_nothing_was_typed_or_too_much(fields: list[tuple[str, str]]) -> None:
    held = Refused()
    before = held.put(sent([("text", "x")]))
    assert held.put(sent(fields)) is None
    assert before and held.of(before, 1, "browser", AT)


def test_lines_come_back_as_they_were_typed_though_browsers_end_them_otherwise(work: Workplace) -> None:
    with served(work, organizers=True) as desk:
        stranger = desk.client()
        found = re.search('name="code" value="([^"]*)"', stranger.get("/doubt").text)
        assert found
        form = {"code": found[1], "wrong": "1850", "right": "1870\r\n\r\nby hand", "name": "Invented Reader"}
        back = refused(stranger, "/doubt", form, "/doubt/send")
        assert back and ">\n1870\n\nby hand</textarea>" in stranger.get(back).text


def test_a_mail_that_was_pasted_before_the_session_ended_is_kept_to_be_sent_as_it_was(desk: Served) -> None:
    officer = desk.signed_in()
    assert 'name="once"' in officer.get("/reports").text
    desk.work.moment += timedelta(days=15)
    mail = "From: club@example.jp\r\nDate: Mon, 16 Nov 2026 09:00:00 +0900\r\n\r\nResults\r\n"
    kept = officer.post("/reports", {"text": mail, "once": "x" * 32})
    assert kept.status_code == 403
    assert "Date: Mon, 16 Nov 2026 09:00:00 +0900" in kept.text and "u000d" not in kept.text


def test_between_two_sentences_stands_what_the_language_has_there() -> None:
    """A blank in English, nothing in Japanese: `space()`, not a blank of the template."""
    found = [
        f"{file.name}: {match[0]}"
        for file in sorted(TEMPLATES.glob("*.html"))
        for match in re.finditer(
            r'\.[”"]*"[^{}]*\)\s*}}(?:{%[^%]*%})? {{ _\("[A-Z][^"]*\."', file.read_text("utf-8")
        )
    ]
    assert found == []
