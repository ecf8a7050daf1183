"""Running the commands: their help, and what typer says of a wrong command line, in the language spoken.

Commands are defined in plain English; this goes through them once they are built, if another language is
spoken.
"""

import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import typer
from typer import _click
from typer.main import get_command

from cli.commands import Commands
from cli.options import refuse_empty
from cli.out import note
from office.words import catalogue, language, p_
from office.words.templates import Templates

HELP, TYPER = "help", "typer"
SAID_BY_TYPER: list[str] = tomllib.loads(Path(__file__).with_name("typer.toml").read_text("utf-8"))["said"]


def tree(app: typer.Typer) -> Any:
    """The commands, told in the language spoken."""
    command = get_command(app)
    refuse_empty_places(command)
    if language() != "en":
        translate(command)
    return command


def refuse_empty_places(command: Any) -> None:
    """Empty words are refused where a built command, and all below it, now or when they are built, asks for
    files or folders."""
    for parameter in command.params:
        if "Path" in str(parameter.type_descriptor.annotation):
            names = [name for name in parameter.opts if name.startswith("--")]
            parameter.process_value = partial(_named, parameter.process_value, (names or [None])[0])
    below = getattr(command, "commands", {})
    if isinstance(below, Commands):
        below.each(refuse_empty_places)
        return
    for one in below.values():
        refuse_empty_places(one)


def _named(process: Callable[[Any, Any], Any], option: str | None, context: Any, value: Any) -> Any:
    """The value of a parameter that names files or folders."""
    refuse_empty(value if isinstance(value, list | tuple) else [value], option)
    return process(context, value)


def run(command: Any, words: Sequence[str]) -> int:
    """Runs a command line on built commands; its exit code, as the app itself would leave with."""
    try:
        code = command(list(words), standalone_mode=False)
    except _click.exceptions.ClickException as error:
        note("\n".join(error_lines(error)))
        return int(error.exit_code)
    except typer.Abort:
        note(by_typer("Aborted!"))
        return 1
    return code if isinstance(code, int) else 0


def texts(command: Any) -> Iterator[tuple[object, str]]:
    """Every text of a command and of those below it: the object that holds it, and the attribute."""
    yield from _own_texts(command)
    for below in getattr(command, "commands", {}).values():
        yield from texts(below)


def _own_texts(command: Any) -> Iterator[tuple[object, str]]:
    for name in ("help", "short_help", "epilog", "rich_help_panel"):
        if isinstance(getattr(command, name, None), str):
            yield command, name
    for parameter in command.params:
        for name in ("help", "show_default", "rich_help_panel"):
            if isinstance(getattr(parameter, name, None), str):
                yield parameter, name


def translate(command: Any) -> None:
    """Puts the texts of a built command into the language spoken, and those of all below it, now or when
    they are built."""
    for holder, name in _own_texts(command):
        setattr(holder, name, p_(HELP, getattr(holder, name)))
    command.context_class = _Context
    command.options_metavar = by_typer(command.options_metavar)
    if hasattr(command, "subcommand_metavar"):
        command.subcommand_metavar = by_typer(command.subcommand_metavar)
    if command.help and not command.short_help:
        command.short_help = re.split(r"(?<=。)|\n\n", command.help, maxsplit=1)[0].replace("\n", " ")
    below = getattr(command, "commands", {})
    if isinstance(below, Commands):
        below.each(translate)
        return
    for one in below.values():
        translate(one)


def error_lines(error: Any) -> list[str]:
    """What typer says of a wrong command line."""
    if isinstance(error, _click.exceptions.NoArgsIsHelpError):
        return [error.format_message()]
    lines = []
    context = getattr(error, "ctx", None)
    if context is not None:
        lines.append(context.get_usage())
        if context.command.get_help_option(context) is not None:
            asked = f"{context.command_path} {context.help_option_names[0]}"
            lines.append(p_(TYPER, "Try '{command}' for help.", command=asked))
        lines.append("")
    return [*lines, p_(TYPER, "Error: {message}", message=by_typer(error.format_message()))]


def by_typer(text: str) -> str:
    """A text of typer's own in the language spoken; as it is if it is not known."""
    templates = _templates(language())
    if text in templates.exact:
        return templates.exact[text]
    found = templates.find(text, 5)
    if found is None:
        return text
    template, facts = found
    return template.told.format(**{name: _quoted(by_typer(fact)) for name, fact in facts.items()})


def _quoted(fact: str) -> str:
    """What typer puts into quotes, in those of the language."""
    if language() == "en" or not _IN_QUOTES.fullmatch(fact):
        return fact
    return _QUOTE.sub(lambda quote: p_("problem", "“{text}”", text=quote[1]), fact.replace("', '", "''"))


_QUOTE = re.compile("'([^']*)'")
_IN_QUOTES = re.compile("'[^']*'(?:(?: / |, )'[^']*')*")


@cache
def _templates(language: str) -> Templates:
    return Templates({text: catalogue(language).pgettext(TYPER, text) for text in SAID_BY_TYPER})


class _Formatter(_click.HelpFormatter):
    """Help with typer's own words told, and lines as wide as they look: a Japanese letter has two columns."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, by_typer("Usage: ") if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        super().write_heading(by_typer(heading))

    def write_text(self, text: str) -> None:
        indent = " " * self.current_indent
        paragraphs = text.split("\n\n")
        lines = [wrapped(" ".join(p.split()), self.width - len(indent)) for p in paragraphs]
        self.write("\n\n".join("\n".join(indent + line for line in one) for one in lines) + "\n")

    def write_dl(self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        first = min(max((_width(name) for name, _ in rows), default=0), col_max) + col_spacing
        margin = " " * self.current_indent
        for name, text in rows:
            lines = wrapped(_option(text), max(self.width - first - len(margin), 10)) or [""]
            if _width(name) > first - col_spacing:
                self.write(f"{margin}{name}\n")
                name = ""
            self.write(f"{margin}{name}{' ' * (first - _width(name))}{lines[0]}".rstrip() + "\n")
            for line in lines[1:]:
                self.write(f"{margin}{' ' * first}{line}\n")


class _Context(_click.Context):
    formatter_class = _Formatter


def _option(text: str) -> str:
    """The text of an option, and what typer adds to it in brackets."""
    added = re.search(r"(^|  )\[([^\[\]]*)\]$", text)
    if added is None:
        return by_typer(text)
    parts = [by_typer(part) for part in added[2].split("; ")]
    return f"{by_typer(text[: added.start()])}{added[1]}[{p_('problem', '; ').join(parts)}]"


def wrapped(text: str, width: int) -> list[str]:
    """Lines of at most `width` columns, broken at spaces and between Japanese letters, but not before a sign
    that ends a sentence or a bracket."""
    lines, line = [], ""
    for piece in re.findall(r"[!-~]+ *|[^!-~]", text):
        closing = piece[0] in "、。，．）」』】：；？！ーっゃゅょッャュョ"
        if line.strip() and not closing and _width(line + piece.rstrip()) > width:
            lines.append(line.rstrip())
            line = piece.lstrip()
        else:
            line += piece
    return [*lines, line.rstrip()] if line.strip() else lines


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WFA" else 1 for letter in text)
