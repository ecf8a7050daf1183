"""What the office's work asks of a family of regulations, beside what the importer asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol
from zoneinfo import ZoneInfo

from sqlmodel import Session

from importer.families.family import Family as ImporterFamily

if TYPE_CHECKING:
    from importer.also_called import Called
    from importer.applications import Applied
    from importer.csv_file import Line
    from importer.given import GivenFile
    from importer.merged import Merged
    from importer.tables import MemberRow
    from importer.view import EventView
    from office.lists.columns import Columns, StoredRows
    from office.rules.payers import ByName
    from office.tables import ListMemberRow, ListRatingRow, ListVersionRow
    from rating.columns.register import Register
    from rating.edition import Edition
    from rating.interpretations import Interpretations
    from rating.outcome import GameLine, Outcome, Row
    from rating.records import Event, Member


@dataclass(frozen=True, slots=True)
class Answer:
    """What comes of supposed games: the row (None: still unrated), the games, and the list it is worked from.
    `names` by ID; `event_class` of all the games, where ratings are worked out event by event."""

    outcome: Outcome
    previous_list: date
    member: Member
    type: str
    event_class: str | None
    row: Row | None
    lines: tuple[GameLine, ...]
    names: dict[str, str]

    @property
    def who(self) -> str:
        return f"{self.names[self.member.id]} ({self.member.id})"


Told = tuple[str, Sequence[str]]
"""A line for people, and whom it is about."""


@dataclass(frozen=True, slots=True)
class Opening:
    """`content`: what the files say, to be frozen with the version; `rows` of the version by table; `edition`
    where the list has to name it. For people: `counts` in words, lines on what had to be assumed, and what
    comes next."""

    content: dict[str, Any]
    rows: Sequence[tuple[type, Sequence[Mapping[str, Any]]]]
    report: str
    counts: str
    told: Sequence[Told]
    then: str
    edition: str | None = None


def named(heading: str, people: Sequence[str]) -> list[Told]:
    """A heading, and who it is about; nothing of nobody."""
    return [(heading, people)] if people else []


def without_line(one: Merged, members: Iterable[str], listed: Iterable[str]) -> list[str]:
    """The members of whom no line is, by whichever of their IDs. `one`: who is merged into whom."""
    people = set(map(one.id, listed))
    return sorted(n for n in members if one.id(n) == n and n not in people)


def filed(
    file: GivenFile,
    required: Sequence[str],
    optional: Sequence[str],
    family: ImporterFamily,
    members: Mapping[str, MemberRow],
    called: Called | None = None,
) -> tuple[list[Line], list[Told]]:
    """The lines of a list that is taken over, CSV or workbook; and what is said of its other sheets.
    `called`: other headings of the columns. Refused before there is a register: each line would be told by
    itself."""
    from importer.also_called import ENGLISH
    from importer.table_file import table_lines  # what only asks for a family reads no file
    from office.errors import refusal
    from office.register.refused import unread_lines

    unread: list[str] = []
    ids = frozenset({"ID"}) if family.bare_numbers else frozenset()
    lines = table_lines(
        file.data, file.name, required=required, optional=optional,
        days=frozenset({"Last-Game", "Date"}), ids=ids, encoding=None, unread=unread,
        called=called or ENGLISH,
    )  # fmt: skip
    if lines and not members:
        remedy = "import the register first: banzuke members import REGISTER.csv"
        raise refusal("no-such-member", file.name, "members on the register", "none", remedy)
    return lines, [(told, ()) for told in unread_lines(unread)]


Values = dict[str, Any]


class OnFile(NamedTuple):
    """What a line of such a file holds: the row that is stored of it, and the day of the last game where one
    was handed over."""

    line: Line
    row: Values
    last_game: date | None = None

    @property
    def member(self) -> str:
        """His federation ID."""
        number: str = self.row["federation_id"]
        return number


class WorkedOut(NamedTuple):
    """Figures of a list worked out again: where, of which type of rating, and what the figures before them
    give where that is not what is stored (`fault`); None where all hold."""

    where: str
    type: str
    fault: str | None


NO_FIGURES = "rows that hang together no more"
"""The fault of stored rows where others were taken out, or texts within them are none."""

UNREADABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What comes of working such rows out again."""


class Read(NamedTuple):
    """A frozen reading: its fingerprint, its reader, and what it says of the form of the event (3(2))."""

    fingerprint: str
    reader: str
    form: str | None


