"""A mailbox on an IMAP server, only looked at: EXAMINE, and BODY.PEEK, so that no mail is marked as seen;
nothing is moved or deleted. Whatever goes wrong has a name, and the run can be repeated.
"""

import imaplib
import re
import ssl
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import date, timedelta
from itertools import pairwise

from imap_tools import AND, BaseMailBox
from imap_tools.errors import (
    ImapToolsError,
    MailboxFolderSelectError,
    MailboxLoginError,
    UnexpectedCommandStatusError,
)

from office.errors import OfficeError, Unanswered, problem_of, refusal
from office.mail.imap_clients import Plain, StartTls, Tls
from office.mail.limits import LARGEST, too_large
from office.mail.settings import Mailbox, Secret
from office.mail.sources import Given
from scraper.certificates import why_not

PATIENCE = 60.0
"""Seconds without an answer after which the connection counts as lost."""

AT_ONCE = 200
"""So many headers are asked for in one request."""

TRIES, MOST_BROKEN = 2, 20
"""So often one mail is asked for, and so often the connection may break off in one run."""

HIGHEST = 2**32 - 1
"""Of the numbers of mails and mailboxes (RFC 9051, 2.3.1.1)."""

UNKNOWN = -1
"""The size of a mail that its server cannot tell, or does not."""

LISTED = 20
"""So many folders are named."""

NOT_GIVEN = "mail-not-given"
"""A mail that the server has and does not hand out: it was not seen, and the next run asks for it again."""

GONE = (
    b"From: System Administrator <root@localhost>\r\nSubject: message unavailable\r\n\r\n"
    b"This message is no longer available on the server.\r\n"
)
"""What Courier (5.0.13) hands out instead of a mail whose file it cannot open."""

_COMMAND = re.compile(r"\Acommand: [A-Z]+ => ")
"""What the library sets before the words with which a server hangs up."""

_PASSING = re.compile(r"\[(?:UNAVAILABLE|INUSE|LIMIT|SERVERBUG)\b", re.IGNORECASE)
"""Why a server may say no that says yes in a while (RFC 5530)."""


