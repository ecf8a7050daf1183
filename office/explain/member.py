"""Finding the member whose number is doubted, and everything a list stores about him."""

from dataclasses import dataclass

from sqlmodel import Session, col, select

from importer.ids import FORMS, member_number
from importer.merged import stands_for
from importer.names import name_key
from importer.tables import MemberRow
from office.errors import OfficeError
from office.explain.queensland_story import EventStory, event_story
from office.lists.chain import by_events
from office.tables import EarlierGameRow, GameLineRow, ListMemberRow, ListRatingRow, ListVersionRow
from scraper.records import Problem


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


def find_member(session: Session, text: str) -> MemberRow:
    """The member of this ID, or the one member of this name; refused where it is none or several."""
    number = member_number(text)
    members = session.exec(select(MemberRow).order_by(col(MemberRow.federation_id))).all()
    if number:
        found = [m for m in members if m.federation_id == number]
    else:
        key = name_key(text)
        found = [m for m in members if key and key in (name_key(m.name), name_key(m.kanji or ""))]
        found = [m for m in found if m.merged_into is None] or found
    if len(found) == 1:
        return found[0]
    names = "; ".join(f"{m.federation_id} {m.name}" for m in found[:10])
    raise OfficeError(
        Problem(
            "no-such-member" if not found else "name-of-several",
            "member",
            f"one member's ID ({' or '.join(FORMS.values())}) or whole name",
            f"“{text}”: " + (names or "nobody on the register"),
            "give the ID",
        )
    )


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
