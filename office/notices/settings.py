"""How notices leave: the table [notices] of `banzuke.toml`, each of it also from the environment. Passwords
are secrets (office/place.py), else of the keyring."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from office.errors import OfficeError, refusal
from office.mail.settings import CORRECT, LOOPBACK, ONE_WAY, is_port, of_keyring
from office.place import Place, host_alone, secret_text
from scraper.records import Problem

SERVICE = "banzuke-smtp"
"""Under this name, with USER@HOST, the keyring holds the password."""

SECURITY = {"tls": 465, "starttls": 587, "none": 25}
"""How the connection is protected, and the usual port of each."""

FIELDS = ("sender", "host", "port", "user", "security", "folder", "webhook")
ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,255}", re.ASCII)
FOLDER = "outgoing"
"""Where mails are put that no server takes."""
FOLDER_WANTED = "a folder that is there, or can be made in one that is"


@dataclass(frozen=True, slots=True)
class Server:
    """A mail server that takes mails (SMTP)."""

    host: str
    port: int
    user: str
    security: str


@dataclass(frozen=True, slots=True)
class Ways:
    """How notices leave: mails from `sender` by `server`, without one into `folder`; calls to `webhook`."""

    sender: str
    server: Server | None
    folder: Path
    webhook: str


def ways(place: Place, environment: Mapping[str, str] = os.environ) -> Ways:
    """The ways as they are set. Refused where they cannot be what they are."""
    table = place.written().get("notices", {})
    file = place.settings.name
    if not isinstance(table, dict):
        raise _wrong(f"{file}, notices", "a table [notices]", repr(table))
    if unknown := sorted(set(table) - set(FIELDS)):
        raise _wrong(f"{file}, [notices]", ", ".join(FIELDS), ", ".join(unknown))
    said = {
        name: environment.get(f"BANZUKE_NOTICES_{name.upper()}") or str(table.get(name, ""))
        for name in FIELDS
    }
    if said["sender"] and not ADDRESS.fullmatch(said["sender"]):
        raise _wrong("[notices], sender", "the office's e-mail address", f"“{said['sender']}”")
    if "\0" in said["folder"]:
        raise _wrong("[notices], folder", FOLDER_WANTED, repr(said["folder"]))
    return Ways(said["sender"], _server(said), place.folder / (said["folder"] or FOLDER), _webhook(said))


def sender_of(made: Ways) -> str:
    """The office's own address; refused where none is set."""
    if not made.sender:
        remedy = 'sender = "…" in [notices] of banzuke.toml, or BANZUKE_NOTICES_SENDER'
        raise refusal("notices-settings", "notices", "the address that mails are from", "none", remedy)
    return made.sender


def folder_of(made: Ways) -> Path:
    """The folder for mails that no server takes, there from now on; refused where it cannot be."""
    try:
        made.folder.mkdir(exist_ok=True)
    except OSError as error:
        raise _wrong("[notices], folder", FOLDER_WANTED, f"{made.folder}: {error.strerror}") from None
    return made.folder


def password(server: Server, environment: Mapping[str, str] = os.environ) -> str:
    """The password of the server's user: the secret `smtp-password`, else the keyring's; refused where there
    is none."""
    if given := secret_text("smtp-password", environment):
        return given
    account = f"{server.user}@{server.host}"
    kept, found = of_keyring(account, SERVICE)
    if kept:
        return kept
    remedy = f"BANZUKE_SMTP_PASSWORD, or: keyring set {SERVICE} {account}"
    raise refusal("smtp-no-password", account, "a password", found, remedy)


def webhook_secret() -> str:
    """What calls of the webhook are signed with; refused where there is none."""
    if given := secret_text("webhook-secret", os.environ):
        return given
    raise refusal("webhook-no-secret", "the webhook", "a secret to sign with", "none")


def _server(said: Mapping[str, str]) -> Server | None:
    if not said["host"]:
        return None
    security = said["security"] or "tls"
    if security not in SECURITY:
        raise _wrong("[notices], security", ONE_WAY, f"“{security}”")
    if security == "none" and said["host"] not in LOOPBACK:
        expected = "a protected connection (tls or starttls), or a server on this machine"
        raise _wrong("[notices], security", expected, "none")
    port = said["port"] or str(SECURITY[security])
    if not is_port(port):
        raise _wrong("[notices], port", "a number up to 65535", f"“{port}”")
    return Server(said["host"], int(port), said["user"], security)


def _webhook(said: Mapping[str, str]) -> str:
    address = said["webhook"]
    if not address:
        return ""
    try:
        parts = urlsplit(address)
        fits = parts.scheme == "https" and parts.hostname and not parts.username and not parts.fragment
        fits = fits and address.isprintable() and (parts.port is None or parts.port > 0)
    except ValueError:
        fits = False
    if not fits:
        raise _wrong("[notices], webhook", "an address, https://…", f"“{host_alone(address)[:200]}”")
    return address


def _wrong(place: str, expected: str, found: str) -> OfficeError:
    return OfficeError(Problem("notices-settings", place, expected, found, CORRECT))
