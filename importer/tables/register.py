"""The register: members, their memberships, and the FIDE ratings they joined with."""

from datetime import date, datetime

from sqlmodel import Field, SQLModel, UniqueConstraint


class MemberRow(SQLModel, table=True):
    """One person on the register. `federation_id` is `N` and eight digits; `name` is Roman, surname
    first, no comma (4 Note 4); `joined` is the day of first joining (6(1)); unknown facts are None."""

    __tablename__ = "member"

    id: int | None = Field(default=None, primary_key=True)
    federation_id: str = Field(unique=True)
    name: str
    kanji: str | None = None
    kana: str | None = None
    born: date | None = None
    sex: str | None = None
    federation: str | None = None
    fide_id: str | None = Field(default=None, index=True)
    club: str | None = None
    joined: date | None = None
    known_since: datetime


class MembershipRow(SQLModel, table=True):
    """One annual membership, valid on its first and on its last day (3(5))."""

    __tablename__ = "membership"
    __table_args__ = (UniqueConstraint("member_id", "first_day"),)

    id: int | None = Field(default=None, primary_key=True)
    member_id: int = Field(foreign_key="member.id", index=True)
    first_day: date
    last_day: date
    known_since: datetime


class FideRatingRow(SQLModel, table=True):
    """The FIDE rating a member held when first joining (6(1)), and where the office has it from."""

    __tablename__ = "fide_rating"
    __table_args__ = (UniqueConstraint("member_id", "type"),)

    id: int | None = Field(default=None, primary_key=True)
    member_id: int = Field(foreign_key="member.id")
    type: str
    rating: int
    source: str
