"""Tools that need no office: calculate, demo."""

from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Adds these commands."""
    app.command()(calculate)
    app.command()(demo)


def calculate(
    case: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="A rating case as JSON.")],
) -> None:
    """Work out a rating case and print the outcome as JSON."""
    import json

    from office.cli.out import say
    from rating.case import load_case, outcome_of

    outcome = outcome_of(load_case(case.read_text("utf-8", "replace")))
    say(json.dumps(outcome, ensure_ascii=False, indent=1))


def demo(
    folder: Annotated[Path, typer.Option("--to", help="Where to put the demonstration's office.")] = Path(
        "demo"
    ),
) -> None:
    """A month's work from beginning to end, on invented members and recorded pages."""
    from office.demo.run import run_demo

    run_demo(folder)
