"""The names of events for people, as lists tell them. The rows of a list have an event's name alone; its
group (a festival has several of one name) stands in the reading from which the version was reckoned."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import text
from sqlmodel import Session

from scraper.records import called

_HELD = text("""
SELECT held.event_key, held.version_id, held.reading_id, event.reading_id AS stands_on, event."group"
FROM version_event AS held JOIN event ON event.key = held.event_key
WHERE held.event_key IN (
    SELECT held.event_key FROM version_event AS held JOIN event ON event.key = held.event_key
    WHERE event."group" IS NOT NULL OR event.reading_id <> held.reading_id
)
ORDER BY held.version_id
""")
"""Events with a group, and those that were reported anew. In words: who only looks at lists need not build
the tables of events and readings, which takes longer than to ask."""
_READ = text("SELECT record FROM reading WHERE id = :id")


class EventNames:
    """Names with the group that an event had when a version was reckoned, whatever was reported since. Asked
    once for all versions; a reading that an event does not stand on any more is looked at when it is asked
    for."""

    def __init__(self, session: Session) -> None:
        session.flush()
        self._session = session
        self._held: dict[str, list[tuple[int, int]]] = {}
        self._groups: dict[int, str | None] = {}
        for key, version_id, reading_id, stands_on, group in session.connection().execute(_HELD):
            self._held.setdefault(key, []).append((version_id, reading_id))
            self._groups[stands_on] = group

    def called(self, version_id: int | None, key: str | None, name: str) -> str:
        """An event's name as a version tells it; of one that only earlier versions hold as the last of them
        had it. `key` None: nobody says which event it was."""
        if not (held := self._held.get(key or "")):
            return name
        until = [reading_id for version, reading_id in held if version <= (version_id or 0)]
        return called(name, self._group(until[-1])) if until else name

    def in_text(self, version_id: int | None, text: str) -> str:
        """A text of a version in which each event stands by its name and then its key."""
        for key in self._held:
            if (stands := f" ({key})") in text:
                text = text.replace(stands, self.called(version_id, key, "") + stands)
        return text

    def _group(self, reading_id: int) -> str | None:
        if reading_id not in self._groups:
            read = self._session.connection().execute(_READ, {"id": reading_id}).scalar_one()
            self._groups[reading_id] = json.loads(read).get("group")
        return self._groups[reading_id]

    def of_events(
        self, version_id: int | None, events: Iterable[Mapping[str, Any]]
    ) -> dict[str, dict[str, Any]]:
        """By key the events that a version was reckoned from, each with that name."""
        return {e["key"]: {**e, "name": self.called(version_id, e["key"], e["name"])} for e in events}