class Opened:
    """An opened mailbox. `uid_validity`: while the server keeps it, its numbers name the same mails."""

    def __init__(self, mailbox: Mailbox, secret: Secret) -> None:
        self._mailbox, self._secret, self._broken = mailbox, secret, 0
        self._box, self.uid_validity = _entered(mailbox, secret)

    def uids(self, since: date | None = None) -> list[int]:
        """The numbers of all mails, or of those that came into the mailbox on a day or later."""
        # The server compares days in its own zone: one day more is asked for.
        asked = str(AND(date_gte=since - timedelta(days=1))) if since else "ALL"
        with _lost(self._mailbox):
            found = {int(u) for u in self._box.uids(asked, charset=None)}
            if found and not 0 < min(found) <= max(found) <= HIGHEST:
                raise imaplib.IMAP4.error("the server numbers its mails as nothing is numbered")
            return sorted(found)

    def mails(self, uids: list[int]) -> Iterator[tuple[int, Given]]:
        """These mails, one at a time, each with its number; one that is too large is not fetched, and one
        that the server does not hand out is named (`NOT_GIVEN`)."""
        for at in range(0, len(uids), AT_ONCE):
            some = [str(u) for u in uids[at : at + AT_ONCE]]
            sizes = self._sizes_of(some)
            for uid in some:
                if uid not in sizes:
                    continue  # deleted in the meantime
                origin = f"{self._mailbox.account} {self._mailbox.folder}, mail {uid}"
                problem = too_large(sizes[uid], origin)
                large = Given(origin, b"", problem, sizes[uid]) if problem else None
                given = large or self._given(uid, sizes[uid], origin)
                if given is not None:
                    yield int(uid), given

    def close(self) -> None:
        """Says goodbye to the server."""
        _left(self._box)

    def _given(self, uid: str, size: int, origin: str) -> Given | None:
        """A mail as it came; None where it was deleted in the meantime. The connection that broke off at it
        is made again, so that a mail that the server cannot read keeps nobody from the others."""
        said = ""
        for _try in range(TRIES):
            try:
                with _lost(self._mailbox):
                    raw, said = self._body(uid, size)
                    if size == UNKNOWN and len(raw) > LARGEST:
                        expected, found = f"at most {LARGEST // 1_000_000} MB", "more than that"
                        large = problem_of("mail-too-large", origin, expected, found)
                        return Given(origin, b"", large, len(raw))
                    if raw != GONE and (raw or not size):
                        return Given(origin, raw)
                    self._box.client.noop()  # only now a server tells what others deleted
                    if uid not in self._sizes([uid]):
                        return None
            except Unanswered as lost:
                said = lost.problems[0].found
                self._again(lost)
        return Given(origin, b"", problem_of("mail-not-given", origin, "the mail", said or "nothing"))

    def _body(self, uid: str, size: int) -> tuple[bytes, str]:
        """The bytes of a mail, none where the server hands out none, and what it says. Where its size is
        `UNKNOWN`, no more than tells that it is too large."""
        for before in ("FETCH", "OK"):  # an answer that ended with a no is still there
            self._box.client.response(before)
        part = f"<0.{LARGEST + 1}>" if size == UNKNOWN else ""
        answer, parts = self._box.client.uid("fetch", uid, f"(UID BODY.PEEK[]{part})")
        (raw,) = [part[1] for part in parts if isinstance(part, tuple)][:1] or [b""]
        said = parts if answer != "OK" else self._box.client.response("OK")[1]
        return raw, "" if raw and raw != GONE else _text(said or [])

    def _again(self, lost: Unanswered) -> None:
        """Opens the mailbox again; where that is not possible, or too often, what broke it off is raised."""
        self._broken += 1
        _left(self._box)
        if self._broken > MOST_BROKEN:
            raise lost
        try:
            self._box, validity = _entered(self._mailbox, self._secret)
        except OfficeError:
            raise lost from None
        if validity != self.uid_validity:  # its numbers name other mails
            raise lost

    def _sizes_of(self, uids: list[str]) -> dict[str, int]:
        """The sizes of the mails that are there. Where the server has to read one to tell its size, and
        cannot, they are asked for one by one; its own is then `UNKNOWN`."""
        try:
            with _lost(self._mailbox):
                return self._sizes(uids)
        except Unanswered as lost:
            self._again(lost)
        if len(uids) == 1:
            return {uids[0]: UNKNOWN}
        return {uid: size for one in uids for uid, size in self._sizes_of([one]).items()}

    def _sizes(self, uids: list[str]) -> dict[str, int]:
        """Of the mails that are there; `UNKNOWN` where the server tells none, or no number."""
        answer = self._box.client.uid("fetch", ",".join(uids), "(UID RFC822.SIZE)")
        if answer[0] != "OK":
            raise imaplib.IMAP4.error(f"FETCH: {_text(answer[1])}")
        lines = [line.upper() for line in answer[1] if isinstance(line, bytes)]
        said = [dict(pairwise(line.translate(None, b"()").split())) for line in lines]
        sizes = {
            one[b"UID"].decode(): int(one[b"RFC822.SIZE"])
            for one in said
            if b"UID" in one and one.get(b"RFC822.SIZE", b"NIL") != b"NIL"
        }
        if untold := [uid for uid in uids if uid not in sizes]:
            there = self._box.uids(f"UID {','.join(untold)}", charset=None)
            sizes |= dict.fromkeys((uid for uid in untold if uid in there), UNKNOWN)
        return sizes


@contextmanager
def opened(mailbox: Mailbox, secret: Secret) -> Iterator[Opened]:
    """The mailbox, opened for looking only. OfficeError by name for a server that is not there or not
    protected, a certificate that is not to be trusted, a refused login, a folder that is not there, and a
    connection that breaks off."""
    made = Opened(mailbox, secret)
    try:
        yield made
    finally:
        made.close()


