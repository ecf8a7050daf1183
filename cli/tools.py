"""Tools that need no office: calculate, demo."""

from pathlib import Path
from typing import Annotated, Any

import typer

from cli.out import say


def calculate(
    case: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="A rating case as JSON.")],
) -> None:
    """Work out a rating case; prints JSON."""
    import json

    from importer.apart import refusing
    from importer.given import bytes_of
    from rating.case import load_case, outcome_of
    from rating.codes import told
    from rating.errors import RatingError

    try:
        outcome = outcome_of(refusing(case.name, load_case, bytes_of(case)))
    except RatingError as error:
        raise RatingError(told(error.problems)) from error
    say(json.dumps(outcome, ensure_ascii=False, indent=1))


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
