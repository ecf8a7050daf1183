"""Lists: the next one as it grows, what moves and why, alarms, publishing; every version that there is. And
corrections of published lists: what waits, what would change and why, an event taken up or left as it is, and
the corrected lists published, all at once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

from fastapi import APIRouter
from sqlmodel import Session
from starlette.responses import Response

from importer.tables import MemberRow
from office.corrections.open_lists import TAKEN_UP, waiting
from office.corrections.reopen import close, list_of, reopen
from office.corrections.shown import Shown, correct_shown, would_be
from office.desk.refresh import refresh
from office.desk.targets import event_named
from office.doctor.clock import clock_behind
from office.errors import OfficeError
from office.lists.chain import has_ratings, latest_published
from office.lists.overview import headings, overview
from office.merge.due import merged_lines
from office.register.find import find_member
from office.runs.coming import coming, rate_coming
from office.runs.played import played
from office.runs.publication import publication
from office.runs.publication_store import kept, look_at
from office.runs.publish import accept_shown, publish_shown, refuse_unready
from office.runs.rate import report_shown
from office.tables import ListVersionRow
from office.words import language
from publication.account.document import page_facts
from publication.account.gather import account, merged_note
from scraper.records import Problem
from web.asked import Asked, Deciding, Reading, no_page
from web.fields import Number

routes = APIRouter()

Found = TypeVar("Found")

LARGE = 1_000
"""Ratings of a list from which on working one out takes a second and more."""


@routes.get("/corrections")
def corrections(asked: Reading) -> Response:
    """What waits for a correction, and what one made now would change. What keeps it from being made is said
    in its place."""
    found = _correction(asked)
    if isinstance(found, Response):
        return found
    shown, problems = found
    with asked.reading() as session:
        rows = waiting(session, refresh(session).events, asked.today(session))
        return asked.page(
            "corrections.html", waiting=rows, merged=merged_lines(session, asked.today(session)),
            shown=shown, problems=problems, done=asked.done, taken_up=TAKEN_UP,
        )  # fmt: skip


@routes.get("/corrections/events/{number}")
def to_take_up(asked: Deciding, number: Number) -> Response:
    with asked.reading() as session:
        event = event_named(refresh(session).events, f"E{number}")
        of_list, today = list_of(event), asked.today(session)
        return asked.page("correction_open.html", event=event, of_list=of_list, today=today)


@routes.post("/corrections/events/{number}/open")
def opened(asked: Deciding, number: Number) -> Response:
    """Takes an event of a published list up again, or a late one into a list that is out."""
    with asked.writing() as session:
        reopen(session, f"E{number}", reported=asked.needed_day("reported"), made=asked.made())
    return asked.see("/corrections?done=open")


@routes.post("/corrections/events/{number}/close")
def closed(asked: Deciding, number: Number) -> Response:
    """Leaves an event as its list has it after all."""
    with asked.writing() as session:
        _row, as_published = close(session, f"E{number}", made=asked.made())
    return asked.see(f"/corrections?done={'close' if as_published else 'left'}")


@routes.get("/corrections/publish")
def confirm_correction(asked: Deciding) -> Response:
    """What can never be changed once the corrected lists are published."""
    found = _correction(asked)
    if isinstance(found, Response):
        return found
    shown, problems = found
    if problems:
        raise OfficeError(*problems)
    if shown is None or not shown.lists:
        return asked.see("/corrections")
    return asked.page("correction_publish.html", shown=shown)


@routes.post("/corrections/publish")
def correction_published(asked: Deciding) -> Response:
    """Makes the corrected lists final."""
    asked.refuse_without_tick("publish-unconfirmed", "the correction", "tick the box, then publish")
    with asked.writing() as session:
        correct_shown(session, asked.given("shown"), asked.all_given("alarm"), made=asked.made())
    return asked.see("/corrections?done=published")


def _correction(asked: Asked) -> tuple[Shown | None, Sequence[Problem]] | Response:
    """What a correction made now would change, or what keeps it from being made."""
    today = asked.now.astimezone(asked.zone).date()  # which lists are open
    with asked.reading() as session:

        def worked_out() -> tuple[Shown | None, Sequence[Problem]]:
            try:
                return would_be(session, asked.made("")), ()
            except OfficeError as error:
                return None, error.problems

        return _soon(asked, session, ("correction", today), worked_out, correction=True)


@routes.get("/lists")
def every(asked: Reading) -> Response:
    """All lists and versions, the newest first."""
    with asked.reading() as session:
        key = "lists", language()
        lines, last = asked.desk.kept.of(session, key, lambda: (overview(session), latest_published(session)))
        return asked.page("lists.html", lines=lines, headings=headings(), last=last)


@routes.get("/lists/next")
def next_(asked: Reading) -> Response:
    """The next list as it would be now."""
    with asked.reading() as session:
        facts = _next(asked, session)
        if isinstance(facts, Response):
            return facts
        over = asked.today(session) > facts["coming"].last_day
        return asked.page("list_next.html", over=over, here="/lists/next", whole=asked.whole, **facts)


@routes.post("/lists/next/rate")
def rated(asked: Deciding) -> Response:
    with asked.writing() as session:
        rate_coming(session, asked.now)
    return asked.see("/lists/next")


@routes.post("/lists/next/alarms")
def accepted(asked: Deciding) -> Response:
    """The officer's word on alarms of the draft that he sees."""
    names = asked.all_given("alarm")
    with asked.writing() as session:
        accept_shown(session, names, asked.given("shown"), made=asked.made(rulings=set()))
    return asked.see("/lists/next#alarms")


