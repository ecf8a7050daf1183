"""What adults are rated on the lists of the Australian Chess Federation (QJ 3)."""

from datetime import date, datetime

from sqlmodel import Field, SQLModel, UniqueConstraint

import importer.tables.members  # noqa: F401  these ratings are of members


class AcfRatingRow(SQLModel, table=True):
    """A member's rating on the ACF list of this day. Who has one and no QJ rating is an adult."""

    __tablename__ = "acf_rating"
    __table_args__ = (UniqueConstraint("member_id", "list_date"),)

    id: int | None = Field(default=None, primary_key=True)
    member_id: int = Field(foreign_key="member.id")
    list_date: date
    rating: int
    known_since: datetime
