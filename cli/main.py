"""`banzuke`: the commands, in the order an officer meets them, and the way every refusal is shown."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from cli import (
    correction,
    desk,
    fees,
    fide,
    files,
    inbox,
    intake,
    lists,
    organizers,
    rebuild,
    register,
    rule,
    rulings,
    setup,
    simulate,
    site,
    tools,
    watch,
)

app = typer.Typer(
    name="banzuke",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="The rating office of a chess federation: from a Chess-Results link to the published list.",
    epilog="A month: import the links; problems; resolve each; rate; preview; publish; export list."
    " Exit codes: 0 done, 1 refused, 2 wrong usage, 3 waits for the officer.",
)
for part in (
    setup,
    register,
    organizers,
    fide,
    intake,
    files,
    inbox,
    watch,
    desk,
    rule,
    rulings,
    fees,
    lists,
    correction,
    site,
    rebuild,
    simulate,
    tools,
):
    part.register(app)


@app.callback()
def banzuke(
    context: typer.Context,
    office: Annotated[
        Path, typer.Option(envvar="BANZUKE_OFFICE", help="The office's folder.", show_default="this folder")
    ] = Path("."),
) -> None:
    context.obj = office


def main() -> None:
    """Runs the command; what it refuses is printed with place, expected, found and remedy."""
    try:
        app()
    except Exception as error:
        from cli.out import show_problem
        from cli.refusals import problems_of

        problems = problems_of(error)
        if not problems:
            raise
        for problem in problems:
            show_problem(problem)
        sys.exit(getattr(error, "exit_code", 1))


if __name__ == "__main__":
    main()
