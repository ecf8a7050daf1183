"""What the office keeps of others' rating lists: of FIDE's its own country's players and its members, of the
Australian Chess Federation's what adults are rated (QJ 3)."""

from datetime import date, datetime

from sqlmodel import Field, SQLModel, UniqueConstraint

import importer.tables.members  # noqa: F401  ratings on ACF lists are of members


class FideListRow(SQLModel, table=True):
    """One file of one month. `month` is its first day; `kind`: `all`, `standard`, `rapid` or `blitz`;
    `players` stood in the file, of whom `kept` are stored."""

    __tablename__ = "fide_list"
    __table_args__ = (UniqueConstraint("month", "kind", "sha256"),)

    id: int | None = Field(default=None, primary_key=True)
    month: date
    kind: str
    file: str
    sha256: str
    players: int
    kept: int
    imported_at: datetime


class FidePlayerRow(SQLModel, table=True):
    """A player as FIDE's list has him; a rating that the list gives as 0 or does not give is None."""

    __tablename__ = "fide_player"

    id: int | None = Field(default=None, primary_key=True)
    list_id: int = Field(foreign_key="fide_list.id", index=True)
    fide_id: str = Field(index=True)
    name: str
    federation: str
    sex: str | None = None
    title: str | None = None
    standard: int | None = None
    rapid: int | None = None
    blitz: int | None = None
    born_year: int | None = None
    flag: str | None = None


class AcfRatingRow(SQLModel, table=True):
    """A member's rating on the ACF list of this day. Who has one and no QJ rating is an adult."""

    __tablename__ = "acf_rating"
    __table_args__ = (UniqueConstraint("member_id", "list_date"),)

    id: int | None = Field(default=None, primary_key=True)
    member_id: int = Field(foreign_key="member.id")
    list_date: date
    rating: int
    known_since: datetime
