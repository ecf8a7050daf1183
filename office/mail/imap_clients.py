"""Connections to an IMAP server whose answers have bounds (`bounded.py`)."""

import imaplib
import ssl
from contextlib import suppress

from imap_tools import MailBox, MailBoxStartTls, MailBoxUnencrypted

from office.mail.bounded import Bounded
from office.mail.limits import LARGEST


class _Client(Bounded, imaplib.IMAP4):
    MOST, SECONDS = 2 * LARGEST, 900.0


class _TlsClient(Bounded, imaplib.IMAP4_SSL):
    MOST, SECONDS = _Client.MOST, _Client.SECONDS


class Plain(MailBoxUnencrypted):
    """A connection that is not protected."""

    def _get_mailbox_client(self) -> imaplib.IMAP4:
        return _Client(self._host, self._port, self._timeout)


class Tls(MailBox):
    """A connection that is protected from its beginning."""

    def _get_mailbox_client(self) -> imaplib.IMAP4:
        return _TlsClient(self._host, self._port, ssl_context=self._ssl_context, timeout=self._timeout)


class StartTls(MailBoxStartTls):
    """A connection that is closed where it cannot be protected."""

    def _get_mailbox_client(self) -> imaplib.IMAP4:
        client = _Client(self._host, self._port, self._timeout)
        try:
            client.starttls(self._ssl_context)
        except (OSError, imaplib.IMAP4.error) as error:
            with suppress(OSError):  # where TLS failed, nothing may be left to shut down
                client.shutdown()
            if isinstance(error, OSError):
                raise
            raise ssl.SSLError(0, str(error)) from None
        return client
