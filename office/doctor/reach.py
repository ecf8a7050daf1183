"""The servers that an office works with, each tried as far as it costs nobody anything: the mailbox is opened
and only looked at; of the others the connection is made, with its certificate, and nothing is asked."""

import socket
import ssl
from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

from sqlmodel import Session

from office.errors import OfficeError
from office.place import Place
from office.tables import SettingRow
from scraper.records import Problem

PATIENCE = 10.0
"""Seconds that a server has to answer."""

SITE = "https://chess-results.com/"
SHOWN = ("site-address", "site-desk")
"""The settings that name the office's own addresses."""


def reach_faults(session: Session, place: Place, environment: Mapping[str, str]) -> Iterator[Problem]:
    """Servers that do not answer, or not as they should."""
    told = [session.get(SettingRow, name) for name in SHOWN]
    for address in (SITE, *(row.value for row in told if row is not None and row.value)):
        yield from address_faults(address)
    if place.written().get("inbox") or environment.get("BANZUKE_IMAP_HOST"):
        from office.mail.imap import opened
        from office.mail.settings import mailbox_settings, secret

        try:
            mailbox = mailbox_settings(place, {}, environment)
            with opened(mailbox, secret(mailbox, environment)):
                pass
        except OfficeError as error:
            yield from error.problems


def address_faults(address: str) -> Iterator[Problem]:
    """A web address whose server cannot be reached, or whose certificate does not hold."""
    parts = urlsplit(address)
    secure = parts.scheme == "https"
    try:
        where = (parts.hostname or "", parts.port or (443 if secure else 80))
        with socket.create_connection(where, PATIENCE) as opened:
            if secure:
                with ssl.create_default_context().wrap_socket(opened, server_hostname=parts.hostname):
                    pass
    except ssl.SSLCertVerificationError as error:
        remedy = "renew the certificate, or ask whoever runs the server"
        yield Problem("unreachable", address, "a certificate that holds", error.verify_message, remedy)
    except (OSError, ValueError) as error:
        remedy = (
            "try again later; if it stays so, ask whoever runs the server, or look at this machine's network"
        )
        yield Problem("unreachable", address, "a server that answers", str(error), remedy)
