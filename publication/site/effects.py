"""What an event did to its players, as the list that rated it has it: rating, games, change, performance."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlmodel import Session, col, select

from office.tables import EventLineRow, GameLineRow
from publication.site.performances import FEWEST_GAMES, performed
from publication.site.versions import Version
from rating.editions import load
from rating.interpretations import stored


class Effect(NamedTuple):
    """A rating before an event, the games that counted, the change in hundredths, and the performance over
    those games: None under four of them."""

    rating: int | None = None
    counted: int = 0
    change: int | None = None
    performance: int | None = None


NAMES = (
    "federation_id", "type", "rating", "opponent_rating", "score", "first_day", "counts", "c", "reasons",
    "round", "board",
)  # fmt: skip


def lines_by_event(session: Session, version: Version) -> dict[str, list[Any]]:
    """The sides of a version's games by event, in stored order."""
    g = GameLineRow
    columns = [getattr(g, n) for n in ("event_key", "player_name", "opponent_name", *NAMES)]
    found: dict[str, list[Any]] = {}
    query = select(*columns).where(g.version_id == version.id).order_by(col(g.id))
    for row in session.connection().execute(query):
        found.setdefault(row[0], []).append(row)
    return found


def effects(session: Session, version: Version, lines: Mapping[str, Sequence[Any]]) -> "Effects":
    """The effects of each event by its key and by the IDs of its players."""
    if version.by_events:
        return _as_stored(session, version)
    return {key: _of_games(version, mine) for key, mine in lines.items()}


Effects = dict[str, dict[str, Effect]]


def _as_stored(session: Session, version: Version) -> Effects:
    found: Effects = {}
    for x in session.exec(select(EventLineRow).where(EventLineRow.version_id == version.id)):
        if x.federation_id is not None:
            told = Effect(x.rating, x.games, x.change, x.performance if x.games >= FEWEST_GAMES else None)
            found.setdefault(x.event_key, {})[x.federation_id] = told
    return found


def _of_games(version: Version, lines: Sequence[Any]) -> dict[str, Effect]:
    """By member: his rating in this event, the games that counted, the sum of their changes, and what he
    performed in them."""
    by_member: dict[str, list[Any]] = {}
    for line in lines:
        if line.federation_id is not None:
            by_member.setdefault(line.federation_id, []).append(line)
    law, switches = load(version.edition or ""), stored(dict(version.interpretations))
    found = {}
    for number, mine in by_member.items():
        counted = [x for x in mine if x.counts]
        rating = next((x.rating for x in mine if x.rating is not None), None)
        change = sum(x.c or 0 for x in counted) if counted else None
        worked = performed(law, switches, counted)
        found[number] = Effect(rating, len(counted), change, worked.pr if worked else None)
    return found
