"""What a request is refused for before its page is made: it was sent from elsewhere, by no form of ours or
by somebody who may not."""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable, Sequence
from urllib.parse import parse_qsl

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException

from office.accounts.roles import Need, Role, may
from office.accounts.sessions import Account
from office.errors import refusal
from web.desk import FORM, Desk

FIELDS, FILES = 2000, 50
"""So many fields and files a form may have."""
NO_TEXT = re.compile("[\0\ud800-\udfff]")
"""Signs that are none."""
IN_ADDRESSES = "application/x-www-form-urlencoded"
"""How a form without files is sent: as the ? of an address is written."""
PLAIN = re.compile(r"""(?:(?!charset).)*\bcharset="?utf-?8"?\s*(?:;(?:(?!charset).)*)?""")
"""What a form says of its letters."""


def refuse_foreign(request: Request) -> None:
    """A change that another site's page asks for in this browser."""
    ours = f"{request.url.scheme}://{request.headers.get('host', '')}"
    origin = request.headers.get("origin")
    if origin is None and request.headers.get("sec-fetch-site") == "same-origin":
        return
    if origin != ours:
        remedy = "open the desk under its own address; behind a proxy: banzuke serve --proxy-headers ADDRESS"
        found = f"“{origin}”" if origin else "a page that does not say which it is"
        raise refusal("not-from-here", "the page that sent this", ours, found, remedy)


async def form_of(request: Request) -> FormData:
    """What was sent; refused where it has more files, fields or signs in a field than a form may have, what
    is no text, and what is in other letters than those of our pages (UTF-8): the reader of forms takes
    whichever is named, also one that needs minutes. Nor does it count fields that are nothing but an &."""
    kind = request.headers.get("content-type", "").lower()
    if "charset" in kind and not PLAIN.fullmatch(kind):
        raise HTTPException(400)
    try:
        if IN_ADDRESSES in kind:
            form = await run_in_threadpool(_of_address, await request.body())
        else:
            form = await request.form(max_files=FILES, max_fields=FIELDS, max_part_size=FORM)
    except HTTPException as error:
        if "maximum" not in error.detail.lower():
            raise
        expected = f"at most {FILES} files, {FIELDS} fields and {FORM // 1_000_000} MB in a field"
        found, remedy = "more than that", "send it in parts"
        raise refusal("too-much-sent", "what was sent", expected, found, remedy) from None
    values = (value for _name, value in form.multi_items())
    refuse_no_text(value if isinstance(value, str) else value.filename or "" for value in values)
    return form


def _of_address(body: bytes) -> FormData:
    """The fields of a form as an address has them. A million signs of % take seconds: others are answered
    meanwhile."""
    if body.count(b"&") > FIELDS:
        raise HTTPException(413, "maximum")
    return FormData([*parse_qsl(body.decode("latin-1"), keep_blank_values=True)])


def small(request: Request) -> bool:
    """Whether what is sent says of itself that it is no more than a form without files."""
    told = request.headers.get("content-length", "")
    return told.isascii() and told.isdigit() and int(told[:20]) <= FORM


def refuse_no_text(texts: Iterable[str]) -> None:
    """What no database stores as text: NUL, and half of a surrogate pair, which JSON can hold."""
    if any(map(NO_TEXT.search, texts)):
        found, remedy = "a sign that no text has, as NUL", "leave it out"
        raise refusal("form-unreadable", "what was sent", "text", found, remedy)


def refuse_forged(request: Request, form: FormData, tokens: Sequence[str]) -> None:
    """A form that no page of ours was, or one that was shown to somebody else. `tokens`: those that it may
    have."""
    sent = request.headers.get("x-form-token") or form.get("token")
    told = sent.encode() if isinstance(sent, str) else b""
    if not any(hmac.compare_digest(told, token.encode()) for token in tokens):
        expected = "a form of this desk that was shown in this browser to the person signed in now"
        remedy = "load the page again, then send it once more; the browser has to keep cookies of this page"
        raise refusal("form-out-of-date", "what was sent", expected, "another", remedy)


WITHOUT_SECOND = frozenset(
    {"/settings", "/settings/password", "/settings/second", "/settings/language", "/sign-out"}
)
"""Pages that somebody who still has to take an authenticator opens all the same, and no others below them."""


def refuse_without(desk: Desk, account: Account | None, path: str, need: Need) -> None:
    """Somebody who may not what the page at a path needs."""
    if account is None:
        remedy = "sign in (in another tab, if something is typed here), then send it again"
        raise refusal("signed-out", "the desk", "somebody who is signed in", "nobody", remedy)
    if without_second(desk, account) and path not in WITHOUT_SECOND:
        remedy = "set up an authenticator under Settings"
        expected = "a second factor, because this desk is reached from other machines"
        raise refusal("second-factor", account.name, expected, "none", remedy)
    if not may(account.role, need):
        remedy = "ask the administrator: banzuke account role NAME ROLE"
        raise refusal("not-allowed", account.name, f"somebody who may {NEEDED[need]}", account.role, remedy)


def without_second(desk: Desk, account: Account) -> bool:
    """Whether somebody has to take an authenticator before anything else."""
    officer = account.role in (Role.OFFICER, Role.ADMINISTRATOR)
    return desk.second_factor and officer and not account.has_second


NEEDED = {
    Need.SIGNED_IN: "sign in",
    Need.REPORT: "send reports",
    Need.READ: "see the desk",
    Need.DECIDE: "decide",
    Need.ACCOUNTS: "look after the office and its accounts",
}
