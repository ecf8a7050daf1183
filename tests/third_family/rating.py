"""How the Isles' edition is written and reckoned, and which article each function of it carries."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import rating.articles  # noqa: F401  (registers the functions)
from rating.citation import REGISTRY, article
from rating.families.family import Family

FAMILY = Family(
    editions={"isles-2026": "tests.third_family"},
    by_event=False,
    places=(r"§(\d+)",),
    example="§5",
    reasons=("excluded-by-officer", "organizer"),
)

EDITION = tomllib.loads((files("tests.third_family") / "isles-2026.toml").read_text("utf-8"))
for paragraph in EDITION["article"]:
    for name in paragraph.get("functions", {}).values():
        article("isles-2026", paragraph["article"])(REGISTRY[name].function)