@routes.get("/lists/next/publish")
def confirm(asked: Deciding) -> Response:
    """What can never be changed once the list is published. What keeps it from being published is said
    first."""
    with asked.reading() as session:
        facts = _next(asked, session)
        if isinstance(facts, Response):
            return facts
        refuse_unready(session, facts["coming"], facts["looked"], asked.made(""))
        behind = clock_behind(session, asked.now)
        return asked.page("list_publish.html", sha256=facts["held"].text_sha256, behind=behind, **facts)


@routes.post("/lists/next/publish")
def published(asked: Deciding) -> Response:
    """Makes the list final."""
    asked.refuse_without_tick("publish-unconfirmed", "the next list", "tick the box, then publish")
    with asked.writing() as session:
        version = publish_shown(session, asked.given("shown"), made=asked.made())
    return asked.see(f"/lists/{version.id}?done=published")


@routes.get("/lists/next/members/{member}")
def account_of_next(asked: Reading, member: str) -> Response:
    """The account of a number of the next list."""
    with asked.reading() as session:

        def worked_out() -> dict[str, Any]:
            row = find_member(session, member)
            return _account(session, row, coming(session, asked.now).version)

        shown = _soon(asked, session, ("account", member), worked_out)
        if isinstance(shown, Response):
            return shown
        return asked.page("account.html", back="/lists/next", **shown)


@routes.get("/lists/{number}")
def one(asked: Reading, number: Number) -> Response:
    with asked.reading() as session:

        def worked_out() -> dict[str, Any] | None:
            version = version_of(session, number)
            return _facts(session, version) if version.state == "published" else None

        facts = _soon(asked, session, ("list", number), worked_out)
        if isinstance(facts, Response):
            return facts
        if facts is None:
            return asked.see("/lists/next")
        done, here = asked.done == "published", f"/lists/{number}"
        return asked.page("list.html", done=done, here=here, whole=asked.whole, **facts)


@routes.get("/lists/{number}/members/{member}")
def account_of(asked: Reading, number: Number, member: str) -> Response:
    """The account of a number of a version."""
    with asked.reading() as session:
        row = find_member(session, member)
        shown = _account(session, row, version_of(session, number))
        return asked.page("account.html", back=f"/lists/{number}", **shown)


def _next(asked: Asked, session: Session) -> dict[str, Any] | Response:
    """What the pages of the next list show."""

    def worked_out() -> dict[str, Any]:
        now = coming(session, asked.now)
        return {"coming": now, **_facts(session, now.version)}

    return _soon(asked, session, "next", worked_out)


def _soon(
    asked: Asked, session: Session, what: Hashable, work: Callable[[], Found], *, correction: bool = False
) -> Found | Response:
    """What is worked out once until something is stored; where that would take long, a page that says so and
    has it done. Who has no scripts waits for it. `correction`: of lists that are out."""
    kept, key = asked.desk.kept, (what, language())
    query = asked.request.url.query
    here = asked.request.url.path + (f"?{query}" if query else "")
    waiting = f"{here}{'&' if query else '?'}wait=1"
    if "wait" in asked.request.query_params or kept.holds(session, key) or not _is_large(asked):
        return asked.see(here) if asked.partly else kept.of(session, key, work)
    if not asked.partly:
        return asked.page("list_soon.html", here=here, waiting=waiting, correction=correction)
    try:
        kept.of(session, key, work)
    except OfficeError:
        return asked.see(waiting)  # the page itself says it
    return asked.see(here)


def _is_large(asked: Asked) -> bool:
    """Whether working out a list takes long; in a session of its own, for the one that works it out has read
    nothing yet."""
    with asked.reading() as session:
        last = latest_published(session)
        return last is not None and has_ratings(session, last, LARGE)


def _facts(session: Session, version: ListVersionRow) -> dict[str, Any]:
    """What the page of a version shows: who moves and by which events, alarms, both reports."""
    looked = look_at(session, version, on_screen=True)
    return {
        "held": version,
        "publication": publication(session, version),
        "played": played(session, version),
        "looked": looked,
        "seen": kept(session, version),
        "run_report": report_shown(session, version) if version.how == "run" else "",
    }


def _account(session: Session, member: MemberRow, version: ListVersionRow) -> dict[str, Any]:
    """What the page of an account shows."""
    told, merged = page_facts(account(session, member, version)), merged_note(session, member)
    return {**told, "merged": merged, "member": member, "held": version}


def version_of(session: Session, number: int, *remedy: str) -> ListVersionRow:
    """A version by its number; refused where there is none."""
    version = session.get(ListVersionRow, number)
    if version is None:
        raise no_page(f"/lists/{number}", "a version of a list", *remedy)
    return version
