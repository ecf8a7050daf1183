"""`banzuke`: the commands, in the order an officer meets them, and the way every refusal is shown."""

import os
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
from cli.sections import Sections
from office.words import LANGUAGES, _, known, language, speak
from office.words.start import asked

app = typer.Typer(
    name="banzuke",
    cls=Sections,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="The rating office of a chess federation: from a Chess-Results link to the published list.",
    epilog="A month: import the links; problems; resolve each; rate; preview; publish; export list."
    " Exit codes: 0 done, 1 refused, 2 wrong usage, 3 something has to be decided first.",
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
    lang: Annotated[
        str | None,
        typer.Option(
            envvar="BANZUKE_LANG", help="The language: en or ja.", show_default="as the office was set up"
        ),
    ] = None,
) -> None:
    source = context.get_parameter_source("lang")
    if known(lang) is None and source is not None and source.name == "COMMANDLINE":
        raise typer.BadParameter(
            _("{lang} is none of {languages}", lang=lang, languages=", ".join(LANGUAGES)), param_hint="--lang"
        )
    context.obj = office


def main() -> None:
    """Runs the command; what it refuses is printed with place, expected, found and remedy."""
    speak(asked(sys.argv[1:], os.environ))
    try:
        if language() == "en":
            app()
        else:
            from cli.help_pages import run

            run(app)
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
