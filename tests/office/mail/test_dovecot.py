"""`banzuke inbox --imap` at a real Dovecot (2.3), where one is installed: `apt-get install dovecot-imapd`."""

from __future__ import annotations

import imaplib
import os
import pwd
import shutil
import signal
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.office.mail.shapes import NUMBER, OTHER, SITE, mail
from tests.servers import free_port
from tests.workplace import Said, Workplace

USER, PASSWORD, FOLDER = "rating@example.jp", '番付 pass"word\\', "報告"
PROGRAM = shutil.which("dovecot") or shutil.which("dovecot", path="/usr/sbin:/usr/local/sbin")
CONFIGURATION = """
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <{folder}/certificate
ssl_key = <{folder}/certificate
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
mail_location = maildir:{folder}/mails
mail_uid = {user}
first_valid_uid = 1
first_valid_gid = 1
mail_max_userip_connections = 2
auth_failure_delay = 0
passdb {{
  driver = passwd-file
  args = scheme=PLAIN {folder}/users
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={folder}
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = 0
  }}
  inet_listener imaps {{
    port = {port}
  }}
}}
service anvil {{
  chroot =
}}
"""


@dataclass
class Dovecot:
    folder: Path
    port: int
    certificate: Path

    def client(self) -> imaplib.IMAP4_SSL:
        """Another program that looks into the mailbox."""
        trust = ssl.create_default_context(cafile=str(self.certificate))
        made = imaplib.IMAP4_SSL("127.0.0.1", self.port, ssl_context=trust)
        made.authenticate("PLAIN", lambda _asked: f"\0{USER}\0{PASSWORD}".encode())
        return made


@pytest.fixture
def dovecot(certificate: Path) -> Iterator[Dovecot]:
    if PROGRAM is None:
        pytest.skip("no Dovecot is installed here")
    folder = Path(tempfile.mkdtemp(prefix="dovecot-"))  # the names of its sockets are to be short
    user = pwd.getpwnam("nobody") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
    port = free_port()
    facts = {"folder": folder, "user": user.pw_name, "group": _group(user.pw_gid), "port": port}
    (folder / "certificate").write_bytes(certificate.read_bytes())
    (folder / "users").write_text(f"{USER}:{{PLAIN}}{PASSWORD}::::::\n", encoding="utf-8")
    (folder / "configuration").write_text(CONFIGURATION.format(**facts), encoding="utf-8")
    for path in (folder, *folder.iterdir()):
        os.chown(path, user.pw_uid, user.pw_gid)
    words = [PROGRAM, "-F", "-c", str(folder / "configuration")]
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(words, **quiet)  # type: ignore[call-overload]
    made = Dovecot(folder, port, certificate)
    try:
        _up(made, process)
        yield made
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)
        shutil.rmtree(folder)


def _group(number: int) -> str:
    import grp

    return grp.getgrgid(number).gr_name


def _up(made: Dovecot, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 20
    while True:
        try:
            client = made.client()
        except (OSError, imaplib.IMAP4.error):
            log = made.folder / "log"
            if process.poll() is not None or time.monotonic() > until:
                told = log.read_text("utf-8", "replace") if log.exists() else "nothing"
                pytest.skip(f"the Dovecot that is installed here does not start: {told[-2000:]}")
            time.sleep(0.05)
            continue
        client.create('"&WDFUSg-"')
        client.logout()
        return


def numbered(uid: int) -> bytes:
    return mail(f"{SITE}/tnr{OTHER if uid == 3 else NUMBER}.aspx\r\n", message_id=b"<%d@example.jp>" % uid)


def look(desk: Workplace, server: Dovecot, **more: str) -> Said:
    said = {"HOST": "127.0.0.1", "PORT": str(server.port), "USER": USER, "PASSWORD": PASSWORD}
    for name, value in {**said, "FOLDER": FOLDER, **more}.items():
        desk.monkeypatch.setenv(f"BANZUKE_IMAP_{name}", value)
    desk.monkeypatch.setenv("SSL_CERT_FILE", str(server.certificate))
    return desk.run("inbox", "--imap")


def test_mails_in_a_folder_of_a_real_dovecot_are_taken_once_whatever_is_wrong_with_one(
    desk: Workplace, dovecot: Dovecot
) -> None:
    client = dovecot.client()
    for uid in (1, 2, 3):
        client.append('"&WDFUSg-"', "(\\Flagged)" if uid == 1 else "", None, numbered(uid))
    files = [file for name in ("cur", "new") for file in dovecot.folder.rglob(f"{name}/*")]
    (damaged,) = [file for file in files if b"<2@example.jp>" in file.read_bytes()]
    whole = damaged.read_bytes()
    os.truncate(damaged, 0)
    said = look(desk, dovecot)
    assert (said.code, said.problem()["code"]) == (1, "mail-not-given"), said.all
    assert said.out.count("created: ") == 2
    damaged.write_bytes(whole)
    assert "1 new mail, 0 known, 1 taken" in look(desk, dovecot).out
    assert "0 new mails, 0 known, 0 taken" in look(desk, dovecot).out
    client.select('"&WDFUSg-"', readonly=True)
    _, flags = client.uid("FETCH", "1:*", "(FLAGS)")
    assert [b"Seen" in one for one in flags] == [False] * 3
    assert [b"Flagged" in one for one in flags] == [True, False, False]
    wrong = look(desk, dovecot, PASSWORD="違う鍵")
    assert wrong.problem()["code"] == "imap-login-refused" and "違う鍵" not in wrong.all
    nowhere = look(desk, dovecot, FOLDER="Nowhere").problem()
    assert nowhere["code"] == "imap-no-folder" and FOLDER in nowhere["expected"]
    second = dovecot.client()
    full = look(desk, dovecot)
    assert (full.code, full.problem()["code"]) == (75, "imap-unreachable")
    for each in (client, second):
        each.logout()
