"""Tasks: what takes longer than a page may, step by step, and what came of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response, StreamingResponse

from office.accounts.roles import Need
from office.errors import refusal
from office.words import language
from web.asked import Asked, Deciding
from web.files import download
from web.tasks.kinds import KINDS
from web.tasks.outcome import Order
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
    last = asked.request.headers.get("last-event-id", "")
    begin = int(last) if last.isascii() and last.isdigit() and len(last) < 6 else 0
    return StreamingResponse(_steps(_task(asked, number), begin), media_type="text/event-stream")


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
    found = asked.desk.tasks.newest(_whose(asked))
    return [(task, KINDS[task.order.kind].title) for task in found if task.order.kind in kinds]


def _task(asked: Asked, number: int) -> Task:
    """A task that who asks may see: his own, or as an administrator anybody's."""
    task = asked.desk.tasks.seen(number)
    if (
        task is None
        or _whose(asked) not in (None, task.account)
        or not asked.may(KINDS[task.order.kind].need)
    ):
        raise _nothing(asked, "a task of this desk; what came of it is gone when the desk is closed")
    return task


def _whose(asked: Asked) -> int | None:
    return None if asked.may(Need.ACCOUNTS) else asked.who.id


def _nothing(asked: Asked, expected: str) -> Exception:
    remedy = "ask for it once more"
    return refusal("no-such-task", asked.request.url.path[:100], expected, "none", remedy)


async def _steps(task: Task, begin: int) -> AsyncIterator[str]:
    yield "retry: 1000\n\n"
    for _look in range(int(LISTENS / LOOKS)):
        over = task.over
        for words in task.steps[begin:]:
            told = json.dumps({"about": str(begin), "words": words}, ensure_ascii=False)
            begin += 1
            yield f"id: {begin}\nevent: step\ndata: {told}\n\n"
        if over:
            yield "event: over\ndata: \n\n"
            return
        await asyncio.sleep(LOOKS)
