"""Events that stand on a list and are not rated by it: the office left them out whole, by decision."""

from sqlalchemy import text
from sqlmodel import Session

from office.lists.canonical import unpacked
from office.tables import ListVersionRow

_NOTHING_COUNTED = """
SELECT event_key FROM version_event WHERE version_id = :version
EXCEPT SELECT event_key FROM game_line WHERE version_id = :version AND (counts OR for_initial)
EXCEPT SELECT event_key FROM event_line WHERE version_id = :version
"""


def left_out(session: Session, version_id: int | None) -> frozenset[str]:
    """The keys of these events of a version, as it was reckoned: excluded ones, and those of an organizer who
    may not host rated games. What was decided since changes nothing."""
    found = session.connection().execute(text(_NOTHING_COUNTED), {"version": version_id})
    without = {key for (key,) in found}
    if not without:  # all of them did something: what the run used need not be unpacked
        return frozenset()
    events = unpacked(session.get_one(ListVersionRow, version_id).inputs)["events"]
    whole = {e["key"] for e in events if e["excluded"] is not None or e.get("organizer_refused") is not None}
    return frozenset(without & whole)
