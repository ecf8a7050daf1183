"""The form of what the API answers, for its description and for whoever tests it. What is answered is made in
publication/api; nothing is changed on the way through here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

Day = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$", examples=["2026-11-01"])]
MemberId = Annotated[str, Field(max_length=40, examples=["N90000001"])]
Type = Annotated[str, Field(examples=["standard"])]


class Shape(BaseModel):
    """An object that has these fields and no others."""

    model_config = ConfigDict(extra="forbid")


class Version(Shape):
    """A published version of a list. `newest`: the one that stands for its list; a correction replaces none,
    it stands beside it. `how`: `run` or `opening`, a list that was taken over; `sha256`: of its canonical
    text; `interpretations`: the rulings it was reckoned with."""

    list: Day
    version: Annotated[int, Field(ge=1, examples=[1])]
    newest: Annotated[bool, Field(examples=[True])]
    how: Annotated[str, Field(examples=["run"])]
    edition: Annotated[str | None, Field(examples=["jcf-2024-10"])]
    published_at: Annotated[str | None, Field(examples=["2026-11-01T09:00:00+00:00"])]
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$", examples=["0" * 64])]
    types: Annotated[Sequence[str], Field(examples=[["standard", "rapid"]])]
    interpretations: Annotated[dict[str, str], Field(examples=[{"R1": "a"}])]


class Lists(Shape):
    """Every published version, the newest list first."""

    lists: Sequence[Version]


class Rating(Shape):
    """A rating on a list, in points. `rank`: null for who is not ranked; `games` in all, `period_games`
    since the list before; `k` of the next game; `previous` and `change`: null for a new rating."""

    rating: Annotated[int, Field(examples=[1789])]
    rank: Annotated[int | None, Field(examples=[3])]
    games: Annotated[int, Field(examples=[41])]
    period_games: Annotated[int, Field(examples=[5])]
    k: Annotated[int | None, Field(examples=[20])]
    previous: Annotated[int | None, Field(examples=[1778])]
    change: Annotated[int | None, Field(examples=[11])]
    how: Annotated[str, Field(examples=["rated"])]
    marks: Annotated[Sequence[str], Field(examples=[[]])]


class Row(Shape):
    """Somebody on a list. `active`: a rated game in the twelve months before, or in as many as the
    regulations say; `member`: membership valid on the list's date; everybody where they know none."""

    id: MemberId
    name: Annotated[str, Field(examples=["Mori Hanako"])]
    kanji: Annotated[str | None, Field(examples=["森 花子"])]
    active: Annotated[bool, Field(examples=[True])]
    member: Annotated[bool, Field(examples=[True])]
    ratings: dict[str, Rating]


class Rows(Shape):
    """Some rows of a list, in the order of the published file. `first` from 0; `total`: how many there
    are."""

    format: Annotated[str, Field(examples=["banzuke rating list"])]
    format_version: Annotated[int, Field(examples=[1])]
    list: Day
    version: Annotated[int, Field(examples=[1])]
    edition: Annotated[str | None, Field(examples=["jcf-2024-10"])]
    sha256: Annotated[str, Field(examples=["0" * 64])]
    previous_list: Annotated[str | None, Field(examples=["2026-10-01"])]
    types: Annotated[Sequence[str], Field(examples=[["standard", "rapid"]])]
    members: Sequence[Row]
    total: Annotated[int, Field(examples=[1])]
    first: Annotated[int, Field(examples=[0])]


Course = Annotated[Sequence[str | int], Field(min_length=2, max_length=2)]
"""A list's day, and the rating on it."""


class Member(Shape):
    """A member as the website shows him. `lists`: what every list said that said something new about him, the
    newest first; `courses`: his ratings from list to list; `merged_into`: the ID under which he stands since
    it turned out that he was entered twice."""

    id: MemberId
    name: Annotated[str, Field(examples=["Mori Hanako"])]
    kanji: Annotated[str, Field(examples=["森 花子"])]
    club: Annotated[str, Field(examples=["Kita Chess Club"])]
    federation: Annotated[str, Field(examples=["JPN"])]
    merged_into: Annotated[str | None, Field(examples=[None])]
    ratings: Annotated[dict[str, int], Field(examples=[{"standard": 1789}])]
    lists: Annotated[Sequence[dict[str, Any]], Field(examples=[[]])]
    peaks: Annotated[dict[str, int], Field(examples=[{"standard": 1801}])]
    courses: Annotated[dict[str, Sequence[Course]], Field(examples=[{"standard": [["2026-11-01", 1789]]}])]
    record: Annotated[Sequence[dict[str, Any]], Field(examples=[[]])]
    opponents: Annotated[Sequence[dict[str, Any]], Field(examples=[[]])]
    active: Annotated[bool, Field(examples=[True])]
    member: Annotated[bool, Field(examples=[True])]


class Head(Shape):
    """An event that a published list holds. `slug`: its part of an address; `name`: with its group in
    brackets, if it has one; `rated` is false where the office left it out whole."""

    event: Annotated[str, Field(examples=["chess-results:1234567"])]
    slug: Annotated[str, Field(examples=["chess-results-1234567"])]
    name: Annotated[str, Field(examples=["Autumn Open"])]
    first_day: Annotated[str | None, Field(examples=["2026-10-10"])]
    last_day: Annotated[str | None, Field(examples=["2026-10-12"])]
    organizer: Annotated[str | None, Field(examples=["Kita Chess Club"])]
    time_control: Annotated[str | None, Field(examples=["90 min + 30 sec"])]
    list: Day
    version: Annotated[int, Field(examples=[1])]
    rated: Annotated[bool, Field(examples=[True])]


