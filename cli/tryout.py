"""Trying out: what a rating would become, published lists under other rules, how well the ratings predict; a
case worked out without an office."""

from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import Day, Interpretation, Member, argument, day, given_file, option, refuse_idle
from cli.out import note, save, say, say_json
from cli.session import open_office, reading
from office.words import _

if TYPE_CHECKING:
    from rating.edition import Edition

HIGHEST_K = 1000


def whatif(
    context: typer.Context,
    member: Member,
    game: Annotated[list[str], option("A supposed game: “win 1850”, “draw N10210137”. Repeat it.")],
    type_: Annotated[
        str | None, option("standard or rapid.", "--type", show_default="the edition's first")
    ] = None,
    event_class: Annotated[
        str | None, option("The class of the event, if K depends on it, such as lightning.", "--class")
    ] = None,
    day: Annotated[Day | None, day("When they are played.")] = None,
    interpretation: Interpretation = [],  # noqa: B006
) -> None:
    """What a rating would become with supposed games."""
    from importer.merged import stands_for
    from office.register.find import find_member
    from office.runs.rate import switches_from
    from office.whatif.games import supposed, what_if
    from publication.account.gather import merged_note

    office = open_office(context.obj)
    games = [supposed(text) for text in game]
    switches = switches_from(interpretation)
    with office.reading() as session:
        found = find_member(session, member)
        if merged := merged_note(session, found):
            note(merged)
            found = stands_for(session, found)
        text = what_if(
            session, found.federation_id, type_, games, event_class=event_class, day=day, switches=switches
        )
    say(text)


def simulate(
    context: typer.Context,
    edition: Annotated[str | None, option("Another edition, e.g. ncs-2022-09.")] = None,
    amended: Annotated[
        Path | None, option("An amended copy of an edition's file.", exists=True, dir_okay=False)
    ] = None,
    interpretation: Interpretation = [],  # noqa: B006
    first: Annotated[Day | None, day("First list.", "--from")] = None,
    last: Annotated[Day | None, day("Last list.", "--to")] = None,
    csv: Annotated[Path | None, option("Write every rating into this file.", "--csv")] = None,
    plots: Annotated[Path | None, option("Draw plots (SVG, PNG) into this folder.")] = None,
) -> None:
    """Run published lists under other rules. Nothing stored changes (7(4))."""
    from office.simulate.report import draw, require_plots, table
    from publication.assess.asked import simulated

    if plots is not None:
        require_plots()
    with reading(context) as session:
        lists, text = simulated(session, edition, amended, interpretation, first=first, last=last)
    say(text)
    if csv is not None:
        save(csv, table(lists).encode())
        say(_("Every rating: {csv}", csv=csv))
    if plots is not None:
        for path in draw(lists, plots):
            say(_("Plot: {path}", path=path))


def assess(
    context: typer.Context,
    folder: Annotated[
        Path | None, argument("Where the report goes: HTML, CSV and JSON.", file_okay=False)
    ] = None,
    edition: Annotated[list[str], option("Compare this edition, e.g. ncs-2022-09. Repeat it.")] = [],  # noqa: B006
    amended: Annotated[
        list[Path],
        option("Compare an amended copy of an edition’s file. Repeat it.", exists=True, dir_okay=False),
    ] = [],  # noqa: B006
    interpretation: Annotated[
        list[str], option("Compare these readings, e.g. R1=half-up; all of them together.")
    ] = [],  # noqa: B006
    baseline: Annotated[
        list[str], option("even, elo or glicko2. Repeat it.", show_default="those that are installed")
    ] = [],  # noqa: B006
    k: Annotated[int, option("The one K of the baseline elo.", "--elo-k", min=1, max=HIGHEST_K)] = 20,
    first: Annotated[Day | None, day("First list.", "--from")] = None,
    last: Annotated[Day | None, day("Last list.", "--to")] = None,
    plots: Annotated[bool, option("Draw the plots as SVG and PNG too.", "--plots")] = False,
) -> None:
    """How well published ratings predict, beside other rules and baselines; and inflation. Stores nothing."""
    from publication.assess.asked import assessed, written
    from publication.assess.text import text

    if baseline and "elo" not in baseline:
        refuse_idle(context, "k", other="--baseline elo")
    if plots:
        from office.simulate.report import require_plots

        if folder is None:
            raise typer.BadParameter(_("name a folder for the plots"), param_hint="--plots")
        require_plots()
    with reading(context) as session:
        told = assessed(
            session, edition, amended, interpretation, first=first, last=last, baseline=baseline, k=k
        )
        made = written(session, told) if folder is not None else []
    say(text(told).rstrip())
    if folder is None:
        return
    for name, data in made:
        save(folder / name, data)
    say(_("The report: {path}", path=folder / "report.html"))
    if plots:
        from publication.assess.asked import draw

        draw(told, folder / "plots")
        say(_("The plots: {path}", path=folder / "plots"))


def calculate(case: Annotated[Path, given_file("A rating case as JSON.")]) -> None:
    """Work out a rating case; prints JSON. An edition that was not in force for the list is named."""
    from importer.apart import refusing
    from importer.given import bytes_of
    from rating.case import load_case, outcome_of
    from rating.codes import told
    from rating.editions import load
    from rating.errors import RatingError

    try:
        outcome = outcome_of(refusing(case.name, load_case, bytes_of(case)))
    except RatingError as error:
        raise RatingError(told(error.problems)) from error
    say_json(outcome)
    law, last = load(outcome["regulation"]), date.fromisoformat(outcome["period"][1])
    if law.in_force_from is not None and not law.in_force_on(last):
        note(_not_in_force(law, last))


def _not_in_force(law: "Edition", last: date) -> str:
    """That the edition a case names is not the one that held on the last day of its period."""
    from office.words.formats import day

    assert law.in_force_from is not None
    facts = {"edition": law.id, "first": day(law.in_force_from), "last": day(last)}
    if law.in_force_until is None:
        return _(
            "{edition} is in force from {first}, not yet on {last}, the period's end; the case names it.",
            **facts,
        )
    return _(
        "{edition} was in force from {first} to {end}, not on {last}, the period's end; the case names it.",
        **facts,
        end=day(law.in_force_until - timedelta(days=1)),
    )
