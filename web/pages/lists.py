"""Lists: the next one as it grows, what moves and why, alarms, publishing; every version that there is."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from fastapi import APIRouter
from sqlmodel import Session
from starlette.responses import Response

from importer.tables import MemberRow
from office.errors import OfficeError, refusal
from office.lists.chain import has_ratings, latest_published
from office.lists.overview import headings, overview
from office.register.find import find_member
from office.runs.coming import Coming, coming, rate_coming
from office.runs.publication import publication
from office.runs.publication_store import kept, look_at
from office.runs.rate import report_shown
from office.runs.shown import accept_shown, played, publish_shown, refuse_unready
from office.tables import ListVersionRow
from office.words import language
from publication.account.blocks import Reader, as_html
from publication.account.gather import account, merged_note
from publication.account.text import nothing, saved_pages, told
from publication.account.words import made_under, title
from web.asked import Asked, Deciding, Reading

routes = APIRouter()

LARGE = 1_000
"""Ratings of a list from which on working one out takes a second and more."""


@routes.get("/lists")
def every(asked: Reading) -> Response:
    """All lists and versions, the newest first."""
    with asked.reading() as session:
        lines, last = asked.desk.kept.of(
            session, ("lists", language()), lambda: (overview(session), latest_published(session))
        )
        return asked.page("lists.html", lines=lines, headings=headings(), last=last)


@routes.get("/lists/next")
def next_(asked: Reading) -> Response:
    """The next list as it would be now."""
    with asked.reading() as session:
        if (later := _later(asked, session, "next", _next)) is not None:
            return later
        now, facts = _next(asked, session)
        over = asked.today(session) > now.last_day
        return asked.page(
            "list_next.html", coming=now, over=over, here="/lists/next", whole=_whole(asked), **facts
        )


@routes.post("/lists/next/rate")
def rated(asked: Deciding) -> Response:
    """Makes the draft."""
    with asked.writing() as session:
        rate_coming(session, asked.now)
    return asked.see("/lists/next")


@routes.post("/lists/next/alarms")
def accepted(asked: Deciding) -> Response:
    """The officer's word on alarms of the draft that he sees."""
    names = asked.all_given("alarm")
    with asked.writing() as session:
        made = asked.made(asked.given("reason"), set())
        accept_shown(session, names, asked.given("shown"), made=made)
    return asked.see("/lists/next#alarms")


@routes.get("/lists/next/publish")
def confirm(asked: Deciding) -> Response:
    """What can never be changed once the list is published. What keeps it from being published is said
    first."""
    with asked.reading() as session:
        if (later := _later(asked, session, "next", _next)) is not None:
            return later
        now, facts = _next(asked, session)
        refuse_unready(session, now, facts["looked"], asked.made(""))
        return asked.page("list_publish.html", coming=now, sha256=now.version.text_sha256, **facts)


@routes.post("/lists/next/publish")
def published(asked: Deciding) -> Response:
    """Makes the list final."""
    if asked.given("sure") != "yes":
        remedy = "put the tick, then publish"
        raise refusal("publish-unconfirmed", "the next list", "a yes", "none", remedy)
    with asked.writing() as session:
        version = publish_shown(session, asked.given("shown"), made=asked.made(asked.given("reason")))
    return asked.see(f"/lists/{version.id}?done=published")


@routes.get("/lists/next/members/{member}")
def account_of_next(asked: Reading, member: str) -> Response:
    """The account of a number of the next list."""

    what = "account", member

    def shown_in(asked: Asked, session: Session) -> dict[str, Any]:
        def worked_out() -> dict[str, Any]:
            row = find_member(session, member)
            return _account(session, row, coming(session, asked.now).version)

        return asked.desk.kept.of(session, (what, language()), worked_out)

    with asked.reading() as session:
        if (later := _later(asked, session, what, shown_in)) is not None:
            return later
        shown = shown_in(asked, session)
        return asked.page("account.html", back="/lists/next", html=as_html, **shown)


