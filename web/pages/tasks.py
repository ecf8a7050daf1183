"""Tasks: what takes longer than a page may, step by step, and what came of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response, StreamingResponse

from office.accounts.roles import Need
from office.errors import refusal
from office.words import language, speaking
from web.asked import Asked, Deciding, number_in
from web.render import download
from web.tasks.kinds import KINDS, Order
from web.tasks.queue import Task

routes = APIRouter()

LOOKS, LISTENS = 0.2, 300.0
"""Seconds between two looks at the steps, and for which one listens before the browser asks again."""


@routes.get("/tasks/{number}")
def one(asked: Deciding, number: int) -> Response:
    """A task: its steps while it is at work, then what came of it."""
    task = _task(asked, number)
    return asked.page("task.html", task=task, kind=KINDS[task.order.kind], steps=list(enumerate(task.steps)))


@routes.get("/tasks/{number}/live")
def live(asked: Deciding, number: int) -> Response:
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
def file(asked: Deciding, number: int, name: str) -> Response:
    """A file that came of it."""
    task = _task(asked, number)
    held = dict(task.outcome.files) if task.outcome is not None else {}
    if name not in held:
        raise _nothing(asked, "a file of this task")
    return download(name, held[name])


@routes.post("/tasks/{number}/stop")
def stop(asked: Deciding, number: int) -> Response:
    """Ends it before its time."""
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
