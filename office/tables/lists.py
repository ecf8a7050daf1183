"""What the numbers of a list stand on: members, ratings, games.

Members are named by federation ID here: a published list stays readable whatever becomes of the register.
"""

from datetime import date

from sqlmodel import Field, SQLModel, UniqueConstraint

import office.tables.versions  # noqa: F401  these rows point to versions


class ListMemberRow(SQLModel, table=True):
    """A person on a version, as printed there. `member_on_day`: membership valid on the list's date;
    `active`: a rated game in the twelve months before it (R18)."""

    __tablename__ = "list_member"
    __table_args__ = (UniqueConstraint("version_id", "federation_id"),)

    id: int | None = Field(default=None, primary_key=True)
    version_id: int = Field(foreign_key="list_version.id")
    federation_id: str = Field(index=True)
    name: str
    kanji: str | None = None
    member_on_day: bool
    active: bool
    last_game: date | None = None


class ListRatingRow(SQLModel, table=True):
    """A rating of one type on a version. `change` is in hundredths, before rounding; `how` is `opening`,
    `rated`, `adopted` or `initial`; `k` the K-factor printed on the list; `rank` among members;
    `peak_assumed` tells that no peak was handed over and the opening rating stands in for it.

    None where nothing of the kind acted: `adjusted` points added by decision, with `adjustment_reference`;
    `decided` the initial rating as the officer decided it, before any floor; `marks` what the list says
    beside the rating (`provisional`, `not-for-qualification`; separated by spaces)."""

    __tablename__ = "list_rating"
    __table_args__ = (UniqueConstraint("version_id", "federation_id", "type"),)

    id: int | None = Field(default=None, primary_key=True)
    version_id: int = Field(foreign_key="list_version.id")
    federation_id: str = Field(index=True)
    type: str
    previous: int | None = None
    previous_from: str | None = None
    taken_from: str | None = None
    change: int | None = None
    rounded: int | None = None
    floored: bool = False
    rating: int
    games: int
    period_games: int
    peak: int
    peak_assumed: bool = False
    adopted: bool = False
    how: str
    k: int | None = None
    rank: int | None = None
    initial: str | None = None
    adjusted: int | None = None
    adjustment_reference: str | None = None
    decided: int | None = None
    marks: str | None = None


class GameLineRow(SQLModel, table=True):
    """One side of one game of the period: what it did to one player's rating and why, or every reason
    why it did nothing. `score` in halves, `pd` and `c` in hundredths; `reasons` is JSON."""

    __tablename__ = "game_line"

    id: int | None = Field(default=None, primary_key=True)
    version_id: int = Field(foreign_key="list_version.id", index=True)
    federation_id: str | None = Field(default=None, index=True)
    player_name: str
    opponent_id: str | None = None
    opponent_name: str
    event_key: str
    event_name: str
    round: int
    board: int | None = None
    first_day: date
    last_day: date
    type: str | None = None
    colour: str | None = None
    result: str
    rating: int | None = None
    rating_from: str | None = None
    opponent_rating: int | None = None
    opponent_rating_from: str | None = None
    d: int | None = None
    d_used: int | None = None
    pd: int | None = None
    k: int | None = None
    k_reason: str | None = None
    k_article: str | None = None
    score: int | None = None
    c: int | None = None
    column: str | None = None
    expected_article: str | None = None
    counts: bool
    for_initial: bool = False
    reasons: str = "[]"


class EarlierGameRow(SQLModel, table=True):
    """A UR player's game against a rated opponent, carried from list to list for 6(3), with the
    opponent's rating and the list it is of (`list_date`). `source` names the event; what an opening
    balance does not say (round, opponent, list) is None."""

    __tablename__ = "earlier_game"

    id: int | None = Field(default=None, primary_key=True)
    version_id: int = Field(foreign_key="list_version.id", index=True)
    federation_id: str = Field(index=True)
    type: str
    played_on: date
    opponent_rating: int
    score: int
    source: str
    event_key: str | None = None
    round: int | None = None
    opponent_id: str | None = None
    opponent_name: str | None = None
    list_date: date | None = None
