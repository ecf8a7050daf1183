"""What the sources say: every text that a catalogue has to hold, with the files it stands in."""

import ast
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from babel.messages.catalog import Catalog
from jinja2.ext import babel_extract
from typer.main import get_command

from office.words import codes
from office.words.flow import Flow
from office.words.program import Program, last_name
from rating.families import FAMILIES

ROOT = Path(__file__).resolve().parents[2]
WINGS = ("scraper", "importer", "rating", "office", "publication", "cli", "web")
ARTICLE = "article"
"""The context of what articles say."""
KEPT = "kept"
"""The context of what an office keeps of people, and why."""
CALLS = ("_", "N_", "p_", "n_")


@dataclass(frozen=True, slots=True)
class Said:
    """One text of a source: its context (empty for none), and the plural if it has one."""

    text: str
    many: str | None = None
    context: str = ""


def template(root: Path = ROOT) -> Catalog:
    """All texts of the sources as a catalogue without translations."""
    catalog = Catalog(domain="banzuke")
    for file, said in every(root):
        ids = (said.text, said.many) if said.many is not None else said.text
        catalog.add(ids, locations=[(file, 0)], context=said.context or None)
    return catalog


def every(root: Path = ROOT) -> Iterator[tuple[str, Said]]:
    """Every text with the file it stands in: what is marked, what problems are made of, what help says."""
    program = Program(root, WINGS)
    for module in program.modules.values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Call) and (name := last_name(node.func)) in CALLS:
                # Neighbours that Python joins are joined already.
                texts = [getattr(argument, "value", None) for argument in node.args]
                yield from ((module.file, said) for said in _of_call(name, texts))
    for wing in WINGS:
        for pattern, said_in in FILES.items():
            for file in sorted((root / wing).glob(pattern)):
                yield from ((file.relative_to(root).as_posix(), said) for said in said_in(file))
    for text, files in Flow(program).texts.items():
        yield from ((file, Said(text, None, codes.CONTEXT)) for file in files)
    if root == ROOT:
        yield from of_commands()


def of_commands() -> Iterator[tuple[str, Said]]:
    """The help of every command and option, as typer has it once the commands are built, and typer's own
    words. The office knows no commands: only whoever brings the catalogues up to date looks at them."""
    pages = import_module("cli.help_pages")
    for holder, name in pages.texts(get_command(import_module("cli.main").app)):
        yield "cli/main.py", Said(getattr(holder, name), None, pages.HELP)
    for text in pages.SAID_BY_TYPER:
        yield "cli/typer.toml", Said(text, None, pages.TYPER)


def in_template(file: Path) -> Iterator[Said]:
    with file.open("rb") as opened:
        for _line, name, texts, _comments in babel_extract(opened, CALLS, (), {"silent": "false"}):
            yield from _of_call(name, [texts] if isinstance(texts, str) else list(texts or ()))


def in_words(file: Path) -> Iterator[Said]:
    yield from map(Said, tomllib.loads(file.read_text("utf-8")).values())


def in_parts(file: Path) -> Iterator[Said]:
    """Parts of problems that no line of the sources shows whole."""
    for text in tomllib.loads(file.read_text("utf-8"))["parts"]:
        yield Said(text, None, codes.CONTEXT)


def in_codes(file: Path) -> Iterator[Said]:
    """The meanings and remedies of a list of problems."""
    for told in tomllib.loads(file.read_text("utf-8")).values():
        yield from (Said(text, None, codes.CONTEXT) for text in told.values() if " " in text)


def in_kept(file: Path) -> Iterator[Said]:
    """What of people each table holds, why, how long, and what an erasure takes of it."""
    for told in tomllib.loads(file.read_text("utf-8")).values():
        yield from (Said(text, None, KEPT) for text in told.values() if isinstance(text, str))


def in_edition(file: Path) -> Iterator[Said]:
    """What the articles of an edition say; of those that no office works under nobody is told it."""
    told = tomllib.loads(file.read_text("utf-8"))
    if told.get("family") in FAMILIES:
        yield from (Said(entry["says"], None, ARTICLE) for entry in told["article"])


def _of_call(name: str, texts: Sequence[object]) -> Iterator[Said]:
    match name, texts:
        case "p_", [str(context), str(text), *_rest]:
            yield Said(text, None, context)
        case "n_", [str(one), str(many), *_rest]:
            yield Said(one, many)
        case (("_" | "N_"), [str(text), *_rest]):
            yield Said(text)


FILES: Mapping[str, Callable[[Path], Iterator[Said]]] = {
    **dict.fromkeys(("**/*.html", "**/*.xml", "**/*.svg", "**/*.txt"), in_template),
    **dict.fromkeys(("**/words.toml", "**/phrases.toml"), in_words),
    "words/parts.toml": in_parts,
    **dict.fromkeys(("*codes.toml", "intake/asked.toml"), in_codes),
    "editions/*.toml": in_edition,
    "personal/kept.toml": in_kept,
}
"""The files of a wing that hold texts, beside its modules."""
