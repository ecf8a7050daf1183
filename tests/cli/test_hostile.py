"""Every command and option with values that nobody means: each is refused by name, none ends in a fault."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest
import typer.main

from cli.main import app
from tests.workplace import Workplace, small_federation

NUMBERS = ("9" * 30, "-" + "9" * 30)
DAYS = ("9999-12-31", "0001-01-01")
WORDS = ("P" + "9" * 20, "P²", "1-" + "9" * 20, "9" * 5000, "9999-12-01/9999-12-31", "R1=\x1b[2J\u202e")
"""Each parameter that takes text gets one of them, by turns; all of all take a minute."""
WITHOUT = {"demo", "calculate", "poll", "drift"}
"""The first makes an office of its own, the others are attacked below or ask the site."""


def commands() -> Iterator[tuple[tuple[str, ...], Any]]:
    def walk(command: Any, words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
        for name, child in command.commands.items():
            if hasattr(child, "commands"):
                yield from walk(child, (*words, name))
            elif name not in WITHOUT:
                yield (*words, name), child

    yield from walk(typer.main.get_command(app), ())


def kind(parameter: Any) -> Any:
    """What a parameter takes: int, datetime, Path, a Literal or str."""
    annotation = parameter.type_descriptor.annotation
    kinds = {annotation, *get_args(annotation), *(b for a in get_args(annotation) for b in get_args(a))}
    return next((k for k in kinds if k in (int, datetime, Path) or _is_choice(k)), str)


def _is_choice(kind: Any) -> bool:
    return get_origin(kind) is Literal


def test_the_walk_knows_what_parameters_take() -> None:
    met = {kind(p) for _, command in commands() for p in command.params if not getattr(p, "is_flag", False)}
    assert {int, Path, str} < met and any(map(_is_choice, met))


@pytest.fixture(scope="module")
def bad_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a name that is no UTF-8 and steers terminals."""
    path = tmp_path_factory.mktemp("hostile") / os.fsdecode(b"r\xff\x1b[31m.csv")
    path.write_bytes(b"ID,Name\nN90000009,Mori \xff\x1b\n")
    return path


def usual(parameter: Any, bad_file: Path) -> str:
    """A value that a command takes."""
    what = kind(parameter)
    if what is datetime:
        return "2026-11-01"
    if what is Path:
        return str(bad_file.parent / "usual.csv")
    if _is_choice(what):
        return str(get_args(what)[0])
    return "5" if what is int else "N90000001"


def hostile(parameter: Any, turn: int, bad_file: Path) -> tuple[str, ...]:
    what = kind(parameter)
    if what is Path:
        return (str(bad_file), f"{bad_file.parent}/{'x' * 300}/{'y' * 300}")
    if what is str:
        return (WORDS[turn % len(WORDS)],)
    return DAYS if what is datetime else NUMBERS


@pytest.mark.parametrize(
    ("words", "command"), list(commands()), ids=lambda x: " ".join(x) if isinstance(x, tuple) else ""
)
def test_hostile_values_are_refused_and_never_a_fault(
    work: Workplace, bad_file: Path, words: tuple[str, ...], command: Any
) -> None:
    small_federation(work)
    (bad_file.parent / "usual.csv").write_text("ID,Name\n")
    taken = [p for p in command.params if p.name != "help" and not getattr(p, "is_flag", False)]
    for turn, attacked in enumerate(taken, len(" ".join(words))):
        for value in hostile(attacked, turn, bad_file):
            line: list[str] = [*words]
            if words == ("install",):  # else it writes where systemd looks
                line += ["--to", str(work.folder / "units")]
            for parameter in taken:
                if parameter is attacked or parameter.required or parameter.name in ("reason", "who"):
                    given = value if parameter is attacked else usual(parameter, bad_file)
                    dashed = parameter.param_type_name == "option"
                    line += [f"{parameter.opts[0]}={given}"] if dashed else [given]
            said = work.run(*line)
            assert said.code in (0, 1, 2, 3), said.all
            assert "\x1b" not in said.all and "\u202e" not in said.all
            if kind(attacked) in (int, datetime):
                assert said.code, line
