"""One place for a family: nothing else names one, and each fills its whole part of every wing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typing_extensions import get_protocol_members

import importer.families.family
import office.families.family
import publication.families.family
from rating.families import FAMILIES, part
from rating.families.family import Family as RatingFamily

ROOT = Path(__file__).resolve().parents[1]
ASKING = ("scraper", "importer", "office", "publication", "cli", "web")
"""The wings that ask a family; rating is what they ask."""
PROTOCOLS = {
    "importer": importer.families.family.Family,
    "office": office.families.family.Family,
    "publication": publication.families.family.Family,
}
LANGUAGES = ("japanese",)
"""Names of families that are languages as well: of these only the very name and the folder are looked for."""
TELLING = ("importer/codes.toml", "office/personal/kept.toml")
"""Lists whose sentences say what a problem or a table of one family is about."""


def named_in(path: Path) -> Iterator[str]:
    """Where a file names a family: as a text, by its folder, or as a word in any name or text of its code."""
    text = path.read_text("utf-8")
    for name in FAMILIES:
        told = rf"""["']{name}["']|families[./]{name}|families import .*\b{name}"""
        word = told if name in LANGUAGES else rf"(?i){told}|{name}"
        yield from (f"{path.relative_to(ROOT)}: {match.group()}" for match in re.finditer(word, text))


def asking() -> list[Path]:
    files = [path for wing in ASKING for path in sorted((ROOT / wing).rglob("*")) if path.is_file()]
    return [
        path
        for path in files
        if path.suffix not in (".pyc", ".png")
        and not {"migrations", "locale"} & set(path.parts)
        and path.relative_to(ROOT).as_posix() not in TELLING
        and not re.match(rf"(?:{'|'.join(ASKING)})/families/[a-z]+/", path.relative_to(ROOT).as_posix())
    ]


def test_nothing_outside_the_folders_of_a_family_names_one() -> None:
    assert [found for path in asking() for found in named_in(path)] == []


@pytest.mark.parametrize(
    "code",
    [
        'if law.family == "queensland":',
        "from office.families.japanese import FAMILY",
        "from office.families import japanese",
        "rated = law.queensland.active(law, day)",
        'family = {"japanese": 1}',
    ],
)
def test_the_search_finds_a_family_that_is_named(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    (tmp_path / "wrong.py").write_text(code, "utf-8")
    assert list(named_in(tmp_path / "wrong.py"))
    (tmp_path / "right.py").write_text('def japanese(text): return "in Japanese"', "utf-8")
    assert not list(named_in(tmp_path / "right.py"))


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("wing", PROTOCOLS)
def test_a_family_fills_its_whole_part_of_each_wing(name: str, wing: str) -> None:
    """That it has the right form is seen by mypy: each folder says that its FAMILY is a `Family`."""
    members = get_protocol_members(PROTOCOLS[wing])
    mine = part(name, wing)
    assert members
    assert [member for member in sorted(members) if not hasattr(mine, member)] == []
    assert mine.name == name
    source = (ROOT / wing / "families" / name / "__init__.py").read_text("utf-8")
    declared = [node for node in ast.parse(source).body if isinstance(node, ast.AnnAssign)]
    told = [f"{ast.unparse(node.target)}: {ast.unparse(node.annotation)}" for node in declared]
    assert [one.replace("'", "") for one in told] == ["FAMILY: Family"]


@pytest.mark.parametrize("name", FAMILIES)
def test_rating_knows_how_every_family_is_reckoned(name: str) -> None:
    mine: Any = part(name, "rating")
    assert isinstance(mine, RatingFamily) and mine.editions


def test_loading_one_family_loads_no_other() -> None:
    import subprocess
    import sys

    code = (
        "import sys; from rating.families import part; part('queensland', 'publication');"
        "print([m for m in sys.modules if m.endswith('families.japanese') and not m.startswith('rating')])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert found.stdout.strip() == "[]"
