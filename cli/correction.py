"""Corrections of published lists: correction list, open, close, preview, publish."""

from typing import Annotated

import typer

from cli.options import AcceptAlarm, Day, Reason, Who, Yes, argument, day
from cli.out import (
    after_alarms,
    end_without_yes,
    note,
    refuse_unseen,
    say,
    say_lines,
    say_table,
    show_problem,
)
from cli.session import deciding, made_by, now, open_office, reading, today
from office.words import _, n_, p_

Reported = Annotated[Day | None, day("The day the error was pointed out.", show_default="today")]
Event = Annotated[str, argument("The event: E3, its tournament number or its key.")]


def open_event(
    context: typer.Context, event: Event, reported: Reported = None, reason: Reason = "", who: Who = None
) -> None:
    """Take an event of a published list up again, or a late one into a list that is out."""
    from office.corrections.reopen import reopen
    from office.desk.groups import count

    with deciding(context, who, reason) as (session, made):
        ruling, placed = reopen(session, event, reported=reported or today(session), made=made)
    say(_("Ruling {id}: {label} is taken up again for a correction", id=ruling.id, label=placed.view.label))
    if n := count(placed.blocking):
        note(n_("{n} question about it: banzuke problems", "{n} questions about it: banzuke problems", n))
    note(_("Decide again with banzuke resolve; then: banzuke correction preview"))


def close_event(context: typer.Context, event: Event, reason: Reason = "", who: Who = None) -> None:
    """Leave an event as its list has it after all."""
    from office.corrections.reopen import close

    with deciding(context, who, reason) as (session, made):
        row, as_published = close(session, event, made=made)
    if not as_published:
        say(_("Decision {id} is taken back: the event is put into no list that is out", id=row.id))
        note(_("What was decided about it since stands: banzuke rulings"))
        return
    say(_("Ruling {id} is taken back: the event stands as published", id=row.id))
    note(_("What was decided about it since is as it was: banzuke rulings"))


def list_(context: typer.Context) -> None:
    """What waits for a correction, with the days that its list is still open."""
    from office.corrections.open_lists import WHY, waiting
    from office.desk.refresh import refresh
    from office.merge.due import merged_lines

    with reading(context) as session:
        merged = merged_lines(session, today(session))
        rows = [
            (
                f"E{one.event.view.event.id}",
                one.event.view.event.called,
                one.list_date,
                _(WHY[one.why]),
                one.reported,
                one.time_left(),
            )
            for one in waiting(session, refresh(session).events, today(session))
        ]
    say_lines(merged)
    if not rows:
        if not merged:
            say(_("No correction is open, and nothing waits for one."))
        note(_("Whether a change of the register moves a list that is out: banzuke correction preview"))
        return
    say_table(rows, _("event"), p_("event", "name"), _("list"), _("state"), _("error reported"), _("time"))
    note(
        _(
            "To decide: banzuke correction open EVENT --reported DAY, or banzuke problems. Taken up: banzuke"
            " correction preview"
        )
    )


def preview(context: typer.Context) -> None:
    """What a correction made now would change, list by list, and why. Nothing is stored."""
    from importer.rulings import Made
    from office.corrections.open_lists import TAKEN_UP, waiting
    from office.corrections.shown import would_be
    from office.desk.refresh import refresh

    with reading(context) as session:
        shown = would_be(session, Made("", "", now()))
        waits = [] if shown.lists else waiting(session, refresh(session).events, today(session))
        open_ = [one.event for one in waits if one.why == TAKEN_UP]
        texts = [text for _row, text, _alarms in shown.lists]
        alarms = [alarm.problem() for alarm in shown.alarms]
    say("\n\n".join(texts) if texts else _("Nothing would change: every open list stays as it is published"))
    for event in open_:
        told = (
            _(
                "{event} is open for correction: decide again with banzuke resolve, or leave it as "
                "published: banzuke correction close {event} --reason WHY",
                event=f"E{event.view.event.id}",
            )
            if event.into is None
            else _(
                "{event} is open for correction: decide again with banzuke resolve, or leave it out of the "
                "lists that are out: banzuke correction close {event} --reason WHY",
                event=f"E{event.view.event.id}",
            )
        )
        note(told)
    for alarm in alarms:  # each is answered by its name, so none is left out
        show_problem(alarm)
    if texts:
        note(after_alarms(len(alarms), "banzuke correction publish --reason …"))


def publish(
    context: typer.Context,
    accept_alarm: AcceptAlarm = [],  # noqa: B006  typer copies it
    reason: Reason = "",
    yes: Yes = False,
    who: Who = None,
) -> None:
    """Publish the corrected lists, all at once; the versions before stay readable."""
    from office.corrections.shown import correct_shown, in_words, marked
    from office.jobs.board import site_command

    shown = None
    if not yes:
        office = open_office(context.obj, reason)
        with office.reading() as session:
            found = correct_shown(session, None, accept_alarm, made=made_by(office, who, reason))
            shown, text = marked(found), "\n\n".join(map(in_words, found))
        refuse_unseen(
            "publish-unconfirmed",
            "banzuke correction publish",
            "look at the difference with banzuke correction preview, then:"
            " banzuke correction publish --yes --reason WHY",
        )
        say(text)
        say()
        say(
            _(
                "These versions can never be changed or taken back once they are published; the versions"
                " before stay readable beside them. A later error makes a further correction."
            )
        )
        end_without_yes(_("Publish them? yes or no:"), _("Nothing was published"))
    with deciding(context, who, reason) as (session, made):
        found = correct_shown(session, shown, accept_alarm, made=made)
        text, site = "\n\n".join(map(in_words, found)), site_command(session)
    if yes:
        say(text)
    note(_("Next: banzuke export list for each, and {command}", command=site))
