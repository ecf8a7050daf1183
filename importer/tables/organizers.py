"""Who may host rated games (3(3)), with whom they do, and which events were applied for (3(4))."""

from datetime import date, datetime

from sqlmodel import Field, SQLModel


class OrganizerRow(SQLModel, table=True):
    """The Federation, a registered club or a collegiate circle. `kind`: `federation`, `club`, `circle`."""

    __tablename__ = "organizer"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    kind: str
    known_since: datetime


class OrganizerNameRow(SQLModel, table=True):
    """Another name under which an organizer appears on pages and forms; one that he has no more keeps the
    time it was known."""

    __tablename__ = "organizer_name"

    id: int | None = Field(default=None, primary_key=True)
    organizer_id: int = Field(foreign_key="organizer.id", index=True)
    name: str
    known_since: datetime
    known_until: datetime | None = None


class OrganizerSpanRow(SQLModel, table=True):
    """An interval in which the organizer is registered, both days inclusive; `last_day` None: to this day."""

    __tablename__ = "organizer_span"

    id: int | None = Field(default=None, primary_key=True)
    organizer_id: int = Field(foreign_key="organizer.id", index=True)
    first_day: date
    last_day: date | None = None
    known_since: datetime
    known_until: datetime | None = None


class OrganizerPersonRow(SQLModel, table=True):
    """Somebody of an organizer, by federation ID, e-mail address (from which reports come; it leaves in no
    export, 7(1)) or name. `role`: `represents` (he is the organizer, 4(2)), `reports` (a member whom the
    organizer authorised, 4(2)), `runs` (in charge of events, 3(3)). Both days inclusive; None: from the
    beginning, to this day."""

    __tablename__ = "organizer_person"

    id: int | None = Field(default=None, primary_key=True)
    organizer_id: int = Field(foreign_key="organizer.id", index=True)
    role: str
    name: str | None = None
    federation_id: str | None = None
    email: str | None = None
    first_day: date | None = None
    last_day: date | None = None
    known_since: datetime
    known_until: datetime | None = None


class ApplicationRow(SQLModel, table=True):
    """An application for one event (3(4)). `organizer` is the name as written; `event_key` the stored event
    if somebody said which it is; `type` is `standard` or `rapid`; `form` `tournament` or `meeting` (3(2));
    `announced` whether the announcement called it rated, with its type."""

    __tablename__ = "application"

    id: int | None = Field(default=None, primary_key=True)
    event_name: str
    organizer: str
    event_key: str | None = Field(default=None, index=True)
    first_day: date
    last_day: date
    applied_on: date
    type: str
    form: str | None = None
    announced: bool | None = None
    known_since: datetime
    known_until: datetime | None = None
