"""The members as they are now."""

from datetime import date, datetime

from sqlmodel import Field, SQLModel


class MemberRow(SQLModel, table=True):
    """One person on the register. `federation_id` is in the form of the office's family; `name` is Roman,
    surname first, no comma (4 Note 4); `surname` and `given` are its two parts where somebody told them;
    `joined` is the day of first joining (6(1)); unknown facts are None. `level` is `HS`, `PS` or `club`.
    `withheld`: asked to be shown nowhere; `birth_withheld`: the birth date goes on no list. `merged_into` is
    the member that this one, entered twice, turned out to be."""

    __tablename__ = "member"

    id: int | None = Field(default=None, primary_key=True)
    federation_id: str = Field(unique=True)
    name: str
    surname: str | None = None
    given: str | None = None
    kanji: str | None = None
    kana: str | None = None
    born: date | None = None
    sex: str | None = None
    federation: str | None = None
    fide_id: str | None = Field(default=None, index=True)
    club: str | None = None
    school: str | None = None
    location: str | None = None
    level: str | None = None
    withheld: bool = False
    birth_withheld: bool = False
    joined: date | None = None
    merged_into: int | None = Field(default=None, foreign_key="member.id")
    known_since: datetime
