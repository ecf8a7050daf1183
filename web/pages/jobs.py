"""What the office does by itself: each job as it stands, switched on and off, asked for at once; what it
said when it ran. put on another schedule. What a job's command is given is changed at the command line: it
names folders of this machine."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from office.families import family_of
from office.jobs.board import at_once, board, change, runs_of, switch
from office.jobs.kinds import kind_of
from web.asked import Deciding

routes = APIRouter()

RUNS = 20


@routes.get("/settings/jobs")
def every(asked: Deciding) -> Response:
    """All jobs."""
    with asked.reading() as session:
        zone = family_of(session).zone
        return asked.page("jobs.html", jobs=board(session, asked.now), zone=zone)


@routes.get("/settings/jobs/{job}")
def one(asked: Deciding, job: str) -> Response:
    """A job with its last runs and what each said."""
    kind = kind_of(job)
    with asked.reading() as session:
        (stands,) = (one for one in board(session, asked.now) if one.kind is kind)
        zone, runs = family_of(session).zone, runs_of(session, job, RUNS)
        return asked.page("job.html", job=stands, runs=runs, zone=zone)


@routes.post("/settings/jobs/{job}")
def changed(asked: Deciding, job: str) -> Response:
    """Switches a job on or off, puts it on another schedule, or has it carried out at once."""
    with asked.writing() as session:
        if asked.given("do") == "now":
            at_once(session, job, now=asked.now)
        elif asked.given("do") == "schedule":
            zone, schedule = family_of(session).zone, asked.given("schedule")
            change(session, job, schedule=schedule, words=None, who=asked.who.name, now=asked.now, zone=zone)
        else:
            on, zone = asked.given("do") == "on", family_of(session).zone
            switch(session, job, on, who=asked.who.name, now=asked.now, zone=zone)
    back = asked.given("back")
    return asked.see(back if back in ("/site", "/settings/jobs") else f"/settings/jobs/{job}")
