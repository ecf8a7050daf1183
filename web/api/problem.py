"""What went wrong, for programs: problem details of RFC 9457, in the language that is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from starlette.requests import Request
from starlette.responses import Response

from office.words import language, speak
from office.words.problems import ProblemLike, in_language, meaning
from web.api.kept import as_json
from web.asked import accepted

AT = "/api/"
"""How the addresses begin of which programs ask."""
KIND = "application/problem+json"


def is_api(path: str) -> bool:
    """Whether an answer to this address is for a program."""
    return path.startswith(AT)


def problem_answer(
    request: Request, problems: Sequence[ProblemLike], status: int, headers: Mapping[str, str] | None = None
) -> Response:
    """Problems as one answer; the first gives type, title and detail."""
    speak(accepted(request))
    told = [in_language(one) for one in problems]
    first = told[0]
    values = {
        "type": f"{AT}v1/problems/{first.code}",
        "title": meaning(first.code),
        "status": status,
        "detail": f"{first.place}: {first.found} ({first.expected}). {first.remedy}",
        "instance": request.url.path,
        "problems": [
            {name: getattr(one, name) for name in ("code", "place", "expected", "found", "remedy")}
            for one in told
        ],
    }
    limits = request.scope.get("state", {}).get("ratelimit", {})
    sent = {**limits, **(headers or {}), "content-language": language(), "vary": "accept-language"}
    if status == 401:
        sent["www-authenticate"] = 'Bearer realm="Banzuke"'
    return Response(as_json(values), status, sent, KIND)
