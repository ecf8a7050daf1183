"""`banzuke shell`: commands line by line in one process. Nothing is loaded twice, so that each answers at
once; everything else is as on a command line: its transaction, its exit code, its refusals."""

import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import typer

from cli.out import note, quiet, say, show_problem
from cli.session import engines_kept
from office.words import _, language, speaking

HISTORY = "shell-history"
"""In the office's folder, its owner's alone: names and reasons stand in it."""
REMEMBERED = 1000
LONGEST = 10_000
"""No line that a person types has so many letters."""
WRONG_USAGE = 2
ENDS = (["exit"], ["quit"])


def shell(context: typer.Context) -> None:
    """Answer commands line by line, typed or piped, each as by itself but faster.

    A remark begins with #; `exit` ends it, and it leaves with the exit code of the last command."""
    from cli.main import answered

    folder: Path = context.obj
    typed, code, lost = sys.stdin.isatty(), 0, False
    with ExitStack() as stack:
        stack.enter_context(engines_kept())
        reconfigure = getattr(sys.stdin, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="surrogateescape")  # bytes that are no text are refused with their line alone
        if typed:
            stack.enter_context(_history(folder))
        lines = _typed(lambda: code) if typed else iter(sys.stdin.readline, "")
        for number, line in enumerate(lines, 1):
            words = _words(line, number)
            if words in ENDS:
                break
            if words == []:
                continue
            if words is None:
                code = WRONG_USAGE
            else:
                out = sys.stdout
                with speaking(language()):  # a line may ask for another one
                    code = answered(lambda: _tree(language()), ["--office", str(folder), *words])
                lost = sys.stdout is not out
                sys.stdout = out  # what one line could not write, the next one tries again
            if not lost:
                sys.stdout.flush()
            if not typed:
                note(_("line {n}: exit code {code}", n=number, code=code))
    if lost:
        quiet()
    raise typer.Exit(code)


@cache
def _tree(_language: str) -> Any:
    """The commands as they are told in the language spoken now; each is built once."""
    from cli.help_pages import tree
    from cli.main import app

    return tree(app)


def _words(line: str, number: int) -> list[str] | None:
    """The words of a line as a shell parts them, without the program's name where somebody pasted it; none
    of a remark (#). None where they cannot be parted, which is said."""
    line = line.rstrip("\n")
    found = "what ends within quotes" if len(line) <= LONGEST else f"{len(line)} letters"
    if len(line) <= LONGEST and "\0" not in line:
        try:
            words = shlex.split(line, comments=line.lstrip().startswith("#"))
        except ValueError:
            pass
        else:
            return words[1:] if words[:1] == ["banzuke"] else words
    elif len(line) <= LONGEST:
        found = "a byte 0"
    expected = f"words, in quotes that are closed, at most {LONGEST} letters"
    from scraper.records import Problem

    show_problem(Problem("shell-line", f"line {number}", expected, found, "write the line again"))
    return None


def _typed(code: Callable[[], int]) -> Iterator[str]:
    """Lines that are typed; the prompt shows the exit code of the one before, unless it was 0."""
    while True:
        try:
            yield input(f"banzuke [{code()}]> " if code() else "banzuke> ")
        except EOFError:
            say()
            return
        except KeyboardInterrupt:  # the line is given up, not the shell
            say()


@contextmanager
def _history(folder: Path) -> Iterator[None]:
    """Lines can be fetched back while they are typed, also those of the last time; kept where there is an
    office whose folder can be written."""
    try:
        import readline
    except ImportError:  # a Python without it: lines are typed all the same
        yield
        return
    from office.place import Place

    file = folder / HISTORY
    kept = Place(folder).has_office()
    readline.clear_history()
    readline.set_history_length(REMEMBERED)
    if kept and file.is_file():
        readline.read_history_file(file)
    try:
        yield
    finally:
        if kept:
            _keep(readline.write_history_file, file)


def _keep(write: Callable[[Path], None], file: Path) -> None:
    """Writes the lines, to be read by the owner alone; who may not write in the folder keeps none."""
    try:
        file.touch(mode=0o600)
        file.chmod(0o600)
        write(file)
    except PermissionError:
        return
