"""Memberships that had lapsed on the day of a game, while there is time: members lapsed."""

from typing import Annotated

import typer

from cli.out import note, say
from cli.session import reading
from office.words import _


def lapsed_(
    context: typer.Context,
    member: Annotated[
        str | None, typer.Argument(help="This member, with a text to send: ID or whole name.")
    ] = None,
) -> None:
    """List who played without a valid membership in events of lists to come, by event and member (3(5))."""
    from office.clock import now
    from office.desk.lapsed import by_event, by_member, draft, lapsed
    from office.desk.refresh import refresh
    from office.families import day_here
    from office.register.find import find_member

    with reading(context) as session:
        found = lapsed(session, refresh(session), day_here(session, now()))
        only = find_member(session, member).federation_id if member else None
        found = [one for one in found if only in (None, one.member.federation_id)]
        text = draft(session, found) if found and only else ""
        lines = by_member(found) if only else [*by_event(found), "", *by_member(found)]
    if not found:
        say(_("Nobody played without a valid membership in an event of a list to come."))
        return
    for line in lines:
        say(line)
    if text:
        say()
        say(text)
        note(_("Next: banzuke members renew {id} FIRST/LAST", id=only))
    else:
        note(_("Next: banzuke members lapsed ID, for a text to the member"))
