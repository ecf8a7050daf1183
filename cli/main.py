"""`banzuke`: the commands, in the order an officer meets them, and the way every refusal is shown; and what a
command finds itself in: a terminal that lacks letters, a system that lets everybody read."""

import atexit
import codecs
import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from cli.commands import App, Sections, without_values
from office.words import LANGUAGES, _, asked, known, office_of, speak

PLAIN = str.maketrans({
    "“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "−": "-", "…": "...", "½": "1/2", "×": "x",
    "→": "->", "·": "-", "≥": ">=", "≤": "<=",
})  # fmt: skip
"""Signs of ours as a terminal writes them that has only ASCII; of other letters the code is shown."""


def streams() -> None:
    """What was closed by who started the command (<&-, >&-): nothing is to be read there, and what is printed
    goes nowhere. Left closed, the next file that is opened would take its number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  there to the end


def letters() -> None:
    """From here on nothing that is printed fails for a letter that the terminal's encoding lacks."""
    codecs.register_error("plainly", _plainly)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="plainly")


def _plainly(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return lacking.translate(PLAIN).encode("ascii", "backslashreplace"), error.end


def only_text(words: Sequence[str]) -> None:
    """Refuses a command line with bytes that are no UTF-8, but for the names of files that are there; and who
    decides, where the environment says so in such bytes. Nobody types control characters of the second
    block; UTF-8 that is read as ISO 8859, as the system's language may say (LANG=de_DE), has them."""
    for word in (*words, os.environ.get("BANZUKE_OFFICER", "")):
        given = word.partition("=")[2] if word.startswith("-") else word
        if any("\x80" <= x <= "\x9f" or "\ud800" <= x <= "\udfff" for x in word) and not _is_there(given):
            from importer.plain_text import file_name
            from office.errors import refusal

            remedy = (
                "write it again; if it is a file, check whether it is there, or give it another name; if it"
                " is right as you typed it, the terminal's letters are UTF-8 and LANG says otherwise:"
                " export LC_ALL=C.UTF-8"
            )
            raise refusal("not-text", "the command line", "text in UTF-8", f"“{file_name(word)}”", remedy)


def _is_there(name: str) -> bool:
    try:
        return os.path.lexists(name)
    except ValueError:
        return False


@contextmanager
def private_files() -> Iterator[None]:
    """Within the block every new file is its owner's alone (0600, folders 0700), whatever the system's umask;
    what is published says so itself (publication/exports/files.py)."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


app = App(
    name="banzuke",
    cls=Sections,
    no_args_is_help=True,
    help="The rating office of a chess federation: from a Chess-Results link to the published list.",
    epilog="A month: import the links; problems; resolve each; rate; preview; publish; export list."
    " Exit codes: 0 done, 1 refused, 2 wrong usage, 3 something has to be decided first, 70 a fault of the"
    " program, 75 a server did not answer.",
)


def _version(asked_for: bool) -> None:
    if asked_for:
        from cli.out import say
        from office.faults import program

        say(f"banzuke {program()}")
        raise typer.Exit


@app.callback()
def banzuke(
    context: typer.Context,
    office: Annotated[
        Path, typer.Option(envvar="BANZUKE_OFFICE", help="The office's folder.", show_default="this folder")
    ] = Path("."),
    lang: Annotated[
        str | None,
        typer.Option(
            envvar="BANZUKE_LANG", help="The language: en or ja.", show_default="that of the office"
        ),
    ] = None,
    _shown: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", callback=_version, is_eager=True),
    ] = False,
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

        problems, code = problems_or_report(error, office_of(words, os.environ), without_values(words))
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
    streams()
    letters()
    with private_files():
        sys.exit(answered(lambda: tree(app), sys.argv[1:]))


if __name__ == "__main__":
    main()
