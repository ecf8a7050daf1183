"""What is asked of the servers that an office works with, each as far as it costs nobody anything: the
mailbox is opened and only looked at, the servers of notices and of the website are opened and given nothing;
of the others the connection is made, with its certificate, and nothing is asked."""

import re
import socket
import ssl
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from urllib.parse import urlsplit

from sqlmodel import Session

from office.errors import OfficeError
from office.house import fact
from office.jobs.board import words_of
from office.jobs.tables import JobRow
from office.place import Place
from scraper.certificates import why_not
from scraper.records import Problem

PATIENCE = 10.0
"""Seconds that a server has to answer."""

SITE = "https://chess-results.com/"
SHOWN = ("site-address", "site-desk")
"""The settings that name the office's own addresses."""


def reach_faults(
    session: Session, place: Place, environment: Mapping[str, str], upload: Callable[[str], Iterable[Problem]]
) -> Iterator[Problem]:
    """Servers that do not answer, or not as they should. `upload`: what opens the server of an address that a
    site is sent to."""
    for address in (SITE, *filter(None, (fact(session, name) for name in SHOWN))):
        yield from address_faults(address)
    job = session.get(JobRow, "site")
    words = " ".join(words_of(job)) if job is not None and job.switched_on else ""
    opened: list[Callable[[], Iterable[Problem]]] = [
        *(partial(way, place, environment) for way in (_mailbox, _notices)),
        *(partial(upload, address) for address in re.findall(r"--upload[= ](\S+)", words)),
    ]
    for tried in opened:
        try:
            yield from tried()
        except OfficeError as error:
            yield from error.problems


def _mailbox(place: Place, environment: Mapping[str, str]) -> Iterable[Problem]:
    if place.written().get("inbox") or environment.get("BANZUKE_IMAP_HOST"):
        from office.mail.imap import opened
        from office.mail.settings import mailbox_settings, secret

        mailbox = mailbox_settings(place, {}, environment)
        with opened(mailbox, secret(mailbox, environment)):
            pass
    return ()


def _notices(place: Place, environment: Mapping[str, str]) -> Iterator[Problem]:
    from office.notices.settings import password, ways
    from office.notices.smtp import opened

    way = ways(place, environment)
    if way.webhook:  # what stands behind the host can be a secret
        yield from address_faults(urlsplit(way.webhook)._replace(path="", query="").geturl())
    if (server := way.server) is not None:
        with opened(server, lambda: password(server, environment)):
            pass


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
        remedy = (
            "check the date of this machine; renew the certificate, or ask the administrator of the server"
        )
        yield Problem("unreachable", address, "a certificate that holds", why_not(error), remedy)
    except (OSError, ValueError) as error:
        remedy = (
            "try again later; if that does not help, ask the administrator of the server, or look at this"
            " machine's network"
        )
        yield Problem("unreachable", address, "a server that answers", str(error), remedy)
