"""What went wrong, as a page or as a message within one: never a traceback."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import quote, urlencode

from fastapi.exceptions import RequestValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Match

from office.accounts.roles import Need
from office.errors import Later, OfficeError, refusal
from office.faults import FAULT, problems_or_report
from office.fields import expected_of
from office.words import speak
from office.words.problems import ProblemLike
from scraper.records import Problem
from web.api.kept import is_api, problem_answer
from web.api.published import routes, sent
from web.asked import Asked, begun, no_page
from web.desk import Desk
from web.guard import LONGEST
from web.render import html
from web.typed import TYPED, Sent, without_secrets
from web.who import accepted, from_here

STATUS = {
    "not-sent-whole": 400,
    **dict.fromkeys(("token-unknown",), 401),
    **dict.fromkeys(("api-off", "form-out-of-date", "not-allowed", "not-from-here"), 403),
    **dict.fromkeys(("sign-in-refused", "signed-out"), 403),
    **dict.fromkeys(("no-such-account", "no-such-backup", "no-such-event", "no-such-list"), 404),
    **dict.fromkeys(("no-such-mail", "no-such-member", "no-such-notice", "no-such-page"), 404),
    **dict.fromkeys(("no-such-problem", "no-such-report", "no-such-ruling", "no-such-sending"), 404),
    **dict.fromkeys(("no-such-game", "no-such-job", "no-such-organizer"), 404),
    **dict.fromkeys(("no-such-session", "no-such-task"), 404),
    **dict.fromkeys(("answered-meanwhile", "draft-out-of-date", "file-not-held"), 409),
    **dict.fromkeys(("file-shown-otherwise", "member-changed", "question-changed", "retention-changed"), 409),
    **dict.fromkeys(("account-exists", "last-administrator", "member-exists", "opening-repeated"), 409),
    **dict.fromkeys(("draft-changed", "draft-not-seen", "no-draft", "not-published", "open-problems"), 409),
    **dict.fromkeys(("event-published", "list-closed", "list-open", "list-published", "not-reopened"), 409),
    **dict.fromkeys(("job-off", "job-running", "mail-not-waiting", "site-running"), 409),
    **dict.fromkeys(("text-too-large", "too-much-sent"), 413),
    "address-too-long": 414,
    **dict.fromkeys(("too-many-attempts", "too-many-questions", "too-many-sendings", "too-many-tasks"), 429),
    **dict.fromkeys(("database-busy", "database-damaged", "database-encoding", "database-unreachable"), 503),
    **dict.fromkeys(("database-unwritable", "database-version", "disk-low", "no-office"), 503),
    **dict.fromkeys(("office-moved", "office-of-old"), 503),
}
"""Of the first problem; 422 of others, and 500 of what nobody foresaw."""
SHOWN = 60
"""Characters of what cannot be read that are told again."""


async def told(desk: Desk, request: Request, error: Exception) -> Response:
    """An error as an answer: named problems as they are, anything else with a report for whoever looks after
    Banzuke, as on the command line."""
    at_api = is_api(request.url.path)
    asks = request.method == "GET"
    refused = error.problems[0].code if isinstance(error, OfficeError) else ""
    if refused == "signed-out" and asks and not at_api and "hx-request" not in request.headers:
        query = request.url.query
        wanted = quote(request.url.path + (f"?{query}" if query else ""), safe="/")
        way = f"/sign-in?next={wanted}"
        return RedirectResponse(way if len(way) <= LONGEST else "/sign-in", 303)
    if refused == "second-factor" and asks:  # before an officer does anything else
        return RedirectResponse("/settings", 303)
    route = getattr(request.scope.get("route"), "path", "/")
    doing = ["serve", request.method, *(part for part in route.split("/") if part)]
    problems, code = await run_in_threadpool(problems_or_report, error, desk.office.place.folder, doing)
    status = 500 if code == FAULT else STATUS.get(problems[0].code, 422)
    asked: Asked | None = getattr(request.state, "asked", None)
    if not from_here(request) and not (asked and asked.may(Need.READ)):
        problems = [_to_strangers(problem) for problem in problems]
    found = problem_answer(request, problems, status) if at_api else answer(request, problems, status)
    if isinstance(error, Later):
        found.headers["retry-after"] = str(error.seconds)
    return found


IN_A_PLACE = ("unforeseen", "file-trouble", "secret-unreadable")
"""Problems that name a file of this machine."""
OF_SERVER = ("database-busy", "database-damaged", "database-unreachable", "database-unwritable")
"""Problems that have what the server of the database says."""


def _to_strangers(problem: ProblemLike) -> ProblemLike:
    """A problem without where the office's files lie, and without what the server of its database says."""
    place, found = problem.place, problem.found
    if problem.code in IN_A_PLACE:
        place = place.rpartition("/")[2]
    elif problem.code in OF_SERVER:
        found = "none"
    return Problem(problem.code, place, problem.expected, found, problem.remedy)


