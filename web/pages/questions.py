"""Today: what waits, what ran, what is next, in one glance. Questions, one after the other, each with its
answers; and events: all of them, and each with its crosstable, its questions and its decisions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from urllib.parse import quote

from fastapi import APIRouter
from sqlmodel import Session
from starlette.responses import Response

from importer.tables import ProblemRow, RulingRow
from office.accounts.roles import Need
from office.desk.answering import Done, answer, done, question, shown, take_back, typed
from office.desk.choices import answers_of_event
from office.desk.crosstable import crosstable
from office.desk.event_page import facts_of, page_there, rulings_on
from office.desk.groups import open_questions
from office.desk.keeping import register_kept
from office.desk.next_step import PREVIEW
from office.desk.refresh import refresh
from office.desk.status import event_state, event_states
from office.desk.targets import event_named
from office.desk.today import Today, today
from office.desk.withdraw import standing_on
from office.doctor.clock import clock_behind
from office.errors import refusal
from office.jobs.board import board
from office.register.newcomers import to_enter
from office.rules.standing import ruling_words, subject_words
from office.runs.publication_alarms import Alarm
from office.runs.publication_store import look_at
from office.tables import ListVersionRow
from office.words import language, p_
from web.asked import Asked, Deciding, Reading, SignedIn
from web.fields import Number, number_in

routes = APIRouter()

BACK = re.compile(
    r"/events/\d{1,9}|/members/[0-9A-Za-z]{1,40}|/members/(duplicates|organizers)"
    r"|/members/fees\?list=\d{4}-\d\d-\d\d|/settings/(decisions|rules)"
)
"""Pages from which a decision is taken back, and to which that leads again."""

SHOWN = 200
"""So many events, or questions, stand on a page."""
ANSWERED = 50
"""So many questions stand on the page of their event, each with its answers."""


@routes.get("/")
def first(asked: SignedIn) -> Response:
    """The first page of whoever comes in; a reporter's leads to his reports."""
    if not asked.may(Need.READ):
        return asked.page("welcome.html")
    return glance(asked)


@routes.get("/today")
def glance(asked: Reading) -> Response:
    """What waits today, and how the jobs went."""
    going = asked.desk.works.going()
    with register_kept(anew=True), asked.reading() as session:
        waits = today(session, asked.today(session))
        jobs = [one for one in board(session, asked.now) if one.last or one.overdue]
        return asked.page(
            "today.html", today=waits, alarms=_alarms(asked, waits), going=going,
            jobs=sorted(jobs, key=lambda one: not one.bad), done=just_done(asked, session),
            behind=clock_behind(session, asked.now),
        )  # fmt: skip


def _alarms(asked: Asked, waits: Today) -> list[Alarm]:
    """The alarms of the draft that wait for an officer's word."""
    if waits.draft is None or waits.next != PREVIEW:
        return []
    number = waits.draft.id
    with asked.reading() as session:

        def looked() -> list[Alarm]:
            draft = session.get(ListVersionRow, number)
            return list(look_at(session, draft, on_screen=True).open) if draft is not None else []

        return asked.desk.kept.of(session, ("alarms", number, language()), looked)


@routes.get("/questions")
def every(asked: Reading) -> Response:
    """The open questions, those that a list waits for first, a page at a time: `from` is the number of its
    first; where that and all after it are answered by now, from the beginning."""
    with register_kept(anew=True), asked.reading() as session:
        refresh(session)
        groups = open_questions(session)
        first = session.get(ProblemRow, number_in(asked.query("from")) or 0)
        mine = [g for g in groups if first is None or _place(g.first) >= _place(first)] or groups
        return asked.page(
            "questions.html", groups=mine[:SHOWN], more=mine[SHOWN:],
            waits=bool(groups) and groups[0].first.blocks,
            only_shown=[g for g in groups if not g.first.blocks], done=just_done(asked, session),
        )  # fmt: skip


def _place(row: ProblemRow) -> tuple[bool, int]:
    """Where a question stands among all."""
    return not row.blocks, row.id or 0


@routes.get("/questions/next")
def next_(asked: Reading) -> Response:
    """The next one that a list waits for; Today where none does."""
    with register_kept(anew=True), asked.reading() as session:
        refresh(session)
        waiting = [group for group in open_questions(session) if group.first.blocks]
    return asked.see(f"/questions/{waiting[0].first.id}" if waiting else "/")


