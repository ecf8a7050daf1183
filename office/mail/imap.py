"""A mailbox on an IMAP server, only looked at: EXAMINE, and BODY.PEEK, so that no mail is marked as seen;
nothing is moved or deleted. Whatever goes wrong has a name, and the run can be repeated.
"""

import imaplib
import ssl
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import date, timedelta
from itertools import pairwise

from imap_tools import AND, BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted, MailMessage
from imap_tools.errors import ImapToolsError, MailboxFolderSelectError, MailboxLoginError

from office.errors import Unanswered, problem_of, refusal
from office.mail.limits import too_large
from office.mail.settings import Mailbox, Secret
from office.mail.sources import Given

PATIENCE = 60.0
"""Seconds without an answer after which the connection counts as lost."""

AT_ONCE = 200
"""So many headers are asked for in one request."""


class RawMessage(MailMessage):
    """A fetched mail that is not parsed here."""

    def __init__(self, fetch_data: list[object]) -> None:
        self.raw, self._raw_uid_data, self._raw_flag_data = self._get_message_data_parts(fetch_data)


class StartTls(MailBoxStartTls):
    """A connection that is closed where it cannot be protected."""

    def _get_mailbox_client(self) -> imaplib.IMAP4:
        client = imaplib.IMAP4(self._host, self._port, self._timeout)
        try:
            client.starttls(self._ssl_context)
        except (OSError, imaplib.IMAP4.error) as error:
            with suppress(OSError):  # where TLS failed, nothing may be left to shut down
                client.shutdown()
            if isinstance(error, OSError):
                raise
            raise ssl.SSLError(0, str(error)) from None
        return client


class Opened:
    """An opened mailbox. `uid_validity`: while the server keeps it, its numbers name the same mails."""

    def __init__(self, box: BaseMailBox, mailbox: Mailbox, uid_validity: int) -> None:
        self._box, self._mailbox, self.uid_validity = box, mailbox, uid_validity

    def uids(self, since: date | None = None) -> list[int]:
        """The numbers of all mails, or of those that came into the mailbox on a day or later."""
        # The server compares days in its own zone: one day more is asked for.
        asked = str(AND(date_gte=since - timedelta(days=1))) if since else "ALL"
        with _lost(self._mailbox):
            return sorted(int(u) for u in self._box.uids(asked, charset=None))

    def mails(self, uids: list[int]) -> Iterator[tuple[int, Given]]:
        """These mails, one at a time, each with its number; one that is too large is not fetched."""
        for at in range(0, len(uids), AT_ONCE):
            some = [str(u) for u in uids[at : at + AT_ONCE]]
            with _lost(self._mailbox):
                sizes = self._sizes(some)
            for uid in some:
                if uid not in sizes:
                    continue  # deleted in the meantime
                origin = f"{self._mailbox.account} {self._mailbox.folder}, mail {uid}"
                problem = too_large(sizes[uid], origin)
                if problem is not None:
                    yield int(uid), Given(origin, b"", problem)
                    continue
                with _lost(self._mailbox):
                    fetched = list(self._box.fetch(uid_list=[uid], mark_seen=False))
                for message in fetched:
                    assert isinstance(message, RawMessage)
                    yield int(uid), Given(origin, message.raw)

    def _sizes(self, uids: list[str]) -> dict[str, int]:
        answer = self._box.client.uid("fetch", ",".join(uids), "(UID RFC822.SIZE)")
        if answer[0] != "OK":
            raise imaplib.IMAP4.error(f"FETCH: {answer[1]!r}")
        lines = [line.upper() for line in answer[1] if isinstance(line, bytes)]
        said = [dict(pairwise(line.translate(None, b"()").split())) for line in lines]
        return {
            one[b"UID"].decode(): int(one[b"RFC822.SIZE"])
            for one in said
            if b"UID" in one and b"RFC822.SIZE" in one
        }


@contextmanager
def opened(mailbox: Mailbox, secret: Secret) -> Iterator[Opened]:
    """The mailbox, opened for looking only. OfficeError by name for a server that is not there or not
    protected, a certificate that is not to be trusted, a refused login, a folder that is not there, and a
    connection that breaks off."""
    with _named(mailbox, "imap-unreachable", "check host, port and network"):
        box = _connect(mailbox)
    try:
        with _lost(mailbox):
            _enter(box, mailbox, secret)
            validity = box.client.response("UIDVALIDITY")[1]
            number = validity[0] if validity else None
            if not isinstance(number, bytes) or not number.isdigit():
                raise imaplib.IMAP4.error("the server names no UIDVALIDITY")
        yield Opened(box, mailbox, int(number))
    finally:
        try:
            box.logout()
        except (OSError, imaplib.IMAP4.error, ImapToolsError):
            box.client.shutdown()  # it had broken off; what matters was said by who noticed


def _connect(mailbox: Mailbox) -> BaseMailBox:
    at = (mailbox.host, mailbox.port, PATIENCE)
    if mailbox.security == "none":
        return MailBoxUnencrypted(*at)
    protected = MailBox if mailbox.security == "tls" else StartTls
    return protected(*at, ssl_context=ssl.create_default_context())


def _enter(box: BaseMailBox, mailbox: Mailbox, secret: Secret) -> None:
    box.email_message_class = RawMessage
    try:
        if secret.token:
            box.xoauth2(mailbox.user, secret.text, initial_folder=None)
        elif (mailbox.user + secret.text).isascii():
            box.login(mailbox.user, secret.text, initial_folder=None)
        else:
            box.login_utf8(mailbox.user, secret.text, initial_folder=None)
    except (MailboxLoginError, imaplib.IMAP4.error) as error:
        if isinstance(error, imaplib.IMAP4.abort):
            raise
        expected = "a login that the server takes"
        remedy = "check user and password; some providers want a password for programs, or a token"
        if secret.token:
            remedy = "get a new token, they are valid for about an hour; not every server takes one (XOAUTH2)"
        found = _words(error).replace(secret.text, "…")
        raise refusal("imap-login-refused", mailbox.account, expected, found, remedy) from None
    try:
        box.folder.set(mailbox.folder, readonly=True)
    except (MailboxFolderSelectError, imaplib.IMAP4.readonly) as error:
        expected = f"a folder {mailbox.folder}"
        raise refusal("imap-no-folder", mailbox.account, expected, _words(error)) from None


def _lost(mailbox: Mailbox) -> AbstractContextManager[None]:
    return _named(mailbox, "imap-lost", "repeat the command: what was taken is not taken again")


@contextmanager
def _named(mailbox: Mailbox, code: str, remedy: str) -> Iterator[None]:
    place = f"{mailbox.host}:{mailbox.port}"
    try:
        yield
    except ssl.SSLCertVerificationError as error:
        expected = f"a certificate for {mailbox.host} from an authority this machine trusts"
        found = error.verify_message or str(error)
        raise refusal("imap-certificate", place, expected, found) from None
    except ssl.SSLError as error:
        found = getattr(error, "reason", None) or error.strerror or str(error)
        raise refusal("imap-no-tls", place, "a protected connection", found) from None
    except (OSError, imaplib.IMAP4.error, ImapToolsError) as error:
        raise Unanswered(problem_of(code, place, "a server that answers", _words(error), remedy)) from None


def _words(error: Exception) -> str:
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    text = "".join(c if c.isprintable() else " " for c in said) or type(error).__name__
    return text[:300]
