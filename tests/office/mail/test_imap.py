"""`banzuke inbox --imap` against a real IMAP server on loopback."""

from __future__ import annotations

import imaplib
import re
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from imap_tools import MailBoxUnencrypted

from office.mail.settings import SERVICE, TOKENS, Secret, mailbox_settings, secret
from office.place import Place
from tests.office.mail.server import PASSWORD, TOKEN, USER, ImapServer
from tests.office.mail.shapes import LINK, OTHER, SHAPES, SITE, mail
from tests.standin.server import Standin
from tests.workplace import Said, Workplace

SECOND = mail(f"{SITE}/tnr{OTHER}.aspx", message_id=b"<two@example.jp>")
Serve = Callable[..., ImapServer]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    servers: list[ImapServer] = []

    def start(*mails: bytes, security: str = "none", certificate: Path | None = None) -> ImapServer:
        made = ImapServer(
            tmp_path / f"server{len(servers)}", *mails, security=security, certificate=certificate
        )
        servers.append(made)
        made.start()
        return made

    yield start
    for server in servers:
        server.stop()


def look(desk: Workplace, server: ImapServer, *words: object, **environment: str) -> Said:
    """Looks into the mailbox; what is not said otherwise is right."""
    said = {
        "PASSWORD": PASSWORD,
        "USER": USER,
        "HOST": "127.0.0.1",
        "SECURITY": server.security,
        **environment,
    }
    for name, value in said.items():
        desk.monkeypatch.setenv(f"BANZUKE_IMAP_{name}", value)
    return desk.run("inbox", "--imap", "--port", server.port, *words)


def test_new_mails_of_a_mailbox_are_taken_once(desk: Workplace, serve: Serve, standin: Standin) -> None:
    server = serve(mail(), SECOND)
    said = look(desk, server)
    assert said.code == 0, said.all
    assert "rating@127.0.0.1 INBOX: 2 new mails" in said.err
    assert said.out.count("created: ") == 2
    asked, before = len(standin.requests), desk.dump()
    again = look(desk, server)
    assert "0 new mails" in again.err
    assert "0 new mails, 0 known, 0 taken" in again.out
    assert (len(standin.requests), desk.dump()) == (asked, before)
    places = "SELECT account, folder, count(DISTINCT uid), count(DISTINCT uid_validity) FROM message_place"
    assert desk.rows(f"{places} GROUP BY account, folder") == [(f"{USER}@127.0.0.1", "INBOX", 2, 1)]


