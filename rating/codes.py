"""Every problem the calculation can name: what it means and what is done about it, as codes.toml says."""

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from importlib.resources import files

from rating.errors import Problem

CODES: dict[str, dict[str, str]] = tomllib.loads(files(__package__).joinpath("codes.toml").read_text("utf-8"))
"""By code: `meaning` and `remedy`."""


def told(problems: Iterable[Problem]) -> Iterator[Problem]:
    """The problems, each with the remedy of its code where it has none of its own."""
    return (replace(p, remedy=p.remedy or CODES[p.code]["remedy"]) for p in problems)
