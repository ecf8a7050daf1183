"""Events and members of a size that nobody expects, against as many games in usual events; and a damaged row.

    python -m benchmarks.odd_sizes [--json PATH]

An event of 3,000 players whose only round has 1,500 boards, an event in which one member has 5,000 games,
and games in events of forty players: each is rated and published in an office of its own of 3,000
members. Told are seconds of the processor. Then one pairing is changed past the office, and publishing
has to name it, in no more time than a list takes. It fails where an odd size takes more than half as much
again as usual events with as many games, or where the row is not named.
"""

import sys
import tempfile
import time
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from sqlalchemy import text

from benchmarks.federation import JAPANESE, Federation, Reported, noon, place_in, published, rated
from benchmarks.timing import keep, options
from office.database.engine import sqlite
from office.errors import OfficeError
from scraper.records import EventRecord, Kind, Pairing, Player, Result, Round

MEMBERS, GAMES = 3_000, 5_000
RESULTS = (Result.WHITE_WINS, Result.DRAW)
MOST = 1.5
"""So many times what usual events take."""


def one_round(people: Federation, usual: EventRecord) -> EventRecord:
    """Everybody in one event, all in its one round."""
    boards = range(1, MEMBERS // 2 + 1)
    return replace(
        usual,
        round_count=1,
        last_day=usual.first_day,
        rounds=usual.rounds[:1],
        players=_players(people, MEMBERS),
        pairings=tuple(Pairing(1, n, 2 * n - 1, 2 * n, RESULTS[n % 2], Kind.GAME) for n in boards),
    )


def one_member(people: Federation, usual: EventRecord) -> EventRecord:
    """One member with 5,000 games against a hundred others, a round for each."""
    assert usual.first_day is not None
    days = [usual.first_day + timedelta(days=n % 9) for n in range(GAMES)]
    return replace(
        usual,
        round_count=GAMES,
        rounds=tuple(Round(n, day) for n, day in enumerate(sorted(days), 1)),
        last_day=max(days),
        players=_players(people, 101),
        pairings=tuple(Pairing(n, 1, 1, 2 + n % 100, RESULTS[n % 2], Kind.GAME) for n in range(1, GAMES + 1)),
    )


def _players(people: Federation, count: int) -> tuple[Player, ...]:
    return tuple(
        Player(n + 1, people.names[n], national_id=people.ids[n], rating=people.strength[n])
        for n in range(count)
    )


def worked(what: str, folder: Path) -> tuple[float, int, str]:
    """Seconds of the processor of a list with these events, how many games it has, and what was refused."""
    people = Federation(JAPANESE, MEMBERS)
    engine = sqlite(place_in(folder / what.replace(" ", "-")))
    people.founded(engine)
    events = people.reported(1, GAMES)
    if what in ODD:
        events = Reported(JAPANESE, (ODD[what](people, events.records[0]),), events.day)
    events.store(engine)
    moment = noon(people.list_date(1))
    began, refused = time.process_time(), ""
    rated(engine, moment)
    if what == "a damaged row":
        with engine.begin() as connection:
            connection.execute(text("UPDATE pairing SET board = 999 WHERE id = 77"))
        began = time.process_time()
    try:
        published(engine, moment)
    except OfficeError as error:
        refused = "; ".join(f"{p.code} {p.place}" for p in error.problems)
    return time.process_time() - began, sum(len(r.pairings) for r in events.records), refused


ODD = {"one round of 1,500 boards": one_round, "5,000 games of one member": one_member}


def main() -> int:
    """All of them; 1 where one is too slow, or a damaged row is not named."""
    given = options("odd_sizes").parse_args()
    found: dict[str, dict[str, float | int | str]] = {}
    with tempfile.TemporaryDirectory(prefix="banzuke-") as folder:
        worked("usual events", Path(folder) / "unmeasured")  # what is loaded once is loaded
        for what in ("usual events", *ODD, "a damaged row"):
            seconds, games, refused = worked(what, Path(folder))
            found[what] = {"seconds": round(seconds, 2), "games": games, "refused": refused}
            print(f"{what}: {seconds:.2f} s, {games} games {refused}", flush=True)
    keep(given.json, found)
    usual = float(found["usual events"]["seconds"])
    slow = [what for what, told in found.items() if float(told["seconds"]) > MOST * usual]
    silent = "event-differs" not in str(found["a damaged row"]["refused"])
    if slow or silent:
        print(f"too slow: {', '.join(slow) or 'none'}; the damaged row is named: {not silent}")
    return int(bool(slow) or silent)


if __name__ == "__main__":
    sys.exit(main())