def test_the_mailbox_is_only_looked_at(
    desk: Workplace, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[str] = []
    real = imaplib.IMAP4._command

    def watched(self: imaplib.IMAP4, name: str, *arguments: object) -> object:
        commands.append(" ".join([name, *(a if isinstance(a, str) else repr(a) for a in arguments)]))
        return real(self, name, *arguments)

    monkeypatch.setattr(imaplib.IMAP4, "_command", watched)
    server = serve(mail(), SECOND)
    look(desk, server)
    assert {c.split()[0] for c in commands} <= {"CAPABILITY", "LOGIN", "EXAMINE", "UID", "LOGOUT"}
    assert any(c.startswith("EXAMINE") for c in commands)
    assert all("BODY[" not in c for c in commands)
    monkeypatch.undo()
    with MailBoxUnencrypted("127.0.0.1", server.port).login(USER, PASSWORD) as box:
        assert [m.flags for m in box.fetch(mark_seen=False)] == [(), ()]


def test_numbers_given_anew_by_the_server_bring_nothing_twice(
    desk: Workplace, serve: Serve, standin: Standin
) -> None:
    server = serve(mail(), SECOND)
    look(desk, server)
    asked, before = len(standin.requests), desk.dump("message_place")
    server.restart()
    said = look(desk, server)
    assert "2 new mails" in said.err
    assert "0 new mails, 2 known, 0 taken" in said.out
    assert desk.dump("message_place") == before
    assert len(standin.requests) == asked
    assert desk.rows("SELECT count(*), count(DISTINCT uid_validity) FROM message_place") == [(4, 2)]


def test_mails_too_large_to_be_taken_are_known_under_the_numbers_given_anew(
    desk: Workplace, serve: Serve
) -> None:
    """By what the server says of their size, each once."""
    server = serve(mail("x" * 31_000_000), mail("y" * 31_000_000), mail("z" * 32_000_000))
    assert [p["code"] for p in look(desk, server).problems()] == ["mail-too-large"] * 3
    before = desk.dump("message_place")
    server.restart()
    said = look(desk, server)
    assert (said.code, said.problems()) == (0, [])
    assert "0 new mails, 3 known, 0 taken" in said.out
    assert desk.dump("message_place") == before
    assert desk.rows("SELECT count(*), count(DISTINCT message_row_id) FROM message_place") == [(6, 3)]
    assert not (desk.folder / "mails").exists()  # whoever has read one elsewhere imports its link
    desk.done("inbox", "import", "M1", LINK)
    assert desk.rows("SELECT state, message_id FROM report") == [("read", 1)]


def test_a_mail_that_came_as_a_file_is_known_in_the_mailbox(desk: Workplace, serve: Serve) -> None:
    desk.done("inbox", desk.file(mail(), "report.eml"))
    assert "0 new mails, 1 known, 0 taken" in look(desk, serve(mail())).out


def test_shapes_come_through_a_server_as_they_are(desk: Workplace, serve: Serve) -> None:
    names = ("raw halfwidth katakana", "base64", "forwarded in base64", "html only", "no character set")
    server = serve(*(SHAPES[n].raw.replace(b"<one@", b"<%d@" % i) for i, n in enumerate(names)))
    said = look(desk, server)
    assert said.code == 0, said.all
    assert desk.rows("SELECT count(*) FROM report WHERE state = 'read'") == [(len(names),)]


def test_what_is_refused_is_named_once_and_remembered(desk: Workplace, serve: Serve) -> None:
    server = serve(mail("x" * 31_000_000), b"no mail at all\r\n", mail())
    said = look(desk, server)
    assert said.code == 3
    assert [p["code"] for p in said.problems()] == ["mail-too-large", "mail-not-one"]
    assert "created: Invented Summer Open 2026" in said.out
    again = look(desk, server)
    assert (again.code, again.problems()) == (0, [])
    assert [s for (s,) in desk.rows("SELECT state FROM message ORDER BY id")] == [
        "refused",
        "refused",
        "taken",
    ]


def test_only_mails_of_a_day_on_are_asked_for(desk: Workplace, serve: Serve) -> None:
    server = serve(mail())  # it came into the mailbox on 20 October
    assert "0 new mails" in look(desk, server, "--since", "2026-10-25").err
    assert "1 new mail" in look(desk, server, "--since", "2026-10-20").err


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_a_protected_mailbox_is_opened_where_its_certificate_is_trusted(
    desk: Workplace, serve: Serve, certificate: Path, security: str
) -> None:
    server = serve(mail(), security=security, certificate=certificate)
    refused = look(desk, server)
    assert (refused.code, refused.problem()["code"]) == (1, "imap-certificate")
    desk.monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    assert "created: Invented Summer Open 2026" in look(desk, server).out


def test_every_trouble_with_a_mailbox_has_its_name_and_the_run_can_be_repeated(
    desk: Workplace, serve: Serve
) -> None:
    server = serve(mail())
    wrong = look(desk, server, PASSWORD="not this one")
    assert (wrong.code, wrong.problem()["code"]) == (1, "imap-login-refused")
    assert "not this one" not in wrong.all
    assert look(desk, server, "--folder", "Nowhere").problem()["code"] == "imap-no-folder"
    assert look(desk, server, SECURITY="tls").problem()["code"] == "imap-no-tls"
    assert look(desk, server, SECURITY="starttls").problem()["code"] == "imap-no-tls"
    assert look(desk, server, "--host", "mail.example.jp").problem()["code"] == "imap-unprotected"
    assert look(desk, server, "--folder", "Reports").out.startswith("0 new mails")
    server.stop()
    gone = look(desk, server)
    assert (gone.code, gone.problem()["code"]) == (75, "imap-unreachable")
    server.start()
    assert "created: Invented Summer Open 2026" in look(desk, server).out


def test_a_token_opens_the_mailbox_before_the_password(desk: Workplace, serve: Serve) -> None:
    server = serve(mail())
    wrong = look(desk, server, TOKEN="ya29.expired")
    assert (wrong.code, wrong.problem()["code"]) == (1, "imap-login-refused")
    assert "get a new token" in wrong.problem()["do"]
    assert "ya29.expired" not in wrong.all
    assert "created: Invented Summer Open 2026" in look(desk, server, PASSWORD="old", TOKEN=TOKEN).out


class Breaking:
    """The way to a server that is cut after so many bytes have come back."""

    def __init__(self, port: int, bytes_back: int) -> None:
        self._target, self._left = port, bytes_back
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        client, _ = self._listening.accept()
        self._listening.close()  # nobody comes in again
        server = socket.create_connection(("127.0.0.1", self._target))
        up = threading.Thread(target=self._up, args=(client, server))
        up.start()
        while self._left > 0 and (data := server.recv(min(4096, self._left))):
            client.sendall(data)
            self._left -= len(data)
        for end in (client, server):
            end.shutdown(socket.SHUT_RDWR)
            end.close()
        up.join()

    def _up(self, client: socket.socket, server: socket.socket) -> None:
        try:
            while data := client.recv(4096):
                server.sendall(data)
        except OSError:
            return  # the other side was cut

    def close(self) -> None:
        self._listening.close()
        self._thread.join(timeout=20)


@pytest.mark.parametrize("bytes_back", [350, 500, 900, 1400])
def test_a_connection_that_breaks_off_loses_nothing(desk: Workplace, serve: Serve, bytes_back: int) -> None:
    server = serve(mail(), SECOND)
    way = Breaking(server.port, bytes_back)
    said = look(desk, server, "--port", way.port)
    way.close()
    assert (said.code, said.problem()["code"]) == (75, "imap-lost")
    assert desk.rows("PRAGMA integrity_check") == [("ok",)]
    assert look(desk, server).code == 0
    assert desk.rows("SELECT count(*) FROM event") == [(2,)]
    assert desk.rows("SELECT count(*), count(DISTINCT message_id) FROM report") == [(2, 2)]


# Settings


def settings(
    desk: Workplace, text: str, given: dict[str, str | None] | None = None, **environment: str
) -> object:
    file = desk.folder / "banzuke.toml"
    file.write_text(text, encoding="utf-8")
    return mailbox_settings(Place(desk.folder), given or {}, environment)


def test_options_go_before_the_environment_and_that_before_the_file(desk: Workplace) -> None:
    text = '[inbox]\nhost = "a.example.jp"\nuser = "file"\nport = 1993\nfolder = "Reports"\n'
    found = settings(
        desk, text, {"user": "option"}, BANZUKE_IMAP_USER="env", BANZUKE_IMAP_HOST="b.example.jp"
    )
    assert str(found) == (
        "Mailbox(host='b.example.jp', port=1993, user='option', folder='Reports', security='tls')"
    )
    assert desk.done("status").code == 0  # settings without a database leave the office as it is


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "imap-settings"),
        ('[inbox]\nhost = "a"', "imap-settings"),
        ('[inbox]\nhost = "a"\nuser = "b"\nport = 99999', "imap-settings"),
        ('[inbox]\nhost = "a"\nuser = "b"\nsecurity = "ssl"', "imap-settings"),
        ('[inbox]\nhost = "a"\nuser = "b"\nsecurity = "none"', "imap-unprotected"),
        ('[inbox]\nhost = "a"\nuser = "b"\npassword = "x"', "settings-unreadable"),
        ('[inbox]\nhots = "a"', "settings-unreadable"),
        ("inbox = 3", "settings-unreadable"),
    ],
)
def test_settings_that_do_not_do_are_refused_by_name(desk: Workplace, text: str, code: str) -> None:
    (desk.folder / "banzuke.toml").write_text(text, encoding="utf-8")
    desk.monkeypatch.setenv("BANZUKE_IMAP_PASSWORD", "secret")
    said = desk.run("inbox", "--imap")
    assert said.code == 1
    assert {p["code"] for p in said.problems()} == {code}
    assert all(re.search("inbox|banzuke.toml|^a$", p["place"]) for p in said.problems())
    assert "secret" not in said.all


