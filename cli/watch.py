"""Looking again: poll, drift, reread; and the day's budget of requests."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.intake import Offline, Replay
from cli.out import note, progress_line, say, show_problem
from cli.session import open_office

if TYPE_CHECKING:
    from office.poll.run import Polled, Seen
    from scraper.fetch import Progress


def register(app: typer.Typer) -> None:
    """Adds these commands."""
    for command in (poll, drift, reread, budget):
        app.command()(command)


def poll(
    context: typer.Context,
    once: Annotated[bool, typer.Option("--once", help="Look once and end (for cron). The default.")] = False,
    every: Annotated[
        int | None, typer.Option(min=5, help="Look again every so many minutes, until it is ended.")
    ] = None,
    quiet_days: Annotated[
        int, typer.Option(min=0, help="A complete event is looked at until so many days without a change.")
    ] = 30,
    waiting_days: Annotated[
        int, typer.Option(min=0, help="An incomplete one until so many days after its last day or change.")
    ] = 90,
    replay: Replay = None,
    offline: Offline = False,
) -> None:
    """Look at known events again: one page each, more only where it is other than before."""
    from office.clock import now
    from office.intake.sources import client_for
    from office.poll import run, schedule, which
    from office.poll.lock import alone

    if once and every is not None:
        raise typer.BadParameter("--once and --every exclude each other")
    office = open_office(context.obj)

    def one() -> "Polled":
        with alone(office.place):
            with office.reading() as session:
                known = which.watched(session, quiet=quiet_days, waiting=waiting_days)
            events, over = which.due(known, office.day(now()))
            note(f"{len(events)} event{'s' if len(events) != 1 else ''} to look at")
            for left in over:
                note(f"  no more: E{left.event.id} {left.event.name}, since {left.until}")
            with client_for(office.place.archive, replay, note, offline=offline) as client:
                polled = run.poll(
                    office.engine, client, events, clock=now, progress=_progress, tell=_tell_seen
                )
                pages = client.pages_asked
        say(
            f"{len(polled.seen)} looked at: {polled.count('unchanged', 'uploaded')} unchanged,"
            f" {polled.count('updated')} changed, {polled.count('held')} changed after publication,"
            f" {polled.count('failed')} failed; {pages} pages asked for"
        )
        if polled.stopped is not None:
            note(f"Stopped by {polled.stopped.code}; {polled.left} events were not looked at")
        return polled

    polled = schedule.every(every, one, note=note) if every is not None else one()
    if polled.count("updated", "held"):
        note("Next: banzuke problems")
    if polled.count("failed"):
        raise typer.Exit(1)


def drift(
    context: typer.Context,
    event: Annotated[
        str | None, typer.Option(help="Compare the pages of this event (E3, or its tournament number).")
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option("--from", exists=True, help="Saved pages to compare, instead of asking the site."),
    ] = None,
    replay: Replay = None,
) -> None:
    """Compare a fresh page of each kind with the kept ones: has the site changed its layout?"""
    from office.intake.sources import client_for, saved_pages
    from office.poll.drift import against_folder, against_site, kept_pages
    from office.poll.reread import chosen
    from scraper.archive import FileArchive

    office = open_office(context.obj)
    archive = FileArchive(office.place.archive)
    with office.reading() as session:
        kept = kept_pages(session, archive, chosen(session, [event] if event else []))
    if folder is not None:
        compared = list(against_folder(kept, saved_pages(folder)))
    else:
        note(f"{len(kept)} pages to ask for")
        with client_for(office.place.archive, replay, note) as client:
            compared = list(against_site(kept, client))
    drifted = 0
    for one in compared:
        problem = one.problem()
        if problem is None:
            say(f"{one.kind}: built as before ({one.fresh.origin})")
        else:
            drifted += 1
            say(f"{one.kind or 'unknown'}: not built as before ({one.fresh.origin})")
            show_problem(problem)
    if drifted:
        where = "the archive holds them as they were received" if folder is None else f"they are in {folder}"
        note(f"Next: look at these pages in a browser; {where}")
        raise typer.Exit(3)


def reread(
    context: typer.Context,
    events: Annotated[
        list[str], typer.Argument(help="Events (E3, or a tournament number); all without one.")
    ] = [],  # noqa: B006  typer copies it
) -> None:
    """Read the saved pages of frozen readings with today's reader and say what is other."""
    from office.clock import now
    from office.desk.refresh import refresh
    from office.poll.reread import chosen, frozen_readings, note_reread
    from office.poll.reread import reread as read_again
    from scraper.archive import FileArchive

    office = open_office(context.obj)
    archive = FileArchive(office.place.archive)
    with office.reading() as session:
        readings = [(e, r) for e in chosen(session, events) for r in frozen_readings(session, e)]
    found = [read_again(event, reading, archive) for event, reading in readings]
    with office.writing() as session:
        for one in found:
            note_reread(session, one, now())
        refresh(session)
    for one in found:
        label = f"E{one.event.id} {one.event.name}, reading {one.reading.id}"
        if one.problem is not None:
            say(f"{label}: not read")
            show_problem(one.problem)
        elif one.differences:
            say(f"{label}: other than frozen (by reader {one.reading.reader})")
            for line in one.differences:
                say(f"    {line}")
    differing, missing = sum(bool(f.differences) for f in found), sum(f.problem is not None for f in found)
    same = len(found) - differing - missing
    say(f"{len(found)} readings read again: {same} as frozen, {differing} other, {missing} not read")
    if differing:
        note("Nothing was changed. Next: banzuke problems")
        raise typer.Exit(3)
    if missing:
        raise typer.Exit(1)


def budget(
    context: typer.Context,
    requests: Annotated[
        int | None, typer.Argument(min=0, help="Allow so many requests a day from now on.")
    ] = None,
) -> None:
    """Show, or set, how many requests may leave for Chess-Results on one day (UTC)."""
    from office.place import Place
    from scraper.budget import Budget

    kept = Budget(Place(context.obj).require().archive)
    spent = kept.spent() if requests is None else kept.set(requests)
    say(f"{spent.asked} of {spent.a_day} requests asked on {spent.day} (UTC)")


def _progress(tournament: int) -> "Progress":

    return progress_line(f"tournament {tournament}")


def _tell_seen(seen: "Seen") -> None:
    """One event's look, in the order in which it is read: what, then why."""

    words = {"uploaded": "uploaded again, nothing is other than before", "updated": "changed"}
    words["held"] = "changed after publication; the list stands, the new reading is kept for a correction"
    words["failed"] = "could not be looked at"
    say(f"E{seen.event.id} {seen.event.name}: {words.get(seen.state, seen.state)}")
    for change in seen.changes:
        say(f"    {change}")
    if seen.complete_on is not None:
        say(f"    complete now; it counts as reported on {seen.complete_on} (R16)")
    if seen.problem is not None:
        show_problem(seen.problem)
