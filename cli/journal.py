"""The journal: what was changed, by whom, when and why."""

from typing import Annotated

import typer

from cli.options import MANY
from cli.out import note, say
from cli.session import reading
from office.words import _


def journal(
    context: typer.Context,
    member: Annotated[str, typer.Option(help="What concerns this member: ID or whole name.")] = "",
    event: Annotated[str, typer.Option(help="What concerns this event, e.g. E3.")] = "",
    by: Annotated[str, typer.Option(help="What this officer changed.")] = "",
    last: Annotated[int, typer.Option(min=1, max=MANY, help="So many, the newest.")] = 30,
    after: Annotated[str, typer.Option(help="Go on where an earlier call ended.")] = "",
) -> None:
    """What was changed, by whom, when and why: decisions, register, events, lists, settings, accounts."""
    from office.families import family_of
    from office.journal.view import page

    with reading(context) as session:
        zone = family_of(session).zone
        found = page(session, member=member, event=event, by=by, last=last, after=after)
    for one in found.entries:
        who = f", {one.who}" if one.who else ""
        say(f"{one.at.astimezone(zone):%Y-%m-%d %H:%M}{who}: {one.what}")
        if one.why:
            say(f"    {one.why}")
    if not found.entries:
        note(_("Nothing was changed"))
    if found.after is not None:
        note(_("Older: the same with --after {after}", after=found.after))
