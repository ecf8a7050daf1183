"""What real mail servers were seen to do when they take mails: Exim 4.96 and Postfix 3.7.11."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from office.notices.send import TRIES
from tests.office.mail.outgoing import Smtp, smtp_server
from tests.office.mail.test_notices import on, read, reported, settle, states
from tests.workplace import Workplace

pytestmark = pytest.mark.slow

PASSWORD = "invented password"


def many(desk: Workplace, number: int) -> None:
    """So many clubs report one event, each by a mail of its own."""
    on(desk, "read")
    for n in range(number):
        reported(desk, sender=b"club%d@example.jp" % n, message_id=b"<%d@example.jp>" % n)


@pytest.mark.parametrize("idle", [False, True], ids=["421", "hangs up"])
def test_a_server_that_takes_few_mails_by_one_connection_gets_the_others_by_the_next(
    desk: Workplace, idle: bool
) -> None:
    many(desk, 5)
    with smtp_server(Smtp(most=2, idle=idle)) as server:
        settle(desk, server)
        desk.done("notices", "send")
        assert sorted(to for to, _ in server.got) == [f"club{n}@example.jp" for n in range(5)]
        assert server.sessions == 3
    assert {state for _kind, _to, state, _tries in states(desk)} == {"sent"}
    assert {tries for *_some, tries in states(desk)} == {1}


@pytest.mark.parametrize("idle", [False, True], ids=["421", "hangs up"])
def test_a_server_that_ends_every_connection_is_left_and_costs_no_notice_its_tries(
    desk: Workplace, idle: bool
) -> None:
    many(desk, 5)
    with smtp_server(Smtp(most=0, idle=idle)) as server:
        settle(desk, server)
        for _run in range(TRIES - 1):
            said = desk.run("notices", "send")
            assert (said.code, said.problem()["code"]) == (1, "smtp-unreachable")
        assert server.sessions == 2 * (TRIES - 1)
        assert {tries for *_some, tries in states(desk)} == {3}  # one by one, and each is put off then
        server.most = None
        desk.moment += timedelta(hours=1)
        desk.done("notices", "send")
        assert len(server.got) == 5


def test_a_login_that_cannot_be_checked_for_now_is_not_told_to_be_wrong(
    desk: Workplace, certificate: Path
) -> None:
    protected(desk, certificate)
    told = Smtp(security="tls", certificate=certificate, password=PASSWORD)
    told.login = b"454 4.7.0 Temporary authentication failure: Connection lost to authentication server"
    with smtp_server(told) as server:
        settle(desk, server, SECURITY="tls", USER="rating")
        found = desk.run("notices", "send").problem()
    assert found["code"] == "smtp-unreachable"
    assert found["found"] == told.login.decode()


def test_what_a_server_says_to_a_login_is_told_in_its_words(desk: Workplace, certificate: Path) -> None:
    protected(desk, certificate)
    told = Smtp(security="tls", certificate=certificate, password=PASSWORD)
    told.login = b"535 Incorrect authentication data"
    with smtp_server(told) as server:
        settle(desk, server, SECURITY="tls", USER="rating")
        assert desk.run("notices", "send").problem()["found"] == "535 Incorrect authentication data"


def test_a_server_that_knows_no_login_is_not_told_to_refuse_the_password(desk: Workplace) -> None:
    many(desk, 1)
    desk.monkeypatch.setenv("BANZUKE_SMTP_PASSWORD", PASSWORD)
    with smtp_server(Smtp()) as server:
        settle(desk, server, USER="rating")
        found = desk.run("notices", "send").problem()
    assert found["code"] == "smtp-login-refused"
    assert found["do"] == "check port and security; where the server takes mails without a login, set no user"


@pytest.mark.parametrize("right", [True, False])
def test_a_password_in_japanese_opens_the_server(desk: Workplace, certificate: Path, right: bool) -> None:
    protected(desk, certificate, "番付の鍵")
    password = "番付の鍵" if right else "another one"
    with smtp_server(Smtp(security="tls", certificate=certificate, password=password)) as server:
        settle(desk, server, SECURITY="tls", USER="rating")
        said = desk.run("notices", "send")
        assert [to for to, _ in server.got] == (["club0@example.jp"] if right else [])
    if not right:
        assert said.problem()["code"] == "smtp-login-refused"
        assert "番付の鍵" not in said.all


def protected(desk: Workplace, certificate: Path, password: str = PASSWORD) -> None:
    many(desk, 1)
    desk.monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    desk.monkeypatch.setenv("BANZUKE_SMTP_PASSWORD", password)


@pytest.mark.parametrize(
    "sender", ["mori..s.@example.jp", '"mori..s."@example.jp', '<"Mori..s."@example.jp>']
)
def test_an_address_that_only_mobile_carriers_gave_away_gets_its_notice_and_its_reply(
    desk: Workplace, sender: str
) -> None:
    on(desk, "read")
    reported(desk, sender=sender.encode())
    desk.done("notices", "address", "mori..s.@example.jp", "--lang", "en")
    with smtp_server(Smtp()) as server:
        settle(desk, server)
        assert desk.done("notices", "send").out.startswith("read, mori..s.@example.jp, about 1 thing: sent")
        ((to, raw),) = server.got
    assert to == '"mori..s."@example.jp'
    assert b'To: "mori..s."@example.jp\r\n' in raw
    assert "ありがとう" not in read(raw)[1]  # in the language that was set for it
    draft = desk.folder.parent / "reply.eml"
    desk.done("inbox", "reply", "M1", "--to", draft)
    assert b'..s."@example.jp\r\n' in draft.read_bytes()


def test_the_button_to_get_no_more_is_there_however_long_the_address_of_the_office_is(
    desk: Workplace,
) -> None:
    long = "rating.office.of.the.federation@chess-federation-of-somewhere-very-long.example.jp"
    many(desk, 1)
    with smtp_server(Smtp()) as server:
        settle(desk, server, SENDER=long)
        desk.done("notices", "send")
        settle(desk, server, SENDER="rating&list%a@office.example")
        reported(desk, sender=b"club9@example.jp", message_id=b"<9@example.jp>")
        desk.done("notices", "send")
        (_, first), (_, second) = server.got
    assert f"List-Unsubscribe: <mailto:{long}?subject=stop>\r\n".encode() in first
    assert b"List-Unsubscribe: <mailto:rating%26list%25a@office.example?subject=stop>\r\n" in second
