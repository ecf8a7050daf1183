"""The register: members with every name, their memberships, the FIDE ratings they joined with, and what
the office knew of them when.

`MemberRow` is the current state. `RegisterFactRow` is the record behind it: every value a fact ever had,
when it held (`valid_from`, if anybody said) apart from when the office knew it. Rows that no longer
stand keep `known_until`, the moment since which the office knows better; they are never deleted.
"""

from datetime import date, datetime

from sqlmodel import Field, SQLModel, UniqueConstraint

import importer.tables.members  # noqa: F401  all of them point to members


class MemberNameRow(SQLModel, table=True):
    """Another name of a member, beside those in `MemberRow`. `kind`: `roman`, `kanji` or `kana` for another
    spelling, `former` for a name the member had before, in whichever script."""

    __tablename__ = "member_name"

    id: int | None = Field(default=None, primary_key=True)
    member_id: int = Field(foreign_key="member.id", index=True)
    kind: str
    name: str
    source: str
    known_since: datetime
    known_until: datetime | None = None


class MembershipRow(SQLModel, table=True):
    """A membership, valid on its first and on its last day (3(5)). `kind`: `annual`, `collegiate`, or
    `one-time` for the event of `event_key` (NCS 2(2)). `paid_on` where the office knows it."""

    __tablename__ = "membership"

    id: int | None = Field(default=None, primary_key=True)
    member_id: int = Field(foreign_key="member.id", index=True)
    first_day: date
    last_day: date
    kind: str = "annual"
    event_key: str | None = None
    paid_on: date | None = None
    known_since: datetime
    known_until: datetime | None = None


class FideRatingRow(SQLModel, table=True):
    """The FIDE rating a member held when first joining (6(1)), and where the office has it from."""

    __tablename__ = "fide_rating"
    __table_args__ = (UniqueConstraint("member_id", "type"),)

    id: int | None = Field(default=None, primary_key=True)
    member_id: int = Field(foreign_key="member.id")
    type: str
    rating: int
    source: str


class RegisterFactRow(SQLModel, table=True):
    """One value of one fact. `field` is a column of `MemberRow`, or `fide-standard`, `fide-rapid`,
    `fide-blitz`, or `acf` and the date of an ACF list; `value` is its text, None where a known value was
    taken back. The database refuses to delete one or to change anything but an empty `known_until`."""

    __tablename__ = "register_fact"

    id: int | None = Field(default=None, primary_key=True)
    member_id: int = Field(foreign_key="member.id", index=True)
    field: str
    value: str | None = None
    valid_from: date | None = None
    known_since: datetime
    known_until: datetime | None = None
    source: str
