"""What the desk tells whoever watches it: whether it is well (`/health`), its figures (`/metrics`), and a
line in the log for each answer. No name, no address and no page of a person: a path is told as its route."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from datetime import datetime
from hmac import compare_digest
from time import perf_counter

from fastapi import APIRouter
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from sqlmodel import Session, col, func, select
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from office.errors import OfficeError
from office.place import Place, secret_text
from web.desk import Desk
from web.who import from_here

routes = APIRouter()


class Measures:
    """The figures of one desk, and its log."""

    def __init__(self, *, write: Callable[[str], object] | None = None) -> None:
        self.registry = CollectorRegistry()
        self.write = write
        labels = ("method", "route", "status")
        self.answers = Counter("banzuke_answers", "Answers of the desk.", labels, registry=self.registry)
        self.seconds = Histogram(
            "banzuke_answer_seconds", "How long an answer took.", ("route",), registry=self.registry
        )
        gauges = {
            "banzuke_open_problems": "Questions that wait for the officer.",
            "banzuke_waiting_mails": "Mails that wait for the next run.",
            "banzuke_newest_list_timestamp_seconds": "When the newest list was published.",
            "banzuke_last_poll_timestamp_seconds": "When an event was last looked at on Chess-Results.",
            "banzuke_free_disk_bytes": "Room on the disk of the office's folder.",
            "banzuke_newest_backup_timestamp_seconds": "When the newest backup was made; 0 without one.",
        }
        self.gauges = {name: Gauge(name, text, registry=self.registry) for name, text in gauges.items()}
        of_jobs = {
            "banzuke_job_overdue": "1 where a job has not ended well for too long.",
            "banzuke_job_seconds_since_ended_well": "Since a job ended well, or was first to.",
        }
        self.jobs = {
            name: Gauge(name, text, ("job",), registry=self.registry) for name, text in of_jobs.items()
        }

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Counts an answer and writes its line."""
        self.answers.labels(method, route, str(status)).inc()
        self.seconds.labels(route).observe(seconds)
        if self.write is not None:
            told = {"answer": status, "method": method, "route": route, "ms": round(seconds * 1000, 1)}
            self.write(json.dumps(told))

    def look(self, session: Session, now: datetime) -> None:
        """Sets the gauges to what the office is now."""
        from importer.tables import MessageRow, ProblemRow
        from office.jobs.board import board
        from office.tables import ListVersionRow, PollRow

        waiting = select(func.count()).select_from(ProblemRow).where(ProblemRow.state == "open")
        mails = select(func.count()).select_from(MessageRow).where(MessageRow.state == "waits")
        listed = session.exec(select(func.max(col(ListVersionRow.published_at)))).one()
        looked = col(PollRow.looked_at)  # one of a clock that was ahead hides no silence
        polled = session.exec(select(func.max(looked)).where(looked <= now)).one()
        self.gauges["banzuke_open_problems"].set(session.exec(waiting).one())
        self.gauges["banzuke_waiting_mails"].set(session.exec(mails).one())
        for name, moment in (("newest_list", listed), ("last_poll", polled)):
            self.gauges[f"banzuke_{name}_timestamp_seconds"].set(moment.timestamp() if moment else 0)
        overdue, well = self.jobs.values()
        well.clear()
        for job in board(session, now):
            overdue.labels(job.kind.name).set(job.overdue is not None)
            since = (job.ended_well and job.ended_well.ended_at) or job.row.late_since
            if since is not None:
                well.labels(job.kind.name).set((now - since).total_seconds())

    def look_beside(self, session: Session, place: Place, now: datetime) -> None:
        """The gauges of what is kept beside the database."""
        from office.backup.shelf import held, shelf

        self.gauges["banzuke_free_disk_bytes"].set(shutil.disk_usage(place.folder).free)
        try:
            moments = (one.made_at for one in held(shelf(session, place).folder))
            newest = [moment.timestamp() for moment in moments if moment <= now][:1]
        except (OfficeError, OSError):  # its job's words are unclear, or the folder is closed to the desk
            newest = []
        self.gauges["banzuke_newest_backup_timestamp_seconds"].set(*newest or [0])


class Measured:
    """The layer around the desk that measures each answer."""

    def __init__(self, app: ASGIApp, measures: Measures) -> None:
        self.app, self.measures = app, measures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = perf_counter(), 500

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            method = scope["method"] if scope["method"] in ("GET", "HEAD", "POST") else "other"
            # As it is written in the program; what nobody wrote is one word, whatever was asked for.
            route = getattr(scope.get("route"), "path", None) or "none"
            self.measures.answered(method, route, status, perf_counter() - began)


def to_log(kind: str) -> Callable[[str], object] | None:
    """Where lines go: with `json` to standard error, where systemd and containers take them; else nowhere."""
    return (lambda line: print(line, file=sys.stderr, flush=True)) if kind == "json" else None  # noqa: T201


@routes.get("/health", include_in_schema=False)
def health(request: Request) -> Response:
    """200 where the database opens and is of this version; else 503 with the code of the problem."""
    from office.database.migrate import check

    desk: Desk = request.app.state.desk
    try:
        check(desk.office.engine, "database")
    except OfficeError as error:
        return JSONResponse({"well": False, "problem": error.problems[0].code}, 503)
    except Exception:  # noqa: BLE001  whatever keeps the database away: who watches is told that it is
        return JSONResponse({"well": False, "problem": "database-unreachable"}, 503)
    return JSONResponse({"well": True})


@routes.get("/metrics", include_in_schema=False)
def metrics(request: Request) -> Response:
    """The figures for Prometheus: to this machine, and to whoever shows the secret `metrics-token`."""
    if not _may_read(request):
        return PlainTextResponse("The figures are read from this machine, or with the token.\n", 403)
    measures: Measures = request.app.state.measures
    desk: Desk = request.app.state.desk
    with desk.office.reading() as session:
        measures.look(session, desk.clock())
        measures.look_beside(session, desk.office.place, desk.clock())
    return Response(generate_latest(measures.registry), media_type=CONTENT_TYPE_LATEST)


def _may_read(request: Request) -> bool:
    token = (secret_text("metrics-token") or "").strip()  # of blanks alone, it would be shown by everybody
    shown = request.headers.get("authorization", "").removeprefix("Bearer ")
    if token:
        return compare_digest(shown.encode(), token.encode())
    return from_here(request)
