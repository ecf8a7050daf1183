"""The players of an event who are not on the register, as a register file."""

from pathlib import Path
from typing import Annotated

import typer

from cli.options import Replace, argument
from cli.out import note, save_beside, say
from cli.session import reading
from office.words import _, n_


def members_newcomers(
    context: typer.Context,
    event: Annotated[str, argument("The event (E3 or tournament number).")],
    file: Annotated[Path, argument("What to write: NAME.csv.", dir_okay=False)],
    replace: Replace = False,
) -> None:
    """Write an event's players who are not on the register as a register file, with the next free IDs."""
    from office.desk.decision import event_named
    from office.desk.refresh import refresh
    from office.register.newcomers import assigned, newcomers, newcomers_csv

    if file.suffix.lower() != ".csv":
        raise typer.BadParameter(_("a name that ends in .csv"), param_hint="FILE")
    with reading(context) as session:
        assigned(session, "banzuke members newcomers")
        found = newcomers(session, event_named(refresh(session).events, event).view)
    if not found:
        say(_("No player of the event is to be entered."))
        return
    save_beside(file, newcomers_csv(found), replace=replace)
    say(_("{file}: {n}", file=file, n=n_("{n} player", "{n} players", len(found))))
    note(_("Look at it, fill in what is missing, then: banzuke members import {file}", file=file))
