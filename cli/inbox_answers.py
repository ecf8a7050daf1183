"""What the officer answers to a mail that waits: inbox import, inbox close."""

from typing import Annotated

import typer

from cli.intake import Offline, Replay
from cli.options import Reason, Who
from cli.out import note, progress_line, say
from cli.session import deciding, open_office, reading
from office.words import _


def import_(
    context: typer.Context,
    mail: Annotated[str, typer.Argument(help="The mail, e.g. M3.")],
    links: Annotated[
        list[str],
        typer.Argument(help="The tournaments that its links lead to. Default: those that it only quotes."),
    ] = [],  # noqa: B006
    reason: Reason = "",
    who: Who = None,
    replay: Replay = None,
    offline: Offline = False,
) -> None:
    """Import what a mail quotes, or what its links lead to: as reported with this mail. That closes it."""
    from cli.told import tell_link
    from importer.rulings import Made
    from office.clock import now
    from office.intake.sources import client_for
    from office.mail.keep import Shelf, mail_row
    from office.mail.take import import_shown

    office = open_office(context.obj)
    made = Made(reason, office.officer(who), now())
    with reading(context) as session:
        row = mail_row(session, mail)
    kept = Shelf(office.place, office.engine, now, ()).mail(row)
    with client_for(office.place.archive, replay, note, offline=offline) as client:
        taken = import_shown(
            office.engine,
            client,
            row,
            kept,
            links,
            made=made,
            clock=now,
            progress=lambda link: progress_line(link.words),
        )
    told = [tell_link(one, row.arrived_on) for one in taken]
    if not all(told):
        raise typer.Exit(1)
    note(_("Next: banzuke problems"))


def close(
    context: typer.Context,
    mail: Annotated[str, typer.Argument(help="The mail, e.g. M3.")],
    reason: Reason = "",
    who: Who = None,
) -> None:
    """Nothing is to be taken from this mail any more; it is kept as it came."""
    from office.mail.keep import mail_row
    from office.mail.waiting import close_mail

    with deciding(context, who, reason) as (session, made):
        row = mail_row(session, mail)
        ruling = close_mail(session, row, made=made)
    say(_("Decision {id}: mail M{mail} is closed; it is kept as it was received", id=ruling.id, mail=row.id))
    note(_("Next: banzuke status"))
