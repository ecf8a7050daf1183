"""Every command after 10^4, 10^5 and 10^6 games: at most eleven times the time for ten times the games.

    python -m benchmarks growth_games [--members N] [--games N] [--json FILE]

Three offices of 4,000 members: ten lists of 1,000 games, ten of 10,000, a hundred of 10,000; the events are
put in with bulk inserts, the lists are made and published by the product. Then the events of one list more
come in, and each command works in a copy of this process, whose processor time it is. Ends with exit code 1
if any grew faster.
"""

import io
import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import office.clock
from benchmarks.federation import JAPANESE, Federation, noon, place_in
from benchmarks.growth import MOST, UNNOTICED
from benchmarks.timing import Took, apart, keep, options
from cli.main import app
from office.chain.key import office_key
from office.chain.statements import write_heads, write_statements
from office.database.engine import look, sqlite
from office.place import Place

LISTS = 10
"""Of the smaller two offices."""
QUESTIONS = 3
"""The exit code of a command that ends well while questions wait."""


def made(folder: Path, members: int, lists: int, games: int) -> tuple[str, datetime]:
    """An office with so many lists of so many games, and the events of the next one; a member of it, and the
    moment at which that list can be published."""
    engine, people = sqlite(place_in(folder)), Federation(JAPANESE, members)
    place = Place(folder)
    people.founded(engine)
    office_key(place)
    for number in range(lists + 1):
        if number:
            people.next_list(engine, games // 5)
        with look(engine) as session:  # as every command that publishes does at its end
            write_heads(place, session)
            write_statements(place, session)
        sys.stderr.write(f"\r{games} games a list: list {number} of {lists} ")
    people.reported(lists + 1, games).store(engine)
    engine.dispose()
    return people.ids[len(people.ids) // 3], noon(people.list_date(lists + 1)) + timedelta(days=1)


def worked(folder: Path, member: str, moment: datetime) -> Iterator[tuple[str, Took]]:
    """Each command with what it took."""
    files = folder / "files"
    files.mkdir()
    for words in (
        ("status",),
        ("problems",),
        ("events",),
        ("members", "show", member),
        ("lists",),
        ("explain", member),
        ("rate",),
        ("preview",),
        ("publish", "--yes"),
        ("export", "list", "--to", str(files / "list")),
        ("announce",),
        ("bundle", str(files / "bundle.zip")),
        ("verify", str(files / "bundle.zip")),
        ("site", str(files / "site")),
        ("rate",),
    ):
        named = " ".join(word for word in words[:2] if word.isalpha())
        yield named, apart(named, lambda words=words: _run(folder, moment, words))  # type: ignore[misc]


def _run(folder: Path, moment: datetime, words: tuple[str, ...]) -> None:
    office.clock.now = lambda: moment
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        code = app(["--office", str(folder), *words], standalone_mode=False)
    if code not in (None, 0, QUESTIONS):
        raise RuntimeError(f"exit code {code}: {said.getvalue()[-2000:]}")


def main(words: list[str] | None = None) -> int:
    """Prints each command at all sizes and keeps the figures as JSON; the exit code."""
    given = options("growth_games", members=4000, games=1000).parse_args(words)
    sizes = ((LISTS, given.games), (LISTS, given.games * 10), (LISTS * 10, given.games * 10))
    columns: list[dict[str, Took]] = []
    for lists, games in sizes:
        with tempfile.TemporaryDirectory() as name:
            member, moment = made(Path(name), given.members, lists, games)
            found: dict[str, Took] = {}
            for command, took in worked(Path(name), member, moment):
                if took.code:
                    raise SystemExit(f"{command}: exit code {took.code}")
                found["rate, nothing new" if command in found else command] = took
            columns.append(found)
    sys.stderr.write("\n")
    rows: list[dict[str, Any]] = []
    for command in columns[0]:
        seconds = [column[command].seconds for column in columns]
        ratios = [round(after / max(before, UNNOTICED), 2) for before, after in pairwise(seconds)]
        rows.append({"command": command, "seconds": seconds, "ratios": ratios} | {
            "memory": [round(column[command].memory) for column in columns]
        })  # fmt: skip
        print(
            f"{command:20}" + "".join(f"{one:9.2f} s" for one in seconds) + "  times"
            + "".join(f"{one:6.1f}" for one in ratios)
            + ("  GROWS FASTER THAN ITS WORK" if max(ratios) > MOST else "")
        )  # fmt: skip
    keep(given.json, {"members": given.members, "games": [a * b for a, b in sizes], "commands": rows})
    return int(any(ratio > MOST for row in rows for ratio in row["ratios"]))
