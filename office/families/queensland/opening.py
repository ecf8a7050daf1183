"""The opening balance of a Queensland office from CSV or workbooks: the last list, and what players without
a full rating performed in its period.

The list: `ID, Name, QJ, P, Games, Last-Game`; `P` is the letter or empty, `Games` all games ever where
somebody counted them. The performances: `ID, Event, Class, Performance, Games` (QJ 2).
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from sqlmodel import Session

from importer.cell_values import parse_count, parse_rating
from importer.csv_file import Line, refuse_faults, refuse_repeats
from importer.families.queensland import FAMILY
from importer.families.queensland.matching import letters
from importer.given import GivenFile
from importer.merged import merged
from importer.register_cells import check_member, day_before, id_on
from importer.tables import MemberRow
from office.errors import refusal
from office.families.family import OnFile, Opening, Values, filed, named, without_line
from office.families.queensland.inputs import PRINTED
from office.runs.inputs import text_of_day
from office.runs.ranks import shared_ranks
from office.tables import EventPerformanceRow, EventRatingRow, ListMemberRow, ListRatingRow
from office.words import _, n_
from rating.edition import Edition
from rating.editions import load
from rating.errors import RatingError
from rating.families.queensland import EDITION
from rating.interpretations import Interpretations

LIST_REQUIRED = ("ID", "Name", "QJ")
LIST_OPTIONAL = ("P", "Games", "Last-Game")
PERFORMANCES = ("ID", "Event", "Class", "Performance", "Games")


def opening(
    session: Session,
    list_date: date,
    file: GivenFile,
    beside: GivenFile | None,
    members: Mapping[str, MemberRow],
) -> Opening:
    """The opening list from a file, with the performances of its period from the one beside it."""
    law = load(EDITION)
    try:
        law.shapes.period(law, list_date)
    except RatingError as error:
        (no_list,) = error.problems
        remedy = "give the date the list was published under, --list YYYY-MM-01"
        raise refusal(no_list.code, "--list", no_list.expected, no_list.found, remedy) from error
    lines, unread = filed(file, LIST_REQUIRED, LIST_OPTIONAL, FAMILY, members)
    refuse_repeats(lines, "ID", lambda line: FAMILY.member_number(line.text("ID") or "") or line.number)
    ratings = [_opening(line, list_date) for line in lines]
    lines, more = filed(beside, PERFORMANCES, (), FAMILY, members) if beside else ([], [])
    performed = [_performed(line, law.words("time_classes")) for line in lines]
    _check_people(ratings, performed, members)
    idle = [r.member for r in ratings if r.last_game is None]
    without = without_line(merged(session), members, {r.member for r in ratings})
    shown = [members[r.member] for r in ratings]
    counts = (
        n_("{n} rating", "{n} ratings", len(ratings)),
        n_("{n} performance", "{n} performances", len(performed)),
    )
    return Opening(
        content={
            "list": [r.line.cells for r in ratings],
            "performances": [p.line.cells for p in performed],
            "members": [
                {"id": m.federation_id, "name": m.name, "born": text_of_day(m.born)}
                | {name: getattr(m, name) for name in PRINTED}
                for m in shown
            ],
        },
        rows=_rows(law, list_date, ratings, performed, members),
        report=f"Opening balance: {len(ratings)} ratings, {len(performed)} performances.\n",
        counts=_(", ").join(counts),
        told=[
            *named(_("Last game not known, so not counted as inactive for it: {n}", n=len(idle)), idle),
            *named(_("On the register without a line, so without a QJ rating: {n}", n=len(without)), without),
            *unread,
            *more,
        ],
        then=_("Next: banzuke members acf LIST.csv for adults, then banzuke import LINK"),
        edition=law.id,
    )


def _opening(line: Line, list_date: date) -> OnFile:
    for column, what in (("Name", "the name as on the list"), ("QJ", "the rating")):
        line.needed(column, what)
    mark = line.text("P")
    if mark not in (None, "P"):
        line.fault("P", "P for a provisional rating, or nothing", f"“{mark}”", "correct the cell")
    row = {
        "federation_id": id_on(line, FAMILY),
        "rating": line.value("QJ", _figure, "a rating") or 0,
        "games": line.value("Games", parse_count, "the number of rated games, or nothing") or 0,
    }
    return OnFile(line, row, day_before(line, "Last-Game", list_date))


def _performed(line: Line, classes: Sequence[str]) -> OnFile:
    for column in ("Event", "Performance", "Games"):
        line.needed(column, "event, class, performance and games of every line (QJ 2)")
    time_class = line.needed("Class", f"one of {', '.join(classes)}")
    if time_class and time_class not in classes:
        line.fault("Class", f"one of {', '.join(classes)}", f"“{time_class}”", "correct the cell")
    games = line.value("Games", parse_count, "the number of games")
    if games == 0:
        line.fault("Games", "one game or more", "0", "leave the line out")
    row = {
        "federation_id": id_on(line, FAMILY),
        "source": line.text("Event") or "",
        "time_class": time_class,
        "performance": line.value("Performance", _figure, "a performance rating") or 0,
        "games": games or 0,
    }
    return OnFile(line, row)


def _figure(text: str) -> int:
    """A rating or a performance: there is no lowest one (QJ 2). ValueError where it is none."""
    if text == "0":
        return 0
    return -parse_rating(text[1:]) if text.startswith("-") else parse_rating(text)


def _provisional(rating: OnFile) -> bool:
    return rating.line.text("P") == "P"


def _check_people(
    ratings: Sequence[OnFile], performed: Sequence[OnFile], members: Mapping[str, MemberRow]
) -> None:
    full = {r.member for r in ratings if r.line.judges("P") and not _provisional(r)}
    for r in ratings:
        check_member(r.line, r.member, members.get(r.member), r.line.text("Name"), letters)
    for p in performed:
        check_member(p.line, p.member, members.get(p.member), None)
        if p.member and p.member in full:
            remedy = "take the line out: a full rating does not rest on performances"
            p.line.fault("ID", "a player without a full rating", f"“{p.member}”", remedy)
    refuse_faults([one.line for one in (*ratings, *performed)])


def _rows(
    law: Edition,
    list_date: date,
    ratings: Sequence[OnFile],
    performed: Sequence[OnFile],
    members: Mapping[str, MemberRow],
) -> Sequence[tuple[type, Sequence[Mapping[str, Any]]]]:
    (type_,) = law.shapes.types(law)
    # A list that is taken over was made elsewhere, under no switch of this office.
    ours = Interpretations()
    active = {r.member: law.queensland.active(law, r.last_game, list_date, ours) for r in ratings}
    listed = {r.member: active[r.member] and law.queensland.listed(law, r.row["rating"]) for r in ratings}
    ranks = shared_ranks({r.member: r.row["rating"] for r in ratings if listed[r.member]})
    people: list[Values] = []
    held: list[Values] = []
    marks: list[Values] = []
    for r in ratings:
        who, rating = {"federation_id": r.member}, r.row["rating"]
        person = {"name": members[r.member].name, "member_on_day": True, "active": active[r.member]}
        people.append(who | person | {"last_game": r.last_game})
        of_list = {"type": type_, "period_games": 0, "peak": rating, "how": "opening"}
        held.append(r.row | of_list | {"rank": ranks.get(r.member)})
        marks.append(who | {"type": type_, "provisional": _provisional(r), "listed": listed[r.member]})
    kept = [p.row for p in performed]
    return (
        (ListMemberRow, people),
        (ListRatingRow, held),
        (EventRatingRow, marks),
        (EventPerformanceRow, kept),
    )