class Events(Shape):
    """Some events, the newest first. `first` from 0; `total`: how many there are."""

    events: Sequence[Head]
    total: Annotated[int, Field(examples=[1])]
    first: Annotated[int, Field(examples=[0])]


class Event(Shape):
    """An event's crosstable and what it did to ratings: scores in halves, changes in hundredths. A player's
    `id` is null where he has no page, his `name` where he asked to be withheld. `pages`: what it was read
    from."""

    event: Annotated[str, Field(examples=["chess-results:1234567"])]
    name: Annotated[str, Field(examples=["Autumn Open"])]
    first_day: Annotated[str | None, Field(examples=["2026-10-10"])]
    last_day: Annotated[str | None, Field(examples=["2026-10-12"])]
    type: Annotated[str | None, Field(examples=["standard"])]
    list: Day
    version: Annotated[int, Field(examples=[1])]
    rated: Annotated[bool, Field(examples=[True])]
    rounds: Annotated[Sequence[int], Field(examples=[[1, 2, 3]])]
    players: Annotated[Sequence[dict[str, Any]], Field(examples=[[]])]
    left_out: Annotated[dict[str, int], Field(examples=[{}])]
    pages: Annotated[Sequence[dict[str, Any]], Field(examples=[[]])]


class Ahead(Shape):
    """A rating on the list to come."""

    type: Type
    previous: Annotated[int | None, Field(examples=[1789])]
    rating: Annotated[int, Field(examples=[1795])]
    games: Annotated[int, Field(examples=[5])]
    events: Annotated[Sequence[str], Field(examples=[["Autumn Open"]])]


class AheadOf(Shape):
    """What the next list would bring to one member."""

    id: MemberId
    name: Annotated[str, Field(examples=["Mori Hanako"])]
    ratings: Sequence[Ahead]


class NextList(Shape):
    """The next list as it would be now, for those to whom something would happen. It is not official.
    `waiting_for_events`: events that it waits for; `list`: null where nothing is known of it yet."""

    list: Annotated[str | None, Field(examples=["2026-12-01"])]
    official: Annotated[bool, Field(examples=[False])]
    waiting_for_events: Annotated[int, Field(examples=[1])]
    members: Sequence[AheadOf]


class Account(BaseModel):
    """Everything behind the ratings of a member on a list: each game with its expected score, K and change,
    and the article of each step. What else it has hangs on the regulations: as `banzuke explain
    --json`."""

    member: Annotated[
        dict[str, Any], Field(examples=[{"id": "N90000001", "name": "Mori Hanako", "kanji": None}])
    ]
    list: Day
    version: Annotated[int, Field(examples=[1])]
    state: Annotated[str, Field(examples=["published"])]
    how: Annotated[str, Field(examples=["run"])]


class Meaning(Shape):
    """What a problem of this code means."""

    code: Annotated[str, Field(examples=["no-such-member"])]
    meaning: str


class OneProblem(Shape):
    """Where it was met, what was expected, what was found, what to do."""

    code: Annotated[str, Field(examples=["no-such-member"])]
    place: Annotated[str, Field(examples=["N99999999"])]
    expected: Annotated[str, Field(examples=["the ID of somebody on a published list"])]
    found: Annotated[str, Field(examples=["nobody"])]
    remedy: Annotated[str, Field(examples=["look at the rows of a list"])]


class Problem(Shape):
    """What went wrong (RFC 9457). `problems`: all of it; the first gives type, title and detail."""

    type: Annotated[str, Field(examples=["/api/v1/problems/no-such-member"])]
    title: Annotated[str, Field(examples=["There is no such member."])]
    status: Annotated[int, Field(examples=[404])]
    detail: Annotated[
        str, Field(examples=["N99999999: nobody; expected the ID of somebody on a published list"])
    ]
    instance: Annotated[str, Field(examples=["/api/v1/members/N99999999"])]
    problems: Sequence[OneProblem]


class File(Shape):
    """A file: its name, and its bytes in Base64."""

    name: Annotated[str, Field(min_length=1, max_length=200, examples=["report.xlsx"])]
    content: Annotated[
        str,
        Field(
            pattern=r"^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
            examples=["VVRGLTg="],
            json_schema_extra={"contentEncoding": "base64"},
        ),
    ]


class Report(Shape):
    """What is reported: links or a whole mail as text, and files (report form, TRF, Swiss Perfect); one of
    them at least."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "anyOf": [
                {"properties": {"text": {"pattern": r"\S"}}, "required": ["text"]},
                {"properties": {"files": {"minItems": 1}}, "required": ["files"]},
            ]
        },
    )

    text: Annotated[
        str, Field(max_length=200_000, examples=["https://chess-results.com/tnr1234567.aspx"])
    ] = ""
    files: Annotated[Sequence[File], Field(max_length=50, examples=[[]])] = []


class Sending(Shape):
    """What became of a report. `state`: `waits`, `reading`, `read` or `stopped`; `events`: what was read of
    it, with what the office asks, as its sender is told; `questions`: what of it could not be read."""

    report: Annotated[int, Field(examples=[7])]
    received_at: Annotated[str, Field(examples=["2026-11-01T09:00:00+00:00"])]
    state: Annotated[str, Field(examples=["read"])]
    events: Annotated[Sequence[dict[str, Any]], Field(examples=[[]])]
    questions: Annotated[Sequence[dict[str, Any]], Field(examples=[[]])]


class Sendings(Shape):
    """The last reports of whoever asks, the newest first."""

    reports: Sequence[Sending]
