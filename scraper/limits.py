"""How much the client may ask for and wait."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one page may take. Times in seconds, sizes in bytes.

    `silence` bounds one wait for bytes, `request` one request with its body, `page` one page with
    redirects, waits and retries; `retry_after` is the longest wait the site may ask for (R: kahalm
    caps it at five minutes).
    """

    silence: float = 20.0
    request: float = 60.0
    page: float = 900.0
    body: int = 20_000_000
    redirects: int = 5
    attempts: int = 4
    retry_after: float = 300.0
