"""What stands in the events: rounds, players and pairings."""

from datetime import date

from sqlmodel import Field, SQLModel, UniqueConstraint

import importer.tables.members
import importer.tables.received  # noqa: F401  both are pointed to


class RoundRow(SQLModel, table=True):
    """A round as the source dates it."""

    __tablename__ = "event_round"
    __table_args__ = (UniqueConstraint("event_id", "number"),)

    id: int | None = Field(default=None, primary_key=True)
    event_id: int = Field(foreign_key="event.id")
    number: int
    played_on: date | None = None
    time: str | None = None


class EventPlayerRow(SQLModel, table=True):
    """A player as the source has him, and beside it the member the office takes him for.

    `match` is `matched`, `no-member` (by ruling), `ambiguous` or `unknown`; `match_rule` says by what;
    `candidates` holds federation IDs with the reason for each (JSON) where it is not matched.
    """

    __tablename__ = "event_player"
    __table_args__ = (UniqueConstraint("event_id", "number"),)

    id: int | None = Field(default=None, primary_key=True)
    event_id: int = Field(foreign_key="event.id")
    number: int
    name: str
    title: str | None = None
    federation: str | None = None
    national_id: str | None = None
    fide_id: str | None = None
    rating: int | None = None
    rating_national: int | None = None
    rating_international: int | None = None
    sex: str | None = None
    club: str | None = None
    match: str
    match_rule: str
    member_id: int | None = Field(default=None, foreign_key="member.id", index=True)
    candidates: str = "[]"


class PairingRow(SQLModel, table=True):
    """A pairing as the source has it; white and black are starting numbers of this reading."""

    __tablename__ = "pairing"

    id: int | None = Field(default=None, primary_key=True)
    event_id: int = Field(foreign_key="event.id", index=True)
    round: int
    board: int | None = None
    white: int
    black: int | None = None
    result: str | None = None
    kind: str
    colours: bool
