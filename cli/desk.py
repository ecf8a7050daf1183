"""What is open: status, events, problems."""

from pathlib import Path
from typing import Annotated

import typer

from cli.options import argument, option
from cli.out import note, save, say, say_lines, say_table, show_problem
from cli.session import now, reading, today
from office.words import _, n_, p_


def status(
    context: typer.Context,
    everything: Annotated[bool, option("Also what is known to be missing.", "--all")] = False,
) -> None:
    """What is open, for which list, until when."""
    from office.desk.status import status_text
    from office.doctor.clock import clock_behind

    with reading(context) as session:
        text = status_text(session, today(session), everything=everything)
        behind = clock_behind(session, now())
    say(text)
    if behind is not None:
        show_problem(behind)


def events(
    context: typer.Context,
    event: Annotated[
        str | None, argument("One event (E3 or tournament number): as printed, and as matched.")
    ] = None,
    file: Annotated[
        Path | None, option("Its players, as printed and as matched.", "--csv", dir_okay=False)
    ] = None,
) -> None:
    """All events, or one of them whole. Shows when each was reported, its list and its questions."""
    from office.desk.refresh import refresh

    if event is not None:
        _one_event(context, event, file)
        return
    if file is not None:
        raise typer.BadParameter(_("--csv is of one event: name it"))
    from office.desk.status import event_states, failed_reports

    with reading(context) as session:
        desk = refresh(session)
        states = event_states(session, desk, today(session))
        rows = [
            (
                f"E{e.view.event.id}",
                e.view.event.tournament,
                e.view.event.called,
                e.view.event.last_day,
                e.view.reported_on() or ("–" if e.view.excluded() else _("incomplete")),
                e.published or e.list_date or "–",
                states[e.view.key],
            )
            for e in desk.events
        ]
        failed = failed_reports(session)
    if rows:
        times = (_("last day"), _("reported"), _("list"), _("state"))
        say_table(rows, _("event"), _("number"), p_("event", "name"), *times)
    say_lines(failed)
    if not rows and not failed:
        note(_("No events yet. Next: banzuke import LINK"))


def _one_event(context: typer.Context, target: str, file: Path | None) -> None:
    from cli.sight import shown
    from office.desk.event_page import event_csv, event_text
    from office.desk.refresh import refresh
    from office.desk.resolve import rulings_of
    from office.desk.targets import event_named

    with reading(context) as session:
        desk = refresh(session)
        found = event_named(desk.events, target)
        text = event_text(session, desk, found, today(session))
        data = event_csv(session, found.view) if file is not None else b""
        ruled = [r.id for r, _name in rulings_of(session, taken_back=False) if r.event_key == found.view.key]
    say(text)
    shown(context.obj, (), ruled)
    if file is not None:
        save(file, data)
        say(_("{file}: the players as printed, and the members they are matched with", file=file))


def problems(
    context: typer.Context,
    event: Annotated[
        str | None, argument("Of this event (E3 or tournament number).", show_default=False)
    ] = None,
    code: Annotated[str | None, option("Of this kind, each by itself.")] = None,
    member: Annotated[str | None, option("Those that name this member: ID or full name.")] = None,
    everything: Annotated[bool, option("Also those that are settled.", "--all")] = False,
    next_: Annotated[
        bool, option("One question in full, with the command lines that answer it.", "--next")
    ] = False,
) -> None:
    """The open questions, and what to do."""
    from cli.questions import say_next, together
    from cli.sight import shown
    from office.desk.groups import Group, grouped, numbered_problems
    from office.desk.next_step import next_step
    from office.desk.refresh import refresh
    from office.words.formats import joined

    if next_ and (everything or event or code or member):  # it would be of another event
        raise typer.BadParameter(_("{option} goes with no event and no other option", option="--next"))
    with reading(context) as session:
        desk = refresh(session)
        if next_:
            step = next_step(session, desk, today(session))
            shown(context.obj, say_next(session, say, step, whatever=True))
            return
        rows = numbered_problems(session, desk, everything=everything, event=event, code=code, member=member)
        for group in grouped(rows) if code is None else [Group((row,)) for row in rows]:
            say("\n".join(together(session, group)))
        waiting = sum(g.first.state == "open" and g.first.blocks for g in grouped(rows))
        step = next_step(session, desk, today(session))
    shown(context.obj, rows)
    if waiting:
        note(
            joined(
                (
                    n_("{n} question to decide.", "{n} questions to decide.", waiting),
                    _("Next: banzuke resolve P… shows the answers that fit; give one of them, and --reason"),
                )
            )
        )
    elif event is None and code is None and member is None:
        note(_("Nothing is left to decide. Next: {step}", step=step))
    elif not rows:
        note(_("No such problem is open. Without a choice: banzuke problems"))
