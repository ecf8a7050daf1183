"""Templates into pages: one environment, every name escaped, nothing missing unnoticed. Files that a page
hands out; and the two cookies of the desk: who is signed in, and which browser a form was shown in."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from jinja2 import Environment
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from importer.plain_text import written
from office.accounts.roles import Need
from office.desk.status import event_state
from office.jobs.times import when
from office.lists.rows import type_name
from office.rules.reasons import reason_told
from office.words import LANGUAGES, N_, _, language, n_, p_
from office.words.codes import meaning
from office.words.formats import day, moment, month, number, short_day
from office.words.problems import said, shown, where
from publication.account.figures import points
from publication.design.styles import SHARED, mark, stylesheet, templates
from web.at_desk import pages_for, where_at_desk
from web.typed import Sent, filled


@cache
def environment() -> Environment:
    """Jinja2, set up once."""
    made = templates("web")
    made.globals.update(_=_, n_=n_, p_=p_, languages=LANGUAGES, version=version, menu=menu)
    made.globals.update(pages_for=pages_for, where_at_desk=where_at_desk)
    made.globals.update(  # what stands between a thing and what is said of it, and between two things
        colon=lambda: p_("punctuation", ": "),
        comma=lambda: p_("punctuation", ", "),
        semicolon=lambda: p_("punctuation", "; "),
        open=lambda: p_("punctuation", " ("),
        close=lambda: p_("punctuation", ")"),
        space=lambda: "" if language() == "ja" else " ",  # between two sentences
    )
    plain = (day, short_day, month, number, said, meaning, points, event_state, when, reason_told)
    made.filters |= {filter_.__name__: filter_ for filter_ in plain} | {
        "told": shown,
        "place": where,
        "type_name": lambda name: _(type_name(name)),
        "at": lambda moment_, zone: moment(moment_.astimezone(zone)),
    }
    return made


MENU: tuple[tuple[str, str, Need, tuple[str, ...]], ...] = (
    ("/", N_("Today"), Need.SIGNED_IN, ("/today",)),
    ("/reports", N_("Reports"), Need.SIGNED_IN, ("/mails", "/organizers")),
    ("/questions", N_("Questions"), Need.READ, ()),
    ("/events", N_("Events"), Need.READ, ()),
    ("/members", N_("Members"), Need.READ, ("/take",)),
    ("/lists", N_("Lists"), Need.READ, ("/corrections",)),
    ("/settings", N_("Settings"), Need.SIGNED_IN, ("/office", "/setup", "/site")),
)
"""Path, word and what it needs, in the order in which they stand; and where else its pages are."""


def menu(asked: Any) -> list[tuple[str, str, bool]]:
    """The pages that who asks may open, and whether he is on one of theirs."""
    at = asked.request.url.path.split("/")[1]
    return [
        (path, _(label), f"/{at}" in (path, *more)) for path, label, need, more in MENU if asked.may(need)
    ]


def rendered(template: str, **facts: Any) -> bytes:
    """A template in the language spoken."""
    return written(environment().get_template(template).render(lang=language(), **facts))


def html(template: str, status: int = 200, **facts: Any) -> HTMLResponse:
    """The same as an answer."""
    return HTMLResponse(rendered(template, **facts), status)


def with_typed(page: bytes, sent: Sent | None) -> bytes:
    """A page in whose form stands again what was sent, with a word about it; None: it is kept no more."""
    text, left = filled(page.decode(), sent) if sent else (page.decode(), ())
    told = rendered("typed.html", left=left, gone=sent is None).decode()
    return written(text.replace(SAID, f"{told}{SAID}", 1))


SAID = '<div id="said"'
"""Before it stands what a page says first."""
OF_THE_SITE = (*SHARED, "frame", "members", "events", "print")
"""The parts of the website's styles that the desk is dressed in."""
KINDS = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "txt": "text/plain"}


@cache
def static() -> dict[str, tuple[bytes, str]]:
    """What the pages load, by name: bytes and media type."""
    own = [file for file in (files("web") / "static").iterdir() if file.name.rpartition(".")[2] in KINDS]
    shared = {
        "site.css": (stylesheet(*OF_THE_SITE).encode(), "text/css"),
        "icon.svg": (mark(), "image/svg+xml"),
    }
    return shared | {file.name: (file.read_bytes(), KINDS[file.name.rpartition(".")[2]]) for file in own}


@cache
def version() -> str:
    """Another one whenever one of these files is another: it stands in their addresses."""
    whole = sha256(b"".join(name.encode() + data for name, (data, _kind) in sorted(static().items())))
    return whole.hexdigest()[:12]


DOWNLOADS = {
    "csv": "text/csv",
    "txt": "text/plain",
    "trf": "text/plain",
    "eml": "message/rfc822",
    "json": "application/json",
    "zip": "application/zip",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
CHARSETS = {"utf-8": "utf-8", "utf-8-sig": "utf-8", "cp932": "shift_jis"}


def download(name: str, data: bytes, encoding: str = "utf-8") -> Response:
    """A file to be saved under a name of ours, in plain letters."""
    kind = DOWNLOADS.get(name.rpartition(".")[2], "application/octet-stream")
    if kind.startswith("text/"):
        kind = f"{kind}; charset={CHARSETS[encoding]}"
    named = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(data, media_type=kind, headers=named)


SESSION_COOKIE, FORM_COOKIE = "banzuke", "banzuke-form"


def cookie_name(request: Request, name: str) -> str:
    """By https a name that only this host, and only by https, can set. Browsers tell hosts apart, not ports:
    the port is in the name, or of two desks on one machine each would sign out who is at the other."""
    port = request.headers.get("host", "").rpartition(":")[2]
    own = f"{name}-{port}" if port.isascii() and port.isdigit() else name
    return f"__Host-{own}" if request.url.scheme == "https" else own


def set_cookie(request: Request, answer: Response, name: str, value: str) -> None:
    """A cookie that no script reads and no other page's form sends along. A link of another page does: the
    page that it opens has the forms' token of all others in this browser."""
    answer.set_cookie(
        cookie_name(request, name),
        value,
        httponly=True,
        secure=request.url.scheme == "https",
        samesite="lax",
        path="/",
    )


def drop_cookie(request: Request, answer: Response, name: str) -> None:
    secure = request.url.scheme == "https"
    answer.delete_cookie(cookie_name(request, name), path="/", secure=secure, httponly=True, samesite="lax")


def form_token(secret: str, account: int | None) -> str:
    """What a form sends back beside the cookie that no other page can read or set: of the account that it was
    shown to, so that nothing is decided in the name of somebody who came in in this browser since."""
    shown_to = f"form:{account}:" if account is not None else "form:"
    return sha256((shown_to + secret).encode("utf-8", "surrogatepass")).hexdigest()
