"""What README, changelog and handbook promise: each command, option and target of a link is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer.main

from cli.main import app

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])
CODE = re.compile(r"```[^\n]*\n(.*?)```|`([^`\n]+)`", re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")


def lines_of(page: Path) -> Iterator[str]:
    """Every command line of a page: in blocks of code, and within the text."""
    for block, inline in CODE.findall(page.read_text("utf-8")):
        for line in (block or inline).splitlines():
            line = re.split(r"\s#\s|\s\|\s", line)[0]
            if found := re.search(r"(?:^|\s|bin/)banzuke\s([a-z-].*)", line):
                yield found[1].strip()


built = cache(typer.main.get_command)


def unknown(line: str) -> str | None:
    """What of a command line the program does not have."""
    command: Any = built(app)
    words = iter(line.split())
    for word in words:
        word = word.strip(",;.:()")
        options = {o: p for p in command.params for o in (*p.opts, *p.secondary_opts)}
        groups = getattr(command, "commands", None)
        if command.name == "inbox" and word not in groups:  # as `inbox` alone
            command, groups = groups["take"], None
            options = {o: p for p in command.params for o in p.opts}
        if word.startswith("--"):
            name, given, _ = word.partition("=")
            if name != "--help" and name not in options:
                return f"{command.name} {name}"
            if not given and name in options and not getattr(options[name], "is_flag", False):
                next(words, None)
        elif groups is not None and re.fullmatch(r"[a-z-]+", word):
            if word not in groups:
                return f"{command.name} {word}"
            command = groups[word]
    return None


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_every_command_and_option_of_a_page_is_there(page: Path) -> None:
    assert [f"{line}: no {found}" for line in lines_of(page) if (found := unknown(line))] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_every_link_to_a_file_leads_to_one(page: Path) -> None:
    targets = (t.split("#")[0] for t in LINK.findall(page.read_text("utf-8")))
    assert [t for t in targets if t and ":" not in t and not (page.parent / t).exists()] == []


@cache
def anchors(page: Path) -> set[str]:
    """The names under which the headings of a page are reached, as GitHub and the handbook make them."""
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_every_link_to_a_heading_leads_to_one(page: Path) -> None:
    targets = (t.split("#") for t in LINK.findall(page.read_text("utf-8")) if "#" in t and ":" not in t)
    led = [(page.parent / name if name else page, anchor) for name, anchor in targets]
    assert [f"{to.name}#{anchor}" for to, anchor in led if anchor not in anchors(to)] == []


def test_the_documented_commands_are_found() -> None:
    assert sum(len(list(lines_of(page))) for page in PAGES) > 100
    assert unknown("import LINK --offline") is None
    assert unknown("import LINK --oflline") == "import --oflline"
    assert unknown("exprot list") == "banzuke exprot"
