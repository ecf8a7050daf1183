"""What each problem means, in a sentence: from the lists beside the code, in the language spoken."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from office.words import p_
from office.words.problems import CONTEXT

LISTS = (
    ("scraper", "fetch_codes.toml"),
    ("scraper", "codes.toml"),
    ("importer", "codes.toml"),
    ("office", "codes.toml"),
    ("rating", "codes.toml"),
)


def meaning(code: str) -> str:
    """What a problem of this code means; the code itself where no list has it."""
    told = _meanings().get(code)
    return p_(CONTEXT, told) if told else code


@cache
def _meanings() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for package, name in LISTS:
        for code, told in tomllib.loads(files(package).joinpath(name).read_text("utf-8")).items():
            found.setdefault(code, told["meaning"])
    return found
