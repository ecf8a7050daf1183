"""Passwords, hashed with Argon2id as RFC 9106 recommends it (the library's own parameters), and never shown;
tokens, which are handed out once. Of both only a hash is kept."""

from __future__ import annotations

import secrets
from functools import cache
from hashlib import sha256
from threading import Semaphore
from typing import TYPE_CHECKING

from office.errors import refusal

if TYPE_CHECKING:
    from argon2 import PasswordHasher

LEAST, MOST = 12, 200
"""Signs of a password. Nothing else is asked of it but that it is not the name: length is what helps."""
LETTERS = 43
"""Signs of a token: 32 random bytes."""
AT_ONCE = Semaphore(2)
"""Hashes that are worked out at once. Each takes 64 MB: strangers who try thirty passwords would take
the memory of a small machine."""


@cache
def _hasher() -> PasswordHasher:
    try:
        from argon2 import PasswordHasher
    except ModuleNotFoundError as error:
        found, remedy = f"no library {error.name}", 'pipx install --force "./banzuke-….whl[web]"'
        raise refusal("no-driver", "banzuke serve", "what the desk needs", found, remedy) from None
    return PasswordHasher()


def password_hash(password: str, name: str) -> str:
    """What is kept of a new password; refused if it is too short, too long, or the name itself."""
    if not LEAST <= len(password) <= MOST or password.casefold() == name.casefold():
        found = f"{len(password)} signs" if password.casefold() != name.casefold() else "the name itself"
        raise refusal("password-weak", "the new password", f"{LEAST} to {MOST} signs, not the name", found)
    with AT_ONCE:
        return _hasher().hash(password.encode("utf-8", "surrogatepass"))


def fits(kept: str | None, password: str) -> bool:
    """Whether it is the password that was kept. Where none is kept, the same time is spent: how long an
    answer takes says nothing of who has an account."""
    from argon2.exceptions import Argon2Error, InvalidHashError

    given = password[: MOST + 1].encode("utf-8", "surrogatepass")
    try:
        with AT_ONCE:
            return _hasher().verify(kept or _nobodys(), given) and kept is not None
    except (Argon2Error, InvalidHashError):
        return False


@cache
def _nobodys() -> str:
    return _hasher().hash("of nobody")


def new_token() -> str:
    """A random token that nobody can guess."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What is kept of a token. It is long and random: a plain hash tells nothing of it."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
