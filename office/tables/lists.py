"""Lists and what their numbers stand on: versions, members, ratings, games, events.

A list version is a `draft`, `previewed` when the officer has looked at it, until it is `published`; then the
database itself refuses any change to it and its rows (office/database/migrations/frozen.py).
Members are named by federation ID here: a published list stays readable whatever becomes of the register.
"""

from datetime import date, datetime

from sqlmodel import Field, LargeBinary, SQLModel, UniqueConstraint

import importer.tables.reports  # noqa: F401  lists point to readings


class ListVersionRow(SQLModel, table=True):
    """One version of the list of `list_date`. `how`: `opening` (taken over from before this office) or
    `run`. `previous_id` is the version it was reckoned from. `inputs` (gzip, JSON) are all facts the run
    used, `inputs_sha256` their signature, `text_sha256` that of the canonical list text. `counts` (JSON,
    office/runs/counts.py) is None for what was taken over."""

    __tablename__ = "list_version"
    __table_args__ = (UniqueConstraint("list_date", "version"),)

    id: int | None = Field(default=None, primary_key=True)
    list_date: date = Field(index=True)
    version: int
    how: str
    state: str
    previous_id: int | None = Field(default=None, foreign_key="list_version.id")
    edition: str | None = None
    interpretations: str = "{}"
    period_first: date | None = None
    period_last: date | None = None
    made_at: datetime
    published_at: datetime | None = None
    published_by: str | None = None
    inputs: bytes = Field(sa_type=LargeBinary)
    inputs_sha256: str
    text_sha256: str
    report: str
    counts: str | None = None


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


class VersionEventRow(SQLModel, table=True):
    """An event that a version holds, and the reading it was reckoned from."""

    __tablename__ = "version_event"
    __table_args__ = (UniqueConstraint("version_id", "event_key"),)

    id: int | None = Field(default=None, primary_key=True)
    version_id: int = Field(foreign_key="list_version.id")
    event_key: str = Field(index=True)
    reading_id: int = Field(foreign_key="reading.id")
