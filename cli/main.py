"""`banzuke`: the commands, in the order an officer meets them, and the way every refusal is shown."""

import atexit
import gc
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from cli.commands import Sections
from cli.terminal import letters, only_text, private_files
from office.words import LANGUAGES, _, asked, known, office_of, speak

app = typer.Typer(
    name="banzuke",
    cls=Sections,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="The rating office of a chess federation: from a Chess-Results link to the published list.",
    epilog="A month: import the links; problems; resolve each; rate; preview; publish; export list."
    " Exit codes: 0 done, 1 refused, 2 wrong usage, 3 something has to be decided first, 70 a fault of the"
    " program.",
)


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


def answered(tree: Callable[[], Any], words: Sequence[str]) -> int:
    """The exit code. `tree`: the built commands, asked for once it is known which language is spoken;
    `words`: the command line without the program's name."""
    try:
        speak(asked(words, os.environ))
        only_text(words)
        from cli.help_pages import run

        return run(tree(), words)
    except Exception as error:  # noqa: BLE001  the last net; nothing is swallowed
        from cli.out import show_problems
        from office.faults import problems_or_report

        problems, code = problems_or_report(error, office_of(words, os.environ), words)
        show_problems(problems)
        return code


YOUNG = 200_000
"""So many new objects are made before Python looks for garbage among them; 700 by itself, which at the start
of a command, where all of them stay, is a fifth of its time."""


def main() -> None:
    """Runs the command; what it refuses is printed with place, expected, found and remedy."""
    from cli.help_pages import tree

    gc.set_threshold(YOUNG, *gc.get_threshold()[1:])
    atexit.register(gc.freeze)  # what still is there at the end goes with the process: nobody need look at it
    letters()
    with private_files():
        sys.exit(answered(lambda: tree(app), sys.argv[1:]))


if __name__ == "__main__":
    main()
