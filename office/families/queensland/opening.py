"""The opening balance of a Queensland office from CSV: the last list, and what players without a full
rating performed in its period.

The list: `ID, Name, QJ, P, Games, Last-Game`; `P` is the letter or empty, `Games` all games ever where
somebody counted them. The performances: `ID, Event, Class, Performance, Games` (QJ 2).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from sqlmodel import Session, insert, select

from importer.csv_file import (
    Line,
    parse_count,
    parse_day,
    parse_rating,
    read_lines,
    refuse_faults,
    refuse_repeats,
)
from importer.families.queensland.matching import letters
from importer.register_cells import id_on
from importer.tables import MemberRow
from office.errors import refusal
from office.families.queensland import EDITION, FAMILY
from office.lists.canonical import canonical_text, packed, sha256
from office.lists.chain import latest_published
from office.opening.take_over import refuse_repeated
from office.runs.queensland_inputs import printed_facts
from office.runs.ranks import shared_ranks
from office.tables import EventPerformanceRow, EventRatingRow, ListMemberRow, ListRatingRow, ListVersionRow
from rating.edition import Edition
from rating.editions import load
from rating.errors import RatingError

LIST_REQUIRED = ("ID", "Name", "QJ")
LIST_OPTIONAL = ("P", "Games", "Last-Game")
PERFORMANCES = ("ID", "Event", "Class", "Performance", "Games")


@dataclass(frozen=True, slots=True)
class Opening:
    """A rating on the list taken over."""

    line: Line
    federation_id: str
    name: str
    rating: int
    provisional: bool
    games: int
    last_game: date | None


@dataclass(frozen=True, slots=True)
class Performed:
    """What a player without a full rating performed in an event of that list's period."""

    line: Line
    federation_id: str
    source: str
    time_class: str
    performance: int
    games: int


@dataclass(frozen=True, slots=True)
class TakenOver:
    """What came in, whose last game nobody handed over, and who on the register has no line."""

    ratings: int
    performances: int
    last_game_unknown: tuple[str, ...]
    without_line: tuple[str, ...]


def read_list(data: bytes, file: str) -> list[Opening]:
    """Every line, in the file's order; `ImportRefused` with all faults."""
    lines = read_lines(data, file, required=LIST_REQUIRED, optional=LIST_OPTIONAL)
    refuse_repeats(lines, "ID", lambda line: FAMILY.member_number(line.text("ID") or "") or line.number)
    found = [_opening(line) for line in lines]
    refuse_faults(lines)
    return found


def read_performances(data: bytes, file: str) -> list[Performed]:
    """Every performance, in the file's order; `ImportRefused` with all faults."""
    lines = read_lines(data, file, required=PERFORMANCES, optional=())
    classes = load(EDITION).words("time_classes")
    found = [_performed(line, classes) for line in lines]
    refuse_faults(lines)
    return found


def take_over(
    session: Session,
    list_date: date,
    ratings: Sequence[Opening],
    performed: Sequence[Performed],
    *,
    officer: str,
    now: datetime,
) -> TakenOver:
    """Stores and publishes the opening list. Refused with every fault if a line names nobody on the
    register, or another name; if no list has the date; and if the office has a list already."""
    refuse_repeated(latest_published(session))
    law = load(EDITION)
    _refuse_date(law, list_date)
    members = {m.federation_id: m for m in session.exec(select(MemberRow))}
    _check_people(ratings, performed, members)
    content = {
        "list": [r.line.cells for r in ratings],
        "performances": [p.line.cells for p in performed],
        "members": [
            {"id": r.federation_id, "name": members[r.federation_id].name}
            | printed_facts(members[r.federation_id])
            for r in ratings
        ],
    }
    inputs, inputs_sha = packed(content)
    version = ListVersionRow(
        list_date=list_date,
        version=1,
        how="opening",
        state="draft",
        edition=law.id,
        made_at=now,
        inputs=inputs,
        inputs_sha256=inputs_sha,
        text_sha256="",
        report=f"Opening balance: {len(ratings)} ratings, {len(performed)} performances.\n",
    )
    session.add(version)
    session.flush()
    assert version.id is not None
    _add_rows(session, version.id, law, list_date, ratings, performed, members)
    version.text_sha256 = sha256(canonical_text(session, version))
    version.state, version.published_at, version.published_by = "published", now, officer
    session.add(version)
    session.flush()
    return TakenOver(
        len(ratings),
        len(performed),
        tuple(r.federation_id for r in ratings if r.last_game is None),
        tuple(sorted(members.keys() - {r.federation_id for r in ratings})),
    )


