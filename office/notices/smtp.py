"""Mails handed to a server (SMTP), by the standard library: protected, within a time, each step by itself, so
that it is known how far a mail came when something breaks off."""

import base64
import smtplib
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from office.errors import OfficeError, refusal
from office.mail.bounded import Bounded
from office.mail.header_lines import routed
from office.notices.kinds import Left, State, line
from office.notices.settings import Server
from scraper.certificates import why_not

PATIENCE = 30.0
"""Seconds without an answer after which the connection counts as lost."""

DONE = range(200, 300)
"""Answers that say yes."""

TRY_AGAIN, TOO_LATE = 400, 500
"""Answers from the first on say “later”, from the second on “never”."""

CLOSES = 421
"""With this answer a server ends the connection: it was idle, or brought as many mails as one may."""


class _Client(Bounded, smtplib.SMTP):
    MOST, SECONDS = 100_000, 300.0


class _TlsClient(Bounded, smtplib.SMTP_SSL):
    MOST, SECONDS = _Client.MOST, _Client.SECONDS


class Opened:
    """A connection that takes mails one after the other."""

    def __init__(self, server: Server, connection: smtplib.SMTP) -> None:
        self.server, self._connection = server, connection

    def hand_over(self, sender: str, recipient: str, data: bytes) -> Left:
        """Hands over one mail. Until its text goes out it has certainly not left; from then on only the
        server's answer says so."""
        try:
            for code, said in (self._connection.mail(sender), self._connection.rcpt(routed(recipient))):
                if code not in DONE:
                    return self._refused(code, said)
        except (OSError, smtplib.SMTPException, ValueError) as error:
            return self._over(Left(State.FAILED, _said(error)))
        try:
            code, said = self._connection.data(data)
        except smtplib.SMTPDataError as error:  # before its text: the server did not want it
            return self._refused(error.smtp_code, error.smtp_error)
        except (OSError, smtplib.SMTPException, ValueError) as error:
            return self._over(Left(State.SENDING, _said(error)))
        if code < TRY_AGAIN and code not in DONE:  # it says neither yes nor no
            return self._over(Left(State.SENDING, _words(code, said)))
        return Left(State.SENT, _words(code, said)) if code in DONE else self._refused(code, said)

    @property
    def alive(self) -> bool:
        """Whether the connection stands."""
        return self._connection.sock is not None

    def _refused(self, code: int, said: bytes | str) -> Left:
        left = Left(State.FAILED if code < TOO_LATE else State.REFUSED, _words(code, said))
        if code == CLOSES or code < TRY_AGAIN:  # an answer to nothing that was asked
            return self._over(left)
        with suppress(OSError, smtplib.SMTPException):
            self._connection.rset()
        return left

    def _over(self, left: Left) -> Left:
        """After a broken answer nothing that comes can be told from what was asked before."""
        self._connection.close()
        return left


@contextmanager
def opened(server: Server, secret: Callable[[], str]) -> Iterator[Opened]:
    """A connection to the server. OfficeError by name for one that is not there or not protected, a
    certificate that is not to be trusted, a refused login. `secret`: what gives the password, where the
    server asks for a user."""
    connection = _connected(server)
    try:
        if server.user:
            _logged_in(connection, server, secret())
        yield Opened(server, connection)
    finally:
        with suppress(OSError, smtplib.SMTPException):
            if connection.sock is not None:
                connection.quit()
        connection.close()


def _connected(server: Server) -> smtplib.SMTP:
    place = f"{server.host}:{server.port}"
    try:
        at = (server.host, server.port)
        if server.security == "tls":
            made: smtplib.SMTP = _TlsClient(*at, timeout=PATIENCE, context=ssl.create_default_context())
        else:
            made = _Client(*at, timeout=PATIENCE)
        try:
            if server.security == "starttls":
                made.starttls(context=ssl.create_default_context())
            made.ehlo_or_helo_if_needed()
        except BaseException:
            made.close()
            raise
    except ssl.SSLCertVerificationError as error:
        expected = f"a certificate for {server.host} from an authority this machine trusts"
        raise refusal("smtp-certificate", place, expected, why_not(error)) from None
    except (ssl.SSLError, smtplib.SMTPNotSupportedError) as error:
        raise refusal("smtp-no-tls", place, "a protected connection", _said(error)) from None
    except (OSError, smtplib.SMTPException, UnicodeError) as error:  # the last: a name that no server has
        raise _unreachable(place, error) from None
    return made


def _logged_in(connection: smtplib.SMTP, server: Server, secret: str) -> None:
    account = f"{server.user}@{server.host}"
    expected = "a login that the server takes"
    try:
        if (server.user + secret).isascii():
            connection.login(server.user, secret)
        else:
            _plain_login(connection, server.user, secret)
    except smtplib.SMTPNotSupportedError as error:
        remedy = "check port and security; where the server takes mails without a login, set no user"
        raise refusal("smtp-login-refused", account, expected, _said(error), remedy) from None
    except smtplib.SMTPResponseException as error:
        if error.smtp_code < TOO_LATE:  # what knows the passwords is down
            raise _unreachable(account, error) from None
        raise refusal("smtp-login-refused", account, expected, _said(error).replace(secret, "…")) from None
    except (OSError, smtplib.SMTPException) as error:
        raise _unreachable(account, error) from None


def _plain_login(connection: smtplib.SMTP, user: str, secret: str) -> None:
    """A login in UTF-8 (RFC 4616), which the library has in ASCII alone."""
    both = base64.b64encode(f"\0{user}\0{secret}".encode()).decode()
    code, said = connection.docmd("AUTH", f"PLAIN {both}")
    if code not in (235, 503):
        raise smtplib.SMTPAuthenticationError(code, said)


def closed(server: Server, said: str) -> OfficeError:
    """What is told of a server that ends every connection."""
    return refusal("smtp-unreachable", f"{server.host}:{server.port}", "a server that answers", said)


def _unreachable(place: str, error: Exception) -> OfficeError:
    return refusal("smtp-unreachable", place, "a server that answers", _said(error))


def _said(error: Exception) -> str:
    """What an error says, of a server its own words."""
    if isinstance(error, smtplib.SMTPResponseException):
        return _words(error.smtp_code, error.smtp_error)
    return line(error.strerror if isinstance(error, OSError) and error.strerror else str(error))


def _words(code: int, said: bytes | str) -> str:
    return line(f"{code} {said.decode('utf-8', 'replace') if isinstance(said, bytes) else said}")
