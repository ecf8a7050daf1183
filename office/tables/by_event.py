"""What a list stores that is reckoned event by event."""

from sqlmodel import Field, SQLModel, UniqueConstraint

import office.tables.versions  # noqa: F401  these rows point to versions


class EventLineRow(SQLModel, table=True):
    """One event as one player has it, where a list is reckoned event by event (QJ 1 to 4c). `standing`:
    `rated`, `provisional` (P), `adult` (ACF) or `new`.

    `rating` is his, or what a new player was taken for after the last cycle; `estimates` (JSON) holds the
    start and each cycle. `opponents` (JSON) holds his games: opponent, standing, rating, and what it
    counted within the ceilings; `average_numerator` over `average_denominator` is their mean. `score` in
    halves; `p` the percentage scored, `dp` of Table 2, `performance` their sum with the average. Where his
    rating moves by the event: `d`, `table_percentage` of Table 1, `percentage` after the 3 % rule, `k` and
    `change` in hundredths. `class_assumed`: the class is that of a junior event which states none.
    """

    __tablename__ = "event_line"
    __table_args__ = (UniqueConstraint("version_id", "event_key", "player"),)

    id: int | None = Field(default=None, primary_key=True)
    version_id: int = Field(foreign_key="list_version.id", index=True)
    player: str
    federation_id: str | None = Field(default=None, index=True)
    player_name: str
    event_key: str
    event_name: str
    time_class: str
    class_assumed: bool
    standing: str
    rating: int
    games: int
    score: int
    average_numerator: int
    average_denominator: int
    p: int
    dp: int
    performance: int
    d: int | None = None
    table_percentage: int | None = None
    percentage: int | None = None
    k: int | None = None
    change: int | None = None
    estimates: str = "[]"
    opponents: str = "[]"


class EventRatingRow(SQLModel, table=True):
    """What a rating carries on such a list: the `P`, whether the published list shows it, the rating before
    overshooting was prevented (None for who is new or `P`), and whether that acted."""

    __tablename__ = "event_rating"
    __table_args__ = (UniqueConstraint("version_id", "federation_id", "type"),)

    id: int | None = Field(default=None, primary_key=True)
    version_id: int = Field(foreign_key="list_version.id")
    federation_id: str
    type: str
    provisional: bool
    listed: bool
    gained: int | None = None
    capped: bool = False


class EventPerformanceRow(SQLModel, table=True):
    """What a player without a full rating performed in one event of this list's period: the next list takes
    the mean of two periods. An opening balance may hand over performances without an event of ours."""

    __tablename__ = "event_performance"

    id: int | None = Field(default=None, primary_key=True)
    version_id: int = Field(foreign_key="list_version.id", index=True)
    federation_id: str = Field(index=True)
    event_key: str | None = None
    source: str
    time_class: str
    performance: int
    games: int