def _refuse_date(law: Edition, list_date: date) -> None:
    try:
        law.shapes.period(law, list_date)
    except RatingError as error:
        (found,) = error.problems
        remedy = "give the date the list was published under, --list YYYY-MM-01"
        raise refusal(found.code, "--list", found.expected, found.found, remedy) from error


def _opening(line: Line) -> Opening:
    for column, what in (("Name", "the name as on the list"), ("QJ", "the rating")):
        line.needed(column, what)
    mark = line.text("P")
    if mark not in (None, "P"):
        line.fault("P", "P for a provisional rating, or nothing", f"“{mark}”", "correct the cell")
    return Opening(
        line=line,
        federation_id=id_on(line, FAMILY),
        name=line.text("Name") or "",
        rating=line.value("QJ", parse_rating, "a rating") or 0,
        provisional=mark == "P",
        games=line.value("Games", parse_count, "the number of rated games, or nothing") or 0,
        last_game=line.value("Last-Game", parse_day, "a day, YYYY-MM-DD"),
    )


def _performed(line: Line, classes: Sequence[str]) -> Performed:
    for column in ("Event", "Performance", "Games"):
        line.needed(column, "event, class, performance and games of every line (QJ 2)")
    time_class = line.needed("Class", f"one of {', '.join(classes)}")
    if time_class and time_class not in classes:
        line.fault("Class", f"one of {', '.join(classes)}", f"“{time_class}”", "correct the cell")
    games = line.value("Games", parse_count, "the number of games")
    if games == 0:
        line.fault("Games", "one game or more", "0", "leave the line out")
    return Performed(
        line=line,
        federation_id=id_on(line, FAMILY),
        source=line.text("Event") or "",
        time_class=time_class,
        performance=line.value("Performance", parse_rating, "a performance rating") or 0,
        games=games or 0,
    )


def _check_people(
    ratings: Sequence[Opening], performed: Sequence[Performed], members: dict[str, MemberRow]
) -> None:
    full = {r.federation_id for r in ratings if not r.provisional}
    for r in ratings:
        member = members.get(r.federation_id)
        if member is None:
            r.line.fault("ID", "an ID on the register", f"“{r.federation_id}”", "import the player first")
        elif letters(r.name) != letters(member.name):
            expected = f"“{member.name}”, as on the register"
            r.line.fault("Name", expected, f"“{r.name}”", "correct the ID or the name")
    for p in performed:
        if p.federation_id not in members:
            p.line.fault("ID", "an ID on the register", f"“{p.federation_id}”", "import the player first")
        elif p.federation_id in full:
            remedy = "take the line out: a full rating stands on no performances"
            p.line.fault("ID", "a player without a full rating", f"“{p.federation_id}”", remedy)
    refuse_faults([*(r.line for r in ratings), *(p.line for p in performed)])


def _add_rows(
    session: Session,
    version_id: int,
    law: Edition,
    list_date: date,
    ratings: Sequence[Opening],
    performed: Sequence[Performed],
    members: dict[str, MemberRow],
) -> None:
    type_ = "qj"
    active = {r.federation_id: law.queensland.active(law, r.last_game, list_date) for r in ratings}
    listed = {
        r.federation_id: active[r.federation_id] and law.queensland.listed(law, r.rating) for r in ratings
    }
    ranks = shared_ranks({r.federation_id: r.rating for r in ratings if listed[r.federation_id]})
    people = [
        {
            "federation_id": r.federation_id,
            "name": members[r.federation_id].name,
            "member_on_day": True,
            "active": active[r.federation_id],
            "last_game": r.last_game,
        }
        for r in ratings
    ]
    held = [
        {
            "federation_id": r.federation_id,
            "type": type_,
            "rating": r.rating,
            "games": r.games,
            "period_games": 0,
            "peak": r.rating,
            "how": "opening",
            "rank": ranks.get(r.federation_id),
        }
        for r in ratings
    ]
    marks = [
        {
            "federation_id": r.federation_id,
            "type": type_,
            "provisional": r.provisional,
            "listed": listed[r.federation_id],
        }
        for r in ratings
    ]
    kept = [
        {
            "federation_id": p.federation_id,
            "source": p.source,
            "time_class": p.time_class,
            "performance": p.performance,
            "games": p.games,
        }
        for p in performed
    ]
    for table, rows in (
        (ListMemberRow, people),
        (ListRatingRow, held),
        (EventRatingRow, marks),
        (EventPerformanceRow, kept),
    ):
        if rows:
            session.exec(insert(table), params=[{**row, "version_id": version_id} for row in rows])
