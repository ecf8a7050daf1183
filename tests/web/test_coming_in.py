"""Coming in: by a link, by name and password, with an authenticator; and being kept out."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Semaphore
from typing import Any

import httpx
import pyotp
import pytest
from argon2 import PasswordHasher
from argon2.profiles import CHEAPEST
from playwright.sync_api import Browser, Route

from office.accounts import passwords
from office.accounts.people import LINK, named
from office.accounts.roles import Role
from office.accounts.sessions import IDLE, OF_NAME, STAYS, WINDOW
from office.database.engine import transaction
from tests.web.conftest import PASSWORD, Client, Served, served
from tests.web.test_lists import text


@pytest.fixture(autouse=True, scope="module")
def _cheap() -> Iterator[None]:
    """Here passwords are tried in hundreds, each with Argon2id at its least cost. The product's own is seen
    by test_passwords_are_kept_as_argon2_hashes."""
    made = PasswordHasher.from_parameters(CHEAPEST)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_hasher", lambda: made)
        passwords._nobodys.cache_clear()
        yield
    passwords._nobodys.cache_clear()


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


def test_two_clicks_use_a_link_up_once(desk: Served, browser: Browser) -> None:
    """Else the second one's answer is that it was used, and nobody is in."""
    page = browser.new_context().new_page()
    held: list[Route] = []
    page.route(
        "**/enter", lambda route: held.append(route) if route.request.method == "POST" else route.continue_()
    )
    page.goto(f"{desk.address}enter")
    page.locator("[name=code]").fill(desk.link("Officer One"))
    box = page.locator("main button").bounding_box()
    assert box is not None
    for _click in range(2):
        page.mouse.click(box["x"] + 5, box["y"] + 5)
        page.wait_for_timeout(200)
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


def test_guessing_is_braked_under_a_name_and_stays_so_until_the_window_is_over(desk: Served) -> None:
    with_password(desk)
    for _ in range(OF_NAME):
        assert signs_in(desk, password="a wrong password")[0] == 403
    assert signs_in(desk)[0] == 429  # the right one, too late
    assert signs_in(desk, name="Somebody Else")[0] == 403  # others are not kept out
    desk.work.moment += WINDOW + timedelta(seconds=1)
    assert signs_in(desk)[0] == 303


def test_a_clock_that_was_ahead_locks_nobody_out_and_keeps_no_session(desk: Served) -> None:
    with_password(desk)
    right, year = desk.work.moment, timedelta(days=365)
    desk.work.moment += year
    client = desk.signed_in("Officer Two")
    for _ in range(OF_NAME):
        assert signs_in(desk, password="a wrong password")[0] == 403
    desk.work.moment = right
    assert signs_in(desk)[0] == 303
    assert client.get("/settings").headers["location"].startswith("/sign-in")


WRITTEN = (
    "officer one",
    "OFFICER ONE",
    " Officer  One ",
    "\uff2f\uff46\uff46\uff49\uff43\uff45\uff52\u3000\uff2f\uff4e\uff45",
)
"""A name as people type it; the last one in wide letters."""


@pytest.mark.parametrize("name", WRITTEN)
def test_a_name_is_known_in_capitals_or_not_and_in_wide_letters(desk: Served, name: str) -> None:
    with_password(desk)
    status, client = signs_in(desk, name=name)
    assert status == 303 and "Officer One" in client.get("/").text
    head = desk.signed_in("Head", Role.ADMINISTRATOR)
    assert "account-exists" in head.post("/settings/accounts", {"name": name, "role": "officer"}).text


def test_of_two_accounts_that_are_alike_each_has_its_own_name_alone(desk: Served) -> None:
    with_password(desk)
    desk.link("Another One")
    with transaction(desk.work.engine()) as session:  # of an office from before names were compared so
        named(session, "Another One").name = "officer one"
    assert signs_in(desk)[0] == 303
    assert signs_in(desk, name="officer one")[0] == 403  # without a password
    assert signs_in(desk, name="OFFICER ONE")[0] == 403


def test_guessing_is_braked_however_the_name_is_written(desk: Served) -> None:
    with_password(desk)
    for n in range(OF_NAME):
        assert signs_in(desk, name=WRITTEN[n % len(WRITTEN)], password="a wrong password")[0] == 403
    assert signs_in(desk)[0] == 429


