"""Faults on demand: each takes the right answer of the stand-in and spoils it in one way.

None of these has been seen on the site; resets, 503, 429 and 500 are reported (chess-results.md, section 1), a
round served for another too (section 2). The others are what networks and servers do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from urllib.parse import urlsplit

from tests.standin.serving import Asked, Says

Fault = Callable[[Asked, Says], Says]


def reset(asked: Asked, right: Says) -> Says:
    """The connection is closed hard."""
    return replace(right, reset=True)


def dripping(asked: Asked, right: Says) -> Says:
    """Eight bytes, a pause, eight bytes …"""
    return replace(right, drip=0.03)


def broken_off(asked: Asked, right: Says) -> Says:
    """Half of the body, then the end of the connection: the length does not fit."""
    return replace(right, cut=len(right.body) // 2)


def truncated(asked: Asked, right: Says) -> Says:
    """Half of the body with a length that fits: only the page itself shows it."""
    return replace(right, body=right.body[: len(right.body) // 2])


def empty(asked: Asked, right: Says) -> Says:
    """Status 200 and nothing."""
    return Says(body=b"")


def wrong_charset(asked: Asked, right: Says) -> Says:
    """The page in Latin-1 under a header that says UTF-8, with a byte that is no UTF-8 in a name."""
    text = right.body.decode().replace("Midori", "Mid\xf6ri")
    return replace(right, body=text.encode("latin-1", "replace"))


def status(code: int, **headers: str) -> Fault:
    """A plain refusal or failure, with headers such as `Retry_After`."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda asked, right: Says(code, named, b"<html><body><h1>no</h1></body></html>")


def other_round(asked: Asked, right: Says) -> Says:
    """Round 1, whatever round was asked for: the site is sent elsewhere by a redirect of its own."""
    if "rd=1&" in asked.url or "SNode" not in asked.url:
        return right
    number = asked.url.partition("rd=")[2].partition("&")[0]
    return Says(302, {"Location": asked.url.replace(f"rd={number}&", "rd=1&")})


def sent_to(location: str) -> Fault:
    """A redirect to another address."""
    return lambda asked, right: Says(302, {"Location": location})


def going_round(asked: Asked, right: Says) -> Says:
    """The node sends back to the main host, and that to the node."""
    parts = urlsplit(asked.url)
    back = f"https://chess-results.com{parts.path}?{parts.query.replace('&SNode=S0', '')}"
    return right if right.status == 302 else Says(302, {"Location": back})


def page_instead(text: str) -> Fault:
    """A page with status 200 that is not the page."""
    body = f"<html><head><title>{text}</title></head><body><h1>{text}</h1></body></html>"
    return lambda asked, right: Says(body=body.encode())


maintenance = page_instead("Server maintenance, please come back later")
challenge_in_japanese = page_instead("確認しています。少々お待ちください")
captcha = page_instead("Please solve the captcha to continue")
