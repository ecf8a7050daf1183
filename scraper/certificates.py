"""Whose signature under a server's certificate is taken, and what is said of one that does not hold."""

from datetime import UTC, datetime
from functools import cache
from ssl import SSLCertVerificationError, SSLContext

OF_ITS_DAYS = (9, 10)
"""OpenSSL's numbers for a certificate that does not hold yet, and for one that does not hold any more."""


@cache
def trusted() -> SSLContext:
    """That of the authorities which httpx brings, as old as its installation is, and of those that the system
    trusts by now, or that `SSL_CERT_FILE` names beside them. Read once a process."""
    import httpx

    context = httpx.create_ssl_context(trust_env=False)
    context.load_default_certs()
    return context


def doubt_in(error: BaseException) -> SSLCertVerificationError | None:
    """What was wrong with a certificate, where that is behind an error."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, SSLCertVerificationError):
            return cause
        cause = cause.__cause__ or cause.__context__
    return None


def why_not(error: SSLCertVerificationError) -> str:
    """Why a certificate was not taken. Its days are compared with the machine's clock, which may be wrong."""
    said = error.verify_message or str(error)
    if error.verify_code not in OF_ITS_DAYS:
        return said
    return f"{said}; by the clock of this machine it is {datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
