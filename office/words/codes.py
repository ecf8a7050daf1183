"""What hangs on the code of a problem: what it means, by the lists beside the code; and whether its texts
hold what was met as a programmer writes it."""

import ast
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from office.words import p_

CONTEXT = "problem"
"""Of the texts of problems in the catalogues."""

AS_CODE = frozenset(
    {
        *("bytes-not-utf8", "forfeit-without-opponent", "half-bye-or-not-paired", "result-unknown"),
        "word-unknown",
    }
)
"""Codes whose readings keep what was met, for ever, as a programmer writes it; a person reads it as text."""
LITERAL = re.compile(r"""(?<!\w)b?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")(?!\w)""")


LISTS = ("scraper/fetch_codes", "scraper/codes", "importer/codes", "office/codes", "rating/codes")


def meaning(code: str) -> str:
    """What a problem of this code means; the code itself where no list has it."""
    told = _meanings().get(code)
    return p_(CONTEXT, told) if told else code


@cache
def _meanings() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for package, name in (path.split("/") for path in LISTS):
        for code, told in tomllib.loads(files(package).joinpath(f"{name}.toml").read_text("utf-8")).items():
            found.setdefault(code, told["meaning"])
    return found


def as_text(code: str, text: str) -> str:
    """A text of a problem of this code as a person reads it, still in English."""
    return LITERAL.sub(_as_text, text) if code in AS_CODE else text


def _as_text(literal: re.Match[str]) -> str:
    """`'1 : 0'` as “1 : 0”, `b'\\xe9'` as E9; what prints as nothing by its number."""
    try:
        value = ast.literal_eval(literal[0])
    except (SyntaxError, ValueError):
        return literal[0]
    if isinstance(value, bytes):
        return value.hex(" ").upper()
    return "“" + "".join(c if c.isprintable() else f"[U+{ord(c):04X}]" for c in value) + "”"
