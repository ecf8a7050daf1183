"""Commands that look, each a new process, against `python -c "import sqlmodel"`; and the same in a shell.

    python -m benchmarks commands [--rounds N] [--json FILE]

Two offices: the demo's, and one at month 60 (60 published lists of 500 members). Own time of the processes
(user and system): others may use the machine. Command and floor run in turn; the ratio is the median over the
rounds. Fails where a command takes more than its share, or a line of the shell more than 50 ms.
"""

import resource
import statistics
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from sqlalchemy import text

from benchmarks.desk_open import demo, large
from benchmarks.timing import Ratio, command, compare, keep, options
from office.database.engine import look, sqlite
from office.place import Place

FLOOR = (sys.executable, "-c", "import sqlmodel")
LIMITS = {"demo": 1.3, "month 60": 1.6}
"""So many times the floor a command may take."""
WARM_MS = 50
"""Of one line in a shell."""
LINES = 40
"""So many in one shell: the difference to one line is more than what starting a shell takes now and then."""
MEMBERS = 500
EXPLAINED = "N10217946"
"""Of the demo: a player who gets an initial rating."""
HAS_PLAYED = (
    "SELECT federation_id FROM game_line GROUP BY federation_id"
    " HAVING max(version_id) < (SELECT max(id) FROM list_version) ORDER BY count(*) DESC LIMIT 1"
)
"""Of the other: a member who has played, though not last month."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A command beside the floor, and seconds of a line of it in a warm shell."""

    office: str
    turns: Ratio
    warm: float

    @property
    def slow(self) -> bool:
        """Whether it takes more than it may."""
        return self.turns.ratio > LIMITS[self.office] or self.warm * 1000 > WARM_MS

    def line(self) -> str:
        """It in words."""
        said = f"{self.office}: {self.turns}, limit {LIMITS[self.office]}"
        return f"{said}; in a shell {self.warm * 1000:.0f} ms, limit {WARM_MS}"


def main(words: list[str] | None = None) -> int:
    """Both offices, every command; 1 where one is too slow."""
    given = options("commands", rounds=9).parse_args(words)
    found: list[Measured] = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        month_60 = large(Path(folder) / "month-60", MEMBERS)
        with look(sqlite(Place(month_60).database)) as session:
            member = session.execute(text(HAS_PLAYED)).scalar_one()
        for office, place, who in (("demo", demo(Path(folder)), EXPLAINED), ("month 60", month_60, member)):
            for asked in commands(who):
                found.append(measured(office, place, asked, given.rounds))
                print(found[-1].line(), flush=True)
    figures = [
        {**asdict(one.turns), "office": one.office, "command": one.turns.name, "warm": one.warm}
        | {"ratio": one.turns.ratio, "limit": LIMITS[one.office]}
        for one in found
    ]
    keep(given.json, figures)
    slow = [f"{one.office}: {one.turns.name}" for one in found if one.slow]
    if slow:
        print(f"too slow: {', '.join(slow)}")
    return int(bool(slow))


def measure() -> Ratio:
    """The short form: `members show` on the demo, five times."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        one = measured("demo", demo(Path(folder)), ("members", "show", EXPLAINED), 5)
    return replace(one.turns, name="banzuke members show / import sqlmodel")


def commands(member: str) -> Sequence[tuple[str, ...]]:
    """What an officer looks at all day."""
    return (("status",), ("problems",), ("explain", member), ("members", "show", member))


def measured(office: str, place: Path, words: Sequence[str], rounds: int) -> Measured:
    """The command and the floor in turn, once unmeasured, then `rounds` times; then lines in a shell."""
    banzuke = (sys.executable, "-m", "cli.main", "--office", str(place))
    line = " ".join(words)
    turns = compare(line, lambda: command((*banzuke, *words)), lambda: command(FLOOR), rounds, _at_work)
    few, many = (
        statistics.median(command((*banzuke, "shell"), f"{line}\n" * lines).seconds for _ in range(3))
        for lines in (1, 1 + LINES)
    )
    return Measured(office, turns, (many - few) / LINES)


def _at_work() -> float:
    """Seconds of the processor that the commands took so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    sys.exit(main())
