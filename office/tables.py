"""The office's tables: list versions and everything a published number stands on, and what it saw since.

They share the importer's metadata and naming convention; importing this module brings in all tables. A list
version is a `draft`, `previewed` when the officer has looked at it, until it is `published`; then the
database itself refuses any change to it and its rows (office/database/migrations/frozen.py).
Members are named by federation ID here: a published list stays readable whatever becomes of the register.
Nothing published stands on the rows of polls and rereads.
"""

from datetime import date, datetime

from sqlmodel import DateTime, Field, LargeBinary, SQLModel, UniqueConstraint

import importer.tables  # noqa: F401  the register and the events come first: lists point to members
import office.chain.tables  # noqa: F401


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


class PublicationRow(SQLModel, table=True):
    """The publication report of a version, as it was last shown; frozen with the version. `seen_sha256` is
    the canonical text that the officer looked at: that of another draft of the same list, if the draft was
    made anew since; None if nobody looked."""

    __tablename__ = "publication"

    id: int | None = Field(default=None, primary_key=True)
    version_id: int = Field(foreign_key="list_version.id", unique=True)
    seen_sha256: str | None = None
    seen_at: datetime | None = None
    seen_by: str | None = None
    report: str = ""


class SettingRow(SQLModel, table=True):
    """One fact about the office: its name, its edition family, its officer."""

    __tablename__ = "setting"

    name: str = Field(primary_key=True)
    value: str


class PollRow(SQLModel, table=True):
    """The last look at an event. `reading_id`: the newest reading when it was made; a newer one makes the
    row out of date. `last_update` as the page prints it (no zone), `fingerprint` over its list, None where
    no page was ever seen; `changed_at`: when the event was last found other than before; `problem` (JSON)
    why the last look, or the reading of what it showed, failed."""

    __tablename__ = "poll"

    event_key: str = Field(primary_key=True)
    reading_id: int = Field(foreign_key="reading.id")
    looked_at: datetime
    last_update: datetime | None = Field(default=None, sa_type=DateTime)
    fingerprint: str | None = None
    changed_at: datetime
    problem: str | None = None


class RereadRow(SQLModel, table=True):
    """A frozen reading that another reader reads otherwise than it stands. `differences` is JSON."""

    __tablename__ = "reread"

    reading_id: int = Field(primary_key=True, foreign_key="reading.id")
    reader: str
    read_at: datetime
    differences: str


class LookRow(SQLModel, table=True):
    """What the last look at an event found, so that the next one need not read it again. `basis`: the
    SHA-256 over everything it hung on (office/desk/looks.py); where that is another now, the event is looked
    at anew. `findings`, `meetings` (importer/meetings.py) and `guests`, under what a decision on a player
    elsewhere is found, are JSON. Worked out from other tables: nothing is lost with it."""

    __tablename__ = "look"

    event_id: int = Field(primary_key=True, foreign_key="event.id")
    basis: str
    list_date: date | None = None
    into: date | None = None
    findings: str
    meetings: str
    guests: str
