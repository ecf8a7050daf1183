"""Coming in: by a link, by name and password, with an authenticator; and being kept out."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Route

from office.accounts import passwords
from office.accounts.people import LINK
from office.accounts.roles import Role
from office.errors import OfficeError
from tests.web.conftest import PASSWORD, Client, Served
from tests.web.test_lists import text
from web.serve import first_link

pytestmark = pytest.mark.usefixtures("cheap_passwords")


def with_password(desk: Served) -> Client:
    """Somebody who has chosen his password."""
    client = desk.signed_in()
    answer = client.post("/settings/password", {"new": PASSWORD, "again": PASSWORD})
    assert answer.headers["location"] == "/settings?done=password"
    return client


def signs_in(desk: Served, **given: Any) -> tuple[int, Client]:
    client = desk.client()
    client.get("/sign-in")
    answer = client.post("/sign-in", {"name": "Officer One", "password": PASSWORD, **given})
    return answer.status_code, client


def test_who_is_not_signed_in_sees_nothing_but_the_way_in(desk: Served) -> None:
    client = desk.client()
    for path in ("/", "/today", "/settings"):
        answer = client.get(path)
        assert (answer.status_code, answer.headers["location"]) == (303, f"/sign-in?next={path}")
    assert "Sign in" in client.get("/sign-in?next=/settings").text


def test_an_address_that_is_too_long_to_come_back_to_leads_to_the_way_in_too(desk: Served) -> None:
    answer = desk.client().get(f"/lists/whatif?{'score=win&' * 150}", follow_redirects=True)
    assert answer.status_code == 200 and "Sign in" in answer.text


def test_a_link_signs_in_once_and_a_password_ever_after(desk: Served) -> None:
    code = desk.link("Officer One")
    first, second = desk.client(), desk.client()
    first.get("/enter")
    assert first.post("/enter", {"code": f"{desk.address}enter#{code}"}).headers["location"] == "/settings"
    second.get("/enter")
    used = second.post("/enter", {"code": code})
    assert used.status_code == 422 and "link-used-up" in used.text
    first.get("/settings")
    first.post("/settings/password", {"new": PASSWORD, "again": PASSWORD})
    status, again = signs_in(desk)
    assert status == 303
    assert "Officer One" in again.get("/").text


def test_the_officer_who_was_added_before_the_desk_first_opened_is_its_first_administrator(
    desk: Served,
) -> None:
    desk.work.done("officer", "Officer One")
    desk.work.done("account", "add", "Officer  one")  # as an officer
    code = first_link(desk.office, None)
    client = desk.client()
    client.get("/enter")
    assert client.post("/enter", {"code": code}).headers["location"] == "/settings"
    assert "administrator" in desk.work.done("account", "list").out
    assert "Officer One: account Officer one: administrator" in desk.work.done("journal").out
    assert first_link(desk.office, None) is None


def test_an_account_that_was_closed_before_there_was_an_administrator_is_opened_by_a_role_alone(
    desk: Served,
) -> None:
    desk.work.done("officer", "Officer One")
    desk.work.done("account", "add", "Officer One")
    desk.work.done("account", "revoke", "Officer One")
    with pytest.raises(OfficeError) as refused:
        first_link(desk.office, None)
    assert "banzuke account role NAME ROLE" in refused.value.problems[0].remedy


def test_two_clicks_use_a_link_up_once(desk: Served, browser: Browser) -> None:
    """Else the second one's answer is that it was used, and nobody is in."""
    page = browser.new_context().new_page()
    held: list[Route] = []
    page.route(
        "**/enter", lambda route: held.append(route) if route.request.method == "POST" else route.continue_()
    )
    page.add_init_script(  # three seconds are soon over: a slow line, on which nothing has come yet
        "const real = setTimeout; window.setTimeout = (what, after) => real(what, after / 20)"
    )
    page.goto(f"{desk.address}enter")
    page.locator("[name=code]").fill(desk.link("Officer One"))
    box = page.locator("main button").bounding_box()
    assert box is not None
    for _click in range(2):
        page.mouse.click(box["x"] + 5, box["y"] + 5)
        page.wait_for_timeout(200)
    for _ in range(600):
        if held:
            break
        page.wait_for_timeout(50)
    (only,) = held
    only.continue_()
    page.wait_for_url("**/settings")
    page.context.close()


