"""How notices leave: by a mail server that is protected or not, and by a webhook."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tenacity import wait_none

from office.mail.settings import SERVICE, TOKENS
from office.notices import settings, webhook
from office.notices.kinds import State
from tests.office.mail.outgoing import Https, Smtp, https_server, smtp_server
from tests.office.mail.shapes import mail
from tests.office.mail.test_notices import CLUB, on, read, reported, settle
from tests.office.mail.test_notices_sent import bounced
from tests.workplace import Workplace

PASSWORD = "invented password"
SECRET = "invented secret"
NOW = datetime(2026, 11, 2, 1, 0, tzinfo=UTC)
"""1793581200 seconds after the beginning of 1970."""


def trusted(work: Workplace, certificate: Path) -> None:
    work.monkeypatch.setenv("SSL_CERT_FILE", str(certificate))


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_a_protected_server_takes_the_password_and_the_notice(
    desk: Workplace, certificate: Path, security: str
) -> None:
    trusted(desk, certificate)
    on(desk, "read")
    reported(desk)
    told = Smtp(security=security, certificate=certificate, password=PASSWORD)
    with smtp_server(told) as server:
        settle(desk, server, SECURITY=security, USER="rating")
        nobody = desk.run("notices", "send")
        assert nobody.problem()["code"] == "smtp-no-password"
        desk.monkeypatch.setenv("BANZUKE_SMTP_PASSWORD", "another one")
        wrong = desk.run("notices", "send")
        assert wrong.problem()["code"] == "smtp-login-refused"
        assert "another one" not in wrong.all
        assert server.got == []
        desk.monkeypatch.setenv("BANZUKE_SMTP_PASSWORD", PASSWORD)
        desk.done("notices", "send")
        assert [to for to, _ in server.got] == [CLUB]


def test_the_password_may_stand_in_the_keyring_under_the_names_that_the_handbook_says(
    desk: Workplace,
) -> None:
    import keyring

    asked = []
    desk.monkeypatch.setattr(keyring, "get_password", lambda *name: asked.append(name) or PASSWORD)
    assert settings.password(settings.Server("h.example.jp", 465, "rating", "tls"), {}) == PASSWORD
    assert asked == [("banzuke-smtp", "rating@h.example.jp")]
    page = (Path(__file__).resolve().parents[3] / "docs" / "settings.md").read_text("utf-8")
    (line,) = re.findall(r"^4\. (.*keyring.*)$", page, re.MULTILINE)
    kept = ["imap-password", "imap-token", "smtp-password", SERVICE, TOKENS, settings.SERVICE]
    assert re.findall(r"`(.*?)`", line) == kept


@pytest.mark.parametrize(
    ("security", "asked", "code"),
    [
        ("tls", "tls", "smtp-certificate"),
        ("starttls", "starttls", "smtp-certificate"),
        ("none", "starttls", "smtp-no-tls"),
        ("none", "tls", "smtp-no-tls"),
    ],
)
def test_nothing_goes_to_a_server_that_is_not_to_be_trusted(
    desk: Workplace, certificate: Path, security: str, asked: str, code: str
) -> None:
    on(desk, "read")
    reported(desk)
    with smtp_server(Smtp(security=security, certificate=certificate)) as server:
        settle(desk, server, SECURITY=asked)
        refused = desk.run("notices", "send")
    assert refused.code == 1 and refused.problem()["code"] == code
    assert server.got == []


@pytest.mark.parametrize(
    "said",
    [
        {"HOST": "mail.example.jp", "SECURITY": "none"},
        {"HOST": "mail.example.jp", "PORT": "70000"},
        {"HOST": "mail.example.jp", "SECURITY": "ssl"},
        {"SENDER": "nobody"},
        {"SENDER": "a@example.jp\r\nBcc: b@example.jp"},
        {"WEBHOOK": "http://chat.example.jp/hook"},
        {"WEBHOOK": "https://user:word@chat.example.jp/hook"},
        {"WEBHOOK": "https:///hook"},
    ],
)
def test_a_way_that_is_none_is_named(work: Workplace, said: dict[str, str]) -> None:
    for name, value in said.items():
        work.monkeypatch.setenv(f"BANZUKE_NOTICES_{name}", value)
    refused = work.run("notices", "send")
    assert refused.code == 1 and refused.problem()["code"] == "notices-settings"


@pytest.fixture
def called(desk: Workplace, certificate: Path) -> Iterator[Https]:
    """A webhook of an office in which a mail waits."""
    trusted(desk, certificate)
    desk.monkeypatch.setattr(webhook, "wait", wait_none())
    desk.monkeypatch.setenv("BANZUKE_WEBHOOK_SECRET", SECRET)
    desk.done("notices", "on", "waiting")
    assert desk.run("inbox", desk.file(mail("see https://bit.ly/2xyz\r\n"), "mail.eml")).code == 3
    with https_server(Https(certificate)) as server:
        desk.monkeypatch.setenv("BANZUKE_NOTICES_WEBHOOK", f"https://127.0.0.1:{server.port}/hook")
        yield server


def test_the_webhook_is_called_once_and_signed(desk: Workplace, called: Https) -> None:
    desk.done("notices", "send")
    ((headers, data),) = called.got
    told = json.loads(data)
    assert (told["format"], told["kind"]) == ("banzuke-notice/1", "waiting")
    assert told["waits"] == [{"what": "mail", "number": "M1", "event": ""}]
    stamp, _, sign = headers["Banzuke-Signature"].partition(",sha256=")
    assert stamp == "t=1793581200"
    assert sign == hmac.new(SECRET.encode(), b"1793581200." + data, hashlib.sha256).hexdigest()
    assert desk.done("notices", "send").out == "Nothing to send\n"
    assert len(called.got) == 1


@pytest.mark.parametrize(
    ("status", "state"),
    [(503, "failed"), (522, "failed"), (404, "refused"), (302, "refused"), (0, "sending")],
)
def test_what_a_webhook_answers_is_kept(desk: Workplace, called: Https, status: int, state: str) -> None:
    called.answers = [status]
    called.location = f"https://127.0.0.1:{called.port}/elsewhere"
    desk.run("notices", "send")
    assert len(called.got) == 1, "no redirect is followed, and what was sent is not sent again at once"
    assert desk.rows("SELECT way, recipient, state FROM notice") == [("webhook", "webhook", state)]
    called.answers = [200]
    desk.run("notices", "send")
    assert len(called.got) == (2 if state == "failed" else 1)


@pytest.mark.parametrize("drips", [b"H", b"HTTP/1.1 100 Continue\r\n\r\n"])
def test_a_webhook_that_answers_without_end_is_left_and_what_became_of_it_is_unknown(
    desk: Workplace, called: Https, drips: bytes
) -> None:
    desk.monkeypatch.setattr(webhook, "LONGEST", 1.0)
    called.drips = drips
    begun = time.monotonic()
    desk.run("notices", "send")
    assert time.monotonic() - begun < 10
    called.drips = b""
    assert desk.rows("SELECT state FROM notice") == [("sending",)]


def test_a_webhook_that_is_gone_or_has_no_secret_keeps_no_mail_from_leaving(
    desk: Workplace, called: Https
) -> None:
    on(desk, "read")
    reported(desk, message_id=b"<three@example.jp>")
    desk.monkeypatch.delenv("BANZUKE_WEBHOOK_SECRET")
    with smtp_server(Smtp()) as server:
        settle(desk, server)
        refused = desk.run("notices", "send")
        assert refused.code == 1 and refused.problem()["code"] == "webhook-no-secret"
        assert [read(raw)[0]["To"] for _to, raw in server.got] == [CLUB]


def test_a_connection_that_does_not_come_about_is_tried_again_and_took_nothing(
    desk: Workplace, called: Https
) -> None:
    desk.monkeypatch.setattr(webhook, "wait", wait_none())
    left = webhook.post("https://127.0.0.1:9/hook", SECRET, b"{}", NOW)
    assert left.how is State.FAILED
    desk.monkeypatch.delenv("SSL_CERT_FILE")
    distrusted = webhook.post(f"https://127.0.0.1:{called.port}/hook", SECRET, b"{}", NOW)
    assert distrusted.how is State.FAILED and "certificate" in distrusted.said.lower()
    assert called.got == []


@pytest.mark.parametrize("host", ["chat..example.jp", "a" * 64 + ".example.jp"])
def test_a_host_that_no_server_can_have_is_told_as_one_that_is_not_there(
    desk: Workplace, called: Https, host: str
) -> None:
    """What the system says of such a name is another error than of one that it does not find."""
    desk.monkeypatch.setenv("BANZUKE_NOTICES_WEBHOOK", f"https://{host}/hook")
    desk.run("notices", "send")
    assert desk.rows("SELECT way, state FROM notice") == [("webhook", "failed")]
    desk.monkeypatch.delenv("BANZUKE_NOTICES_WEBHOOK")
    on(desk, "read")
    reported(desk, message_id=b"<three@example.jp>")
    settle(desk, Smtp(port=465), HOST=host, SECURITY="tls")
    refused = desk.run("notices", "send")
    assert refused.code == 1 and refused.problem()["code"] == "smtp-unreachable"


@pytest.mark.parametrize("folder", ["no/such", "banzuke.toml", "a\0b", "x" * 300])
def test_a_folder_that_cannot_be_made_is_named_and_keeps_no_call_of_the_webhook_from_leaving(
    desk: Workplace, called: Https, folder: str
) -> None:
    desk.done("notices", "address", "officer@example.jp", "--officer")  # who is told before the webhook
    text = f'[notices]\nsender = "rating@office.example"\nfolder = {json.dumps(folder)}\n'
    (desk.folder / "banzuke.toml").write_text(text, "utf-8")
    refused = desk.run("notices", "send")
    assert refused.code == 1 and refused.problem()["code"] == "notices-settings", refused.all
    assert "folder" in refused.problem()["place"]
    assert len(called.got) == ("\0" not in folder)  # that one is none in any file system: nothing is begun


def test_a_mail_that_names_a_call_of_the_webhook_as_returned_does_not_silence_it(
    desk: Workplace, called: Https
) -> None:
    """Whoever reads what was posted knows its identifier; and `notices allow` takes addresses alone."""
    desk.done("notices", "send")
    number = json.loads(called.got[0][1])["id"]
    desk.run("inbox", bounced(desk, f"<{number}@office.example>"))
    assert desk.rows("SELECT address FROM notice_recipient") == []
    assert desk.run("inbox", desk.file(mail("see https://bit.ly/3xyz\r\n"), "next.eml")).code == 3
    desk.done("notices", "send")
    assert len(called.got) == 2
