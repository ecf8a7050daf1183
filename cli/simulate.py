"""Simulation of the stored history under other rules."""

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from cli.options import day
from cli.out import say
from cli.session import open_office
from office.words import _


def simulate(
    context: typer.Context,
    edition: Annotated[str | None, typer.Option(help="Another edition, e.g. ncs-2022-09.")] = None,
    amended: Annotated[
        Path | None, typer.Option(exists=True, dir_okay=False, help="An amended copy of an edition's file.")
    ] = None,
    interpretation: Annotated[list[str], typer.Option(help="Read a point otherwise, e.g. R1=half-up.")] = [],  # noqa: B006
    first: Annotated[datetime | None, day("First list.", "--from")] = None,
    last: Annotated[datetime | None, day("Last list.", "--to")] = None,
    csv: Annotated[Path | None, typer.Option("--csv", help="Write every rating into this file.")] = None,
    plots: Annotated[Path | None, typer.Option(help="Draw plots (SVG, PNG) into this folder.")] = None,
) -> None:
    """Run published lists under other rules. Nothing stored is touched (7(4))."""
    from office.runs.rate import chosen_from
    from office.simulate.report import report, table
    from office.simulate.run import rules_from
    from office.simulate.run import simulate as run
    from publication.exports.files import write_whole

    office = open_office(context.obj)
    rules = rules_from(edition, amended, chosen_from(interpretation))
    changed = [edition or (amended.name if amended else ""), *interpretation]
    with office.reading() as session:
        lists = run(session, rules, first=first and first.date(), last=last and last.date())
    say(report(lists, ", ".join(filter(None, changed)) or _("the rules each list was made with")).rstrip())
    if csv is not None:
        write_whole(csv, table(lists).encode())
        say(_("Every rating: {csv}", csv=csv))
    if plots is not None:
        from office.simulate.plots import draw

        for path in draw(lists, plots):
            say(_("Plot: {path}", path=path))
