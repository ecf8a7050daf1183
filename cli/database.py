"""The database in which the office is: database copy."""

from typing import Annotated

import typer

from cli.out import note, say
from cli.session import open_office
from office.words import _, n_


def copy(
    context: typer.Context,
    to: Annotated[
        str, typer.Argument(help="Where to: an empty PostgreSQL database, postgresql://…, or sqlite.")
    ],
) -> None:
    """Move the office into another database, and prove that both hold the same; the old one is kept."""
    from office.database.move import finished, move
    from office.place import Place, server_address

    server = None if to == "sqlite" else server_address(to, "TO")
    told = finished(Place(context.obj).require(), server)
    if told is None:
        office = open_office(context.obj)
        told = move(office.place, office.engine, server)
    rows = n_("{n} row", "{n} rows", sum(one.rows for one in told.values()))
    tables = n_("{n} table", "{n} tables", len(told))
    say(_("{tables} with {rows}: the same in both, by their SHA-256", tables=tables, rows=rows))
    note(_("The office is there from now on; the old database is kept as it was, and takes nothing any more"))
    note(_("Start again what runs for long (banzuke serve), then: banzuke doctor"))
