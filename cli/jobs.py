"""What the office does by itself, and what was changed: jobs, jobs run, on, off, change, log; journal."""

import shlex
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options import MANY, Newest, Reason, Who, argument, option
from cli.out import note, say, say_lines, show_problem
from cli.session import acting, at, now, open_office, reading, zone_of
from office.words import _, n_, p_

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

    from office.jobs.board import Stands
    from office.jobs.tables import JobRow, JobRunRow

Name = Annotated[str, argument("The job, e.g. poll.")]
Jobs = Annotated[list[str], argument("Jobs.")]


def jobs(context: typer.Context) -> None:
    """What the office does by itself: each job's schedule, last and next run. Exit code 3: one is
    overdue."""
    from office.jobs.board import board

    with reading(context) as session:
        zone = zone_of(session)
        found = board(session, now())
    for one in found:
        say(f"{one.kind.name}{p_('punctuation', ': ')}{_(one.kind.what)}")
        say_lines(_lines(one, zone), "    ")
        if one.overdue is not None:
            show_problem(one.overdue)
    if not any(one.row.switched_on for one in found):
        note(_("Next: banzuke jobs on NAME, then banzuke work"))
    if any(one.overdue for one in found):
        raise typer.Exit(3)


def on(context: typer.Context, names: Jobs, reason: Reason = "", who: Who = None) -> None:
    """Switch jobs on. They run while banzuke work or banzuke serve does."""
    _switch(context, names, True, reason, who)


def off(context: typer.Context, names: Jobs, reason: Reason = "", who: Who = None) -> None:
    """Switch jobs off. A running job finishes."""
    _switch(context, names, False, reason, who)


def change(
    context: typer.Context,
    name: Name,
    schedule: Annotated[
        str | None, option("When, as of cron: “17 6,18 * * *” (minute, hour, day, month, day of the week).")
    ] = None,
    words: Annotated[str | None, option("Further words for its command; “” removes them.", "--with")] = None,
    reason: Reason = "",
    who: Who = None,
) -> None:
    """Put a job on another schedule, or give its command further words."""
    from office.jobs.board import anchored, words_of
    from office.jobs.board import change as changed

    if schedule is None and words is None:
        raise typer.BadParameter(_("--schedule or --with?"), param_hint="--schedule")
    with acting(context, who, reason) as (session, officer):
        zone = zone_of(session)
        row = changed(session, name, schedule=schedule, words=words, who=officer, now=now(), zone=zone)
        if words:
            anchored(row, _understood(context, words_of(row)))
        command = f"banzuke {shlex.join(words_of(row))}"
    _tell_row(row, zone)
    say("    " + _(", ").join((_when(row), command)))


def _understood(context: typer.Context, words: list[str]) -> Mapping[str, Any]:
    """What the command itself takes these words for. Refused as by it, which else would say so only when its
    job is due."""
    root: Any = context.find_root()
    command, path, rest = root.command, [], words
    while hasattr(command, "commands"):
        if rest[0] in command.commands:
            name, *rest = rest
        else:  # banzuke inbox --imap
            from cli.inbox import TAKE as name
        path.append(name)
        command = command.commands[name]
    try:
        with command.make_context(" ".join(path), list(rest), parent=root) as made:
            return dict(made.params)
    except typer.Exit:  # --help: it was shown, and is no word of a job
        raise typer.Exit(2) from None


def run(context: typer.Context, name: Name, who: Who = None) -> None:
    """Run a job now, due or not; it ends with the exit code of its command."""
    from cli.serve import teller, worker_of
    from office.jobs.board import refuse_unready, row_of, running
    from office.jobs.tables import JobRunRow

    office = open_office(context.obj)
    with office.reading() as session:
        refuse_unready(row_of(session, name, now()), "run")
    worker = worker_of(office, teller(office, "text"))
    claim = worker.run(name, office.officer(who))
    if claim is None:
        raise running(name)
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
        raise typer.Exit(ran.code if ran.code in (1, 2, 3, 70, 75) else 1)


