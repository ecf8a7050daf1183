"""Tasks: what takes longer than a page may, step by step, and what came of it. And trying out: what a rating
would become with supposed games, published lists under other rules, how well the ratings predict; nothing
that is stored is touched."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response, StreamingResponse

from importer.merged import stands_for
from office.accounts.roles import Need
from office.errors import refusal
from office.register.find import find_member
from office.runs.rate import chosen_from, switches_from
from office.simulate.run import rules_from
from office.whatif.games import choices, supposed, what_if
from office.words import language, speaking
from publication.account.gather import merged_note
from rating.editions import names
from rating.rulings import RULINGS
from web.asked import Asked, Deciding, Reading
from web.fields import Number, number_in
from web.render import download
from web.tasks.queue import KINDS, Order, Task

routes = APIRouter()

LOOKS, LISTENS = 0.2, 300.0
"""Seconds between two looks at the steps, and for which one listens before the browser asks again."""


@routes.get("/tasks/{number}")
def one(asked: Deciding, number: Number) -> Response:
    """A task: its steps while it is at work, then what came of it."""
    task = _task(asked, number)
    return asked.page("task.html", task=task, kind=KINDS[task.order.kind], steps=list(enumerate(task.steps)))


@routes.get("/tasks/{number}/live")
def live(asked: Deciding, number: Number) -> Response:
    """Its steps as they come, as server-sent events."""
    task = _task(asked, number)
    return listening(
        asked,
        lambda begin: [(str(at), words) for at, words in enumerate(task.steps[begin:], begin)],
        lambda: task.over,
        listens=LISTENS,
        looks=LOOKS,
    )


@routes.get("/tasks/{number}/files/{name}")
def file(asked: Deciding, number: Number, name: str) -> Response:
    task = _task(asked, number)
    held = dict(task.outcome.files) if task.outcome is not None else {}
    if name not in held:
        raise _nothing(asked, "a file of this task")
    return download(name, held[name])


@routes.post("/tasks/{number}/stop")
def stop(asked: Deciding, number: Number) -> Response:
    asked.desk.tasks.stop(_task(asked, number))
    return asked.see(f"/tasks/{number}")


def begun(asked: Asked, kind: str, given: Mapping[str, Any] | None = None) -> Response:
    """Begins a task for who asks, and leads to its page."""
    desk = asked.desk
    folder = desk.office.place.folder.resolve()
    order = Order(kind, folder, asked.now, asked.who.name, language(), desk.replay, given or {})
    return asked.see(f"/tasks/{desk.tasks.begin(asked.who.id, order).number}")


def newest(asked: Asked, *kinds: str) -> list[tuple[Task, str]]:
    """The tasks of these kinds that who asks may see, the newest first, each with its title."""
    found = asked.desk.tasks.newest(asked.whose(Need.ACCOUNTS))
    return [(task, KINDS[task.order.kind].title) for task in found if task.order.kind in kinds]


def _task(asked: Asked, number: int) -> Task:
    """A task that who asks may see: his own, or as an administrator anybody's."""
    task = asked.desk.tasks.seen(number)
    mine = task is not None and asked.whose(Need.ACCOUNTS) in (None, task.account)
    if task is None or not mine or not asked.may(KINDS[task.order.kind].need):
        raise _nothing(asked, "a task of this desk; what came of it is gone when the desk is closed")
    return task


def _nothing(asked: Asked, expected: str) -> Exception:
    remedy = "ask for it once more"
    return refusal("no-such-task", asked.request.url.path[:100], expected, "none", remedy)


def listening(
    asked: Asked,
    told: Callable[[int], Sequence[tuple[str, str]]],
    over: Callable[[], bool],
    *,
    listens: float,
    looks: float,
) -> Response:
    """Steps as they come, as server-sent events, from the one after the last that the browser had. `told`:
    the steps from a number on, each with what it is about; `over`: whether there will be no more; `listens`:
    seconds after which the browser asks again; `looks`: seconds between two looks."""
    spoken = language()

    async def events(begin: int) -> AsyncIterator[str]:
        yield "retry: 1000\n\n"
        for _look in range(int(listens / looks)):
            last = over()
            with speaking(spoken):
                steps = told(begin)
            for about, words in steps:
                begin += 1
                data = json.dumps({"about": about, "words": words}, ensure_ascii=False)
                yield f"id: {begin}\nevent: step\ndata: {data}\n\n"
            if last:
                yield "event: over\ndata: \n\n"
                return
            await asyncio.sleep(looks)

    had = number_in(asked.request.headers.get("last-event-id", "")) or 0
    return StreamingResponse(events(had), media_type="text/event-stream")


ROWS, MOST = 6, 40
"""So many rows for games the form has at first, and at most."""

SCORES = ("win", "draw", "loss")


@routes.get("/lists/whatif")
def whatif(asked: Reading) -> Response:
    """What a rating would become. The form asks by the address, so that a case can be kept and passed on."""
    given = asked.request.query_params
    member = given.get("member", "").strip()[:500]
    played = [*zip(given.getlist("score")[:MOST], given.getlist("against")[:MOST], strict=False)]
    games = [(score, against.strip()[:500]) for score, against in played if against.strip()]
    text = note = ""
    found = None
    with asked.reading() as session:
        known = choices(session)
        if member and games:
            switches = switches_from(given.get("interpretation", "").split())
            found = find_member(session, member)
            note = merged_note(session, found) or ""
            found = stands_for(session, found)
            text = what_if(
                session, found.federation_id, given.get("type") or None,
                [supposed(f"{score} {against}") for score, against in games],
                event_class=given.get("class") or None, day=asked.day("day"), switches=switches,
            )  # fmt: skip
    rows = [*games, *[("win", "")] * min(max(ROWS - len(games), 2), MOST - len(games))]
    return asked.page(
        "whatif.html", known=known, member=member, rows=rows, scores=SCORES, text=text, note=note,
        given=given, found=found, again=bool(member) and not games,
    )  # fmt: skip


@routes.get("/lists/simulate")
def simulation(asked: Deciding) -> Response:
    """The form for published lists under other rules."""
    return _form(asked, "simulate.html", "simulate")


@routes.post("/lists/simulate")
def simulated(asked: Deciding) -> Response:
    given = _given(asked)
    rules_from(given["edition"] or None, None, chosen_from(given["interpretation"]))
    if given["edition"] and given["amended"]:
        expected, remedy = "an edition or an amended file", "give one of them"
        raise refusal("simulation-rules", "the rules", expected, "both", remedy)
    return begun(asked, "simulate", given)


@routes.get("/lists/assess")
def assessment(asked: Deciding) -> Response:
    return _form(asked, "assess.html", "assess")


@routes.post("/lists/assess")
def assessed(asked: Deciding) -> Response:
    given = _given(asked)
    given["editions"] = tuple(asked.all_given("editions"))
    for edition in given["editions"]:
        rules_from(edition, None, {})
    rules_from(None, None, chosen_from(given["interpretation"]))
    return begun(asked, "assess", given)


def _form(asked: Asked, template: str, kind: str) -> Response:
    return asked.page(template, editions=list(names()), rulings=list(RULINGS), tasks=newest(asked, kind))


def _given(asked: Asked) -> dict[str, Any]:
    """What both forms ask; refused here, before anything begins, where it cannot be."""
    return {
        "edition": asked.given("edition"),
        "interpretation": asked.given("interpretation").split(),
        "amended": [(file.name, file.data) for file in asked.files("amended")[:1]],
        "first": asked.day("first"),
        "last": asked.day("last"),
    }