@dataclass(frozen=True, slots=True)
class About:
    """`ids`: federation IDs by row, of everybody who played, under the ID that is kept of who was entered
    twice; `readings` by row; `one_time`: by the key of an event, who is a member for it alone."""

    ids: Mapping[int, str]
    readings: Mapping[int, Read]
    applications: Applied
    payers: ByName
    one_time: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Limits:
    """Points between two lists, and games of one member and type in a period, above which an alarm is
    raised."""

    jump: int
    games: int


class Family(ImporterFamily, Protocol):
    """The office's work under a family: what it is, what a run uses and stores, what a list prints, how the
    first list is taken over, and what simulated lists and supposed games come to."""

    @property
    def edition(self) -> str | None:
        """The edition that an office of this family names for all its lists, where its texts are undated;
        None where the date of a list says under which edition it is made (R0)."""

    @property
    def zone(self) -> ZoneInfo:
        """The zone by which the office counts its days."""

    @property
    def event_classes(self) -> Sequence[str]:
        """What an officer can say of the class of an event; empty where nothing hangs on a class."""

    usual_limits: Limits
    """What raises an alarm unless the office sets it."""

    def floored(self, law: Edition, rating: int) -> int:
        """The rating, or the lowest there can be where it is below."""

    # What a run uses: plain values, frozen with the list; and the same as the rating engine takes it.

    def member_values(
        self,
        session: Session,
        previous: ListVersionRow,
        list_date: date,
        law: Edition,
        switches: Interpretations,
    ) -> Sequence[Values]:
        """Everybody on the register: `id`, `name`, `ratings` and `last_game` of the version before, and
        whatever else a rating hangs on."""

    def event_values(
        self, about: About, view: EventView, list_date: date, law: Edition, switches: Interpretations
    ) -> Values:
        """An event, read and decided; `about`: what every event of the list is read with."""

    def run_values(self, session: Session, list_date: date) -> Values:
        """What a run uses beside members and events."""

    def member(self, values: Values) -> Member:
        """A member of `member_values` as the rating engine takes him."""

    def members(self, people: Sequence[Values]) -> Iterable[Member] | Register:
        """All of them, as a list is reckoned from them."""

    def event(self, values: Values) -> Event | None:
        """An event of `event_values` as the rating engine takes it; None for one that was excluded before
        enough of it could be read."""

    # What a run stores, and what is said of it.

    def rows(
        self, outcome: Outcome, inputs: Values, law: Edition
    ) -> Iterable[tuple[type, Sequence[Mapping[str, Any]] | Columns]]:
        """The rows of a list by table, beside those of its games; as they are, or as columns."""

    def event_kinds(self, outcome: Outcome, inputs: Values) -> Mapping[str, str]:
        """What the text report says of the kind of each event, by its key."""

    def report_lines(self, outcome: Outcome, inputs: Values) -> Iterable[str]:
        """The text report of a run below its events."""

    def preview_lines(
        self,
        session: Session,
        version: ListVersionRow,
        rows: Sequence[ListRatingRow],
        people: Mapping[str, ListMemberRow],
    ) -> Iterable[str]:
        """The list as the officer looks at it; `rows` come highest rating first, `people` by ID."""

    def worked_out(
        self, stored: StoredRows, version: ListVersionRow, number: str | None
    ) -> Iterable[WorkedOut]:
        """A list that was made, worked out again from its stored rows: all of it, or one member's."""

    # The last list from before the office.

    opening_beside: str
    """The option of `opening import` for the second file: `games` or `performances`."""

    @property
    def taken_apart(self) -> Callable[[GivenFile, Iterable[str]], tuple[bytes, bytes, int]] | None:
        """Takes a printed list apart into the files of a register and an opening list, with IDs that are not
        among those taken, and counts its players; None where printed lists have IDs."""

    def opening(
        self,
        session: Session,
        list_date: date,
        file: GivenFile,
        beside: GivenFile | None,
        members: Mapping[str, MemberRow],
    ) -> Opening:
        """The list that a file holds, to be stored as the first version; refused with every fault."""

    # Lists that nobody publishes.

    def carried_on(
        self, members: Sequence[Member], inputs: Values, before: Outcome, law: Edition
    ) -> list[Member]:
        """The members of frozen inputs with what the simulated list before gave them."""

    def what_if_event(self, law: Edition, type_: str, event_class: str | None) -> Values:
        """What a supposed event is beside its days and games: arguments of the engine's `Event`."""

    def what_if_opponent(self, name: str, type_: str, rating: int, day: date) -> Member:
        """Somebody of whom only the rating is supposed."""

    def what_if_lines(self, answer: Answer) -> Iterable[str]:
        """What comes of supposed games, in words."""
