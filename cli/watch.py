"""Looking again: poll, drift, reread; and the day's budget of requests."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import MANY, Offline, Reason, Replay, apart, argument, option, refuse_idle
from cli.out import note, notice, progress_line, say, say_lines, show_problem
from cli.session import now, open_office, stored_if_it_can_be
from office.words import _, n_, p_
from office.words.formats import day

if TYPE_CHECKING:
    from office.poll.run import Polled, Seen


def poll(
    context: typer.Context,
    once: Annotated[  # noqa: ARG001  what is done without it
        bool, option("Look once and end (for cron). The default.", "--once", callback=apart)
    ] = False,
    every: Annotated[
        int | None,
        option(
            "Look again every so many minutes, until it is stopped.",
            min=5,
            max=MANY,
            callback=apart,
        ),
    ] = None,
    quiet_days: Annotated[
        int, option("Look at a complete event until it has not changed for this many days.", min=0, max=36500)
    ] = 30,
    waiting_days: Annotated[
        int,
        option(
            "Look at an incomplete one until this many days after its last day or change.", min=0, max=36500
        ),
    ] = 90,
    replay: Replay = None,
    offline: Offline = False,
) -> None:
    """Check whether known events have changed. One page each; more only if something has changed."""
    from office.errors import Unanswered
    from office.intake.sources import office_client
    from office.locks import alone
    from office.poll import run

    office = open_office(context.obj)

    def one() -> "Polled":
        with alone(office.place.folder, "poll"):
            today = office.day(now())
            with office.reading() as session:
                known = run.watched(session, today, quiet=quiet_days, waiting=waiting_days)
            events, over = run.due(known, today)
            note(n_("{n} event to look at", "{n} events to look at", len(events)))
            named = run.told(over, known, today)
            for left in named:
                event = f"E{left.event.id} {left.event.called}"
                note("  " + _("no longer looked at: {event}, since {day}", event=event, day=day(left.until)))
            if rest := len(over) - len(named):
                note(
                    "  "
                    + n_(
                        "no longer looked at for longer: {n} event",
                        "no longer looked at for longer: {n} events",
                        rest,
                    )
                )
            with office_client(office, replay, notice, offline=offline) as client:
                polled = run.poll(
                    office.engine, client, events, clock=now, tell=_tell_seen,
                    progress=lambda number: progress_line(f"tournament {number}"),
                )  # fmt: skip
                pages = client.pages_asked
        told = _(
            "{seen} looked at: {same} unchanged, {changed} changed, {held} changed after publication,"
            " {failed} failed",
            seen=len(polled.seen),
            same=polled.count("unchanged", "uploaded", "as published"),
            changed=polled.count("updated", "taken up"),
            held=polled.count("held"),
            failed=polled.count("failed"),
        )
        say(told + p_("problem", "; ") + n_("{n} page asked for", "{n} pages asked for", pages))
        if polled.stopped is not None:
            note(_("Stopped by {code}; events not looked at: {n}", code=polled.stopped.code, n=polled.left))
        return polled

    polled = run.every(every, one, note=note) if every is not None else one()
    if polled.count("updated", "held", "taken up"):
        note(_("Next: banzuke problems"))
    if polled.count("failed"):
        raise typer.Exit(Unanswered.exit_code if polled.unanswered else 1)


def drift(
    context: typer.Context,
    event: Annotated[
        str | None, option("Compare the pages of this event (E3, or its tournament number).")
    ] = None,
    saved: Annotated[
        Path | None,
        option("Saved pages to compare, instead of asking the site.", "--from", exists=True, callback=apart),
    ] = None,
    replay: Replay = None,
) -> None:
    """Check whether the site builds its pages as before."""
    from office.intake.sources import saved_pages
    from office.poll.drift import against_folder, against_the_site, kept_pages
    from office.poll.reread import chosen
    from scraper.archive import FileArchive

    office = open_office(context.obj)
    named = [event] if event else []
    if saved is None:
        compared = against_the_site(office, named, replay, notice)
    else:
        with office.reading() as session:
            kept = kept_pages(session, FileArchive(office.place.archive), chosen(session, named))
        compared = list(against_folder(kept, saved_pages(saved)))
    drifted = 0
    for one in compared:
        say(one.line())
        if (problem := one.problem()) is not None:
            drifted += 1
            show_problem(problem)
    if drifted:
        where = (
            _("the archive holds them as received")
            if saved is None
            else _("they are in {folder}", folder=saved)
        )
        note(_("Next: look at these pages in a browser; {where}", where=where))
        raise typer.Exit(3)


def reread(
    context: typer.Context,
    events: Annotated[list[str], argument("Events (E3, or a tournament number); all without one.")] = [],  # noqa: B006  typer copies it
) -> None:
    """Read saved pages again and compare. Says what this version of Banzuke reads otherwise."""
    from office.poll.reread import keep, label, look_again
    from office.words.problems import said as told

    office = open_office(context.obj)
    with office.reading() as session:
        found = look_again(session, office.place, events, lambda _line: None)
    for one in found.readings:
        if one.problem is not None:
            say(_("{label}: not read", label=label(one)))
            show_problem(one.problem)
        elif one.differences:
            facts = {"reader": one.reading.reader, "label": label(one)}
            say(_("{label}: read otherwise than before (by reader {reader})", **facts))
            say_lines(map(told, one.differences), "    ")
    say(found.line())
    noted = stored_if_it_can_be(lambda: keep(office, found, now()))
    if not noted:
        note(_("What was found is not noted for the desk: look again with banzuke reread"))
    if found.different:
        note(_("Nothing was changed. Next: banzuke problems") if noted else _("Nothing was changed"))
        raise typer.Exit(3)
    if found.missing:
        raise typer.Exit(1)


def budget(
    context: typer.Context,
    requests: Annotated[
        int | None, argument("Allow this many requests a day from now on.", min=0, max=MANY)
    ] = None,
    reason: Reason = "",
) -> None:
    """Show or set how many pages may be asked for in a day (UTC)."""
    from office.budget import allow, spent
    from office.place import Place

    if requests is None:
        refuse_idle(context, "reason", other="REQUESTS")
    place = Place(context.obj).require()
    used = spent(place) if requests is None else allow(open_office(context.obj, reason), requests, now())
    facts = {"asked": used.asked, "all": used.a_day, "day": day(used.day)}
    say(_("{asked} of {all} requests used on {day} (UTC)", **facts))


def _tell_seen(seen: "Seen") -> None:
    """One event's look, in the order in which it is read: what, then why."""
    from office.words.problems import said as told

    words = {
        "unchanged": _("unchanged"),
        "uploaded": _("uploaded again, nothing has changed"),
        "updated": _("changed"),
        "held": _("changed after publication; the list stands, the new reading is kept for a correction"),
        "as published": _("again as its published list has it"),
        "taken up": _("changed; taken into the open correction"),
        "failed": _("could not be looked at"),
    }
    say(f"E{seen.event.id} {seen.event.called}{p_('punctuation', ': ')}{words[seen.state]}")
    say_lines(map(told, seen.changes), "    ")
    if seen.complete_on is not None:
        say("    " + _("complete now; it counts as reported on {day} (R16)", day=day(seen.complete_on)))
    if seen.problem is not None:
        show_problem(seen.problem)