@pytest.mark.parametrize(("word", "service"), [("password", SERVICE), ("token", TOKENS)])
def test_a_secret_in_the_file_is_sent_to_where_it_is_looked_for(
    desk: Workplace, word: str, service: str
) -> None:
    (desk.folder / "banzuke.toml").write_text(f'[inbox]\n{word} = "x"', encoding="utf-8")
    (problem,) = desk.run("inbox", "--imap").problems()
    assert problem["do"] == f"take it out; BANZUKE_IMAP_{word.upper()}, or keyring set {service} USER@HOST"


def test_the_password_comes_from_the_environment_first_and_then_from_the_keyring(
    desk: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    import keyring
    import keyring.backend
    import keyring.errors

    class Ring(keyring.backend.KeyringBackend):
        priority = 1  # type: ignore[assignment]
        kept: str | None = "from the ring"
        token: str | None = None

        def get_password(self, service: str, username: str) -> str | None:
            assert username == "u@h.example.jp"
            if self.kept == "locked":
                raise keyring.errors.KeyringLocked("locked")
            return {"banzuke-imap": self.kept, "banzuke-imap-token": self.token}[service]

        def set_password(self, service: str, username: str, password: str) -> None: ...

        def delete_password(self, service: str, username: str) -> None: ...

    ring = Ring()
    monkeypatch.setattr(keyring.core, "_keyring_backend", ring)
    found = mailbox_settings(Place(desk.folder), {"host": "h.example.jp", "user": "u"}, {})
    given = {"BANZUKE_IMAP_PASSWORD": "from the environment"}
    assert secret(found, given) == Secret("from the environment")
    assert secret(found, given | {"BANZUKE_IMAP_TOKEN": " t0ken\n"}) == Secret("t0ken", token=True)
    assert secret(found, {}) == Secret("from the ring")
    for kept in (None, "locked"):
        monkeypatch.setattr(Ring, "kept", kept)
        with pytest.raises(Exception, match="a password") as refused:
            secret(found, {})
        assert refused.value.problems[0].code == "imap-no-password"  # type: ignore[attr-defined]
    monkeypatch.setattr(Ring, "kept", None)
    monkeypatch.setattr(Ring, "token", "a token")
    assert secret(found, {}) == Secret("a token", token=True)
    assert "a token" not in repr(secret(found, {}))
    keyring.backend.KeyringBackend._classes.discard(Ring)  # the library knows every class of a process
