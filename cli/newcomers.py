"""Players who are not on the register, as a register file: those of an event, and those of a printed list."""

from pathlib import Path
from typing import Annotated

import typer

from cli.options import Replace, argument, given_file
from cli.out import note, refuse_there, save, save_beside, say
from cli.session import reading
from office.words import _, n_


def members_newcomers(
    context: typer.Context,
    event: Annotated[str, argument("The event (E3 or tournament number).")],
    file: Annotated[Path, argument("What to write: NAME.csv.", dir_okay=False)],
    replace: Replace = False,
) -> None:
    """Write an event's players who are not on the register as a register file, with the next free IDs."""
    from office.desk.refresh import refresh
    from office.desk.targets import event_named
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


def opening_split(
    context: typer.Context,
    file: Annotated[Path, given_file("The list, as CSV or a workbook.")],
    register: Annotated[Path, argument("The register to write: NAME.csv.", dir_okay=False)],
    opening: Annotated[Path, argument("The opening list to write: NAME.csv.", dir_okay=False)],
    replace: Replace = False,
) -> None:
    """Take a list in the columns of the regulations apart into a register and an opening list, with IDs."""
    from sqlmodel import select

    from importer.given import GivenFile, bytes_of
    from importer.tables import MemberRow
    from office.families import require

    if {register.suffix.lower(), opening.suffix.lower()} != {".csv"} or register == opening:
        raise typer.BadParameter(_("two names that end in .csv"), param_hint="REGISTER, OPENING")
    with reading(context) as session:
        apart = require(session, "banzuke opening split", lambda family: family.taken_apart)
        taken = session.exec(select(MemberRow.federation_id)).all()
    people, ratings, count = apart(GivenFile(file.name, bytes_of(file)), taken)
    for path, data in ((register, people), (opening, ratings)):
        refuse_there(path, data, replace=replace)
    save(register, people)
    save(opening, ratings)
    said = n_("{n} player", "{n} players", count)
    say(_("{register} and {opening}: {n}", register=register, opening=opening, n=said))
    note(
        _(
            "Look at them, fill in Last-Game, then: banzuke members import {register}; "
            "banzuke opening import {opening} --list YYYY-MM-01",
            register=register,
            opening=opening,
        )
    )
