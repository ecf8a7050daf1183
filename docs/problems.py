"""docs/problems.md: every problem by name, from the lists that stand beside the code."""

from collections.abc import Mapping

import importer.codes
import office.codes
import rating.codes
import scraper.codes
import scraper.fetch_codes


def problems_page() -> str:
    """The page: one table for each part of the program."""
    reading = {code: (c.meaning, c.remedy) for code, c in scraper.codes.CODES.items()}
    fetching = {code: (c.meaning, c.remedy) for code, c in scraper.fetch_codes.CODES.items()}
    parts = (
        ("Fetching from the site", fetching),
        ("Reading pages", reading),
        ("Taking events and the register in", importer.codes.CODES),
        ("The office", office.codes.CODES),
        ("Reckoning", rating.codes.CODES),
    )
    head = (
        "# Problems\n\nEvery problem has a name, says where it is, what was expected, what was found and what"
        " to do.\nThis page is made by `python -m docs` from the lists beside the code.\n"
    )
    return head + "".join(_part(title, codes) for title, codes in parts)


def _part(title: str, codes: Mapping[str, tuple[str, str]]) -> str:
    rows = "".join(f"| `{code}` | {meaning} | {todo} |\n" for code, (meaning, todo) in codes.items())
    return f"\n## {title}\n\n| problem | what it means | what to do |\n|---|---|---|\n{rows}"
