"""What is handed out once and kept only as a hash."""

import secrets
from hashlib import sha256

LETTERS = 43
"""Signs of a token: 32 random bytes."""


def new_token() -> str:
    """A random token that nobody can guess."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What is kept of it. It is long and random: a plain hash tells nothing of it."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