def test_a_new_link_pasted_in_the_tab_of_the_old_one_signs_in(desk: Served, browser: Browser) -> None:
    """The addresses differ in what stands behind the # alone: a browser loads nothing by itself."""
    page = browser.new_context(base_url=desk.address).new_page()
    page.goto("/enter#an-old-link-that-was-used-up-and-is-long-enough")
    page.get_by_role("heading", name="link-used-up").wait_for()
    page.goto(f"/enter#{desk.link('Officer One')}")
    page.wait_for_url("**/settings")
    page.context.close()


def test_the_way_to_the_content_is_no_link_that_signs_in(desk: Served, browser: Browser) -> None:
    page = browser.new_context(base_url=desk.address).new_page()
    page.goto("/enter#content")
    assert page.locator("[name=code]").input_value() == "" and page.url.endswith("#content")
    page.context.close()


def test_a_link_is_too_old_after_a_day(desk: Served) -> None:
    code = desk.link("Officer One")
    desk.work.moment += LINK
    client = desk.client()
    client.get("/enter")
    assert "link-used-up" in client.post("/enter", {"code": code}).text


@pytest.mark.parametrize(
    "given", [{"password": "another password"}, {"name": "Officer Two"}, {"password": ""}]
)
def test_what_was_wrong_is_not_told(desk: Served, given: dict[str, str]) -> None:
    with_password(desk)
    client = desk.client()
    client.get("/sign-in")
    answer = client.post("/sign-in", {"name": "Officer One", "password": PASSWORD, **given})
    assert answer.status_code == 403
    assert "name, password and code that belong together" in answer.text
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    ("new", "again", "code"),
    [("short", "short", "password-weak"), ("x" * 201, "x" * 201, "password-weak"),
     ("Officer One of us", "Officer One of ours", "passwords-differ")],
)  # fmt: skip
def test_a_weak_or_mistyped_password_is_refused(desk: Served, new: str, again: str, code: str) -> None:
    client = desk.signed_in()
    assert code in client.post("/settings/password", {"new": new, "again": again}).text
    assert desk.work.rows("SELECT password FROM account") == [(None,)]


def test_the_name_is_no_password(desk: Served) -> None:
    client = desk.signed_in("A Name of Twelve")
    told = {"new": "a name of twelve", "again": "a name of twelve"}
    assert "password-weak" in client.post("/settings/password", told).text


