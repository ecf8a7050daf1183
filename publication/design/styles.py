"""The stylesheet: the files of `styles/` put together in one order; the mark; and how templates are read."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

SHARED = ("tokens", "base", "tables", "parts")
"""What pages of any kind take."""

ORDER = (
    *SHARED,
    "frame",
    "home",
    "lists",
    "figures",
    "members",
    "events",
    "calculator",
    "articles",
    "pages",
    "print",
)
"""All parts. A later one may say otherwise than an earlier one, so the order is always this one."""


@cache
def stylesheet(*parts: str) -> str:
    """The text of the parts asked for, of all where none is named; without comments, indentation and the
    spaces at braces and behind semicolons and colons, which are for who writes it."""
    unknown = set(parts) - set(ORDER)
    if unknown:
        raise ValueError(f"no such part of the stylesheet: {', '.join(sorted(unknown))}")
    folder = files(__package__).joinpath("styles")
    wanted = [name for name in ORDER if not parts or name in parts]
    text = "".join(folder.joinpath(f"{name}.css").read_text("utf-8") for name in wanted)
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = "".join(f"{line}\n" for raw in text.splitlines() if (line := raw.strip()))
    return re.sub(r";? *([{}]) *|([;:]) +", r"\1\2", text)


def script(package: str, name: str) -> bytes:
    """A script of a package's `static` without comments that stand on lines of their own and without
    indentation, which are for who writes it. No text in a script goes over a line's end."""
    text = files(package).joinpath("static", name).read_text("utf-8")
    text = re.sub(r"^[ \t]*(?:/\*.*?\*/|//[^\n]*)$", "", text, flags=re.DOTALL | re.MULTILINE)
    return "".join(f"{line}\n" for raw in text.splitlines() if (line := raw.strip())).encode()


def mark() -> bytes:
    """The mark as SVG: the ranked columns of a banzuke, highest on the right, made of the squares of a chess
    board; white on the vermilion of a seal, so that it stands on light and dark alike."""
    return files(__package__).joinpath("mark.svg").read_bytes()


def templates(package: str, folder: str = "templates") -> Environment:
    """The templates of a folder, read once: every name escaped, nothing missing unnoticed."""
    from jinja2 import Environment, PackageLoader, StrictUndefined  # what prints text needs no template

    made = Environment(
        loader=PackageLoader(package, folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters["unbroken"] = unbroken
    return made


_WHOLE = re.compile(r"\d{4}年\d{1,2}月\d{1,2}日|第[\d〇一二三四五六七八九十百]+[版回]")


def unbroken(text: str) -> Markup:
    """A text in which no line ends within a Japanese day or the number of a version or an event (第58回)."""
    from markupsafe import Markup, escape

    return Markup(_WHOLE.sub(lambda one: f'<span class="day">{one[0]}</span>', str(escape(text))))
