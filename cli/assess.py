"""How well the ratings predict, and whether they drift: evidence for the Board."""

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from cli.options import day
from cli.out import say
from cli.session import open_office
from office.words import _

HIGHEST_K = 1000


def assess(
    context: typer.Context,
    folder: Annotated[
        Path | None, typer.Argument(file_okay=False, help="Where the report goes: HTML, CSV and JSON.")
    ] = None,
    edition: Annotated[
        list[str], typer.Option(help="Compare this edition, e.g. ncs-2022-09. Repeat it.")
    ] = [],  # noqa: B006
    amended: Annotated[
        list[Path],
        typer.Option(
            exists=True, dir_okay=False, help="Compare an amended copy of an edition’s file. Repeat it."
        ),
    ] = [],  # noqa: B006
    interpretation: Annotated[
        list[str], typer.Option(help="Compare these readings, e.g. R1=half-up; all of them together.")
    ] = [],  # noqa: B006
    baseline: Annotated[
        list[str],
        typer.Option(help="even, elo or glicko2. Repeat it.", show_default="those that are installed"),
    ] = [],  # noqa: B006
    k: Annotated[
        int, typer.Option("--elo-k", min=1, max=HIGHEST_K, help="The one K of the baseline elo.")
    ] = 20,
    first: Annotated[datetime | None, day("First list.", "--from")] = None,
    last: Annotated[datetime | None, day("Last list.", "--to")] = None,
    plots: Annotated[bool, typer.Option("--plots", help="Draw the plots as SVG and PNG too.")] = False,
) -> None:
    """How well published ratings predict, beside other rules and baselines; and inflation. Stores nothing."""
    from publication.assess.asked import assessed, written
    from publication.assess.text import text
    from publication.exports.files import write_whole

    if plots:
        from office.simulate.report import require_plots

        if folder is None:
            raise typer.BadParameter(_("name a folder for the plots"), param_hint="--plots")
        require_plots()
    office = open_office(context.obj)
    with office.reading() as session:
        days = {"first": first and first.date(), "last": last and last.date()}
        told = assessed(session, edition, amended, interpretation, **days, baseline=baseline, k=k)
        made = written(session, told) if folder is not None else []
    say(text(told).rstrip())
    if folder is None:
        return
    for name, data in made:
        write_whole(folder / name, data)
    say(_("The report: {path}", path=folder / "report.html"))
    if plots:
        from publication.assess.plots import draw

        draw(told, folder / "plots")
        say(_("The plots: {path}", path=folder / "plots"))