def answer(request: Request, problems: Sequence[ProblemLike], status: int) -> Response:
    """Problems as a page; for htmx as a message that takes the place of the last one."""
    asked: Asked | None = getattr(request.state, "asked", None)
    if asked is None:
        speak(accepted(request))
    elif spoken := getattr(request.state, "spoken", None):
        speak(spoken)
    if request.headers.get("hx-request") == "true":
        part = html("problems.html", status, problems=problems, asked=asked)
        part.headers["hx-retarget"], part.headers["hx-reswap"] = "#said", "innerHTML"
        return part
    if asked is None:  # before it was known who asks
        return html("problem_bare.html", status, problems=problems)
    back, kept = _came_from(request), None
    if any(problem.code == "signed-out" for problem in problems):  # to be sent again after signing in
        kept = without_secrets(asked.form.multi_items())
    again = None if back is None or kept else _back_to_form(asked, back)
    return asked.page("problem.html", status, problems=problems, back=back, kept=kept, again=again)


async def told_http(request: Request, error: Exception) -> Response:
    """What the router refuses: no such page, a page that takes no form, numbers that are none."""
    if is_api(request.url.path):
        return _told_program(request, error)
    if getattr(request.state, "asked", None) is None:
        await begun(request)
    status = error.status_code if isinstance(error, HTTPException) else 404
    if status == 405:
        remedy = "go back, and use the page's own buttons"
        found = refusal("no-such-page", request.url.path, "a page that takes this", request.method, remedy)
    elif status == 404 or isinstance(error, RequestValidationError):
        status, found = 404, no_page(request.url.path)
    else:
        remedy = "load the page again, then send it once more"
        found = refusal("form-unreadable", request.url.path, "a form that can be read", str(status), remedy)
    told = answer(request, found.problems, status)
    if status == 405:
        told.headers["allow"] = _methods(request, request.app.state.routes)
    return told


def _told_program(request: Request, error: Exception) -> Response:
    """The same for a program: which parameter or field cannot be read, which methods there are."""
    remedy = "look at /api/v1/openapi.json"
    if isinstance(error, RequestValidationError):
        found = [_unread(one, remedy) for one in error.errors()[:20]]
        kind = request.headers.get("content-type", "")
        if error.errors()[0]["loc"] == ("body",) and not _JSON.match(kind):  # nothing of it was read
            place, told_kind = "header: Content-Type", f"“{kind[:SHOWN]}”" if kind else "none"
            found = [Problem("form-unreadable", place, "application/json", told_kind, remedy)]
        return problem_answer(request, found, 422)
    status = error.status_code if isinstance(error, HTTPException) else 404
    if status == 400:
        expected = "JSON, as the API's description says"
        unread = refusal("form-unreadable", "what was sent", expected, "something else", remedy)
        return problem_answer(request, unread.problems, 422)
    allowed = {"allow": _methods(request, (*routes.routes, *sent.routes))} if status == 405 else {}
    expected, method = "an address of the API", request.method if status == 405 else "none"
    told = refusal("no-such-page", request.url.path, expected, method, remedy)
    return problem_answer(request, told.problems, status, allowed)


_JSON = re.compile(r"application/(?:[^;\s]+\+)?json\s*(?:;|$)", re.IGNORECASE)


def _unread(error: Mapping[str, Any], remedy: str) -> Problem:
    """A parameter or field that cannot be read."""
    given, found = error["input"], "something else"
    if isinstance(given, str | int):
        found, count = f"“{given}”", len(str(given))
        if count > SHOWN:
            found = f"{count} characters"
    elif error["type"] == "too_long":
        found = str(len(given))
    if error["type"] == "missing":
        found = "none"
    if error["type"] == "json_invalid":
        expected = "JSON, as the API's description says"
    else:
        expected = expected_of(error) or "what the API's description says"
    return Problem("form-unreadable", ": ".join(map(str, error["loc"])), expected, found, remedy)


def _methods(request: Request, every: Iterable[BaseRoute]) -> str:
    """Every method that an address takes, whichever of these routes takes it."""
    fitting = [route for route in every if route.matches(request.scope)[0] is not Match.NONE]
    taken = {method for route in fitting for method in getattr(route, "methods", ())}
    return ", ".join(sorted(taken | ({"HEAD"} if "GET" in taken else set())))


def _back_to_form(asked: Asked, page: str) -> str | None:
    """The address of the page of a form that was refused, with what was typed in it again; None where nothing
    was. Of a page whose own address leaves no room for that, what is behind its ? is left out."""
    method = asked.request.method
    fields = without_secrets((asked.request.query_params if method == "GET" else asked.form).multi_items())
    sent = Sent(asked.number, asked.token, method.lower(), asked.request.url.path, fields, asked.now)
    if (key := asked.desk.refused.put(sent)) is None:
        return None
    path, _mark, query = page.partition("?")
    typed = urlencode({TYPED: key})
    whole = f"{path}?{query}&{typed}" if query else f"{path}?{typed}"
    return whole if len(whole) <= LONGEST else f"{path}?{typed}"


def _came_from(request: Request) -> str | None:
    """The page of the desk that a form was on, without what was put into it again."""
    ours = f"{request.url.scheme}://{request.headers.get('host', '')}"
    came = request.headers.get("referer", "")
    page = came.removeprefix(ours)
    if came == page or not re.match("/(?!/)", page):  # “//” would lead to another host
        return None
    path, _mark, query = page.partition("?")
    kept = "&".join(one for one in query.split("&") if one and not one.startswith(f"{TYPED}="))
    return f"{path}?{kept}" if kept else path
