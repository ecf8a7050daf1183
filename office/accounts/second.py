"""The second factor: six digits of an authenticator (TOTP, RFC 6238), each taken once."""

from __future__ import annotations

import io
import unicodedata
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from office.accounts.tables import AccountRow

STEP = 30
"""Seconds that a code stands."""


def new_secret() -> str:
    """A secret for an authenticator, in Base32."""
    import pyotp

    return pyotp.random_base32()


def is_secret(text: str) -> bool:
    """Whether it is a secret as `new_secret` makes them."""
    return len(text) == 32 and set(text) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")


def address(secret: str, name: str, office: str) -> str:
    """The secret as an authenticator takes it over."""
    import pyotp

    return pyotp.TOTP(secret, name=name, issuer=office).provisioning_uri()


def picture(secret: str, name: str, office: str) -> str:
    """The same as a QR code, SVG without a style of its own."""
    import segno

    out = io.BytesIO()
    look = {"scale": 5, "border": 4, "light": "#fff", "dark": "#000", "svgclass": "qr", "lineclass": None}
    segno.make(address(secret, name, office), error="m").save(out, kind="svg", xmldecl=False, **look)
    return out.getvalue().decode()


def step_of(secret: str, code: str, now: datetime, used: int | None) -> int | None:
    """The half minute whose code this is: this one, or the one before or after, for clocks that differ; None
    where it is none of them, or that code or a later one was taken already. One that a clock which was ahead
    took says nothing: it would keep its owner out until it comes."""
    import pyotp

    typed = "".join(unicodedata.normalize("NFKC", code).split())  # a Japanese keyboard types wide digits, too
    if len(typed) != 6 or not typed.isascii() or not typed.isdigit():
        return None
    made, at = pyotp.TOTP(secret), int(now.timestamp())
    if used is not None and used > at // STEP + 1:
        used = None
    for step in (at // STEP + offset for offset in (-1, 0, 1)):
        if (used is None or step > used) and pyotp.utils.strings_equal(made.at(step * STEP), typed):
            return step
    return None


def taken(row: AccountRow, code: str, now: datetime) -> bool:
    """Whether the code is right; it is then noted, and not taken again."""
    step = step_of(row.second, code, now, row.second_used) if row.second else None
    if step is not None:
        row.second_used = step
    return step is not None