def _entered(mailbox: Mailbox, secret: Secret) -> tuple[BaseMailBox, int]:
    """A connection to the mailbox, and its UIDVALIDITY."""
    with _named(mailbox, "imap-unreachable", "check host, port and network"):
        box = _connect(mailbox)
    try:
        with _lost(mailbox):
            _enter(box, mailbox, secret)
            validity = box.client.response("UIDVALIDITY")[1]
            number = validity[0] if validity else None
            if not isinstance(number, bytes) or not number.isdigit() or int(number) > HIGHEST:
                raise imaplib.IMAP4.error("the server names no UIDVALIDITY")
        return box, int(number)
    except BaseException:
        _left(box)
        raise


def _left(box: BaseMailBox) -> None:
    """Ends a connection, also one that broke off; what matters was said by who noticed."""
    try:
        box.logout()
    except (OSError, imaplib.IMAP4.error, ImapToolsError, ValueError):
        with suppress(OSError):
            box.client.shutdown()


def _connect(mailbox: Mailbox) -> BaseMailBox:
    at = (mailbox.host, mailbox.port, PATIENCE)
    if mailbox.security == "none":
        return Plain(*at)
    protected = Tls if mailbox.security == "tls" else StartTls
    return protected(*at, ssl_context=ssl.create_default_context())


def _enter(box: BaseMailBox, mailbox: Mailbox, secret: Secret) -> None:
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
        _passing(mailbox, error)
        expected = "a login that the server takes"
        remedy = "check user and password; some providers want a password for programs, or a token"
        if secret.token:
            remedy = "get a new token, they are valid for about an hour; not every server takes one (XOAUTH2)"
        found = _words(error).replace(secret.text, "…")
        raise refusal("imap-login-refused", mailbox.account, expected, found, remedy) from None
    try:
        box.folder.set(mailbox.folder, readonly=True)
    except (MailboxFolderSelectError, imaplib.IMAP4.readonly) as error:
        _passing(mailbox, error)
        expected = f"a folder of the mailbox: {_folders(box)}"
        found = f"“{mailbox.folder}”; the server says: {_words(error)}"
        raise refusal("imap-no-folder", mailbox.account, expected, found) from None


def _folders(box: BaseMailBox) -> str:
    """The names of the folders that can be opened, as they are to be written."""
    names = [one.name for one in box.folder.list() if r"\Noselect" not in one.flags]
    return ", ".join(names[:LISTED]) + (", …" if len(names) > LISTED else "")


def _passing(mailbox: Mailbox, error: Exception) -> None:
    """Raises what a server says no to only for now: too many connections, a part of it that is down."""
    said = _words(error)
    if _PASSING.search(said):
        expected, remedy = "a server that is ready", "repeat the command in a while"
        raise Unanswered(problem_of("imap-unreachable", mailbox.account, expected, said, remedy)) from None


def _lost(mailbox: Mailbox) -> AbstractContextManager[None]:
    return _named(mailbox, "imap-lost", "repeat the command: what was taken is not taken again")


@contextmanager
def _named(mailbox: Mailbox, code: str, remedy: str) -> Iterator[None]:
    place = f"{mailbox.host}:{mailbox.port}"
    try:
        yield
    except ssl.SSLCertVerificationError as error:
        expected = f"a certificate for {mailbox.host} from an authority this machine trusts"
        raise refusal("imap-certificate", place, expected, why_not(error)) from None
    except ssl.SSLError as error:
        found = getattr(error, "reason", None) or error.strerror or str(error)
        raise refusal("imap-no-tls", place, "a protected connection", found) from None
    except (
        OSError,
        imaplib.IMAP4.error,
        ImapToolsError,
        ValueError,
    ) as error:  # the last: no number, no text
        raise Unanswered(problem_of(code, place, "a server that answers", _words(error), remedy)) from None


def _words(error: Exception) -> str:
    """What an error says, of a server its own words."""
    if isinstance(error, UnexpectedCommandStatusError):
        said = _text(error.command_result[1])
    elif len(error.args) == 1 and isinstance(error.args[0], bytes):
        said = _text(error.args)
    else:
        said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    text = "".join(c if c.isprintable() else " " for c in said) or type(error).__name__
    return _COMMAND.sub("", text)[:300]


def _text(lines: Iterable[object]) -> str:
    """Lines of a server as text."""
    return " ".join(line.decode("utf-8", "replace") for line in lines if isinstance(line, bytes))
