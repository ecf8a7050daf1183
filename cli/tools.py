"""Tools that need no office: calculate, demo."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.out import note, say

if TYPE_CHECKING:
    from datetime import date

    from rating.edition import Edition


def calculate(
    case: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="A rating case as JSON.")],
) -> None:
    """Work out a rating case; prints JSON. An edition that was not in force for the list is named."""
    import json
    from datetime import date

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
    say(json.dumps(outcome, ensure_ascii=False, indent=1))
    law, last = load(outcome["regulation"]), date.fromisoformat(outcome["period"][1])
    if law.in_force_from is not None and not law.in_force_on(last):
        note(_not_in_force(law, last))


def _not_in_force(law: "Edition", last: "date") -> str:
    """That the edition a case names is not the one that held on the last day of its period."""
    from datetime import timedelta

    from office.words import N_, _
    from office.words.formats import day

    assert law.in_force_from is not None
    first, last_day = day(law.in_force_from), day(last)
    if law.in_force_until is None:
        told = N_(
            "{edition} is in force from {first}, not yet on {last}, the period's end; the case names it."
        )
        return _(told, edition=law.id, first=first, last=last_day)
    end = day(law.in_force_until - timedelta(days=1))
    told = N_(
        "{edition} was in force from {first} to {end}, not on {last}, the period's end; the case names it."
    )
    return _(told, edition=law.id, first=first, end=end, last=last_day)


def demo(
    context: typer.Context,
    folder: Annotated[Path, typer.Option("--to", help="Where to put the demonstration's office.")] = Path(
        "demo"
    ),
) -> None:
    """A month's work on invented members and recorded pages."""
    from cli.demo.run import run_demo

    root = context.find_root().command
    if _given(context.find_root(), "office") and not _given(context, "folder"):
        folder = context.obj  # banzuke --office FOLDER demo means that folder
    run_demo(folder, lambda words: root.main(words, standalone_mode=False))


def _given(context: Any, name: str) -> bool:
    """Whether somebody typed the option."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"
