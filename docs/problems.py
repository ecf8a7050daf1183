"""docs/problems.md: every problem by name, from the lists that stand beside the code."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from office.words import p_
from office.words.problems import CONTEXT

ROOT = Path(__file__).resolve().parents[1]
PARTS = {
    "Fetching from the site": "scraper/fetch_codes.toml",
    "Reading pages": "scraper/codes.toml",
    "Taking events and the register in": "importer/codes.toml",
    "The office": "office/codes.toml",
    "Reckoning": "rating/codes.toml",
}


def listed(file: str) -> Mapping[str, Mapping[str, str]]:
    """The problems of a list: `meaning` and `remedy` by code, as the English catalogue words them."""
    codes = tomllib.loads((ROOT / file).read_text("utf-8"))
    return {code: {part: p_(CONTEXT, text) for part, text in told.items()} for code, told in codes.items()}


def problems_page() -> str:
    """The page: one table for each part of the program."""
    head = (
        "# Problems\n\nEvery problem has a name, says where it is, what was expected, what was found and what"
        " to do.\nThis page is made by `python -m docs` from the lists beside the code.\n"
    )
    return head + "".join(_part(title, listed(file)) for title, file in PARTS.items())


def _part(title: str, codes: Mapping[str, Mapping[str, str]]) -> str:
    rows = "".join(f"| `{code}` | {told['meaning']} | {told['remedy']} |\n" for code, told in codes.items())
    return f"\n## {title}\n\n| problem | what it means | what to do |\n|---|---|---|\n{rows}"
