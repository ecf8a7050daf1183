"""Which mailbox, and the way into it: options, then the environment, then `banzuke.toml`; the password or the
token (OAuth 2.0) from the environment, else from the keyring. Neither is taken from the file."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from office.errors import OfficeError, refusal, typed_list
from office.place import Place, secret_text
from scraper.records import Problem

SERVICE, TOKENS = "banzuke-imap", "banzuke-imap-token"
"""Under these names, with the account, the keyring holds the password and the token."""

SECURITY = {"tls": 993, "starttls": 143, "none": 143}
"""How the connection is protected, and the usual port of each."""

ONE_WAY = f"one of {typed_list(SECURITY)}"

FIELDS = ("host", "port", "user", "folder", "security")
CORRECT = "correct it; banzuke settings shows every setting"
LOOPBACK = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class Mailbox:
    """A mailbox on a server. `security`: `tls`, `starttls` or, on this machine only, `none`."""

    host: str
    port: int
    user: str
    folder: str
    security: str

    @property
    def account(self) -> str:
        """What names it in the office's memory."""
        return f"{self.user}@{self.host}"


@dataclass(frozen=True, slots=True)
class Secret:
    """What opens a mailbox: a password, or an access token (`token`) for servers that take XOAUTH2."""

    text: str
    token: bool = False

    def __repr__(self) -> str:
        return f"Secret(…, token={self.token})"


def mailbox_settings(
    place: Place, given: Mapping[str, str | None], environment: Mapping[str, str]
) -> Mailbox:
    """The mailbox as `given` by options, else by BANZUKE_IMAP_HOST and the like, else by `banzuke.toml`."""
    written = _written(place)
    said = {
        name: given.get(name) or environment.get(f"BANZUKE_IMAP_{name.upper()}") or written.get(name)
        for name in FIELDS
    }
    missing = []
    for name in ("host", "user"):
        if not said[name]:
            where, expected = f"{place.settings.name}, [inbox]", f"the mailbox's {name}"
            remedy = f'{name} = "…" there, BANZUKE_IMAP_{name.upper()}, or --{name}'
            missing.append(Problem("imap-settings", where, expected, "none", remedy))
    if missing:
        raise OfficeError(*missing)
    host, security = str(said["host"]), str(said["security"] or "tls")
    refuse_unknown_way(security)
    if security == "none" and host not in LOOPBACK:
        expected = "a protected connection (tls or starttls), or a server on this machine"
        raise refusal("imap-unprotected", host, expected, "none")
    port = str(said["port"] or SECURITY[security])
    if not is_port(port):
        raise refusal("imap-settings", "[inbox], port", "a number up to 65535", f"“{port}”", CORRECT)
    return Mailbox(host, int(port), str(said["user"]), str(said["folder"] or "INBOX"), security)


def refuse_unknown_way(security: str) -> None:
    """Refuses what is none of the ways to reach a server."""
    if security not in SECURITY:
        raise refusal("imap-settings", "[inbox], security", ONE_WAY, f"“{security}”", CORRECT)


def is_port(text: str) -> bool:
    """Whether it is the number of a port."""
    return text.isdecimal() and text.isascii() and 0 < int(text) < 65536


def secret(mailbox: Mailbox, environment: Mapping[str, str] = os.environ) -> Secret:
    """What opens the mailbox: the secret `imap-token`, else `imap-password`, from the environment or a file
    (office/place.py), else the keyring's password, else its token; refused where there is none."""
    for name, is_token in (("imap-token", True), ("imap-password", False)):
        if given := secret_text(name, environment):
            return Secret(given.strip() if is_token else given, is_token)
    kept, found = of_keyring(mailbox.account, SERVICE, TOKENS)
    if kept:
        return Secret(kept, found == TOKENS)
    remedy = f"BANZUKE_IMAP_PASSWORD or BANZUKE_IMAP_TOKEN, or: keyring set {SERVICE} {mailbox.account}"
    raise refusal("imap-no-password", mailbox.account, "a password or a token", found, remedy)


def of_keyring(account: str, *services: str) -> tuple[str, str]:
    """What the keyring holds for an account under the first of these names, and that name; where it holds
    nothing, an empty text and what was found."""
    try:
        import keyring
        import keyring.errors
    except ModuleNotFoundError:
        return "", "none in the environment, and no keyring is installed"
    try:
        for service in services:
            if kept := keyring.get_password(service, account):
                return kept, service
    except (keyring.errors.KeyringError, RuntimeError) as error:  # the latter of who has no home
        return "", f"none in the environment; the keyring says: {error}"
    return "", "none in the environment, none in the keyring"


def _written(place: Place) -> dict[str, str]:
    file, table = place.settings, place.written().get("inbox", {})
    if not isinstance(table, dict):
        raise _unreadable(file, "a table [inbox]", repr(table), "correct the file")
    for word, service in (("password", SERVICE), ("token", TOKENS)):
        if word in table:
            remedy = f"take it out; BANZUKE_IMAP_{word.upper()}, or keyring set {service} USER@HOST"
            raise _unreadable(file, f"no {word} in a file", f"a {word}", remedy)
    unknown = sorted(set(table) - set(FIELDS))
    if unknown:
        raise _unreadable(file, ", ".join(FIELDS), ", ".join(unknown), "correct the names in [inbox]")
    return {name: str(value) for name, value in table.items()}


def _unreadable(file: Path, expected: str, found: str, remedy: str) -> OfficeError:
    return refusal("settings-unreadable", str(file), expected, found, remedy)
