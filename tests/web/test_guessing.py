"""The brakes on guessing, and the authenticator: who tries names, passwords, links and codes."""

from __future__ import annotations

import re
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Semaphore

import httpx
import pyotp
import pytest

from office.accounts import passwords
from office.accounts.people import named
from office.accounts.roles import Role
from office.accounts.sessions import OF_NAME, WINDOW
from office.database.engine import transaction
from tests.web.conftest import PASSWORD, Served
from tests.web.test_coming_in import signs_in, with_password

pytestmark = pytest.mark.usefixtures("cheap_passwords")


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


def test_a_code_that_a_clock_ahead_took_locks_nobody_out(desk: Served) -> None:
    """As where the authenticator is on the same machine."""
    client = with_password(desk)
    secret = pyotp.random_base32()

    def code() -> str:
        return pyotp.TOTP(secret).at(int(desk.work.moment.timestamp()))

    right, desk.work.moment = desk.work.moment, desk.work.moment + timedelta(hours=1)
    assert client.post("/settings/second", {"secret": secret, "code": code()}).status_code == 303
    desk.work.moment = right
    assert [signs_in(desk, code=code())[0] for _click in range(2)] == [303, 403]


@pytest.mark.parametrize(("hours", "works"), [(-25, False), (-23, True), (23, True), (25, False)])
def test_a_link_that_a_clock_ahead_made_stands_no_longer_than_others(
    desk: Served, hours: int, works: bool
) -> None:
    link = desk.work.done("account", "add", "Kato", "--role", "officer").out.split("#")[1].split()[0]
    desk.work.moment += timedelta(hours=hours)
    client = desk.client()
    client.get("/enter")
    assert (client.post("/enter", {"code": link}).status_code == 303) == works


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
