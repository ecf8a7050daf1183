"""The names of events for people, as lists tell them. The rows of a list have an event's name alone; its
group (a festival has several of one name) stands in the reading from which the version was reckoned."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from sqlmodel import Session, col, select

from importer.tables import EventRow, ReadingRow
from office.tables import VersionEventRow
from scraper.records import called


class EventNames:
    """Names with the group that an event had when a version was reckoned, whatever was reported since. Asked
    once for all versions; a reading that an event does not stand on any more is looked at when it is asked
    for."""

    def __init__(self, session: Session) -> None:
        self._session, held, event = session, VersionEventRow, EventRow
        of_event = (held.event_key, held.version_id, held.reading_id, event.reading_id, event.group)
        query = select(*of_event).join(event, col(event.key) == held.event_key)  # type: ignore[call-overload]
        grouped = col(event.group).is_not(None) | (col(event.reading_id) != held.reading_id)
        keys = select(held.event_key).join(event, col(event.key) == held.event_key).where(grouped)
        self._held: dict[str, list[tuple[int, int]]] = {}
        self._groups: dict[int, str | None] = {}
        rows = session.execute(query.where(col(held.event_key).in_(keys)).order_by(held.version_id))
        for key, version_id, reading_id, stands_on, group in rows:
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
            record = json.loads(self._session.get_one(ReadingRow, reading_id).record)
            self._groups[reading_id] = record.get("group")
        return self._groups[reading_id]

    def of_events(
        self, version_id: int | None, events: Iterable[Mapping[str, Any]]
    ) -> dict[str, dict[str, Any]]:
        """By key the events that a version was reckoned from, each with that name."""
        return {e["key"]: {**e, "name": self.called(version_id, e["key"], e["name"])} for e in events}