def test_a_password_chosen_while_the_account_is_reset_is_none(
    desk: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has a stolen session does not come back by it."""
    here = with_password(desk)
    fits = passwords.fits

    def meanwhile(kept: str | None, password: str) -> bool:
        desk.work.done("account", "reset", "Officer One")
        return fits(kept, password)

    monkeypatch.setattr(passwords, "fits", meanwhile)
    changed = {"old": PASSWORD, "new": PASSWORD * 2, "again": PASSWORD * 2}
    assert here.post("/settings/password", changed).status_code == 403
    assert desk.work.rows("SELECT password FROM account") == [(None,)]


def test_a_closed_account_gets_no_link(desk: Served) -> None:
    """It would let nobody in."""
    head = desk.signed_in("Head", Role.ADMINISTRATOR)
    with_password(desk)
    head.post("/settings/accounts/close", {"name": "Officer One"})
    assert text(head.get("/settings")).count("New link") == 1  # one's own
    refused = head.post("/settings/accounts/reset", {"name": "Officer One"})
    assert refused.status_code == 404 and "a closed one" in refused.text
    assert desk.work.run("account", "reset", "Officer One").problem()["code"] == "no-such-account"
    assert desk.work.rows("SELECT count(*) FROM account_link WHERE used_at IS NULL") == [(0,)]


def test_who_closes_an_account_is_told_where_officers_are_still_told_what_waits(desk: Served) -> None:
    """An address belongs to no account: it stays when one is closed."""
    head = desk.signed_in("Head", Role.ADMINISTRATOR)
    with_password(desk)
    close = ("/settings/accounts/close", {"name": "Officer One"})
    assert "still get notices" not in head.get(head.post(*close).headers["location"]).text
    for name in ("one", "gone"):
        desk.work.done("notices", "address", f"{name}@office.example", "--officer")
    desk.work.done("notices", "stop", "gone@office.example")
    page = head.get(head.post(*close).headers["location"]).text
    assert "still get notices of what is waiting at: one@office.example" in page and "gone@" not in page
    assert "still get notices" not in head.get("/settings").text
    desk.work.done("account", "add", "Other", "--role", "officer")
    said = desk.work.done("account", "revoke", "Other")
    assert "閉じたアカウント" in desk.work.done("--lang", "ja", "account", "list").out
    assert "what is waiting at: one@office.example" in said.err and "banzuke notices stop ADDRESS" in said.err


@pytest.mark.parametrize("made", ["/settings/second", "/settings/accounts", "/setup/mails"])
def test_the_way_back_to_a_page_that_a_form_led_to_is_no_dead_end(desk: Served, made: str) -> None:
    client = desk.signed_in(role=Role.ADMINISTRATOR)
    answer = client.get(made)
    assert answer.status_code == 303 and made.startswith(answer.headers["location"])


def test_a_role_works_at_once(desk: Served) -> None:
    client = desk.signed_in()
    assert client.get("/today").status_code == 200
    desk.work.done("account", "role", "Officer One", "reporter")
    answer = client.get("/today")
    assert answer.status_code == 403 and "not-allowed" in answer.text
    assert client.get("/").status_code == 200


def test_a_link_of_the_command_line_begins_where_the_desk_is(desk: Served) -> None:
    def begins(*more: str) -> str:
        said = desk.work.done("account", "reset", "Officer One", *more).out
        return said.splitlines()[-1].partition("/enter#")[0]

    desk.signed_in()
    assert begins() == "http://127.0.0.1:8765"
    desk.work.done("site", str(desk.work.folder / "site"), "--desk", "https://desk.example.org/")
    assert begins() == "https://desk.example.org"
    assert begins("--address", "http://127.0.0.1:9000/") == "http://127.0.0.1:9000"


def test_the_accounts_are_the_administrators(desk: Served) -> None:
    officer = desk.signed_in()
    assert "A new account" not in officer.get("/settings").text
    for path in ("", "/role", "/close", "/reset"):
        sent = {"name": "Officer One", "role": "administrator"}
        assert officer.post(f"/settings/accounts{path}", sent).status_code == 403
    head = desk.signed_in("Head", Role.ADMINISTRATOR)
    page = head.post("/settings/accounts", {"name": "Reporter", "role": "reporter"}).text
    (code,) = re.findall(r"/enter#([\w-]{43})", page)
    guest = desk.client()
    guest.get("/enter")
    assert guest.post("/enter", {"code": code}).status_code == 303
    assert guest.get("/today").status_code == 403
    assert "account-exists" in head.post("/settings/accounts", {"name": "Head", "role": "officer"}).text
    refused = head.post("/settings/accounts/role", {"name": "Head", "role": "reader"})
    assert "last-administrator" in refused.text


def test_the_language_is_the_persons_else_the_browsers(desk: Served) -> None:
    client = desk.client("ja,en;q=0.5")
    assert '<html lang="ja">' in client.get("/sign-in").text
    assert '<html lang="en">' in desk.client("de, en;q=0.3, ja;q=0.1").get("/sign-in").text
    officer = desk.signed_in(language="ja")
    officer.post("/settings/language", {"language": "en"})
    assert '<html lang="en">' in officer.get("/settings").text
