"""The description of the API: OpenAPI 3.1, made from its addresses."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.openapi.utils import get_openapi
from starlette.responses import Response

from web.api import published, reports, shapes
from web.api.asked import Answers

routes = APIRouter(prefix="/api/v1")

ABOUT = """What a rating office has published, and reports that programs send. Everything is read from the
rows that are frozen with a published list; nothing is told that the office's website does not show. Every
answer has an ETag: send it back in If-None-Match. Problems are told as RFC 9457 has them."""


@routes.get("/openapi.json", include_in_schema=False)
def openapi(request: Request, kept: Answers) -> Response:
    """The description itself."""
    return kept.answer(request, lambda _session: description())


def description() -> dict[str, Any]:
    """The same as values."""
    made = get_openapi(
        title="Banzuke",
        version="1",
        openapi_version="3.1.0",
        description=ABOUT,
        routes=[*published.routes.routes, *reports.routes.routes],
    )
    whole = shapes.Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    one = whole.pop("$defs")
    made["components"]["schemas"] |= {"Problem": whole, **one}
    for name in ("HTTPValidationError", "ValidationError"):
        made["components"]["schemas"].pop(name, None)
    return made
