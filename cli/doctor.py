"""Asking after the office's health: doctor."""

from typing import Annotated

import typer

from cli.out import note, say, show_problem
from office.words import _, n_


def doctor(
    context: typer.Context,
    repair: Annotated[
        bool, typer.Option("--repair", help="First put right what can be without losing anything.")
    ] = False,
    pages: Annotated[bool, typer.Option("--pages/--no-pages", help="Read the saved pages again too.")] = True,
    network: Annotated[
        bool, typer.Option("--network", help="Also try the servers: Chess-Results, website, mailbox.")
    ] = False,
) -> None:
    """Look for everything that can be wrong with the office, and say what to do about it."""
    import os

    import office.clock
    from office.doctor.examine import examine
    from office.doctor.examine import repair as put_right
    from office.faults import problems_of
    from office.place import Place

    place = Place(context.obj).require()
    if repair:
        try:
            for told in put_right(place):
                say(told)
        except Exception as error:
            if not (problems := problems_of(error)):
                raise
            for problem in problems:
                show_problem(problem)
    found = examine(place, office.clock.now(), note, pages=pages, network=os.environ if network else None)
    for one in found.found:
        show_problem(one)
    if not found.sound:
        raise typer.Exit(1)
    if found.found:
        say(n_("The office is sound; {n} remark", "The office is sound; {n} remarks", len(found.found)))
    else:
        say(_("The office is sound"))
