"""Every command at one size and at ten times the size: no command may take more than eleven times the time.

    python -m benchmarks growth [--members N] [--postgresql] [--json FILE]

An office of so many members (100 unless said) and of ten times as many is made by the commands an officer
types: for each ten members a game a month, in Swiss events of twenty players over five rounds. Each command
runs as a process of its own, and its processor time is compared with the same command in the smaller office;
what every process pays for starting is taken off both, since it does not grow. Of a server's database its own
processor time is counted too. Ends with exit code 1 if any grew faster.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.same_bytes.people import Person, event, people
from benchmarks.same_bytes.reports import table, trf
from benchmarks.timing import Took, command, keep, options

MOST = 11.0
"""Times the time that ten times the work may take."""
PLAYERS, ROUNDS = 20, 5
UNNOTICED = 0.25
"""Processor seconds beyond starting that nobody minds: a ratio of two such times says nothing."""
OPENING = date(2026, 10, 1)
LIST = date(2026, 11, 1)


Served = Callable[[], float]
"""Processor seconds that the database's server was at work so far; none where there is no server."""


def measured(office: Path, *words: object, codes: tuple[int, ...] = (0, 3), served: Served = float) -> Took:
    """Runs a command as a new process; refused if it does not end with one of the codes."""
    banzuke = (sys.executable, "-c", "from cli.main import main; main()", "--office", str(office))
    compiled = {"PYTHONPYCACHEPREFIX": str(office.parent.parent / "compiled")}
    before = served()
    took = command((*banzuke, *map(str, words)), codes=codes, environment=compiled)
    return replace(took, seconds=took.seconds + served() - before)


def office_of(
    members: int, folder: Path, database: str | None = None, served: Served = float
) -> Iterator[tuple[str, Took]]:
    """Makes an office of this size, in a file or in a server's database, and works a month in it: each
    command with what it took."""
    chance = Random(members)
    everybody = people(chance, members, "N{:08}", 1950, 2012)
    office, files = folder / "office", folder / "files"
    files.mkdir(parents=True)
    register, opening = files / "register.csv", files / "opening.csv"
    register.write_text(table([_registered(one) for one in everybody]))
    opening.write_text(table([_rated(one) for one in everybody]))
    events = [_event(chance, n, everybody) for n in range(max(members // (PLAYERS * ROUNDS), 1))]
    for n, data in enumerate(events):
        (files / f"event-{n}.trf").write_bytes(data)
    reports = sorted(files.glob("*.trf"))
    where = () if database is None else ("--database", database)
    measured(office, "init", "--name", "Invented Federation", "--officer", "Invented Officer", *where)
    someone = everybody[0]
    for words in (
        ("members", "import", register),
        ("opening", "import", opening, "--list", OPENING),
        ("import", *reports, "--reported", OPENING + timedelta(days=9), "--reporter", "organizer"),
        ("import", reports[-1], "--reported", OPENING + timedelta(days=9), "--reporter", "organizer"),
        ("status",),
        ("problems",),
        ("events",),
        ("members", "show", someone.id),
        ("members", "search", someone.name.split()[0]),
        ("members", "duplicates"),
        ("members", "lapsed"),
        ("members", "export", files / "members.csv"),
        ("fees",),
        ("rate",),
        ("preview",),
        ("publish", "--yes"),
        ("lists",),
        ("explain", someone.id),
        ("export", "list", "--to", files / "list"),
        ("export", "games", "--to", files / "games"),
        ("export", "members", "--for", "swiss-manager", "--to", files / "people"),
        ("announce",),
        ("rebuild",),
        ("reread",),
        ("simulate",),
        ("journal",),
        ("doctor",),
        ("backup", files / "backups"),
        ("bundle", files / "bundle.zip"),
        ("verify", files / "bundle.zip"),
        ("site", files / "site"),
        ("rate",),
    ):
        yield _name(words, reports), measured(office, *words, served=served)


def _registered(one: Person) -> dict[str, object]:
    return {
        "ID": one.id, "Name": one.name, "Birth": one.born, "Sex": one.sex, "Federation": "JPN",
        "Club": one.club, "Memberships": "2020-04-01/2030-03-31",
    }  # fmt: skip


def _rated(one: Person) -> dict[str, object]:
    return {"ID": one.id, "Name": one.name, "ST": max(1000, one.strength), "ST-G": 40, "RP": "", "RP-G": ""}


def _event(chance: Random, number: int, everybody: Sequence[Person]) -> bytes:
    days = [OPENING + timedelta(days=1 + n) for n in range(ROUNDS)]
    entrants = [one.entrant() for one in chance.sample(everybody, PLAYERS)]
    return trf(event(chance, f"Invented Open {number}", days, entrants))


def _name(words: Sequence[object], reports: Sequence[Path]) -> str:
    told = [str(w) for w in words if not isinstance(w, (Path, date)) and not str(w).startswith("-")]
    several = "" if words[0] != "import" else " one more event" if words[1] == reports[-1] else " a month"
    return " ".join(w for w in told if not w.startswith("N0") and w != "organizer")[:24] + several


@contextmanager
def server_timed() -> Iterator[tuple[str, Served]]:
    """A PostgreSQL server of our own, by its address, and its time."""
    import psycopg

    from tests.on_postgresql import server

    with server(waits=True) as address, psycopg.connect(address, autocommit=True) as connection:
        own = Path(f"/proc/{connection.info.backend_pid}/stat").read_text().rpartition(")")[2].split()
        whole = Path(f"/proc/{own[1]}/stat")  # the server's, and of all that ended of those it began

        def served() -> float:
            time.sleep(0.1)  # a command's own ends with the command
            return sum(map(int, whole.read_text().rpartition(")")[2].split()[11:15])) / os.sysconf(
                "SC_CLK_TCK"
            )

        yield address, served


def main(words: list[str] | None = None) -> int:
    """Prints each command at both sizes and keeps the figures as JSON; the exit code."""
    parser = options("growth", members=100)
    parser.add_argument("--postgresql", action="store_true", help="a server of its own")
    given, started = parser.parse_args(words), time.time()
    members, rows = given.members, list[dict[str, Any]]()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        databases: list[str | None] = [None, None]
        served: Served = float
        if given.postgresql:
            from tests.on_postgresql import made_database

            address, served = stack.enter_context(server_timed())
            databases = [made_database(address, name, None) for name in ("smaller", "larger")]
        smaller = list(office_of(members, Path(folder) / "smaller", databases[0], served))
        bare = min(took.seconds for _, took in smaller)
        larger = office_of(members * 10, Path(folder) / "larger", databases[1], served)
        for (name, small), (_, large) in zip(smaller, larger, strict=True):
            ratio = max(large.seconds - bare, 0.01) / max(small.seconds - bare, UNNOTICED)
            told = {"command": name, "seconds": [small.seconds, large.seconds], "ratio": ratio}
            rows.append(told | {"memory": [round(small.memory), round(large.memory)]})
            print(
                f"{name:34} {small.seconds:7.2f} s {large.seconds:8.2f} s  {ratio:5.1f} times"
                f"  {large.memory:6.0f} MB{'  GROWS FASTER THAN ITS WORK' if ratio > MOST else ''}",
                flush=True,
            )
    took = time.time() - started
    print(f"{members} and {members * 10} members; starting takes {bare:.2f} s; {took:.0f} s")
    database = "postgresql" if given.postgresql else "sqlite"
    found = {"members": [members, members * 10], "database": database, "starting": bare, "commands": rows}
    keep(given.json, found)
    return int(any(row["ratio"] > MOST for row in rows))


if __name__ == "__main__":
    sys.exit(main())
