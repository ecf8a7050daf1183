"""Everything a list that is reckoned event by event stores about one player."""

from dataclasses import dataclass

from sqlmodel import Session, col, select

from office.tables import EventLineRow, EventPerformanceRow, EventRatingRow, ListVersionRow


@dataclass(frozen=True, slots=True)
class EventStory:
    """A player's part of a version: the mark of his rating (None without one), his events, every line of
    these events by event (his own among them), and his performances that the next list will take."""

    mark: EventRatingRow | None
    lines: tuple[EventLineRow, ...]
    events: dict[str, tuple[EventLineRow, ...]]
    performances: tuple[EventPerformanceRow, ...]


def event_story(session: Session, version: ListVersionRow, number: str) -> EventStory:
    """What the version stores about the player of this ID."""
    mark = session.exec(
        select(EventRatingRow).where(
            EventRatingRow.version_id == version.id, EventRatingRow.federation_id == number
        )
    ).one_or_none()
    mine = session.exec(
        select(EventLineRow)
        .where(EventLineRow.version_id == version.id, EventLineRow.federation_id == number)
        .order_by(col(EventLineRow.event_key))
    ).all()
    performed = session.exec(
        select(EventPerformanceRow)
        .where(EventPerformanceRow.version_id == version.id, EventPerformanceRow.federation_id == number)
        .order_by(col(EventPerformanceRow.id))
    ).all()
    events: dict[str, list[EventLineRow]] = {line.event_key: [] for line in mine}
    everyone = select(EventLineRow).where(
        EventLineRow.version_id == version.id, col(EventLineRow.event_key).in_(list(events))
    )
    for line in session.exec(everyone.order_by(col(EventLineRow.player))):
        events[line.event_key].append(line)
    return EventStory(
        mark, tuple(mine), {key: tuple(lines) for key, lines in events.items()}, tuple(performed)
    )
