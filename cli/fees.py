"""`banzuke fees`: what each organizer owes for a period, and what is paid."""

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from cli.options import day
from cli.out import note, say
from cli.session import writing
from office.words import _


def fees(
    context: typer.Context,
    list_date: Annotated[datetime | None, day("The list whose period it is; the next one.", "--list")] = None,
    organizer: Annotated[str | None, typer.Option(help="This organizer alone.")] = None,
    csv: Annotated[Path | None, typer.Option("--csv", help="Write every fee into this file.")] = None,
) -> None:
    """The statement of renewal fees. By organizer, event and player, paid or not."""
    from office.fees.statement import fee_sheet
    from office.fees.text import fee_csv, fee_text
    from publication.exports.files import write_whole

    with writing(context) as session:
        sheet = fee_sheet(session, list_date and list_date.date(), organizer)
    say(fee_text(sheet).rstrip())
    if csv is not None:
        write_whole(csv, fee_csv(sheet))
        say(_("Every fee: {csv}", csv=csv))
    note(_("Paid: banzuke resolve E… --fee-paid DAY, or banzuke rule fees ORGANIZER --list DATE --paid DAY"))
