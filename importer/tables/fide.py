"""What the office keeps of FIDE's monthly rating lists: its own country's players and its members."""

from datetime import date, datetime

from sqlmodel import Field, SQLModel, UniqueConstraint


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
