"""Finding the members behind 10,000 entries in an office as large as FIDE.

    python -m benchmarks.many_members [MEMBERS ...] [--json PATH]

20,000, 200,000 and 2,000,000 members unless said, each in a process of its own: reading the register,
building what matching looks up, then 10,000 entries with the ID as printed, and the same by name alone. The
floor reads the same columns with the driver's cursor, keeps them by ID and by name, and looks the entries up.
"""

import json
import random
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from sqlmodel import Session

from benchmarks.federation import JAPANESE, name_of, place_in, put
from benchmarks.timing import Clock, apart, keep, options
from importer.families.japanese import FAMILY
from importer.known import known_members
from importer.matching import Match, Seen
from importer.tables import MemberRow
from office.database.engine import look, sqlite, transaction
from office.database.migrate import upgrade
from office.undisturbed import undisturbed
from rating.interpretations import Interpretations

ENTRIES, SIZES = 10_000, (20_000, 200_000, 2_000_000)
ASKED = 100
"""At most so many of the entries by name may be asked about: somebody else's name is divided like theirs."""

COLUMNS = "id, federation_id, name, kanji, kana, fide_id, federation, sex, born, club, surname, merged_into"


def measured(members: int) -> dict[str, float]:
    """The steps in an office of so many members, and its most memory."""
    with tempfile.TemporaryDirectory(prefix="banzuke-") as folder:
        path, steps = place_in(Path(folder)), Clock(time.process_time)
        engine = sqlite(path)
        upgrade(engine)
        now = datetime(2026, 10, 1, tzinfo=UTC)
        with transaction(engine) as session:
            put(
                session,
                MemberRow,
                (
                    {"federation_id": JAPANESE.id.format(n), "name": name_of(n), "known_since": now}
                    for n in range(members)
                ),
            )
        engine.dispose()
        told = Path(folder) / "told.json"

        def matched() -> None:
            with look(sqlite(path)) as session:
                _matched(session, steps, members)
            told.write_text(json.dumps({step: round(sum(took), 2) for step, took in steps.took.items()}))

        took = apart(f"{members} members", matched)
        if took.code:
            raise SystemExit(f"{members} members: exit status {took.code}")
        return {**json.loads(told.read_text()), "peak_mb": int(took.memory)}


@undisturbed()
def _matched(session: Session, steps: Clock, members: int) -> None:
    some = random.Random(2026).sample(range(members), ENTRIES)
    entries = [(JAPANESE.id.format(n), name_of(n)) for n in some]
    with steps.of("floor"):
        driver = session.connection().connection.driver_connection
        assert driver is not None
        rows = driver.execute(f"SELECT {COLUMNS} FROM member").fetchall()
        by_id = {row[1]: row for row in rows}
        by_name = {row[2]: row for row in rows}
        met = sum(by_id[number] is by_name[name] for number, name in entries)
    if met != ENTRIES:
        raise SystemExit("the floor finds others")
    del rows, by_id, by_name
    with steps.of("reading"):
        known = known_members(session, {})
    with steps.of("register"):
        register = FAMILY.register(known, Interpretations().as_dict(), 400)
    for step, ids in (("with ID", True), ("by name", False)):
        with steps.of(step):
            answers = [
                register.match(Seen(name, number if ids else None, None, "JPN", None))
                for number, name in entries
            ]
        told = [(number, _named(answer)) for (number, _name), answer in zip(entries, answers, strict=True)]
        if missed := [number for number, named in told if number not in named]:
            raise SystemExit(f"{step}: {', '.join(missed[:10])} are not found, or others are")
        if (asked := sum(len(named) > 1 for _number, named in told)) > ASKED:
            raise SystemExit(f"{step}: {asked} of {ENTRIES} entries are asked about")


def _named(answer: Match) -> list[str]:
    """The IDs of who was found, else of whom it is asked about: among so many, some names are also another's,
    turned round and divided otherwise into words."""
    return [answer.member.federation_id] if answer.member else [c.federation_id for c in answer.candidates]


def main() -> int:
    """Every size; keeps the figures as JSON."""
    parser = options("many_members")
    parser.add_argument("members", type=int, nargs="*", default=SIZES)
    given = parser.parse_args()
    found = {}
    for members in given.members:
        found[members] = measured(members)
        print(f"{members:,}: " + "  ".join(f"{k} {v}" for k, v in found[members].items()), flush=True)
    keep(given.json, found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
