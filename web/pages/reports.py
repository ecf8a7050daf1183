"""Reports: what is handed in, read while one looks on, and what became of it."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator

from fastapi import APIRouter
from starlette.datastructures import UploadFile
from starlette.responses import Response, StreamingResponse

from importer.given import GivenFile
from office.accounts.roles import Need
from office.desk.refresh import refresh
from office.desk.reports import close_report, waiting_reports
from office.desk.status import event_states
from office.errors import refusal
from office.mail.keep import seen_mails
from office.mail.waiting import waiting_mails
from office.sendings.outcome import Outcome, doubts, for_sender, outcome, sendings
from office.sendings.receive import HandedIn, Kind, anew, receive
from office.words import _, language, speaking
from office.words.problems import place, said
from web.asked import Asked, Deciding, Reporting, SignedIn
from web.works import Step, Work

routes = APIRouter()

LAST = 30
"""So many of what was handed in, and so many mails, are listed."""
LISTENS, LOOKS = 55.0, 0.15
"""Seconds after which who listens has to ask again, so that it is looked who he is; and between two looks."""


@routes.get("/reports")
def every(asked: SignedIn) -> Response:
    """The form, what waits, and what came in last; of a reporter his own."""
    with asked.reading() as session:
        found = sendings(session, LAST, _own(asked))
        if not asked.may(Need.READ):
            return asked.page("reports.html", sendings=found, once=new_once(), mails=())
        waits = {
            "unread": waiting_reports(session),
            "waiting": waiting_mails(session),
            "doubts": doubts(session),
        }
        mails = seen_mails(session, LAST)[::-1]
        return asked.page("reports.html", sendings=found, once=new_once(), mails=mails, waits=waits)


@routes.post("/reports")
def handed_in(asked: Reporting) -> Response:
    """Keeps what is handed in, begins to read it, and goes to its page."""
    mailbox = asked.given("mailbox") == "yes"
    if mailbox and not asked.may(Need.DECIDE):
        raise refusal(
            "not-allowed", asked.who.name, "somebody who may decide", asked.who.role, "ask an officer"
        )
    given = HandedIn(
        asked.given("once"),
        "" if mailbox else text_of(asked),
        () if mailbox else files_of(asked),
        asked.given("reported"),
        asked.given("reporter"),
        Kind.MAILBOX if mailbox else Kind.GIVEN,
    )
    return _received(asked, given)


@routes.post("/mails/{number}/import")
def quoted(asked: Deciding, number: int) -> Response:
    """Reads what a mail only quotes, or the links that are typed, as reported with it."""
    given = HandedIn(asked.given("once"), asked.given("links"), kind=Kind.QUOTED, mail=f"M{number}")
    return _received(asked, given)


@routes.get("/reports/{number}")
def one(asked: SignedIn, number: int) -> Response:
    """What became of it, or how far it is."""
    work = asked.desk.works.seen(number)
    with asked.reading() as session:
        found = outcome(session, number, _own(asked))
        going = work is not None and not work.over
        lines = shown_steps(work) if going else []
        if not asked.may(Need.READ):
            told = for_sender(session, found)
            return asked.page("report_mine.html", told=told, one=found, going=going, lines=lines)
        states = event_states(session, refresh(session), asked.today(session)) if found.reports else {}
        return asked.page("report.html", states=states, one=found, going=going, lines=lines)


@routes.post("/reports/{number}/again")
def again(asked: Reporting, number: int) -> Response:
    """Reads once more what was cut off or stopped."""
    with asked.reading() as session:
        outcome(session, number, _own(asked))
    work = asked.desk.works.seen(number)
    if (work is None or work.over) and anew(asked.desk.office, number):
        asked.desk.works.begin(number)
    return asked.see(f"/reports/{number}")


@routes.post("/reports/close/{number}")
def closed(asked: Deciding, number: int) -> Response:
    """Closes a report that could not be read: nothing is to be read of it any more."""
    with asked.writing() as session:
        close_report(session, number, made=asked.made(asked.given("reason")))
    return asked.see("/reports")


@routes.get("/reports/{number}/live")
def live(asked: SignedIn, number: int) -> Response:
    """The steps of its reading as they come, as server-sent events."""
    with asked.reading() as session:
        found = outcome(session, number, _own(asked))
    return stream(asked, found)


def stream(asked: Asked, found: Outcome) -> Response:
    """The steps of a sending from the one after the last that the browser had."""
    last = asked.request.headers.get("last-event-id", "")
    begin = int(last) if last.isascii() and last.isdigit() and len(last) < 6 else 0
    work = asked.desk.works.seen(found.row.id or 0)
    spoken = language()
    return StreamingResponse(_steps(work, begin, spoken), media_type="text/event-stream")


async def _steps(work: Work | None, begin: int, spoken: str) -> AsyncIterator[str]:
    yield "retry: 1000\n\n"
    for _look in range(int(LISTENS / LOOKS)):
        if work is None:
            break
        over = work.over
        for step in work.steps[begin:]:
            begin += 1
            with speaking(spoken):
                told = json.dumps({"about": step.about, "words": _told(step)}, ensure_ascii=False)
            yield f"id: {begin}\nevent: step\ndata: {told}\n\n"
        if over and begin >= len(work.steps):
            break
        await asyncio.sleep(LOOKS)
    else:
        return  # the browser asks again
    yield "event: over\ndata: \n\n"


def shown_steps(work: Work | None) -> list[tuple[str, str]]:
    """What each step is about, with the words of the last about it."""
    return list({step.about: _told(step) for step in (work.steps if work else [])}.items())


def _told(step: Step) -> str:
    return _(step.words, **{name: _fact(name, value) for name, value in step.facts.items()})


def _fact(name: str, value: object) -> object:
    if not isinstance(value, str):
        return value
    return place(value) if name == "event" else said(value)


def _received(asked: Asked, given: HandedIn) -> Response:
    trusted = asked.may(Need.DECIDE)
    number, new = receive(
        asked.desk.office,
        given,
        account=asked.who.id,
        trusted=trusted,
        sender=asked.who.name,
        clock=asked.desk.clock,
    )
    if new:
        asked.desk.works.begin(number)
    return asked.see(f"/reports/{number}")


def new_once() -> str:
    """What a form holds so that, sent twice, it is one."""
    return secrets.token_urlsafe(24)


def text_of(asked: Asked) -> str:
    """The text that was pasted, as it was."""
    value = asked.form.get("text", "")
    text = value if isinstance(value, str) else ""
    return text.replace("\r\n", "\n")


def files_of(asked: Asked, field: str = "files") -> list[GivenFile]:
    """The files that were chosen, without empty fields."""
    sent = [f for f in asked.form.getlist(field) if isinstance(f, UploadFile) and f.filename]
    return [GivenFile((f.filename or "").replace("\\", "/").rpartition("/")[2], f.file.read()) for f in sent]


def _own(asked: Asked) -> int | None:
    """Of whom he may see what was handed in: himself alone, or None for everybody."""
    return None if asked.may(Need.READ) else asked.who.id
