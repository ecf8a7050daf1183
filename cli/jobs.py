"""The jobs: jobs, jobs run, on, off, change, log."""

import time
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import MANY
from cli.out import note, say, show_problem
from cli.session import open_office, reading
from office.words import _, n_

if TYPE_CHECKING:
    from datetime import datetime
    from zoneinfo import ZoneInfo

    from office.jobs.board import Stands
    from office.jobs.tables import JobRow, JobRunRow

Name = Annotated[str, typer.Argument(help="The job, e.g. poll.")]
Who = Annotated[str | None, typer.Option(envvar="BANZUKE_OFFICER", help="Who decides.")]


def jobs(context: typer.Context) -> None:
    """What the office does by itself: each job's schedule, last and next run. Exit code 3: one is
    overdue."""
    if context.invoked_subcommand is not None:
        return
    from office.clock import now
    from office.families import family_of
    from office.jobs.board import board

    with reading(context) as session:
        zone = family_of(session).zone
        found = board(session, now())
    for one in found:
        say(f"{one.kind.name}: {_(one.kind.what)}")
        for line in _lines(one, zone):
            say(f"    {line}")
        if one.overdue is not None:
            show_problem(one.overdue)
    if not any(one.row.switched_on for one in found):
        note(_("Next: banzuke jobs on NAME, then banzuke work"))
    if any(one.overdue for one in found):
        raise typer.Exit(3)


def on(
    context: typer.Context, names: Annotated[list[str], typer.Argument(help="Jobs.")], who: Who = None
) -> None:
    """Switch jobs on. They run while banzuke work or banzuke serve does."""
    _switch(context, names, True, who)


def off(
    context: typer.Context, names: Annotated[list[str], typer.Argument(help="Jobs.")], who: Who = None
) -> None:
    """Switch jobs off. One that is running goes on to its end."""
    _switch(context, names, False, who)


def change(
    context: typer.Context,
    name: Name,
    schedule: Annotated[
        str | None,
        typer.Option(help="When, as of cron: “17 6,18 * * *” (minute, hour, day, month, day of the week)."),
    ] = None,
    words: Annotated[
        str | None, typer.Option("--with", help="What its command is given beside; “” takes it away.")
    ] = None,
    who: Who = None,
) -> None:
    """Put a job on another schedule, or give its command further words."""
    from office.clock import now
    from office.families import family_of
    from office.jobs.board import change as changed

    if schedule is None and words is None:
        raise typer.BadParameter(_("--schedule or --with?"), param_hint="--schedule")
    office = open_office(context.obj)
    officer = office.officer(who)
    with office.writing() as session:
        zone = family_of(session).zone
        row = changed(session, name, schedule=schedule, words=words, who=officer, now=now(), zone=zone)
    _tell_row(row, zone)


def run(context: typer.Context, name: Name, who: Who = None) -> None:
    """Run a job now, here, whether it is due or not; it ends with the exit code of its command."""
    from cli.work import worker_of
    from office.errors import refusal
    from office.jobs.kinds import kind_of
    from office.jobs.tables import JobRunRow

    kind_of(name)
    office = open_office(context.obj)
    worker = worker_of(office)
    claim = worker.run(name, office.officer(who))
    if claim is None:
        expected, remedy = "a job that nobody carries out", f"wait until it is done: banzuke jobs log {name}"
        raise refusal("job-running", f"banzuke jobs run {name}", expected, "one that runs", remedy)
    try:
        while worker.busy and not worker.stuck:  # one that is stuck has told why
            worker.watch()
            time.sleep(0.1)
    except KeyboardInterrupt:
        worker.stop()
        raise
    with office.reading() as session:
        ran = session.get_one(JobRunRow, claim.run)
    say(ran.log)
    if ran.code != 0:
        raise typer.Exit(ran.code if ran.code in (1, 2, 3, 70) else 1)


def log(
    context: typer.Context,
    name: Name,
    last: Annotated[int, typer.Option(min=1, max=MANY, help="So many runs, the newest.")] = 1,
) -> None:
    """What a job said when it ran."""
    from office.families import family_of
    from office.jobs.board import runs_of

    with reading(context) as session:
        zone = family_of(session).zone
        found = runs_of(session, name, last)
    for one in reversed(found):
        say(_ran(one, zone))
        for line in one.log.splitlines():
            say(f"    {line}")
    if not found:
        note(_("It has not run yet"))


def _switch(context: typer.Context, names: list[str], to: bool, who: str | None) -> None:
    from office.clock import now
    from office.families import family_of
    from office.jobs.board import switch

    office = open_office(context.obj)
    officer = office.officer(who)
    with office.writing() as session:
        zone = family_of(session).zone
        rows = [switch(session, name, to, who=officer, now=now(), zone=zone) for name in names]
    for row in rows:
        _tell_row(row, zone)
    if to:
        note(_("It runs while banzuke work or banzuke serve does"))


def _tell_row(row: "JobRow", zone: "ZoneInfo") -> None:
    if row.next_due is None:
        say(_("{job} is switched off", job=row.name))
    else:
        facts = {"job": row.name, "schedule": row.schedule, "moment": _at(row.next_due, zone)}
        say(_("{job} is on, {schedule}; next: {moment}", **facts))


def _lines(one: "Stands", zone: "ZoneInfo") -> list[str]:
    row = one.row
    command = "banzuke " + " ".join(one.words)
    switched = _("on") if row.switched_on else _("off")
    lines = [f"{switched}, {row.schedule}, {command}"]
    if one.last is not None:
        lines.append(_("last: {run}", run=_ran(one.last, zone)))
    if one.ended_well is not None and one.last is not None and one.ended_well.id != one.last.id:
        lines.append(_("ended well last: {run}", run=_ran(one.ended_well, zone)))
    if row.next_due is not None and row.holder is None:
        if row.attempt:
            facts = {"moment": _at(row.next_due, zone), "n": row.attempt}
            lines.append(_("tried again: {moment} (after {n} attempts)", **facts))
        else:
            lines.append(_("next: {moment}", moment=_at(row.next_due, zone)))
    return lines


def _ran(run: "JobRunRow", zone: "ZoneInfo") -> str:
    if run.ended_at is None or run.result is None:
        return _("{moment}, at work", moment=_at(run.began_at, zone))
    seconds = int((run.ended_at - run.began_at).total_seconds())
    told = f"{_at(run.began_at, zone)}, {_(run.result)}, " + n_("{n} second", "{n} seconds", seconds)
    return told + (", " + _("asked for by {who}", who=run.asked_by) if run.asked_by else "")


def _at(moment: "datetime", zone: "ZoneInfo") -> str:
    return f"{moment.astimezone(zone):%Y-%m-%d %H:%M}"
