"""Finding the member whose number is doubted, and everything a list stores about him."""

from dataclasses import dataclass

from sqlmodel import Session, col, select

from importer.merged import stands_for
from importer.tables import MemberRow
from office.lists.chain import by_events
from office.tables import EarlierGameRow, GameLineRow, ListMemberRow, ListRatingRow, ListVersionRow
from publication.account.queensland_story import EventStory, event_story


@dataclass(frozen=True, slots=True)
class Story:
    """A member's part of one list version: `rating` None where he is UR in the type."""

    version: ListVersionRow
    previous: ListVersionRow | None
    member: MemberRow
    printed: ListMemberRow | None
    ratings: dict[str, ListRatingRow]
    lines: tuple[GameLineRow, ...]
    earlier: tuple[EarlierGameRow, ...]
    by_event: EventStory | None = None


def merged_note(session: Session, member: MemberRow) -> str | None:
    """Where an entry stands for another member: who that is."""
    kept = stands_for(session, member)
    if kept is member:
        return None
    return f"{member.federation_id} {member.name} was merged into {kept.federation_id} {kept.name}"


def story(session: Session, member: MemberRow, version: ListVersionRow) -> Story:
    """What a version stores about a member."""
    number = member.federation_id
    previous = session.get(ListVersionRow, version.previous_id) if version.previous_id else None
    ratings = session.exec(
        select(ListRatingRow)
        .where(ListRatingRow.version_id == version.id, ListRatingRow.federation_id == number)
        .order_by(col(ListRatingRow.type).desc())
    )
    lines = session.exec(
        select(GameLineRow)
        .where(GameLineRow.version_id == version.id, GameLineRow.federation_id == number)
        .order_by(
            col(GameLineRow.first_day),
            col(GameLineRow.event_key),
            col(GameLineRow.round),
            col(GameLineRow.board),
        )
    )
    earlier = session.exec(
        select(EarlierGameRow)
        .where(EarlierGameRow.version_id == version.id, EarlierGameRow.federation_id == number)
        .order_by(col(EarlierGameRow.played_on), col(EarlierGameRow.id))
    )
    printed = session.exec(
        select(ListMemberRow).where(
            ListMemberRow.version_id == version.id, ListMemberRow.federation_id == number
        )
    ).one_or_none()
    return Story(
        version,
        previous,
        member,
        printed,
        {r.type: r for r in ratings},
        tuple(lines),
        tuple(earlier),
        event_story(session, version, number) if by_events(version) else None,
    )