@routes.get("/lists/{number}")
def one(asked: Reading, number: int) -> Response:
    """A version of a list."""
    what = "list", number

    def shown_in(asked: Asked, session: Session) -> dict[str, Any] | None:
        def worked_out() -> dict[str, Any] | None:
            version = _version(session, number)
            return _facts(session, version) if version.state == "published" else None

        return asked.desk.kept.of(session, (what, language()), worked_out)

    with asked.reading() as session:
        if (later := _later(asked, session, what, shown_in)) is not None:
            return later
        facts = shown_in(asked, session)
        if facts is None:
            return asked.see("/lists/next")
        done = asked.request.query_params.get("done") == "published"
        return asked.page("list.html", done=done, here=f"/lists/{number}", whole=_whole(asked), **facts)


@routes.get("/lists/{number}/members/{member}")
def account_of(asked: Reading, number: int, member: str) -> Response:
    """The account of a number of a version."""
    with asked.reading() as session:
        row = find_member(session, member)
        shown = _account(session, row, _version(session, number))
        return asked.page("account.html", back=f"/lists/{number}", html=as_html, **shown)


def _next(asked: Asked, session: Session) -> tuple[Coming, dict[str, Any]]:
    """The next list and what its page shows, worked out once until something is stored."""

    def worked_out() -> tuple[Coming, dict[str, Any]]:
        now = coming(session, asked.now)
        return now, _facts(session, now.version)

    return asked.desk.kept.of(session, ("next", language()), worked_out)


def _later(
    asked: Asked, session: Session, what: Hashable, work: Callable[[Asked, Session], object]
) -> Response | None:
    """A page that says that a list is being worked out, and has that done, where it would take long;
    None where it is at hand or soon is. Who has no scripts waits for it."""
    query = asked.request.url.query
    here = asked.request.url.path + (f"?{query}" if query else "")
    if "wait" in asked.request.query_params or not _takes_long(asked, session, what):
        return asked.see(here) if asked.partly else None
    if not asked.partly:
        return asked.page("list_soon.html", here=here, waiting=f"{here}{'&' if query else '?'}wait=1")
    try:
        work(asked, session)
    except OfficeError:
        return asked.see(f"{here}{'&' if query else '?'}wait=1")  # the page itself says it
    return asked.see(here)


def _takes_long(asked: Asked, session: Session, what: Hashable) -> bool:
    if asked.desk.kept.holds(session, (what, language())):
        return False
    last = latest_published(session)
    return last is not None and has_ratings(session, last, LARGE)


def _whole(asked: Asked) -> bool:
    """Whether everybody on the list is asked for, not only who moves."""
    return asked.request.query_params.get("all") == "1"


def _facts(session: Session, version: ListVersionRow) -> dict[str, Any]:
    """What the page of a version shows: who moves and by which events, alarms, both reports."""
    looked = look_at(session, version)
    return {
        "held": version,
        "publication": publication(session, version),
        "played": played(session, version),
        "looked": looked,
        "seen": kept(session, version),
        "run_report": report_shown(version) if version.how == "run" else "",
    }


def _account(session: Session, member: MemberRow, version: ListVersionRow) -> dict[str, Any]:
    """What the page of an account shows."""
    made = account(session, member, version)
    return {
        "heading": title(made),
        "made_under": made_under(made),
        "parts": told(made, Reader()),
        "pages": [*saved_pages(made)],
        "merged": merged_note(session, member),
        "nothing": nothing(),
        "member": member,
        "held": version,
    }


def _version(session: Session, number: int) -> ListVersionRow:
    version = session.get(ListVersionRow, number) if number < 2**31 else None
    if version is None:
        remedy = "look at the address, or begin at Today"
        raise refusal("no-such-page", f"/lists/{number}", "a version of a list", "none", remedy)
    return version