def test_guessing_is_braked_from_an_address_whatever_the_names(desk: Served) -> None:
    statuses = [signs_in(desk, name=f"Nobody {n}", password="x")[0] for n in range(31)]
    assert statuses == [403] * 30 + [429]


def test_passwords_are_tried_two_at_once_however_many_are_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes 64 MB, of which a stranger would choose how often."""
    hasher, inside, most = passwords._hasher(), Semaphore(2), []

    class Counted:
        def verify(self, kept: str, given: bytes) -> bool:
            most.append(inside.acquire(blocking=False))
            time.sleep(0.01)
            inside.release()
            return hasher.verify(kept, given)

    kept = hasher.hash(PASSWORD)
    monkeypatch.setattr(passwords, "_hasher", Counted)
    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(lambda _: passwords.fits(kept, PASSWORD), range(16)))
    assert most == [True] * 16


def test_guessing_links_is_braked(desk: Served) -> None:
    client = desk.client()
    client.get("/enter")
    answers = [client.post("/enter", {"code": f"guess-{n}"}) for n in range(OF_NAME + 1)]
    assert [answer.status_code for answer in answers] == [422] * OF_NAME + [429]
    assert int(answers[-1].headers["retry-after"]) == WINDOW.total_seconds() + 1


def test_who_succeeds_is_not_counted(desk: Served) -> None:
    with_password(desk)
    assert [signs_in(desk)[0] for _ in range(OF_NAME + 2)] == [303] * (OF_NAME + 2)
    assert desk.work.rows("SELECT count(*) FROM sign_in_attempt") == [(0,)]


def test_an_authenticator_is_asked_for_and_each_code_is_taken_once(desk: Served) -> None:
    client = with_password(desk)
    page = client.post("/settings/second").text
    (secret,) = re.findall(r'name="secret" value="([A-Z2-7]{32})"', page)
    assert "<svg" in page and "style=" not in page
    totp = pyotp.TOTP(secret)

    def code(later: int = 0) -> str:
        return totp.at(int(desk.work.moment.timestamp()) + later)

    wrong = client.post("/settings/second", {"secret": secret, "code": code(600)})
    assert "code-wrong" in wrong.text
    assert re.findall(r'name="secret" value="([A-Z2-7]{32})"', wrong.text) == [secret], (
        "he has read it already"
    )
    wide = code().translate(str.maketrans("0123456789", "０１２３４５６７８９"))
    assert client.post("/settings/second", {"secret": secret, "code": wide}).status_code == 303
    assert signs_in(desk)[0] == 403  # without
    assert signs_in(desk, code=code())[0] == 403  # taken already
    at_the_telephone = desk.client()
    at_the_telephone.get("/sign-in")
    form = {"name": "Officer One", "password": PASSWORD, "code": code()}
    assert "A code is taken once" in at_the_telephone.post("/sign-in", form).text
    desk.work.moment += timedelta(seconds=60)
    assert signs_in(desk, code=code(300))[0] == 403
    assert signs_in(desk, code=code())[0] == 303
    assert signs_in(desk, code=code())[0] == 403  # the same again


def test_an_authenticator_is_given_up_by_its_own_code_alone(desk: Served) -> None:
    """Whoever sits down at a browser that was left open puts no authenticator of his own in its place."""
    client = with_password(desk)
    own, another = pyotp.random_base32(), pyotp.random_base32()

    def takes(secret: str) -> httpx.Response:
        code = pyotp.TOTP(secret).at(int(desk.work.moment.timestamp()))
        return client.post("/settings/second", {"secret": secret, "code": code})

    assert [takes(own).status_code for _click in range(2)] == [303, 303]
    refused = takes(another)
    assert refused.status_code == 422 and "code-wrong" in refused.text and "without that one" in refused.text
    assert desk.work.rows("SELECT second FROM account") == [(own,)]


def test_whose_name_is_guessed_at_changes_his_password_all_the_same(desk: Served) -> None:
    here = with_password(desk)
    for _ in range(OF_NAME):
        signs_in(desk, password="a wrong password")
    changed = {"old": PASSWORD, "new": PASSWORD * 2, "again": PASSWORD * 2}
    assert here.post("/settings/password", changed).status_code == 303
    code = desk.work.done("account", "reset", "Officer One").out.rpartition("#")[2].strip()
    anew = desk.client()
    anew.get("/enter")
    assert anew.post("/enter", {"code": code}).status_code == 303
    anew.get("/settings")
    assert anew.post("/settings/password", {"new": PASSWORD, "again": PASSWORD}).status_code == 303


def test_guessing_the_password_of_an_open_session_is_braked(desk: Served) -> None:
    here = with_password(desk)
    guess = {"old": "a wrong password", "new": PASSWORD * 2, "again": PASSWORD * 2}
    statuses = [here.post("/settings/password", guess).status_code for _ in range(OF_NAME + 1)]
    assert statuses == [403] * OF_NAME + [429]
    assert here.post("/settings/password", {**guess, "old": PASSWORD}).status_code == 429


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


def test_a_session_ends_when_nothing_is_asked_and_after_two_weeks_whatever_is(desk: Served) -> None:
    client = desk.signed_in()
    desk.work.moment += IDLE
    assert client.get("/settings").status_code == 303
    began = desk.work.moment
    client = desk.signed_in("Officer Two")
    while desk.work.moment < began + STAYS - IDLE:
        desk.work.moment += IDLE - timedelta(minutes=1)
        assert client.get("/settings").status_code == 200
    desk.work.moment = began + STAYS
    assert client.get("/settings").status_code == 303


def test_sessions_are_ended_by_their_owner_by_a_new_password_and_by_the_administrator(desk: Served) -> None:
    here = with_password(desk)
    status, there = signs_in(desk)
    assert status == 303
    (number,) = re.findall(r"/settings/sessions/(\d+)/end", here.get("/settings").text)
    here.post(f"/settings/sessions/{number}/end")
    assert (there.get("/settings").status_code, here.get("/settings").status_code) == (303, 200)
    _status, there = signs_in(desk)
    here.post("/settings/password", {"old": PASSWORD, "new": PASSWORD * 2, "again": PASSWORD * 2})
    assert (there.get("/settings").status_code, here.get("/settings").status_code) == (303, 200)
    desk.work.done("account", "revoke", "Officer One", "--keep")
    assert here.get("/settings").status_code == 303
    assert signs_in(desk, password=PASSWORD * 2)[0] == 303
    desk.work.done("account", "revoke", "Officer One")
    assert signs_in(desk, password=PASSWORD * 2)[0] == 403


def test_nobody_ends_the_session_of_another(desk: Served) -> None:
    desk.signed_in()
    other = desk.signed_in("Officer Two")
    assert other.post("/settings/sessions/1/end").status_code == 404
    assert desk.work.rows("SELECT count(*) FROM account_session WHERE revoked_at IS NULL") == [(2,)]


def test_signing_out_ends_the_session_itself(desk: Served) -> None:
    client = desk.signed_in()
    cookie = client.http.cookies[desk.cookie]
    assert client.post("/sign-out").headers["location"] == "/sign-in"
    again = desk.client(cookies={desk.cookie: cookie})
    assert again.get("/settings").status_code == 303


def test_who_comes_in_at_one_desk_of_a_machine_stays_in_at_the_other(desk: Served, browser: Browser) -> None:
    """Invented data beside the office's own, say; browsers tell hosts apart, not ports."""
    page = browser.new_context().new_page()
    with served(desk.work) as other:
        page.goto(f"{desk.address}enter#{desk.link('Officer One')}")
        page.wait_for_url("**/settings")
        page.goto(f"{other.address}enter#{desk.link('Officer Two')}")
        page.wait_for_url("**/settings")
        for at, name in ((desk, "Officer One"), (other, "Officer Two")):
            page.goto(at.address)
            assert page.locator(".me span").inner_text() == name
        page.get_by_role("button", name="Sign out").click()
        page.wait_for_url("**/sign-in")
        page.goto(desk.address)
        assert page.locator(".me span").inner_text() == "Officer One"
    page.context.close()


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


def test_a_link_over_an_open_session_asks_before_it_takes_its_place(desk: Served, browser: Browser) -> None:
    """Whoever follows a link that is another's would go on deciding under that name."""
    page = browser.new_context(base_url=desk.address).new_page()
    page.goto(f"/enter#{desk.link('Officer One')}")
    page.wait_for_url("**/settings")
    page.goto(f"/enter#{desk.link('Officer Two')}")
    page.get_by_text("Officer One is signed in in this browser").wait_for()
    page.wait_for_timeout(300)
    assert page.url.endswith("/enter")
    page.keyboard.press("Enter")
    page.wait_for_url("**/settings")
    assert page.locator("header .me span").inner_text() == "Officer Two"
    page.context.close()