@routes.get("/questions/{number}")
def one(asked: Reading, number: Number, alone: bool = False) -> Response:
    """A question; `?alone=1`: of several that are one, this one by itself."""
    with register_kept(anew=True), asked.reading() as session:
        asks = question(session, number, alone=alone)
        return asked.page("question.html", question=asks, done=just_done(asked, session))


@routes.post("/questions")
def answered(asked: Deciding) -> Response:
    """An answer to one question, or to several that are one; then the next question."""
    option, _blank, value = asked.given("choice").partition(" ")
    value = value or asked.given(f"value{option}")
    marks = _sent_marks(asked)
    with register_kept(anew=True), asked.writing() as session:
        numbers, after = answer(session, option, value, marks=marks, made=asked.made(rulings=asked.decisions))
    told = f"?done={typed(numbers)}" if numbers else ""
    back = asked.given("back")
    if back.startswith("/events/") and back.removeprefix("/events/").isdigit():
        return asked.see(f"{back}{told}#questions")
    return asked.see(f"/questions/{after}{told}" if after is not None else f"/{told}")


@routes.post("/decisions/take-back")
def taken_back(asked: Deciding) -> Response:
    """Takes decisions back; what they answered is open again."""
    numbers = asked.given("numbers")
    with register_kept(anew=True), asked.writing() as session:
        after = take_back(session, numbers, made=asked.made())
    told = f"?done={quote(numbers, safe=',-')}"
    back = asked.given("back")
    if BACK.fullmatch(back):
        return asked.see(f"{back}&{told[1:]}" if "?" in back else f"{back}{told}")
    return asked.see(f"/questions/{after}{told}" if after is not None else f"/{told}")


@routes.get("/events")
def every_event(asked: Reading) -> Response:
    """Events with their states, the newest first, a page at a time: `from` is the number of its newest."""
    first = number_in(asked.query("from"))
    with register_kept(anew=True), asked.reading() as session:
        desk = refresh(session)
        events = sorted(desk.events, key=lambda e: e.view.event.id or 0, reverse=True)
        mine = [e for e in events if first is None or (e.view.event.id or 0) <= first]
        page, older = mine[:SHOWN], mine[SHOWN:]
        states = event_states(session, desk, asked.today(session), page)
        return asked.page("events.html", events=page, states=states, older=older)


@routes.get("/events/{number}")
def one_event(asked: Reading, number: Number) -> Response:
    """An event with its questions, the first of very many, and with its table, of very many players a page at
    a time: `from` is the starting number of its first."""
    first = number_in(asked.query("from")) or 0
    with register_kept(anew=True), asked.reading() as session:
        desk = refresh(session)
        event = event_named(desk.events, f"E{number}")
        groups = open_questions(session, event.view.key)
        return asked.page(
            "event.html", event=event, state=event_state(event),
            facts=facts_of(session, desk, event, asked.today(session)),
            table=crosstable(session, event.view, groups, first),
            questions=[shown(session, group) for group in groups[:ANSWERED]], more=groups[ANSWERED:],
            rulings=rulings_on(session, event.view), standing=standing_on(event),
            of_event=answers_of_event(session, event), done=just_done(asked, session),
            to_enter=to_enter(session, event.view) if asked.may(Need.DECIDE) else (),
            page_there=page_there(event.view.key),
        )  # fmt: skip


def _sent_marks(asked: Asked) -> Mapping[int, str]:
    """The problems that were answered, with the mark that each was shown with; refused without any."""
    found = {}
    for text in asked.all_given("mark"):
        typed_number, _colon, mark = text.partition(":")
        if (number := number_in(typed_number)) is not None:
            found[number] = mark[:100]
    if not found:
        remedy = "choose at least one, then send it again"
        raise refusal("nothing-chosen", "the answer", "the questions that it answers", "none", remedy)
    return found


def just_done(asked: Asked, session: Session) -> Done | None:
    """The decisions that led to this page, if any did."""
    return done(session, asked.done) if asked.done else None


def in_words(rows: Iterable[RulingRow]) -> list[tuple[int, str]]:
    """Decisions that stand whatever becomes of an event: the number of each, and what it says."""
    colon = p_("punctuation", ": ")
    return [(row.id or 0, f"{ruling_words(row)}{colon}{subject_words(row)}") for row in rows]


def decided(asked: Asked, path: str, *rulings: RulingRow) -> Response:
    """Leads to a page that tells which decisions were just made."""
    sign = "&" if "?" in path else "?"
    return asked.see(f"{path}{sign}done={typed([row.id or 0 for row in rulings])}")