def log(
    context: typer.Context,
    name: Name,
    last: Annotated[int, option("Show this many runs, newest first.", min=1, max=MANY)] = 1,
) -> None:
    """What a job said when it ran."""
    from office.jobs.board import runs_of

    with reading(context) as session:
        zone = zone_of(session)
        found = runs_of(session, name, last)
    for one in reversed(found):
        say(_ran(one, zone))
        say_lines(one.log.splitlines(), "    ")
    if not found:
        note(_("It has not run yet"))


def journal(
    context: typer.Context,
    member: Annotated[str, option("What concerns this member: ID or full name.")] = "",
    event: Annotated[str, option("What concerns this event, e.g. E3.")] = "",
    by: Annotated[str, option("What this officer changed.")] = "",
    last: Newest = 30,
    after: Annotated[str, option("Continue where an earlier call ended.")] = "",
) -> None:
    """What was changed, by whom, when and why: decisions, register, events, lists, settings, accounts."""
    from office.journal.view import page

    with reading(context) as session:
        zone = zone_of(session)
        found = page(session, member=member, event=event, by=by, last=last, after=after)
    for one in found.entries:
        who = _(", ") + one.who if one.who else ""
        told = p_("punctuation", ": ").join((at(one.at, zone) + who, one.what))
        say_lines([told, *([f"    {one.why}"] if one.why else [])])
    if not found.entries:
        note(_("Nothing was changed"))
    if found.after is not None:
        note(_("Older: the same with --after {after}", after=found.after))


def _switch(context: typer.Context, names: list[str], to: bool, reason: str, who: str | None) -> None:
    from office.jobs.board import switch

    with acting(context, who, reason) as (session, officer):
        zone = zone_of(session)
        rows = [switch(session, name, to, who=officer, now=now(), zone=zone) for name in names]
    for row in rows:
        _tell_row(row, zone)
    if to:
        note(_("It runs while banzuke work or banzuke serve does"))


def _when(row: "JobRow") -> str:
    """When a job runs, in words and as it is typed."""
    from office.jobs.times import when

    words = when(row.schedule)
    return words if words == row.schedule else _("{times} ({schedule})", times=words, schedule=row.schedule)


def _tell_row(row: "JobRow", zone: "ZoneInfo") -> None:
    from office.jobs.times import when

    if row.next_due is None:
        say(_("{job} is switched off", job=row.name))
    else:
        facts = {"job": row.name, "schedule": when(row.schedule), "moment": at(row.next_due, zone)}
        say(_("{job} is on, {schedule}; next: {moment}", **facts))


def _lines(one: "Stands", zone: "ZoneInfo") -> list[str]:
    row = one.row
    switched = _("on") if row.switched_on else _("off")
    lines = [_(", ").join((switched, _when(row), f"banzuke {shlex.join(one.words)}"))]
    if one.last is not None:
        lines.append(_("last: {run}", run=_ran(one.last, zone)))
    if one.ended_well is not None and one.last is not None and one.ended_well.id != one.last.id:
        lines.append(_("ended well last: {run}", run=_ran(one.ended_well, zone)))
    if row.next_due is not None and row.holder is None:
        if row.attempt:
            lines.append(
                n_(
                    "tried again: {moment} (after {n} attempt)",
                    "tried again: {moment} (after {n} attempts)",
                    row.attempt,
                    moment=at(row.next_due, zone),
                )
            )
        else:
            lines.append(_("next: {moment}", moment=at(row.next_due, zone)))
    return lines


def _ran(run: "JobRunRow", zone: "ZoneInfo") -> str:
    if run.ended_at is None or run.result is None:
        return _("{moment}, at work", moment=at(run.began_at, zone))
    seconds = int((run.ended_at - run.began_at).total_seconds())
    told = [at(run.began_at, zone), _(run.result), n_("{n} second", "{n} seconds", seconds)]
    return _(", ").join(told + ([_("asked for by {who}", who=run.asked_by)] if run.asked_by else []))
