"""Every problem the reading of pages can name; what each means and what to do about it, says codes.toml.

`scraper.problems.problem` refuses a code that is not listed there, so that nothing undocumented can be
emitted. What can go wrong between an address and its saved page stands in fetch_codes.toml.
"""

import tomllib
from pathlib import Path
from typing import NamedTuple


class Code(NamedTuple):
    """One kind of problem: its `meaning` in one line, and the `remedy` told where none is nearer."""

    meaning: str
    remedy: str


def _listed(name: str) -> dict[str, Code]:
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return {code: Code(**told) for code, told in tomllib.loads(text).items()}


CODES = _listed("codes.toml")
FETCH_CODES = _listed("fetch_codes.toml")


def remedy(code: str) -> str:
    """What the reader of a problem can do; a KeyError for a code that is not listed."""
    return (CODES | FETCH_CODES)[code].remedy
