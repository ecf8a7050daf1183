"""Nothing that the command line can do is missing at the desk: for each command its address, or why it has
none (everything.toml). The commands are the program's own: a new one fails here until it is entered."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import typer.main

from cli.main import app
from tests.web.conftest import Served
from tests.web.every_route import every
from web.desk import Desk
from web.serve import application

TABLE = Path(__file__).with_name("everything.toml")


def commands(group: Any, above: str = "") -> Iterator[str]:
    """Every command by its words; of a group that does something by itself also the group."""
    for name, command in group.commands.items():
        words = f"{above}{name}"
        if not hasattr(command, "commands"):
            yield words
            continue
        if command.invoke_without_command:
            yield words
        yield from commands(command, f"{words} ")


def table() -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Where the desk does what a command does, and why it does not."""
    read = tomllib.loads(TABLE.read_text("utf-8"))
    assert read.keys() == {"at", "not"}
    return read["at"], read["not"]


def test_every_command_is_at_the_desk_or_has_a_reason_why_not() -> None:
    at, not_ = table()
    known = set(commands(typer.main.get_command(app)))
    assert len(known) > 90
    assert not at.keys() & not_.keys()
    entered = at.keys() | not_.keys()
    assert sorted(known - entered) == [], "enter them in everything.toml: where the desk does it, or why not"
    assert sorted(entered - known) == [], "no such command any more"


def test_every_address_of_the_table_is_one_of_the_desk(desk: Served) -> None:
    at, _not = table()
    routes = {
        (one.method, one.path) for one in every(application(Desk(desk.office, lambda: desk.work.moment)))
    }
    told = {words: place.rpartition(" ") for words, place in at.items()}
    wrong = {
        words: f"{m or 'GET'} {path}"
        for words, (m, _s, path) in told.items()
        if (m or "GET", path) not in routes
    }
    assert wrong == {}


def test_a_reason_is_a_sentence() -> None:
    _at, not_ = table()
    assert [words for words, why in not_.items() if len(why.split()) < 4 or not why.endswith(".")] == []
    assert len(not_) < 15
