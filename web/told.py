"""What went wrong, as a page or as a message within one: never a traceback."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from fastapi.exceptions import RequestValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Match

from office.errors import Later, refusal
from office.faults import FAULT, problems_or_report
from office.words import speak
from office.words.problems import ProblemLike
from web.api import openapi as description
from web.api import published
from web.api import reports as sent
from web.api.problem import is_api, problem_answer
from web.asked import Asked, SecondFactorFirst, SignedOut, accepted
from web.desk import Desk
from web.render import html

STATUS = {
    "answered-meanwhile": 409,
    "api-off": 403,
    "database-busy": 503,
    "database-unreachable": 503,
    "draft-out-of-date": 409,
    "file-not-held": 409,
    "file-shown-otherwise": 409,
    "form-out-of-date": 403,
    "member-changed": 409,
    "no-such-account": 404,
    "no-such-event": 404,
    "no-such-list": 404,
    "no-such-mail": 404,
    "no-such-report": 404,
    "no-such-sending": 404,
    "no-such-notice": 404,
    "no-such-member": 404,
    "no-such-page": 404,
    "no-such-task": 404,
    "no-such-backup": 404,
    "no-such-problem": 404,
    "no-such-ruling": 404,
    "no-such-session": 404,
    "not-allowed": 403,
    "not-from-here": 403,
    "question-changed": 409,
    "retention-changed": 409,
    "sign-in-refused": 403,
    "signed-out": 403,
    "token-unknown": 401,
    "too-many-attempts": 429,
    "too-many-questions": 429,
    "too-many-sendings": 429,
    "too-many-tasks": 429,
}
"""Of the first problem; 422 of others, and 500 of what nobody foresaw."""


async def told(desk: Desk, request: Request, error: Exception) -> Response:
    """An error as an answer: named problems as they are, anything else with a report for whoever looks after
    Banzuke, as on the command line."""
    at_api = is_api(request.url.path)
    if (
        not at_api
        and isinstance(error, SignedOut)
        and request.method == "GET"
        and "hx-request" not in request.headers
    ):
        return RedirectResponse(f"/sign-in?next={quote(_path(request), safe='/')}", 303)
    if isinstance(error, SecondFactorFirst) and request.method == "GET":
        return RedirectResponse("/settings", 303)
    route = getattr(request.scope.get("route"), "path", "/")
    doing = ["serve", request.method, *(part for part in route.split("/") if part)]
    problems, code = await run_in_threadpool(problems_or_report, error, desk.office.place.folder, doing)
    status = 500 if code == FAULT else STATUS.get(problems[0].code, 422)
    found = problem_answer(request, problems, status) if at_api else answer(request, problems, status)
    if isinstance(error, Later):
        found.headers["retry-after"] = str(error.seconds)
    return found


def answer(request: Request, problems: Sequence[ProblemLike], status: int) -> Response:
    """Problems as a page; for htmx as a message that takes the place of the last one."""
    asked: Asked | None = getattr(request.state, "asked", None)
    if request.headers.get("hx-request") == "true":
        part = html("problems.html", status, problems=problems)
        part.headers["hx-retarget"], part.headers["hx-reswap"] = "#said", "innerHTML"
        return part
    if asked is None:  # before it was known who asks
        speak(accepted(request))
        return html("problem_bare.html", status, problems=problems)
    kept = _kept(asked) if any(problem.code == "signed-out" for problem in problems) else None
    return asked.page("problem.html", status, problems=problems, back=_came_from(request), kept=kept)


async def told_http(request: Request, error: Exception) -> Response:
    """What the router refuses: no such page, a page that takes no form, numbers that are none."""
    if is_api(request.url.path):
        return _told_program(request, error)
    status = error.status_code if isinstance(error, HTTPException) else 404
    if status == 405:
        remedy = "go back, and use the page's own buttons"
        found = refusal("no-such-page", request.url.path, "a page that takes this", request.method, remedy)
    elif status == 404 or isinstance(error, RequestValidationError):
        status = 404
        remedy = "look at the address, or begin at Today"
        found = refusal("no-such-page", request.url.path, "a page of the desk", "none", remedy)
    else:
        remedy = "load the page again, then send it once more"
        found = refusal("form-unreadable", request.url.path, "a form that can be read", str(status), remedy)
    return answer(request, found.problems, status)


def _told_program(request: Request, error: Exception) -> Response:
    """The same for a program: which parameter or field cannot be read, which methods there are."""
    speak(accepted(request))
    path = request.url.path
    if isinstance(error, RequestValidationError):
        remedy = "look at /api/v1/openapi.json"
        found = [
            refusal(
                "form-unreadable", _field(one), "what the API's description says", str(one["msg"]), remedy
            )
            for one in error.errors()[:20]
        ]
        return problem_answer(request, [one.problems[0] for one in found], 422)
    status = error.status_code if isinstance(error, HTTPException) else 404
    remedy = "look at /api/v1/openapi.json"
    if status == 400:
        expected = "JSON, as the API's description says"
        (unread,) = refusal("form-unreadable", "what was sent", expected, "something else", remedy).problems
        return problem_answer(request, [unread], 422)
    allowed = {"allow": _methods(request)} if status == 405 else {}
    expected, method = "an address of the API", request.method if status == 405 else "none"
    (told,) = refusal("no-such-page", path, expected, method, remedy).problems
    return problem_answer(request, [told], status, allowed)


def _methods(request: Request) -> str:
    """Every method that an address of the API takes, whichever of its routes takes it."""
    every = (*published.routes.routes, *sent.routes.routes, *description.routes.routes)
    fitting = [route for route in every if route.matches(request.scope)[0] is not Match.NONE]
    taken = {method for route in fitting for method in getattr(route, "methods", ())}
    return ", ".join(sorted(taken | ({"HEAD"} if "GET" in taken else set())))


def _field(one: dict[str, object]) -> str:
    where = one.get("loc", ())
    assert isinstance(where, tuple)
    return ": ".join(str(part) for part in where)


SECRET = ("token", "password", "old", "new", "again", "code", "secret")
"""Fields that are not sent back to the browser."""


def _kept(asked: Asked) -> list[tuple[str, str]] | None:
    """What was typed, to be sent again after signing in; None where nothing was."""
    typed = [(name, value) for name, value in asked.form.multi_items() if isinstance(value, str)]
    return [(name, value) for name, value in typed if name not in SECRET] or None


def _came_from(request: Request) -> str | None:
    """The page of the desk that a form was on."""
    ours = f"{request.url.scheme}://{request.headers.get('host', '')}"
    came = request.headers.get("referer", "")
    return came.removeprefix(ours) if came.startswith(f"{ours}/") else None


def _path(request: Request) -> str:
    query = request.url.query
    return request.url.path + (f"?{query}" if query else "")
