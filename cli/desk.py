"""What is open: events, problems, status."""

from pathlib import Path
from typing import Annotated

import typer

from cli.out import note, say
from cli.session import reading
from office.words import _, n_


def status(
    context: typer.Context,
    everything: Annotated[bool, typer.Option("--all", help="Also what is known to be missing.")] = False,
) -> None:
    """What is open, for which list, until when."""
    from office.clock import now
    from office.desk.status import status_text
    from office.families import day_here

    with reading(context) as session:
        text = status_text(session, day_here(session, now()), everything=everything)
    say(text)


def events(
    context: typer.Context,
    event: Annotated[
        str | None, typer.Argument(help="One event (E3 or tournament number): as printed, and as taken.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--csv", dir_okay=False, help="Its players, as printed and as taken.")
    ] = None,
) -> None:
    """All events, or one of them whole. Shows when each was reported, its list and its questions."""
    from office.desk.refresh import refresh

    if event is not None:
        _one_event(context, event, file)
        return
    if file is not None:
        raise typer.BadParameter(_("--csv is of one event: name it"))
    from office.clock import now
    from office.desk.status import event_states, failed_reports
    from office.families import day_here
    from office.text_table import table

    with reading(context) as session:
        desk = refresh(session)
        states = event_states(session, desk, day_here(session, now()))
        rows = [
            (
                f"E{e.view.event.id}",
                e.view.event.tournament,
                e.view.event.name,
                e.view.event.last_day,
                e.view.reported_on() or ("–" if e.view.excluded() else _("incomplete")),
                e.published or e.list_date or "–",
                states[e.view.key],
            )
            for e in desk.events
        ]
        failed = failed_reports(session)
    if rows:
        say(
            table(
                rows,
                (_("event"), _("number"), _("name"), _("last day"), _("reported"), _("list"), _("state")),
            )
        )
    for line in failed:
        say(line)
    if not rows and not failed:
        note(_("No events yet. Next: banzuke import LINK"))


def _one_event(context: typer.Context, target: str, file: Path | None) -> None:
    from cli.sight import shown
    from office.clock import now
    from office.desk.decision import event_named
    from office.desk.event_page import event_csv, event_text
    from office.desk.refresh import refresh
    from office.desk.resolve import rulings_of
    from office.families import day_here
    from office.place import Place
    from publication.exports.files import write_whole

    with reading(context) as session:
        desk = refresh(session)
        found = event_named(desk.events, target)
        text = event_text(session, desk, found, day_here(session, now()))
        data = event_csv(session, found.view) if file is not None else b""
        ruled = [r.id for r, _name in rulings_of(session, taken_back=False) if r.event_key == found.view.key]
    say(text)
    shown(Place(context.obj), (), [number for number in ruled if number is not None])
    if file is not None:
        write_whole(file, data)
        say(_("{file}: the players as printed, and who they are taken for", file=file))


def problems(
    context: typer.Context,
    event: Annotated[
        str | None, typer.Argument(help="Of this event (E3 or tournament number).", show_default=False)
    ] = None,
    code: Annotated[str | None, typer.Option(help="Of this kind, each by itself.")] = None,
    member: Annotated[str | None, typer.Option(help="That name this member: ID or whole name.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Also those that are settled.")] = False,
    next_: Annotated[
        bool, typer.Option("--next", help="One question, whole, with the command lines that answer it.")
    ] = False,
) -> None:
    """The open questions, and what to do."""
    from cli.questions import numbered, say_next, together
    from cli.sight import shown
    from office.desk.groups import grouped, numbered_problems
    from office.desk.refresh import refresh
    from office.place import Place

    with reading(context) as session:
        desk = refresh(session)
        if next_:
            shown(Place(context.obj), say_next(session, say, whatever=True))
            return
        rows = numbered_problems(session, desk, everything=everything, event=event, code=code, member=member)
        told = [together(session, g) for g in grouped(rows)] if code is None else map(numbered, rows)
        for lines in told:
            say("\n".join(lines))
        waiting = sum(g.first.state == "open" and g.first.blocks for g in grouped(rows))
    shown(Place(context.obj), rows)
    if waiting:
        note(
            n_("{n} question to decide.", "{n} questions to decide.", waiting)
            + " "
            + _("Next: banzuke resolve P… with one of the answers above, and --reason")
        )
    elif event is None and code is None and member is None:
        note(_("Nothing is left to decide. Next: banzuke rate"))
    elif not rows:
        note(_("No such problem is open. Without a choice: banzuke problems"))
