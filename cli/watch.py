"""Looking again: poll, drift, reread; and the day's budget of requests."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.intake import Offline, Replay
from cli.options import MANY
from cli.out import note, progress_line, say, show_problem
from cli.session import open_office, stored_if_it_can_be
from office.words import _, n_

if TYPE_CHECKING:
    from office.opened import Office
    from office.poll.reread import Reread
    from office.poll.run import Polled, Seen


def poll(
    context: typer.Context,
    once: Annotated[bool, typer.Option("--once", help="Look once and end (for cron). The default.")] = False,
    every: Annotated[
        int | None, typer.Option(min=5, max=MANY, help="Look again every so many minutes, until it is ended.")
    ] = None,
    quiet_days: Annotated[
        int,
        typer.Option(
            min=0, max=36500, help="A complete event is looked at until so many days without a change."
        ),
    ] = 30,
    waiting_days: Annotated[
        int,
        typer.Option(
            min=0, max=36500, help="An incomplete one until so many days after its last day or change."
        ),
    ] = 90,
    replay: Replay = None,
    offline: Offline = False,
) -> None:
    """Look whether known events have changed. One page each; more only if something has changed."""
    from office.clock import now
    from office.intake.sources import client_for
    from office.poll import run
    from office.poll.lock import alone

    if once and every is not None:
        raise typer.BadParameter(_("--once and --every exclude each other"))
    office = open_office(context.obj)

    def one() -> "Polled":
        with alone(office.place.folder):
            with office.reading() as session:
                known = run.watched(session, quiet=quiet_days, waiting=waiting_days)
            events, over = run.due(known, office.day(now()))
            note(n_("{n} event to look at", "{n} events to look at", len(events)))
            for left in over:
                named = f"E{left.event.id} {left.event.name}"
                note("  " + _("no longer looked at: {event}, since {day}", event=named, day=left.until))
            with client_for(
                office.place.archive, replay, note, offline=offline, contact=office.contact
            ) as client:
                polled = run.poll(
                    office.engine, client, events, clock=now, tell=_tell_seen,
                    progress=lambda number: progress_line(f"tournament {number}"),
                )  # fmt: skip
                pages = client.pages_asked
        counts = {
            "seen": len(polled.seen),
            "same": polled.count("unchanged", "uploaded"),
            "changed": polled.count("updated", "taken up"),
            "held": polled.count("held"),
            "failed": polled.count("failed"),
        }
        told = _(
            "{seen} looked at: {same} unchanged, {changed} changed, {held} changed after publication,"
            " {failed} failed",
            **counts,
        )
        say(f"{told}; " + n_("{n} page asked for", "{n} pages asked for", pages))
        if polled.stopped is not None:
            note(_("Stopped by {code}; events not looked at: {n}", code=polled.stopped.code, n=polled.left))
        return polled

    polled = run.every(every, one, note=note) if every is not None else one()
    if polled.count("updated", "held", "taken up"):
        note(_("Next: banzuke problems"))
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
    """Look whether the site builds its pages as before."""
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
        note(n_("{n} page to ask for", "{n} pages to ask for", len(kept)))
        with client_for(office.place.archive, replay, note, contact=office.contact) as client:
            compared = list(against_site(kept, client))
    drifted = 0
    for one in compared:
        problem = one.problem()
        if problem is None:
            say(_("{kind}: built as before ({origin})", kind=one.kind, origin=one.fresh.origin))
        else:
            drifted += 1
            say(
                _(
                    "{kind}: not built as before ({origin})",
                    kind=one.kind or _("unknown"),
                    origin=one.fresh.origin,
                )
            )
            show_problem(problem)
    if drifted:
        where = (
            _("the archive holds them as received")
            if folder is None
            else _("they are in {folder}", folder=folder)
        )
        note(_("Next: look at these pages in a browser; {where}", where=where))
        raise typer.Exit(3)


def reread(
    context: typer.Context,
    events: Annotated[
        list[str], typer.Argument(help="Events (E3, or a tournament number); all without one.")
    ] = [],  # noqa: B006  typer copies it
) -> None:
    """Read saved pages again and compare. Says what this version of Banzuke reads otherwise."""
    from office.poll.reread import chosen, frozen_readings
    from office.poll.reread import reread as read_again
    from office.words.problems import said as told
    from scraper.archive import FileArchive

    office = open_office(context.obj)
    archive = FileArchive(office.place.archive)
    with office.reading() as session:
        readings = [(e, r) for e in chosen(session, events) for r in frozen_readings(session, e)]
    found = [read_again(event, reading, archive) for event, reading in readings]
    for one in found:
        label = _(
            "E{id} {name}, reading {reading}", id=one.event.id, name=one.event.name, reading=one.reading.id
        )
        if one.problem is not None:
            say(_("{label}: not read", label=label))
            show_problem(one.problem)
        elif one.differences:
            say(
                _(
                    "{label}: read otherwise than before (by reader {reader})",
                    label=label,
                    reader=one.reading.reader,
                )
            )
            for line in one.differences:
                say(f"    {told(line)}")
    differing, missing = sum(bool(f.differences) for f in found), sum(f.problem is not None for f in found)
    same = len(found) - differing - missing
    facts = {"same": same, "different": differing, "missing": missing}
    say(
        n_("{n} reading read again:", "{n} readings read again:", len(found))
        + " "
        + _("{same} as before, {different} different, {missing} not read", **facts)
    )
    noted = _note_found(office, found)
    if differing:
        note(_("Nothing was changed. Next: banzuke problems") if noted else _("Nothing was changed"))
        raise typer.Exit(3)
    if missing:
        raise typer.Exit(1)


def _note_found(office: "Office", found: "list[Reread]") -> bool:
    """Keeps what was found, for the desk to ask about; where it cannot be stored now, says so."""
    from office.clock import now
    from office.desk.refresh import refresh
    from office.poll.reread import note_reread, to_note

    with office.reading() as session:
        if not any(to_note(session, one) for one in found):
            return True

    def keep() -> None:
        with office.writing() as session:
            for one in found:
                note_reread(session, one, now())
            refresh(session)

    noted = stored_if_it_can_be(keep)
    if not noted:
        note(_("What was found is not noted for the desk: look again with banzuke reread"))
    return noted


def budget(
    context: typer.Context,
    requests: Annotated[
        int | None, typer.Argument(min=0, max=MANY, help="Allow so many requests a day from now on.")
    ] = None,
) -> None:
    """Show or set how many pages may be asked for in a day (UTC)."""
    from office.place import Place
    from scraper.budget import Budget

    kept = Budget(Place(context.obj).require().archive)
    spent = kept.spent() if requests is None else kept.set(requests)
    say(_("{asked} of {all} requests used on {day} (UTC)", asked=spent.asked, all=spent.a_day, day=spent.day))


def _tell_seen(seen: "Seen") -> None:
    """One event's look, in the order in which it is read: what, then why."""
    from office.words.problems import said as told

    words = {
        "unchanged": _("unchanged"),
        "uploaded": _("uploaded again, nothing has changed"),
        "updated": _("changed"),
        "held": _("changed after publication; the list stands, the new reading is kept for a correction"),
        "taken up": _("changed; taken into the open correction"),
        "failed": _("could not be looked at"),
    }
    say(f"E{seen.event.id} {seen.event.name}: {words[seen.state]}")
    for change in seen.changes:
        say(f"    {told(change)}")
    if seen.complete_on is not None:
        say("    " + _("complete now; it counts as reported on {day} (R16)", day=seen.complete_on))
    if seen.problem is not None:
        show_problem(seen.problem)
