"""The members as pairing programs list them: who may be seen, with which rating, and no birth date but the
year. Whoever asked to be withheld stands there by his ID alone."""

from dataclasses import dataclass
from datetime import date

from sqlmodel import Session, col, select

from importer.tables import FideListRow, FidePlayerRow, MemberRow
from office.lists.chain import latest_published
from office.lists.rows import unseen
from office.tables import ListMemberRow, ListRatingRow, ListVersionRow
from publication.exports.fields import Audience, Facts, facts, wishes_of
from publication.families import family_of

SHORT_TITLES = ("GM", "IM", "FM", "CM")


@dataclass(frozen=True, slots=True)
class Listed:
    """A member in a list for organizers, `about` as they may know him. `rating` and `games` are of the newest
    published list, `fide_rating` and `title` of FIDE's newest list held."""

    about: Facts
    rating: int | None
    games: int
    title: str
    fide_rating: int | None
    active: bool

    @property
    def name(self) -> str:
        """His name, or the ID of who asked to be withheld."""
        return self.about.id if self.about.hidden else self.about.name


def listed_members(
    session: Session, type_: str, version: ListVersionRow | None = None
) -> tuple[date | None, list[Listed]]:
    """Every member, by name and ID, and the date of the list whose ratings of this type stand beside them
    (`version`, else the newest published); None if no list is published."""
    version = version or latest_published(session)
    ratings: dict[str, ListRatingRow] = {}
    active: set[str] = set()
    if version is not None:
        r, p, kept = ListRatingRow, ListMemberRow, unseen(session, version)
        rows = session.exec(select(r).where(r.version_id == version.id, r.type == type_))
        ratings = {row.federation_id: row for row in rows if row.federation_id not in kept}
        people = session.exec(select(p).where(p.version_id == version.id, col(p.active)))
        active = {row.federation_id for row in people}
    fide, wishes = _fide(session), wishes_of(session)
    found = []
    for member in session.exec(select(MemberRow).where(col(MemberRow.merged_into).is_(None))):
        shown, rating = facts(member, Audience.PAIRING, wishes), ratings.get(member.federation_id)
        assert shown is not None
        player = None if shown.hidden else fide.get((member.fide_id or "").lstrip("0"))
        found.append(
            Listed(
                about=shown,
                rating=rating.rating if rating else None,
                games=rating.games if rating else 0,
                title=(player and player.title) or "",
                fide_rating=player.standard if player else None,
                active=member.federation_id in active,
            )
        )
    found.sort(key=lambda p: (p.name.casefold(), p.about.id))
    return version.list_date if version else None, found


def form_members(session: Session) -> list[tuple[str, str]]:
    """ID and name by name, without entries that turned out to be another member; of who asked to be withheld
    the ID alone."""
    rows = session.exec(select(MemberRow).where(col(MemberRow.merged_into).is_(None)))
    wishes = wishes_of(session)
    shown = [facts(m, Audience.PAIRING, wishes) for m in rows]
    known = [(one.id, one.name) for one in shown if one is not None]
    return sorted(known, key=lambda one: (one[1].casefold(), one[0]))


def first_type(session: Session, version: ListVersionRow | None) -> str:
    """The rating that stands beside the members unless another is asked for: standard, or the only one
    where a list has one (`qj`; `ncs` of 2019)."""
    usual = family_of(session).first_type
    if version is None:
        return usual
    held = session.exec(select(ListRatingRow.type).where(ListRatingRow.version_id == version.id).distinct())
    return min(held, key=lambda t: (t == "rapid", t), default=usual)


def _fide(session: Session) -> dict[str, FidePlayerRow]:
    newest = session.exec(
        select(FideListRow)
        .where(col(FideListRow.kind).in_(("all", "standard")))
        .order_by(col(FideListRow.month).desc(), col(FideListRow.id).desc())
    ).first()
    if newest is None:
        return {}
    rows = session.exec(select(FidePlayerRow).where(FidePlayerRow.list_id == newest.id))
    return {row.fide_id: row for row in rows}
